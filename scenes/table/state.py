"""What the table shows of a match at a moment: values that the controller makes and the view reads. Pure."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Said:
    """What is going on, and what to be aware of; `warning`: it is pressing."""

    status: str
    note: str = ""
    warning: bool = False


@dataclass(frozen=True, slots=True)
class PlayerStrip:
    """What a player's strip shows: name, side and points, seconds left on the clock, whether the clock runs."""

    name: str
    detail: str
    seconds: float | None
    running: bool


@dataclass(frozen=True, slots=True)
class CoverCard:
    """What stands on the card over a covered board: a title, words below it, and the label of its button."""

    title: str
    about: str
    button: str

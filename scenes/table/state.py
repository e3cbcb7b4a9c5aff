"""What the table shows of a match at a moment: values that the controller makes and the view reads. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.contract import Gesture, Move, Position, Target, Token

Held: TypeAlias = Mapping[Target, tuple[float, float]]
"""Where the pointer let go of what it took up from a target, in pixels; empty if it held nothing."""
Esc: TypeAlias = Literal["let-go", "go-back", "take-back", "menu"]
"""The actions that Esc may stand for at a table."""
Offered: TypeAlias = Mapping[Gesture, Sequence[Move]]
"""What may be done now, and the moves that it would be."""


@dataclass(frozen=True, slots=True)
class Said:
    """What is going on, and what to be aware of; `warning`: it is pressing; `task`: it is what is to be done, or what
    was said of that."""

    status: str
    note: str = ""
    warning: bool = False
    task: bool = False


@dataclass(frozen=True, slots=True)
class PlayerStrip:
    """What a player's strip shows: name, side and points, seconds left on the clock, whether it is their turn, and
    whether the clock waits for the end of their first turn."""

    name: str
    detail: str
    seconds: float | None
    running: bool
    waits: bool = False


@dataclass(frozen=True, slots=True)
class CoverCard:
    """What stands on the card over a covered board: a title, words below it, and the label of its button."""

    title: str
    about: str
    button: str


@dataclass(frozen=True, slots=True)
class TurnTime:
    """What the clock of a turn shows: seconds left, which share of the turn that is, seconds left of the match, the
    words beside both, and whether it runs."""

    left: float
    share: float
    whole: float | None
    beside: tuple[str, str]
    runs: bool


@dataclass(frozen=True, slots=True)
class ButtonState:
    """A button beside the table: what it does, and whether it does anything now. Without an icon and a tooltip it has
    the usual ones of its action."""

    action: str
    icon: str
    enabled: bool
    tip: str = ""


@dataclass(frozen=True, slots=True)
class TableState:
    """A match as it is shown at a moment."""

    position: Position
    """What the board shows."""
    live: bool
    """Whether that is the match as it stands, and not looked back on."""
    over: bool
    """Whether the match has ended."""
    mine: bool
    """Whether a person here may move now."""
    put: Token | None
    """What has to be put somewhere now, wherever the person likes."""
    nudge: frozenset[Target]
    """What the hint marks to be looked at."""
    said: Said
    strips: Sequence[PlayerStrip]
    """By seat."""
    turns: Sequence[str]
    """The list of turns; empty cells before the first where the first seat didn't begin."""
    current: int | None
    """The cell of the turn that the board shows."""
    share: float | None
    """The first seat's chance to win, where it is told."""
    time: TurnTime | None
    """The clock that the rules give, where there is one and the match goes on."""
    buttons: Sequence[ButtonState]

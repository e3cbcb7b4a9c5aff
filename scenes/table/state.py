"""The state of a table as it is shown: values that the runtime makes and the view reads. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.contract import Gesture, Move, Position, Target, Token

HeldPlaces: TypeAlias = Mapping[Target, tuple[float, float]]
"""Pixels at which the pointer let go of tokens, by the targets from which it took them."""
Esc: TypeAlias = Literal["let-go", "go-back", "take-back", "menu"]
Offered: TypeAlias = Mapping[Gesture, Sequence[Move]]
"""The gestures that may be made, and the moves that each may mean."""


@dataclass(frozen=True, slots=True)
class StatusLine:
    """The status line and its note.

    `warning`: the note is urgent; `task`: the note is the task of an exercise, or the comment on it.
    """

    status: str
    note: str = ""
    warning: bool = False
    task: bool = False


@dataclass(frozen=True, slots=True)
class PlayerStrip:
    """The content of a player's strip.

    Name, side and points, seconds left on the clock, whether it is their turn, and whether the clock waits for the
    end of their first turn.
    """

    name: str
    detail: str
    seconds: float | None
    running: bool
    waits: bool = False


@dataclass(frozen=True, slots=True)
class CoverCard:
    """The card over a covered board: a title, a text, and the label of its button."""

    title: str
    about: str
    button: str


@dataclass(frozen=True, slots=True)
class TurnTime:
    """The clock of a turn.

    Seconds left, their share of the turn, seconds left of the match, the words beside both, and whether it runs.
    """

    left: float
    share: float
    whole: float | None
    beside: tuple[str, str]
    runs: bool


@dataclass(frozen=True, slots=True)
class ButtonState:
    """A button beside the table. Without an icon or a tooltip it has the usual ones of its action."""

    action: str
    icon: str
    enabled: bool
    tip: str = ""


@dataclass(frozen=True, slots=True)
class TableState:
    """A match as it is shown."""

    position: Position
    live: bool  # whether the position is that of the match as it stands
    over: bool
    mine: bool  # whether a person here may move now
    put: Token | None  # that the person has to put on the board now
    nudge: frozenset[Target]  # marked by the hint
    status_line: StatusLine
    strips: Sequence[PlayerStrip]  # by seat
    turns: Sequence[str]  # cells of the list; empty ones come first if the first seat didn't begin
    current: int | None  # the cell of the turn that the board shows
    share: float | None  # the first seat's chance to win, where it is told
    time: TurnTime | None  # the clock of the rules, while the match goes on
    buttons: Sequence[ButtonState]

"""The state of a table as it is shown: values that the runtime makes and the view reads. No pygame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.contract import Gesture, Move, Position, Target, Token

HeldPlaces: TypeAlias = Mapping[Target, tuple[float, float]]
"""The places, in pixels, at which the pointer released tokens, by the targets from which the tokens came."""
Esc: TypeAlias = Literal["let-go", "go-back", "take-back", "menu"]
"""The actions that the Esc key may have."""
LegalGestures: TypeAlias = Mapping[Gesture, Sequence[Move]]
"""The legal gestures, and the moves that each may mean."""


@dataclass(frozen=True, slots=True)
class StatusLine:
    """The status line, and the note below it."""

    status: str
    note: str = ""
    is_warning: bool = False  # whether the note is urgent
    is_task: bool = False  # whether the note is the task of an exercise, or the comment on it


@dataclass(frozen=True, slots=True)
class PlayerStrip:
    name: str
    detail: str  # side and points
    seconds: float | None  # left on the clock
    is_to_move: bool
    is_waiting: bool = False  # whether the clock waits for the end of the player's first turn


@dataclass(frozen=True, slots=True)
class CoverCard:
    """The card over a covered board: a title, a text, and the label of its button."""

    title: str
    about: str
    button: str


@dataclass(frozen=True, slots=True)
class TurnTime:
    """The content of the clock of a turn."""

    seconds_left: float
    share_left: float  # the fraction of the time that the turn had, 0 to 1
    match_seconds_left: float | None
    captions: tuple[str, str]  # the words above the times of the turn and of the match
    is_running: bool


@dataclass(frozen=True, slots=True)
class ButtonState:
    """A button of the sidebar. Without an icon or a tooltip it has the usual ones of its action."""

    action: str
    icon: str
    is_enabled: bool
    tooltip: str = ""


@dataclass(frozen=True, slots=True)
class TableState:
    position: Position
    is_live: bool  # whether the position is the current one of the match
    is_over: bool
    can_move: bool  # whether a person here may move now
    token_to_put: Token | None  # the token that the person has to put on the board now
    nudge: frozenset[Target]  # the targets that the hint marks
    status_line: StatusLine
    strips: Sequence[PlayerStrip]  # by seat
    turns: Sequence[str]  # cells of the list; empty ones come first if the first seat didn't begin
    current_cell: int | None  # the cell of the turn that led to the position
    first_seat_chance: float | None  # the chance of seat 0 to win, 0 to 1, where it is shown
    time: TurnTime | None  # None where turns have no time limit, and at the end
    buttons: Sequence[ButtonState]

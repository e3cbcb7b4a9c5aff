"""The events that change a table model, and the outputs that its update returns. All are values. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import ClassVar, Literal

from rules.ai.questions import Answer, Question
from rules.contract import Gesture, Move, Remark, Seat, Table, Target
from rules.match import Change, Ending
from rules.record import Player
from scenes.table.model import Message, Trouble, ViewState
from scenes.table.state import HeldPlaces


class Event:
    """An event at the table."""

    __slots__ = ()
    changes_match: ClassVar[bool] = False
    """Whether the event may change the match: it has no effect once another window has taken the match over."""


class MatchEvent(Event):
    """An event that may change the match."""

    __slots__ = ()
    changes_match: ClassVar[bool] = True


class ChanceEvent(MatchEvent):
    """An event that the chance rules of a game take."""

    __slots__ = ()


class Command(Event, Enum):
    """An event without details."""

    # of persons, moves
    TAKE_BACK = auto()  # the last decision of an unfinished turn
    UNDO = auto()
    REDO = auto()
    DROP_PENDING_MOVE = auto()  # which has to be confirmed
    PRESS_HINT = auto()
    # of persons, looking back
    LOOK_BACK = auto()  # to the position before the turn on the board
    SHOW_NEXT_TURN = auto()
    SHOW_AGAIN = auto()  # the last turns, or end that
    TOGGLE_REPLAY = auto()
    # of persons, the table
    TOGGLE_PAUSE = auto()  # programs play each other
    HALT = auto()  # the players agree on a pause
    CONTINUE = auto()  # the person for whom a card covers the board is there
    FLIP_BOARD = auto()
    SKIP_WAIT = auto()  # the persons need no more time before the throw of a program
    # of the runtime and the scene
    ADVANCE = auto()  # start what is next: a turn, or the end
    TURN_TO_MOVER = auto()  # if the players wish it
    STOP_TIME = auto()  # a screen covers the table
    TICK = auto()  # a due moment has come
    GIVE_UP_MATCH = auto()  # another window has taken it over


# --- moves


@dataclass(frozen=True, slots=True)
class Play(MatchEvent):
    """A person moves. `held`: pixels at which the pointer let go of what it held."""

    move: Move
    held: HeldPlaces
    is_confirmed: bool = False


@dataclass(frozen=True, slots=True)
class PlayForced(MatchEvent):
    """A move is played that nobody has to decide."""

    move: Move


@dataclass(frozen=True, slots=True)
class PlayLetter(MatchEvent):
    """Moves that came by mail are played."""

    moves: Sequence[Move]


@dataclass(frozen=True, slots=True)
class PlayForOthers(MatchEvent):
    """A coach plays for the other seats."""

    move: Move


@dataclass(frozen=True, slots=True)
class Rewind(MatchEvent):
    """A coach takes back moves of an exercise until `plies` are left."""

    plies: int


@dataclass(frozen=True, slots=True)
class Refuse(MatchEvent):
    """A person makes a gesture that is no move."""

    gesture: Gesture


@dataclass(frozen=True, slots=True)
class EndMatch(MatchEvent):
    """The match ends outside its rules."""

    reason: Ending
    seat: Seat


@dataclass(frozen=True, slots=True)
class OfferDraw(MatchEvent):
    """A person offers the programs a draw."""

    seat: Seat


# --- help


@dataclass(frozen=True, slots=True)
class SetAdvice(Event):
    """A screen above the table shows moves with arrows, or marks targets."""

    moves: tuple[Move, ...] = ()
    nudge: frozenset[Target] = frozenset()


# --- looking back


@dataclass(frozen=True, slots=True)
class Look(Event):
    """The position after `ply` plies is to be shown; None for the match as it stands."""

    ply: int | None


@dataclass(frozen=True, slots=True)
class ShowTurn(Event):
    """The turn with this number is to be shown."""

    turn: int


@dataclass(frozen=True, slots=True)
class PointAtTurn(Event):
    """The pointer or the keyboard comes to a cell of the list of turns, or leaves the list."""

    cell: int | None
    turn: int | None
    """The number of the turn in that cell."""
    is_shown: bool
    """Whether the board shows the end of that turn."""


@dataclass(frozen=True, slots=True)
class ShowAside(Event):
    """Changes are to be shown instead of what came next."""

    changes: tuple[Change, ...]


# --- the table


@dataclass(frozen=True, slots=True)
class Return(Event):
    """The screen over the table was closed."""

    is_waiting: bool = False
    """Whether an external engine that failed isn't to be asked again."""


@dataclass(frozen=True, slots=True)
class ReplaceEngine(MatchEvent):
    """A player takes the seat of the external engine that failed."""

    player: Player


@dataclass(frozen=True, slots=True)
class Lock(Event):
    """A coach lets the persons move, or makes them wait."""

    is_locked: bool


# --- from the runtime


@dataclass(frozen=True, slots=True)
class EngineAnswered(Event):
    """An answer from the opponent's process."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class EngineRefused(Event):
    """An external engine may not be run."""

    trouble: Trouble


@dataclass(frozen=True, slots=True)
class ViewChanged(Event):
    """The view reports its state."""

    view: ViewState


# --- outputs


class Output:
    """An order to the runtime or the view."""

    __slots__ = ()


class Order(Output, Enum):
    """An order without details."""

    FINISH_ANIMATIONS = auto()  # and release what is held
    CANCEL_ANIMATIONS = auto()  # and remove what flies: the match takes another course
    OFFER_MOVES = auto()  # let the persons make the gestures that are offered now
    CALL_FOR_TOKEN = auto()  # call attention to the token that is to be put on the board
    TURN_BOARD = auto()  # to its new bottom seat
    RELEASE_HELD = auto()  # and pick nothing
    CLEAR_MESSAGE = auto()
    SAVE = auto()  # after the next frame
    SAVE_NOW = auto()
    REOPEN = auto()  # move a match whose end was taken back to the unfinished ones
    CANCEL_QUESTION = auto()
    CLOSE_ENGINE = auto()  # at once: it has seen a hand that no opponent may see


@dataclass(frozen=True, slots=True)
class Animate(Output):
    """Animate a change, after those that still run. `held`: pixels at which the pointer let go."""

    change: Change
    held: HeldPlaces


@dataclass(frozen=True, slots=True)
class AnimateAgain(Output):
    """Show how changes have led to the position on the board."""

    changes: Sequence[Change]
    kind: Literal["step", "again"]
    is_silent: bool


@dataclass(frozen=True, slots=True)
class ShowTable(Output):
    """Show these tokens at once."""

    table: Table


@dataclass(frozen=True, slots=True)
class ShowOutcome(Output):
    """Show what chance has decided, which lies on the table already."""

    change: Change


@dataclass(frozen=True, slots=True)
class PickTargets(Output):
    """Let these targets be picked instead of any others."""

    targets: frozenset[Target]


@dataclass(frozen=True, slots=True)
class ShakeTokens(Output):
    """Show that the tokens on these targets can't be moved so."""

    targets: Collection[Target]


@dataclass(frozen=True, slots=True)
class ShowMessage(Output):
    """Show a message on the board."""

    message: Message


@dataclass(frozen=True, slots=True)
class ShowRefusal(Output):
    """Show the reason of a refusal on the board, and what the rules count against the person for it."""

    remark: Remark
    counted: Sequence[Remark] = ()


@dataclass(frozen=True, slots=True)
class AskAboutEngine(Output):
    """Ask the person what to do about an engine that failed."""

    trouble: Trouble


@dataclass(frozen=True, slots=True)
class PlaySound(Output):
    """Play a sound by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class AskEngine(Output):
    """Send a question to the opponent's process; an open question is cancelled."""

    question: Question
    seat: Seat | None = None
    """The seat of an external engine that is asked."""


@dataclass(frozen=True, slots=True)
class WriteLog(Output):
    """Write a line to the log."""

    text: str

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
    """A person's move. `held`: pixels at which the pointer let go of what it held."""

    move: Move
    held: HeldPlaces
    is_confirmed: bool = False


@dataclass(frozen=True, slots=True)
class PlayForced(MatchEvent):
    """A move that nobody has to decide."""

    move: Move


@dataclass(frozen=True, slots=True)
class PlayLetter(MatchEvent):
    """Moves that came by mail."""

    moves: Sequence[Move]


@dataclass(frozen=True, slots=True)
class PlayForOthers(MatchEvent):
    """A coach's moves for the other seats."""

    move: Move


@dataclass(frozen=True, slots=True)
class Rewind(MatchEvent):
    """A coach's undo of moves of an exercise until `plies` are left."""

    plies: int


@dataclass(frozen=True, slots=True)
class Refuse(MatchEvent):
    """A person's gesture that is no move."""

    gesture: Gesture


@dataclass(frozen=True, slots=True)
class EndMatch(MatchEvent):
    """An end of the match outside its rules."""

    reason: Ending
    seat: Seat


@dataclass(frozen=True, slots=True)
class OfferDraw(MatchEvent):
    """A person's offer of a draw to the programs."""

    seat: Seat


# --- help


@dataclass(frozen=True, slots=True)
class SetAdvice(Event):
    """Moves to show with arrows, or targets to mark, for a screen above the table."""

    moves: tuple[Move, ...] = ()
    nudge: frozenset[Target] = frozenset()


# --- looking back


@dataclass(frozen=True, slots=True)
class Look(Event):
    """A request to show the position after `ply` plies; None: the match as it stands."""

    ply: int | None


@dataclass(frozen=True, slots=True)
class ShowTurn(Event):
    turn: int


@dataclass(frozen=True, slots=True)
class PointAtTurn(Event):
    """A cell of the list of turns to which the pointer or the keyboard came; None: it left the list."""

    cell: int | None
    turn: int | None  # the number of the turn in that cell
    is_shown: bool  # whether the board shows the end of that turn


@dataclass(frozen=True, slots=True)
class ShowAside(Event):
    """Changes to show instead of what came next."""

    changes: tuple[Change, ...]


# --- the table


@dataclass(frozen=True, slots=True)
class Return(Event):
    """The closing of the screen over the table."""

    is_waiting: bool = False  # whether an external engine that failed isn't to be asked again


@dataclass(frozen=True, slots=True)
class ReplaceEngine(MatchEvent):
    player: Player


@dataclass(frozen=True, slots=True)
class Lock(Event):
    """A coach's order that the persons may move, or must wait."""

    is_locked: bool


# --- from the runtime


@dataclass(frozen=True, slots=True)
class EngineAnswered(Event):
    answer: Answer


@dataclass(frozen=True, slots=True)
class EngineRefused(Event):
    """A refusal to run an external engine."""

    trouble: Trouble


@dataclass(frozen=True, slots=True)
class ViewChanged(Event):
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
    name: str


@dataclass(frozen=True, slots=True)
class AskEngine(Output):
    """Send a question to the opponent's process; an open question is cancelled."""

    question: Question
    seat: Seat | None = None  # of an external engine that is asked


@dataclass(frozen=True, slots=True)
class WriteLog(Output):
    text: str

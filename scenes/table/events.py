"""The events that change a table model, and the outputs of `update` for the runtime and the view. No pygame."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import ClassVar, Literal

from rules.ai.questions import Answer, Question
from rules.contract import Gesture, Move, Remark, Seat, Table, Target
from rules.match import Change, Ending
from rules.record import Player
from scenes.surfaces.mark_rules import Drawing
from scenes.table.model import Message, Trouble, ViewState
from scenes.table.state import HeldPlaces


class Event:
    """An event at the table."""

    __slots__ = ()
    changes_match: ClassVar[bool] = False
    """Whether the event may change the match; such events are ignored once another window has taken it over."""


class MatchEvent(Event):
    __slots__ = ()
    changes_match: ClassVar[bool] = True


class ChanceEvent(MatchEvent):
    """An event that the chance rules of a game handle."""

    __slots__ = ()


class Command(Event, Enum):
    """An event without details."""

    # moves, by a person
    TAKE_BACK = auto()  # take back the last decision of an unfinished turn
    UNDO = auto()
    REDO = auto()
    DROP_PENDING_MOVE = auto()  # put back the move that has to be confirmed
    SHOW_BETTER_TURN = auto()  # take back the turn that the tutor asks about, and show the better one
    REQUEST_HINT = auto()  # show a hint, or more of it
    # looking back, by a person
    SHOW_PREVIOUS_TURN = auto()  # show the position before the turn on the board
    SHOW_NEXT_TURN = auto()
    SHOW_AGAIN = auto()  # animate the last turns once more, or stop that
    TOGGLE_REPLAY = auto()  # start or stop the replay of the whole match
    # the table, by a person
    TOGGLE_PAUSE = auto()  # stop or continue a match between programs
    PAUSE_MATCH = auto()  # stop the clocks and cover the board, as the players have agreed
    UNCOVER_BOARD = auto()  # uncover the board: the players are ready
    FLIP_BOARD = auto()
    SKIP_WAIT = auto()  # let a program throw at once: the persons need no more time
    # by the runtime or the scene
    ADVANCE = auto()  # offer the next moves, and start or stop the clocks
    TURN_TO_MOVER = auto()  # turn the board to the seat to move, if the settings say so
    PAUSE_CLOCK = auto()  # a screen covers the table
    TICK = auto()  # do what is due
    LOSE_MATCH_TO_WINDOW = auto()  # only show the match, as another window has taken it over


# --- moves


@dataclass(frozen=True, slots=True)
class Play(MatchEvent):
    """A person's move. `held`: the places, in pixels, at which the pointer released the tokens."""

    move: Move
    held: HeldPlaces
    is_confirmed: bool = False


@dataclass(frozen=True, slots=True)
class PlayAutomaticMove(MatchEvent):
    """A move that leaves its player no choice."""

    move: Move


@dataclass(frozen=True, slots=True)
class PlayMailedMoves(MatchEvent):
    moves: Sequence[Move]


@dataclass(frozen=True, slots=True)
class PlayForOthers(MatchEvent):
    """A coach's move for a seat that the person doesn't play."""

    move: Move


@dataclass(frozen=True, slots=True)
class RewindExercise(MatchEvent):
    """A coach's undo of the moves of an exercise until `ply_count` are left."""

    ply_count: int


@dataclass(frozen=True, slots=True)
class RefuseGesture(MatchEvent):
    """A person's gesture that isn't a legal move."""

    gesture: Gesture


@dataclass(frozen=True, slots=True)
class SetPremove(Event):
    """A person's choice of a gesture for the next turn while a program is to move; None: no gesture."""

    gesture: Gesture | None


@dataclass(frozen=True, slots=True)
class EndMatch(MatchEvent):
    """An end of the match for a reason outside its rules."""

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


@dataclass(frozen=True, slots=True)
class ToggleDrawing(Event):
    drawing: Drawing


# --- looking back


@dataclass(frozen=True, slots=True)
class ShowPly(Event):
    """A request to show the position after `ply` plies; None: the current position of the match."""

    ply: int | None


@dataclass(frozen=True, slots=True)
class ShowTurn(Event):
    turn: int


@dataclass(frozen=True, slots=True)
class PointAtTurn(Event):
    """A move of the pointer or the keyboard focus to a cell of the list of turns, or out of the list."""

    cell: int | None  # None outside the list
    turn: int | None  # the number of the turn in that cell
    is_shown: bool  # whether the board shows the position after that turn


@dataclass(frozen=True, slots=True)
class ShowVariation(Event):
    """A variation to show: the changes that lead from the position on the board to its end."""

    changes: tuple[Change, ...]


# --- the table


@dataclass(frozen=True, slots=True)
class ScreenClosed(Event):
    """The closing of a screen that covered the table."""

    retries_engine: bool = True  # whether an external engine that failed is asked again


@dataclass(frozen=True, slots=True)
class ReplaceEngine(MatchEvent):
    player: Player


@dataclass(frozen=True, slots=True)
class LockPersons(Event):
    """A coach's order that persons may not move, or may again."""

    is_locked: bool


# --- from the runtime


@dataclass(frozen=True, slots=True)
class EngineAnswered(Event):
    answer: Answer


@dataclass(frozen=True, slots=True)
class EngineRefused(Event):
    """The runtime's refusal to run an external engine."""

    trouble: Trouble


@dataclass(frozen=True, slots=True)
class ViewChanged(Event):
    view: ViewState


# --- outputs


class Output:
    """A request of the update to the runtime or the view."""

    __slots__ = ()


class Order(Output, Enum):
    """An output without details."""

    FINISH_ANIMATIONS = auto()  # end them, and put back the token at the pointer
    CANCEL_ANIMATIONS = auto()  # end them, and remove flying dice and cards
    OFFER_MOVES = auto()  # let the persons make the gestures that are legal now
    CALL_FOR_TOKEN = auto()  # draw attention to the token that is to be put on the board
    TURN_BOARD = auto()  # show the model's bottom seat at the lower edge
    RELEASE_HELD = auto()  # put back the token at the pointer and clear the selection
    CLEAR_MESSAGE = auto()
    SAVE = auto()  # save the match after the next frame
    SAVE_NOW = auto()
    REOPEN = auto()  # move a match whose end was taken back to the unfinished matches
    CANCEL_QUESTION = auto()
    CLOSE_ENGINE = auto()  # end the process: for a hint it has seen a person's cards


@dataclass(frozen=True, slots=True)
class Animate(Output):
    """Animate a change after the running animations.

    `held`: the places, in pixels, at which the pointer released the tokens.
    """

    change: Change
    held: HeldPlaces


@dataclass(frozen=True, slots=True)
class AnimateAgain(Output):
    """Animate once more changes that have led to the position on the board."""

    changes: Sequence[Change]
    kind: Literal["step", "again"]
    is_silent: bool


@dataclass(frozen=True, slots=True)
class ShowTable(Output):
    """Show these tokens at once."""

    table: Table


@dataclass(frozen=True, slots=True)
class ShowOutcome(Output):
    """Announce a result of chance that is visible on the table already."""

    change: Change


@dataclass(frozen=True, slots=True)
class PickTargets(Output):
    """Make these targets the selection."""

    targets: frozenset[Target]


@dataclass(frozen=True, slots=True)
class ShakeTokens(Output):
    """Shake the tokens on these targets, since their move was refused."""

    targets: Collection[Target]


@dataclass(frozen=True, slots=True)
class ShowMessage(Output):
    message: Message


@dataclass(frozen=True, slots=True)
class ShowRefusal(Output):
    """Show the reason of a refusal on the board, and the penalties for it."""

    remark: Remark
    penalties: Sequence[Remark] = ()


@dataclass(frozen=True, slots=True)
class AskAboutEngine(Output):
    """Ask the person what to do about an engine that failed."""

    trouble: Trouble


@dataclass(frozen=True, slots=True)
class PlaySound(Output):
    name: str


@dataclass(frozen=True, slots=True)
class AskEngine(Output):
    """Send a question to the opponent's process, and cancel an unanswered one."""

    question: Question
    seat: Seat | None = None  # the seat that the question is for; None for a hint


@dataclass(frozen=True, slots=True)
class WriteLog(Output):
    text: str

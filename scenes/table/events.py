"""The events that change a table model, and the outputs that its update returns. All are values. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
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
class DropPendingMove(Event):
    """A person says no to the move that must be confirmed, or makes another gesture."""


@dataclass(frozen=True, slots=True)
class TakeBack(Event):
    """A person takes back the last decision of an unfinished turn."""


@dataclass(frozen=True, slots=True)
class Undo(Event):
    """A person takes back a turn."""


@dataclass(frozen=True, slots=True)
class Redo(Event):
    """A person plays again what was taken back."""


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
class PressHint(Event):
    """The hint key is pressed."""


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
class LookBack(Event):
    """The position before the turn on the board is to be shown."""


@dataclass(frozen=True, slots=True)
class ShowNextTurn(Event):
    """The turn after the position on the board is to be shown."""


@dataclass(frozen=True, slots=True)
class ShowTurn(Event):
    """The turn with this number is to be shown."""

    turn: int


@dataclass(frozen=True, slots=True)
class ShowAgain(Event):
    """The last turns are to be shown again, or no longer."""


@dataclass(frozen=True, slots=True)
class ToggleReplay(Event):
    """The replay of the match is started or stopped."""


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
class Advance(Event):
    """Start what is next: a turn, or the end."""


@dataclass(frozen=True, slots=True)
class TogglePause(Event):
    """Programs that play each other are stopped, or continue."""


@dataclass(frozen=True, slots=True)
class Halt(Event):
    """The players agree on a pause."""


@dataclass(frozen=True, slots=True)
class Ready(Event):
    """The person for whom a card covers the board is there."""


@dataclass(frozen=True, slots=True)
class FlipBoard(Event):
    """The board is turned to the next seat."""


@dataclass(frozen=True, slots=True)
class TurnToMover(Event):
    """The board may turn to the seat that is to move, if the players wish it."""


@dataclass(frozen=True, slots=True)
class StopTime(Event):
    """A screen covers the table."""


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
class SkipWait(Event):
    """The persons need no more time before the throw of a program."""


@dataclass(frozen=True, slots=True)
class Lock(Event):
    """A coach lets the persons move, or makes them wait."""

    is_locked: bool


# --- from the runtime


@dataclass(frozen=True, slots=True)
class Tick(Event):
    """A due moment has come."""


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


@dataclass(frozen=True, slots=True)
class TakenOver(Event):
    """The match was taken over by another window."""


# --- outputs


class Output:
    """An order to the runtime or the view."""

    __slots__ = ()


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
class FinishAnimations(Output):
    """Finish all animations and release what is held."""


@dataclass(frozen=True, slots=True)
class CancelAnimations(Output):
    """Finish all animations and remove what flies: the match takes another course."""


@dataclass(frozen=True, slots=True)
class OfferMoves(Output):
    """Let the persons make the gestures that are offered now."""


@dataclass(frozen=True, slots=True)
class CallForToken(Output):
    """Call attention to the token that is to be put on the board."""


@dataclass(frozen=True, slots=True)
class TurnBoard(Output):
    """Show the board from its new bottom seat."""


@dataclass(frozen=True, slots=True)
class PickTargets(Output):
    """Let these targets be picked instead of any others."""

    targets: frozenset[Target]


@dataclass(frozen=True, slots=True)
class ReleaseHeld(Output):
    """Put back what is held and pick nothing."""


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
class ClearMessage(Output):
    """Remove the message from the board."""


@dataclass(frozen=True, slots=True)
class AskAboutEngine(Output):
    """Ask the person what to do about an engine that failed."""

    trouble: Trouble


@dataclass(frozen=True, slots=True)
class PlaySound(Output):
    """Play a sound by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class Save(Output):
    """Write the match to its file, after the next frame."""


@dataclass(frozen=True, slots=True)
class SaveNow(Output):
    """Write the match to its file at once."""


@dataclass(frozen=True, slots=True)
class Reopen(Output):
    """Move a match whose end was taken back to the unfinished ones."""


@dataclass(frozen=True, slots=True)
class AskEngine(Output):
    """Send a question to the opponent's process; an open question is cancelled."""

    question: Question
    seat: Seat | None = None
    """The seat of an external engine that is asked."""


@dataclass(frozen=True, slots=True)
class CancelQuestion(Output):
    """Cancel the open question."""


@dataclass(frozen=True, slots=True)
class CloseEngine(Output):
    """End the opponent's process at once: it has seen a hand that no opponent may see."""


@dataclass(frozen=True, slots=True)
class WriteLog(Output):
    """Write a line to the log."""

    text: str

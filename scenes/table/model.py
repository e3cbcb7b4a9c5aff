"""The state of a match table as one frozen value. Pure: no pygame, no words, no files, no clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import TYPE_CHECKING, Literal, Self

from rules.contract import NATURE, Move, Position, Remark, Seat, Target, Token
from rules.match import Change, Match, Span
from rules.record import Record
from scenes.table.state import HeldPlaces

if TYPE_CHECKING:
    from scenes.app.settings import Settings


@dataclass(frozen=True, slots=True)
class PlyCursor:
    """A place in a match. Methods with `pending` leave the last so many plies out: their animations still run."""

    match: Match
    shown: int | None = None  # plies on the board; None shows the match as it stands
    variation: tuple[Change, ...] = ()  # shown instead of the ones that came next

    @classmethod
    def at_ply(cls, match: Match, ply: int | None) -> Self:
        """Return the cursor after `ply` plies; the last one of a match that goes on is the match itself."""
        is_live = ply is None or (ply >= len(match.plies) and match.outcome() is None)
        return cls(match, None if is_live else ply)

    @property
    def is_live(self) -> bool:
        """Whether the board shows the match as it stands."""
        return self.shown is None

    @property
    def ply(self) -> int:
        return len(self.match.plies) if self.shown is None else self.shown

    @property
    def position(self) -> Position:
        return self.position_before(0)

    @property
    def is_at_end(self) -> bool:
        return self.ply >= len(self.match.plies)

    @property
    def previous_ply(self) -> int:
        """The ply at which the turn on the board begins, or what lies there instead."""
        ends = [self.ply] if self.variation else [span.first for span in self.match.turns() if span.first < self.ply]
        return max(ends, default=0)

    @property
    def next_turn(self) -> Span | None:
        return next((span for span in self.match.turns() if span.first >= self.ply), None)

    def turn_number(self, pending: int = 0) -> int | None:
        """Return the number of the last turn on the board, from 0."""
        ply = self.ply - pending
        return max((number for number, span in enumerate(self.match.turns()) if span.first < ply), default=None)

    def position_before(self, pending: int) -> Position:
        if self.variation:
            return (self.variation[0].before, *(change.after for change in self.variation))[-1 - pending]
        return self.match.positions[max(0, self.ply - pending)]

    def list_shown_steps(self, pending: int = 0) -> list[tuple[Position, Move]]:
        """Return the moves of the last turn on the board, or of what lies there instead, each with its position."""
        if self.variation:
            return [(change.before, change.move) for change in self.variation[: len(self.variation) - pending]]
        number = self.turn_number(pending)
        if number is None:
            return []
        span = self.match.turns()[number]
        plies = range(span.first, min(span.last, self.ply - pending))
        return [(self.match.positions[ply], self.match.plies[ply].move) for ply in plies]

    def find_plies_to_repeat(self, persons: Sequence[Seat]) -> range:
        """Return the plies of the others since the person's last turn, or of the last turn on the board."""
        spans = [span for span in self.match.turns() if span.first < self.ply]
        if not spans or spans[-1].seat == NATURE:
            return range(0)
        mover = self.match.position.to_move
        seat = persons[0] if len(persons) == 1 else mover
        is_under_way = spans[-1].seat == seat == mover and len(spans) > 1
        ended = spans[:-1] if is_under_way else spans
        others = list(takewhile(lambda span: span.seat not in (seat, NATURE), reversed(ended)))
        first = others[-1] if others and self.is_live else spans[-1]
        return range(first.first, self.ply)

    def list_changes(self, plies: range) -> list[Change]:
        positions = self.match.positions
        return [Change(positions[ply], positions[ply + 1], self.match.plies[ply].move) for ply in plies]


@dataclass(frozen=True, slots=True)
class Trouble:
    """The reason why an external engine doesn't go on: the words `engine.<code>` with `facts`."""

    seat: Seat
    code: str
    facts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence by the key of its words. `seat` fills in the name of a player."""

    key: str
    facts: Mapping[str, str] = field(default_factory=dict)
    seat: Seat | None = None
    trouble: Trouble | None = None  # the failure of an external engine that the sentence explains


@dataclass(frozen=True, slots=True)
class ViewState:
    """The state of the view, as it last reported it."""

    is_idle: bool = True  # whether no animation runs that the match waits for
    pending_moves: int = 0  # of others, whose animation hasn't ended: the status line waits for them
    is_replaying: bool = False  # whether a turn is shown again
    is_on_top: bool = True  # whether no other screen lies over the table
    is_choosing: bool = False  # whether the person is asked which of several moves is meant
    picked: frozenset[Target] = frozenset()
    move_delay: float = 0.0  # seconds from a program's answer to its move, in a match with persons


@dataclass(frozen=True, slots=True)
class HintState:
    """The adviser's last answer, and how much of it is shown."""

    moves: tuple[Move, ...] = ()
    shown: Literal["nothing", "nudge", "move"] = "nothing"
    is_eager: bool = False  # whether the key was pressed again before the answer: the move is then shown at once


@dataclass(frozen=True, slots=True)
class ReplayState:
    """Turns shown again, and the replay of the whole match."""

    due: float | None = None  # when the replay continues; None while it is stopped
    pointed: int | None = None  # the cell of the list of turns under the pointer or the keyboard
    pointed_turn: int | None = None  # the number of the turn in that cell
    pointed_due: float | None = None  # when the turn of that cell is shown again
    is_silent: bool = False  # whether the turn shown again was pointed at: it makes no sound


@dataclass(frozen=True, slots=True)
class PendingMove:
    """A move that its player must confirm."""

    move: Move
    held: HeldPlaces
    remark: Remark


@dataclass(frozen=True, slots=True)
class EngineState:
    """The requests to the computer players and the adviser, and the turns that wait for their moment."""

    seed: int = 0  # the source of the seeds of all questions
    question_count: int = 0
    is_asking: bool = False  # whether an answer is awaited
    seat: Seat | None = None  # that is asked for its turn
    is_advising: bool = False  # whether the open question is for a hint
    trouble: Trouble | None = None  # an external engine's: its seat isn't asked until the person has decided
    watchers: tuple[Seat, ...] = ()  # seats that are still to be asked what they do by themselves
    watched: Position | None = None  # about which the watchers are asked
    reactions: tuple[tuple[float, Move], ...] = ()  # seconds from the question, and the watcher's move then
    is_hurried: bool = False  # whether the persons need no more time before a throw that ends their chances
    turn: tuple[Move, ...] | None = None  # waits for its moment
    asked_at: float = 0.0
    due: float = 0.0
    scores: Mapping[Seat, tuple[int, ...]] = field(default_factory=dict)  # of all answers, by seat

    @property
    def is_busy(self) -> bool:
        """Whether an answer is awaited, or a turn waits for its moment."""
        return self.is_asking or self.turn is not None


@dataclass(frozen=True)
class ChanceState:
    """The state of a game's chance; games with dice or cards have more."""


@dataclass(frozen=True, slots=True)
class TableModel:
    """A match on the table."""

    record: Record  # `update` changes copies of the match only
    settings: Settings
    bottom: Seat  # at the lower edge of the board
    find_token_to_put: Callable[[Position, Move], Token | None]
    """Returns the token that a move puts on the board, if the person puts it there as a step of its own."""
    is_read_only: bool = False  # whether the match was over when it was opened: it is looked at and not changed
    is_elsewhere: bool = False  # whether another window has the match: this one only shows it
    is_tryout: bool = False
    has_programs: bool = True  # whether programs play the seats of computers; in an exercise the coach does
    asks_before_mistakes: bool = True
    is_locked: bool = False  # whether the persons have to wait for a coach
    shown_ply: int | None = None  # plies on the board in looking back; None shows the match as it stands
    variation: tuple[Change, ...] = ()  # shown instead of the ones that came next
    is_paused: bool = False  # whether the person has stopped programs that play each other
    is_halted: bool = False  # whether the players agreed on a pause: clocks stand still, the board is covered
    is_clock_stopped: bool = False  # whether the clocks of the rules wait for the players
    last_tick: tuple[int, int] | None = None  # plies played, whole seconds left at the last look at the rules' clock
    last_turned_to: Seat | None = None  # the seat that the board was last turned to by itself
    note: Message | None = None  # beside the status
    advice: tuple[Move, ...] = ()  # shown with arrows
    nudge: frozenset[Target] = frozenset()  # marked by the hint
    hint: HintState = HintState()
    pending: PendingMove | None = None
    replay: ReplayState = ReplayState()
    engine: EngineState = EngineState()
    chance: ChanceState = ChanceState()
    automatic_due: float | None = None  # when the table makes the move that nobody has to decide
    view: ViewState = ViewState()

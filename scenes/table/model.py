"""The whole state of a match table as one frozen value, which only `update` replaces. No pygame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import TYPE_CHECKING, Literal, Self

from rules.contract import NATURE, Gesture, Move, Position, Remark, Seat, Target
from rules.match import Change, Match, Span
from rules.record import Record
from scenes.surfaces.mark_rules import Drawing, MoveMarks
from scenes.table.state import HeldPlaces

if TYPE_CHECKING:
    from scenes.app.settings import Settings


@dataclass(frozen=True, slots=True)
class PlyCursor:
    """The point of a match that the board shows.

    Methods with `pending_count` leave out the last `pending_count` plies, as their animations still run.
    """

    match: Match
    shown_ply: int | None = None  # the number of plies before the shown position; None: all, also those to come
    variation: tuple[Change, ...] = ()  # changes from that position on, shown instead of what was played

    @classmethod
    def at_ply(cls, match: Match, ply: int | None) -> Self:
        """Return the cursor after `ply` plies, which is live after all plies of an unfinished match."""
        is_live = ply is None or (ply >= len(match.plies) and match.outcome() is None)
        return cls(match, None if is_live else ply)

    @property
    def is_live(self) -> bool:
        return self.shown_ply is None

    @property
    def ply(self) -> int:
        return len(self.match.plies) if self.shown_ply is None else self.shown_ply

    @property
    def position(self) -> Position:
        return self.position_before(0)

    @property
    def is_at_end(self) -> bool:
        return self.ply >= len(self.match.plies)

    @property
    def previous_ply(self) -> int:
        """The number of plies before the turn or the variation on the board."""
        if self.variation:
            return self.ply
        return max((span.first for span in self.match.turns() if span.first < self.ply), default=0)

    @property
    def next_turn(self) -> Span | None:
        return next((span for span in self.match.turns() if span.first >= self.ply), None)

    def turn_number(self, pending_count: int = 0) -> int | None:
        """Return the number of the last turn on the board, counted from 0; None if there is none."""
        ply = self.ply - pending_count
        return max((number for number, span in enumerate(self.match.turns()) if span.first < ply), default=None)

    def position_before(self, pending_count: int) -> Position:
        if self.variation:
            return (self.variation[0].before, *(change.after for change in self.variation))[-1 - pending_count]
        return self.match.positions[max(0, self.ply - pending_count)]

    def list_shown_steps(self, pending_count: int = 0) -> list[tuple[Position, Move]]:
        """Return the moves of the last turn, or of the variation, on the board, each with the position before it."""
        if self.variation:
            return [(change.before, change.move) for change in self.variation[: len(self.variation) - pending_count]]
        number = self.turn_number(pending_count)
        if number is None:
            return []
        span = self.match.turns()[number]
        plies = range(span.first, min(span.last, self.ply - pending_count))
        return [(self.match.positions[ply], self.match.plies[ply].move) for ply in plies]

    def find_plies_to_repeat(self, persons: Sequence[Seat]) -> range:
        """Return the plies since the person's last ended turn.

        If nobody else has moved since, or if an earlier position is shown, return the plies of the last turn.
        """
        spans = [span for span in self.match.turns() if span.first < self.ply]
        if not spans or spans[-1].seat == NATURE:
            return range(0)
        mover = self.match.position.to_move
        seat = persons[0] if len(persons) == 1 else mover
        is_under_way = spans[-1].seat == seat == mover and len(spans) > 1
        ended = spans[:-1] if is_under_way else spans
        others = list(takewhile(lambda span: span.seat not in (seat, NATURE), reversed(ended)))
        first_span = others[-1] if others and self.is_live else spans[-1]
        return range(first_span.first, self.ply)

    def list_changes(self, plies: range) -> list[Change]:
        positions = self.match.positions
        return [Change(positions[ply], positions[ply + 1], self.match.plies[ply].move) for ply in plies]


@dataclass(frozen=True, slots=True)
class Trouble:
    """The reason why an external engine failed: the words `engine.<code>` with `facts`."""

    seat: Seat
    code: str
    facts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence, given by the key of its words."""

    key: str
    facts: Mapping[str, str] = field(default_factory=dict)
    seat: Seat | None = None  # the player whose name the sentence contains
    trouble: Trouble | None = None  # the failure of an external engine, which is told before the sentence


@dataclass(frozen=True, slots=True)
class ViewState:
    """The state of the view, as it last reported it."""

    is_idle: bool = True  # whether no animation runs that the match waits for
    pending_moves: int = 0  # the number of moves of others whose animation hasn't ended
    is_replaying: bool = False  # whether an earlier turn is animated once more
    is_on_top: bool = True  # whether no other screen covers the table
    is_choosing: bool = False  # whether the person is asked which of several moves a gesture means
    picked: frozenset[Target] = frozenset()
    move_delay: float | None = None  # the game's own seconds from a program's answer to its move, at the normal pace


@dataclass(frozen=True, slots=True)
class HintState:
    """The adviser's last answer, and how much of it is shown."""

    moves: tuple[Move, ...] = ()
    shown: Literal["nothing", "nudge", "move"] = "nothing"
    is_eager: bool = False  # whether the person asked again before the answer: then the move is shown at once


@dataclass(frozen=True, slots=True)
class ReplayState:
    """The replay of the whole match, and the turn in the list at which the person points."""

    due: float | None = None  # the time at which the replay continues; None while it is stopped
    pointed_cell: int | None = None  # the cell of the list of turns under the pointer or the keyboard
    pointed_turn: int | None = None  # the number of the turn in that cell
    pointed_due: float | None = None  # the time at which that turn is animated once more
    is_silent: bool = False  # whether the running animation was started by pointing, and so makes no sound


@dataclass(frozen=True, slots=True)
class PendingMove:
    """A move that its player must confirm, or that ends a turn which the tutor judges (`EngineState.is_judging`)."""

    move: Move
    held: HeldPlaces
    remark: Remark | None = None  # the game's caution
    loss: float = 0.0  # of winning probability, by the turn
    better: tuple[Move, ...] = ()  # the better turn, if the tutor asks about this one


@dataclass(frozen=True, slots=True)
class EngineState:
    """The questions to the opponent's process, and its answers that aren't played yet.

    While all players may react to a throw of dice, each program is a watcher, which is asked what it does and when.
    """

    seed: int = 0  # the seeds of all questions come from this one
    question_count: int = 0
    is_asking: bool = False  # whether an answer is awaited
    asked_seat: Seat | None = None  # the seat that the open question is for; None: for a person
    is_advising: bool = False  # whether the open question is for a hint
    is_judging: bool = False  # whether it is about the turn that `pending_move` would end
    trouble: Trouble | None = None  # the failure of an external engine about which the person has to decide
    watchers: tuple[Seat, ...] = ()  # the programs that are still to be asked for their reactions
    watched_position: Position | None = None  # the position to which they react
    reactions: tuple[tuple[float, Move], ...] = ()  # (seconds after `asked_at`, move)
    is_hurried: bool = False  # whether the persons need no more time before a program throws
    answered_turn: tuple[Move, ...] | None = None  # an answer that is played at `due`
    asked_at: float = 0.0
    due: float = 0.0
    scores: Mapping[Seat, tuple[int, ...]] = field(default_factory=dict)  # the scores of all answers

    @property
    def is_busy(self) -> bool:
        """Whether an answer is awaited or not yet played."""
        return self.is_asking or self.answered_turn is not None


@dataclass(frozen=True)
class ChanceState:
    """The state of a game's dice or cards; the games that have such a state derive from this class."""


@dataclass(frozen=True, slots=True)
class TableModel:
    record: Record  # the match in it is never changed: `update` changes copies
    settings: Settings
    bottom_seat: Seat  # the seat at the lower edge of the board
    move_marks: MoveMarks  # those of the table's view
    is_read_only: bool = False  # whether the match was over when it was opened, and so can't be changed
    is_elsewhere: bool = False  # whether another window plays the match, and this one only shows it
    is_tryout: bool = False
    has_programs: bool = True  # whether programs play the seats of computers; in an exercise the coach does
    asks_before_mistakes: bool = True
    has_fast_tutor: bool = False  # whether the tutor's engines are compiled
    is_locked: bool = False  # whether a coach keeps the persons from moving
    shown_ply: int | None = None  # see `PlyCursor.shown_ply`
    variation: tuple[Change, ...] = ()  # see `PlyCursor.variation`
    is_paused: bool = False  # whether the person has stopped programs that play each other
    is_halted: bool = False  # whether the players agreed on a pause: clocks stand still, the board is covered
    is_clock_stopped: bool = False  # whether the turn clock waits for the players: at first, and after reopening
    last_tick: tuple[int, int] | None = None  # the last result of `TurnClock.read_tick`
    last_turned_to: Seat | None = None  # the seat to which `TURN_TO_MOVER` last turned the board
    note: Message | None = None  # the text below the status line
    advice: tuple[Move, ...] = ()  # the moves that arrows show
    nudge: frozenset[Target] = frozenset()  # the targets that the hint marks
    hint: HintState = HintState()
    pending_move: PendingMove | None = None
    premove: Gesture | None = None  # what the person does as soon as the program has moved
    is_premove_dropped: bool = False  # whether one was dropped since the last move
    drawings: tuple[Drawing, ...] = ()  # the person's arrows and circles on the shown position
    replay: ReplayState = ReplayState()
    engine: EngineState = EngineState()
    chance: ChanceState = ChanceState()
    automatic_due: float | None = None  # the time at which the automatic move is played
    view: ViewState = ViewState()

"""A match with its positions, plies, undone plies, clock and ending. No other object in `rules` changes in play."""

import copy
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import dropwhile, pairwise
from random import Random
from typing import Final, Generic, Literal, Self, TypeAlias, TypeVar

from rules import abilities
from rules.clock import Clock, Control
from rules.contract import NATURE, Move, Options, Outcome, Position, Seat
from rules.errors import IllegalMoveError

O = TypeVar("O", bound=Options)  # noqa: E741
P = TypeVar("P", bound=Position)
M = TypeVar("M", bound=Move)

Ending = Literal["resigned", "agreed", "time-out"]  # ending outside the rules, as in `Outcome.reason` and records
ENDINGS: Final[tuple[Ending, ...]] = ("resigned", "agreed", "time-out")

MAX_PLIES: Final = 20_000  # plies after which a match is full: a record of this length can still be stored and read


def starts_by_position(positions: Sequence[Position], moves: Sequence[Move]) -> list[int]:
    """Return the numbers of the moves that begin a turn, according to `turn_started` of the positions before them."""
    return [number for number in range(len(moves)) if number == 0 or positions[number].turn_started]


@dataclass(frozen=True, slots=True)
class GamePlay(Generic[O, P, M]):
    key: str  # the name on the console and in files, such as "double-draughts"
    options: type[O]
    start: Callable[[O, int], P]  # (options, number of seats) -> first position
    turns: Callable[[P], Iterator[str]]  # texts of the legal turns, in no particular order; ignores automatic draws
    perft: Callable[[P, int], list[int]]
    """(position, n) -> the number of turn sequences of each length from 1 to n; ignores automatic draws."""
    seats: range = range(2, 3)
    usual_seats: int | None = None  # number of players that the set-up proposes; None: the smallest of `seats`
    turn_starts: Callable[[Sequence[P], Sequence[M]], list[int]] = starts_by_position
    """(positions before each move and after the last, moves) -> numbers of the moves that begin a turn, 0 first."""
    with_options: Callable[[P, O], P] = lambda position, options: position
    """(position read from a text, options) -> the position with those options that its text doesn't contain."""
    resolve_chance: Callable[[O, Random], O] = lambda options, rng: options
    """(options, random generator) -> the options with all random choices made."""
    rematch_options: Callable[[O], tuple[O, ...]] | None = None
    """Options -> the options offered for the next match, in which all keep their seats: first the usual ones.

    None: the players change seats and keep the options.
    """


AnyPlay: TypeAlias = GamePlay[Options, Position, Move]


@dataclass(frozen=True, slots=True)
class Ply:
    """A move that was played, and the seconds that it took."""

    move: Move
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Change:
    """A move from `before` to `after` that was played or, if not `forward`, undone; for animation and sound."""

    before: Position
    after: Position
    move: Move
    forward: bool = True


@dataclass(frozen=True, slots=True)
class Span:
    """A turn of a match as indices of plies: from `first` up to but not including `last`."""

    seat: Seat
    first: int
    last: int


class Match:
    """A match of a game. `now` is always a time in seconds that never decreases, with an arbitrary origin."""

    def __init__(
        self,
        game: AnyPlay,
        options: Options | None = None,
        seats: int = 2,
        *,
        position: Position | None = None,
        control: Control | None = None,
    ) -> None:
        self.game = game
        self.options = game.options() if options is None else options
        self.seats = seats
        self.start: Position = game.start(self.options, seats) if position is None else position
        self.has_own_start: Final = (
            position is not None
        )  # whether it began from a given position, not the game's first
        self.clock = Clock(control or Control(), seats)
        self.plies: list[Ply] = []
        self.ending: tuple[Ending, Seat] | None = None  # an ending outside the rules, and the seat that caused it
        self._positions: list[Position] = [self.start]
        self._outcome_cache: tuple[Position, Outcome | None] | None = None
        self._undone: list[Ply] = []
        self._turns_cache: list[Span] | None = None  # cache for `turns`; None after the plies have changed
        self._is_counting_time = False  # True from `start_clock` to `pause_clock`
        self._counting_start: float | None = None  # time from which seconds are being counted; None: they aren't
        self._spent_seconds = 0.0  # seconds that the current decision took before `_counting_start`

    def copy(self) -> Self:
        clone = copy.copy(self)
        clone.clock = self.clock.copy()
        clone.plies, clone._positions, clone._undone = [*self.plies], [*self._positions], [*self._undone]
        return clone

    @property
    def position(self) -> Position:
        return self._positions[-1]

    @property
    def is_hiding(self) -> bool:
        """Whether some seat can't see part of the position; in games with hidden cards also before the deal."""
        return abilities.seen_by(self.position, None) is not self.position

    @property
    def positions(self) -> Sequence[Position]:
        """The positions before each ply and after the last one."""
        return self._positions

    def outcome(self) -> Outcome | None:
        """Return the outcome, by the rules or by an ending outside them; None while the match continues."""
        if self.ending is None:
            if self._outcome_cache is None or self._outcome_cache[0] is not self.position:
                self._outcome_cache = (self.position, self.position.outcome())
            return self._outcome_cache[1]
        reason, seat = self.ending
        if reason == "agreed":
            return Outcome(reason)
        return Outcome(reason, tuple(other for other in range(self.seats) if other != seat))

    def is_clock_waiting(self, seat: Seat) -> bool:
        """Return whether the clock of `seat` doesn't run yet, because its first turn isn't over (`Control.late`)."""
        movers = (position.to_move for position in self._positions)
        first = dropwhile(lambda mover: mover != seat, movers)
        return self.clock.control.late and all(mover in (seat, NATURE) for mover in first)

    def _take_from_clock(self, seconds: float) -> None:
        if not self.is_clock_waiting(self.position.to_move):
            self.clock.add_seconds(self.position.to_move, -seconds)

    def start_clock(self, now: float) -> None:
        """Start to count the time of the seat to move, at the beginning, after a pause or after loading."""
        self._stop_counting(now)
        self._is_counting_time = True
        if self.outcome() is None:
            self._counting_start = now
            if self.position.to_move != NATURE and not self.is_clock_waiting(self.position.to_move):
                self.clock.start(self.position.to_move, now)

    def pause_clock(self, now: float) -> None:
        self._is_counting_time = False
        self._stop_counting(now)

    @property
    def spent_seconds(self) -> float:
        """The seconds that the current decision had taken when counting last stopped."""
        return self._spent_seconds

    def spend_seconds(self, seconds: float) -> None:
        """Add seconds to the time of the current decision, for example when a stored match is continued."""
        self._spent_seconds += seconds
        self._take_from_clock(seconds)

    def seconds_taken(self, now: float) -> float:
        return self._spent_seconds + (0.0 if self._counting_start is None else max(0.0, now - self._counting_start))

    def turn_seconds_left(self, now: float) -> float | None:
        """Return the seconds left for the current turn, never below 0; None if the rules set no limit."""
        limits = abilities.limits(self.position)
        if limits is None:
            return None
        before = 0.0
        number = len(self.plies)
        while number and not self._positions[number].turn_started:
            number -= 1
            before += self.plies[number].seconds
        return max(0.0, limits.turn - before - self.seconds_taken(now))

    def match_seconds_left(self, now: float) -> float | None:
        """Return the seconds left for the whole match, never below 0; None if the rules set no limit."""
        limits = abilities.limits(self.position)
        if limits is None or not limits.match:
            return None
        return max(0.0, limits.match - sum(ply.seconds for ply in self.plies) - self.seconds_taken(now))

    def seconds_to_event(self, now: float) -> float | None:
        """Return the seconds until the next clock event of the rules; None if no time is counted or limited."""
        left = [self.turn_seconds_left(now), self.match_seconds_left(now)] if self._counting_start is not None else []
        return min((seconds for seconds in left if seconds is not None), default=None)

    def pending_event(self, now: float) -> Move | None:
        """Return the clock event that is due, or None; if the time of both turn and match is up, the earlier one."""
        if self.seconds_to_event(now) != 0.0 or self._counting_start is None:
            return None
        turn, match = self.turn_seconds_left(self._counting_start), self.match_seconds_left(self._counting_start)
        word = "time" if match is None or (turn is not None and turn < match) else "hour"
        return next(event for event in abilities.clock_events(self.position) if str(event) == word)

    def play_clock_event(self, now: float) -> Change | None:
        """Play the clock event that is due; if the rules say so, the seat to move loses the match instead.

        Returns None if no event was played. The event counts as played when the time ran out, however late this
        method is called.
        """
        event, since, limits = self.pending_event(now), self._counting_start, abilities.limits(self.position)
        left = None if since is None else self.seconds_to_event(since)
        if event is None or since is None or left is None or limits is None:
            return None
        if str(event) == "time" and limits.forfeits:
            self.force_end("time-out", self.position.to_move, since + left)
            return None
        self._stop_counting(since + left)
        return self._apply_ply(Ply(event, self._spent_seconds), now)

    def _stop_counting(self, now: float) -> None:
        if self._counting_start is not None:
            self._spent_seconds += max(0.0, now - self._counting_start)
            self._counting_start = None
        self.clock.stop(now)

    def _cancel_decision(self, now: float) -> None:
        """Cancel the current decision and give its time back to the clock."""
        self._stop_counting(now)
        self._take_from_clock(-self._spent_seconds)
        self._spent_seconds = 0.0

    def play(self, move: Move, now: float = 0.0) -> Change:
        """Play a legal move. The undone plies are deleted, unless `move` is the next one to redo.

        Raises IllegalMoveError.
        """
        if self.outcome() is not None:
            raise IllegalMoveError("the match is over")
        if not abilities.is_legal(self.position, move):
            raise IllegalMoveError(f"{move} is not a legal move")
        if self.pending_event(now) is not None:
            raise IllegalMoveError("the time is up")
        self._stop_counting(now)
        if self.next_redo == move:
            self._undone.pop()
        else:
            self._undone.clear()
        return self._apply_ply(Ply(move, self._spent_seconds), now)

    @property
    def next_redo(self) -> Move | None:
        """The undone move that would be redone next, or None."""
        return self._undone[-1].move if self._undone else None

    def play_chance(
        self, move: Move | None = None, rng: Random | None = None, now: float = 0.0, *, anew: bool = False
    ) -> Change:
        """Play a move of Nature: `move`, or one drawn from `rng` with the probabilities of the position.

        If a move of Nature was undone here, that move is played again instead, unless `anew` is True. Raises
        IllegalMoveError.
        """
        if not anew and self.next_redo is not None and self.next_redo.seat == NATURE:
            move = self.next_redo
        if move is None:
            if rng is None or not abilities.has_chance(self.position):
                raise IllegalMoveError("nothing is left to chance here")
            move = abilities.sample(self.position, rng)
        return self.play(move, now)

    def _apply_ply(self, ply: Ply, now: float) -> Change:
        before = self.position
        after = before.play(ply.move)
        if after.to_move != before.to_move:
            self._take_from_clock(-self.clock.control.increment)
        self.plies.append(ply)
        self._positions.append(after)
        self._turns_cache = None
        self._stop_counting(now)
        self._spent_seconds = 0.0
        self._resume_counting(now)
        return Change(before, after, ply.move)

    def replay(self, ply: Ply) -> None:
        """Play a ply of a record, with its time. Raises IllegalMoveError."""
        mover = self.position.to_move
        waits = self.is_clock_waiting(mover)
        self.play(ply.move)
        self.plies[-1] = ply
        self.clock.add_seconds(mover, 0.0 if waits else -ply.seconds)

    def _undo_ply(self) -> Change:
        after = self._positions.pop()
        ply = self.plies.pop()
        self._turns_cache = None
        self._undone.append(ply)
        before = self.position
        added = self.clock.control.increment if after.to_move != before.to_move else 0.0
        self._take_from_clock(added - ply.seconds)
        return Change(before, after, ply.move, forward=False)

    @property
    def can_take_back(self) -> bool:
        """Whether the last decision of the unfinished turn can be undone; a move of Nature can't."""
        position = self.position
        if (
            position.turn_started
            or abilities.is_undo_barred(position)
            or not self.plies
            or self.ending
            or not abilities.may_undo(position)
        ):
            return False
        return NATURE not in (position.to_move, self.plies[-1].move.seat)

    def take_back(self, now: float = 0.0) -> Change | None:
        """Undo the last decision of the unfinished turn, without giving its time back; return None if impossible."""
        if not self.can_take_back:
            return None
        (change,) = self._undo_plies(1, now, is_time_kept=True)
        return change

    def undo(self, persons: Iterable[Seat] = (), now: float = 0.0) -> list[Change]:
        """Undo to the start of the last turn of one of `persons`, or of any seat if `persons` is empty.

        Returns the steps, newest first. Undoing stops where `abilities.is_undo_barred`. An ending outside the rules
        is undone alone, or not at all if it has shown hidden cards. Players get the time of undone turns back, but
        not the time of an unfinished turn.
        """
        wanted_seats = set(persons) or set(range(self.seats))
        if self.ending is not None and self.is_hiding:
            return []
        if self.ending is not None:
            if abilities.limits(self.position) is None:  # otherwise a player could reset the turn's time by resigning
                self._cancel_decision(now)
            self.ending = None
            self._resume_counting(now)
            return []
        turns = [span for span in self.turns() if span.seat in wanted_seats]
        if not turns or not abilities.may_undo(self.position):
            return []
        is_unfinished = not self.position.turn_started and turns[-1].last == len(self.plies)
        return self._undo_plies(len(self.plies) - turns[-1].first, now, is_time_kept=is_unfinished)

    def _undo_plies(self, plies: int, now: float, is_time_kept: bool) -> list[Change]:
        """Undo up to `plies` plies, as far as `is_undo_barred` allows; with `is_time_kept` no time is given back."""
        self._stop_counting(now)
        used = self._spent_seconds
        self._take_from_clock(-used)
        changes: list[Change] = []
        while len(changes) < plies and not abilities.is_undo_barred(self.position):
            used += self.plies[-1].seconds
            changes.append(self._undo_ply())
        self._spent_seconds = 0.0
        if is_time_kept:
            self.spend_seconds(used)
        self._resume_counting(now)
        return changes

    def redo(self, persons: Iterable[Seat] = (), now: float = 0.0) -> list[Change]:
        """Redo undone plies up to the next turn of one of `persons`, or of any seat if `persons` is empty.

        Returns the steps, oldest first.
        """
        wanted_seats = set(persons) or set(range(self.seats))
        changes: list[Change] = []
        used = self.seconds_taken(now)
        if self._undone and self.ending is None:
            self._cancel_decision(now)
        while self._undone and self.ending is None:
            ply = self._undone.pop()
            if not changes and used > ply.seconds:  # undo and redo must not gain time
                ply = Ply(ply.move, used)
            self._take_from_clock(ply.seconds)
            changes.append(self._apply_ply(ply, now))
            if self.position.turn_started and self.position.to_move in wanted_seats:
                break
        return changes

    def _resume_counting(self, now: float) -> None:
        if self._is_counting_time:
            self.start_clock(now)

    @property
    def can_redo(self) -> bool:
        return bool(self._undone) and self.ending is None

    def force_end(self, reason: Ending, seat: Seat, now: float = 0.0) -> None:
        """End an unfinished match outside the rules: `seat` resigned, agreed to a draw, or used up its time."""
        if self.outcome() is None:
            self._stop_counting(now)
            self.ending = (reason, seat)
            self._undone.clear()

    @property
    def plies_left(self) -> int:
        """The number of plies left until `MAX_PLIES`. A turn that has begun may be finished beyond it."""
        return max(0, MAX_PLIES - len(self.plies))

    @property
    def is_full(self) -> bool:
        """Whether an unfinished match has reached `MAX_PLIES`, so that its next turn can't begin."""
        if self.plies_left or self.outcome() is not None:
            return False
        return self.position.turn_started and self.position.to_move != NATURE

    def moves(self, span: Span) -> list[Move]:
        return [ply.move for ply in self.plies[span.first : span.last]]

    def turns(self) -> list[Span]:
        """Return the turns, the last perhaps unfinished; the seat of a turn is the seat of the turn's first move.

        The same list is returned until the plies change. Callers must not change it.
        """
        if self._turns_cache is None:
            starts = self.game.turn_starts(self._positions, [ply.move for ply in self.plies])
            bounds = pairwise([*starts, len(self.plies)])
            self._turns_cache = [Span(self.plies[first].move.seat, first, last) for first, last in bounds]
        return self._turns_cache

    def count_turns(self, most: int | None = None) -> int:
        """Return the number of players' (not Nature's) turns among the first `most` turns; None counts all."""
        return sum(span.seat != NATURE for span in self.turns()[:most])

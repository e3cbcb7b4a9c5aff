"""A match: positions, plies, undone plies, clock and ending. It is the only mutable game object in `rules`."""

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

Ending = Literal["resigned", "agreed", "time-out"]  # outside the rules: word in the record, `Outcome.reason`
ENDINGS: Final[tuple[Ending, ...]] = ("resigned", "agreed", "time-out")

LONGEST: Final = 20_000  # plies of a match at a table, which can still be stored and read whole


def starts_by_position(positions: Sequence[Position], moves: Sequence[Move]) -> list[int]:
    """Return the numbers of the moves that begin a turn, found by `turn_started` of each position."""
    return [number for number in range(len(moves)) if number == 0 or positions[number].turn_started]


@dataclass(frozen=True, slots=True)
class GamePlay(Generic[O, P, M]):
    key: str  # the name on the console and in files, such as "double-draughts"
    options: type[O]
    start: Callable[[O, int], P]  # (options, number of seats) -> first position
    turns: Callable[[P], Iterator[str]]  # text, generated lazily in no particular order; ignores automatic draws
    perft: Callable[[P, int], list[int]]
    """(position, n) -> the number of turn sequences of length 1 … n; automatic draws are ignored."""
    seats: range = range(2, 3)
    usual_seats: int | None = None  # players at the setup; None: the smallest of `seats`
    turn_starts: Callable[[Sequence[P], Sequence[M]], list[int]] = starts_by_position
    """(positions before each move and after the last, moves) -> numbers of the moves that begin a turn, 0 first."""
    with_options: Callable[[P, O], P] = lambda position, options: position
    """(position read from a text, options) -> the position with the options that its text doesn't include."""
    resolve_chance: Callable[[O, Random], O] = lambda options, rng: options
    """(options, random generator) -> the options with all random choices made."""
    rematch_options: Callable[[O], tuple[O, ...]] | None = None
    """Options -> options of the next match of the session, in which all players keep their seats.

    The first result is the usual one; the players may choose the others instead. None: the players change seats and
    keep the options.
    """


AnyPlay: TypeAlias = GamePlay[Options, Position, Move]


@dataclass(frozen=True, slots=True)
class Ply:
    """A move that was played, and the seconds that it took."""

    move: Move
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Change:
    """One step of a match, with data for animation and sound; from `after` to `before` unless `forward`."""

    before: Position
    after: Position
    move: Move
    forward: bool = True


@dataclass(frozen=True, slots=True)
class Span:
    """A turn in the list of plies: from `first` up to, not including, `last`."""

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
        self.set_up: Final = position is not None  # began from a given position, not the game's first
        self.clock = Clock(control or Control(), seats)
        self.plies: list[Ply] = []
        self.ending: tuple[Ending, Seat] | None = None  # an ending outside the rules, and the seat that caused it
        self._positions: list[Position] = [self.start]
        self._judged: tuple[Position, Outcome | None] | None = None
        self._future: list[Ply] = []
        self._turns: list[Span] | None = None  # cache for `turns`; None after the plies have changed
        self._timed = False  # time is counted: True from `go` to `pause`
        self._since: float | None = None  # start of the current timing; None while no time is counted
        self._spent = 0.0  # seconds that the current decision took before `_since`

    def copy(self) -> Self:
        twin = copy.copy(self)
        twin.clock = self.clock.copy()
        twin.plies, twin._positions, twin._future = [*self.plies], [*self._positions], [*self._future]
        return twin

    @property
    def position(self) -> Position:
        return self._positions[-1]

    @property
    def is_hiding(self) -> bool:
        """Whether part of the position is hidden from some seat; in games with secrets also before the deal."""
        return abilities.seen_by(self.position, None) is not self.position

    @property
    def positions(self) -> Sequence[Position]:
        """The positions before each ply and after the last one."""
        return self._positions

    def outcome(self) -> Outcome | None:
        """Return the outcome, by the rules or outside them; None while the match continues."""
        if self.ending is None:
            if self._judged is None or self._judged[0] is not self.position:
                self._judged = (self.position, self.position.outcome())
            return self._judged[1]
        reason, seat = self.ending
        if reason == "agreed":
            return Outcome(reason)
        return Outcome(reason, tuple(other for other in range(self.seats) if other != seat))

    def is_clock_waiting(self, seat: Seat) -> bool:
        """Return whether the clock of `seat` starts after its first turn, and no other seat was to move since."""
        movers = (position.to_move for position in self._positions)
        first = dropwhile(lambda mover: mover != seat, movers)
        return self.clock.control.late and all(mover in (seat, NATURE) for mover in first)

    def _charge(self, seconds: float) -> None:
        if not self.is_clock_waiting(self.position.to_move):
            self.clock.add(self.position.to_move, -seconds)

    def start_clock(self, now: float) -> None:
        """Start to count the time of the seat to move: at the beginning, after a pause or after loading."""
        self._stop(now)
        self._timed = True
        if self.outcome() is None:
            self._since = now
            if self.position.to_move != NATURE and not self.is_clock_waiting(self.position.to_move):
                self.clock.start(self.position.to_move, now)

    def pause_clock(self, now: float) -> None:
        self._timed = False
        self._stop(now)

    @property
    def spent_seconds(self) -> float:
        """Seconds that the current decision had taken at the last pause."""
        return self._spent

    def spend_seconds(self, seconds: float) -> None:
        """Add seconds to the current decision, for example when a stored match is continued."""
        self._spent += seconds
        self._charge(seconds)

    def seconds_taken(self, now: float) -> float:
        return self._spent + (0.0 if self._since is None else max(0.0, now - self._since))

    def turn_left(self, now: float) -> float | None:
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

    def match_left(self, now: float) -> float | None:
        """Return the seconds left for the whole match, never below 0; None if the rules set no limit."""
        limits = abilities.limits(self.position)
        if limits is None or not limits.match:
            return None
        return max(0.0, limits.match - sum(ply.seconds for ply in self.plies) - self.seconds_taken(now))

    def seconds_to_event(self, now: float) -> float | None:
        """Return the seconds until the next clock event; None if the clock is stopped or doesn't exist."""
        left = [self.turn_left(now), self.match_left(now)] if self._since is not None else []
        return min((seconds for seconds in left if seconds is not None), default=None)

    def pending_event(self, now: float) -> Move | None:
        """Return the clock event that is due, or None. If both are due, the earlier one."""
        if self.seconds_to_event(now) != 0.0 or self._since is None:
            return None
        turn, match = self.turn_left(self._since), self.match_left(self._since)
        word = "time" if match is None or (turn is not None and turn < match) else "hour"
        return next(event for event in abilities.clock_events(self.position) if str(event) == word)

    def play_clock_event(self, now: float) -> Change | None:
        """Play the clock event that is due, or end the match as lost by the seat to move.

        Returns None if no event is due or the match has ended. The event gets exactly the time that was left, also
        if this method is called later.
        """
        event, since, limits = self.pending_event(now), self._since, abilities.limits(self.position)
        left = None if since is None else self.seconds_to_event(since)
        if event is None or since is None or left is None or limits is None:
            return None
        if str(event) == "time" and limits.forfeits:
            self.end("time-out", self.position.to_move, since + left)
            return None
        self._stop(since + left)
        return self._advance(Ply(event, self._spent), now)

    def _stop(self, now: float) -> None:
        if self._since is not None:
            self._spent += max(0.0, now - self._since)
            self._since = None
        self.clock.stop(now)

    def _drop(self, now: float) -> None:
        """Cancel the current decision and return its time to the clock."""
        self._stop(now)
        self._charge(-self._spent)
        self._spent = 0.0

    def play(self, move: Move, now: float = 0.0) -> Change:
        """Play a legal move. The undone plies are deleted, unless `move` is the next of them.

        Raises IllegalMoveError.
        """
        if self.outcome() is not None:
            raise IllegalMoveError("the match is over")
        if not abilities.is_legal(self.position, move):
            raise IllegalMoveError(f"{move} is not a legal move")
        if self.pending_event(now) is not None:
            raise IllegalMoveError("the time is up")
        self._stop(now)
        if self.next_redo == move:
            self._future.pop()
        else:
            self._future.clear()
        return self._advance(Ply(move, self._spent), now)

    @property
    def next_redo(self) -> Move | None:
        """The undone move that would be redone next, or None."""
        return self._future[-1].move if self._future else None

    def play_chance(
        self, move: Move | None = None, rng: Random | None = None, now: float = 0.0, *, anew: bool = False
    ) -> Change:
        """Play a move of Nature: `move`, or one drawn from `rng` with the probabilities of the position.

        If Nature's move here was undone, the same move is played again instead, unless `anew` is True. Raises
        IllegalMoveError.
        """
        if not anew and self.next_redo is not None and self.next_redo.seat == NATURE:
            move = self.next_redo
        if move is None:
            if rng is None or not abilities.has_chance(self.position):
                raise IllegalMoveError("nothing is left to chance here")
            move = abilities.sample(self.position, rng)
        return self.play(move, now)

    def _advance(self, ply: Ply, now: float) -> Change:
        before = self.position
        after = before.play(ply.move)
        if after.to_move != before.to_move:
            self._charge(-self.clock.control.increment)
        self.plies.append(ply)
        self._positions.append(after)
        self._turns = None
        self._stop(now)
        self._spent = 0.0
        self._wait(now)
        return Change(before, after, ply.move)

    def replay(self, ply: Ply) -> None:
        """Play a ply of a record, with its time. Raises IllegalMoveError."""
        mover = self.position.to_move
        waits = self.is_clock_waiting(mover)
        self.play(ply.move)
        self.plies[-1] = ply
        self.clock.add(mover, 0.0 if waits else -ply.seconds)

    def _back(self) -> Change:
        after = self._positions.pop()
        ply = self.plies.pop()
        self._turns = None
        self._future.append(ply)
        before = self.position
        added = self.clock.control.increment if after.to_move != before.to_move else 0.0
        self._charge(added - ply.seconds)
        return Change(before, after, ply.move, forward=False)

    @property
    def can_take_back(self) -> bool:
        """Whether a decision of the unfinished turn can be undone: not after a move of Nature."""
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
        """Undo one decision of the unfinished turn, if possible. Its time stays used."""
        if not self.can_take_back:
            return None
        (change,) = self._go_back(1, now, is_time_kept=True)
        return change

    def undo(self, persons: Iterable[Seat] = (), now: float = 0.0) -> list[Change]:
        """Undo to the start of the last whole turn of one of `persons` (empty: of any seat).

        Returns the steps, newest first. It stops at a sealed position. An ending outside the rules is undone alone,
        unless it has shown hidden things. Players get the time of undone turns back, but not that of an unfinished
        turn.
        """
        wanted = set(persons) or set(range(self.seats))
        if self.ending is not None and self.is_hiding:
            return []
        if self.ending is not None:
            if abilities.limits(self.position) is None:  # otherwise a player could reset the turn's time by resigning
                self._drop(now)
            self.ending = None
            self._wait(now)
            return []
        turns = [span for span in self.turns() if span.seat in wanted]
        if not turns or not abilities.may_undo(self.position):
            return []
        is_unfinished = not self.position.turn_started and turns[-1].last == len(self.plies)
        return self._go_back(len(self.plies) - turns[-1].first, now, is_time_kept=is_unfinished)

    def _go_back(self, plies: int, now: float, is_time_kept: bool) -> list[Change]:
        """Undo up to `plies` plies, but nothing before a sealed position. `is_time_kept`: their time stays used."""
        self._stop(now)
        used = self._spent
        self._charge(-used)
        changes: list[Change] = []
        while len(changes) < plies and not abilities.is_undo_barred(self.position):
            used += self.plies[-1].seconds
            changes.append(self._back())
        self._spent = 0.0
        if is_time_kept:
            self.spend_seconds(used)
        self._wait(now)
        return changes

    def redo(self, persons: Iterable[Seat] = (), now: float = 0.0) -> list[Change]:
        """Redo up to the next start of a turn of one of `persons` (empty: of any seat), or all undone plies."""
        wanted = set(persons) or set(range(self.seats))
        changes: list[Change] = []
        used = self.seconds_taken(now)
        if self._future and self.ending is None:
            self._drop(now)
        while self._future and self.ending is None:
            ply = self._future.pop()
            if not changes and used > ply.seconds:  # undo and redo must not gain time
                ply = Ply(ply.move, used)
            self._charge(ply.seconds)
            changes.append(self._advance(ply, now))
            if self.position.turn_started and self.position.to_move in wanted:
                break
        return changes

    def _wait(self, now: float) -> None:
        if self._timed:
            self.start_clock(now)

    @property
    def can_redo(self) -> bool:
        return bool(self._future) and self.ending is None

    def end(self, reason: Ending, seat: Seat, now: float = 0.0) -> None:
        """End the match outside the rules: `seat` resigned, accepted the offer, or used all its time."""
        if self.outcome() is None:
            self._stop(now)
            self.ending = (reason, seat)
            self._future.clear()

    @property
    def plies_left(self) -> int:
        """Plies left until `LONGEST`. A turn that has begun may still be finished beyond that."""
        return max(0, LONGEST - len(self.plies))

    @property
    def is_full(self) -> bool:
        """Whether the match isn't over and is too long to begin another turn."""
        if self.plies_left or self.outcome() is not None:
            return False
        return self.position.turn_started and self.position.to_move != NATURE

    def moves(self, span: Span) -> list[Move]:
        return [ply.move for ply in self.plies[span.first : span.last]]

    def turns(self) -> list[Span]:
        """Return the plies as turns; the last may be unfinished. `seat` is the seat of the first move of the turn.

        The same list is returned until the plies change. Callers must not change it.
        """
        if self._turns is None:
            starts = self.game.turn_starts(self._positions, [ply.move for ply in self.plies])
            bounds = pairwise([*starts, len(self.plies)])
            self._turns = [Span(self.plies[first].move.seat, first, last) for first, last in bounds]
        return self._turns

    def count_turns(self, most: int | None = None) -> int:
        """Count those of the first `most` turns (None: of all) that a player had, not Nature."""
        return sum(span.seat != NATURE for span in self.turns()[:most])

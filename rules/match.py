"""A match: the one object in `rules` that changes. Positions, plies, what was undone, the clock and the ending."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Final, Generic, Literal, TypeAlias, TypeVar

from rules import abilities
from rules.clock import Clock, Control
from rules.contract import NATURE, Move, Options, Outcome, Position, Seat
from rules.errors import IllegalMoveError

O = TypeVar("O", bound=Options)  # noqa: E741
P = TypeVar("P", bound=Position)
M = TypeVar("M", bound=Move)

Ending = Literal["resigned", "agreed", "time-out"]
"""How a match can end beside its rules: the word in the record and the reason of the outcome."""
ENDINGS: Final[tuple[Ending, ...]] = ("resigned", "agreed", "time-out")

LONGEST: Final = 20_000
"""Plies after which a match isn't gone on with at a table: far more than people play, and few enough that it is
always kept whole and read again."""


def starts_by_position(positions: Sequence[Position], moves: Sequence[Move]) -> list[int]:
    """The numbers of the moves that begin a turn, where each position says so."""
    return [number for number in range(len(moves)) if number == 0 or positions[number].turn_started]


def options_as_chosen(options: O, rng: Random) -> O:
    """For games whose options leave nothing to chance."""
    return options


def position_as_read(position: P, options: Options) -> P:
    """For games whose position text carries all that their options say."""
    return position


@dataclass(frozen=True, slots=True)
class GamePlay(Generic[O, P, M]):
    """What a match needs of a game."""

    key: str
    """The name on the console and in files: "double-draughts"."""
    seats: range
    """How many may play."""
    options: type[O]
    start: Callable[[O, int], P]
    """(options, number of seats) -> the first position."""
    turns: Callable[[P], Iterator[str]]
    """The legal turns as text, lazily, in no order; automatic draws are ignored."""
    perft: Callable[[P, int], list[int]]
    """(position, n) -> the number of turn sequences of length 1 … n; automatic draws are ignored."""
    usual_seats: int | None = None
    """How many a set-up begins with, where that isn't the least that may play."""
    turn_starts: Callable[[Sequence[P], Sequence[M]], list[int]] = starts_by_position
    """(positions before each move and after the last, moves) -> the numbers of the moves that begin a turn, from 0;
    0 is one of them if there are any."""
    with_options: Callable[[P, O], P] = position_as_read
    """(position from a text, options) -> the same played under what the options say and the text doesn't."""
    resolve_chance: Callable[[O, Random], O] = options_as_chosen
    """(options, dice) -> the same, with what a coin decides before the match decided."""
    rematch_options: Callable[[O], tuple[O, ...]] | None = None
    """Options -> those of the next match of the session, in which all keep their seats: as it usually is, then what
    may be agreed instead. None where the players change seats and play under the same options."""


AnyPlay: TypeAlias = GamePlay[Options, Position, Move]
"""What a match needs of any game."""


@dataclass(frozen=True, slots=True)
class Ply:
    """A move as it was made, and the seconds that it took."""

    move: Move
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Change:
    """What one step did: all that is needed to animate, sound and list it. Backwards it led from after to before."""

    before: Position
    after: Position
    move: Move
    forward: bool = True


@dataclass(frozen=True, slots=True)
class Span:
    """A turn in the list of plies: `first` up to, not including, `last`."""

    seat: Seat
    first: int
    last: int


class Match:
    """A game being played. `now` is always a number of seconds that only grows; it may start anywhere."""

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
        own = position is not None
        self.start: Position = position if position is not None else game.start(self.options, seats)
        self.set_up: Final = own
        """Whether it began from a position of its own rather than the game's."""
        self.clock = Clock(control or Control(), seats)
        self.plies: list[Ply] = []
        self.ending: tuple[Ending, Seat] | None = None
        """An ending beside the rules, and the seat that brought it about."""
        self._positions: list[Position] = [self.start]
        self._future: list[Ply] = []
        self._turns: list[Span] | None = None
        """The plies as turns, if nobody has played or taken back since they were asked for."""
        self._timed = False
        """Whether time is counted: from `go` to `pause`."""
        self._since: float | None = None
        """Since when the decision under way has been timed; None while time stands still."""
        self._spent = 0.0
        """The seconds that it took before that."""

    @property
    def position(self) -> Position:
        return self._positions[-1]

    @property
    def hides(self) -> bool:
        """Whether something lies there that not everybody may see, in games with secrets also before it is dealt."""
        return abilities.seen_by(self.position, None) is not self.position

    @property
    def positions(self) -> Sequence[Position]:
        """Before each ply, and after the last."""
        return self._positions

    def outcome(self) -> Outcome | None:
        """How it ended, by the rules or beside them; None while it goes on."""
        if self.ending is None:
            return self.position.outcome()
        reason, seat = self.ending
        if reason == "agreed":
            return Outcome(reason)
        return Outcome(reason, tuple(other for other in range(self.seats) if other != seat))

    def go(self, now: float) -> None:
        """Start counting the time of whoever is to move: at the beginning, after a pause or a loading."""
        self._stop(now)
        self._timed = True
        if self.outcome() is None:
            self._since = now
            if self.position.to_move != NATURE:
                self.clock.start(self.position.to_move, now)

    def pause(self, now: float) -> None:
        """Stop counting time; `go` goes on with it."""
        self._timed = False
        self._stop(now)

    @property
    def spent(self) -> float:
        """Seconds that the decision under way has taken so far, as of the last pause."""
        return self._spent

    def spend(self, seconds: float) -> None:
        """The decision under way has taken so long already: a match that was closed in the midst of it goes on."""
        self._spent += seconds
        self.clock.add(self.position.to_move, -seconds)

    def taken(self, now: float) -> float:
        """Seconds that the decision under way has taken so far."""
        return self._spent + (0.0 if self._since is None else max(0.0, now - self._since))

    def turn_left(self, now: float) -> float | None:
        """Seconds left for the turn under way, where the rules give so many; never below 0."""
        limits = abilities.limits(self.position)
        if limits is None:
            return None
        before = 0.0
        number = len(self.plies)
        while number and not self._positions[number].turn_started:
            number -= 1
            before += self.plies[number].seconds
        return max(0.0, limits.turn - before - self.taken(now))

    def match_left(self, now: float) -> float | None:
        """Seconds left for the match as a whole, where the rules give so many; never below 0."""
        limits = abilities.limits(self.position)
        if limits is None or not limits.match:
            return None
        return max(0.0, limits.match - sum(ply.seconds for ply in self.plies) - self.taken(now))

    def wakes(self, now: float) -> float | None:
        """Seconds until the rules' clock does something; None while it stands still, or where there is none."""
        left = [self.turn_left(now), self.match_left(now)] if self._since is not None else []
        return min((seconds for seconds in left if seconds is not None), default=None)

    def pending_event(self, now: float) -> Move | None:
        """The event that the rules' clock has come to, or None. Of two at once the match's time goes before."""
        if self.wakes(now) != 0.0 or self._since is None:
            return None
        turn, match = self.turn_left(self._since), self.match_left(self._since)
        word = "time" if match is None or (turn is not None and turn < match) else "hour"
        return next(event for event in abilities.clock_events(self.position) if str(event) == word)

    def play_clock_event(self, now: float) -> Change | None:
        """Let the rules' clock do what is due: an event is played, or whoever is late has lost; None if nothing is.

        However late it is seen, the event took just the time that was left.
        """
        event, since, limits = self.pending_event(now), self._since, abilities.limits(self.position)
        left = None if since is None else self.wakes(since)
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
        """The decision under way is given up, and the time that it took is given back."""
        self._stop(now)
        self.clock.add(self.position.to_move, self._spent)
        self._spent = 0.0

    def play(self, move: Move, now: float = 0.0) -> Change:
        """Play a legal move. What was undone is forgotten, unless it went on like this. Raises IllegalMoveError."""
        if self.outcome() is not None:
            raise IllegalMoveError("the match is over")
        if not abilities.is_legal(self.position, move):
            raise IllegalMoveError(f"{move} is not a legal move")
        if self.pending_event(now) is not None:
            raise IllegalMoveError("the time is up")
        self._stop(now)
        if self.coming == move:
            self._future.pop()
        else:
            self._future.clear()
        return self._advance(Ply(move, self._spent), now)

    @property
    def coming(self) -> Move | None:
        """The move that was undone here and would be redone next, or None."""
        return self._future[-1].move if self._future else None

    def play_chance(
        self, move: Move | None = None, rng: Random | None = None, now: float = 0.0, *, anew: bool = False
    ) -> Change:
        """Nature's move: given from outside, or drawn by its chances from `rng`.

        What Nature has done before it was undone she does again, whatever is given, unless `anew` says otherwise.
        """
        if not anew and self.coming is not None and self.coming.seat == NATURE:
            move = self.coming
        if move is None:
            if rng is None or not abilities.has_chance(self.position):
                raise IllegalMoveError("nothing is left to chance here")
            move = abilities.sample(self.position, rng)
        return self.play(move, now)

    def _advance(self, ply: Ply, now: float) -> Change:
        before = self.position
        after = before.play(ply.move)
        self.plies.append(ply)
        self._positions.append(after)
        self._turns = None
        self._stop(now)
        self._spent = 0.0
        if after.to_move != before.to_move:
            self.clock.add(before.to_move, self.clock.control.increment)
        self._wait(now)
        return Change(before, after, ply.move)

    def replay(self, ply: Ply) -> None:
        """Play a ply of a record with the time that it took. Raises IllegalMoveError."""
        mover = self.position.to_move
        self.play(ply.move)
        self.plies[-1] = ply
        self.clock.add(mover, -ply.seconds)

    def _back(self) -> Change:
        after = self._positions.pop()
        ply = self.plies.pop()
        self._turns = None
        self._future.append(ply)
        before = self.position
        self.clock.add(before.to_move, ply.seconds)
        if after.to_move != before.to_move:
            self.clock.add(before.to_move, -self.clock.control.increment)
        return Change(before, after, ply.move, forward=False)

    def take_back(self, now: float = 0.0) -> Change | None:
        """Undo one decision of the unfinished turn; None at its start, and where Nature has spoken since."""
        position = self.position
        if (
            position.turn_started
            or abilities.sealed(position)
            or not self.plies
            or self.ending
            or not abilities.may_undo(position)
        ):
            return None
        if NATURE in (self.position.to_move, self.plies[-1].move.seat):
            return None
        self._drop(now)
        change = self._back()
        self._wait(now)
        return change

    def undo(self, persons: Iterable[Seat] = (), now: float = 0.0) -> list[Change]:
        """Back to the start of the last whole turn of one of `persons` (none given: of anybody), newest step first,
        or as far as a card that was seen lets it.

        In mid-turn, to the start of that turn. An ending beside the rules is undone by itself, unless it has shown
        what was hidden; without a turn of theirs, or in a game without undo, nothing happens.
        """
        wanted = set(persons) or set(range(self.seats))
        if self.ending is not None and self.hides:
            return []
        if self.ending is not None:
            if abilities.limits(self.position) is None:  # else nobody gets a turn's time anew by resigning
                self._drop(now)
            self.ending = None
            self._wait(now)
            return []
        turns = [span for span in self.turns() if span.seat in wanted]
        if not turns or not abilities.may_undo(self.position):
            return []
        self._drop(now)
        changes = []
        while len(self.plies) > turns[-1].first and not abilities.sealed(self.position):
            changes.append(self._back())
        self._wait(now)
        return changes

    def redo(self, persons: Iterable[Seat] = (), now: float = 0.0) -> list[Change]:
        """Forward again to the next start of a turn of one of `persons`, or as far as it was undone."""
        wanted = set(persons) or set(range(self.seats))
        changes: list[Change] = []
        if self._future and self.ending is None:
            self._drop(now)
        while self._future and self.ending is None:
            ply = self._future.pop()
            mover = self.position.to_move
            changes.append(self._advance(ply, now))
            self.clock.add(mover, -ply.seconds)
            if self.position.turn_started and self.position.to_move in wanted:
                break
        return changes

    def _wait(self, now: float) -> None:
        """Time runs again for whoever is to move now, if it ran at all."""
        if self._timed:
            self.go(now)

    @property
    def can_redo(self) -> bool:
        return bool(self._future) and self.ending is None

    def end(self, reason: Ending, seat: Seat, now: float = 0.0) -> None:
        """End it beside the rules: `seat` resigned, agreed to the offer, or ran out of time."""
        if self.outcome() is None:
            self._stop(now)
            self.ending = (reason, seat)
            self._future.clear()

    @property
    def room(self) -> int:
        """Plies until it is as long as a match may be at a table; a turn is ended beyond that."""
        return max(0, LONGEST - len(self.plies))

    @property
    def full(self) -> bool:
        """Whether it isn't over, and so long that no other turn is begun."""
        if self.room or self.outcome() is not None:
            return False
        return self.position.turn_started and self.position.to_move != NATURE

    def moves(self, span: Span) -> list[Move]:
        """The moves of a turn."""
        return [ply.move for ply in self.plies[span.first : span.last]]

    def turns(self) -> list[Span]:
        """The plies as turns, the last perhaps unfinished; `seat` is whose move begins it.

        It is the same list, which nobody may change, until a ply comes or goes.
        """
        if self._turns is None:
            starts = self.game.turn_starts(self._positions, [ply.move for ply in self.plies])
            bounds = pairwise([*starts, len(self.plies)])
            self._turns = [Span(self.plies[first].move.seat, first, last) for first, last in bounds]
        return self._turns

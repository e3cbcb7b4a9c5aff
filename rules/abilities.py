"""What some positions can do besides the contract: one protocol an ability, and one function that asks any position.

Ask through the functions: each gives the neutral answer where a position lacks the ability. A game declares an
ability by defining its members, and carries no stubs for the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, Protocol, Self, TypeAlias, TypeGuard, TypeVar

from rules.contract import Gesture, Move, Position, Remark, Seat, Target, Token, Turn

A = TypeVar("A", bound=Position)

Score: TypeAlias = tuple[tuple[int, ...], int]
"""The points of each seat, and those that win the match."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The time that the rules of a game give: seconds; 0 is no limit."""

    turn: float
    match: float = 0.0
    """For all turns of all seats together."""
    forfeits: bool = False
    """Whether a seat loses when the time of its turn is up; otherwise an event follows."""


def able(position: Position, ability: type[A]) -> TypeGuard[A]:
    """Whether a position has an ability: all members that its protocol adds."""
    return _able(type(position), ability)


@cache
def _able(kind: type, ability: type) -> bool:
    return all(hasattr(kind, name) for name in vars(ability) if not name.startswith("_"))


class Forcing(Position, Protocol):
    def forced(self) -> frozenset[Target]: ...


def forced(position: Position) -> frozenset[Target]:
    """The targets one of which the rules oblige the seat to move to pick, though others could move but for that."""
    return position.forced() if able(position, Forcing) else frozenset()


class Routing(Position, Protocol):
    def routes(self) -> Mapping[Gesture, Sequence[Move]]: ...


def routes(position: Position) -> Mapping[Gesture, Sequence[Move]]:
    """Gestures that are no move but mean several, the rest of a turn, where no other turn ends there."""
    return position.routes() if able(position, Routing) else {}


class Remarking(Position, Protocol):
    def remarks(self) -> Sequence[Remark]: ...


def remarks(position: Position) -> Sequence[Remark]:
    """What the players should know before it ends the game, most pressing first."""
    return position.remarks() if able(position, Remarking) else ()


class Passing(Position, Protocol):
    def passed(self) -> Self: ...


def passed(position: Position) -> Position | None:
    """The same with the other side to move, for telling what it threatens; None within a turn, or where a game has no
    such thing."""
    return position.passed() if able(position, Passing) and position.turn_started else None


class Undoing(Position, Protocol):
    @property
    def may_undo(self) -> bool: ...


def may_undo(position: Position) -> bool:
    """Whether moves may be taken back."""
    return position.may_undo if able(position, Undoing) else True


class Helping(Position, Protocol):
    @property
    def shows_hints(self) -> bool: ...


def shows_hints(position: Position) -> bool:
    """Whether the players may be shown what can be played, and helped."""
    return position.shows_hints if able(position, Helping) else True


class Scoring(Position, Protocol):
    @property
    def score(self) -> Score: ...


def score(position: Position) -> Score | None:
    """The points so far; None where a game counts none."""
    return position.score if able(position, Scoring) else None


class Offering(Position, Protocol):
    def choice(self, move: Move) -> Token: ...


def choice(position: Position, move: Move) -> Token:
    """The token offered for `move` where several moves share a gesture: what the moved token turns into."""
    if able(position, Offering):
        return position.choice(move)
    turned = position.effects(move)[-1][-1]
    assert isinstance(turned, Turn)
    return turned.after


class Automatic(Position, Protocol):
    def automatic_move(self) -> Move | None: ...


def automatic_move(position: Position) -> Move | None:
    """The move that needs no decision, so that the table makes it by itself; None where a seat decides."""
    return position.automatic_move() if able(position, Automatic) else None


# Hidden cards


class Hiding(Position, Protocol):
    def seen_by(self, seat: Seat | None) -> Self: ...
    def redact(self, move: Move, seat: Seat | None) -> Move: ...
    def deduce(self, rng: Random) -> Self: ...
    @property
    def sealed(self) -> bool: ...


def seen_by(position: Position, seat: Seat | None) -> Position:
    """What a seat sees of a position; None: what all seats see. Of a game without secrets the position itself."""
    return position.seen_by(seat) if able(position, Hiding) else position


def redact(position: Position, move: Move, seat: Seat | None) -> Move:
    """What a seat sees of a move that is about to be played."""
    return position.redact(move, seat) if able(position, Hiding) else move


def deduce(position: Position, rng: Random) -> Position:
    """A position with all that is hidden in it laid at random where it may lie; itself where nothing is."""
    return position.deduce(rng) if able(position, Hiding) else position


def sealed(position: Position) -> bool:
    """Whether undo goes back no further than here, because a card was seen that can't be forgotten."""
    return position.sealed if able(position, Hiding) else False


class Unlisted(Position, Protocol):
    def is_legal(self, move: Move) -> bool: ...
    def read_move(self, seat: Seat, text: str) -> Move | None: ...


def is_legal(position: Position, move: Move) -> bool:
    """Whether `move` is legal here, also a clock event, a fault or a deal of cards, which `legal_moves` omits."""
    if able(position, Unlisted):
        return position.is_legal(move)
    events = (*clock_events(position), *faults(position).values())
    return move in position.legal_moves(move.seat) or move in events


def read_move(position: Position, seat: Seat, text: str) -> Move | None:
    """The legal move of `seat`, or of Nature, with this text; None if there is none."""
    if able(position, Unlisted):
        return position.read_move(seat, text)
    moves = (*position.legal_moves(seat), *clock_events(position), *faults(position).values())
    return next((move for move in moves if move.seat == seat and str(move) == text), None)


class Penalizing(Position, Protocol):
    def faults(self) -> Mapping[Gesture, Move]: ...


def faults(position: Position) -> Mapping[Gesture, Move]:
    """The refused gestures that the rules count against a seat, with the moves that they are recorded as."""
    return position.faults() if able(position, Penalizing) else {}


# The clock of the rules


class Timed(Position, Protocol):
    @property
    def limits(self) -> Limits | None: ...
    def without_clock(self) -> Self: ...
    def clock_events(self) -> Sequence[Move]: ...


def limits(position: Position) -> Limits | None:
    """The time that the rules give now; None where they have no clock."""
    return position.limits if able(position, Timed) else None


def without_clock(position: Position) -> Position:
    """The same position without clocks, for trying moves out."""
    return position.without_clock() if able(position, Timed) else position


def clock_events(position: Position) -> Sequence[Move]:
    """What the clock may do here: "time" (the turn's time is up) and "hour" (the match's).

    Each is played and recorded like a move of the seat to move, and never listed as one.
    """
    return position.clock_events() if able(position, Timed) else ()


# Dice and cards


class Chancy(Position, Protocol):
    def sample(self, rng: Random) -> Move: ...


class Enumerable(Chancy, Protocol):
    def chances(self) -> Sequence[tuple[Move, int]]: ...


class Throwing(Position, Protocol):
    @property
    def throws(self) -> int: ...


def has_chance(position: Position) -> bool:
    """Whether a game has dice or cards."""
    return able(position, Chancy)


def sample(position: Position, rng: Random) -> Move:
    """A move of Nature, drawn by its chances. Raises ValueError where nothing is left to chance."""
    if not able(position, Chancy):
        raise ValueError("nothing is left to chance here")
    return position.sample(rng)


def chances(position: Position) -> Sequence[tuple[Move, int]] | None:
    """Nature's moves with their weights; None where they can't be counted, as with cards."""
    return position.chances() if able(position, Enumerable) else None


def throws(position: Position) -> int:
    """How often dice have been thrown since the match began."""
    return position.throws if able(position, Throwing) else 0


class Playable(Protocol):
    """What moves are played in."""

    def play(self, move: Any, /) -> Self: ...


P = TypeVar("P", bound=Playable)


def play_all(position: P, moves: Iterable[Move]) -> P:
    """The position after legal moves, one after the other."""
    for move in moves:
        position = position.play(move)
    return position

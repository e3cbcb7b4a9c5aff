"""Optional abilities of positions: a protocol for each ability, and functions that ask any position for it.

The functions return a neutral answer where a position lacks the ability. A game has an ability if its position class
defines the members of the protocol.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, Protocol, Self, TypeAlias, TypeGuard, TypeVar

from rules.contract import Gesture, Move, Position, Remark, Seat, Target, Token, Turn

AbilityT = TypeVar("AbilityT", bound=Position)

Score: TypeAlias = tuple[tuple[int, ...], int]  # (points of each seat, points that win the match)


@dataclass(frozen=True, slots=True)
class Limits:
    """Time limits set by the rules of a game, in seconds; 0 is no limit."""

    turn: float
    match: float = 0.0  # for all turns of all seats together
    forfeits: bool = False  # a seat loses when its turn's time is up; otherwise a clock event is played


def has_ability(position: Position, ability: type[AbilityT]) -> TypeGuard[AbilityT]:
    """Return whether a position has all members that the protocol `ability` adds to `Position`."""
    return _has_members(type(position), ability)


@cache
def _has_members(kind: type, ability: type) -> bool:
    return all(hasattr(kind, name) for name in vars(ability) if not name.startswith("_"))


class Forcing(Position, Protocol):
    def forced_targets(self) -> frozenset[Target]: ...


def forced_targets(position: Position) -> frozenset[Target]:
    """Return the targets among which the rules require the player to pick; empty where they require nothing."""
    return position.forced_targets() if has_ability(position, Forcing) else frozenset()


class Routing(Position, Protocol):
    def routes(self) -> Mapping[Gesture, Sequence[Move]]: ...


def routes(position: Position) -> Mapping[Gesture, Sequence[Move]]:
    """Return, by gesture, the moves that finish a turn; only turns whose last target no other turn has."""
    return position.routes() if has_ability(position, Routing) else {}


class Remarking(Position, Protocol):
    def remarks(self) -> Sequence[Remark]: ...


def remarks(position: Position) -> Sequence[Remark]:
    """Return remarks about the position for the players, the most urgent first."""
    return position.remarks() if has_ability(position, Remarking) else ()


class Passing(Position, Protocol):
    def pass_turn(self) -> Self: ...


def pass_turn(position: Position) -> Position | None:
    """Return the position with the other side to move, to search for threats; None in mid-turn or if unsupported."""
    return position.pass_turn() if has_ability(position, Passing) and position.turn_started else None


class Undoing(Position, Protocol):
    @property
    def may_undo(self) -> bool: ...


def may_undo(position: Position) -> bool:
    """Return whether moves may be undone; True without this ability."""
    return position.may_undo if has_ability(position, Undoing) else True


class Helping(Position, Protocol):
    @property
    def shows_hints(self) -> bool: ...


def shows_hints(position: Position) -> bool:
    """Return whether legal moves and hints may be shown; True without this ability."""
    return position.shows_hints if has_ability(position, Helping) else True


class Scoring(Position, Protocol):
    @property
    def score(self) -> Score: ...


def score(position: Position) -> Score | None:
    """Return the points so far; None for a game without points."""
    return position.score if has_ability(position, Scoring) else None


class Offering(Position, Protocol):
    def choice(self, move: Move) -> Token: ...


def choice(position: Position, move: Move) -> Token:
    """Return the token that the moved token becomes; moves that share a gesture differ in it."""
    if has_ability(position, Offering):
        return position.choice(move)
    turned = position.effects(move)[-1][-1]
    assert isinstance(turned, Turn)
    return turned.after


class Automatic(Position, Protocol):
    def automatic_move(self) -> Move | None: ...


def automatic_move(position: Position) -> Move | None:
    """Return the move that is played without asking anybody; None where somebody has a decision to make."""
    return position.automatic_move() if has_ability(position, Automatic) else None


# Hidden cards


class Hiding(Position, Protocol):
    def seen_by(self, seat: Seat | None) -> Self: ...
    def redact(self, move: Move, seat: Seat | None) -> Move: ...
    def deal_hidden(self, rng: Random) -> Self: ...
    @property
    def is_undo_barred(self) -> bool: ...


def seen_by(position: Position, seat: Seat | None) -> Position:
    """Return the position with only what `seat` sees; for None, with only what all seats see."""
    return position.seen_by(seat) if has_ability(position, Hiding) else position


def redact(position: Position, move: Move, seat: Seat | None) -> Move:
    """Return a move of `position` with only what `seat` sees of it; for None, with only what all seats see."""
    return position.redact(move, seat) if has_ability(position, Hiding) else move


def deal_hidden(position: Position, rng: Random) -> Position:
    """Return the position with its hidden cards dealt at random among the places where they may be."""
    return position.deal_hidden(rng) if has_ability(position, Hiding) else position


def is_undo_barred(position: Position) -> bool:
    """Return whether undo must stop at this position, because the last move showed hidden information."""
    return position.is_undo_barred if has_ability(position, Hiding) else False


class Unlisted(Position, Protocol):
    def is_legal(self, move: Move) -> bool: ...
    def read_move(self, seat: Seat, text: str) -> Move | None: ...


def is_legal(position: Position, move: Move) -> bool:
    """Return whether `move` is legal, including clock events, faults and deals, which `legal_moves` omits."""
    if has_ability(position, Unlisted):
        return position.is_legal(move)
    events = (*clock_events(position), *faults(position).values())
    return move in position.legal_moves(move.seat) or move in events


def read_move(position: Position, seat: Seat, text: str) -> Move | None:
    """Return the legal move of `seat`, which may be Nature, with this text; None if there is none."""
    if has_ability(position, Unlisted):
        return position.read_move(seat, text)
    moves = (*position.legal_moves(seat), *clock_events(position), *faults(position).values())
    return next((move for move in moves if move.seat == seat and str(move) == text), None)


def read_moves(position: Position, seat: Seat, texts: Iterable[str]) -> tuple[Move, ...]:
    """Return the successive moves of `seat` with these texts; empty if one of them isn't legal."""
    found: list[Move] = []
    for text in texts:
        move = read_move(position, seat, text)
        if move is None:
            return ()
        found.append(move)
        position = position.play(move)
    return tuple(found)


class Penalizing(Position, Protocol):
    def faults(self) -> Mapping[Gesture, Move]: ...


def faults(position: Position) -> Mapping[Gesture, Move]:
    """Return, by gesture, the moves that record a penalty; only refused gestures that have a penalty."""
    return position.faults() if has_ability(position, Penalizing) else {}


# The clock of the rules


class Timed(Position, Protocol):
    @property
    def limits(self) -> Limits | None: ...
    def without_clock(self) -> Self: ...
    def clock_events(self) -> Sequence[Move]: ...


def limits(position: Position) -> Limits | None:
    """Return the time limits that the rules set for the current turn; None if the rules have no clock."""
    return position.limits if has_ability(position, Timed) else None


def without_clock(position: Position) -> Position:
    return position.without_clock() if has_ability(position, Timed) else position


def clock_events(position: Position) -> Sequence[Move]:
    """Return the possible clock events: "time" (the time of the turn is up) and "hour" (the time of the match is up).

    An event is played and recorded like a move of the seat to move, but is not among its legal moves.
    """
    return position.clock_events() if has_ability(position, Timed) else ()


# Dice and cards


class HasChance(Position, Protocol):
    def sample(self, rng: Random) -> Move: ...


class Enumerable(HasChance, Protocol):
    def chances(self) -> Sequence[tuple[Move, int]]: ...


class Throwing(Position, Protocol):
    @property
    def throws(self) -> int: ...


def has_chance(position: Position) -> bool:
    return has_ability(position, HasChance)


def sample(position: Position, rng: Random) -> Move:
    """Return a random move of Nature by its probability. Raises ValueError if the position has no chance moves."""
    if not has_ability(position, HasChance):
        raise ValueError("nothing is left to chance here")
    return position.sample(rng)


def chances(position: Position) -> Sequence[tuple[Move, int]] | None:
    """Return Nature's moves, each with its weight; None in games without chance moves, or with too many to list."""
    return position.chances() if has_ability(position, Enumerable) else None


def throws(position: Position) -> int:
    return position.throws if has_ability(position, Throwing) else 0


class Playable(Protocol):
    def play(self, move: Any, /) -> Self: ...


PlayableT = TypeVar("PlayableT", bound=Playable)


def play_all(position: PlayableT, moves: Iterable[Move]) -> PlayableT:
    for move in moves:
        position = position.play(move)
    return position

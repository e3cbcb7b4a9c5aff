"""The interface of positions and moves, and the values that describe a table: tokens, effects, gestures, remarks.

A position is a frozen value. A move is one decision (in draughts one hop, in Duck Chess the piece, then the duck).
A *turn* is the run of moves that one seat makes before another seat is to move. `rules.abilities` has what only
some positions can do; `rules.game` describes a game as a whole.
"""

from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, field
from typing import Any, ClassVar, Final, Protocol, Self, TypeAlias

Seat: TypeAlias = int  # 0, 1, … in turn order; NATURE for dice and cards

NATURE: Final[Seat] = -1

Target: TypeAlias = str  # a thing that the mouse can point at: "e4", "taken-0"


class Move(Protocol):
    """One decision, frozen and hashable. Its text is unique among the legal moves of its position."""

    @property
    def seat(self) -> Seat: ...
    def __str__(self) -> str: ...


class Options(Protocol):
    """Options chosen before a match: a frozen dataclass whose fields are bool, Literal or int and have defaults."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a match.

    `reason` is one hyphenated word, listed in the game's README. `winners` is empty for a drawn match. `points` has
    one number per seat where a game counts points.
    """

    reason: str
    winners: tuple[Seat, ...] = ()
    points: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Token:
    """A thing on the table. `look` is its sprite within the game; tokens of the same look are interchangeable."""

    look: str


Table: TypeAlias = Mapping[Target, tuple[Token, ...]]  # bottom to top; targets without tokens are omitted


@dataclass(frozen=True, slots=True)
class Slide:
    """Move `count` tokens of `start`, those below the `below` topmost, to the top of `end`, in the same order."""

    start: Target
    end: Target
    count: int = 1
    below: int = 0


@dataclass(frozen=True, slots=True)
class Put:
    """Put a token from outside the table on top of `at`."""

    at: Target
    token: Token


@dataclass(frozen=True, slots=True)
class Lift:
    """Remove the top token of `at`, which is `token`."""

    at: Target
    token: Token


@dataclass(frozen=True, slots=True)
class Turn:
    """Change the look of the token of `at` below the `below` topmost, such as by turning a card."""

    at: Target
    before: Token
    after: Token
    below: int = 0


Effect: TypeAlias = Slide | Put | Lift | Turn
Beat: TypeAlias = tuple[Effect, ...]  # effects at the same time; beats happen one after the other


def apply(table: Table, beats: Sequence[Beat]) -> dict[Target, tuple[Token, ...]]:
    """Return the table after `beats`. Raises ValueError if an effect needs a token that isn't there."""
    now = dict(table)

    def take(target: Target, count: int, below: int = 0) -> tuple[Token, ...]:
        there = now.get(target, ())
        if count + below > len(there):
            raise ValueError(f"{target} holds {len(there)} tokens, {count} asked for below {below}")
        first, last = len(there) - count - below, len(there) - below
        now[target] = there[:first] + there[last:]
        return there[first:last]

    def lay(target: Target, tokens: tuple[Token, ...], below: int = 0) -> None:
        there = now.get(target, ())
        place = len(there) - below
        now[target] = there[:place] + tokens + there[place:]

    def expect(target: Target, token: Token, below: int = 0) -> None:
        (there,) = take(target, 1, below)
        if there != token:
            raise ValueError(f"{target} holds {there.look}, not {token.look}")

    for beat in beats:
        for effect in beat:
            match effect:
                case Slide(start, end, count, below):
                    lay(end, take(start, count, below))
                case Put(at, token):
                    lay(at, (token,))
                case Lift(at, token):
                    expect(at, token)
                case Turn(at, before, after, below):
                    expect(at, before, below)
                    lay(at, (after,), below)
    return {target: tokens for target, tokens in now.items() if tokens}


@dataclass(frozen=True, slots=True)
class Gesture:
    """The mouse gesture of a move: the targets picked, then the one where they are dropped.

    An empty `pick` is a move of a piece that isn't on the table yet; without `drop` picking alone makes the move.
    Moves that share a gesture differ in what the moved piece turns into, which the player then chooses.
    """

    pick: frozenset[Target]
    drop: Target | None = None


@dataclass(frozen=True, slots=True)
class Remark:
    """Information about a position, as a `code` for a sentence and `facts` for its placeholders.

    `targets` are highlighted; a message is shown at the first.
    """

    code: str
    targets: tuple[Target, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)
    aid: bool = False  # helps the players to find something; can be switched off


Refusal: TypeAlias = Remark  # the reason that a gesture is not a move


class Position(Protocol):
    """A position of a game: a frozen value. Moves given to its methods must be of the same game."""

    @property
    def to_move(self) -> Seat:
        """The seat whose move the match waits for."""

    @property
    def turn_started(self) -> bool:
        """Whether a turn begins here; only such positions have a position text."""

    def actors(self) -> frozenset[Seat]:
        """Return the seats that may move now: usually `{to_move}`."""

    def legal_moves(self, seat: Seat | None = None) -> Sequence[Move]:
        """Return the moves of `seat` (default: all seats) in a stable order.

        The result is empty when the game is over, and may be so at a chance move or in a dead end of a turn.
        """

    def play(self, move: Move) -> Self:
        """Return the position after a legal move. Doesn't check legality: `Match` does."""

    def outcome(self) -> Outcome | None:
        """Return the result of the game, or None while it continues."""

    def text(self) -> str:
        """Return the position text as the game's README defines it. Only valid where a turn begins."""

    def table(self) -> Table:
        """Return all tokens on the table."""

    def effects(self, move: Move) -> Sequence[Beat]:
        """Return the effects on the table of playing `move` here."""

    def gesture(self, move: Move) -> Gesture:
        """Return the mouse gesture that makes `move` here."""

    def refusal(self, gesture: Gesture) -> Refusal | None:
        """Return the reason that `gesture` is no move here; None if it is a move or the beginning of one."""

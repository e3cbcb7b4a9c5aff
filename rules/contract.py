"""The interface of positions and moves, and the values that describe a table: tokens, effects, gestures, remarks.

A position is a frozen value. A move is one decision (one hop in draughts; in Duck Chess the piece, then the duck).
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
    """Options chosen before a match: a frozen dataclass whose fields are bool or Literal and have defaults."""

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
    """A thing on the table. `look` names its sprite in the game; tokens of the same look are interchangeable."""

    look: str


Table: TypeAlias = Mapping[Target, tuple[Token, ...]]  # bottom to top; targets without tokens are omitted


@dataclass(frozen=True, slots=True)
class Slide:
    """Move `count` tokens from `start` to the top of `end`, in the same order; `below` tokens on top of them stay."""

    start: Target
    end: Target
    count: int = 1
    below: int = 0


@dataclass(frozen=True, slots=True)
class Put:
    """Place a token from outside the table on top of `at`."""

    at: Target
    token: Token


@dataclass(frozen=True, slots=True)
class Lift:
    """Remove the top token of `at`, which is `token`."""

    at: Target
    token: Token


@dataclass(frozen=True, slots=True)
class Turn:
    """Replace the token of `at` that lies under `below` others, for example by turning a card over."""

    at: Target
    before: Token
    after: Token
    below: int = 0


Effect: TypeAlias = Slide | Put | Lift | Turn
Beat: TypeAlias = tuple[Effect, ...]  # effects that happen at the same time; beats happen one after the other


def apply(table: Table, beats: Sequence[Beat]) -> dict[Target, tuple[Token, ...]]:
    """Return the table after `beats`. Raises ValueError if an effect needs a token that isn't where it should be."""
    stacks = dict(table)

    def take_tokens(target: Target, count: int, below: int = 0) -> tuple[Token, ...]:
        stack = stacks.get(target, ())
        if count + below > len(stack):
            raise ValueError(f"{target} holds {len(stack)} tokens, {count} asked for below {below}")
        first, last = len(stack) - count - below, len(stack) - below
        stacks[target] = stack[:first] + stack[last:]
        return stack[first:last]

    def put_tokens(target: Target, tokens: tuple[Token, ...], below: int = 0) -> None:
        stack = stacks.get(target, ())
        index = len(stack) - below
        stacks[target] = stack[:index] + tokens + stack[index:]

    def take_expected(target: Target, token: Token, below: int = 0) -> None:
        (stack,) = take_tokens(target, 1, below)
        if stack != token:
            raise ValueError(f"{target} holds {stack.look}, not {token.look}")

    for beat in beats:
        for effect in beat:
            match effect:
                case Slide(start, end, count, below):
                    put_tokens(end, take_tokens(start, count, below))
                case Put(at, token):
                    put_tokens(at, (token,))
                case Lift(at, token):
                    take_expected(at, token)
                case Turn(at, before, after, below):
                    take_expected(at, before, below)
                    put_tokens(at, (after,), below)
    return {target: tokens for target, tokens in stacks.items() if tokens}


@dataclass(frozen=True, slots=True)
class Gesture:
    """The mouse gesture of a move: the targets picked, then the target where they are dropped.

    `pick` is empty if the moved piece isn't on the table yet. If `drop` is None, picking alone makes the move. Moves
    that share a gesture differ in what the moved piece turns into, which the player then chooses.
    """

    pick: frozenset[Target]
    drop: Target | None = None


@dataclass(frozen=True, slots=True)
class Remark:
    """Information about a position, as the `code` of a sentence and the `facts` for its placeholders.

    All `targets` are highlighted, and the sentence is shown at the first of them.
    """

    code: str
    targets: tuple[Target, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)
    aid: bool = False  # whether it is help for the players, which can be switched off


Refusal: TypeAlias = Remark  # the reason why a gesture is not a move


class Position(Protocol):
    """A position of a game: a frozen value. Moves given to its methods must be of the same game."""

    @property
    def to_move(self) -> Seat:
        """The seat whose move the match waits for."""

    @property
    def turn_started(self) -> bool:
        """Whether a turn begins here; only such positions have a position text."""

    def actors(self) -> frozenset[Seat]:
        """Return the seats that may move now, usually `{to_move}`."""

    def legal_moves(self, seat: Seat | None = None) -> Sequence[Move]:
        """Return the moves of `seat` (default: all seats) in a stable order.

        The result is empty when the game is over, and may be before chance moves or in a turn that can't be finished.
        """

    def play(self, move: Move) -> Self:
        """Return the position after a legal move. Doesn't check legality: `Match` does."""

    def outcome(self) -> Outcome | None:
        """Return the result of the game, or None while it continues."""

    def text(self) -> str:
        """Return the position text that the game's README defines. Only valid where a turn begins."""

    def table(self) -> Table:
        """Return all tokens on the table."""

    def effects(self, move: Move) -> Sequence[Beat]:
        """Return the effects that playing `move` here has on the table."""

    def gesture(self, move: Move) -> Gesture:
        """Return the mouse gesture that makes `move` here."""

    def refusal(self, gesture: Gesture) -> Refusal | None:
        """Return the reason why `gesture` is no move here; None if it is a move or the beginning of one."""

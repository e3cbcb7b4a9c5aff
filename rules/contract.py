"""What every position of a game answers, and the values in which it does.

A position is a frozen value. One decision is one move (in draughts one hop, in Duck Chess the piece, then the duck).
A *turn* is the run of moves that one seat makes before the match waits for another. What only some positions can do
besides is in `rules.abilities`; what a game is as a whole is in `rules.game`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, field
from typing import Any, ClassVar, Final, Protocol, Self, TypeAlias

Seat: TypeAlias = int
"""0, 1, … in turn order; `NATURE` for dice and cards."""

NATURE: Final[Seat] = -1
"""The seat of dice and cards, in which nobody sits."""

Target: TypeAlias = str
"""What the mouse can aim at: "e4", "taken-0"."""


class Move(Protocol):
    """One decision, frozen and hashable; its text is unique among the legal moves of its position."""

    @property
    def seat(self) -> Seat: ...
    def __str__(self) -> str: ...


LATER: Final = {"later": True}
"""The metadata of an option that came after the first release: records leave it out at its default."""


class Options(Protocol):
    """What is chosen before a match: a frozen dataclass. Its fields, all with defaults, are bool, Literal or int."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended.

    `reason` is one word with hyphens, listed in the game's README; `winners` are seats, none for a drawn match;
    `points` has one number a seat where a game counts them.
    """

    reason: str
    winners: tuple[Seat, ...] = ()
    points: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Token:
    """One thing that lies on the table. `look` names its sprite within the game; like looks are interchangeable."""

    look: str


Table: TypeAlias = Mapping[Target, tuple[Token, ...]]
"""Target -> the tokens that lie there, bottom to top; targets without tokens are left out."""


@dataclass(frozen=True, slots=True)
class Slide:
    """`count` tokens of `start`, those below the `below` topmost, go to the top of `end`, in their order."""

    start: Target
    end: Target
    count: int = 1
    below: int = 0


@dataclass(frozen=True, slots=True)
class Put:
    """A token from outside the table is laid on top of `at`."""

    at: Target
    token: Token


@dataclass(frozen=True, slots=True)
class Lift:
    """The top token of `at`, which is `token`, leaves the table."""

    at: Target
    token: Token


@dataclass(frozen=True, slots=True)
class Turn:
    """The token of `at` that lies below the `below` topmost changes its look (a card is turned, a piece is slept)."""

    at: Target
    before: Token
    after: Token
    below: int = 0


Effect: TypeAlias = Slide | Put | Lift | Turn
Beat: TypeAlias = tuple[Effect, ...]
"""Effects that happen together; beats happen one after the other."""


def apply(table: Table, beats: Sequence[Beat]) -> dict[Target, tuple[Token, ...]]:
    """The table after `beats`. Raises ValueError if an effect asks for a token that isn't there."""
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
    """What the mouse does for a move: the targets picked, then the one where they are let go.

    An empty `pick` is a move of something that stands nowhere yet; no `drop` is a move by picking alone. Moves that
    share a gesture differ in what they turn the thing moved into, which is then to be chosen.
    """

    pick: frozenset[Target]
    drop: Target | None = None


@dataclass(frozen=True, slots=True)
class Remark:
    """Something about a position to be put into words.

    `code` names the words, `facts` fill their placeholders; `targets` are those to point at, the first is where a
    slip is shown.
    """

    code: str
    targets: tuple[Target, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)
    aid: bool = False
    """Whether it does the players' looking for them, so that they may not want to be told."""


Refusal: TypeAlias = Remark
"""Why a gesture is not a move."""


class Position(Protocol):
    """A position of a game: a frozen value. Its methods that take a move take one of its own game."""

    @property
    def to_move(self) -> Seat:
        """The seat that the match waits for."""

    @property
    def turn_started(self) -> bool:
        """Whether a turn begins here: false within a turn, where there is no position text."""

    def actors(self) -> frozenset[Seat]:
        """The seats that may move now: usually `{to_move}`."""

    def legal_moves(self, seat: Seat | None = None) -> Sequence[Move]:
        """The moves of `seat` (default: of all seats), in a stable order; empty only when the game is over."""

    def play(self, move: Move) -> Self:
        """The position after a legal move. Trusts its caller: `Match` checks legality once."""

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    def text(self) -> str:
        """The position text of the game's README; defined where a turn begins."""

    def table(self) -> Table:
        """All tokens on the table."""

    def effects(self, move: Move) -> Sequence[Beat]:
        """What happens on the table when `move` is played here."""

    def gesture(self, move: Move) -> Gesture:
        """How the mouse makes `move` here."""

    def refusal(self, gesture: Gesture) -> Refusal | None:
        """Why `gesture` is no move here; None if it is one, or the beginning of one."""

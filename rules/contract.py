"""What a game is, to everything that is not a game: match, console, opponents, scenes, laws.

A position is a frozen value; one decision is one move (in draughts one hop); a *turn* is the run of moves that one
seat makes before the match waits for another. Nothing here knows pixels, files or the time of day.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, Self, TypeAlias, TypeVar, runtime_checkable

from rules.common.resumable import Portions, whole

if TYPE_CHECKING:
    from rules.match import Match
    from rules.record import Record
    from rules.teaching.editor import Editor

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


M = TypeVar("M", bound=Move)
M_co = TypeVar("M_co", bound=Move, covariant=True)
O = TypeVar("O")  # noqa: E741


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


@dataclass(frozen=True, slots=True)
class Limits:
    """The time of a game that has clocks by its own rules: seconds; 0 is no limit."""

    turn: float
    """For every turn anew."""
    match: float = 0.0
    """For all turns of everybody together."""
    forfeits: bool = False
    """Whether who lets the time of a turn run out has lost; otherwise an event follows."""


class Position(Protocol[M]):
    """A position of a game: a frozen value."""

    @property
    def to_move(self) -> Seat:
        """Whom the match waits for."""

    @property
    def turn_started(self) -> bool:
        """False in the midst of a turn, where the position text is not defined."""

    def actors(self) -> frozenset[Seat]:
        """Who may move now: usually `{to_move}`."""

    def legal_moves(self, seat: Seat | None = None) -> Sequence[M]:
        """The moves of `seat` (default: of everyone), in a stable order; empty only when the game is over."""

    def play(self, move: M) -> Self:
        """The position after a legal move. Trusts its caller: `Match` checks legality once."""

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    def text(self) -> str:
        """The position text of the game's digest; defined at the start of a turn."""

    def table(self) -> Table:
        """All that lies on the table."""

    def effects(self, move: M) -> Sequence[Beat]:
        """What is seen to happen when `move` is played here."""

    def gesture(self, move: M) -> Gesture:
        """The mouse's way to make `move` here."""

    def forced(self) -> frozenset[Target]:
        """What the rules oblige the one to move to pick, where other things could move but for that."""

    def remarks(self) -> Sequence[Remark]:
        """What the players should be aware of before it ends the game, most pressing first."""

    def refusal(self, gesture: Gesture) -> Refusal | None:
        """Why `gesture` is no move here; None if it is one, or the beginning of one."""

    @property
    def undoable(self) -> bool:
        """Whether what was played may be taken back."""

    @property
    def hints(self) -> bool:
        """Whether the players may be shown what can be played, and helped."""

    @property
    def throws(self) -> int:
        """How often dice have been thrown since the match began."""

    @property
    def score(self) -> tuple[tuple[int, ...], int] | None:
        """The points of each seat and those that win the match; None where nothing is counted."""

    def allows(self, move: M) -> bool:
        """Whether `move` is legal here, be it an event of the clock, or a deal of cards, which is not listed."""

    def read_move(self, seat: Seat, text: str) -> M | None:
        """The legal move of `seat`, or of Nature, that is written so; None if there is none."""

    @property
    def sealed(self) -> bool:
        """Whether what led here stays, because a card was seen that can't be forgotten: undo goes back no further."""

    def choice(self, move: M) -> Token:
        """What is offered for `move` where several moves share a gesture."""

    def seen_by(self, seat: Seat | None) -> Self:
        """What a seat sees of it; None: what everybody sees. Of a game without secrets the whole."""

    def blur(self, move: M, seat: Seat | None) -> M:
        """What a seat sees of a move that is about to be played here."""

    def by_itself(self) -> M | None:
        """The move that needs nobody's decision now, so that the table may make it; None where somebody decides."""

    @property
    def limits(self) -> Limits | None:
        """The time that the rules give now; None where they know no clock."""

    def unhurried(self) -> Self:
        """The same without clocks, so that things can be tried out in peace."""

    def events(self) -> Sequence[M]:
        """What the clock may do here: "time" (the turn's is up) and "hour" (the match's). Played and recorded like
        a move of the seat that is to move, and never listed."""


class Ordinary:
    """What the positions of most games answer: a base class for them."""

    __slots__ = ()

    if TYPE_CHECKING:

        def legal_moves(self, seat: Seat | None = None) -> Sequence[Any]: ...
        def effects(self, move: Any) -> Sequence[Beat]: ...

    @property
    def undoable(self) -> bool:
        return True

    @property
    def hints(self) -> bool:
        return True

    @property
    def throws(self) -> int:
        return 0

    @property
    def score(self) -> tuple[tuple[int, ...], int] | None:
        return None

    def allows(self, move: Any) -> bool:
        return move in self.legal_moves(move.seat) or move in self.events()

    def read_move(self, seat: Seat, text: str) -> Any:
        moves = (*self.legal_moves(seat), *self.events())
        return next((move for move in moves if move.seat == seat and str(move) == text), None)

    @property
    def sealed(self) -> bool:
        return False

    def choice(self, move: Any) -> Token:
        turned = self.effects(move)[-1][-1]
        assert isinstance(turned, Turn)
        return turned.after

    def seen_by(self, seat: Seat | None) -> Self:
        return self

    def blur(self, move: Any, seat: Seat | None) -> Any:
        return move

    def by_itself(self) -> Any:
        return None

    @property
    def limits(self) -> Limits | None:
        return None

    def unhurried(self) -> Self:
        return self

    def events(self) -> Sequence[Any]:
        return ()


AnyPosition: TypeAlias = Position[Any]


class PositionError(ValueError):
    """A position text can't be read; the message is a sentence that says where and why.

    `code` names the words in which a person is told, `facts` fill their placeholders and `targets` are those that are
    wrong. `text`: it is no text of the kind at all; `field` {n}, `part` {part}, `row` {row}: that can't be read;
    `rows` {count}: not eight of them. Others are the game's: the text can be read, and says what can't be. The fact
    `seat` is a seat, `look` a token, `card` a card.
    """

    def __init__(self, message: str, code: str = "text", targets: Sequence[Target] = (), **facts: str) -> None:
        super().__init__(message)
        self.code = code
        self.targets = tuple(targets)
        self.facts = facts


class TurnError(ValueError):
    """A turn can't be read or played: `code` is one word in capitals, the message a sentence.

    `refusal` is the same for the table to say, where the turn is a gesture that the position refuses.
    """

    def __init__(self, code: str, message: str, refusal: Refusal | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.refusal = refusal


class MailError(ValueError):
    """A line of mail can't be taken; nothing was played. `code` names the words, `facts` fill their placeholders.

    The message is a sentence that says where and why. `refusal`: what the position says against the turn, if it does.
    """

    def __init__(self, code: str, message: str, refusal: Refusal | None = None, **facts: str) -> None:
        super().__init__(message)
        self.code = code
        self.refusal = refusal
        self.facts = facts


@runtime_checkable
class Chancy(Position[M], Protocol[M]):
    """A game with dice or cards."""

    def sample(self, rng: Random) -> M:
        """A move of Nature, by its chances."""


@runtime_checkable
class Enumerable(Chancy[M], Protocol[M]):
    """A game with dice: Nature's moves can be counted."""

    def chances(self) -> Sequence[tuple[M, int]]:
        """Nature's moves with their weights."""


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write a match that other programs know too."""

    key: str
    """What it is called: "pgn"."""
    suffix: str
    """How its files end: ".pgn"."""
    recognises: Callable[[str], bool]
    """Whether a text looks like one, at a glance; reading it may still fail."""
    write: Callable[[Record], str]
    """A match as text, the whole turns of it."""
    reading: Callable[[str, AnyGame], Portions[Record]]
    """The match of the game in a text, a turn at a time, or RecordError."""

    def read(self, text: str, game: AnyGame) -> Record:
        """The match of the game in a text, or RecordError."""
        return whole(self.reading(text, game))


@dataclass(frozen=True, slots=True)
class Mail:
    """How a game is played by mail: each turn is a line that one player copies and the other pastes."""

    write: Callable[[Match, int], str]
    """(match, n) -> the line of its turn number n, counted from 0."""
    reading: Callable[[Match, str], Portions[Sequence[Any]]]
    """(match, text with one line or several) -> the moves with which they continue the match, a line at a time.
    Lines of turns that were played here already are compared and passed over. Nothing is played; MailError if
    anything is wrong."""

    def read(self, match: Match, text: str) -> Sequence[Any]:
        """The same at once."""
        return whole(self.reading(match, text))


def turn_starts(positions: Sequence[AnyPosition], moves: Sequence[Any]) -> list[int]:
    """Where turns begin: wherever a position says so."""
    return [number for number in range(len(moves)) if number == 0 or positions[number].turn_started]


def as_read(position: AnyPosition, options: Any) -> AnyPosition:
    """For games whose position text carries all that their options say."""
    return position


def as_chosen(options: Any, rng: Random) -> Any:
    """For games whose options leave nothing to chance."""
    return options


@dataclass(frozen=True, slots=True)
class Game(Generic[O]):
    """A game as the rest of the house sees it."""

    key: str
    """The name on the console and in files: "double-draughts"."""
    seats: range
    """How many may play."""
    options: type[O]
    """A frozen dataclass whose fields, all with defaults, are the options: bool, Literal or int."""
    start: Callable[[O, int], AnyPosition]
    """(options, number of seats) -> the first position."""
    read: Callable[[str], AnyPosition]
    """Position text -> position, or PositionError."""
    turns: Callable[[Any], Iterator[str]]
    """The legal turns as text, lazily, in no order; automatic draws are ignored."""
    read_turn: Callable[[Any, str], Sequence[Any]]
    """A turn's text -> its moves, or TurnError. Automatic draws are not looked at."""
    write_turn: Callable[[Any, Sequence[Any]], str]
    """A whole turn as `turns` lists it."""
    notate: Callable[[Any, Sequence[Any]], str]
    """A turn (or its beginning) as people write it."""
    perft: Callable[[Any, int], list[int]]
    """(position, n) -> the number of turn sequences of length 1 … n; automatic draws are ignored."""
    formats: tuple[Format, ...] = ()
    """Beside the house record (`record.py`)."""
    starts: Callable[[Sequence[Any], Sequence[Any]], list[int]] = turn_starts
    """(positions before each move and after the last, moves) -> the numbers of the moves that begin a turn, from 0;
    0 is one of them if there are any."""
    sketch: Callable[[Any, Sequence[Any]], str] | None = None
    """A turn under way, where `notate` would tell too much of it."""
    under: Callable[[Any, Any], AnyPosition] = as_read
    """(position from a text, options) -> the same played under what the options say and the text doesn't."""
    toss: Callable[[Any, Random], Any] = as_chosen
    """(options, dice) -> the same, with what a coin decides before the match decided."""
    again: Callable[[Any], tuple[Any, ...]] | None = None
    """Options -> those of the next match of the sitting, in which everybody keeps their seat: as it usually is, then
    what may be agreed instead. None where the players change seats and play under the same options."""
    editor: Callable[[], Editor] | None = None
    """What sets up positions by hand; None where nobody can."""
    caution: Callable[[Any, Any], Remark | None] | None = None
    """(position, legal move) -> what its player should be asked about before it is played, or None. `aid`: asking is
    a help that may be switched off."""
    usual_seats: int | None = None
    """How many a set-up begins with, where that isn't the least that may play."""
    mail: Mail | None = None
    """None where a game isn't played by mail."""
    reasons: Callable[[Any, Sequence[Any]], Sequence[Remark]] | None = None
    """(position, legal moves of one seat that follow one another) -> what they do, found by the rules alone, the most
    telling first."""
    chance: Callable[[Any], float] | None = None
    """The exact chance that the side next to throw wins the game, or ValueError with a sentence; None where nothing
    of the kind is known."""
    best: Callable[[str], dict[str, Any]] | None = None
    """What a hand of cards, as text, can do at best, as plain data, or ValueError with a sentence; None where there
    are no hands."""
    held: Callable[[Any, Seat], int] | None = None
    """(position, seat) -> the points of the cards in its hand; None where there are no hands."""
    view: Callable[[Any, int], dict[str, Any]] | None = None
    """(position, seat) -> what the seat sees of it, as plain data, or ValueError with a sentence; None where nothing
    is hidden."""


AnyGame: TypeAlias = Game[Any]

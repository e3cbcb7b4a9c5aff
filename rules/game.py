"""A game: the record that it gives to everybody, in four parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from rules.contract import Move, Options, Position, Remark, Seat
from rules.match import AnyPlay, GamePlay
from rules.record import AnyText, GameText

if TYPE_CHECKING:  # a game is loaded without its opponent and its editor
    from rules.search.budget import Stop
    from rules.search.level import Level
    from rules.search.opponent import Opponent
    from rules.teaching.editor import Editor
    from rules.teaching.review import Judged, PlayedMatch, Unit

O = TypeVar("O", bound=Options)  # noqa: E741
P = TypeVar("P", bound=Position)
M = TypeVar("M", bound=Move)
P_contra = TypeVar("P_contra", bound=Position, contravariant=True)
M_contra = TypeVar("M_contra", bound=Move, contravariant=True)


@dataclass(frozen=True, slots=True)
class GameTeaching(Generic[P_contra, M_contra]):
    """What a game can say of its turns, and how its positions are set up."""

    reasons: Callable[[P_contra, Sequence[M_contra]], Sequence[Remark]] | None = None
    """(position, legal moves of one seat that follow one another) -> what they do, found by the rules alone, the most
    telling first."""
    caution: Callable[[P_contra, M_contra], Remark | None] | None = None
    """(position, legal move) -> what its player should be asked about before it is played, or None. `aid`: asking is
    a help that may be switched off."""
    editor: Callable[[], Editor] | None = None
    """What sets up positions by hand; None where nobody can."""


@dataclass(frozen=True, slots=True)
class GameFacts(Generic[P_contra]):
    """What is known exactly of a game, and what the console tells of it as plain data."""

    chance: Callable[[P_contra], float] | None = None
    """The chance that the side next to throw wins the game, or ValueError with a sentence."""
    best: Callable[[str], Mapping[str, object]] | None = None
    """What a hand of cards, as text, can do at best, or ValueError with a sentence."""
    hand_points: Callable[[P_contra, Seat], int] | None = None
    """(position, seat) -> the points of the cards in its hand."""
    view: Callable[[P_contra, Seat], Mapping[str, object]] | None = None
    """(position, seat) -> what the seat sees of it, or ValueError with a sentence."""


@dataclass(frozen=True, slots=True)
class GameOpponent:
    """How the computer plays a game: `OPPONENT` of its module `opponent`, which loads when it is first asked."""

    levels: tuple[Level, ...]
    create: Callable[[int], Opponent]
    """Megabytes for the table of positions, where there is one -> a new opponent."""
    judge: Callable[[Opponent, PlayedMatch, int, Stop], Iterator[Judged]]
    """(opponent, match, nodes or playouts a turn, stop) -> what each turn of a match cost, one after the other."""
    review_nodes: int = 0
    """Nodes, or playouts, that a review spends on a turn."""
    slowdown: int = 25
    """An interpreted review spends the `slowdown`th part of that."""
    review_unit: Unit = "chance"


@dataclass(frozen=True, slots=True)
class Game:
    """All that rules, console, opponents and screens know of a game."""

    play: AnyPlay
    text: AnyText
    teach: GameTeaching[Position, Move]
    facts: GameFacts[Position]

    @property
    def key(self) -> str:
        """The name on the console and in files."""
        return self.play.key


def game(
    play: GamePlay[O, P, M],
    text: GameText[P, M],
    teach: GameTeaching[P, M] | None = None,
    facts: GameFacts[P] | None = None,
) -> Game:
    """A game of parts that agree in their types; from here on its positions and moves are any game's."""
    return Game(
        cast("AnyPlay", play),
        cast("AnyText", text),
        cast("GameTeaching[Position, Move]", teach or GameTeaching()),
        cast("GameFacts[Position]", facts or GameFacts()),
    )


def editor_in(module: str) -> Callable[[], Editor]:
    """A function that returns `EDITOR` of a module, which loads at the first call; an editor keeps no state."""

    def editor() -> Editor:
        found: Editor = import_module(module).EDITOR
        return found

    return editor

"""The description of a game in four parts: play, text, teaching and facts."""

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
    """The parts of a game that explain moves or edit positions; a part that the game lacks is None."""

    reasons: Callable[[P_contra, Sequence[M_contra]], Sequence[Remark]] | None = None
    """(position, successive legal moves of one seat) -> remarks on what they achieve, the most important first."""
    caution: Callable[[P_contra, M_contra], Remark | None] | None = None
    """(position, move) -> a question to ask before the move is played, or None; with `aid` it can be switched off."""
    editor: Callable[[], Editor] | None = None


@dataclass(frozen=True, slots=True)
class GameFacts(Generic[P_contra]):
    """Exact facts about a game, as plain data for the console."""

    chance: Callable[[P_contra], float] | None = None
    """The probability that the side that throws next wins. Raises ValueError with a sentence."""
    best: Callable[[str], Mapping[str, object]] | None = None
    """The best melds of a hand of cards, given as text. Raises ValueError with a sentence."""
    hand_points: Callable[[P_contra, Seat], int] | None = None  # the points of the cards in the hand of a seat
    view: Callable[[P_contra, Seat], Mapping[str, object]] | None = None
    """The part of the position that a seat sees. Raises ValueError with a sentence."""


@dataclass(frozen=True, slots=True)
class GameOpponent:
    """The computer opponent of a game. It is `OPPONENT` of the game's module `opponent`, imported at first use."""

    levels: tuple[Level, ...]
    create: Callable[[int], Opponent]  # (megabytes of the transposition table, if there is one) -> opponent
    judge: Callable[[Opponent, PlayedMatch, int, Stop], Iterator[Judged]]
    """(opponent, match, nodes or playouts per turn, stop) -> the review of each turn of the match."""
    review_nodes: int = 0  # nodes or playouts per turn of a review
    slowdown: int = 25  # `review_nodes` are divided by this if the engines aren't compiled
    review_unit: Unit = "chance"


@dataclass(frozen=True, slots=True)
class Game:
    """The complete description of a game for rules, console, opponents and screens."""

    play: AnyPlay
    text: AnyText
    teach: GameTeaching[Position, Move]
    facts: GameFacts[Position]

    @property
    def key(self) -> str:
        return self.play.key


def game(
    play: GamePlay[O, P, M],
    text: GameText[P, M],
    teach: GameTeaching[P, M] | None = None,
    facts: GameFacts[P] | None = None,
) -> Game:
    """Return a game of parts whose types match; for the type checker it accepts positions and moves of any game."""
    return Game(
        cast("AnyPlay", play),
        cast("AnyText", text),
        cast("GameTeaching[Position, Move]", teach or GameTeaching()),
        cast("GameFacts[Position]", facts or GameFacts()),
    )


def load_editor_lazily(module: str) -> Callable[[], Editor]:
    """Return a function that imports a module at its first call and returns its `EDITOR`."""

    def editor() -> Editor:
        found: Editor = import_module(module).EDITOR
        return found

    return editor

"""Who sits in the computer's seat, by game: choosing turns and judging positions.

An opponent sees what its seat sees, nothing else. Engines load only when an opponent of their game is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final, Protocol

from rules.ai.levels import Level
from rules.ai.search import Budget, Core, Found, Stop, deepen, never
from rules.contract import AnyPosition, Move


@dataclass(frozen=True, slots=True)
class Choice:
    """What an opponent plays."""

    moves: tuple[Move, ...]
    """Up to the end of the turn; at least one."""
    score: int
    """Centi-men for the seat that moves; ±30000 less n for a win or loss seen in n plies."""
    depth: int
    """Plies looked ahead in full."""
    nodes: int


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is best for everyone."""

    score: int
    """Centi-men for the seat to move, as in `Choice`."""
    line: tuple[Move, ...]
    """The best moves of both sides from here on; at least the turn of the seat to move."""
    depth: int
    nodes: int


class Opponent(Protocol):
    """Plays one game. Positions may be in the midst of a turn; one that is over raises ValueError."""

    def choose(self, view: AnyPosition, level: Level, rng: Random, stop: Stop = never) -> Choice:
        """A turn, or the rest of one, at `level`; the same for the same view, level and state of `rng` unless
        the level's cap on wall time or `stop` breaks it off. It takes one number from `rng`."""

    def analyse(self, view: AnyPosition, budget: Budget, stop: Stop = never) -> Analysis:
        """The best line that full strength finds within `budget`."""


class Searcher:
    """An opponent that searches: `Core` of any game with nothing hidden."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def _search(self, view: AnyPosition, budget: Budget, stop: Stop, seed: int, noise: int, blind: int) -> Found:
        if view.outcome() is not None:
            raise ValueError("the game is over")
        self._core.place(view, seed, noise, blind)
        return deepen(self._core, budget, stop)

    def choose(self, view: AnyPosition, level: Level, rng: Random, stop: Stop = never) -> Choice:
        found = self._search(view, level.budget, stop, rng.getrandbits(60), level.noise, level.blind)
        return Choice(found.line[0], found.score, found.depth, found.nodes)

    def analyse(self, view: AnyPosition, budget: Budget, stop: Stop = never) -> Analysis:
        found = self._search(view, budget, stop, 0, 0, 0)
        moves = tuple(move for turn in found.line for move in turn)
        return Analysis(found.score, moves, found.depth, found.nodes)


def _double_draughts() -> Opponent:
    from rules.double_draughts.engine import Engine

    return Searcher(Engine())


_MAKERS: Final[dict[str, Callable[[], Opponent]]] = {"double-draughts": _double_draughts}
_made: Final[dict[str, Opponent]] = {}


def opponent(key: str) -> Opponent:
    """The opponent of a game, the same one each time. Raises ValueError, with a sentence, if it has none."""
    if key not in _made:
        maker = _MAKERS.get(key)
        if maker is None:
            raise ValueError(f"The computer doesn't play {key}.")
        _made[key] = maker()
    return _made[key]

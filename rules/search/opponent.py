"""What the computer answers: a turn, an analysis, a reaction; and the opponent that searches by alpha-beta."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final, Protocol

from rules.contract import Move, Position, Seat
from rules.search.budget import Budget, Stop, never
from rules.search.iterative_deepening import Core, SearchResult, deepen
from rules.search.level import Level


@dataclass(frozen=True, slots=True)
class Choice:
    """What an opponent plays."""

    moves: tuple[Move, ...]
    """Up to the end of the turn; at least one."""
    score: int
    """Centi-men for the seat that moves; ±30000 less n for a win or loss seen in n plies. In a game of luck the per
    cent by which it is likelier to win than to lose."""
    depth: int
    """Plies searched in full."""
    nodes: int


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is best for all seats."""

    score: int
    """Centi-men for the seat to move, as in `Choice`."""
    line: tuple[Move, ...]
    """The principal variation; at least the turn of the seat to move."""
    depth: int
    nodes: int


class Opponent(Protocol):
    """Plays one game. Positions may be within a turn; one that is over raises ValueError."""

    def choose(self, view: Position, level: Level, rng: Random, stop: Stop = never) -> Choice:
        """A turn, or the rest of one, at `level`; the same for the same view, level and state of `rng` unless
        the level's cap on wall time or `stop` ends it. It takes one number from `rng`."""

    def analyse(
        self, view: Position, budget: Budget, stop: Stop = never, tell: Callable[[Analysis], None] | None = None
    ) -> Analysis:
        """The best line that full strength finds within `budget`. `tell` gets the analysis of each depth."""

    def react(self, view: Position, seat: Seat, level: Level, seed: int) -> tuple[float, Move] | None:
        """In a game of attention: after how many seconds `seat` does what if nothing happens before, or None.

        To be asked after every change, with one seed for the whole match: what is noticed depends on it.
        """


class SearchingOpponent:
    """An opponent that searches with the `Core` of a game in which nothing is hidden."""

    def __init__(self, core: Core) -> None:
        self.core: Final = core
        """What searches."""

    def _set_position(self, view: Position, seed: int = 0, noise: int = 0, blind: int = 0) -> Core:
        if view.outcome() is not None:
            raise ValueError("the game is over")
        self.core.set_position(view, seed, noise, blind)
        return self.core

    def choose(self, view: Position, level: Level, rng: Random, stop: Stop = never) -> Choice:
        found = deepen(self._set_position(view, rng.getrandbits(60), level.noise, level.blind), level.budget, stop)
        return Choice(found.line[0], found.score, found.depth, found.nodes)

    def analyse(
        self, view: Position, budget: Budget, stop: Stop = never, tell: Callable[[Analysis], None] | None = None
    ) -> Analysis:
        def retell(found: SearchResult) -> None:
            if tell is not None:
                tell(_analysis(found))

        return _analysis(deepen(self._set_position(view), budget, stop, retell))

    def react(self, view: Position, seat: Seat, level: Level, seed: int) -> tuple[float, Move] | None:
        return None


def _analysis(found: SearchResult) -> Analysis:
    moves = tuple(move for turn in found.line for move in turn)
    return Analysis(found.score, moves, found.depth, found.nodes)

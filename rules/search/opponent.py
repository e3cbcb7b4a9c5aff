"""The interface of computer opponents, and the opponent that plays by alpha-beta search."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Final, Protocol, TypeAlias

from rules.contract import Move, Position, Seat
from rules.search.budget import Budget, Stop, never
from rules.search.iterative_deepening import Core, SearchResult, deepen, deepen_lines
from rules.search.level import Level
from rules.search.winning_chance import winning_chance


@dataclass(frozen=True, slots=True)
class BestPlay:
    moves: tuple[Move, ...]  # to the end of the turn (`choose`) or the principal variation (`analyse`); at least one
    score: int
    """Hundredths of a man for the seat to move; ±(30000 - n) for a proved win or loss in n plies.

    In a game of luck, the probability of a win minus the probability of a loss, in per cent.
    """
    depth: int
    nodes: int  # of all lines together
    value: float | None = None  # for the seat to move, like `rules.teaching.review.Judged.value`; None if unknown


Tell: TypeAlias = Callable[[tuple[BestPlay, ...]], None]  # receives the best lines of each depth of a search


class Opponent(Protocol):
    """A computer player of one game, which can also finish a turn that has begun.

    `choose`, `analyse` and `analyse_lines` raise ValueError if no player is to move, as when the game is over.
    """

    def choose(self, view: Position, level: Level, rng: Random, stop: Stop = never) -> BestPlay:
        """Choose a turn, or the rest of one, at `level`. Takes one number from `rng`.

        The result depends on nothing but the view, the level and the state of `rng`, unless the time limit of the
        level or `stop` ends the search.
        """

    def analyse(self, view: Position, budget: Budget, stop: Stop = never) -> BestPlay:
        return self.analyse_lines(view, 1, budget, stop)[0]

    def analyse_lines(
        self, view: Position, count: int, budget: Budget, stop: Stop = never, tell: Tell = lambda lines: None
    ) -> tuple[BestPlay, ...]:
        """Find up to `count` lines at full strength within `budget` for all, the best first.

        The lines differ in their first moves or turns. `tell` receives the lines of each finished depth.
        """

    def react(self, view: Position, seat: Seat, level: Level, seed: int) -> tuple[float, Move] | None:
        """Return the next move of `seat`, and its delay in seconds, in a game where seats move at any time.

        Returns None if the seat waits. A change of the position voids the move: call this again with the same `seed`.
        """
        return None


class SearchingOpponent(Opponent):
    """An opponent for games without hidden information that searches with the `Core` of the game."""

    def __init__(self, core: Core, scale: float) -> None:
        self.core: Final = core
        self._scale: Final = scale  # of `winning_chance`

    def _set_position(self, view: Position, seed: int = 0, noise: int = 0, blind: int = 0) -> Core:
        if view.outcome() is not None:
            raise ValueError("the game is over")
        self.core.set_position(view, seed, noise, blind)
        return self.core

    def choose(self, view: Position, level: Level, rng: Random, stop: Stop = never) -> BestPlay:
        found = deepen(self._set_position(view, rng.getrandbits(60), level.noise, level.blind), level.budget, stop)
        return self._best_play(found, found.line[0])

    def analyse_lines(
        self, view: Position, count: int, budget: Budget, stop: Stop = never, tell: Tell = lambda lines: None
    ) -> tuple[BestPlay, ...]:
        def whole_lines(results: tuple[SearchResult, ...]) -> tuple[BestPlay, ...]:
            return tuple(self._best_play(found, tuple(chain.from_iterable(found.line))) for found in results)

        core = self._set_position(view)
        return whole_lines(deepen_lines(core, count, budget, stop, lambda results: tell(whole_lines(results))))

    def _best_play(self, found: SearchResult, moves: tuple[Move, ...]) -> BestPlay:
        value = winning_chance(found.score, self._scale)
        return BestPlay(moves, found.score, found.depth, found.nodes, value)

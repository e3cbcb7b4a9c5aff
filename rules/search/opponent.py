"""The interface of computer opponents, and the opponent that plays by alpha-beta search."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final, Protocol, TypeAlias

from rules.contract import Move, Position, Seat
from rules.search.budget import Budget, Stop, never
from rules.search.iterative_deepening import Core, SearchResult, deepen
from rules.search.level import Level


@dataclass(frozen=True, slots=True)
class BestPlay:
    moves: tuple[Move, ...]  # to the end of the turn (`choose`) or the principal variation (`analyse`); at least one
    score: int
    """Hundredths of a man for the seat to move; ±(30000 - n) for a proved win or loss in n plies.

    In a game of luck, the probability of a win minus that of a loss, in per cent.
    """
    depth: int
    nodes: int


Tell: TypeAlias = Callable[[BestPlay], None]  # receives the best line of each depth of a search


class Opponent(Protocol):
    """A computer player of one game, which can also finish a turn that has begun.

    `choose` and `analyse` raise ValueError if no player is to move, for example when the game is over.
    """

    def choose(self, view: Position, level: Level, rng: Random, stop: Stop = never) -> BestPlay:
        """Choose a turn, or the rest of one, at `level`. Takes one number from `rng`.

        The result depends on nothing but the view, the level and the state of `rng`, unless the time limit of the
        level or `stop` ends the search.
        """

    def analyse(self, view: Position, budget: Budget, stop: Stop = never, tell: Tell | None = None) -> BestPlay:
        """Find the best line at full strength within `budget`. `tell` receives the analysis of each depth."""

    def react(self, view: Position, seat: Seat, level: Level, seed: int) -> tuple[float, Move] | None:
        """Return the next move of `seat`, and its delay in seconds, in a game where seats move at any time.

        Returns None if the seat waits. After each change, call this again with the match's `seed`: the move is void.
        """
        return None


class SearchingOpponent(Opponent):
    """An opponent for games without hidden information that searches with the `Core` of the game."""

    def __init__(self, core: Core) -> None:
        self.core: Final = core

    def _set_position(self, view: Position, seed: int = 0, noise: int = 0, blind: int = 0) -> Core:
        if view.outcome() is not None:
            raise ValueError("the game is over")
        self.core.set_position(view, seed, noise, blind)
        return self.core

    def choose(self, view: Position, level: Level, rng: Random, stop: Stop = never) -> BestPlay:
        found = deepen(self._set_position(view, rng.getrandbits(60), level.noise, level.blind), level.budget, stop)
        return BestPlay(found.line[0], found.score, found.depth, found.nodes)

    def analyse(self, view: Position, budget: Budget, stop: Stop = never, tell: Tell | None = None) -> BestPlay:
        def report(found: SearchResult) -> None:
            if tell is not None:
                tell(_whole_line(found))

        return _whole_line(deepen(self._set_position(view), budget, stop, report))


def _whole_line(found: SearchResult) -> BestPlay:
    moves = tuple(move for turn in found.line for move in turn)
    return BestPlay(moves, found.score, found.depth, found.nodes)

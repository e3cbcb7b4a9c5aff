"""Iterative deepening with aspiration windows, for every game's search.

A game brings a `Core`, which searches one position, one depth at a time. The recursion itself stays in the game's
engine/search.py, where the board is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from rules.contract import Move, Position
from rules.search.budget import Budget, Stop, capped, never

WIN: Final = 30000
"""The score of a win on the spot, in every game; a win in n plies is WIN - n."""
SURE: Final = WIN - 1000
"""Scores beyond this, either way, are wins seen to the end."""
_INFINITE: Final = 32000
_WINDOW: Final = 40
_NO_LIMIT: Final = 1 << 60
_LONE_DEPTH: Final = 4


class Core(Protocol):
    """The search of one position after another."""

    @property
    def nodes(self) -> int:
        """Positions looked at since `set_position`."""

    @property
    def stopped(self) -> bool:
        """Whether the last `search` was broken off."""

    def set_position(self, position: Position, seed: int = 0, noise: int = 0, blind: int = 0) -> None:
        """Make `position` the root; nothing is kept of earlier searches.

        `noise`: centi-men by which each evaluation may be off, either way. `blind`: of 256 captures beyond the
        horizon, how many are overlooked. Both vary with `seed`.
        """

    def replies(self) -> int:
        """How many moves there are to choose from."""

    def search(self, depth: int, alpha: int, beta: int, limit: int, poll: Callable[[], bool]) -> int:
        """Search `depth` plies within the window; the score is that of `line`.

        It is broken off, which sets `stopped`, once `nodes` reaches `limit` or `poll`, called every few milliseconds,
        says so.
        """

    def line(self) -> Sequence[Sequence[Move]]:
        """The best turns found by the last `search`, as moves of the game; none if no move came up to its alpha."""

    def first(self) -> Sequence[Move]:
        """Some legal turn, without any search."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search came to."""

    line: tuple[tuple[Move, ...], ...]
    """The best turns, the first, for the side to move, is always there."""
    score: int
    """Centi-men for the side to move; beyond ±SURE a win or loss is seen."""
    depth: int
    """Plies of the last iteration that was finished; 0 if not even the first was."""
    nodes: int


def deepen(
    core: Core, budget: Budget, stop: Stop = never, tell: Callable[[SearchResult], None] = lambda found: None
) -> SearchResult:
    """Search deeper and deeper until the budget is spent, `stop` says so or the end of the game is seen.

    A lone move is not thought over: it gets a shallow look for its score. `tell` hears of each depth that is done.
    """
    poll = capped(budget.seconds, stop)
    limit = _NO_LIMIT if budget.nodes is None else budget.nodes
    deepest = min(budget.depth, _LONE_DEPTH) if core.replies() == 1 else budget.depth
    line: Sequence[Sequence[Move]] = (core.first(),)
    score = done = 0
    for depth in range(1, deepest + 1):
        span = _WINDOW if depth > 3 and abs(score) < SURE else 2 * _INFINITE
        alpha, beta = max(score - span, -_INFINITE), min(score + span, _INFINITE)
        while True:
            value = core.search(depth, alpha, beta, limit, poll)
            better = core.line()
            if better:
                line, score = better, value
            if core.stopped or alpha < value < beta:
                break
            alpha, beta = (-_INFINITE, beta) if value <= alpha else (alpha, _INFINITE)
        if core.stopped:
            break
        done = depth
        tell(_found(line, score, done, core.nodes))
        if abs(score) >= WIN - depth:
            break
    return _found(line, score, done, core.nodes)


def _found(line: Sequence[Sequence[Move]], score: int, depth: int, nodes: int) -> SearchResult:
    return SearchResult(tuple(tuple(turn) for turn in line), score, depth, nodes)

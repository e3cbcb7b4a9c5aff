"""Base classes of a game's search, which ends early once its budget is spent, and of the `Core` that runs it."""

from collections.abc import Callable, Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from rules.search.budget import never

_NODES_PER_POLL: Final = 512


class StoppableSearch:
    """Base class of the searches: it counts nodes and stops at a node limit or on request."""

    def __init__(self) -> None:
        self.nodes: i64 = 0
        self.stopped = False
        self._next_poll: i64 = 0
        self._limit: i64 = 0
        self._poll: Callable[[], bool] = never
        self._excluded: list[int] = []
        self._excluded_count: i64 = 0  # also changes the root's key in the table, so that each line has its own entry

    def exclude(self, turns: Sequence[int]) -> None:
        self._excluded = list(turns)
        self._excluded_count = len(turns)

    def _drop_excluded(self, turns: vec[i64], beside: vec[i64], count: i64) -> i64:
        # The first `count` items of `turns` are the root's turns; `beside` has a value for each, or is `turns`.
        kept: i64 = 0
        i: i64 = 0
        while i < count:
            turn = turns[i]
            i += 1
            if turn not in self._excluded:
                beside[kept] = beside[i - 1]
                turns[kept] = turn
                kept += 1
        return kept

    def search(self, depth: int, alpha: int, beta: int, limit: int, poll: Callable[[], bool]) -> int:
        raise NotImplementedError

    def _start(self, limit: int, poll: Callable[[], bool]) -> None:
        self.stopped = False
        self._limit = limit
        self._poll = poll
        self._next_poll = 0

    def _out_of_budget(self) -> bool:
        """Return whether the search must stop. Only called once `nodes` reaches `_next_poll`."""
        if self.stopped:
            return True
        if self.nodes >= self._limit or self._poll():
            self.stopped = True
            self._next_poll = 0
            return True
        self._next_poll = min(self._limit, self.nodes + _NODES_PER_POLL)
        return False


class CoreOfSearch:
    """Base class of the `Core` of a game (`rules.search.iterative_deepening`) that has a search on plain numbers."""

    def __init__(self, search: StoppableSearch) -> None:
        self._stoppable: Final = search

    @property
    def nodes(self) -> int:
        return self._stoppable.nodes

    @property
    def stopped(self) -> bool:
        return self._stoppable.stopped

    def search(self, depth: int, alpha: int, beta: int, limit: int, poll: Callable[[], bool]) -> int:
        return self._stoppable.search(depth, alpha, beta, limit, poll)

"""Base classes of a game's search, which ends early once its budget is spent, and of the `Core` that runs it."""

from collections.abc import Callable
from typing import Final

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

"""How long a search may take, and how it is told to stop."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a search may take: it ends with whatever comes first."""

    nodes: int | None = None
    seconds: float | None = None
    """Wall time."""
    depth: int = 48
    """Plies."""


Stop = Callable[[], bool]
"""Asked every few milliseconds: True ends the search with what it has."""


def never() -> bool:
    """A search that nobody stops."""
    return False


def capped(seconds: float | None, stop: Stop) -> Stop:
    """`stop`, or the end of so much wall time from now on."""
    if seconds is None:
        return stop
    ends = time.monotonic() + seconds
    return lambda: stop() or time.monotonic() >= ends

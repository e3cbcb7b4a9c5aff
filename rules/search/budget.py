"""Search budgets and stop callbacks."""

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of a search, which ends when it reaches the first of them; None is no limit."""

    nodes: int | None = None
    seconds: float | None = None
    depth: int = 48


Stop = Callable[[], bool]  # polled every few milliseconds; True ends the search with its best result so far


def never() -> bool:
    return False


def cap_seconds(seconds: float | None, stop: Stop) -> Stop:
    """Return a callback that returns True if `stop` does, or once `seconds` have passed since this call."""
    if seconds is None:
        return stop
    deadline = time.monotonic() + seconds
    return lambda: stop() or time.monotonic() >= deadline

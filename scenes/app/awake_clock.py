"""The app's clock, which leaves out the time during which the process was stopped or the machine slept."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Final

LONGEST_SILENCE: Final = 3.0
"""Seconds that may lie between two readings beside a wait: more means that the app was suspended.

A frame takes hundredths of a second, and the longest steps, such as a save on a slow disk, about one even on a slow
machine. Nobody can play while one of them lasts, so it does no harm to leave out a longer one. That is also true of a
window that is dragged on Windows, where SDL hands out no events meanwhile; elsewhere dragging doesn't stop the loop.
"""
_WITH_SLEEP: Final[int | None] = getattr(time, "CLOCK_BOOTTIME", None)


def system_time() -> float:
    """Return seconds since any moment, with the machine's sleep where the system's usual clock leaves it out."""
    return time.perf_counter() if _WITH_SLEEP is None else time.clock_gettime(_WITH_SLEEP)


class AwakeClock:
    """Counts the seconds since it was made, but no gap in its readings that the loop didn't ask for."""

    def __init__(self, read: Callable[[], float] = system_time) -> None:
        self._read = read
        self._started = self._last = read()
        self._wait = 0.0
        self._suspended = 0.0

    def now(self) -> float:
        """Return the seconds so far; they never go back."""
        here = self._read()
        gap = here - self._last - self._wait
        self._last, self._wait = here, 0.0
        if gap > LONGEST_SILENCE:
            self._started += gap
            self._suspended += gap
        return here - self._started

    def expect_wait(self, seconds: float | None) -> None:
        """Count up to so many seconds until the next reading; None: any number, for nothing is due."""
        self._wait = math.inf if seconds is None else seconds

    def take_suspended(self) -> float:
        """Return the seconds that were left out since this was asked last."""
        suspended, self._suspended = self._suspended, 0.0
        return suspended

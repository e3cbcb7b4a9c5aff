"""Time in which nothing happens: what the app gives back, and what its clock leaves out."""

from __future__ import annotations

import contextlib
import math
import sys
import time
from collections.abc import Callable
from typing import Final

from scenes.app.sound import Sound

CALM: Final = 4.0
"""Seconds without an event or a painted frame after which the app is idle."""

LARGE: Final = 1 << 19
"""A picture of so many bytes or more has pages of its own, which go back as soon as it is gone and leave no hole."""
_MMAP_THRESHOLD: Final = -3
"""M_MMAP_THRESHOLD in glibc's malloc.h."""
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


class Idle:
    """Knows how long nothing has happened. Times are the app's, in seconds."""

    def __init__(self, sound: Sound) -> None:
        self._sound = sound
        self._due: float | None = None
        """When the app will be idle; None where it is already."""

    def active(self, now: float) -> None:
        """Something has happened."""
        self._due = now + CALM

    def until(self, now: float, pause: float | None) -> float | None:
        """How long to wait at most, where `pause` seconds (None: for ever) may pass until something else is due."""
        if self._due is None:
            return pause
        rest = max(0.0, self._due - now)
        return rest if pause is None else min(rest, pause)

    def release(self, now: float) -> None:
        """Give back what isn't needed, if it is time."""
        if self._due is not None and now >= self._due:
            self._due = None
            self._sound.doze()
            give_back_memory()


def give_back_memory() -> None:
    """Let the C library (glibc) hand free memory to the system, and from now on that of large pictures at once."""
    if sys.platform == "linux":
        import ctypes  # it takes long to load, and isn't needed before the first frame

        with contextlib.suppress(OSError, AttributeError):
            library = ctypes.CDLL(None)
            library.mallopt(_MMAP_THRESHOLD, LARGE)
            library.malloc_trim(0)

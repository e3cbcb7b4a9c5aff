"""Idle time: releasing resources, and a clock that leaves out suspension."""

from __future__ import annotations

import contextlib
import math
import sys
import time
from collections.abc import Callable
from typing import Final

from scenes.app import constants
from scenes.app.sound import Sound

LARGE: Final = 1 << 19  # bytes; such allocations get pages of their own, returned at once without a hole
_MMAP_THRESHOLD: Final = -3  # M_MMAP_THRESHOLD in glibc's malloc.h

_WITH_SLEEP: Final[int | None] = getattr(time, "CLOCK_BOOTTIME", None)


def system_time() -> float:
    """Return seconds from any start, including the machine's sleep where the usual clock leaves it out."""
    return time.perf_counter() if _WITH_SLEEP is None else time.clock_gettime(_WITH_SLEEP)


class AwakeClock:
    """A clock of the seconds since its creation, without gaps between readings that the loop didn't ask for."""

    def __init__(self, read: Callable[[], float] = system_time) -> None:
        self._read = read
        self._started = self._last = read()
        self._wait = 0.0
        self._suspended = 0.0

    def now(self) -> float:
        """Return the seconds so far; never goes back."""
        here = self._read()
        gap = here - self._last - self._wait
        self._last, self._wait = here, 0.0
        if gap > constants.SUSPENDED_SECONDS:
            self._started += gap
            self._suspended += gap
        return here - self._started

    def expect_wait(self, seconds: float | None) -> None:
        """Count up to `seconds` until the next reading; None: any number, for nothing is due."""
        self._wait = math.inf if seconds is None else seconds

    def take_suspended(self) -> float:
        suspended, self._suspended = self._suspended, 0.0
        return suspended


class Idle:
    """A timer that releases resources after `IDLE_SECONDS` without activity; times are the app's, in seconds."""

    def __init__(self, sound: Sound) -> None:
        self._sound = sound
        self._due: float | None = None  # when the app will be idle; None: it is

    def note_activity(self, now: float) -> None:
        self._due = now + constants.IDLE_SECONDS

    def limit_wait(self, now: float, pause: float | None) -> float | None:
        """Return the longest wait in seconds, given that `pause` (None: unlimited) ends with something else due."""
        if self._due is None:
            return pause
        rest = max(0.0, self._due - now)
        return rest if pause is None else min(rest, pause)

    def release(self, now: float) -> None:
        if self._due is not None and now >= self._due:
            self._due = None
            self._sound.release_device()
            give_back_memory()


def give_back_memory() -> None:
    """Let glibc return free memory to the system, and from now on that of large pictures at once."""
    if sys.platform == "linux":
        import ctypes  # it takes long to load, and isn't needed before the first frame

        with contextlib.suppress(OSError, AttributeError):
            library = ctypes.CDLL(None)
            library.mallopt(_MMAP_THRESHOLD, LARGE)
            library.malloc_trim(0)

"""Release of sound and memory while the app is idle, and a clock that doesn't count the computer's suspension."""

from __future__ import annotations

import contextlib
import math
import sys
import time
from collections.abc import Callable
from typing import Final

from scenes.app import constants
from scenes.app.sound import Sound

LARGE_ALLOCATION_BYTES: Final = 1 << 19  # from which glibc maps pages that it returns when they are freed
_MMAP_THRESHOLD: Final = -3  # M_MMAP_THRESHOLD in glibc's malloc.h

_CLOCK_WITH_SLEEP: Final[int | None] = getattr(time, "CLOCK_BOOTTIME", None)


def system_time() -> float:
    """Return the seconds since an arbitrary moment, including the time that the computer slept."""
    if sys.platform != "win32" and _CLOCK_WITH_SLEEP is not None:
        return time.clock_gettime(_CLOCK_WITH_SLEEP)
    return time.perf_counter()


class AwakeClock:
    """A clock of the seconds since its creation that leaves out unexpected long gaps between two readings."""

    def __init__(self, read: Callable[[], float] = system_time) -> None:
        self._read_clock = read
        self._origin = self._last_reading = read()
        self._expected_wait = 0.0
        self._suspended_seconds = 0.0

    def now(self) -> float:
        """Return the seconds since the creation; they never decrease."""
        reading = self._read_clock()
        gap = reading - self._last_reading - self._expected_wait
        self._last_reading, self._expected_wait = reading, 0.0
        if gap > constants.SUSPENDED_SECONDS:
            self._origin += gap
            self._suspended_seconds += gap
        return reading - self._origin

    def expect_wait(self, seconds: float | None) -> None:
        """Count a gap of up to `seconds` before the next reading as time; None: a gap of any length."""
        self._expected_wait = math.inf if seconds is None else seconds

    def take_suspended(self) -> float:
        """Return the seconds left out since the last call."""
        suspended, self._suspended_seconds = self._suspended_seconds, 0.0
        return suspended


class Idle:
    """A timer that releases resources after `IDLE_SECONDS` without activity; times are in seconds of `App.now`."""

    def __init__(self, sound: Sound) -> None:
        self._sound = sound
        self._idle_at: float | None = None  # when the app will be idle; None: it is idle

    def note_activity(self, now: float) -> None:
        self._idle_at = now + constants.IDLE_SECONDS

    def limit_wait(self, now: float, pause: float | None) -> float | None:
        """Return `pause` (seconds; None: no limit), shortened so that the wait ends when the app becomes idle."""
        if self._idle_at is None:
            return pause
        remaining = max(0.0, self._idle_at - now)
        return remaining if pause is None else min(remaining, pause)

    def release_resources(self, now: float) -> None:
        if self._idle_at is not None and now >= self._idle_at:
            self._idle_at = None
            self._sound.release_device()
            return_memory()


def return_memory() -> None:
    """Let glibc return free memory to the system, now and in future whenever a large picture is freed."""
    if sys.platform == "linux":
        import ctypes  # slow to load, and not needed before the first frame

        with contextlib.suppress(OSError, AttributeError):
            library = ctypes.CDLL(None)
            library.mallopt(_MMAP_THRESHOLD, LARGE_ALLOCATION_BYTES)
            library.malloc_trim(0)

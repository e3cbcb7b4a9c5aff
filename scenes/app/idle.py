"""What the app gives back while nothing happens: the sound device, and memory."""

from __future__ import annotations

import contextlib
import sys
from typing import Final

from scenes.app.sound import Sound

CALM: Final = 4.0
"""Seconds without an event or a painted frame after which the app is idle."""

LARGE: Final = 1 << 19
"""A picture of so many bytes or more has pages of its own, which go back as soon as it is gone and leave no hole."""
_MMAP_THRESHOLD: Final = -3
"""M_MMAP_THRESHOLD in glibc's malloc.h."""


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

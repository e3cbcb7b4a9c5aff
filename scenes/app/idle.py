"""What the app gives back while nothing happens: the sound device, and memory.

An open device has a thread of SDL's that fills it with silence forty times a second, also at a still table. Pictures
that are gone leave holes in the memory that the C library keeps for the next ones.
"""

from __future__ import annotations

import contextlib
import sys
from typing import Final

from scenes.app.sound import Sound

CALM: Final = 4.0
"""Seconds without an event or a painted frame after which nothing is expected to happen soon."""

LARGE: Final = 1 << 19
"""Bytes from which on a picture has pages of its own, and they go back as soon as it is gone. Among small things it
would leave a hole in which others come to lie, a few on each page, and for hours the pages would become more."""
_MMAP_THRESHOLD: Final = -3
"""M_MMAP_THRESHOLD in glibc's malloc.h."""


class Repose:
    """Knows how long nothing has happened. Times are the app's, in seconds."""

    def __init__(self, sound: Sound) -> None:
        self._sound = sound
        self._due: float | None = None
        """When it is calm enough; None where everything was given back already."""

    def stirred(self, now: float) -> None:
        """Something has happened."""
        self._due = now + CALM

    def until(self, now: float, pause: float | None) -> float | None:
        """How long to wait at most, where `pause` seconds (None: for ever) may pass until something else is due."""
        if self._due is None:
            return pause
        rest = max(0.0, self._due - now)
        return rest if pause is None else min(rest, pause)

    def look(self, now: float) -> None:
        """Give back what isn't needed, if it is time."""
        if self._due is not None and now >= self._due:
            self._due = None
            self._sound.doze()
            give_back_memory()


def give_back_memory() -> None:
    """Let the C library hand memory that is free to the system, and from now on what was a large picture's at once.

    Only glibc keeps much, and has a way to be asked.
    """
    if sys.platform == "linux":
        import ctypes  # which takes its time, and isn't needed before the first frame

        with contextlib.suppress(OSError, AttributeError):
            library = ctypes.CDLL(None)
            library.mallopt(_MMAP_THRESHOLD, LARGE)
            library.malloc_trim(0)

"""SDL functions that pygame lacks, by ctypes, and waiting with one: `pygame.event.wait_for_event` polls."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from typing import Any

import pygame

_POLL_MS = 16  # between polls where SDL isn't found: one frame, an event's largest delay


def sdl_function(name: str) -> Any:
    """Return a function of the SDL library that pygame uses; None if it isn't found.

    On Linux and macOS a symbol looked up in one of pygame's modules is found in the libraries it was linked with.
    """
    try:
        return getattr(ctypes.CDLL("SDL2.dll" if sys.platform == "win32" else pygame.base.__file__), name)
    except (OSError, AttributeError, TypeError):
        return None


_wait_event_timeout: Callable[[object, int], int] | None = sdl_function("SDL_WaitEventTimeout")


def wait_for_event(timeout: float | None) -> None:
    """Sleep until an event is in the queue or `timeout` seconds have passed (None: no limit)."""
    if _wait_event_timeout is not None:
        _wait_event_timeout(None, -1 if timeout is None else max(0, round(timeout * 1000)))
        return
    deadline = None if timeout is None else pygame.time.get_ticks() + timeout * 1000
    while not pygame.event.peek():
        if deadline is not None and pygame.time.get_ticks() >= deadline:
            return
        pygame.time.wait(_POLL_MS)

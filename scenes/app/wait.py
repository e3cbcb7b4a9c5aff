"""Waiting for the next event without polling, which `pygame.event.wait` does: through SDL itself, by ctypes."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable

import pygame

_NAP_MS = 16
"""How long to sleep where SDL can't be found: one frame, so that an event is never late by more."""


def sdl() -> ctypes.CDLL:
    """The SDL that pygame runs on. Raises OSError, AttributeError or TypeError where it can't be reached.

    On Linux and macOS a symbol looked up in one of pygame's modules is found in the libraries it was linked with.
    """
    return ctypes.CDLL("SDL2.dll" if sys.platform == "win32" else pygame.base.__file__)


def _sdl_wait() -> Callable[[object, int], int] | None:
    try:
        function = sdl().SDL_WaitEventTimeout
    except (OSError, AttributeError, TypeError):
        return None
    function.argtypes = [ctypes.c_void_p, ctypes.c_int]
    function.restype = ctypes.c_int
    return lambda event, ms: int(function(event, ms))


_WAIT = _sdl_wait()


def wait(timeout: float | None) -> None:
    """Sleep until an event is in the queue or `timeout` seconds have passed; None waits for an event alone."""
    if _WAIT is not None:
        _WAIT(None, -1 if timeout is None else max(0, round(timeout * 1000)))
        return
    deadline = None if timeout is None else pygame.time.get_ticks() + timeout * 1000
    while not pygame.event.peek():
        if deadline is not None and pygame.time.get_ticks() >= deadline:
            return
        pygame.time.wait(_NAP_MS)

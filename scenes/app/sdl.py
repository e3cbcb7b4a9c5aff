"""Access by ctypes to SDL functions that pygame doesn't offer, and waiting for events without polling."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pygame

_POLL_MS = 16  # between polls if SDL isn't found; events are delayed by at most this, a frame


def load_library(name: str, module: ModuleType) -> ctypes.CDLL:
    """Load a library of SDL, such as "SDL2", that a module of pygame uses. Raises OSError or TypeError.

    On Linux and macOS a symbol looked up in a module of pygame is also found in the libraries linked to that module.
    """
    # A literal file name would make PyInstaller pack a second copy of the library, and this would load that one.
    beside_pygame = str(Path(pygame.__file__).with_name(f"{name}.dll"))
    return ctypes.CDLL(beside_pygame if sys.platform == "win32" else module.__file__)


def sdl_function(name: str) -> Any:
    """Return a function of the SDL library that pygame uses; None if it isn't found."""
    try:
        return getattr(load_library("SDL2", pygame.base), name)
    except (OSError, AttributeError, TypeError):
        return None


_wait_event_timeout: Callable[[object, int], int] | None = sdl_function("SDL_WaitEventTimeout")


def wait_for_event(timeout: float | None) -> None:
    """Sleep until there is an event or `timeout` seconds have passed (None: no limit).

    Without SDL's function it polls, as `pygame.event.wait` does.
    """
    if _wait_event_timeout is not None:
        _wait_event_timeout(None, -1 if timeout is None else max(0, round(timeout * 1000)))
        return
    deadline = None if timeout is None else pygame.time.get_ticks() + timeout * 1000
    while not pygame.event.peek():
        if deadline is not None and pygame.time.get_ticks() >= deadline:
            return
        pygame.time.wait(_POLL_MS)

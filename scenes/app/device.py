"""The sound device, opened in the background.

With a real card that takes tens of milliseconds, and `pygame.mixer.init` holds Python's lock all the while, so that
the window would stand still even with a thread. SDL_mixer itself is therefore called through ctypes, which gives the
lock up; pygame finds the device open and only fits itself to it. What pygame does in `init` besides
`set_num_channels` does as well (pygame-ce 2.5.8, whose version `pyproject.toml` pins).

It is closed while the app is idle: an open device takes 0.12 % of a core, a paused one 0.11 %, all else 0.005 %.
"""

from __future__ import annotations

import os
import re
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import pygame

RATE: Final = 44_100
CHANNELS: Final = 16
"""So many sounds are heard at once."""
_BUFFER: Final = 1024
_SIGNED_16: Final = 0x8010 if sys.byteorder == "little" else 0x9010
_MAY_CHANGE: Final = 0x01 | 0x04
"""The device may have another rate or more speakers."""
_AUDIO: Final = 0x10
"""SDL's name for its audio part."""
_DRIVER: Final = "SDL_AUDIODRIVER"
_CARD: Final = re.compile(r"^ *[0-9]", re.MULTILINE)
"""A sound card in Linux's list of them."""


class Device:
    """Is open or closed, or is being opened; nobody waits for that, unless by `settle`."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        """To be held while the mixer is used."""
        self.missing = False
        """It was looked for and not found."""
        self.opening = False
        self.usable = False
        """Whether the mixer can be used now."""
        self._worker: threading.Thread | None = None

    def open(self, ready: Callable[[], object]) -> None:
        """Open it soon; then `ready` is called by another thread, which holds the lock."""
        if not self.opening and not self.usable:
            self.opening = True
            self._worker = threading.Thread(target=self._open, args=(ready,), name="sound device", daemon=True)
            self._worker.start()

    def close(self, seconds: float = 2.0) -> None:
        """Close it; if it is being opened, after that, but no longer than so many seconds."""
        self.settle(seconds)
        with self.lock:
            if self.usable:
                self.usable = False
                pygame.mixer.quit()

    def settle(self, seconds: float | None = None) -> None:
        """Wait until it is open or missing, at most so long."""
        if self._worker is not None:
            self._worker.join(seconds)

    def _open(self, ready: Callable[[], object]) -> None:
        found = False
        try:
            found = _opened()
        finally:
            with self.lock:
                self.opening, self.missing, self.usable = False, not found, found
                if found:
                    ready()


def _opened() -> bool:
    """Whether SDL's mixer could be opened; it isn't there at all in a build without its decoders."""
    without_card = _without_card()
    if without_card:
        os.environ[_DRIVER] = "pulseaudio,pipewire"  # ALSA would only complain, in eight lines
    try:
        if not _opened_by_sdl():
            return False
        pygame.mixer.init(RATE, -16, 2, _BUFFER)
        pygame.mixer.set_num_channels(CHANNELS)
    except (pygame.error, NotImplementedError):
        return False
    finally:
        if without_card:
            del os.environ[_DRIVER]
    return True


def _opened_by_sdl() -> bool:
    """Open the device without pygame; False where there is none. Where SDL can't be reached that is left to pygame.

    On Linux and macOS a symbol looked up in one of pygame's own modules is found in the libraries that this module
    was linked with. Windows finds a loaded library by its name.
    """
    import ctypes

    windows = sys.platform == "win32"
    try:
        mixer: Any = ctypes.CDLL("SDL2_mixer.dll" if windows else pygame.mixer.__file__)
        sdl: Any = ctypes.CDLL("SDL2.dll") if windows else mixer
        start, stop = mixer.Mix_OpenAudioDevice, sdl.SDL_QuitSubSystem
    except (OSError, AttributeError, TypeError, NotImplementedError):
        return True
    if start(RATE, _SIGNED_16, 2, _BUFFER, None, _MAY_CHANGE) == 0:
        return True
    stop(_AUDIO)
    return False


def _without_card() -> bool:
    """Whether Linux knows of no sound card, and nobody has said which driver is to be taken."""
    if sys.platform != "linux" or _DRIVER in os.environ:
        return False
    with suppress(OSError):
        return not _CARD.search(Path("/proc/asound/cards").read_text(encoding="utf-8"))
    return True

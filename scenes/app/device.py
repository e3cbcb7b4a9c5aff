"""The sound device, opened in the background.

With a real card that takes tens of milliseconds, and `pygame.mixer.init` holds the GIL meanwhile, so the window
would freeze even with a thread. Therefore SDL_mixer is opened through ctypes, which releases the GIL;
`pygame.mixer.init` then finds the device open and only adapts to it. `set_num_channels` does the rest of what it
usually does as well (pygame-ce 2.5.8, pinned in `pyproject.toml`).

The device is closed while the app is idle: an open one takes 0.12 % of a core, a paused one 0.11 %, everything else
0.005 %.
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
CHANNELS: Final = 16  # sounds heard at once
_BUFFER: Final = 1024
_SIGNED_16: Final = 0x8010 if sys.byteorder == "little" else 0x9010
_MAY_CHANGE: Final = 0x01 | 0x04  # SDL_AUDIO_ALLOW_FREQUENCY_CHANGE | SDL_AUDIO_ALLOW_CHANNELS_CHANGE
_AUDIO: Final = 0x10  # SDL_INIT_AUDIO
_DRIVER: Final = "SDL_AUDIODRIVER"
_CARD: Final = re.compile(r"^ *[0-9]", re.MULTILINE)  # a line of /proc/asound/cards


class Device:
    """The sound device: closed, being opened in a thread, or open."""

    def __init__(self) -> None:
        self.lock = threading.RLock()  # held while the mixer is used
        self.missing = False  # opening the device failed
        self.opening = False
        self.usable = False
        self._worker: threading.Thread | None = None

    def open(self, ready: Callable[[], object]) -> None:
        """Open the device in a thread, which then calls `ready` with the lock held."""
        if not self.opening and not self.usable:
            self.opening = True
            self._worker = threading.Thread(target=self._open, args=(ready,), name="sound device", daemon=True)
            self._worker.start()

    def close(self, seconds: float = 2.0) -> None:
        """Close the device, waiting at most `seconds` if it is being opened."""
        self.settle(seconds)
        with self.lock:
            if self.usable:
                self.usable = False
                pygame.mixer.quit()

    def settle(self, seconds: float | None = None) -> None:
        """Wait until the attempt to open the device has ended, at most `seconds`."""
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
    """Open SDL's mixer; return False without a device, or in a build without the mixer."""
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
    """Open the device through ctypes; return False if there is none. True if SDL isn't found: pygame tries then."""
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
    if sys.platform != "linux" or _DRIVER in os.environ:
        return False
    with suppress(OSError):
        return not _CARD.search(Path("/proc/asound/cards").read_text(encoding="utf-8"))
    return True

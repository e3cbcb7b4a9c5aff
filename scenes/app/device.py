"""The sound device, opened and closed in the background.

With a real card either takes tens of milliseconds, and `pygame.mixer.init` holds Python's lock all the while, so
that the window would stand still even with a thread. SDL_mixer itself is therefore called through ctypes, which gives
the lock up; pygame finds the device open and only fits itself to it. What pygame does in `init` besides
`set_num_channels` does as well (pygame-ce 2.5.8, whose version `pyproject.toml` pins).

It is closed while the app is idle: an open device takes 0.15 % of a core, all else 0.005 %.
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
"""Frames that SDL mixes at a time."""
_SIGNED_16: Final = 0x8010 if sys.byteorder == "little" else 0x9010
_MAY_CHANGE: Final = 0x01 | 0x04
"""The device may have another rate or more speakers."""
_AUDIO: Final = 0x10
"""SDL's name for its audio part."""
_CARD: Final = re.compile(r"^ *[0-9]", re.MULTILINE)
"""A sound card in Linux's list of them."""


class Device:
    """Is open or closed, or about to be. Nobody who asks waits, unless by `settle`."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        """To be held while the mixer is used."""
        self.missing = False
        """It was looked for and not found."""
        self.wanted = False
        """Whether it is open, or soon will be."""
        self.usable = False
        """Whether the mixer can be used now: it is open and wanted."""
        self._worker: threading.Thread | None = None

    def open(self, ready: Callable[[], object]) -> None:
        """Open it soon; then `ready` is called by another thread, which holds the lock."""
        with self.lock:
            if not self.wanted:
                self.wanted = True
                self._start(lambda: self._opening(ready))

    def close(self) -> None:
        """Close it soon. From now on it isn't usable."""
        with self.lock:
            if self.wanted:
                self.wanted = self.usable = False
                self._start(self._closing)

    def settle(self, seconds: float | None = None) -> None:
        """Wait until it is open, missing or closed, at most so long."""
        if self._worker is not None:
            self._worker.join(seconds)

    def _start(self, task: Callable[[], object]) -> None:
        """Do a task in a thread of its own, after those that were started before."""
        before = self._worker

        def work() -> None:
            if before is not None:
                before.join()
            task()

        self._worker = threading.Thread(target=work, name="sound device", daemon=True)
        self._worker.start()

    def _opening(self, ready: Callable[[], object]) -> None:
        found = False
        try:
            found = _opened(_without_alsa())
        finally:
            with self.lock:
                self.missing = not found
                self.wanted = self.usable = self.wanted and found
                if self.usable:
                    ready()

    def _closing(self) -> None:
        with self.lock:
            self.usable = False
        pygame.mixer.quit()


def _opened(driver: str | None) -> bool:
    """Whether SDL's mixer could be opened, on `driver`; it isn't there at all in a build without its decoders."""
    before = os.environ.get("SDL_AUDIODRIVER")
    if driver is not None:
        os.environ["SDL_AUDIODRIVER"] = driver
    try:
        if not _opened_by_sdl():
            return False
        pygame.mixer.init(RATE, -16, 2, _BUFFER)
        pygame.mixer.set_num_channels(CHANNELS)
    except (pygame.error, NotImplementedError):
        return False
    finally:
        if before is not None:
            os.environ["SDL_AUDIODRIVER"] = before
        elif driver is not None:
            del os.environ["SDL_AUDIODRIVER"]
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


def _without_alsa() -> str | None:
    """The drivers to try where Linux knows of no sound card: ALSA would only complain of that in eight lines."""
    if sys.platform != "linux" or "SDL_AUDIODRIVER" in os.environ:
        return None
    with suppress(OSError):
        if _CARD.search(Path("/proc/asound/cards").read_text(encoding="utf-8")):
            return None
    return "pulseaudio,pipewire"

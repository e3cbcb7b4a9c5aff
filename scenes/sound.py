"""The sounds of the table. Never fails: without a device the table is silent and `problem` says so."""

from __future__ import annotations

import contextlib
import os
import random
import re
import sys
from pathlib import Path
from typing import Final

import pygame

import sounds
from scenes.assets import ROOT
from scenes.storage import Settings

_DECIBELS: Final = 2.0
"""Two sounds of one kind differ in loudness by up to so much either way."""
_CARD: Final = re.compile(r"^ *[0-9]", re.MULTILINE)
"""A sound card in Linux's list of them."""
_WIDTH: Final = 0.3
"""How far to one side a sound at the table's edge is heard, of 1."""


def _device(driver: str | None) -> bool:
    """Whether SDL's mixer could be opened, on `driver`; it isn't there at all in a build without its decoders."""
    before = os.environ.get("SDL_AUDIODRIVER")
    if driver is not None:
        os.environ["SDL_AUDIODRIVER"] = driver
    try:
        pygame.mixer.init(frequency=44100, size=-16, channels=2, buffer=1024)
    except (pygame.error, NotImplementedError):
        return False
    finally:
        if before is not None:
            os.environ["SDL_AUDIODRIVER"] = before
        elif driver is not None:
            del os.environ["SDL_AUDIODRIVER"]
    return True


def _without_alsa() -> str | None:
    """The drivers to try where Linux knows of no sound card: ALSA would only complain of that in eight lines."""
    if sys.platform != "linux" or "SDL_AUDIODRIVER" in os.environ:
        return None
    with contextlib.suppress(OSError):
        if _CARD.search(Path("/proc/asound/cards").read_text(encoding="utf-8")):
            return None
    return "pulseaudio,pipewire"


class Sound:
    """Plays `sounds/<name>-<n>.ogg`, a variant at random, once `open` has found a device."""

    def __init__(self, settings: Settings) -> None:
        self.problem: str | None = None
        """Key of the words that say why nothing is heard, or None."""
        self._settings = settings
        self._loaded: dict[str, pygame.mixer.Sound] = {}
        self.dozing = False
        """Whether the device was given back until something is to be heard."""
        self._random = random.Random()

    def open(self) -> None:
        """Open the device. Slow where there is none (a tenth of a second), so it waits for the first frame."""
        self.dozing = False
        if not _device(_without_alsa()):
            self.problem = "app.no_sound"

    def doze(self) -> None:
        """Give the device back until something is to be heard, unless something is sounding."""
        if self._opened() and not pygame.mixer.get_busy():
            self.dozing = True
            self.close()

    def wake(self) -> None:
        """Open the device again that `doze` gave back, so that the next sound needn't wait for it."""
        if self.dozing:
            self.open()

    def close(self) -> None:
        """Give the device back."""
        self._loaded.clear()
        if self._opened():
            pygame.mixer.quit()

    def _opened(self) -> bool:
        try:
            return pygame.mixer.get_init() is not None
        except NotImplementedError:
            return False

    def play(self, name: str, pan: float = 0.0, volume: float = 1.0) -> None:
        """Let `name` sound, from the left (-1) to the right (1) edge of the table, at `volume` of its own."""
        if self._settings.muted or not self._settings.volume:
            return
        self.wake()
        if not self._opened():
            return
        count = sounds.VARIANTS.get(name, 0)
        sound = self._load(f"{name}-{self._random.randint(1, count)}") if count else None
        channel = sound.play() if sound else None
        if channel is not None:
            loud = volume * (self._settings.volume / 100) ** 2
            loud *= 10 ** (self._random.uniform(-_DECIBELS, _DECIBELS) / 20)
            side = max(-1.0, min(1.0, pan)) * _WIDTH
            channel.set_volume(min(1.0, loud * min(1.0, 1 - side)), min(1.0, loud * min(1.0, 1 + side)))

    def _load(self, file: str) -> pygame.mixer.Sound | None:
        if file not in self._loaded:
            try:
                self._loaded[file] = pygame.mixer.Sound(os.fspath(ROOT / "sounds" / f"{file}.ogg"))
            except (pygame.error, OSError):
                return None
        return self._loaded[file]

"""The sounds of the table. Never fails: without a device the table is silent and `problem` says so."""

from __future__ import annotations

import os
import random
from typing import Final

import pygame

import sounds
from scenes.assets import ROOT
from scenes.storage import Settings

_DECIBELS: Final = 2.0
"""Two sounds of one kind differ in loudness by up to so much either way."""
_WIDTH: Final = 0.3
"""How far to one side a sound at the table's edge is heard, of 1."""


def _device() -> bool:
    """Whether SDL's mixer could be opened; it isn't there at all in a build without its decoders."""
    try:
        pygame.mixer.init(frequency=44100, size=-16, channels=2, buffer=1024)
    except (pygame.error, NotImplementedError):
        return False
    return True


class Sound:
    """Plays `sounds/<name>-<n>.ogg`, a variant at random, once `open` has found a device."""

    def __init__(self, settings: Settings) -> None:
        self.problem: str | None = None
        """Key of the words that say why nothing is heard, or None."""
        self._settings = settings
        self._loaded: dict[str, pygame.mixer.Sound] = {}
        self._random = random.Random()

    def open(self) -> None:
        """Open the device, or a stand-in that nobody hears.

        Slow where there is none (a tenth of a second), so it waits for the first frame.
        """
        if not _device():
            self.problem = "app.no_sound"
            before = os.environ.get("SDL_AUDIODRIVER")
            os.environ["SDL_AUDIODRIVER"] = "dummy"
            _device()
            del os.environ["SDL_AUDIODRIVER"]
            if before is not None:
                os.environ["SDL_AUDIODRIVER"] = before

    def close(self) -> None:
        """Give the device back."""
        if self._opened():
            pygame.mixer.quit()

    def _opened(self) -> bool:
        try:
            return pygame.mixer.get_init() is not None
        except NotImplementedError:
            return False

    def play(self, name: str, pan: float = 0.0, volume: float = 1.0) -> None:
        """Let `name` sound, from the left (-1) to the right (1) edge of the table, at `volume` of its own."""
        if self._settings.muted or not self._settings.volume or not self._opened():
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

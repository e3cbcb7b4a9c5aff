"""The sounds of the table. Never fails: without a device the table is silent and `problem` says so."""

from __future__ import annotations

import os
import random
from time import monotonic
from typing import Final, NamedTuple

import pygame

import sounds
from scenes.app.assets import ROOT
from scenes.app.device import RATE, Device
from scenes.app.settings import Settings

DECIBELS: Final = 2.0
"""Two sounds of one kind differ in loudness by up to so much either way; none is louder than its file."""
PITCH: Final = 0.04
"""They differ in pitch by up to this share either way."""
WIDTH: Final = 0.3
"""How far to one side a sound at the table's edge is heard, of 1."""
CEILING: Final = 0.9
"""What the peaks of all sounds at a time may add up to, of full scale: beyond that the newest is softer."""
FAINTEST: Final = 0.15
"""A sound that would have to be softer than this share of its own loudness isn't played."""
TOGETHER: Final = 0.02
"""Two of a kind within so many seconds are heard as one."""
PATIENCE: Final = 0.4
"""A sound that had to wait longer than this for the device, in seconds, isn't played any more."""
ROOM: Final = ROOT / "sounds" / f"{sounds.ROOM}.ogg"
_ROOM_COMES: Final = 2500
"""Milliseconds in which the ambience fades in."""
_FULL: Final = 32768


class _Wave(NamedTuple):
    frames: bytes
    """16 bits each, as many channels as the device has."""
    peak: float
    """Of full scale."""


class Sound:
    """Plays `sounds/<name>-<n>.ogg`, a variant at random, once `open` has found a device."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.device = Device()
        self._waves: dict[str, _Wave] = {}
        self._rate, self._channels = RATE, 2
        self._last: dict[str, tuple[int, float]] = {}
        """Of each kind the variant heard last, and when."""
        self._sounding: list[tuple[float, float]] = []
        """Until when what is heard at the moment is heard, and its peak."""
        self._waiting: list[tuple[float, str, float, float]] = []
        """Sounds to play as soon as the device is open, each with the time when it was due."""
        self.dozing = False
        """Whether the device is closed until something is played."""
        self._random = random.Random()

    @property
    def problem(self) -> str | None:
        """Key of the words that say why nothing is heard, or None."""
        return "app.no_sound" if self.device.missing else None

    def open(self, wait: bool = False) -> None:
        """Open the device in the background; `wait` until it is open or known to be missing."""
        self.dozing = False
        self.device.open(self._ready)
        if wait:
            self.device.settle()

    def doze(self) -> None:
        """Close the device until something is played, unless something sounds."""
        with self.device.lock:
            if self.device.usable and not (pygame.mixer.get_busy() or pygame.mixer.music.get_busy()):
                self.dozing = True
                self._waves.clear()
                self.device.close()

    def wake(self) -> None:
        """Open the device again that `doze` has closed, so that the next sound needn't wait for it."""
        if self.dozing:
            self.open()

    def close(self) -> None:
        """Close the device."""
        self.device.close()

    def attend(self) -> None:
        """Start, stop or set the volume of the ambience, as the settings say."""
        if self._settings.ambience and self._audible():
            self.wake()
        if self.device.usable:
            with self.device.lock:
                self._set_room()

    def play(self, name: str, pan: float = 0.0, volume: float = 1.0) -> None:
        """Let `name` sound, from the left (-1) to the right (1) edge of the table, at `volume` of its own.

        While the device is being opened it waits for that, and the caller doesn't.
        """
        if not self._audible() or not sounds.VARIANTS.get(name, 0):
            return
        self.wake()
        with self.device.lock:
            if self.device.usable:
                self._sound(name, pan, volume)
            elif self.device.opening:
                self._waiting.append((monotonic(), name, pan, volume))

    def _audible(self) -> bool:
        return not self._settings.muted and self._settings.volume > 0

    def _loudness(self) -> float:
        """The factor of the person's volume; a half of the scale sounds about half as loud."""
        return (self._settings.volume / 100) ** 2

    # --- with the device open, and its lock held

    def _ready(self) -> None:
        """The device is open: nothing made for the one before fits it."""
        self._rate, _, self._channels = pygame.mixer.get_init() or (RATE, -16, 2)
        self._waves.clear()
        self._sounding.clear()
        waiting, self._waiting = self._waiting, []
        self._set_room()
        for due, name, pan, volume in waiting:
            if monotonic() - due < PATIENCE:
                self._sound(name, pan, volume)

    def _set_room(self) -> None:
        music = pygame.mixer.music
        if not (self._settings.ambience and self._audible()):
            music.stop()
            return
        music.set_volume(self._loudness())
        if not music.get_busy():
            try:
                music.load(os.fspath(ROOM))
                music.play(-1, fade_ms=_ROOM_COMES)
            except (pygame.error, OSError):
                return

    def _sound(self, name: str, pan: float, volume: float) -> None:
        now = monotonic()
        if now - self._last.get(name, (0, -1.0))[1] < TOGETHER:
            return
        number = self._number(name)
        found = self._wave(f"{name}-{number}")
        if found is None:
            return
        loud = volume * self._loudness() * 10 ** ((self._random.uniform(-DECIBELS, DECIBELS) - DECIBELS) / 20)
        loud = min(loud, 1.0) * self._room_left(found.peak * min(loud, 1.0), now)
        channel = self._pitched(found.frames).play() if loud else None
        if channel is None:
            return
        side = max(-1.0, min(1.0, pan)) * WIDTH
        channel.set_volume(loud * min(1.0, 1 - side), loud * min(1.0, 1 + side))
        self._last[name] = (number, now)
        seconds = len(found.frames) / (2 * self._rate * self._channels) * (1 + PITCH)
        self._sounding.append((now + seconds, found.peak * loud))

    def _number(self, name: str) -> int:
        count = sounds.VARIANTS[name]
        last = self._last.get(name, (0, 0.0))[0]
        return self._random.choice([number for number in range(1, count + 1) if number != last or count == 1])

    def _room_left(self, peak: float, now: float) -> float:
        """The share of itself at which one more sound with this peak can be heard, so that nothing is distorted."""
        self._sounding = [sounding for sounding in self._sounding if sounding[0] > now]
        free = CEILING - sum(peak for _, peak in self._sounding)
        share = min(1.0, free / peak) if peak else 0.0
        return share if share >= FAINTEST else 0.0

    def _wave(self, file: str) -> _Wave | None:
        if file not in self._waves:
            try:
                frames = pygame.mixer.Sound(os.fspath(ROOT / "sounds" / f"{file}.ogg")).get_raw()
            except (pygame.error, OSError):
                return None
            from array import array  # not needed before the first frame

            samples = array("h", frames)[:: self._channels]  # the files have one channel, so all are alike
            self._waves[file] = _Wave(frames, max(max(samples), -min(samples)) / _FULL)
        return self._waves[file]

    def _pitched(self, frames: bytes) -> pygame.mixer.Sound:
        """A sound a little higher or lower: told that it has another rate, SDL fits it to the device's."""
        import io
        import wave

        told = io.BytesIO()
        with wave.open(told, "wb") as out:
            out.setnchannels(self._channels)
            out.setsampwidth(2)
            out.setframerate(round(self._rate * (1 + self._random.uniform(-PITCH, PITCH))))
            out.writeframes(frames)
        told.seek(0)
        return pygame.mixer.Sound(file=told)

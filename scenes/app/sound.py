"""Sound effects, ambience, and their device. Nothing raises: without it there is silence, and `problem` is set."""

from __future__ import annotations

import contextlib
import os
import random
import re
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple

import pygame

import sounds
from scenes.app import constants
from scenes.app.assets import ROOT
from scenes.app.settings import Settings
from scenes.app.wait import load_library

ROOM: Final = ROOT / "sounds" / f"{sounds.ROOM}.ogg"
_FULL: Final = 32768
RATE: Final = 44_100
CHANNELS: Final = 16  # sounds heard at once
_BUFFER: Final = 1024
_SIGNED_16: Final = 0x8010 if sys.byteorder == "little" else 0x9010
_MAY_CHANGE: Final = 0x01 | 0x04  # SDL_AUDIO_ALLOW_FREQUENCY_CHANGE | SDL_AUDIO_ALLOW_CHANNELS_CHANGE
_AUDIO: Final = 0x10  # SDL_INIT_AUDIO
_DRIVER: Final = "SDL_AUDIODRIVER"
_CARD: Final = re.compile(r"^ *[0-9]", re.MULTILINE)  # a line of /proc/asound/cards


class _Wave(NamedTuple):
    frames: bytes  # 16 bits a sample, with the device's channels
    peak: float  # of full scale


class Sound:
    """A player of `sounds/<name>-<n>.ogg`, with random variants n, once `open` has found a device."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.device = Device()
        self._waves: dict[str, _Wave] = {}
        self._rate, self._channels = RATE, 2
        self._last: dict[str, tuple[int, float]] = {}  # by name: the last variant, and when
        self._sounding: list[tuple[float, float]] = []  # end and peak of each sound that is playing
        self._waiting: list[tuple[float, str, float, float]] = []  # when due, name, pan, volume
        self.dozing = False  # the device is closed until something is played
        self._random = random.Random()

    @property
    def problem(self) -> str | None:
        """Key of the words for the reason of the silence, or None."""
        return "app.no_sound" if self.device.missing else None

    def open(self, wait: bool = False) -> None:
        """Open the device in the background; `wait` until it is open or known to be missing."""
        self.dozing = False
        self.device.open(self._ready)
        if wait:
            self.device.wait_until_open()

    def release_device(self) -> None:
        """Close the device until something is played, unless something is playing."""
        with self.device.lock:
            if self.device.usable and not (pygame.mixer.get_busy() or pygame.mixer.music.get_busy()):
                self.dozing = True
                self._waves.clear()
                self.device.close()

    def reopen_device(self) -> None:
        """Open a device closed by `release_device`, so that the next sound needn't wait for it."""
        if self.dozing:
            self.open()

    def close(self) -> None:
        self.device.close()

    def update_ambience(self) -> None:
        """Start, stop or set the volume of the ambience, according to the settings."""
        if self._settings.ambience and self._audible():
            self.reopen_device()
        if self.device.usable:
            with self.device.lock:
                self._set_room()

    def play(self, name: str, pan: float = 0.0, volume: float = 1.0) -> None:
        """Play a sound once the device is open; `pan` from -1 (left) to 1, `volume` relative to its own."""
        if not self._audible() or not sounds.VARIANTS.get(name, 0):
            return
        self.reopen_device()
        with self.device.lock:
            if self.device.usable:
                self._sound(name, pan, volume)
            elif self.device.opening:
                self._waiting.append((monotonic(), name, pan, volume))

    def _audible(self) -> bool:
        return not self._settings.muted and self._settings.volume > 0

    def _loudness(self) -> float:
        # half of the scale sounds about half as loud
        return (self._settings.volume / 100) ** 2

    # --- with the device open, and its lock held

    def _ready(self) -> None:
        self._rate, _, self._channels = pygame.mixer.get_init() or (RATE, -16, 2)
        self._waves.clear()
        self._sounding.clear()
        waiting, self._waiting = self._waiting, []
        self._set_room()
        for due, name, pan, volume in waiting:
            if monotonic() - due < constants.LATEST_SOUND_SECONDS:
                self._sound(name, pan, volume)

    def _set_room(self) -> None:
        music = pygame.mixer.music
        if not (self._settings.ambience and self._audible()):
            music.stop()
            return
        music.set_volume(self._loudness())
        if not music.get_busy():
            with contextlib.suppress(pygame.error, OSError):
                music.load(os.fspath(ROOM))
                music.play(-1, fade_ms=constants.AMBIENCE_FADE_MS)

    def _sound(self, name: str, pan: float, volume: float) -> None:
        now = monotonic()
        if now - self._last.get(name, (0, -1.0))[1] < constants.SAME_SOUND_SECONDS:
            return
        number = self._number(name)
        found = self._wave(f"{name}-{number}")
        if found is None:
            return
        spread = constants.LOUDNESS_SPREAD_DECIBELS
        loud = volume * self._loudness() * 10 ** ((self._random.uniform(-spread, spread) - spread) / 20)
        loud = min(loud, 1.0) * self._room_left(found.peak * min(loud, 1.0), now)
        channel = self._pitched(found.frames).play() if loud else None
        if channel is None:
            return
        side = max(-1.0, min(1.0, pan)) * constants.STEREO_WIDTH
        channel.set_volume(loud * min(1.0, 1 - side), loud * min(1.0, 1 + side))
        self._last[name] = (number, now)
        seconds = len(found.frames) / (2 * self._rate * self._channels) * (1 + constants.PITCH_SPREAD)
        self._sounding.append((now + seconds, found.peak * loud))

    def _number(self, name: str) -> int:
        count = sounds.VARIANTS[name]
        last = self._last.get(name, (0, 0.0))[0]
        return self._random.choice([number for number in range(1, count + 1) if number != last or count == 1])

    def _room_left(self, peak: float, now: float) -> float:
        """Return the share of its loudness at which a sound with this peak keeps the sum below `PEAK_LIMIT`."""
        self._sounding = [sounding for sounding in self._sounding if sounding[0] > now]
        free = constants.PEAK_LIMIT - sum(peak for _, peak in self._sounding)
        share = min(1.0, free / peak) if peak else 0.0
        return share if share >= constants.LEAST_LOUDNESS else 0.0

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
        """Change the pitch slightly: with another rate in its header, SDL converts the sound to the device's."""
        import io
        import wave

        told = io.BytesIO()
        with wave.open(told, "wb") as out:
            out.setnchannels(self._channels)
            out.setsampwidth(2)
            spread = self._random.uniform(-constants.PITCH_SPREAD, constants.PITCH_SPREAD)
            out.setframerate(round(self._rate * (1 + spread)))
            out.writeframes(frames)
        told.seek(0)
        return pygame.mixer.Sound(file=told)


class Device:
    """The sound device: closed, being opened in a thread, or open.

    With a real card opening takes tens of milliseconds, and `pygame.mixer.init` holds the GIL meanwhile, so the
    window would freeze even with a thread. Therefore SDL_mixer is opened through ctypes, which releases the GIL;
    `pygame.mixer.init` then finds the device open and only adapts to it. `set_num_channels` does the rest of what it
    usually does as well (pygame-ce 2.5.8, pinned in `pyproject.toml`).

    It is closed while the app is idle: an open device takes 0.12 % of a core, a paused one 0.11 %, everything else
    0.005 %.
    """

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
        self.wait_until_open(seconds)
        with self.lock:
            if self.usable:
                self.usable = False
                pygame.mixer.quit()

    def wait_until_open(self, seconds: float | None = None) -> None:
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
    try:
        start = load_library("SDL2_mixer", pygame.mixer).Mix_OpenAudioDevice
        stop = load_library("SDL2", pygame.mixer).SDL_QuitSubSystem
    except (OSError, AttributeError, TypeError, NotImplementedError):
        return True
    if start(RATE, _SIGNED_16, 2, _BUFFER, None, _MAY_CHANGE) == 0:
        return True
    stop(_AUDIO)
    return False


def _without_card() -> bool:
    if sys.platform != "linux" or _DRIVER in os.environ:
        return False
    with contextlib.suppress(OSError):
        return not _CARD.search(Path("/proc/asound/cards").read_text(encoding="utf-8"))
    return True

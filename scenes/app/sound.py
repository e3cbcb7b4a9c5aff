"""Sound effects, the ambience, and the sound device. Without a device there is silence and no exception."""

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
from scenes.app.sdl import load_library
from scenes.app.settings import Settings

AMBIENCE_FILE: Final = ROOT / "sounds" / f"{sounds.ROOM}.ogg"
_FULL_SCALE: Final = 32768  # the largest sample of 16 bits
SAMPLE_RATE: Final = 44_100  # samples in a second
CHANNELS: Final = 16  # sounds heard at once
_BUFFER_SAMPLES: Final = 1024
_SIGNED_16_BITS: Final = 0x8010 if sys.byteorder == "little" else 0x9010  # SDL_AudioFormat
_ALLOWED_CHANGES: Final = 0x01 | 0x04  # SDL_AUDIO_ALLOW_FREQUENCY_CHANGE | SDL_AUDIO_ALLOW_CHANNELS_CHANGE
_AUDIO_SUBSYSTEM: Final = 0x10  # SDL_INIT_AUDIO
_DRIVER_VARIABLE: Final = "SDL_AUDIODRIVER"
_CARD_LINE: Final = re.compile(r"^ *[0-9]", re.MULTILINE)  # a line of /proc/asound/cards


class _Wave(NamedTuple):
    frames: bytes  # 16 bits a sample, with the device's channels
    peak: float  # as a fraction of full scale


class Sound:
    """The player of sounds, by name. It plays a random variant of a name: a file `sounds/<name>-<n>.ogg`."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.device = Device()
        self._waves: dict[str, _Wave] = {}
        self._sample_rate, self._channels = SAMPLE_RATE, 2
        self._last_played: dict[str, tuple[int, float]] = {}  # by name: the last variant, and its time
        self._playing: list[tuple[float, float]] = []  # end time and peak of each sound that is playing
        self._queue: list[
            tuple[float, str, float, float]
        ] = []  # sounds asked for before the device is open: time, name, pan, volume
        self.is_released = False  # the device is closed until something is played
        self._random = random.Random()

    @property
    def problem(self) -> str | None:
        """The key of the words that say why there is no sound; None unless opening the device has failed."""
        return "app.no_sound" if self.device.is_missing else None

    def open(self, wait: bool = False) -> None:
        """Open the device in a thread; with `wait`, return when it is open or known to be missing."""
        self.is_released = False
        self.device.open(self._on_device_open)
        if wait:
            self.device.wait_until_open()

    def release_device(self) -> None:
        """Close the device until something is played, unless something is playing."""
        with self.device.lock:
            if self.device.is_open and not (pygame.mixer.get_busy() or pygame.mixer.music.get_busy()):
                self.is_released = True
                self._waves.clear()
                self.device.close()

    def reopen_device(self) -> None:
        """Open a device closed by `release_device`, so that the next sound needn't wait for it."""
        if self.is_released:
            self.open()

    def close(self) -> None:
        self.device.close()

    def update_ambience(self) -> None:
        """Start or stop the ambience, or set its volume, according to the settings."""
        if self._settings.ambience and self._is_audible():
            self.reopen_device()
        if self.device.is_open:
            with self.device.lock:
                self._apply_ambience()

    def play(self, name: str, pan: float = 0.0, volume: float = 1.0) -> None:
        """Play a sound as soon as the device is open; `pan`: -1 (left) to 1 (right), `volume`: a factor."""
        if not self._is_audible() or not sounds.VARIANTS.get(name, 0):
            return
        self.reopen_device()
        with self.device.lock:
            if self.device.is_open:
                self._play_now(name, pan, volume)
            elif self.device.is_opening:
                self._queue.append((monotonic(), name, pan, volume))

    def _is_audible(self) -> bool:
        return not self._settings.muted and self._settings.volume > 0

    def _loudness(self) -> float:
        # half of the scale sounds about half as loud
        return (self._settings.volume / 100) ** 2

    # --- with the device open, and its lock held

    def _on_device_open(self) -> None:
        self._sample_rate, _, self._channels = pygame.mixer.get_init() or (SAMPLE_RATE, -16, 2)
        self._waves.clear()
        self._playing.clear()
        queue, self._queue = self._queue, []
        self._apply_ambience()
        for queued_at, name, pan, volume in queue:
            if monotonic() - queued_at < constants.LATEST_SOUND_SECONDS:
                self._play_now(name, pan, volume)

    def _apply_ambience(self) -> None:
        music = pygame.mixer.music
        if not (self._settings.ambience and self._is_audible()):
            music.stop()
            return
        music.set_volume(self._loudness())
        if not music.get_busy():
            with contextlib.suppress(pygame.error, OSError):
                music.load(os.fspath(AMBIENCE_FILE))
                music.play(-1, fade_ms=constants.AMBIENCE_FADE_MS)

    def _play_now(self, name: str, pan: float, volume: float) -> None:
        now = monotonic()
        if now - self._last_played.get(name, (0, -1.0))[1] < constants.SAME_SOUND_SECONDS:
            return
        variant = self._choose_variant(name)
        wave = self._load_wave(f"{name}-{variant}")
        if wave is None:
            return
        spread = constants.LOUDNESS_SPREAD_DECIBELS
        loudness = volume * self._loudness() * 10 ** ((self._random.uniform(-spread, spread) - spread) / 20)
        loudness = min(loudness, 1.0) * self._limit_loudness(wave.peak * min(loudness, 1.0), now)
        channel = self._vary_pitch(wave.frames).play() if loudness else None
        if channel is None:
            return
        position = max(-1.0, min(1.0, pan)) * constants.STEREO_WIDTH
        channel.set_volume(loudness * min(1.0, 1 - position), loudness * min(1.0, 1 + position))
        self._last_played[name] = (variant, now)
        seconds = len(wave.frames) / (2 * self._sample_rate * self._channels) * (1 + constants.PITCH_SPREAD)
        self._playing.append((now + seconds, wave.peak * loudness))

    def _choose_variant(self, name: str) -> int:
        count = sounds.VARIANTS[name]
        last = self._last_played.get(name, (0, 0.0))[0]
        return self._random.choice([number for number in range(1, count + 1) if number != last or count == 1])

    def _limit_loudness(self, peak: float, now: float) -> float:
        """Return the factor that keeps the sum of all peaks below `PEAK_LIMIT`; 0 if the sound would be too soft."""
        self._playing = [sound for sound in self._playing if sound[0] > now]
        remaining = constants.PEAK_LIMIT - sum(peak for _, peak in self._playing)
        factor = min(1.0, remaining / peak) if peak else 0.0
        return factor if factor >= constants.LEAST_LOUDNESS else 0.0

    def _load_wave(self, file: str) -> _Wave | None:
        if file not in self._waves:
            try:
                frames = pygame.mixer.Sound(os.fspath(ROOT / "sounds" / f"{file}.ogg")).get_raw()
            except (pygame.error, OSError):
                return None
            from array import array  # not needed before the first frame

            samples = array("h", frames)[:: self._channels]  # the files have one channel, so all channels are alike
            self._waves[file] = _Wave(frames, max(max(samples), -min(samples)) / _FULL_SCALE)
        return self._waves[file]

    def _vary_pitch(self, frames: bytes) -> pygame.mixer.Sound:
        """Return the sound with a slightly changed pitch, by a wrong sample rate in the header that SDL reads."""
        import io
        import wave

        buffer = io.BytesIO()
        with wave.open(buffer, "wb") as out:
            out.setnchannels(self._channels)
            out.setsampwidth(2)
            spread = self._random.uniform(-constants.PITCH_SPREAD, constants.PITCH_SPREAD)
            out.setframerate(round(self._sample_rate * (1 + spread)))
            out.writeframes(frames)
        buffer.seek(0)
        return pygame.mixer.Sound(file=buffer)


class Device:
    """The sound device: closed, being opened in a thread, or open.

    Opening a real device takes tens of milliseconds, in which `pygame.mixer.init` holds the GIL, so that the window
    would freeze even if a thread opened it. Therefore the device is opened through ctypes, which releases the GIL;
    `pygame.mixer.init` then finds it open and only takes over its format, and `set_num_channels` does what `init`
    leaves out in this case (pygame-ce 2.5.8, pinned in `pyproject.toml`).

    The device is closed while the app is idle: open it takes 0.12 % of a core, paused 0.11 %, closed 0.005 %.
    """

    def __init__(self) -> None:
        self.lock = threading.RLock()  # held while the mixer is used
        self.is_missing = False  # opening the device failed
        self.is_opening = False
        self.is_open = False
        self._worker: threading.Thread | None = None

    def open(self, on_open: Callable[[], object]) -> None:
        """Open the device in a thread, which then calls `on_open` with the lock held."""
        if not self.is_opening and not self.is_open:
            self.is_opening = True
            self._worker = threading.Thread(
                target=self._open_in_thread, args=(on_open,), name="sound device", daemon=True
            )
            self._worker.start()

    def close(self, seconds: float = 2.0) -> None:
        """Close the device, waiting at most `seconds` if it is being opened."""
        self.wait_until_open(seconds)
        with self.lock:
            if self.is_open:
                self.is_open = False
                pygame.mixer.quit()

    def wait_until_open(self, seconds: float | None = None) -> None:
        """Wait until the attempt to open the device has ended, at most `seconds`."""
        if self._worker is not None:
            self._worker.join(seconds)

    def _open_in_thread(self, on_open: Callable[[], object]) -> None:
        is_found = False
        try:
            is_found = _open_device()
        finally:
            with self.lock:
                self.is_opening, self.is_missing, self.is_open = False, not is_found, is_found
                if is_found:
                    on_open()


def _open_device() -> bool:
    is_without_card = _is_without_card()
    if is_without_card:
        os.environ[_DRIVER_VARIABLE] = "pulseaudio,pipewire"  # ALSA would only complain, in eight lines
    try:
        if not _open_by_ctypes():
            return False
        pygame.mixer.init(SAMPLE_RATE, -16, 2, _BUFFER_SAMPLES)
        pygame.mixer.set_num_channels(CHANNELS)
    except (pygame.error, NotImplementedError):
        return False
    finally:
        if is_without_card:
            del os.environ[_DRIVER_VARIABLE]
    return True


def _open_by_ctypes() -> bool:
    """Open the device through ctypes; return False if there is none, but True if SDL isn't found."""
    try:
        open_device = load_library("SDL2_mixer", pygame.mixer).Mix_OpenAudioDevice
        quit_subsystem = load_library("SDL2", pygame.mixer).SDL_QuitSubSystem
    except (OSError, AttributeError, TypeError, NotImplementedError):
        return True
    if open_device(SAMPLE_RATE, _SIGNED_16_BITS, 2, _BUFFER_SAMPLES, None, _ALLOWED_CHANGES) == 0:
        return True
    quit_subsystem(_AUDIO_SUBSYSTEM)
    return False


def _is_without_card() -> bool:
    """Return whether this is Linux without a sound card, and the user has chosen no driver."""
    if sys.platform == "linux" and _DRIVER_VARIABLE not in os.environ:
        with contextlib.suppress(OSError):
            return not _CARD_LINE.search(Path("/proc/asound/cards").read_text(encoding="utf-8"))
        return True
    return False

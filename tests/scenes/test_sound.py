"""How sounds are played: which variant, how high, how loud, from where, how many at a time; and the device."""

from __future__ import annotations

import ctypes
import math
import os
import threading
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, Final
from unittest.mock import Mock

import pygame
import pytest

import sounds
from scenes.app import constants
from scenes.app import sound as playing
from scenes.app.app import App
from scenes.app.settings import Settings
from scenes.app.sound import Sound
from scenes.app.stack import Scene
from scenes.app.storage import Storage
from scenes.ui.clocks import ClockFace
from scenes.ui.form import Form
from tests.checks import present
from tests.scenes.driver import Tables

PEAK: Final = 10 ** (-12 / 20)


@dataclass
class Ear:
    moment: float = 100.0
    files: list[str] = field(default_factory=list)
    sides: list[tuple[float, float]] = field(default_factory=list)

    def play(self) -> Ear:
        return self

    def set_volume(self, left: float, right: float) -> None:
        self.sides.append((left, right))


@pytest.fixture
def sound() -> Iterator[Sound]:
    opened = Sound(Settings(language="en", volume=100))
    opened.open(wait=True)
    yield opened
    opened.close()


@pytest.fixture
def ear(sound: Sound, monkeypatch: pytest.MonkeyPatch) -> Ear:
    listening = Ear()
    load = sound._load_wave

    def noted(file: str) -> Any:
        listening.files.append(file)
        return load(file)

    monkeypatch.setattr(sound, "_load_wave", noted)
    monkeypatch.setattr(sound, "_vary_pitch", lambda frames: listening)
    monkeypatch.setattr(playing, "monotonic", lambda: listening.moment)
    return listening


def _play(sound: Sound, ear: Ear, name: str, pan: float = 0.0) -> tuple[float, float]:
    ear.moment += 10.0
    sound.play(name, pan)
    return ear.sides[-1]


def test_no_sound_variant_plays_twice_in_a_row(sound: Sound, ear: Ear) -> None:
    for name in sounds.VARIANTS:
        ear.files.clear()
        for _ in range(12):
            _play(sound, ear, name)
        assert len(set(ear.files)) >= 2 and all(one != other for one, other in pairwise(ear.files)), name


def test_loudness_varies_within_its_spread_and_never_above_the_file(sound: Sound, ear: Ear) -> None:
    heard = [20 * math.log10(_play(sound, ear, "place")[0]) for _ in range(200)]
    assert -2 * constants.LOUDNESS_SPREAD_DECIBELS <= min(heard) < -2 * constants.LOUDNESS_SPREAD_DECIBELS + 0.5
    assert -0.5 < max(heard) <= 0


def test_sounds_are_panned_to_their_place(sound: Sound, ear: Ear) -> None:
    for pan, softer in ((-1.0, 1), (1.0, 0), (-5.0, 1)):
        sides = _play(sound, ear, "place", pan)
        assert sides[softer] / sides[1 - softer] == pytest.approx(1 - constants.STEREO_WIDTH)
    left, right = _play(sound, ear, "place")
    assert left == right


def test_pitch_varies_within_its_spread_and_is_hardly_louder(sound: Sound) -> None:
    """Between two samples a wave may rise a little above both."""
    wave = present(sound._load_wave("win-1"), "wave")
    seconds = len(wave.frames) / (2 * sound._channels * sound._sample_rate)
    heard = [seconds / sound._vary_pitch(wave.frames).get_length() for _ in range(60)]
    assert 1 - constants.PITCH_SPREAD - 0.001 <= min(heard) < 1 - constants.PITCH_SPREAD / 2
    assert 1 + constants.PITCH_SPREAD / 2 < max(heard) <= 1 + constants.PITCH_SPREAD + 0.001
    for name in ("hop", "die-die", "stamp"):
        wave = present(sound._load_wave(f"{name}-1"), "wave")
        for _ in range(5):
            samples = array("h", sound._vary_pitch(wave.frames).get_raw())
            assert max(map(abs, samples)) / 32768 < 1.06 * max(wave.peak, 0.1) < 1.13 * PEAK


def test_bell_plays_once_when_a_players_time_becomes_short(monkeypatch: pytest.MonkeyPatch) -> None:
    app = App(Settings(language="en"), Storage())
    heard: list[str] = []
    monkeypatch.setattr(app.sound, "play", lambda name, **_: heard.append(name))
    face = ClockFace(Form(Scene(app)), "Anna")
    for seconds, running, bells in (
        (60.0, True, 0),
        (20.0, True, 0),
        (19.9, False, 0),
        (19.9, True, 1),
        (19.0, True, 1),
        (24.0, True, 1),  # an increment
        (18.0, True, 1),
        (90.0, True, 1),  # another match
        (5.0, True, 2),
        (None, True, 2),
    ):
        face.show("Anna", seconds, running)
        assert heard == ["bell"] * bells
    app.close()


def test_message_sound_is_panned_to_its_square(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    drive = tables.table()
    heard: list[tuple[str, float]] = []
    monkeypatch.setattr(drive.app.sound, "play", lambda name, pan=0.0, **_: heard.append((name, pan)))
    for target in ("a1", "h1"):
        drive.scene.stage.show_message("No.", target)
    (left, right) = (pan for name, pan in heard if name == "slip")
    assert -1 <= left < right <= 1


# --- many at once


def test_simultaneous_sounds_stay_below_the_peak_limit(sound: Sound, ear: Ear) -> None:
    """Peaks as they would be if all of them came at the same moment."""
    total = 0.0
    for name in sounds.VARIANTS:
        before = len(ear.sides)
        sound.play(name)
        for left, right in ear.sides[before:]:
            wave = present(sound._load_wave(ear.files[-1]), "wave")
            total += wave.peak * max(left, right)
    assert constants.PEAK_LIMIT / 2 < total <= constants.PEAK_LIMIT + 1e-9
    assert len(ear.sides) < len(sounds.VARIANTS), "the last ones found no room"
    ear.moment += 10.0
    sound.play("hop")
    assert ear.sides[-1][0] > 0.5, "and then there is room again"


def test_same_sound_at_the_same_moment_plays_once(sound: Sound, ear: Ear) -> None:
    for after, count in ((0.0, 1), (constants.SAME_SOUND_SECONDS / 2, 1), (constants.SAME_SOUND_SECONDS, 2)):
        ear.moment += after
        sound.play("deal")
        assert len(ear.sides) == count


def test_ambience_plays_only_when_set_and_unmuted(sound: Sound) -> None:
    assert not pygame.mixer.music.get_busy()
    for changes, busy in (({"ambience": True}, True), ({"muted": True}, False), ({"muted": False}, True)):
        for name, value in changes.items():
            setattr(sound._settings, name, value)
        sound.update_ambience()
        assert pygame.mixer.music.get_busy() == busy
    sound._settings.volume = 50
    sound.update_ambience()
    assert pygame.mixer.music.get_volume() == pytest.approx(0.25, abs=0.01)
    sound.release_device()
    assert not sound.is_released, "whoever wants to hear it hears it on"
    sound.close()
    sound.open(wait=True)
    assert pygame.mixer.music.get_busy(), "as soon as there is a device again"
    sound._settings.ambience = False
    sound.update_ambience()
    sound.release_device()
    assert sound.is_released


# --- a device that takes its time


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """SDL opens the device when the gate opens, at the latest when the test is over."""
    opening, library = threading.Event(), ctypes.CDLL

    def slowly(name: str | None) -> Any:
        opening.wait()
        return library(name)

    monkeypatch.setattr("ctypes.CDLL", slowly)
    pygame.mixer.quit()  # an earlier test may have left it open
    yield opening
    opening.set()


@pytest.mark.parametrize("patience", [60.0, -1.0])
def test_slow_device_blocks_nothing_and_plays_a_recent_sound_once_open(
    gate: threading.Event, monkeypatch: pytest.MonkeyPatch, patience: float
) -> None:
    """Bug: the frame in which a still table was touched waited until the card was open."""
    monkeypatch.setattr(constants, "LATEST_SOUND_SECONDS", patience)
    sound = Sound(Settings(language="en"))
    sound.open()
    sound.play("place")
    sound.release_device()
    assert pygame.mixer.get_init() is None and not sound.is_released and sound.problem is None
    gate.set()
    sound.device.wait_until_open()
    assert pygame.mixer.get_init() is not None and pygame.mixer.get_busy() == (patience > 0)
    sound.close()


def test_sound_closes_while_its_device_opens(gate: threading.Event) -> None:
    sound = Sound(Settings(language="en"))
    sound.open()
    sound.device.close(0.0)
    gate.set()
    sound.close()
    assert pygame.mixer.get_init() is None


def test_last_call_of_repeated_opening_and_closing_counts() -> None:
    sound = Sound(Settings(language="en"))
    for _ in range(8):
        sound.open()
        sound.device.close()
    sound.open(wait=True)
    assert pygame.mixer.get_init() is not None, "the mixer is open"
    sound.play("place")
    assert pygame.mixer.get_busy()
    sound.close()
    assert pygame.mixer.get_init() is None


@pytest.mark.parametrize("reached", [True, False])
def test_sounds_play_unless_muted_even_without_access_to_sdl(monkeypatch: pytest.MonkeyPatch, reached: bool) -> None:
    if not reached:
        monkeypatch.setattr("ctypes.CDLL", Mock(side_effect=OSError))
    sound = Sound(Settings(language="en"))
    sound.open(wait=True)
    assert sound.problem is None
    for name, muted, heard in (("no such sound", False, False), ("place", True, False), ("place", False, True)):
        sound._settings.muted = muted
        sound.play(name, pan=1.0)
        assert pygame.mixer.get_busy() == heard
    sound.close()


def test_missing_sound_device_is_silent_and_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: a stand-in that nobody hears was opened, and its thread woke forty times a second."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "no such driver")
    sound = Sound(Settings(language="en"))
    sound.play("place")
    sound.open(wait=True)
    assert sound.problem == "app.no_sound"
    sound.release_device()
    assert not sound.is_released and pygame.mixer.get_init() is None
    assert os.environ["SDL_AUDIODRIVER"] == "no such driver"
    sound.play("place", pan=-1.0)
    sound.close()
    sound.play("place")


def test_alsa_is_not_tried_without_a_sound_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: ALSA wrote eight lines of complaints where there is no card."""
    tried: list[str | None] = []

    def refuse(*facts: object) -> None:
        tried.append(os.environ.get("SDL_AUDIODRIVER"))
        raise pygame.error("no device")

    monkeypatch.delenv("SDL_AUDIODRIVER")
    monkeypatch.setattr("ctypes.CDLL", Mock(side_effect=OSError))
    monkeypatch.setattr("pygame.mixer.init", refuse)
    monkeypatch.setattr("sys.platform", "linux")
    for cards, first in (("--- no soundcards ---\n", "pulseaudio,pipewire"), (" 0 [PCH ]: HDA-Intel\n", None)):
        monkeypatch.setattr(Path, "read_text", lambda *_, cards=cards, **__: cards)
        sound = Sound(Settings(language="en"))
        sound.open(wait=True)
        assert tried == [first] and sound.problem == "app.no_sound"
        assert "SDL_AUDIODRIVER" not in os.environ
        tried.clear()

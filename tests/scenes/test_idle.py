"""A still table costs nothing: what is given back when nothing happens, and fetched again when something does."""

import platform
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock, call

import pygame
import pytest

from scenes.app import idle
from scenes.app.app import App
from scenes.app.constants import IDLE_SECONDS
from scenes.app.idle import Idle, return_memory
from scenes.app.settings import Settings
from scenes.app.sound import Sound
from scenes.app.stack import Scene

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def sound(monkeypatch: pytest.MonkeyPatch) -> Iterator[Sound]:
    monkeypatch.setattr("scenes.app.constants.LATEST_SOUND_SECONDS", 60.0)  # also on a slow machine
    opened = Sound(Settings(language="en"))
    opened.open(wait=True)
    assert _device(opened)
    yield opened
    opened.close()


@pytest.fixture
def app(app: App) -> App:
    app.stack.push(Scene(app))
    app.frame()
    pygame.event.clear()
    return app


def _device(sound: Sound) -> bool:
    sound.device.wait_until_open()
    return pygame.mixer.get_init() is not None


def test_sound_device_closes_after_the_last_event_and_the_app_sleeps(sound: Sound) -> None:
    """Bug: SDL's sound thread took 0.1 % of a core at a still table."""
    rest = Idle(sound)
    rest.note_activity(8.0)
    rest.note_activity(10.0)
    assert rest.limit_wait(11.0, None) == IDLE_SECONDS - 1.0 and rest.limit_wait(11.0, 0.5) == 0.5
    rest.release_resources(10.0 + IDLE_SECONDS - 0.1)
    assert _device(sound)
    rest.release_resources(10.0 + IDLE_SECONDS)
    assert not _device(sound) and rest.limit_wait(20.0, None) is None and rest.limit_wait(20.0, 0.5) == 0.5


def test_sound_ends_before_the_device_closes_and_the_next_reopens_it(sound: Sound) -> None:
    sound.play("place")
    assert pygame.mixer.get_busy()
    sound.release_device()
    assert (_device(sound), sound.is_released) == (True, False)
    pygame.mixer.stop()
    sound.release_device()
    assert (_device(sound), sound.is_released, len(sound._waves)) == (False, True, 0)
    sound.play("place")
    sound.device.wait_until_open()
    assert pygame.mixer.get_busy()


def test_muted_device_stays_closed() -> None:
    sound = Sound(Settings(language="en", muted=True))
    sound.open(wait=True)
    sound.release_device()
    sound.play("place")
    assert not _device(sound)


def test_idle_app_releases_its_sound_device_and_memory(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[str] = []
    monkeypatch.setattr(idle, "return_memory", lambda: given.append("memory"))
    app.sound.open(wait=True)
    pygame.event.clear()  # SDL tells of the device
    moment = app.now()
    monkeypatch.setattr(app, "now", lambda: moment + IDLE_SECONDS - 0.5)
    app.frame()
    assert _device(app.sound) and not given
    monkeypatch.setattr(app, "now", lambda: moment + IDLE_SECONDS + 0.5)
    app.frame()
    app.frame()
    assert not _device(app.sound) and given == ["memory"]


def test_mouse_motion_reopens_the_sound_device_between_frames(app: App) -> None:
    app.sound.open(wait=True)
    app.sound.release_device()
    app.sound.device.wait_until_open()
    pygame.event.clear()
    app.wait_for_work()
    app.chores.clear()
    pygame.event.post(pygame.event.Event(pygame.AUDIODEVICEREMOVED, which=0, iscapture=0))
    app.frame()
    assert not app.chores, "that is nobody's event"
    for x in (5, 6):
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=(x, 5), rel=(1, 0), buttons=(0, 0, 0)))
        app.frame()
    assert not _device(app.sound) and len(app.chores) == 1
    app.paint()
    app.wait_for_work()
    assert _device(app.sound) and not app.chores


def test_memory_is_released_through_the_c_library_if_available(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Mock()
    monkeypatch.setattr("sys.platform", "linux")
    for library in (SimpleNamespace(mallopt=asked, malloc_trim=asked), SimpleNamespace()):
        monkeypatch.setattr("ctypes.CDLL", lambda _, library=library: library)
        return_memory()
    monkeypatch.setattr("sys.platform", "win32")
    return_memory()
    assert asked.call_args_list == [call(-3, idle.LARGE_ALLOCATION_BYTES), call(0)]


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library keeps pictures in its own way")
def test_large_picture_is_allocated_in_pages_of_its_own() -> None:
    """Its pages come and go by themselves, also after larger ones have gone, from which glibc learns to keep them."""
    code = (
        "import ctypes, pygame\n"
        "from scenes.app.idle import LARGE_ALLOCATION_BYTES, return_memory\n"
        "class Books(ctypes.Structure):\n"
        "    _fields_ = [(name, ctypes.c_size_t) for name in 'abcdefghij']\n"
        "library = ctypes.CDLL(None)\n"
        "library.mallinfo2.restype = Books\n"
        "apart = lambda: library.mallinfo2().e\n"  # hblkhd: bytes in pages of their own
        "return_memory()\n"
        "pygame.Surface((2000, 2000))\n"
        "before = apart()\n"
        "picture = pygame.Surface((600, 600))\n"
        "print(apart() - before >= 600 * 600 * 4 > LARGE_ALLOCATION_BYTES)\n"
        "del picture\n"
        "print(apart() == before)\n"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert told.stdout.split()[-2:] == ["True", "True"]

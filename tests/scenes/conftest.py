"""Tables, an app, somebody at its screens, a home folder; and what tests leave is thrown away."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from scenes.app.app import App
from scenes.app.idle import return_memory
from scenes.app.settings import Settings
from scenes.app.sound import Sound
from scenes.app.storage import Storage
from sounds import VARIANTS
from tests.scenes.driver import Driver, Table, Tables, visit
from tests.scenes.rummy import SEED, Rummy
from tests.scenes.staged import Stage

MUCH = 150_000_000
"""Bytes by which the process may grow until what tests have left is looked for."""
_held = 0
"""Bytes after that was done last."""


def _resident() -> int:
    """Bytes of memory that the process holds; 0 where no file tells."""
    try:
        with Path("/proc/self/statm").open() as told:  # some tests put words of theirs into read_text
            return int(told.read().split()[1]) * 4096
    except OSError:
        return 0


@pytest.fixture(autouse=True)
def _tidy() -> Iterator[None]:
    """Throw away the windows of earlier tests: few objects, much memory, so Python is in no hurry."""
    global _held
    yield
    if _resident() - _held > MUCH:
        gc.collect()
        return_memory()
        _held = _resident()


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> Iterator[Tables]:
    one = Tables(monkeypatch)
    yield one
    one.clear()


@pytest.fixture
def rummy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Tables]:
    monkeypatch.setattr("scenes.table.sealed_chance.secrets.token_bytes", lambda count: bytes.fromhex(SEED))
    one = Tables(monkeypatch, Rummy)
    yield one
    one.clear()


@pytest.fixture
def driver() -> Iterator[Driver]:
    person = visit((1280, 800))
    yield person
    person.app.close()


@pytest.fixture
def no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scenes.table.scene.MatchScene", Table)


@pytest.fixture
def app() -> Iterator[App]:
    opened = App(Settings(language="en", animation="off"), Storage())
    yield opened
    opened.close()


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of sounds, as they are played."""
    names: list[str] = []

    def play(self: Sound, name: str, pan: float = 0.0, volume: float = 1.0) -> None:
        if name:
            assert name in VARIANTS
            names.append(name)

    monkeypatch.setattr(Sound, "play", play)
    return names


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@pytest.fixture
def staged(monkeypatch: pytest.MonkeyPatch) -> Stage:
    return Stage(monkeypatch)

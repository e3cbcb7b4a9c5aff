"""Fixtures of screen tests: tables, an app, a driver, a home folder, and one that frees memory between tests."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from scenes.app.app import App
from scenes.app.settings import Settings
from scenes.app.sound import Sound
from scenes.app.storage import Storage
from sounds import VARIANTS
from tests.scenes.crash_script import ScriptRunner
from tests.scenes.driver import Driver, Table, Tables, visit
from tests.scenes.rummy import SEED, Rummy

GROWTH_LIMIT_BYTES = 150_000_000
"""Growth of the process after which memory is freed."""
_resident_after_freeing = 0


def _resident_bytes() -> int:
    """Return the resident memory of the process; 0 where /proc/self/statm is missing."""
    try:
        with Path("/proc/self/statm").open() as file:  # some tests replace read_text
            return int(file.read().split()[1]) * 4096
    except OSError:
        return 0


@pytest.fixture(autouse=True)
def _tidy() -> Iterator[None]:
    """Collect the windows of earlier tests: they are few objects, so Python collects them too late."""
    global _resident_after_freeing
    yield
    if _resident_bytes() - _resident_after_freeing > GROWTH_LIMIT_BYTES:
        gc.collect()
        _resident_after_freeing = _resident_bytes()


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> Iterator[Tables]:
    tables = Tables(monkeypatch)
    yield tables
    tables.clear()


@pytest.fixture
def rummy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Tables]:
    monkeypatch.setattr("scenes.table.sealed_chance.secrets.token_bytes", lambda count: bytes.fromhex(SEED))
    tables = Tables(monkeypatch, Rummy)
    yield tables
    tables.clear()


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
    """Return a list to which the names of played sounds are appended."""
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
def staged(monkeypatch: pytest.MonkeyPatch) -> ScriptRunner:
    return ScriptRunner(monkeypatch)

"""The app in its own process on a disk that is full, may only be read, or goes away: one is told, and plays on."""

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from unittest.mock import Mock

import pytest

import scenes
from scenes.app import constants
from scenes.app.file_locks import file_lock
from scenes.app.storage import Storage
from scenes.screens.learn.tasks import Progress
from tests.effort import by_effort
from tests.patience import within_reason
from tests.posix import resume, suspend
from tests.scenes.driver import Tables
from tests.scenes.matches import session
from tests.soak import crash_test

ROOT: Final = Path(scenes.__file__).parents[1]
ENOUGH: Final = 12
"""Lines of the diary to be heard before and after something happens: plies, tasks, settings."""
SMALL: Final = 400
"""Bytes that a file may have on the full disk: no settings and no longer match."""
FULL: Final = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({SMALL}, {SMALL}))"
WITHOUT_RIGHTS: Final = "import ctypes; [ctypes.CDLL(None).prctl(24, right, 0, 0, 0) for right in (1, 2)]"
"""Whoever is root may write in spite of all modes, unless those two rights are dropped before a program starts."""


POSIX: Final = pytest.mark.skipif(
    sys.platform == "win32", reason="the process is limited and stopped as POSIX does it"
)


class Playing:
    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.told: list[str] = []
        self.last: dict[str, Any] = {}

    def until(self, wanted: Callable[[], bool]) -> None:
        assert self._process.stdout is not None
        more = ENOUGH
        for line in self._process.stdout:
            self.hear(json.loads(line))
            more -= wanted()
            if more <= 0:
                return
        raise AssertionError(f"it ended: {self.told}")

    def hear(self, said: dict[str, Any]) -> None:
        if "told" in said:
            self.told.append(said["told"])
        if "match" in said:
            self.last = said

    @contextmanager
    def paused(self) -> Iterator[None]:
        suspend(self._process.pid)
        yield
        resume(self._process.pid)

    def close(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        out, complaints = self._process.communicate()
        assert (self._process.returncode, complaints) == (0, "")
        for line in out.splitlines():
            self.hear(json.loads(line))


@contextmanager
def playing(first: str = "pass") -> Iterator[Playing]:
    """The app, started by a process that does `first`; no bytecode is cut short in the checkout."""
    launcher = f"import os, sys\n{first}\nos.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
    command = [sys.executable, "-c", launcher, "-m", "tests.soak.crash_driver", "/dev/stdout", "1"]
    pipe = subprocess.PIPE
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    with subprocess.Popen(command, cwd=ROOT, env=env, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            yield Playing(process)
        finally:
            process.kill()


@pytest.fixture
def home(tmp_path: Path) -> crash_test.Home:
    storage = Storage()
    for plies in (1, 2):
        session(storage, plies, match_id="m").save(storage)
    storage.remember_open("m")
    return crash_test.Home(tmp_path)


def files(home: crash_test.Home) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in home.path.rglob("*") if path.is_file()}


@POSIX
def test_play_goes_on_with_a_full_disk_and_saved_files_stay_whole(home: crash_test.Home) -> None:
    with playing(FULL) as app:
        app.until(lambda: bool(app.told))
        app.close()
    (sentence,) = set(app.told)
    assert "Nothing can be saved" in sentence and "File too large" in sentence
    assert list(home.broken()) == [] and Storage().load_match("m")
    assert all(len(content) <= SMALL for content in files(home).values())


@POSIX
def test_play_goes_on_in_a_read_only_home(home: crash_test.Home) -> None:
    before = files(home)
    folders = [home.path, *(path for path in home.path.iterdir() if path.is_dir())]
    for path in (*home.path.rglob("*.*"), *folders):
        path.chmod(0o444 if path.is_file() else 0o555)
    try:
        with playing(WITHOUT_RIGHTS) as app:
            app.until(lambda: bool(app.told))
            app.close()
    finally:
        for path in folders:
            path.chmod(0o755)
    (sentence,) = app.told
    assert "Nothing can be saved" in sentence and "Permission denied" in sentence
    assert files(home) == before


@POSIX
def test_home_that_vanishes_during_play_is_recreated_with_the_whole_match(home: crash_test.Home) -> None:
    with playing() as app:
        app.until(lambda: True)
        home.path.rename(home.path.with_name("away"))
        app.until(home.path.exists)
        app.close()
    assert app.told == [] and list(home.broken()) == []
    folder = "finished" if app.last["over"] else "matches"
    kept = (home.path / folder / f"{app.last['match']}.tablier").read_text(encoding="utf-8")
    assert kept.partition("\n\n")[2].splitlines() == app.last["lines"]


REPLACED: Final[dict[str, Callable[[Path], object]]] = {
    "Not a directory": Path.touch,
    "No such file or directory": lambda path: path.symlink_to(path.with_name("nowhere") / "deep"),
    "Too many levels of symbolic links": lambda path: path.symlink_to(path),
    "Permission denied": lambda path: path.mkdir(mode=0o000),
}


@POSIX
@pytest.mark.parametrize("said", [*REPLACED][:: by_effort(3, 1, 1)])
def test_play_goes_on_unsaved_when_the_home_becomes_unusable(home: crash_test.Home, said: str) -> None:
    with playing(WITHOUT_RIGHTS) as app, within_reason():
        app.until(lambda: True)
        with app.paused():  # else it makes a new home before anything lies there
            home.path.rename(home.path.with_name("away"))
            REPLACED[said](home.path)
        app.until(lambda: bool(app.told))
        app.close()
    (sentence,) = app.told
    assert "Nothing can be saved" in sentence
    assert any(word in sentence for word in (said, "File exists"))
    if said == "Permission denied":
        home.path.chmod(0o700)
        assert list(home.path.iterdir()) == []


# --- Windows that take turns: nobody writes over what another has just written, and nobody waits for ever

MARKING = """
import sys
from scenes.screens.learn.tasks import Progress
from scenes.app.storage import Storage
progress = Progress(Storage(), "puzzles")
for number in range(40):
    progress.mark_done("ducart", f"{sys.argv[1]}-{number}")
"""
HOLDING = """
import sys, time
from pathlib import Path
from scenes.app.file_locks import file_lock
with file_lock(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(600)
"""


def running(code: str, *arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


@contextmanager
def holding(path: Path) -> Iterator[subprocess.Popen[str]]:
    with running(HOLDING, str(path)) as holder:
        assert holder.stdout is not None and holder.stdout.readline() == "held\n"
        yield holder


def test_windows_that_write_at_the_same_time_lose_nothing() -> None:
    """Bug: of two tasks done in two windows within some milliseconds one was lost."""
    windows = [running(MARKING, name) for name in ("one", "two", "three")]
    assert [window.communicate()[0] for window in windows] == ["", "", ""]
    assert len(Progress(Storage(), "puzzles").days_of_done("ducart")) == 120


def test_lock_of_a_killed_window_is_free(tmp_path: Path) -> None:
    with holding(tmp_path / ".turn") as holder:
        with pytest.raises(TimeoutError), file_lock(tmp_path / ".turn"):
            pass
        holder.kill()
        holder.wait()
    with file_lock(tmp_path / ".turn"):
        pass


@pytest.mark.parametrize("attempts", [8, 80])
def test_lock_taken_by_other_windows_in_turn_is_awaited_for_a_limited_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, attempts: int
) -> None:
    """Bug: on a busy machine a window wrote without the lock after a second of others' turns."""
    passed: list[float] = []

    def take_other_turn(seconds: float) -> None:
        passed.append(0.4)
        os.utime(tmp_path / ".turn", (len(passed), len(passed)))

    monkeypatch.setattr("scenes.app.file_locks.time", Mock(sleep=take_other_turn, monotonic=lambda: sum(passed)))
    monkeypatch.setattr("scenes.app.file_locks._try_lock", lambda file, owner=b"": len(passed) >= attempts)
    taken: list[float] = []
    with contextlib.suppress(TimeoutError), file_lock(tmp_path / ".turn"):
        taken.append(sum(passed))
    assert bool(taken) == (attempts == 8) and sum(passed) < 11


def test_save_does_not_wait_for_a_hanging_window(monkeypatch: pytest.MonkeyPatch) -> None:
    storage = Storage()
    storage.data.mkdir(parents=True)
    monkeypatch.setattr(constants, "LOCK_TIMEOUT_SECONDS", 0.05)
    with holding(storage.data / ".turn") as holder:
        assert storage.save_match("m", "played") == "m"
        holder.kill()
    assert Storage().load_match("m") == "played" and storage.alarm is None


def test_progress_is_saved_without_file_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scenes.app.file_locks._try_lock", Mock(side_effect=OSError(95, "Operation not supported")))
    assert Progress(Storage(), "puzzles").mark_done("ducart", "task")
    assert set(Progress(Storage(), "puzzles").days_of_done("ducart")) == {"task"}


def test_missing_home_folder_raises_an_alarm_and_saves_nothing(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: a user without HOME and without an entry in passwd got a box with a bare RuntimeError."""

    lacks_home = Mock(side_effect=RuntimeError("could not determine the home directory"))
    monkeypatch.delenv("TABLIER_HOME", raising=False)
    monkeypatch.setattr("platformdirs.PlatformDirs.user_config_path", property(lacks_home))
    storage = Storage()
    assert storage.load_settings() and storage.list_matches() == [] and storage.notices == []
    storage.save_match("m", "Tablier: 1\n")
    assert storage.alarm is not None and storage.alarm.key == "storage.no_home"
    assert "no home folder" in storage.alarm.sentence(tables.app().words)

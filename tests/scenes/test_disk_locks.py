"""Windows that take turns: nobody writes over what another has just written, and nobody waits for ever."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

import scenes
from scenes.app import files as module
from scenes.app.disk import turn_of
from scenes.app.storage import Storage
from scenes.screens.learn.tasks import Progress

ROOT = Path(scenes.__file__).parents[1]
MARKING = """
import sys
from scenes.screens.learn.tasks import Progress
from scenes.app.storage import Storage
progress = Progress(Storage(), "puzzles")
for number in range(40):
    progress.mark("ducart", f"{sys.argv[1]}-{number}")
"""
HOLDING = """
import sys, time
from pathlib import Path
from scenes.app.disk import turn_of
with turn_of(Path(sys.argv[1]), 9.0):
    print("held", flush=True)
    time.sleep(600)
"""


def running(code: str, *arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def test_two_windows_that_write_at_the_same_moment_lose_nothing() -> None:
    """Bug: of two tasks done in two windows within some milliseconds one was lost."""
    windows = [running(MARKING, name) for name in ("one", "two", "three")]
    assert [window.wait() for window in windows] == [0, 0, 0]
    for window in windows:
        window.communicate()
    assert len(Progress(Storage(), "puzzles").done("ducart")) == 120


def test_a_window_that_dies_lets_the_others_go_on(tmp_path: Path) -> None:
    with running(HOLDING, str(tmp_path / ".turn")) as holder:
        assert holder.stdout is not None and holder.stdout.readline() == "held\n"
        with pytest.raises(TimeoutError), turn_of(tmp_path / ".turn", 0.05):
            pass
        os.kill(holder.pid, signal.SIGKILL)
        holder.wait()
    with turn_of(tmp_path / ".turn", 0.05):
        pass


def test_a_window_that_hangs_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    storage = Storage()
    storage.data.mkdir(parents=True)
    monkeypatch.setattr(module, "WAITING", 0.05)
    with running(HOLDING, str(storage.data / ".turn")) as holder:
        assert holder.stdout is not None and holder.stdout.readline() == "held\n"
        assert storage.save_match("m", "played") == "m"
        holder.kill()
    assert Storage().load_match("m") == "played" and storage.alarm is None


def test_where_nothing_can_be_locked_one_writes_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fcntl.flock", Mock(side_effect=OSError(95, "Operation not supported")))
    assert Progress(Storage(), "puzzles").mark("ducart", "task")
    assert set(Progress(Storage(), "puzzles").done("ducart")) == {"task"}

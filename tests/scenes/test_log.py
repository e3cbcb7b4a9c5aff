"""The log stays small and whole, whatever happens: floods, full disks, power cuts, several windows."""

import errno
import os
import re
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from scenes.app.constants import LOG_BYTES, LOG_ENTRY_CHARACTERS, LOG_FLOOD_ENTRIES, LOG_FLOOD_SECONDS
from scenes.app.log import Log
from scenes.app.storage import Storage
from tests.posix import make_pipe

ENTRY = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d .*|  .*")
WRITER = """
import sys
from pathlib import Path
from scenes.app.log import Log
clock = iter(range(10**9))
log = Log(Path(sys.argv[1]), lambda: 61.0 * next(clock))  # a minute passes from entry to entry
for number in range(int(sys.argv[3])):
    log.write(f"window {sys.argv[2]} says {number:06} " + "x" * 900)
"""


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def log(tmp_path: Path, clock: Clock) -> Log:
    return Log(tmp_path / "logs" / "tablier.log", clock)


def lines(log: Log) -> list[str]:
    told = log.path.read_text(encoding="utf-8").splitlines()
    assert all(ENTRY.fullmatch(line) for line in told)
    return [line if line.startswith("  ") else line[20:] for line in told]


def test_full_log_replaces_the_only_old_log(log: Log, clock: Clock) -> None:
    for number in range(3 * LOG_BYTES // 1000):
        clock.now += LOG_FLOOD_SECONDS + 1
        log.write(f"{number} " + "x" * 1000)
    assert {path.name for path in log.path.parent.iterdir() if path.stat().st_size} == {
        "tablier.log",
        "tablier-old.log",
    }
    assert log.path.stat().st_size <= LOG_BYTES and LOG_BYTES - 2000 < log.old_path.stat().st_size <= LOG_BYTES
    assert lines(log)[-1].startswith(f"{3 * LOG_BYTES // 1000 - 1} ")
    first_after = int(lines(log)[0].split()[0])
    assert log.old_path.read_text(encoding="utf-8").splitlines()[-1][20:].startswith(f"{first_after - 1} ")


def test_repeated_entry_is_counted(log: Log, clock: Clock) -> None:
    for number in range(100_000):
        clock.now = number / 1000
        log.write("Traceback:\nline 1\nZeroDivisionError")
    log.close()
    assert lines(log)[:3] == ["Traceback:", "  line 1", "  ZeroDivisionError"]
    counted = [int(line.split()[0]) for line in lines(log) if "left out" in line]
    assert lines(log).count("Traceback:") == 2  # a minute and a half went by
    assert sum(counted) + 2 == 100_000 and log.path.stat().st_size < 1000


def test_flood_of_entries_is_cut_and_older_entries_stay(log: Log, clock: Clock) -> None:
    log.write("what began it all")
    for number in range(50_000):
        clock.now = number / 1000
        log.write(f"fault at {number} " + "x" * 100)
    log.write("and now?")
    clock.now += LOG_FLOOD_SECONDS + 1
    log.write("hours later")
    assert lines(log)[0] == "what began it all" and lines(log)[-1] == "hours later"
    assert len(lines(log)) == LOG_FLOOD_ENTRIES + 2
    left_out = 50_000 + 2 - LOG_FLOOD_ENTRIES
    assert lines(log)[-2] == f"{left_out} entries were left out, for they came again or there were too many at once."
    assert not log.old_path.exists()


def test_long_entry_is_shortened_and_keeps_its_end(log: Log) -> None:
    log.write("begins here " + "x" * 1_000_000 + " ends there")
    text = log.path.read_text(encoding="utf-8")
    assert "begins here" in text and text.endswith(" ends there\n") and len(text) < LOG_ENTRY_CHARACTERS + 200


@pytest.mark.parametrize("line", ["two\r\nlines", "form\x0cfeed", "half a pair \ud800", "nothing \0 at all"])
def test_every_log_line_begins_with_a_time_or_is_indented(log: Log, line: str) -> None:
    log.write(line)
    log.write("next")
    assert lines(log)[-1] == "next" and len(lines(log)) == len(line.splitlines()) + 1


def test_entry_after_a_half_written_entry_begins_a_line(log: Log) -> None:
    log.write("before")
    with log.path.open("ab") as file:
        file.write(b"2026-11-21 20:00:00 the power w")
    log.write("after")
    assert lines(log) == ["before", "the power w", "after"]


def test_full_disk_leaves_no_half_written_entry(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    log.write("before")
    write = os.write
    with monkeypatch.context() as full:
        full.setattr(os, "write", lambda file, data: write(file, data[:7]))
        log.write("room for some of it")
    assert lines(log) == ["before"]

    with monkeypatch.context() as full:
        full.setattr(os, "write", Mock(side_effect=OSError(errno.ENOSPC, "No space left on device")))
        log.write("room for nothing")
    log.write("room again")
    assert lines(log) == ["before", "room again"]


@pytest.mark.parametrize("kind", ["folder", "pipe", "no folder"])
def test_unwritable_log_is_ignored(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "logs" / "tablier.log"
    if kind == "no folder":
        path.parent.touch()
    else:
        path.parent.mkdir()
        if kind == "folder":
            path.mkdir()
        else:
            make_pipe(path)
    log = Log(path)
    log.write("to nobody")
    log.close()


def test_several_windows_lose_and_mix_no_entries(tmp_path: Path) -> None:
    """More than fits into one log, less than into both: all of it is there, each window's in its order."""
    path, windows, each = tmp_path / "tablier.log", 3, 150
    running = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(path), str(number), str(each)])
        for number in range(windows)
    ]
    assert [one.wait(60) for one in running] == [0] * windows
    log = Log(path)
    assert (
        max(path.stat().st_size, log.old_path.stat().st_size) <= LOG_BYTES + 2000
    )  # another may write between look and word
    told = [line[20:] for file in (log.old_path, path) for line in file.read_text(encoding="utf-8").splitlines()]
    assert len(told) == windows * each
    assert all(re.fullmatch(r"window \d says \d{6} x{900}", line) for line in told)
    for number in range(windows):
        own = [line.split()[3] for line in told if line.startswith(f"window {number} ")]
        assert list(map(int, own)) == list(range(each))


def test_counted_entries_are_logged_when_the_app_closes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLIER_HOME", str(tmp_path))
    storage = Storage()
    for _ in range(5):
        storage.log("again")
    storage.write_pending()
    told = storage.log_file.read_text(encoding="utf-8").splitlines()
    assert [line[20:] for line in told] == [
        "again",
        "4 entries were left out, for they came again or there were too many at once.",
    ]

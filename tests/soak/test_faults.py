"""Short runs of `tests.soak faults`, and the faults that it finds.

Not covered: disks that say that they have what they haven't, and windows that write at the very same moment.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from scenes.app import atomic_files
from scenes.app.storage import Storage
from scenes.table.session import Session
from tests.effort import by_effort
from tests.soak.faults.disk import Disk, Tree
from tests.soak.faults.run import Case, cases, healthy, run_case
from tests.soak.faults.stories import STORIES

SAMPLE = by_effort(80, 400, 400)
"""At length, and with another seed: `python -m tests.soak faults`."""
SEED = 1
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="Windows syncs no folders, which a power cut is about")


def test_failing_disk_operations_lose_and_double_no_match() -> None:
    every, rng = cases(list(STORIES), 4, SEED), Random(SEED)
    kinds = {"fail", "short", "other", *(["cut"] if os.name == "posix" else [])}
    assert {case.what for case in every} == kinds
    rarest = [rng.choice([case for case in every if case.what == kind]) for kind in sorted(kinds)]
    drawn = [*rng.sample(every, SAMPLE), *rarest]
    faults = [(it.case.id, it.faults) for it in map(run_case, drawn) if it.faults]
    assert faults == []
    assert {case.story for case in drawn} == set(STORIES)


@pytest.fixture(autouse=True)
def told_anew() -> Iterator[None]:
    """Record each story again, so that changes made by a test have an effect and don't outlast it."""
    healthy.cache_clear()
    yield
    healthy.cache_clear()


def found(*drawn: Case) -> str:
    return "\n".join(fault for case in drawn for fault in run_case(case).faults)


def fails(story: str, kind: str, path: str) -> list[Case]:
    calls = enumerate(healthy(story).calls, 1)
    return [Case(story, "fail", number, "EIO", "once") for number, call in calls if call == (kind, f"home/{path}")]


@POSIX
def test_a_missing_sync_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(atomic_files, "sync_folder", lambda folder: None)
    told = found(*(Case("turn", "cut", 30, cut=seed) for seed in range(20)))
    assert "Going is ['matches 3'], not one of ['matches 5']" in told


@POSIX
def test_a_match_deleted_before_its_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def hasty(storage: Storage, match_id: str, text: str) -> str:
        storage.delete_match(match_id)
        return plain(storage, match_id, text)

    plain: Callable[[Storage, str, str], str] = Storage.finish_match
    monkeypatch.setattr(Storage, "finish_match", hasty)
    told = found(*(Case("finish", "cut", at, cut=1) for at in range(10, 30)))
    assert "Going is ['gone'], not one of" in told


def test_a_file_set_aside_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scenes.app.storage.UNUSABLE_FILE_ERRORS", (OSError,))
    path = "matches/2026-01-01-100000-1.tablier"
    told = found(*fails("start", "read", path), *fails("start", "open", path))
    assert "2026-01-01-100000-1.tablier.unreadable-1 was set aside" in told


def test_a_network_that_goes_away_for_a_moment_loses_nothing() -> None:
    """Bug: Windows calls a file missing then, too; so matches were set aside, and solved tasks forgotten."""
    match = "matches/2026-01-01-100000-1.tablier"
    files = [("start", "settings.json"), ("start", match), ("tasks", "puzzles.json"), ("turn", "open.txt")]
    drawn = [case for story, path in files for kind in ("stat", "open") for case in fails(story, kind, path)]
    assert len(drawn) > 10
    assert found(*(case._replace(how="away", mode=mode) for case in drawn for mode in ("once", "kind"))) == ""


def test_a_match_in_both_folders_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scenes.app.startup_cleanup.remove_leftovers", lambda storage: False)
    assert "Left is listed 2 times: ['matches 3', 'finished 4']" in found(Case("start", "cut"))


def test_a_window_that_writes_the_match_of_another_window_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Session, "update_ownership", lambda session, storage: False)
    told = found(*(Case("finish", "other", call, "take") for call in range(110, 160)))
    assert "Going is listed 2 times" in told


# --- the model of the disk


def left(top: Path, act: Callable[[Path], object]) -> list[Tree]:
    """Return trees that power cuts after an action may leave in an initially empty folder."""
    disk = Disk(top)
    with disk.watched():
        act(top)
    return [disk.left(len(disk.journal), Random(seed)) for seed in range(60)]


def write(path: Path, data: bytes, synced: bool) -> None:
    file = os.open(path, os.O_WRONLY | os.O_CREAT)
    os.write(file, data)
    if synced:
        os.fsync(file)
    os.close(file)


def sync(folder: Path) -> None:
    file = os.open(folder, os.O_RDONLY)
    os.fsync(file)
    os.close(file)


@POSIX
def test_unsynced_writes_may_be_lost_or_torn(tmp_path: Path) -> None:
    def act(top: Path) -> None:
        write(top / "a", b"whole", synced=False)
        sync(top)

    trees = left(tmp_path, act)
    assert {tree["a"] for tree in trees} >= {b"", b"wh", b"whole"}
    trees = left(tmp_path, lambda top: write(top / "b", b"whole", synced=True))
    assert {tree.get("b") for tree in trees} == {None, b"whole"} and all(tree["a"] == b"whole" for tree in trees)


@POSIX
def test_a_file_name_survives_once_its_folder_is_synced(tmp_path: Path) -> None:
    def act(top: Path) -> None:
        (top / "folder").mkdir()
        write(top / "folder" / "a", b"whole", synced=True)
        sync(top / "folder")

    assert {len(tree) for tree in left(tmp_path / ".", act)} == {0, 2}


@POSIX
def test_renaming_is_atomic(tmp_path: Path) -> None:
    write(tmp_path / "new", b"new", synced=True)
    write(tmp_path / "old", b"old", synced=True)
    trees = left(tmp_path, lambda top: (top / "new").replace(top / "old"))
    assert [tree for tree in trees if tree not in ({"old": b"new"}, {"new": b"new", "old": b"old"})] == []
    assert {len(tree) for tree in trees} == {1, 2}

"""Every call to the disk fails, the power goes (`tests.soak faults`); and what would be found if something were lost.

Not covered: disks that say that they have what they haven't, and windows that write at the very same moment.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from scenes.app import files
from scenes.app.storage import Storage
from scenes.table.session import Session
from tests.effort import by_effort
from tests.soak.faults.disk import Disk, Tree
from tests.soak.faults.run import Case, cases, healthy, tried
from tests.soak.faults.stories import STORIES

SAMPLE = by_effort(150, 400, 400)
"""At length, and with another seed: `python -m tests.soak faults`."""
SEED = 1


def test_whatever_fails_nothing_is_lost_or_doubled() -> None:
    drawn = Random(SEED).sample(cases(list(STORIES), 4, SEED), SAMPLE)
    faults = [(it.case.id, it.faults) for it in map(tried, drawn) if it.faults]
    assert faults == []
    assert {case.story for case in drawn} == set(STORIES)
    assert {case.what for case in drawn} == {"fail", "short", "other", "cut"}


@pytest.fixture(autouse=True)
def told_anew() -> Iterator[None]:
    """What a test changes in the app is heard, and nothing of it later."""
    healthy.cache_clear()
    yield
    healthy.cache_clear()


def found(*drawn: Case) -> str:
    return "\n".join(fault for case in drawn for fault in tried(case).faults)


def fails(story: str, kind: str, path: str) -> list[Case]:
    calls = enumerate(healthy(story).calls, 1)
    return [Case(story, "fail", number, "EIO", "once") for number, call in calls if call == (kind, f"home/{path}")]


def test_what_is_not_synced_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "sync_folder", lambda folder: None)
    told = found(*(Case("turn", "cut", 30, cut=seed) for seed in range(20)))
    assert "Going is ['matches 3'], not one of ['matches 5']" in told


def test_a_match_that_is_deleted_before_it_is_finished_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    def hasty(storage: Storage, match_id: str, text: str) -> str:
        storage.delete_match(match_id)
        return plain(storage, match_id, text)

    plain: Callable[[Storage, str, str], str] = Storage.finish_match
    monkeypatch.setattr(Storage, "finish_match", hasty)
    told = found(*(Case("finish", "cut", at, cut=1) for at in range(10, 30)))
    assert "Going is ['gone'], not one of" in told


def test_what_is_set_aside_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scenes.app.storage.UNUSABLE_FILE_ERRORS", (OSError,))
    path = "matches/2026-01-01-100000-1.tablier"
    told = found(*fails("start", "read", path), *fails("start", "open", path))
    assert "2026-01-01-100000-1.tablier.unreadable-1 was set aside" in told


def test_a_match_that_is_in_both_folders_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scenes.app.startup_cleanup.remove_leftovers", lambda storage: False)
    assert "Left is listed 2 times: ['matches 3', 'finished 4']" in found(Case("start", "cut"))


def test_a_window_that_writes_what_another_one_has_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Session, "is_taken_over", lambda session, storage: False)
    told = found(*(Case("finish", "other", call, "take") for call in range(110, 160)))
    assert "Going is listed 2 times" in told


# --- the model of the disk


def left(top: Path, act: Callable[[Path], object]) -> list[Tree]:
    """What cuts after something was done may leave in a folder that is empty at first."""
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


def test_what_is_not_synced_may_be_lost_or_torn(tmp_path: Path) -> None:
    def act(top: Path) -> None:
        write(top / "a", b"whole", synced=False)
        sync(top)

    trees = left(tmp_path, act)
    assert {tree["a"] for tree in trees} >= {b"", b"wh", b"whole"}
    trees = left(tmp_path, lambda top: write(top / "b", b"whole", synced=True))
    assert {tree.get("b") for tree in trees} == {None, b"whole"} and all(tree["a"] == b"whole" for tree in trees)


def test_a_name_is_kept_once_its_folder_is_synced_and_its_folder_once_that_above_is(tmp_path: Path) -> None:
    def act(top: Path) -> None:
        (top / "folder").mkdir()
        write(top / "folder" / "a", b"whole", synced=True)
        sync(top / "folder")

    assert {len(tree) for tree in left(tmp_path / ".", act)} == {0, 2}


def test_renaming_is_one_step(tmp_path: Path) -> None:
    write(tmp_path / "new", b"new", synced=True)
    write(tmp_path / "old", b"old", synced=True)
    trees = left(tmp_path, lambda top: (top / "new").replace(top / "old"))
    assert [tree for tree in trees if tree not in ({"old": b"new"}, {"new": b"new", "old": b"old"})] == []
    assert {len(tree) for tree in trees} == {1, 2}

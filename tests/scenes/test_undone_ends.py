"""An end is undone, or a match finished or deleted, while a part of that fails: found by `tests.soak faults`."""

import errno
import os
import stat
import sys
from pathlib import Path
from typing import Any

import pytest

from scenes.app import atomic_files, startup_cleanup
from scenes.app.storage import Storage
from scenes.table import statistics_store
from scenes.table.session import Session
from tests.scenes.matches import session

BROKEN = OSError(errno.EIO, os.strerror(errno.EIO))


def fail(*_: Any, **__: Any) -> None:
    raise BROKEN


@pytest.fixture
def over(home: Path) -> tuple[Storage, Session]:
    storage, resigned = Storage(), session(Storage(), 4, match_id="m")
    resigned.save(storage)
    resigned.match.force_end("resigned", 0)
    resigned.score_result()
    resigned.save(storage)
    return storage, resigned


def undo(storage: Storage, resigned: Session) -> None:
    resigned.match.undo()
    resigned.reopen(storage)


def found() -> tuple[list[str], list[str], list[str]]:
    storage = Storage()
    startup_cleanup.remove_leftovers(storage)
    under_way, ended = ([one.id for one in storage.list_matches(folder)] for folder in ("matches", "finished"))
    return under_way, ended, list(statistics_store.read_matches(storage))


def test_finished_match_stays_while_its_reopened_version_cannot_be_saved(
    over: tuple[Storage, Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: it was deleted all the same, and the match was gone with the window."""
    monkeypatch.setattr(atomic_files, "write_whole", fail)
    undo(*over)
    assert found() == ([], ["m"], ["m"])


def test_undone_end_stays_undone_if_the_finished_match_cannot_be_deleted(
    over: tuple[Storage, Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: the next start took the unfinished match for the beginning of the finished one, or listed both."""
    with monkeypatch.context() as failing:
        failing.setattr(Storage, "delete_finished", lambda storage, match_id: None)
        undo(*over)
    assert found() == (["m"], [], [])


def test_statistics_entry_of_an_undone_end_does_not_count(
    over: tuple[Storage, Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: it counted while the match went on, and stood for the end that came then."""
    storage, resigned = over
    monkeypatch.setattr(statistics_store, "remove_match", lambda storage, match_id: None)
    undo(*over)
    assert found() == (["m"], [], [])
    resigned.match.force_end("resigned", 1)
    resigned.score_result()
    resigned.save(storage)
    assert statistics_store.read_matches(Storage())["m"].winners == (0,)


@pytest.mark.skipif(sys.platform == "win32", reason="no folders are synced there")
def test_unfinished_match_stays_until_the_finished_match_is_synced(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: where syncing the folder failed it was deleted, and a power cut left neither."""
    storage = Storage()
    storage.save_match("m", "begun")
    monkeypatch.setattr(os, "fsync", lambda file: fail() if stat.S_ISDIR(os.fstat(file).st_mode) else None)
    storage.finish_match("m", "begun and over")
    assert [one.id for one in storage.list_matches()] == ["m"]


def test_match_whose_backup_cannot_be_deleted_stays(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: the copy, a turn older, came back as the match."""
    storage, unlink = Storage(), os.unlink
    for text in ("one", "two"):
        storage.save_match("m", text)
    monkeypatch.setattr(os, "unlink", lambda path: fail() if Path(path).suffix == ".bak" else unlink(path))
    storage.delete_match("m")
    assert Storage().load_match("m") == "two"


def test_match_played_on_in_another_window_is_not_claimed(home: Path) -> None:
    """Bug: whoever read it before the other window let it go played on from there, beside the newer one."""
    storage, other = Storage(), Storage()
    session(storage, 4, match_id="m").save(storage)
    stale = Session.load("m", storage.load_match("m"))
    newer = Session.load("m", other.load_match("m"))
    newer.match.play(newer.match.position.legal_moves()[0])
    newer.save(other)
    stale.claim(storage)
    assert stale.is_elsewhere


def test_half_written_claim_does_not_count(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: the window took itself for another one, and saved nothing without a word."""
    storage, write = Storage(), os.write
    played = session(storage, 4, match_id="m")
    with monkeypatch.context() as short:
        short.setattr(os, "write", lambda file, data: write(file, data[:4]))
        played.claim(storage)
    played.save(storage)
    assert [one.id for one in storage.list_matches()] == ["m"]

"""What was learnt and solved is kept, whatever happens to its file."""

import json
import re
from pathlib import Path
from unittest.mock import Mock

import pytest

from scenes.app import atomic_files as module
from scenes.app.storage import Storage
from scenes.screens.learn.tasks import Progress
from tests.scenes.driver import sentences


def test_progress_is_saved_by_kind_and_game_with_its_date() -> None:
    progress = Progress(Storage(), "lessons")
    assert progress.days_of_done("ducart") == {}
    assert progress.mark_done("ducart", "first-sweep") and progress.mark_done("ducale", "first-sweep")
    assert not progress.mark_done("ducart", "first-sweep"), "it was done before"
    again = Progress(Storage(), "lessons").days_of_done("ducart")
    assert list(again) == ["first-sweep"] and re.fullmatch(r"\d{4}-\d\d-\d\d", again["first-sweep"])
    assert Progress(Storage(), "puzzles").days_of_done("ducart") == {}
    with pytest.raises(ValueError, match="no name"):
        Storage().load_data("../settings")


def test_two_windows_merge_their_progress() -> None:
    here, there = Progress(Storage(), "lessons"), Progress(Storage(), "lessons")
    assert here.days_of_done("ducart") == there.days_of_done("ducart") == {}
    here.mark_done("ducart", "one")
    there.mark_done("ducart", "two")
    assert set(here.days_of_done("ducart")) == {"one", "two"}


@pytest.mark.parametrize("broken", [b"{", b"", b"[]", b"\xff\xfe\x00", b"[" * 100_000])
def test_broken_progress_file_is_set_aside_and_its_backup_is_used(home: Path, broken: bytes) -> None:
    Progress(Storage(), "lessons").mark_done("ducart", "one")
    Progress(Storage(), "lessons").mark_done("ducart", "two")
    (home / "lessons.json").write_bytes(broken)
    storage = Storage()
    assert set(Progress(storage, "lessons").days_of_done("ducart")) == {"one"}
    assert (home / "lessons.json.unreadable-1").read_bytes() == broken
    assert ["lessons.json" in told for told in sentences(storage)] == [True, True]
    assert set(Progress(Storage(), "lessons").days_of_done("ducart")) == {"one"}, "it is said once"


def test_broken_progress_without_a_backup_starts_empty(home: Path) -> None:
    (home / "lessons.json").write_text("no")
    (home / "lessons.json.bak").write_text("neither")
    storage = Storage()
    assert Progress(storage, "lessons").days_of_done("ducart") == {}
    assert len(storage.notices) == 2


@pytest.mark.parametrize("odd", [{"ducart": ["one"]}, {"ducart": {"one": 3}}, {"ducart": None}])
def test_invalid_progress_entries_are_ignored(home: Path, odd: object) -> None:
    (home / "lessons.json").write_text(json.dumps(odd))
    progress = Progress(Storage(), "lessons")
    assert progress.days_of_done("ducart") == {}
    assert progress.mark_done("ducart", "one") and list(progress.days_of_done("ducart")) == ["one"]


def test_unwritable_progress_is_kept_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "write_whole", Mock(side_effect=PermissionError("it may only be read")))
    storage = Storage()
    assert Progress(storage, "lessons").mark_done("ducart", "one")
    assert list(Progress(storage, "lessons").days_of_done("ducart")) == ["one"]
    assert storage.alarm is not None, "what could not be read is reported"

"""Files that the system can't read now: they are left alone, told of with its reason, and read again later."""

import errno
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from scenes.app.settings import Settings
from scenes.app.storage import Storage
from scenes.screens.menu.bookmarks import Bookmark
from scenes.screens.menu.scene import MenuScene
from scenes.table import statistics_store
from tests.scenes.driver import Driver
from tests.scenes.matches import save_texts, session

Failing = Callable[[str, int], None]


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Iterator[Failing]:
    """Lets every file of a name fail to be read, with an errno; 0: no more."""
    faults: dict[str, int] = {}
    plain = os.open

    def opened(path: Any, flags: int, mode: int = 0o777) -> int:
        number = faults.get(Path(path).name, 0)
        if number and flags & (os.O_WRONLY | os.O_RDWR) == 0:
            raise OSError(number, os.strerror(number), str(path))
        return plain(path, flags, mode)

    monkeypatch.setattr(os, "open", opened)
    yield faults.__setitem__


def names(folder: Path) -> set[str]:
    return {
        path.name for path in folder.iterdir() if path.is_file() and path.suffix != ".log" and path.name != ".turn"
    }


@pytest.mark.parametrize("number", [errno.EIO, errno.EMFILE, errno.EACCES, errno.EINTR])
def test_match_with_a_read_error_stays_with_its_backup(home: Path, failing: Failing, number: int) -> None:
    """Bug: one failed read renamed the match and its copy, and the next start knew of none."""
    storage = save_texts("before", "now")
    lying = names(home / "matches")
    failing("a.tablier", number)
    for _ in range(3):
        with pytest.raises(OSError, match=os.strerror(number)):
            storage.load_match("a")
    assert names(home / "matches") == lying and [entry.id for entry in storage.list_matches()] == ["a"]
    assert [(one.key, one.facts["why"]) for one in storage.notices] == [("storage.unread", os.strerror(number))]
    failing("a.tablier", 0)
    assert storage.load_match("a") == Storage().load_match("a") == "now" and not storage.unread


def test_garbled_match_stays_while_its_backup_has_a_read_error(home: Path, failing: Failing) -> None:
    storage = save_texts("before", "now")
    (home / "matches" / "a.tablier").write_bytes(b"\xff\xff")
    failing("a.tablier.bak", errno.EIO)
    with pytest.raises(OSError, match="Input/output"):
        storage.load_match("a")
    assert names(home / "matches") == {"a.tablier", "a.tablier.bak"}
    failing("a.tablier.bak", 0)
    assert storage.load_match("a") == "before" and len(storage.notices) == 3
    assert (home / "matches" / "a.tablier.unreadable-1").read_bytes() == b"\xff\xff"
    assert [entry.id for entry in storage.list_matches()] == ["a"]


def test_statistics_survive_a_read_error(home: Path, failing: Failing) -> None:
    """Bug: six entries became none."""
    storage = Storage()

    def finish() -> None:
        one = session(storage, 1)
        one.match.force_end("resigned", 0)
        one.save(storage)

    for _ in range(6):
        finish()
    (file,) = home.glob("statistics-*.json")
    failing(file.name, errno.EIO)
    finish()
    assert statistics_store.read_matches(storage) == {}
    failing(file.name, 0)
    known = statistics_store.read_matches(Storage())
    assert len(known) == 6 and len(statistics_store.list_missing(storage, known)) == 1, (
        "the seventh is found when asked for"
    )


def test_settings_with_a_read_error_are_not_overwritten(home: Path, failing: Failing) -> None:
    Storage().save_settings(Settings(language="fr"))
    failing("settings.json", errno.EMFILE)
    storage = Storage()
    assert [notice.key for notice in storage.notices] == [] and storage.load_settings() == Settings()
    assert [notice.key for notice in storage.notices] == ["storage.unread"]
    storage.save_settings(Settings(text_scale=125))
    failing("settings.json", 0)
    assert Storage().load_settings().language == "fr"
    storage.save_settings(Settings(text_scale=125))
    assert (Storage().load_settings().language, Storage().load_settings().text_scale) == ("fr", 125)


def test_open_match_is_known_again_after_a_read_error(home: Path, failing: Failing) -> None:
    save_texts("now").remember_open("a")
    for number, found in ((errno.EIO, None), (0, "a")):
        failing("open.txt", number)
        assert Storage().open_match() == found


def test_menu_reports_read_errors_and_retries_on_focus(driver: Driver, failing: Failing) -> None:
    """Bug: a healthy match was set aside and the menu said "Welcome"."""
    session(driver.app.storage, 1, match_id="a").save(driver.app.storage)
    failing("a.tablier", errno.EIO)
    driver.open(MenuScene(driver.app))
    assert driver.all_of(Bookmark) == []
    words = driver.words()
    assert "can’t be read now" in words and "Input/output error" in words and "Welcome" not in words
    failing("a.tablier", 0)
    driver.post(pygame.WINDOWFOCUSGAINED)
    driver.step()
    assert len(driver.all_of(Bookmark)) == 1


def test_file_with_a_stat_error_is_not_replaced_by_its_backup(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: a match or a list of tasks that the system couldn't look up once was taken for missing, and the older copy
    was put in its place."""
    storage = Storage()
    for number, text in enumerate(("before", "now")):
        storage.save_match("a", text)
        storage.save_data("puzzles", {"solved": number})

    def looked_up(path: str | Path, **options: Any) -> os.stat_result:
        if Path(path).name in ("a.tablier", "puzzles.json"):
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(path))
        return plain(path, **options)

    plain = os.stat
    with monkeypatch.context() as failing:
        failing.setattr(os, "stat", looked_up)
        failing.setattr(os, "lstat", looked_up)
        with pytest.raises(OSError, match="Input/output"):
            storage.load_match("a")
        assert storage.load_data("puzzles") == {}
    assert storage.load_match("a") == "now" and storage.load_data("puzzles") == {"solved": 1}


def test_new_id_is_unique_even_if_files_cannot_be_looked_up(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: two matches begun in the same second had one file when the look for it failed."""
    monkeypatch.setattr(time, "strftime", lambda _: "now")
    storage = Storage()
    storage.save_match(storage.new_id(), "first")
    monkeypatch.setattr(os.path, "lexists", lambda _: False)
    assert storage.new_id() == "now-2"

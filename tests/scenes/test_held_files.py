"""Files that another program holds open, as Windows lets it: nobody else may replace or delete them meanwhile."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final
from unittest.mock import Mock

import pytest

from scenes.app import constants
from scenes.app.settings import Settings
from scenes.app.storage import Storage
from scenes.screens.import_export import write_file
from tests.scenes.matches import save_texts

ACCESS_DENIED: Final = 5
SHARING_VIOLATION: Final = 32


class HeldError(PermissionError):
    winerror: int


class Holder:
    """A stand-in for another program: on Windows it really opens the file, elsewhere it refuses what Windows refuses.

    Time passes only while the app waits.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.code = SHARING_VIOLATION
        self.waited = 0.0
        self._held = ""
        self._refused: tuple[str, ...] = ()
        self._until = 0.0
        self._opened: list[int] = []
        time = Mock(sleep=self._sleep, monotonic=lambda: self.waited)
        monkeypatch.setattr("scenes.app.file_locks.time", time)
        for name in ("replace", "unlink", "open"):
            monkeypatch.setattr(os, name, self._refusing(name, getattr(os, name)))

    def hold(self, pattern: str, seconds: float = 1e9, refused: tuple[str, ...] = ("replace", "unlink")) -> None:
        """Refuse these functions of `os` for files whose path matches the pattern, for so long."""
        if sys.platform == "win32" and Path(pattern).is_file():
            self._opened.append(os.open(pattern, os.O_RDONLY))
        self._held, self._refused, self._until = pattern, refused, self.waited + seconds

    def release(self) -> None:
        self._until = 0.0
        while self._opened:
            os.close(self._opened.pop())

    def _sleep(self, seconds: float) -> None:
        self.waited += seconds
        if self.waited >= self._until:
            self.release()

    def _refusing(self, name: str, plain: Callable[..., Any]) -> Callable[..., Any]:
        def act(*given: Any, **more: Any) -> Any:
            paths = [Path(one) for one in given if isinstance(one, str | os.PathLike)]
            if self.waited < self._until and name in self._refused and any(one.match(self._held) for one in paths):
                problem = HeldError(13, "Another process uses the file", str(paths[0]))
                problem.winerror = self.code
                raise problem
            return plain(*given, **more)

        return act


@pytest.fixture
def holder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Holder]:
    one = Holder(monkeypatch)
    yield one
    one.release()


def texts(folder: Path) -> dict[str, str]:
    """Return the texts of the files; of a file that was held, a hidden name may stay until the next day's start."""
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir() if path.name[0] != "."}


@pytest.mark.parametrize("code", [ACCESS_DENIED, SHARING_VIOLATION])
@pytest.mark.parametrize("name", ["a.tablier", "a.tablier.bak", ".a.tablier.*"])
def test_save_waits_until_a_held_file_is_free(home: Path, holder: Holder, name: str, code: int) -> None:
    """Bug: a virus scanner that looked at a file just then made the app say that nothing can be saved."""
    storage = save_texts("one", "two")
    holder.code = code
    holder.hold(str(home / "matches" / name), 0.3)
    storage.save_match("a", "three")
    assert storage.alarm is None and 0.3 <= holder.waited < 0.4
    assert texts(home / "matches") == {"a.tablier": "three", "a.tablier.bak": "two"}


def test_user_is_told_after_two_seconds_and_later_saves_do_not_wait(home: Path, holder: Holder) -> None:
    storage = save_texts("one")
    holder.hold(str(home / "matches" / "a.tablier"))
    storage.save_match("a", "two")
    assert storage.alarm is not None and storage.alarm.key == "storage.nothing_kept" and storage.alarm.facts["why"]
    assert 2.0 <= holder.waited < 2.1 and storage.load_match("a") == "two"
    storage.save_match("a", "three")
    assert holder.waited < 2.1, "the window would freeze after each move"
    holder.release()
    storage.save_match("a", "four")
    assert texts(home / "matches") == {"a.tablier": "four", "a.tablier.bak": "one"}
    holder.hold(str(home / "matches" / "a.tablier"), 0.5)
    storage.save_match("a", "five")
    assert holder.waited > 2.4 and not storage.pending, "it was free, so it is waited for again"


def test_finished_match_and_review_are_deleted_once_their_files_are_free(home: Path, holder: Holder) -> None:
    storage = save_texts("one", "two")
    storage.keep_review("a", "{}")
    holder.hold(str(home / "matches" / "*"), 0.3)
    storage.finish_match("a", "over")
    holder.hold(str(home / "reviews" / "*"), 0.3)
    storage.delete_finished("a")
    assert [list((home / name).iterdir()) for name in ("matches", "finished", "reviews")] == [[], [], []]
    assert storage.alarm is None


def test_unusable_file_is_set_aside_once_it_is_free(home: Path, holder: Holder) -> None:
    (home / "settings.json").write_text("nonsense", encoding="utf-8")
    holder.hold(str(home / "settings.json"), 0.3)
    assert Storage().load_settings() == Settings()
    assert texts(home)["settings.json.unreadable-1"] == "nonsense"


def test_export_waits_until_a_held_file_is_free(tmp_path: Path, holder: Holder) -> None:
    path = tmp_path / "mine.tablier"
    write_file(path, "one")
    holder.hold(str(path), 0.3)
    write_file(path, "two")
    assert texts(tmp_path) == {"mine.tablier": "two"} and holder.waited >= 0.3


@pytest.mark.parametrize("name", [".turn", "open/a"])
def test_lock_and_claim_wait_until_their_file_can_be_opened(home: Path, holder: Holder, name: str) -> None:
    """Bug: two windows took a match at once while a scanner held the file that says whose it is."""
    storage, other = save_texts("one"), Storage()
    holder.hold(str(home / name), 0.3, refused=("open",))
    assert storage.claim("a") and holder.waited >= 0.3
    assert storage.is_owner("a") and not other.claim("a")


def test_released_claim_leaves_no_file(home: Path) -> None:
    """Bug: on Windows, where no open file can be deleted, one stayed for every match that was ever opened."""
    storage, other = save_texts("one"), Storage()
    assert storage.claim("a") and not other.claim("a") and other.claim("a", takes_over=True)
    assert not storage.is_owner("a") and other.is_owner("a")
    other.release("a")
    assert list((home / "open").iterdir()) == []


def test_other_errors_are_told_at_once(home: Path, holder: Holder) -> None:
    storage = save_texts("one")
    holder.code = 112  # the disk is full
    holder.hold("*.tablier")
    holder.hold(".a.tablier.*", refused=("replace",))
    storage.save_match("a", "two")
    assert storage.alarm is not None and holder.waited == 0
    assert constants.HELD_FILE_SECONDS == 2.0

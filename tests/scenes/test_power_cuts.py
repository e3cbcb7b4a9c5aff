"""A power cut between any two changes of the person's files: nothing is lost, nothing comes back that was gone."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest

from scenes.app import startup_cleanup
from scenes.app.constants import HALF_WRITTEN_SECONDS
from scenes.app.storage import Storage
from scenes.table import statistics_store
from scenes.table.session import Session
from tests.scenes.matches import session


class PowerCutError(BaseException):
    """The power goes."""


class Power:
    """The power goes just before the so-manieth change of a folder, and it is not there any more after that."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, changes: int) -> None:
        self._left = changes
        self.went = False
        self._watch(monkeypatch, Path, "replace")
        self._watch(monkeypatch, Path, "unlink")
        self._watch(monkeypatch, os, "link")

    def _watch(self, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> None:
        done = getattr(owner, name)

        def counted(*args: Any, **more: Any) -> Any:
            self._left -= 1
            if self._left <= 0:
                self._go()
            return done(*args, **more)

        monkeypatch.setattr(owner, name, counted)

    def _go(self) -> NoReturn:
        self.went = True
        raise PowerCutError


def at_each_change(monkeypatch: pytest.MonkeyPatch, begin: Callable[[], Any], act: Callable[[Any], object]) -> int:
    """Do something again and again, the power going at each change of a folder in turn; how many changes it takes.

    After each cut the one finished or unfinished match is still there, once, and no notice is needed.
    """
    for changes in range(1, 100):
        begun = begin()
        with monkeypatch.context() as cut:
            power = Power(cut, changes)
            try:
                act(begun)
            except PowerCutError:
                assert power.went
        after = Storage()
        startup_cleanup.remove_leftovers(after)
        shelves = [entry.id for entry in after.list_matches()], [entry.id for entry in after.list_matches("finished")]
        assert sorted(len(shelf) for shelf in shelves) == [0, 1], (changes, shelves)
        whole = after.load_match(shelves[0][0]) if shelves[0] else after.load_match(shelves[1][0], "finished")
        Session.load("m", whole)
        entries = {
            **statistics_store.read_matches(after),
            **dict.fromkeys(e.id for e in statistics_store.list_missing(after, {})),
        }
        assert sorted(entries) == shelves[1] and after.notices == []
        if not power.went:
            return changes - 1
    raise AssertionError("it never came to an end")


def fresh(home: Path) -> Storage:
    for path in sorted(home.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    return Storage()


def test_power_cut_while_finishing_a_match_loses_and_doubles_nothing(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: the match came back, some plies short, beside the finished one, or out of the copy kept before."""

    def begin() -> tuple[Storage, Session]:
        storage = fresh(home)
        for plies in (3, 4):
            session(storage, plies, match_id="m").save(storage)
        return storage, session(storage, 1000, match_id="m")

    def act(begun: tuple[Storage, Session]) -> None:
        storage, over = begun
        storage.load_match("m")
        over.save(storage)

    assert at_each_change(monkeypatch, begin, act) >= 4


def test_power_cut_while_undoing_an_end_loses_and_doubles_nothing(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: the match was taken from the finished ones before it was kept among the unfinished ones."""

    def begin() -> tuple[Storage, Session]:
        storage = fresh(home)
        over = session(storage, 1000, match_id="m")
        over.score_result()
        over.save(storage)
        over.match.undo()
        return storage, over

    def act(begun: tuple[Storage, Session]) -> None:
        storage, over = begun
        over.reopen(storage)
        over.save(storage)

    assert at_each_change(monkeypatch, begin, act) >= 4
    assert [entry.id for entry in Storage().list_matches()] == ["m"]


def test_backup_of_a_match_is_deleted_before_the_match(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: after a cut between the two the older one was listed, and told of as a damaged one."""
    storage = fresh(home)
    for text in ("one", "two"):
        storage.save_match("m", text)
    with monkeypatch.context() as cut, pytest.raises(PowerCutError):
        Power(cut, 2)
        storage.delete_match("m")
    assert Storage().load_match("m") == "two"


def test_unfinished_match_with_other_plies_is_no_leftover(home: Path) -> None:
    storage = fresh(home)
    storage.finish_match("m", "head\n\n0 a 1.0\n1 b 1.0\n")
    for body, gone in (("0 a 1.0\n1 c 1.0\n", False), ("0 a 1.0\n1 b 1.0\n0 c 1.0\n", False), ("0 a 1.0\n", True)):
        path = home / "matches" / "m.tablier"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"another head\n\n{body}", encoding="utf-8")
        assert startup_cleanup.remove_leftovers(Storage()) == gone
        assert path.exists() != gone


def test_half_written_files_are_deleted_after_a_day(home: Path) -> None:
    """Bug: each cut while a file was written left one for ever."""
    storage = fresh(home)
    storage.save_match("m", "x")
    names = (".m.tablier.4711", ".m.tablier.4711.bak", ".m.tablier.99", ".hidden", "notes.123")
    for name in names:
        (home / "matches" / name).write_text("half", encoding="utf-8")
        age = 0.0 if name == ".m.tablier.99" else 2 * HALF_WRITTEN_SECONDS
        os.utime(home / "matches" / name, (time.time() - age,) * 2)  # a disk may have a clock of its own
    assert not startup_cleanup.remove_leftovers(storage)
    left = {path.name for path in (home / "matches").iterdir()}
    assert left == {"m.tablier", ".m.tablier.99", ".hidden", "notes.123"}

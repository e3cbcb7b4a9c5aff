"""Two windows on the same files: a match lies open in one of them alone; the other shows it, or takes it over."""

import os
import struct
import sys
import zlib
from pathlib import Path

import pytest

from scenes.app import constants, startup_cleanup
from scenes.screens.match_list import ask_delete
from scenes.screens.open_match import open_saved_match
from scenes.table import events, statistics_store
from scenes.table.scene import MatchScene
from tests.scenes.driver import Driver, Tables, finished

TITLE, TAKE_OVER = "Open in another window", "Take it over here"


def open_window(tables: Tables) -> Driver:
    return Driver(tables.app())


def beside(tables: Tables, one: Driver, over: bool = False) -> Driver:
    other = open_window(tables)
    open_saved_match(other.app, one.scene.session.id, is_finished=False, takes_over=over)
    assert isinstance(other.top, MatchScene)
    other.scene = other.top
    other.step()
    return other


def resign(drive: Driver) -> None:
    drive.send(events.EndMatch("resigned", 0))
    drive.settle()


@pytest.fixture
def first(home: Path, tables: Tables) -> Driver:
    return tables.play_four()


def texts(home: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in (home / "matches").glob("*.tablier")}


def test_second_window_changes_and_saves_nothing(tables: Tables, first: Driver, home: Path) -> None:
    """Bug: it kept its older copy as another match and made that the open one."""
    second = beside(tables, first)
    assert TITLE in second.words() and second.scene.table.state.status_line.status == TITLE
    before = texts(home)
    second.click("d5", "f3")
    second.scene.act("undo")
    resign(second)
    assert len(second.match.plies) == 4 and second.match.outcome() is None
    assert texts(home) == before and finished(home) == []
    first.click("d5", "f3")
    first.settle()
    second.app.close()
    first.app.close()
    storage = tables.app().storage
    assert texts(home).keys() == before.keys() == {f"{first.scene.session.id}.tablier"}
    assert storage.open_match() == first.scene.session.id


def test_match_taken_over_goes_on_in_the_new_window_only(tables: Tables, first: Driver, home: Path) -> None:
    second = beside(tables, first)
    first.click("d5", "f3")
    first.settle()
    second.click(second.labelled(TAKE_OVER))
    second.scene = second.top
    assert len(second.match.plies) == 5 and not second.scene.session.is_elsewhere
    first.app.moment += 1.1
    first.app.frame()
    assert TITLE in first.words() and first.app.seconds_to_next_frame() is not None, (
        "the first window says that it lost the match"
    )
    second.send(events.Command.UNDO)
    second.settle()
    before = texts(home)
    first.app.close()
    assert texts(home) == before and len(before) == 1


@pytest.mark.parametrize("moved", [False, True])
def test_move_at_the_moment_of_a_takeover_changes_nothing(
    tables: Tables, first: Driver, home: Path, moved: bool
) -> None:
    """Bugs: one resigned in one window, saw all hands, and played on in the other; a match that was overtaken before
    it was saved seemed to go on, and heeded nobody."""
    if moved:
        first.send(events.Play(first.match.position.legal_moves()[0], {}))
        second = beside(tables, first, over=True)
        before = texts(home)
        first.step()
        assert TITLE in first.words() and texts(home) == before and len(second.match.plies) == 4
        return
    second = beside(tables, first, over=True)
    resign(second)
    first.click("d5", "f3")
    resign(first)
    assert len(first.match.plies) == 4 and first.match.outcome() is None
    assert texts(home) == {} and len(finished(home)) == 1
    assert len(statistics_store.read_matches(second.app.storage)) == 1
    first.step()
    first.click(first.labelled(TAKE_OVER))
    assert first.top.match.outcome() is not None and first.top.table.facts.model.is_read_only


def lock_as_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lock single bytes, and let no file be replaced that is open; Windows does so itself."""
    if sys.platform == "linux":
        import fcntl

        def try_lock(file: int, owner: bytes = b"") -> bool:
            try:
                lock = struct.pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, zlib.crc32(owner), 1, 0)
                fcntl.fcntl(file, fcntl.F_OFD_SETLK, lock)
            except BlockingIOError:
                return False
            return True

        monkeypatch.setattr("scenes.app.file_locks._try_lock", try_lock)
        monkeypatch.setattr("scenes.app.file_locks.Claim._replace_file", lambda claim: None)


@pytest.mark.parametrize("system", ["this", "Windows"])
def test_closed_window_releases_its_match_to_a_single_window(
    tables: Tables, first: Driver, home: Path, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    """Bug: when the first of three let go of what the second took over, the third could open it for a second."""
    if system == "Windows":
        first.app.storage.release(first.scene.session.id)
        lock_as_on_windows(monkeypatch)
        first.app.storage.claim(first.scene.session.id)
    second = beside(tables, first, over=True)
    first.app.close()
    assert TITLE in beside(tables, second).words()
    second.app.close()
    third = beside(tables, first)
    assert TITLE not in third.words()
    assert [path.name for path in (home / "open").iterdir()] == [third.scene.session.id]


def test_leaving_a_read_only_match_keeps_it_as_the_open_match(tables: Tables, first: Driver) -> None:
    """Bug: from then on no start laid the match there that goes on in the first window."""
    beside(tables, first).scene.act("to-menu")
    assert tables.app().storage.open_match() == first.scene.session.id
    first.scene.act("to-menu")
    assert tables.app().storage.open_match() is None


def test_match_open_in_another_window_is_not_deleted(tables: Tables, first: Driver, home: Path) -> None:
    """Bug: it was, and came back with the next move there."""
    second = open_window(tables)
    (entry,) = second.app.storage.list_matches()
    before = texts(home)
    for kept in (True, False):
        ask_delete(second.app, entry, "", is_finished=False)
        second.app.stack.pop(True)
        second.step()
        assert (texts(home) == before, second.top is not second.ground) == (kept, kept)
        if kept:
            assert TITLE in second.words()
            second.app.stack.pop()
            first.scene.act("to-menu")


def test_match_undone_to_its_start_is_owned_by_one_window(tables: Tables, home: Path) -> None:
    """Bug: the other window took it for one that nobody has begun, and both went on with it."""
    first = tables.table(clicks=("a6", "b5"))
    first.settle()
    first.send(events.Command.UNDO)
    first.settle()
    second = beside(tables, first)
    assert TITLE in second.words()
    second.click("a6", "b5")
    second.settle()
    assert second.match.plies == [] and len(texts(home)) == 1


def test_end_before_the_first_move_can_be_undone(tables: Tables, home: Path) -> None:
    """Bug: the match stayed among the finished ones, and lay among both from the next move on."""
    drive = tables.table()
    resign(drive)
    drive.send(events.Command.UNDO)
    assert finished(home) == [] and len(texts(home)) == 1
    assert statistics_store.read_matches(drive.app.storage) == {}


def test_start_during_an_undone_end_deletes_no_match(
    tables: Tables, first: Driver, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: the start took the unfinished match for one that is finished, and then the finished one went too."""

    resign(first)
    other, strike = tables.app().storage, statistics_store.remove_match
    monkeypatch.setattr(constants, "LOCK_TIMEOUT_SECONDS", 0.01)

    def started(*facts: object) -> None:
        startup_cleanup.remove_leftovers(other)
        strike(*facts)  # type: ignore[arg-type]

    monkeypatch.setattr(statistics_store, "remove_match", started)
    first.send(events.Command.UNDO)  # what is kept with the next frame would hide it
    assert len(texts(home)) == 1 and finished(home) == []


def test_match_seen_finished_can_be_taken_over_after_its_undo(tables: Tables, first: Driver) -> None:
    """Bug: the window owned the match and took itself for one that only looks."""
    resign(first)
    second = open_window(tables)
    open_saved_match(second.app, first.scene.session.id, is_finished=True)
    second.app.stack.pop()
    first.send(events.Command.UNDO)
    first.settle()
    open_saved_match(second.app, first.scene.session.id, is_finished=False, takes_over=True)
    assert not second.top.session.is_elsewhere

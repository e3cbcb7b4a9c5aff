"""Two windows on the same files: a match lies open in one of them alone; the other shows it, or takes it over."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenes.screens.opening import recall
from scenes.table import statistics_store
from scenes.table.scene import MatchScene
from tests.scenes.driver import Driver, Tables, finished

TITLE, TAKE_OVER = "Open in another window", "Take it over here"


def beside(tables: Tables, one: Driver, over: bool = False) -> Driver:
    """Another window in which the match of the first is opened."""
    other = Driver(tables.app())
    recall(other.app, one.scene.session.id, finished=False, over=over)
    assert isinstance(other.top, MatchScene)
    other.scene = other.top
    other.step()
    return other


def texts(home: Path) -> dict[str, str]:
    """The unfinished matches on file."""
    return {path.name: path.read_text(encoding="utf-8") for path in (home / "matches").glob("*.tablier")}


def test_an_idle_second_window_keeps_nothing(tables: Tables, home: Path) -> None:
    """Bug: it kept its older copy as another match and made that the open one."""
    first = tables.play_four()
    second = beside(tables, first)
    assert TITLE in second.words() and second.scene.controller.state.said.status == TITLE
    first.click("d5", "f3")
    first.settle()
    before = texts(home)
    second.app.close()
    first.app.close()
    storage = tables.app().storage
    assert texts(home).keys() == before.keys() == {f"{first.scene.session.id}.tablier"}
    assert storage.open_match() == first.scene.session.id


def test_in_the_other_window_nothing_can_be_changed(tables: Tables, home: Path) -> None:
    first = tables.play_four()
    second = beside(tables, first)
    before = texts(home)
    second.click("d5", "f3")
    second.scene.act("undo")
    second.scene.controller.end("resigned", 0)
    second.settle()
    assert len(second.match.plies) == 4 and second.match.outcome() is None
    assert texts(home) == before and finished(home) == []


def test_a_match_that_is_taken_over_goes_on_there_and_is_only_shown_here(tables: Tables, home: Path) -> None:
    first = tables.play_four()
    second = beside(tables, first)
    first.click("d5", "f3")
    first.settle()
    second.click(second.labelled(TAKE_OVER))
    second.scene = second.top
    assert len(second.match.plies) == 5 and not second.scene.session.elsewhere
    first.app.moment += 1.1
    first.app.frame()
    assert TITLE in first.words() and first.app.pause() is not None
    second.scene.controller.undo()
    second.settle()
    before = texts(home)
    first.app.close()
    assert texts(home) == before and len(before) == 1


def test_whoever_moves_at_the_moment_of_being_taken_over_changes_nothing(tables: Tables, home: Path) -> None:
    """Bug: one resigned in one window, saw all hands, and played on in the other."""
    first = tables.play_four()
    second = beside(tables, first, over=True)
    second.scene.controller.end("resigned", 0)
    second.settle()
    first.click("d5", "f3")
    first.scene.controller.end("resigned", 1)
    first.settle()
    assert len(first.match.plies) == 4 and first.match.outcome() is None
    assert texts(home) == {} and len(finished(home)) == 1
    entries = statistics_store.matches(second.app.storage)
    assert len(entries) == 1
    first.step()
    first.click(first.labelled(TAKE_OVER))
    assert first.top.match.outcome() is not None and first.top.controller.read_only


def test_a_window_that_is_closed_lets_the_match_go(tables: Tables, home: Path) -> None:
    first = tables.play_four()
    first.app.close()
    second = beside(tables, first)
    assert TITLE not in second.words()
    assert [path.name for path in (home / "open").iterdir()] == [second.scene.session.id]


def test_a_start_while_an_end_is_undone_takes_no_match_away(
    tables: Tables, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: the start took the unfinished match for one that is finished, and then the finished one went too."""
    from scenes.app import files, leftovers

    drive = tables.play_four()
    drive.scene.controller.end("resigned", 0)
    drive.settle()
    other, strike = tables.app().storage, statistics_store.strike
    monkeypatch.setattr(files, "WAITING", 0.01)

    def started(*facts: object) -> None:
        leftovers.clear(other)
        strike(*facts)  # type: ignore[arg-type]

    monkeypatch.setattr(statistics_store, "strike", started)
    drive.scene.controller.undo()
    drive.settle()
    assert len(texts(home)) == 1 and finished(home) == []

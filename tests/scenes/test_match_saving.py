"""The table scene: the clock, what is kept, and what lies above the table."""

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from scenes.screens.pause import PauseScene
from scenes.table.scene import MatchScene
from scenes.table.session import Session
from scenes.ui.clocks import ClockFace
from tests.scenes.driver import Tables, finished
from tests.scenes.matches import ANNA, CLOCK, COMPUTER, LAST_PIECE, TWO_HOPS
from tests.scenes.opponents import silent

# --- the clock


def test_menu_stops_the_clock_even_when_the_window_changes(tables: Tables) -> None:
    drive = tables.table(control=CLOCK)
    drive.run(2.0)
    assert [face.time_text for face in drive.all_of(ClockFace)] == ["4:57", "5:00"]
    drive.escape()
    before = drive.left(0)
    drive.run(60.0)
    drive.resize((1200, 800))
    drive.app.settings.language = "fr"
    drive.app.apply_settings()
    drive.run(30.0)
    assert drive.left(0) == before
    drive.escape()
    drive.run(2.0)
    assert drive.left(0) == pytest.approx(before - 2, abs=0.1)


def test_clock_says_not_started_before_a_sides_first_turn(tables: Tables) -> None:
    drive = tables.table(control=replace(CLOCK, late=True))
    faces = drive.all_of(ClockFace)
    assert [(face.time_text, face.detail) for face in faces] == [("5:00", "Not started")] * 2
    assert "Each side’s clock starts after its first turn." in drive.note
    drive.click("a6", "b5")
    drive.settle()
    assert [face.detail for face in faces] == ["Black", "Not started"]
    drive.click("h3", "g4")
    drive.settle()
    assert [face.detail for face in faces] == ["Black", "White"]


def test_match_reopened_before_a_sides_first_turn_has_lost_no_time(tables: Tables) -> None:
    drive = tables.table(control=replace(CLOCK, late=True), clicks=("a6", "b5"))
    drive.run(40.0)
    drive.scene.table.leave()
    again = tables.again(drive.scene.session.text())
    again.run(40.0)
    assert again.left(0) == again.left(1) == 300.0
    again.click("h3", "g4")
    again.run(3.0)
    assert again.match.plies[1].seconds > 80.0 and again.left(1) == 300.0 > again.left(0)


# --- keeping


def test_saved_match_equals_the_match_after_each_turn(tables: Tables) -> None:
    drive = tables.table(ANNA, COMPUTER, control=CLOCK)
    drive.scene.session.series = replace(drive.scene.session.series, points=(2.0, 0.5), played=3)
    for clicks in (("a6", "b5"), ("h6", "g5")):
        drive.step(7.0)
        drive.click(*clicks)
        drive.settle()
        again = Session.load("x", drive.app.storage.load_match(drive.scene.session.id))
        match = again.match
        assert match.position == drive.match.position and again.series == drive.scene.session.series
        assert [str(ply.move) for ply in match.plies] == drive.played()
        for seat in (0, 1):
            drive.match.pause_clock(drive.app.moment)
            assert match.clock.seconds_left(seat, 0.0) == pytest.approx(drive.left(seat), abs=0.3)
            drive.match.start_clock(drive.app.moment)
    assert drive.app.storage.open_match() == drive.scene.session.id


def test_match_undone_to_its_start_is_saved_empty(tables: Tables) -> None:
    drive = tables.table(clicks=("a6", "b5"))
    drive.settle()
    drive.undo()
    session = drive.scene.session
    assert drive.match.plies == []
    again = Session.load(session.id, drive.app.storage.load_match(session.id))
    assert again.match.plies == [] and again.match.position == drive.match.start


def test_reopened_match_goes_on_from_its_position(tables: Tables) -> None:
    drive = tables.play_four(control=CLOCK)
    text = drive.scene.session.text()
    again = tables.again(text)
    assert again.match.position == drive.match.position and again.facts.can_move
    assert again.marks.last == {"f3", "e4"}
    again.click("a7")
    assert again.toast
    again.undo()
    assert len(again.match.plies) == 3


def test_match_left_in_the_computers_turn_goes_on_with_its_answer(tables: Tables) -> None:
    drive = tables.table(ANNA, COMPUTER)
    drive.mind.answer = silent
    drive.click("a6", "b5")
    mind = drive.mind
    drive.app.close()
    assert mind.closed
    text = drive.app.storage.load_match(drive.scene.session.id)
    assert "0 a6-b5" in text
    again = tables.again(text)
    again.settle()
    assert len(again.match.plies) == 2 and again.facts.can_move


def test_result_is_saved_once_and_not_among_unfinished_matches(tables: Tables, tmp_path: Path) -> None:
    drive = tables.table(position=LAST_PIECE, clicks=("c5", "a7"))
    drive.settle()
    assert len(finished(tmp_path / "home")) == 1 and drive.app.storage.list_matches() == []
    file = tmp_path / "home" / "finished" / finished(tmp_path / "home")[0]
    written = file.stat().st_mtime_ns
    drive.escape()
    for key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_f):
        drive.strike(key)
    assert file.stat().st_mtime_ns == written
    assert Session.load("x", file.read_text(encoding="utf-8")).series.points == (0.0, 1.0)


# --- what lies above


def test_pause_menu_offers_what_the_match_allows(tables: Tables) -> None:
    drive = tables.table(confirm_resign=False)
    drive.escape()
    assert isinstance(drive.above, PauseScene)
    assert {"go-on", "new", "offer", "resign", "to-menu"} <= set(
        drive.above.buttons
    ) and "rematch" not in drive.above.buttons
    drive.escape()
    drive.scene.act("resign")
    drive.settle()
    drive.escape()
    drive.escape()
    assert isinstance(drive.above, PauseScene)
    assert "rematch" in drive.above.buttons and not {"offer", "resign"} & set(drive.above.buttons)


@pytest.mark.parametrize("action", ["copy-position", "copy-record"])
def test_copying_reports_success_failure_or_an_unfinished_turn(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, action: str
) -> None:
    drive = tables.table(position=TWO_HOPS)
    monkeypatch.setattr("scenes.app.clipboard.set_clipboard_text", bool)
    drive.scene.act(action)
    assert drive.toast is not None and drive.toast.endswith("is on the clipboard.")
    monkeypatch.setattr("scenes.app.clipboard.set_clipboard_text", lambda text: False)
    drive.scene.act(action)
    assert drive.toast == "The clipboard could not be used."
    drive.click("b3", "d5")
    drive.scene.act("copy-position")
    assert drive.toast == "First finish the turn, or take it back with Esc."


# --- when it is kept


def test_turn_is_painted_before_it_is_saved_and_saved_before_other_events(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    drive = tables.table()
    drive.app.paint_each_frame()
    seen: list[str] = []
    keep, paint, handle = drive.app.storage.save_match, MatchScene.paint, MatchScene.handle

    def kept(match_id: str, text: str) -> str:
        seen.append(f"kept {len(drive.match.plies)}")
        return keep(match_id, text)

    def painted(scene: MatchScene, surface: pygame.Surface) -> None:
        seen.append(f"painted {len(drive.match.plies)}")
        paint(scene, surface)

    def handled(scene: MatchScene, event: pygame.event.Event) -> None:
        seen.append("event")
        handle(scene, event)

    monkeypatch.setattr(drive.app.storage, "save_match", kept)
    monkeypatch.setattr(MatchScene, "paint", painted)
    monkeypatch.setattr(MatchScene, "handle", handled)
    drive.click("a6", "b5")
    first = seen.index("painted 1")
    assert "kept 1" not in seen[:first] and seen[first + 1 :].index("kept 1") < seen[first + 1 :].index("event")

    drive.settle()
    seen.clear()
    for square in ("h3", "g4"):  # two clicks and a key in one frame
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=drive.at(square), button=1))
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=pygame.K_LSHIFT, mod=0))
    drive.step()
    assert seen.index("kept 2") < len(seen) - 1 - seen[::-1].index("event")
    assert seen.index("painted 2") < seen.index("kept 2")  # a press is seen before its button comes up

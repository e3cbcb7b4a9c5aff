"""The table scene: turning the board, looking back, and how a match ends."""

from __future__ import annotations

from pathlib import Path

import pygame

from scenes.screens.pause import PauseScene
from scenes.screens.result import ResultScene
from scenes.screens.review.scene import ReviewScene
from scenes.table.scene import MatchScene
from scenes.ui.clocks import ClockFace
from scenes.ui.dialog import Dialog
from scenes.ui.move_list import MoveList
from tests.scenes.driver import Driver, Tables, finished
from tests.scenes.matches import ANNA, BERT, COMPUTER
from tests.scenes.opponents import silent
from tests.scenes.review_driver import LOST_BY_ONE_TURN

# --- turning the board


def test_flip_turns_the_board_and_the_nameplates(tables: Tables) -> None:
    drive = tables.table()
    stage, plates = drive.scene.stage, drive.all_of(ClockFace)
    upright = stage.spots["a1"].box
    lower = plates[1].rect
    drive.strike(pygame.K_f)
    assert stage.spots["h8"].box == upright and plates[0].rect == lower
    drive.click_key("flip")
    assert stage.spots["a1"].box == upright
    drive.click("a6", "b5")
    assert drive.played() == ["a6-b5"]


def test_person_sits_at_the_lower_edge(tables: Tables) -> None:
    assert tables.table(ANNA, COMPUTER).scene.table.facts.model.bottom_seat == 0
    assert tables.table(COMPUTER, ANNA).scene.table.facts.model.bottom_seat == 1
    assert tables.table(ANNA, BERT).scene.table.facts.model.bottom_seat == 1


# --- the end


def press_dialog(drive: Driver, number: int) -> None:
    dialog = drive.above
    assert isinstance(dialog, Dialog)
    drive.click(dialog.buttons[number])


def test_resigning_asks_first_and_cancels_the_search(tables: Tables) -> None:
    drive = tables.table(ANNA, COMPUTER)
    drive.mind.answer = silent
    drive.click("a6", "b5")
    drive.escape()
    menu = drive.above
    assert isinstance(menu, PauseScene) and "Quit" in drive.words().split("\n")
    drive.click(menu.buttons["resign"])
    press_dialog(drive, 1)
    assert drive.top is drive.scene and drive.match.outcome() is None
    drive.scene.act("resign")
    press_dialog(drive, 0)
    drive.settle()
    assert drive.match.outcome().reason == "resigned" and drive.match.outcome().winners == (1,)
    result = drive.above
    assert isinstance(result, ResultScene) and drive.mind.open is None
    drive.strike(pygame.K_v)  # bug: the tip of the key beside the list named V, which did nothing there
    assert isinstance(drive.above, ReviewScene)


def test_rematch_swaps_sides_and_keeps_the_score(tables: Tables) -> None:
    drive = tables.table(ANNA, COMPUTER, confirm_resign=False)
    mind = drive.mind
    drive.scene.act("resign")
    drive.settle()
    result = drive.above
    assert isinstance(result, ResultScene)
    drive.app.stack.pop("rematch")
    drive.step()
    again = drive.app.stack.top
    assert isinstance(again, MatchScene) and again is not drive.scene
    assert again.session.players == (COMPUTER, ANNA) and again.session.series.points == (0.0, 1.0)
    assert again.table.facts.model.bottom_seat == 1 and mind.closed
    assert (
        again.stage.message_text == "This time you are White."
        and again.table.read_status().note == again.stage.message_text
    )
    assert len(drive.app.stack.scenes) == 1


# --- looking back


def record(tables: Tables) -> str:
    drive = tables.play_four(confirm_resign=False)
    drive.scene.act("resign")
    drive.settle()
    assert drive.match.outcome().winners == (1,), "whoever is to move has resigned"
    return drive.scene.session.text()


def enabled(drive: Driver) -> set[str]:
    keys = drive.scene.sidebar.buttons
    return {action for action in ("first", "previous", "play", "next", "last") if keys[action].enabled}


def test_finished_match_opens_at_its_end_and_buttons_lead_back(tables: Tables) -> None:
    drive = tables.again(record(tables), looking_back=True)
    assert drive.scene.stage.table == drive.match.position.table() and drive.above is None
    assert (drive.status, drive.note) == ("Bert won", "Anna resigned.")
    assert drive.the(MoveList).current == 3 and drive.marks.last == {"f3", "e4"}
    assert enabled(drive) == {"first", "previous", "play"}
    drive.click_key("previous")
    assert drive.facts.cursor.ply == 3 and drive.status == "Looking back: after 2. c6-d5"
    drive.click_key("first")
    assert drive.scene.stage.table == drive.match.start.table() and enabled(drive) == {"play", "next", "last"}
    drive.click_key("last")
    assert drive.status == "Bert won"


def test_finished_pgn_opens_at_its_end(tables: Tables) -> None:
    drive = tables.again(LOST_BY_ONE_TURN, looking_back=True)
    assert (drive.status, drive.note) == ("Anna won", "Bert’s king was captured.")
    assert [token.look for token in drive.scene.stage.table["e8"]] == ["white-queen"]
    assert drive.marks.last == {"e7", "e8"} and enabled(drive) == {"first", "previous", "play"}


def test_play_button_replays_a_finished_match(tables: Tables) -> None:
    drive = tables.again(record(tables), looking_back=True)
    drive.click_key("play")
    assert drive.status == "Looking back: the beginning" and not drive.facts.can_move and drive.above is None
    drive.until(lambda: drive.facts.cursor.ply == 1)
    assert drive.moving() and drive.key("play").icon == "pause"
    drive.until(lambda: drive.facts.cursor.ply == 4)
    drive.run(3.0)
    assert drive.facts.model.replay.due is None and drive.status == "Bert won"
    assert drive.scene.stage.table == drive.match.position.table() and drive.above is None
    drive.strike(pygame.K_LEFT)
    assert drive.facts.cursor.ply == 3


def test_archived_match_cannot_be_changed(tables: Tables, tmp_path: Path) -> None:
    text = record(tables)
    before = finished(tmp_path / "home")
    drive = tables.again(text, looking_back=True, match_id=before[0].removesuffix(".tablier"))
    file = tmp_path / "home" / "finished" / before[0]
    written = file.stat().st_mtime_ns
    for key in (pygame.K_END, pygame.K_HOME, pygame.K_RIGHT, pygame.K_f):
        drive.strike(key)
    drive.undo()
    drive.redo()
    drive.click("a6", "b5")
    assert drive.match.outcome() is not None and len(drive.match.plies) == 4
    assert finished(tmp_path / "home") == before and file.stat().st_mtime_ns == written
    assert not drive.facts.can_undo

"""The table scene: turning the board, looking back, and how a match ends."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from rules.record import Player
from scenes.screens.pause import PauseScene
from scenes.screens.result import ResultScene
from scenes.screens.review.scene import ReviewScene
from scenes.table.scene import MatchScene
from scenes.ui.clocks import ClockFace
from scenes.ui.moves import MoveList
from scenes.ui.sheet import Dialog
from tests.scenes.driver import Driver, Tables, finished
from tests.scenes.matches import ANNA, BERT, COMPUTER, LAST_PIECE
from tests.scenes.opponents import silent
from tests.scenes.reviewed import LOST_BY_ONE_TURN

# --- turning the board


def test_flip_turns_the_board_and_the_plates(tables: Tables) -> None:
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


def test_the_person_sits_at_the_lower_edge(tables: Tables) -> None:
    assert tables.table(ANNA, COMPUTER).scene.table.facts.model.bottom == 0
    assert tables.table(COMPUTER, ANNA).scene.table.facts.model.bottom == 1
    assert tables.table(ANNA, BERT).scene.table.facts.model.bottom == 1


@pytest.mark.parametrize(
    ("other", "by_hand", "bottoms"), [(BERT, False, [0, 1, 0]), (BERT, True, [1, 1, 0]), (COMPUTER, False, [0, 0, 0])]
)
def test_where_two_sit_the_board_turns_to_whoever_is_to_move_and_by_hand(
    tables: Tables, other: Player, by_hand: bool, bottoms: list[int]
) -> None:
    drive = tables.table(ANNA, other, turn_board=True)
    drive.step()
    if by_hand:
        drive.strike(pygame.K_f)
        drive.run(0.2)
    found = [drive.facts.model.bottom]
    drive.click("a6", "b5")
    assert drive.facts.model.bottom == found[0] and drive.moving()
    drive.settle()
    found.append(drive.facts.model.bottom)
    drive.play_turn()
    drive.settle()
    assert [*found, drive.facts.model.bottom] == bottoms


# --- the end


def press_dialog(drive: Driver, number: int) -> None:
    dialog = drive.above
    assert isinstance(dialog, Dialog)
    drive.click(dialog.buttons[number])


def test_whoever_resigns_is_asked_first_and_ends_the_computers_thinking(tables: Tables) -> None:
    drive = tables.table(ANNA, COMPUTER)
    drive.mind.answer = silent
    drive.click("a6", "b5")
    drive.escape()
    menu = drive.above
    assert isinstance(menu, PauseScene) and "Quit" in drive.words().split("\n")
    drive.click(menu.keys["resign"])
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


def test_a_friend_is_asked_whether_it_is_drawn(tables: Tables) -> None:
    drive = tables.table()
    drive.escape()
    assert {"Resume", "Offer a draw", "Resign"} <= set(drive.words().split("\n"))
    drive.escape()
    drive.scene.act("offer")
    assert {"Anna offers a draw. Bert, do you accept?", "Accept the draw"} <= set(drive.words().split("\n"))
    press_dialog(drive, 0)
    assert drive.match.outcome() is None
    drive.scene.act("offer")
    press_dialog(drive, 1)
    drive.settle()
    assert drive.match.outcome().reason == "agreed" and drive.scene.session.series.points == (0.5, 0.5)


def test_after_the_end_a_click_on_the_board_changes_nothing_and_arrows_walk_back(tables: Tables) -> None:
    drive = tables.table(position=LAST_PIECE, clicks=("c5", "a7"))
    drive.settle()
    drive.escape()
    drive.click("a7", "b8")
    assert drive.played() == ["c5xa7"] and drive.status == "Bert won"
    drive.strike(pygame.K_LEFT)
    assert drive.facts.cursor.ply == 0 and drive.marks.focus is None
    drive.strike(pygame.K_RIGHT)
    assert drive.status == "Bert won"


def test_a_rematch_changes_sides_and_keeps_the_score(tables: Tables) -> None:
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
    assert again.table.facts.model.bottom == 1 and mind.closed
    assert (
        again.stage.message_text == "This time you are White."
        and again.table.read_status().note == again.stage.message_text
    )
    assert len(drive.app.stack.scenes) == 1


# --- looking back


def click_turn(drive: Driver, number: int) -> None:
    """Click a turn in the list, counted from 0."""
    place = drive.the(MoveList).place_of(number)
    drive.mouse = place.center
    drive.post(pygame.MOUSEBUTTONDOWN, pos=place.center, button=1)
    drive.post(pygame.MOUSEBUTTONUP, pos=place.center, button=1)


@pytest.mark.parametrize("way", ["button", "escape", "board"])
def test_a_click_in_the_list_shows_that_position_and_there_is_a_way_back(tables: Tables, way: str) -> None:
    drive = tables.play_four()
    click_turn(drive, 3)
    assert drive.facts.cursor.is_live and drive.facts.can_move, "the last turn is the match itself"
    click_turn(drive, 1)
    drive.settle()
    assert drive.scene.stage.table == drive.match.positions[2].table()
    assert drive.status == "Looking back: after 1… h3-g4" and drive.marks.last == {"h3", "g4"}
    back = drive.scene.sidebar.back
    assert back.visible
    if way == "button":
        drive.click(back)
    elif way == "escape":
        drive.escape()
    else:
        drive.click("d4")
    assert drive.facts.cursor.is_live and drive.above is None
    assert drive.scene.stage.table == drive.match.position.table() and not drive.scene.sidebar.back.visible
    assert drive.played() == ["a6-b5", "h3-g4", "c6-d5", "f3-e4"]


def test_in_a_match_that_white_began_the_list_counts_from_its_gap(tables: Tables) -> None:
    drive = tables.table(position="8/1m6/8/8/8/8/6M1/8 w 2 0 1", clicks=("g2", "f3", "b7", "c6"))
    for cell, ply in ((0, 2), (1, 1)):
        click_turn(drive, cell)
        assert drive.facts.cursor.ply == ply


def test_keys_walk_through_the_match(tables: Tables) -> None:
    drive = tables.play_four()
    plies = []
    for key in (pygame.K_PAGEUP, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_PAGEDOWN, pygame.K_END):
        drive.strike(key)
        plies.append(drive.facts.cursor.ply)
    assert plies == [3, 2, 3, 0, 1, 4] and drive.facts.cursor.is_live


def record(tables: Tables) -> str:
    drive = tables.play_four(confirm_resign=False)
    drive.scene.act("resign")
    drive.settle()
    assert drive.match.outcome().winners == (1,), "whoever is to move has resigned"
    return drive.scene.session.text()


def enabled(drive: Driver) -> set[str]:
    keys = drive.scene.sidebar.keys
    return {action for action in ("first", "previous", "play", "next", "last") if keys[action].enabled}


def test_a_finished_match_lies_there_as_it_ended_and_the_strip_leads_back(tables: Tables) -> None:
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


def test_a_pgn_lies_there_as_it_ended(tables: Tables) -> None:
    drive = tables.again(LOST_BY_ONE_TURN, looking_back=True)
    assert (drive.status, drive.note) == ("Anna won", "Bert’s king was captured.")
    assert [token.look for token in drive.scene.stage.table["e8"]] == ["white-queen"]
    assert drive.marks.last == {"e7", "e8"} and enabled(drive) == {"first", "previous", "play"}


def test_a_finished_match_is_replayed_as_a_film(tables: Tables) -> None:
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


def test_a_finished_match_from_the_archive_can_not_be_changed(tables: Tables, tmp_path: Path) -> None:
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

"""The table scene: a person with mouse and keys, a friend or the computer, and all that may go another way."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from rules.ai.server import Answer, Ask
from rules.clock import Control
from scenes.dialog import Dialog
from scenes.match import BREATH, MatchScene
from scenes.pause import PauseScene
from scenes.result import ResultScene
from scenes.selection import DRAG_THRESHOLD
from scenes.sitting import Sitting
from tests.scenes.driving import (
    ANNA,
    BERT,
    COMPUTER,
    LAST_PIECE,
    MAY_AND_MUST,
    ONE_CAPTURE,
    TWO_ANSWERS,
    TWO_HOPS,
    Driver,
    House,
    broken,
    finished,
    first_turn,
    silent,
    turn_of,
)

BLACK_TWO_HOPS = "8/8/4m3/3M4/8/1M6/8/7M b 2 0 1"
"""Black's e6 takes d5 and, from c4, b3; it ends on a2."""
CLOCK = Control(5, 3)


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    one = House(monkeypatch)
    yield one
    one.clear()


def moving(drive: Driver) -> bool:
    return drive.scene.stage.moving


def held(drive: Driver) -> bool:
    return drive.scene.stage.held is not None


def left(drive: Driver, seat: int) -> float:
    """Seconds on a player's clock."""
    return float(drive.match.clock.left(seat, drive.app.moment))


def play_turn(drive: Driver) -> None:
    """A whole turn of the person, of the first legal moves."""
    for move in turn_of(drive.match.position):
        gesture = drive.match.position.gesture(move)
        drive.click(*gesture.pick, gesture.drop)


# --- the hand


def test_click_and_click_moves(house: House) -> None:
    drive = house.table()
    drive.click("a6")
    assert drive.picked == {"a6"} and drive.marks.drops == {"b5"}
    drive.click("b5")
    assert drive.played() == ["a6-b5"] and drive.marks.last == {"a6", "b5"} and not drive.picked


def test_dragging_and_dropping_moves(house: House) -> None:
    drive = house.table()
    drive.drag("a6", "b5")
    assert drive.played() == ["a6-b5"] and not held(drive)


def test_a_press_becomes_a_drag_after_a_few_pixels(house: House) -> None:
    drive = house.table()
    drive.press("a6")
    x, y = drive.mouse
    drive.move((x + DRAG_THRESHOLD - 1, y), down=True)
    assert not held(drive)
    drive.move((x + DRAG_THRESHOLD, y), down=True)
    assert held(drive) and drive.app.pointer == "grab"


@pytest.mark.parametrize("place", [None, "taken-0", "taken-1"])
def test_dropping_beside_the_board_lets_go(house: House, place: str | None) -> None:
    drive = house.table()
    drive.drag("a6", place)
    assert not drive.picked and not held(drive) and drive.played() == [] and drive.slip is None


def test_dropping_on_a_wrong_square_puts_back_and_says_why(house: House) -> None:
    drive = house.table()
    drive.drag("a6", "a4")
    assert drive.played() == [] and drive.picked == {"a6"} and not held(drive)
    assert drive.slip == "A Man moves one square diagonally forward."


def test_clicking_the_tray_lets_go(house: House) -> None:
    drive = house.table()
    drive.click("a6", "taken-0")
    assert not drive.picked and not drive.marks.picked and not drive.marks.drops


def test_a_second_click_lets_go(house: House) -> None:
    drive = house.table()
    drive.click("a6", "a6")
    assert not drive.picked and not drive.marks.picked


def test_a_right_click_lets_go_of_what_is_picked_or_held(house: House) -> None:
    drive = house.table()
    drive.click("a6")
    drive.right_click("e4")
    assert not drive.picked and not drive.marks.picked
    drive.lift("a6")
    drive.right_click("e4")
    assert not held(drive) and not drive.picked and drive.app.pointer == "arrow"
    drive.release("b5")
    assert drive.played() == []


def test_escape_puts_back_what_is_held_and_then_opens_the_menu(house: House) -> None:
    drive = house.table()
    drive.lift("a6")
    drive.escape()
    assert not held(drive) and not drive.picked and drive.above is None
    drive.escape()
    assert isinstance(drive.above, PauseScene)


def test_a_press_on_another_piece_of_ones_own_picks_that_one(house: House) -> None:
    drive = house.table()
    drive.click("a6", "c6")
    assert drive.picked == {"c6"} and drive.marks.drops == {"b5", "d5"}
    assert drive.slip is None


def test_legal_targets_are_shown_only_if_wished(house: House) -> None:
    drive = house.table(legal_targets=False)
    drive.click("a6")
    assert drive.picked == {"a6"} and not drive.marks.drops
    drive.click("b5")
    assert drive.played() == ["a6-b5"]


def test_the_victim_is_marked_while_its_captor_is_picked(house: House) -> None:
    drive = house.table(position=ONE_CAPTURE)
    assert drive.marks.must == {"c5"}
    drive.click("c5")
    assert drive.marks.victims == {"b6"} and drive.marks.drops == {"a7"}


@pytest.mark.parametrize(
    ("position", "clicks", "words", "shaken"),
    [
        (MAY_AND_MUST, ["h2"], "c5 must capture.", "h2"),
        (MAY_AND_MUST, ["c5", "d6"], "c5 must capture.", "c5"),
        (MAY_AND_MUST, ["h8"], "That piece belongs to the other side.", "h8"),
        (None, ["e4"], "There is no piece on e4.", None),
        (None, ["a8"], "The piece on a8 has nowhere to go.", "a8"),
        (None, ["a6", "a3"], "There is a piece on a3 already.", "a6"),
        (TWO_HOPS, ["b3", "d5", "h1"], "The piece on d5 must go on capturing.", "d5"),
    ],
)
def test_a_refused_click_shakes_the_piece_and_says_why(
    house: House, position: str | None, clicks: list[str], words: str, shaken: str | None
) -> None:
    drive = house.table(position=position)
    drive.click(*clicks[:-1])
    drive.run(1.0)
    plies = len(drive.match.plies)
    drive.press(clicks[-1])
    assert drive.slip == words and len(drive.match.plies) == plies
    assert (drive.scene.stage._shaken or (None,))[0] == shaken
    drive.settle()


def test_the_slip_goes_with_the_next_press(house: House) -> None:
    drive = house.table()
    drive.press("e4")
    assert drive.slip
    drive.press("a6")
    assert drive.slip is None


def test_the_slip_goes_with_a_move_by_keys(house: House) -> None:
    drive = house.table()
    drive.click("a6", "b5")
    drive.press("e4")
    assert drive.slip
    drive.undo()
    assert drive.slip is None


def test_the_pointer_is_a_hand_over_what_can_be_done(house: House) -> None:
    drive = house.table()
    seen = {}
    for target in ("a6", "a7", "e4", "a3"):
        drive.move(drive.at(target))
        seen[target] = drive.app.pointer
    assert seen == {"a6": "hand", "a7": "arrow", "e4": "arrow", "a3": "arrow"}
    drive.click("a6")
    drive.move(drive.at("b5"))
    assert drive.app.pointer == "hand"
    drive.lift("a6")
    assert drive.app.pointer == "grab"
    drive.release("a6")
    assert drive.app.pointer == "arrow"


def test_losing_the_focus_puts_back_what_is_held(house: House) -> None:
    drive = house.table()
    drive.lift("a6")
    drive.post(pygame.WINDOWFOCUSLOST)
    assert not held(drive) and not drive.picked


@pytest.mark.parametrize("key", [pygame.K_f, pygame.K_h, pygame.K_PAGEUP, pygame.K_F5])
def test_a_key_in_the_midst_of_a_drag_leaves_nothing_in_the_air(house: House, key: int) -> None:
    drive = house.table()
    drive.lift("a6")
    drive.strike(key)
    drive.release("a6")
    assert not held(drive)


def test_a_resize_in_the_midst_of_a_drag_puts_the_piece_back(house: House) -> None:
    drive = house.table()
    drive.lift("a6")
    drive.app._take_size((1200, 800))
    drive.step()
    assert not held(drive)


def test_time_that_runs_out_in_the_midst_of_a_drag_takes_the_piece_from_the_hand(house: House) -> None:
    drive = house.table(control=Control(1, 0))
    drive.lift("a6")
    drive.step(61.0)
    drive.step()
    assert not held(drive) and drive.match.outcome().reason == "time-out"
    assert isinstance(drive.above, ResultScene)


# --- turns of several hops


def test_in_mid_capture_the_jumper_stays_picked(house: House) -> None:
    drive = house.table(position=TWO_HOPS)
    drive.click("b3", "d5")
    assert drive.picked == {"d5"} and drive.marks.drops == {"f7"} and drive.marks.victims == {"e6"}
    assert drive.note == "The same piece must go on capturing."
    drive.click("d5")
    assert drive.picked == {"d5"}
    drive.right_click("h4")
    drive.click(None)
    assert drive.picked == {"d5"}


def test_escape_takes_the_hop_back(house: House) -> None:
    drive = house.table(position=TWO_HOPS)
    drive.click("b3", "d5")
    drive.escape()
    assert drive.played() == [] and drive.above is None and not drive.picked
    drive.settle()
    assert drive.scene.stage.table == drive.match.position.table()
    assert drive.marks.must == {"b3"} and drive.marks.last == frozenset()


def test_the_way_of_several_hops_is_shown(house: House) -> None:
    drive = house.table(position=TWO_HOPS)
    drive.click("b3", "d5")
    assert drive.marks.ghost == ()
    drive.click("f7")
    assert drive.marks.ghost == ("b3", "d5", "f7") and drive.marks.last == {"b3", "d5", "f7"}
    assert drive.match.position.turn_started


def test_every_hop_is_saved(house: House) -> None:
    drive = house.table(position=TWO_HOPS)
    drive.click("b3", "d5")
    text = drive.app.storage.load_match(drive.scene.sitting.id)
    again = Sitting.load("x", text)
    assert again.match.position == drive.match.position and not again.match.position.turn_started


def test_the_computers_turn_is_played_hop_by_hop(house: House) -> None:
    drive = house.table(COMPUTER, ANNA, position=BLACK_TWO_HOPS)
    drive.until(lambda: bool(drive.match.plies))
    assert drive.played() == ["e6xc4", "c4xa2"] and len(drive.scene.stage._films) == 2
    seen = set()
    while moving(drive):
        resting = drive.scene.stage._frame().resting
        seen.add(next((at for at in ("e6", "c4", "a2") if at in resting), ""))
        drive.step(0.01)
    assert {"c4", "a2"} <= seen | {"a2"} and "c4" in seen


# --- the keyboard


def test_arrows_and_enter_play(house: House) -> None:
    drive = house.table()
    drive.strike(pygame.K_DOWN)
    assert drive.marks.focus == "a6"
    drive.strike(pygame.K_RETURN)
    assert drive.picked == {"a6"}
    for key in (pygame.K_DOWN, pygame.K_RIGHT, pygame.K_RETURN):
        drive.strike(key)
    assert drive.played() == ["a6-b5"] and drive.marks.focus == "b5"


def test_the_mark_of_the_keyboard_goes_when_the_mouse_moves(house: House) -> None:
    drive = house.table()
    drive.strike(pygame.K_DOWN)
    drive.move((400, 300))
    assert drive.marks.focus is None
    drive.strike(pygame.K_RIGHT)
    assert drive.marks.focus == "b6"


def test_after_a_button_was_clicked_enter_still_plays_on_the_board(house: House) -> None:
    drive = house.table()
    drive.click_key("flip")
    drive.strike(pygame.K_DOWN)
    drive.strike(pygame.K_RETURN)
    assert drive.picked == {"a6"} and drive.scene.bottom == 0


def test_looking_back_the_keyboard_is_not_on_the_board(house: House) -> None:
    drive = house.table()
    drive.click("a6", "b5")
    drive.strike(pygame.K_DOWN)
    drive.strike(pygame.K_HOME)
    assert drive.marks.focus is None
    drive.escape()
    assert drive.marks.focus == "a3"


def test_tab_takes_the_keyboard_off_the_board(house: House) -> None:
    drive = house.table()
    drive.click("a6", "b5")
    drive.strike(pygame.K_DOWN)
    drive.strike(pygame.K_TAB)
    assert drive.marks.focus is None and drive.scene.sidebar.form.focus_on is not None


def test_enter_may_make_a_whole_turn_of_hops(house: House) -> None:
    drive = house.table(position=TWO_HOPS)
    drive.strike(pygame.K_DOWN)
    drive.strike(pygame.K_RETURN)
    for _ in range(2):
        for key in (pygame.K_UP, pygame.K_UP, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_RETURN):
            drive.strike(key)
    assert drive.played() == ["b3xd5", "d5xf7"]


# --- animation never delays


def test_a_click_during_an_animation_ends_it_and_counts(house: House) -> None:
    drive = house.table()
    drive.click("a6", "b5")
    assert moving(drive)
    drive.press("a3")
    assert not moving(drive) and drive.picked == {"a3"}
    drive.release("a3")
    drive.click("b4")
    assert drive.played() == ["a6-b5", "a3-b4"]


def test_a_click_during_the_computers_film_ends_it_and_counts(house: House) -> None:
    drive = house.table(COMPUTER, ANNA)
    drive.until(lambda: bool(drive.match.plies))
    assert moving(drive)
    drive.click("a3")
    assert drive.picked == {"a3"} and not moving(drive)


def test_the_second_hop_may_be_clicked_before_the_first_has_landed(house: House) -> None:
    drive = house.table(position=TWO_HOPS)
    drive.click("b3", "d5", "f7")
    assert drive.played() == ["b3xd5", "d5xf7"]
    drive.settle()
    assert drive.scene.stage.table == drive.match.position.table()


# --- the computer


def test_the_computer_answers_and_waits_a_breath(house: House) -> None:
    drive = house.table(ANNA, COMPUTER)
    drive.click("a6", "b5")
    assert drive.status == "Regular is thinking" and drive.mind.asked[0].level == 2
    drive.until(lambda: drive.scene._reply is not None)
    begun = drive.app.moment
    drive.until(lambda: len(drive.match.plies) == 2)
    assert drive.app.moment - begun == pytest.approx(BREATH, abs=0.05)
    assert drive.status == "Your move"


def test_without_animation_the_computer_does_not_wait(house: House) -> None:
    drive = house.table(ANNA, COMPUTER, animation="off")
    drive.click("a6", "b5")
    drive.run(0.1)
    assert len(drive.match.plies) == 2


def test_while_the_computer_thinks_a_click_on_a_piece_says_so(house: House) -> None:
    drive = house.table(COMPUTER, ANNA)
    drive.mind.answer = silent
    drive.step()
    drive.click("a3")
    assert drive.slip == "Regular is thinking" and not drive.picked
    drive.click("e4")
    assert drive.played() == []


def test_a_computer_that_has_given_up_is_reported(house: House) -> None:
    drive = house.table(ANNA, COMPUTER)
    drive.mind.answer = broken
    drive.click("a6", "b5")
    drive.settle()
    assert drive.status == "Regular to move"
    assert drive.note.startswith("The computer player has stopped working.")
    drive.mind.answer = first_turn
    drive.undo()
    assert drive.played() == [] and drive.note.startswith("Click a piece")
    drive.click("a6", "b5")
    drive.settle()
    assert len(drive.match.plies) == 2


def test_a_hint_points_the_way_and_goes_with_the_move(house: House) -> None:
    drive = house.table(ANNA, COMPUTER, position=TWO_ANSWERS)
    drive.mind.answer = silent
    drive.click_key("hint")
    assert drive.note == "Looking for a good move" and drive.mind.asked[-1].kind == "analyse"
    drive.mind.answer = first_turn
    drive.run(0.1)
    assert drive.marks.hint == ("b7", "a6") and drive.note != "Looking for a good move"
    drive.click("b7")
    assert drive.marks.hint == ("b7", "a6")
    drive.click("c6")
    assert drive.marks.hint == ()


def test_a_hint_of_several_hops_shows_them_all_and_no_answer_to_them(house: House) -> None:
    def line(ask: Ask) -> Answer:
        mine = turn_of(ask.position)
        after = ask.position
        for move in mine:
            after = after.play(move)
        return Answer(ask.id, (*mine, *turn_of(after)))

    drive = house.table(position=TWO_HOPS)
    drive.mind.answer = line
    drive.strike(pygame.K_h)
    drive.run(0.1)
    assert drive.marks.hint == ("b3", "d5", "f7")


def test_a_hint_that_can_not_be_found_is_reported(house: House) -> None:
    drive = house.table()
    drive.mind.answer = broken
    drive.strike(pygame.K_h)
    drive.run(0.1)
    assert drive.note == "There is no hint now." and drive.marks.hint == ()


def test_looking_back_gives_up_the_search_for_a_hint(house: House) -> None:
    drive = house.table()
    drive.click("a6", "b5")
    drive.mind.answer = silent
    drive.strike(pygame.K_h)
    drive.strike(pygame.K_HOME)
    assert drive.mind.cancelled == 1
    drive.escape()
    assert drive.note != "Looking for a good move"


def test_a_move_made_while_a_hint_is_looked_for_cancels_it(house: House) -> None:
    drive = house.table()
    drive.mind.answer = silent
    drive.strike(pygame.K_h)
    drive.click("a6", "b5")
    assert drive.mind.open is None
    drive.mind.answer = first_turn
    drive.settle()
    assert drive.marks.hint == ()


def test_two_computers_play_at_their_pace_and_can_be_stopped(house: House) -> None:
    drive = house.table(COMPUTER, COMPUTER)
    drive.scene.sitting.record = replace(drive.scene.sitting.record, extra={"Pace": "2.0"})
    drive.until(lambda: len(drive.match.plies) == 1)
    begun = drive.app.moment
    drive.until(lambda: len(drive.match.plies) == 2)
    assert drive.app.moment - begun > 2.0
    drive.click_key("pause-play")
    plies = len(drive.match.plies)
    drive.run(5.0)
    assert len(drive.match.plies) == plies and drive.scene.pace() is None
    drive.click_key("pause-play")
    drive.until(lambda: len(drive.match.plies) > plies)


@pytest.mark.parametrize("pace", ["", "fast", "nan", "inf", "-3"])
def test_a_pace_that_makes_no_sense_is_the_usual_one_or_within_bounds(house: House, pace: str) -> None:
    drive = house.table(COMPUTER, COMPUTER)
    drive.scene.sitting.record = replace(drive.scene.sitting.record, extra={"Pace": pace})
    assert 0.0 <= drive.scene._breath() <= 10.0


def test_two_computers_are_not_offered_what_only_a_person_can_do(house: House) -> None:
    drive = house.table(COMPUTER, COMPUTER)
    shown = [action for action, key in drive.scene.sidebar._keys.items() if key.visible]
    assert sorted(shown) == ["flip", "menu", "pause-play"]
    drive.escape()
    menu = drive.above
    assert isinstance(menu, PauseScene)
    assert not {"offer", "resign"} & set(menu._keys)


def test_a_match_against_the_real_process_goes_on_when_that_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House(monkeypatch, mind=None)
    try:
        drive = house.table(ANNA, replace(COMPUTER, level=1), animation="off")
        drive.click("a6", "b5")
        for number in range(3):
            if number == 1:
                process = drive.scene.opposition.thinker._process
                os.kill(process.pid, signal.SIGKILL)
            for _ in range(3000):
                drive.step()
                if drive.scene.mine:
                    break
                time.sleep(0.01)
            assert len(drive.match.plies) >= 2 * number + 2 and drive.scene.mine
            play_turn(drive)
        assert "was started again" in (drive.app.storage.logs / "tablier.log").read_text(encoding="utf-8")
    finally:
        house.clear()


# --- undo and redo


def test_against_a_friend_undo_takes_one_turn_back(house: House) -> None:
    drive = house.table()
    drive.click("a6", "b5", "a3", "b4")
    drive.undo()
    assert drive.played() == ["a6-b5"]
    drive.undo()
    assert drive.played() == [] and drive.match.position == drive.match.start
    drive.redo()
    drive.redo()
    assert drive.played() == ["a6-b5", "a3-b4"]
    drive.settle()
    assert drive.scene.stage.table == drive.match.position.table()


def test_against_the_computer_undo_goes_to_the_persons_turn(house: House) -> None:
    drive = house.table(ANNA, COMPUTER)
    drive.click("a6", "b5")
    drive.settle()
    drive.undo()
    drive.settle()
    assert drive.played() == [] and drive.scene.mine
    drive.redo()
    drive.settle()
    assert len(drive.match.plies) == 2 and drive.scene.mine
    assert len(drive.mind.asked) == 1


def test_undo_while_the_computer_thinks_cancels_and_redo_asks_again(house: House) -> None:
    drive = house.table(ANNA, COMPUTER)
    drive.mind.answer = silent
    drive.click("a6", "b5")
    drive.undo()
    assert drive.played() == [] and drive.mind.cancelled == 1 and drive.scene.mine
    drive.redo()
    assert drive.played() == ["a6-b5"] and drive.mind.open is not None


def test_undo_in_the_breath_before_the_computers_move_forgets_it(house: House) -> None:
    drive = house.table(ANNA, COMPUTER)
    drive.click("a6", "b5")
    drive.until(lambda: drive.scene._reply is not None)
    drive.undo()
    drive.run(2.0)
    assert drive.played() == [] and drive.scene.mine


def test_undo_in_mid_turn_goes_to_its_beginning(house: House) -> None:
    drive = house.table(position=TWO_HOPS)
    drive.click("b3", "d5")
    drive.undo()
    assert drive.played() == [] and drive.match.position == drive.match.start
    drive.redo()
    assert drive.played() == ["b3xd5"] and drive.picked == {"d5"}


def test_undo_of_a_turn_of_several_hops_takes_them_all_back(house: House) -> None:
    drive = house.table(position=TWO_HOPS)
    drive.click("b3", "d5", "f7")
    drive.undo()
    assert drive.played() == []
    drive.settle()
    assert drive.scene.stage.table == drive.match.start.table()
    drive.redo()
    assert drive.played() == ["b3xd5", "d5xf7"]


def test_undo_is_pale_until_the_person_has_made_a_turn(house: House) -> None:
    drive = house.table(COMPUTER, ANNA)
    drive.settle()
    key = drive.scene.sidebar._keys["undo"]
    assert len(drive.match.plies) == 1 and not key.enabled
    drive.undo()
    assert len(drive.match.plies) == 1
    drive.click("a3", "b4")
    assert drive.scene.sidebar._keys["undo"].enabled


def test_a_new_move_forgets_what_was_undone(house: House) -> None:
    drive = house.table()
    drive.click("a6", "b5")
    drive.undo()
    drive.click("c6", "d5")
    assert not drive.match.can_redo and not drive.scene.sidebar._keys["redo"].enabled


def test_a_resignation_can_be_undone(house: House, tmp_path: Path) -> None:
    drive = house.table(ANNA, COMPUTER, confirm_resign=False)
    drive.click("a6", "b5")
    drive.settle()
    drive.scene.act("resign")
    drive.settle()
    assert isinstance(drive.above, ResultScene) and len(finished(tmp_path / "home")) == 1
    drive.escape()
    drive.undo()
    assert drive.match.outcome() is None and drive.scene.mine and len(drive.match.plies) == 2
    assert drive.scene.sitting.series.points == (0.0, 0.0)
    assert finished(tmp_path / "home") == [] and len(drive.app.storage.list_matches()) == 1
    drive.scene.act("resign")
    drive.settle()
    assert isinstance(drive.above, ResultScene) and drive.scene.sitting.series.points == (0.0, 1.0)


def test_the_last_move_of_a_match_can_be_undone(house: House, tmp_path: Path) -> None:
    drive = house.table(position=LAST_PIECE)
    drive.click("c5", "a7")
    drive.settle()
    assert len(drive.app.stack.scenes) == 2 and len(finished(tmp_path / "home")) == 1
    drive.escape()
    drive.undo()
    drive.settle()
    assert drive.app.stack.scenes == [drive.scene]
    assert drive.match.outcome() is None and finished(tmp_path / "home") == []


# --- turning the board


def test_flip_turns_the_board_and_the_plates(house: House) -> None:
    drive = house.table()
    stage, plates = drive.scene.stage, drive.scene.sidebar._plates
    upright = stage.spots["a1"].box
    lower = plates[1].rect
    drive.strike(pygame.K_f)
    assert stage.spots["h8"].box == upright and plates[0].rect == lower
    drive.click_key("flip")
    assert stage.spots["a1"].box == upright
    drive.click("a6", "b5")
    assert drive.played() == ["a6-b5"]


def test_the_person_sits_at_the_lower_edge(house: House) -> None:
    assert house.table(ANNA, COMPUTER).scene.bottom == 0
    assert house.table(COMPUTER, ANNA).scene.bottom == 1
    assert house.table(ANNA, BERT).scene.bottom == 1


def test_in_hot_seat_the_board_turns_to_whoever_is_to_move(house: House) -> None:
    drive = house.table(turn_board=True)
    drive.step()
    assert drive.scene.bottom == 0
    drive.click("a6", "b5")
    assert drive.scene.bottom == 0 and moving(drive)
    drive.settle()
    assert drive.scene.bottom == 1
    drive.undo()
    drive.settle()
    assert drive.scene.bottom == 0


def test_a_board_that_turns_by_itself_can_still_be_turned_by_hand(house: House) -> None:
    drive = house.table(turn_board=True)
    drive.step()
    drive.strike(pygame.K_f)
    drive.run(0.2)
    assert drive.scene.bottom == 1
    drive.click("a6", "b5")
    drive.settle()
    assert drive.scene.bottom == 1
    drive.click("a3", "b4")
    drive.settle()
    assert drive.scene.bottom == 0


def test_against_the_computer_the_board_stays(house: House) -> None:
    drive = house.table(ANNA, COMPUTER, turn_board=True)
    drive.click("a6", "b5")
    drive.settle()
    assert drive.scene.bottom == 0


# --- the end


def press_dialog(drive: Driver, number: int) -> None:
    """Click an answer of the dialog that lies on the table."""
    dialog = drive.above
    assert isinstance(dialog, Dialog)
    drive.click_widget(dialog.buttons[number])


def test_resigning_asks_first(house: House) -> None:
    drive = house.table(ANNA, COMPUTER)
    drive.escape()
    menu = drive.above
    assert isinstance(menu, PauseScene)
    drive.click_widget(menu._keys["resign"])
    press_dialog(drive, 1)
    assert drive.above is None and drive.match.outcome() is None
    drive.scene.act("resign")
    press_dialog(drive, 0)
    drive.settle()
    assert drive.match.outcome().reason == "resigned" and drive.match.outcome().winners == (1,)
    assert isinstance(drive.above, ResultScene)


def test_in_hot_seat_whoever_is_to_move_resigns(house: House) -> None:
    drive = house.table(confirm_resign=False)
    drive.click("a6", "b5")
    drive.scene.act("resign")
    assert drive.match.outcome().winners == (0,)


def test_resigning_while_the_computer_thinks_ends_the_thinking(house: House) -> None:
    drive = house.table(ANNA, COMPUTER, confirm_resign=False)
    drive.mind.answer = silent
    drive.click("a6", "b5")
    drive.scene.act("resign")
    assert drive.match.outcome().winners == (1,) and drive.mind.open is None


def test_a_friend_is_asked_whether_it_is_drawn(house: House) -> None:
    drive = house.table()
    drive.scene.act("offer")
    press_dialog(drive, 0)
    assert drive.match.outcome() is None
    drive.scene.act("offer")
    press_dialog(drive, 1)
    drive.settle()
    assert drive.match.outcome().reason == "agreed" and drive.scene.sitting.series.points == (0.5, 0.5)


def test_the_computer_declines_while_it_stands_better_and_accepts_after_five_bad_turns(house: House) -> None:
    drive = house.table(ANNA, COMPUTER, animation="off")
    drive.scene.act("offer")
    assert drive.slip == "Regular would rather play on."
    scores = [30, 0, -5, 0, -20, -3]
    for number, score in enumerate(scores):
        drive.mind.answer = lambda ask, score=score: replace(first_turn(ask), score=score)
        play_turn(drive)
        drive.until(lambda: drive.scene.mine)
        drive.scene.act("offer")
        assert (drive.match.outcome() is not None) == (number == len(scores) - 1)
    assert drive.match.outcome().reason == "agreed"


def test_after_the_end_a_click_on_the_board_changes_nothing(house: House) -> None:
    drive = house.table(position=LAST_PIECE)
    drive.click("c5", "a7")
    drive.settle()
    drive.escape()
    drive.click("a7", "b8")
    assert drive.played() == ["c5xa7"] and drive.status == "Bert won"


def test_a_rematch_changes_sides_and_keeps_the_score(house: House) -> None:
    drive = house.table(ANNA, COMPUTER, confirm_resign=False)
    drive.scene.act("resign")
    drive.settle()
    result = drive.above
    assert isinstance(result, ResultScene)
    drive.app.stack.pop("rematch")
    drive.step()
    again = drive.app.stack.top
    assert isinstance(again, MatchScene) and again is not drive.scene
    assert again.sitting.players == (COMPUTER, ANNA) and again.sitting.series.points == (0.0, 1.0)
    assert again.bottom == 1 and drive.mind.closed
    assert len(drive.app.stack.scenes) == 1


# --- looking back


def play_four(house: House, **facts: Any) -> Driver:
    drive = house.table(**facts)
    drive.click("a6", "b5", "h3", "g4", "c6", "d5", "f3", "e4")
    drive.settle()
    assert len(drive.match.plies) == 4
    return drive


def click_turn(drive: Driver, number: int) -> None:
    """Click a turn in the list, counted from 0."""
    place = drive.scene.sidebar._turns._place(number)
    drive.mouse = place.center
    drive.post(pygame.MOUSEBUTTONDOWN, pos=place.center, button=1)
    drive.post(pygame.MOUSEBUTTONUP, pos=place.center, button=1)


@pytest.mark.parametrize("way", ["button", "escape", "board"])
def test_a_click_in_the_list_shows_that_position_and_there_is_a_way_back(house: House, way: str) -> None:
    drive = play_four(house)
    click_turn(drive, 1)
    assert drive.scene.stage.table == drive.match.positions[2].table()
    assert drive.status == "Looking back: after 1… h3-g4" and drive.marks.last == {"h3", "g4"}
    back = drive.scene.sidebar._back
    assert back.visible
    if way == "button":
        drive.click_widget(back)
    elif way == "escape":
        drive.escape()
    else:
        drive.click("d4")
    assert drive.scene.course.live and drive.above is None
    assert drive.scene.stage.table == drive.match.position.table() and not drive.scene.sidebar._back.visible
    assert drive.played() == ["a6-b5", "h3-g4", "c6-d5", "f3-e4"]


def test_the_last_turn_in_the_list_is_the_match_itself(house: House) -> None:
    drive = play_four(house)
    click_turn(drive, 3)
    assert drive.scene.course.live and drive.scene.mine


def test_in_a_match_that_white_began_the_list_counts_from_its_gap(house: House) -> None:
    drive = house.table(position="8/1m6/8/8/8/8/6M1/8 w 2 0 1")
    drive.click("g2", "f3")
    drive.click("b7", "c6")
    click_turn(drive, 0)
    assert drive.scene.course.live
    click_turn(drive, 1)
    assert drive.scene.course.ply == 1


def test_keys_walk_through_the_match(house: House) -> None:
    drive = play_four(house)
    plies = []
    for key in (pygame.K_PAGEUP, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_PAGEDOWN, pygame.K_END):
        drive.strike(key)
        plies.append(drive.scene.course.ply)
    assert plies == [3, 2, 3, 0, 1, 4] and drive.scene.course.live


def test_while_one_looks_back_the_computer_does_not_move(house: House) -> None:
    drive = house.table(ANNA, COMPUTER)
    drive.click("a6", "b5")
    drive.until(lambda: drive.scene._reply is not None)
    drive.strike(pygame.K_HOME)
    drive.run(3.0)
    assert len(drive.match.plies) == 1
    drive.escape()
    drive.settle()
    assert len(drive.match.plies) == 2


def test_undo_while_one_looks_back_undoes_the_match_and_goes_there(house: House) -> None:
    drive = play_four(house)
    drive.strike(pygame.K_HOME)
    drive.undo()
    assert drive.scene.course.live and len(drive.match.plies) == 3
    drive.settle()
    assert drive.scene.stage.table == drive.match.position.table()


def record(house: House) -> str:
    drive = play_four(house, confirm_resign=False)
    drive.scene.act("resign")
    drive.settle()
    return drive.scene.sitting.text()


def test_a_finished_match_is_replayed_as_a_film(house: House) -> None:
    drive = house.again(record(house), looking_back=True)
    assert drive.status == "Looking back: the beginning" and not drive.scene.mine and drive.above is None
    drive.click_key("play")
    drive.until(lambda: drive.scene.course.ply == 1)
    assert moving(drive) and drive.scene.sidebar._keys["play"].icon == "pause"
    drive.until(lambda: drive.scene.course.ply == 4)
    drive.run(3.0)
    assert drive.scene.replay_at is None and drive.status == "Bert won"
    assert drive.scene.stage.table == drive.match.position.table() and drive.above is None
    drive.strike(pygame.K_LEFT)
    assert drive.scene.course.ply == 3


def test_the_film_can_be_stopped(house: House) -> None:
    drive = house.again(record(house), looking_back=True)
    drive.click_key("play")
    drive.until(lambda: drive.scene.course.ply == 2)
    drive.click_key("play")
    drive.run(5.0)
    assert drive.scene.course.ply == 2


def test_a_finished_match_from_the_archive_can_not_be_changed(house: House, tmp_path: Path) -> None:
    text = record(house)
    before = finished(tmp_path / "home")
    drive = house.again(text, looking_back=True, match_id=before[0].removesuffix(".tablier"))
    file = tmp_path / "home" / "finished" / before[0]
    written = file.stat().st_mtime_ns
    for key in (pygame.K_END, pygame.K_HOME, pygame.K_RIGHT, pygame.K_f):
        drive.strike(key)
    drive.undo()
    drive.redo()
    drive.click("a6", "b5")
    assert drive.match.outcome() is not None and len(drive.match.plies) == 4
    assert finished(tmp_path / "home") == before and file.stat().st_mtime_ns == written
    assert not drive.scene.sidebar._keys["undo"].enabled


def test_after_the_end_the_arrows_walk_through_the_match(house: House) -> None:
    drive = play_four(house, confirm_resign=False)
    drive.scene.act("resign")
    drive.settle()
    drive.escape()
    drive.strike(pygame.K_LEFT)
    assert drive.scene.course.ply == 3 and drive.marks.focus is None
    drive.strike(pygame.K_RIGHT)
    assert drive.status == "Bert won"


# --- the clock


def test_the_clock_runs_for_whoever_is_to_move_and_gains_the_increment(house: House) -> None:
    drive = house.table(control=CLOCK)
    drive.run(10.0)
    drive.click("a6", "b5")
    spent = drive.app.moment
    assert left(drive, 0) == pytest.approx(300 - spent + 3, abs=0.2)
    drive.run(5.0)
    assert left(drive, 1) == pytest.approx(295, abs=0.2)
    assert left(drive, 0) == pytest.approx(303 - spent, abs=0.2)


def test_running_out_of_time_ends_the_match(house: House) -> None:
    drive = house.table(control=Control(1, 0))
    drive.step(59.0)
    assert drive.match.outcome() is None
    drive.step(1.1)
    assert drive.match.outcome().reason == "time-out" and drive.match.outcome().winners == (1,)
    drive.step()
    assert isinstance(drive.above, ResultScene)


def test_the_computer_runs_out_of_time_as_well(house: House) -> None:
    drive = house.table(COMPUTER, ANNA, control=Control(1, 0))
    drive.mind.answer = silent
    drive.step(61.0)
    assert drive.match.outcome().winners == (1,) and drive.mind.open is None


def test_the_menu_stops_the_clock(house: House) -> None:
    drive = house.table(control=CLOCK)
    drive.run(1.0)
    drive.escape()
    before = left(drive, 0)
    drive.run(60.0)
    assert left(drive, 0) == before
    drive.escape()
    drive.run(2.0)
    assert left(drive, 0) == pytest.approx(before - 2, abs=0.1)


def test_the_clock_stays_stopped_when_the_window_changes_under_the_menu(house: House) -> None:
    drive = house.table(control=CLOCK)
    drive.escape()
    before = left(drive, 0)
    drive.app._take_size((1200, 800))
    drive.app.settings.language = "fr"
    drive.app.settings_changed()
    drive.run(30.0)
    assert left(drive, 0) == before


def test_looking_back_stops_the_clock(house: House) -> None:
    drive = play_four(house, control=CLOCK)
    drive.strike(pygame.K_HOME)
    before = left(drive, 0)
    drive.run(30.0)
    assert left(drive, 0) == before
    drive.escape()
    drive.run(1.0)
    assert left(drive, 0) < before


def test_undo_gives_the_time_back(house: House) -> None:
    drive = house.table(control=CLOCK)
    drive.step(20.0)
    drive.click("a6", "b5")
    drive.step(30.0)
    drive.undo()
    assert left(drive, 0) == pytest.approx(300, abs=0.1) and left(drive, 1) == pytest.approx(300, abs=0.1)


def test_the_clock_is_written_on_the_plates(house: House) -> None:
    drive = house.table(control=CLOCK)
    drive.run(2.0)
    first, second = drive.scene.sidebar._plates
    assert (first._time, second._time) == ("4:57", "5:00")


# --- keeping


def test_after_each_turn_the_saved_match_is_the_match(house: House) -> None:
    drive = house.table(ANNA, COMPUTER, control=CLOCK)
    drive.scene.sitting.series = replace(drive.scene.sitting.series, points=(2.0, 0.5), played=3)
    for clicks in (("a6", "b5"), ("h6", "g5")):
        drive.step(7.0)
        drive.click(*clicks)
        drive.settle()
        again = Sitting.load("x", drive.app.storage.load_match(drive.scene.sitting.id))
        match = again.match
        assert match.position == drive.match.position and again.series == drive.scene.sitting.series
        assert [str(ply.move) for ply in match.plies] == drive.played()
        for seat in (0, 1):
            drive.match.pause(drive.app.moment)
            assert match.clock.left(seat, 0.0) == pytest.approx(left(drive, seat), abs=0.3)
            drive.match.go(drive.app.moment)
    assert drive.app.storage.open_match() == drive.scene.sitting.id


def test_a_match_that_was_left_goes_on_where_it_was(house: House) -> None:
    drive = play_four(house, control=CLOCK)
    text = drive.scene.sitting.text()
    again = house.again(text)
    assert again.match.position == drive.match.position and again.scene.mine
    assert again.marks.last == {"f3", "e4"}
    again.click("a7", "a6")
    assert again.slip
    again.undo()
    assert len(again.match.plies) == 3


def test_a_match_left_in_the_computers_turn_goes_on_with_its_thinking(house: House) -> None:
    drive = house.table(ANNA, COMPUTER)
    drive.mind.answer = silent
    drive.click("a6", "b5")
    again = house.again(drive.scene.sitting.text())
    again.settle()
    assert len(again.match.plies) == 2 and again.scene.mine


def test_leaving_the_table_saves_and_ends_the_thinking(house: House) -> None:
    drive = house.table(ANNA, COMPUTER)
    drive.mind.answer = silent
    drive.click("a6", "b5")
    mind = drive.mind
    drive.app.close()
    assert mind.closed
    assert "0 a6-b5" in drive.app.storage.load_match(drive.scene.sitting.id)


def test_a_result_is_kept_once_and_never_among_the_unfinished(house: House, tmp_path: Path) -> None:
    drive = house.table(position=LAST_PIECE)
    drive.click("c5", "a7")
    drive.settle()
    assert len(finished(tmp_path / "home")) == 1 and drive.app.storage.list_matches() == []
    file = tmp_path / "home" / "finished" / finished(tmp_path / "home")[0]
    written = file.stat().st_mtime_ns
    drive.escape()
    for key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_f):
        drive.strike(key)
    assert file.stat().st_mtime_ns == written
    assert Sitting.load("x", file.read_text(encoding="utf-8")).series.points == (0.0, 1.0)


# --- what lies above


def test_another_language_is_spoken_at_once(house: House) -> None:
    drive = play_four(house)
    drive.app.settings.language = "fr"
    drive.app.settings_changed()
    drive.step()
    assert drive.status == drive.app.words("table.you_think", name="Anna") != "Anna, it is your turn."
    assert drive.scene.sidebar._back.text != "Back to the match"


def test_the_menu_offers_what_the_match_allows(house: House) -> None:
    drive = house.table(confirm_resign=False)
    drive.escape()
    menu = drive.above
    assert isinstance(menu, PauseScene)
    assert {"go-on", "new", "offer", "resign", "to-menu"} <= set(menu._keys) and "rematch" not in menu._keys
    drive.escape()
    drive.scene.act("resign")
    drive.settle()
    drive.escape()
    drive.escape()
    menu = drive.above
    assert isinstance(menu, PauseScene)
    assert "rematch" in menu._keys and not {"offer", "resign"} & set(menu._keys)


def test_in_mid_turn_the_position_can_not_be_copied_and_it_says_so(house: House) -> None:
    drive = house.table(position=TWO_HOPS)
    drive.click("b3", "d5")
    drive.scene.act("copy-position")
    assert drive.slip == "First finish the turn, or take it back with Esc."


@pytest.mark.parametrize("action", ["copy-position", "copy-record"])
def test_copying_says_whether_it_was_done(house: House, monkeypatch: pytest.MonkeyPatch, action: str) -> None:
    drive = house.table()
    monkeypatch.setattr("scenes.exchange.set_clipboard_text", bool)
    drive.scene.act(action)
    assert drive.slip is not None and drive.slip.endswith("is on the clipboard.")
    monkeypatch.setattr("scenes.exchange.set_clipboard_text", lambda text: False)
    drive.scene.act(action)
    assert drive.slip == "The clipboard could not be used."

"""The table scene: the person's hand, by mouse and by keys, hop by hop."""

from typing import Final

import pygame
import pytest

from rules import get
from rules.clock import Control
from rules.contract import Table, Token
from rules.record import Player
from scenes.screens.pause import PauseScene
from scenes.screens.result import ResultScene
from scenes.table.game_ui import ui_of
from scenes.table.policy import DRAG_THRESHOLD_PIXELS
from scenes.table.session import Session
from tests.rows import rows
from tests.scenes.driver import Tables
from tests.scenes.matches import ANNA, BERT, BLACK_TWO_HOPS, COMPUTER, ONE_CAPTURE, TWO_HOPS

# --- the hand


def test_clicks_and_a_drag_move(tables: Tables) -> None:
    drive = tables.table(clicks=("a6",))
    assert drive.picked == {"a6"} and drive.marks.drops == {"b5"}
    drive.click("b5")
    assert drive.played() == ["a6-b5"] and not drive.picked
    drive.settle()
    assert drive.marks.last == {"a6", "b5"}
    drive.drag("a3", "b4")
    assert drive.played() == ["a6-b5", "a3-b4"] and not drive.held()


ROUND: Final = "7m/8/8/2m1m3/8/2m1m3/3M4/8 w 2 0 1"
"""Two ways from d2 to d6, by b4 and by f4, with jumps of a Man."""


@pytest.mark.parametrize("way", ["clicks", "drags", "keys"])
def test_a_capture_of_several_jumps_is_made_by_its_last_square(tables: Tables, way: str) -> None:
    drive = tables.table(position=TWO_HOPS, clicks=("b3",))
    assert drive.marks.drops == {"d5", "f7"}
    assert drive.marks.victims == {"c4", "e6"}, "bug: whoever saw c4 alone ringed took f7 for a King's slide"
    if way == "drags":
        drive.drag("b3", "f7")
    elif way == "clicks":
        drive.click("f7")
    else:
        drive.scene.hand.set_cursor("f7")
        drive.strike(pygame.K_RETURN)
    assert drive.played() == ["b3xd5", "d5xf7"] and drive.toast is None
    drive.settle()
    assert drive.board == "m7/5M2/8/8/8/8/8/7M"


def test_where_several_routes_lead_to_a_square_each_jump_is_asked_for(tables: Tables) -> None:
    drive = tables.table(position=ROUND, clicks=("d2", "d6"))
    assert drive.played() == [] and drive.stage.refused == "out-of-reach-capture"
    drive.click("b4", "d6")
    assert drive.played() == ["d2xb4", "b4xd6"]


def test_a_press_becomes_a_drag_after_a_few_pixels(tables: Tables) -> None:
    drive = tables.table()
    drive.press("a6")
    x, y = drive.mouse
    drive.move((x + DRAG_THRESHOLD_PIXELS - 1, y), down=True)
    assert not drive.held()
    drive.move((x + DRAG_THRESHOLD_PIXELS, y), down=True)
    assert drive.held() and drive.app.pointer == "grabbing"


@pytest.mark.parametrize("place", [None, "taken-0", "taken-1"])
def test_dropping_beside_the_board_lets_go(tables: Tables, place: str | None) -> None:
    drive = tables.table()
    drive.drag("a6", place)
    assert not drive.picked and not drive.held() and drive.played() == [] and drive.toast is None


def test_dropping_on_a_wrong_square_puts_back_and_says_why(tables: Tables) -> None:
    drive = tables.table()
    drive.drag("a6", "a4")
    assert drive.played() == [] and drive.picked == {"a6"} and not drive.held()
    assert drive.toast == "The Man can’t go to a4: it moves one square diagonally forward."


@pytest.mark.parametrize("place", ["taken-0", "a6"])
def test_a_click_on_the_tray_and_a_second_click_let_go(tables: Tables, place: str) -> None:
    drive = tables.table(clicks=("a6", place))
    assert not drive.picked and not drive.marks.picked and not drive.marks.drops


def test_a_right_click_lets_go_of_what_is_picked_or_held(tables: Tables) -> None:
    drive = tables.table(clicks=("a6",))
    drive.right_click("e4")
    assert not drive.picked and not drive.marks.picked
    drive.lift("a6")
    drive.right_click("e4")
    assert not drive.held() and not drive.picked and drive.app.pointer == "arrow"
    drive.release("b5")
    assert drive.played() == []


def test_escape_puts_back_what_is_held_and_then_opens_the_menu(tables: Tables) -> None:
    drive = tables.table()
    drive.lift("a6")
    drive.escape()
    assert not drive.held() and not drive.picked and drive.above is None
    drive.escape()
    assert isinstance(drive.above, PauseScene)


def test_a_press_on_another_piece_picks_that_and_targets_are_shown_only_if_wished(tables: Tables) -> None:
    drive = tables.table(clicks=("a6", "c6"))
    assert drive.picked == {"c6"} and drive.marks.drops == {"b5", "d5"} and drive.toast is None
    drive = tables.table(legal_targets=False, clicks=("a6",))
    assert drive.picked == {"a6"} and not drive.marks.drops
    drive.click("b5")
    assert drive.played() == ["a6-b5"]


def test_the_victim_is_marked_while_its_captor_is_picked(tables: Tables) -> None:
    drive = tables.table(position=ONE_CAPTURE)
    assert drive.marks.must == {"c5"}
    drive.click("c5")
    assert drive.marks.victims == {"b6"} and drive.marks.drops == {"a7"}


def test_a_click_on_an_empty_square_with_nothing_picked_is_nothing(tables: Tables) -> None:
    for key in ("double-draughts", "duck-chess", "ducart"):
        drive = tables.table(game=get(key), clicks=("e4",))
        assert drive.toast is None and not drive.picked and drive.stage.shaken is None, key
    points = ui_of("unstacked-draughts").view()
    lying: Table = {"w3": (Token("white"),), "b6-down": (Token("black"),)}
    places = ("w2", "w3", "w3-down", "b6", "w-cup", "tray")
    assert [at for at in places if points.move_marks.is_empty(at, lying)] == ["w2"]


@rows
def test_a_refused_click_shakes_the_piece_and_says_why(
    tables: Tables, position: str | None, clicks: list[str], words: str, shaken: str | None
) -> None:
    drive = tables.table(position=position)
    drive.click(*clicks[:-1])
    drive.run(1.0)
    plies = len(drive.match.plies)
    drive.press(clicks[-1])
    assert drive.toast == words and len(drive.match.plies) == plies
    assert (drive.scene.stage.shaken or (None,))[0] == shaken
    drive.settle()


def test_a_message_goes_with_the_next_press_and_with_a_move_by_keys(tables: Tables) -> None:
    drive = tables.table()
    drive.press("h3")
    assert drive.toast
    drive.press("a6")
    assert drive.stage.said is None
    drive.click("b5")
    drive.press("b5")
    assert drive.toast
    drive.undo()
    assert drive.stage.said is None


def test_the_pointer_is_an_open_hand_over_what_can_be_taken_and_else_points(tables: Tables) -> None:
    drive = tables.table()
    seen = {}
    for target in ("a6", "a7", "e4", "a3"):
        drive.move(drive.at(target))
        seen[target] = drive.app.pointer
    assert seen == {"a6": "grab", "a7": "arrow", "e4": "arrow", "a3": "arrow"}
    drive.click("a6")
    drive.move(drive.at("b5"))
    assert drive.app.pointer == "hand"
    drive.lift("a6")
    assert drive.app.pointer == "grabbing"
    drive.release("a6")
    assert drive.app.pointer == "grab"
    drive.move((2, 2))
    assert drive.app.pointer == "arrow"


def test_the_pointer_follows_when_the_table_changes_under_it(tables: Tables) -> None:
    drive = tables.table(clicks=("a6", "b5"))
    drive.settle()
    drive.move(drive.at("h3"))
    assert drive.app.pointer == "grab"
    drive.undo()
    assert drive.app.pointer == "arrow"
    drive.redo()
    assert drive.app.pointer == "grab"
    drive.strike(pygame.K_f)
    assert drive.app.pointer == "arrow" and drive.scene.stage.hit(drive.mouse) == "a6"
    drive.strike(pygame.K_HOME)
    drive.strike(pygame.K_f)
    assert drive.app.pointer == "arrow" and drive.scene.stage.hit(drive.mouse) == "h3"


def test_the_pointer_heeds_no_keyboard_and_keeps_its_shape_while_something_is_held(tables: Tables) -> None:
    drive = tables.table()
    drive.move(drive.at("e4"))
    for key in (pygame.K_DOWN, pygame.K_RETURN, pygame.K_DOWN, pygame.K_RIGHT):
        drive.strike(key)
    assert drive.scene.hand.aim == "b5" and drive.app.pointer == "arrow"
    drive.lift("a6")
    drive.move(drive.key("menu").rect.center, down=True)
    assert drive.app.pointer == "grabbing"


def test_a_pointer_that_has_left_the_window_is_nowhere(tables: Tables) -> None:
    drive = tables.table()
    drive.move(drive.at("a6"))
    drive.post(pygame.WINDOWLEAVE)
    drive.app.cursor("arrow")
    drive.undo()
    drive.app.dirty()
    drive.step()
    assert drive.app.mouse is None and drive.app.pointer == "arrow"


@pytest.mark.parametrize("interrupt", ["focus", "resize", pygame.K_f, pygame.K_h, pygame.K_PAGEUP, pygame.K_F5])
def test_what_comes_in_the_midst_of_a_drag_leaves_nothing_in_the_air(tables: Tables, interrupt: str | int) -> None:
    drive = tables.table()
    drive.lift("a6")
    match interrupt:
        case "focus":
            drive.post(pygame.WINDOWFOCUSLOST)
        case "resize":
            drive.resize((1200, 800))
        case int():
            drive.strike(interrupt)
            drive.release("a6")
    assert not drive.held() and (isinstance(interrupt, int) or not drive.picked)


def test_time_that_runs_out_in_the_midst_of_a_drag_takes_the_piece_from_the_hand(tables: Tables) -> None:
    drive = tables.table(control=Control(1, 0))
    drive.lift("a6")
    drive.step(61.0)
    drive.step()
    drive.settle()
    assert not drive.held() and drive.match.outcome().reason == "time-out"
    assert isinstance(drive.above, ResultScene)


# --- turns of several hops


def test_in_mid_capture_the_jumper_stays_picked_until_escape_takes_the_hop_back(tables: Tables) -> None:
    drive = tables.table(position=TWO_HOPS, clicks=("b3", "d5"))
    assert drive.picked == {"d5"} and drive.marks.drops == {"f7"} and drive.marks.victims == {"e6"}
    assert drive.note == "The same piece must go on capturing."
    again = Session.load("x", drive.app.storage.load_match(drive.scene.session.id))
    assert again.match.position == drive.match.position and not again.match.position.turn_started, "a hop is saved"
    drive.click("d5")
    assert drive.picked == {"d5"}
    drive.right_click("h4")
    drive.click(None)
    assert drive.picked == {"d5"}
    drive.escape()
    assert drive.played() == [] and drive.above is None and not drive.picked
    drive.settle()
    assert drive.scene.stage.table == drive.match.position.table()
    assert drive.marks.must == {"b3"} and drive.marks.last == frozenset()


def test_hops_may_be_clicked_before_the_last_has_landed_and_their_way_is_shown(tables: Tables) -> None:
    drive = tables.table(position=TWO_HOPS, clicks=("b3", "d5"))
    assert drive.marks.ghost == ()
    drive.click("f7")
    assert drive.played() == ["b3xd5", "d5xf7"]
    drive.settle()
    assert drive.marks.ghost == ("b3", "d5", "f7") and drive.marks.last == {"b3", "d5", "f7"}
    assert drive.scene.stage.table == drive.match.position.table()


def test_the_computers_turn_is_played_hop_by_hop(tables: Tables) -> None:
    drive = tables.table(COMPUTER, ANNA, position=BLACK_TWO_HOPS)
    drive.until(lambda: bool(drive.match.plies))
    assert drive.played() == ["e6xc4", "c4xa2"] and len(drive.scene.stage.films) == 2
    seen = set()
    while drive.moving():
        resting = drive.scene.stage.frame().resting
        seen.add(next((at for at in ("e6", "c4", "a2") if at in resting), ""))
        drive.step(0.01)
    assert {"c4", "a2"} <= seen | {"a2"} and "c4" in seen


def test_the_marks_of_the_last_turn_come_with_the_piece_or_with_the_click_that_ends_the_film(tables: Tables) -> None:
    drive = tables.table(COMPUTER, ANNA, position=BLACK_TWO_HOPS)
    drive.until(lambda: bool(drive.match.plies))
    seen = []
    while drive.moving():
        seen.append((drive.scene.stage.pending_count, drive.marks.last, drive.marks.ghost))
        drive.step()
    seen.append((drive.scene.stage.pending_count, drive.marks.last, drive.marks.ghost))
    assert list(dict.fromkeys(seen)) == [
        (2, {"e6"}, ()),
        (1, {"e6", "c4"}, ()),
        (0, {"e6", "c4", "a2"}, ("e6", "c4", "a2")),
    ]
    drive = tables.table(COMPUTER, ANNA, position=BLACK_TWO_HOPS)
    drive.until(lambda: bool(drive.match.plies))
    drive.press(None)
    assert not drive.moving()
    drive.step()
    assert drive.marks.last == {"e6", "c4", "a2"}


# --- the keyboard


def test_arrows_and_enter_play_and_the_mark_goes_when_the_mouse_moves(tables: Tables) -> None:
    drive = tables.table()
    drive.click_key("flip")
    drive.click_key("flip")
    drive.strike(pygame.K_DOWN)
    assert drive.marks.focus == "a6"
    drive.strike(pygame.K_RETURN)
    assert drive.picked == {"a6"} and drive.facts.model.bottom == 1, "Enter isn't for the button that was clicked"
    for key in (pygame.K_DOWN, pygame.K_RIGHT, pygame.K_RETURN):
        drive.strike(key)
    assert drive.played() == ["a6-b5"] and drive.marks.focus == "b5"
    drive.move((400, 300))
    assert drive.marks.focus is None
    drive.strike(pygame.K_RIGHT)
    assert drive.marks.focus == "c5"


def test_looking_back_the_keyboard_walks_over_the_board_once_it_is_there(tables: Tables) -> None:
    drive = tables.table(clicks=("a6", "b5", "f4", "e5"))
    walked = []
    drive.strike(pygame.K_HOME)
    steps = ((pygame.K_RIGHT, 0), (pygame.K_TAB, 0), (pygame.K_RIGHT, 0), (pygame.K_PAGEUP, 0))
    for key, mod in steps:
        drive.strike(key, mod)
        walked.append((drive.facts.cursor.ply, drive.marks.focus))
    assert walked == [(1, None), (1, "a3"), (1, "b3"), (0, "b3")], "arrows turn the match on, or walk over the board"


def test_tab_takes_the_keyboard_off_the_board(tables: Tables) -> None:
    drive = tables.table(clicks=("a6", "b5"))
    drive.strike(pygame.K_DOWN)
    drive.strike(pygame.K_TAB)
    assert drive.marks.focus is None and drive.scene.sidebar.form.focus_on is not None, (
        "the keyboard is in the sidebar"
    )


def test_enter_may_make_a_whole_turn_of_hops(tables: Tables) -> None:
    drive = tables.table(position=TWO_HOPS)
    drive.strike(pygame.K_DOWN)
    drive.strike(pygame.K_RETURN)
    for _ in range(2):
        for key in (pygame.K_UP, pygame.K_UP, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_RETURN):
            drive.strike(key)
    assert drive.played() == ["b3xd5", "d5xf7"]


# --- animation never delays


@pytest.mark.parametrize("player", [ANNA, COMPUTER])
def test_a_click_during_an_animation_ends_it_and_counts(tables: Tables, player: Player) -> None:
    drive = tables.table(player, BERT, clicks=() if player is COMPUTER else ("a6", "b5"))
    drive.until(lambda: bool(drive.match.plies))
    assert drive.moving()
    drive.press("a3")
    assert not drive.moving() and drive.picked == {"a3"}
    drive.release("a3")
    drive.click("b4")
    assert drive.played() == ["a6-b5", "a3-b4"]

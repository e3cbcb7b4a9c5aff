"""The table scene: the person's hand, by mouse and by keys, hop by hop."""

import pygame
import pytest

from rules import get
from rules.contract import Table, Token
from rules.record import Player
from scenes.surfaces.constants import DRAG_THRESHOLD_PIXELS
from scenes.table.game_ui import ui_of
from scenes.table.session import Session
from tests.rows import rows
from tests.scenes.driver import Tables
from tests.scenes.matches import ANNA, BERT, BLACK_TWO_HOPS, COMPUTER, TWO_HOPS

# --- the hand


"""Two ways from d2 to d6, by b4 and by f4, with jumps of a Man."""


def test_press_becomes_a_drag_after_a_few_pixels(tables: Tables) -> None:
    drive = tables.table()
    drive.press("a6")
    x, y = drive.mouse
    drive.move((x + DRAG_THRESHOLD_PIXELS - 1, y), down=True)
    assert not drive.held()
    drive.move((x + DRAG_THRESHOLD_PIXELS, y), down=True)
    assert drive.held() and drive.app.pointer == "grabbing"


def test_click_on_an_empty_square_without_a_pick_is_ignored(tables: Tables) -> None:
    for key in ("double-draughts", "duck-chess", "ducart"):
        drive = tables.table(game=get(key), clicks=("e4",))
        assert drive.toast is None and not drive.picked and drive.stage.shaken is None, key
    points = ui_of("unstacked-draughts").view()
    lying: Table = {"w3": (Token("white"),), "b6-down": (Token("black"),)}
    places = ("w2", "w3", "w3-down", "b6", "w-cup", "tray")
    assert [at for at in places if points.move_marks.is_empty(at, lying)] == ["w2"]


@rows
def test_refused_click_shakes_the_piece_and_shows_the_reason(
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


def test_pointer_ignores_the_keyboard_and_keeps_its_shape_during_a_drag(tables: Tables) -> None:
    drive = tables.table()
    drive.move(drive.at("e4"))
    for key in (pygame.K_DOWN, pygame.K_RETURN, pygame.K_DOWN, pygame.K_RIGHT):
        drive.strike(key)
    assert drive.scene.board_input.aim == "b5" and drive.app.pointer == "arrow"
    drive.lift("a6")
    drive.move(drive.key("menu").rect.center, down=True)
    assert drive.app.pointer == "grabbing"


def test_pointer_outside_the_window_is_reset(tables: Tables) -> None:
    drive = tables.table()
    drive.move(drive.at("a6"))
    drive.post(pygame.WINDOWLEAVE)
    drive.app.set_cursor("arrow")
    drive.undo()
    drive.app.dirty()
    drive.step()
    assert drive.app.mouse is None and drive.app.pointer == "arrow"


# --- turns of several hops


def test_partial_capture_is_saved(tables: Tables) -> None:
    drive = tables.table(position=TWO_HOPS, clicks=("b3", "d5"))
    again = Session.load("x", drive.app.storage.load_match(drive.scene.session.id))
    assert again.match.position == drive.match.position and not again.match.position.turn_started


def test_marks_of_the_last_turn_follow_the_piece_or_a_skipping_click(tables: Tables) -> None:
    drive = tables.table(COMPUTER, ANNA, position=BLACK_TWO_HOPS)
    drive.until(lambda: bool(drive.match.plies))
    seen = []
    while drive.moving():
        seen.append((drive.scene.stage.pending_count, drive.marks.last, drive.marks.last_path))
        drive.step()
    seen.append((drive.scene.stage.pending_count, drive.marks.last, drive.marks.last_path))
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


# --- animation never delays


@pytest.mark.parametrize("player", [ANNA, COMPUTER])
def test_click_during_an_animation_ends_it_and_takes_effect(tables: Tables, player: Player) -> None:
    drive = tables.table(player, BERT, clicks=() if player is COMPUTER else ("a6", "b5"))
    drive.until(lambda: bool(drive.match.plies))
    assert drive.moving()
    drive.press("a3")
    assert not drive.moving() and drive.picked == {"a3"}
    drive.release("a3")
    drive.click("b4")
    assert drive.played() == ["a6-b5", "a3-b4"]

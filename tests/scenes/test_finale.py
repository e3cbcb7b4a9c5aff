"""How a match ends on the screen: the winner's moment, what skips it, and the sheet that slides in."""

from itertools import pairwise
from typing import Any, Final

import pygame
import pytest

from rules import GAMES
from rules.contract import Token
from rules.game import Game
from scenes.screens.pause import PauseScene
from scenes.screens.result import ResultScene
from scenes.screens.rulebook.scene import RulebookScene
from scenes.surfaces.layout import Box
from scenes.surfaces.win_animation import BEFORE, LONGEST, Light, WinAnimation, honoured
from scenes.table.game_ui import ui_of
from scenes.ui.label import Picture
from tests.scenes.dice import dice_table
from tests.scenes.driver import FRAME, Driver, Ground, Tables
from tests.scenes.matches import ANNA, BERT, COMPUTER, DUCK
from tests.scenes.reviewed import looked_back, review_of
from tests.scenes.test_stage import Monkey

WON: Final = "8/8/1m6/2M5/8/4M3/3M4/K6K w 2 0 1"
KING_FALLS: Final = "4k3/8/8/8/4R2*/8/8/4K3 w - - 0 1"
VIEW: Final = ui_of("double-draughts").view()
AREA: Final = Box(0, 0, 920 * VIEW.ratio, 920)
SPOTS: Final = VIEW.spots(AREA, False)
IVORY, EBONY = Token("ivory"), Token("ebony")


def won(tables: Tables, *players: Any, **facts: Any) -> Driver:
    """White has just taken the last black man, which lies in the tray; the winner's moment begins."""
    drive = tables.table(*(players or (ANNA, BERT)), position=WON, **facts, clicks=("c5", "a7"))
    drive.until(lambda: drive.scene.stage.celebrates or drive.above is not None)
    return drive


def sheet(drive: Driver) -> ResultScene:
    assert isinstance(drive.above, ResultScene)
    return drive.above


# --- the film


def triumph(count: int) -> WinAnimation:
    targets = sorted(SPOTS)[:count]
    return WinAnimation(dict.fromkeys(targets, (IVORY,)), SPOTS, tuple(targets), Light(460, 460, 500))


@pytest.mark.parametrize("count", [0, 1, 2, 12, 48])
def test_the_moment_is_short_however_many_have_won_and_all_of_them_rise(count: int) -> None:
    film = triumph(count)
    assert 0.5 < film.seconds <= LONGEST + 1e-9
    frames = [film.at(film.seconds * n / 200) for n in range(201)]
    assert len({mover.at for frame in frames for mover in frame.movers}) == count
    assert all(len(frame.movers) + len(frame.resting) == count for frame in frames)
    assert frames[0].movers == () == frames[-1].movers


def test_they_rise_one_after_another_and_come_down_where_they_stood() -> None:
    film = triumph(6)
    tops: dict[str, tuple[float, int]] = {}
    for n in range(400):
        for mover in film.at(film.seconds * n / 400).movers:
            assert mover.at is not None and mover.x == SPOTS[mover.at].x
            tops[mover.at] = min((mover.y - SPOTS[mover.at].y, n), tops.get(mover.at, (0.0, 0)))
    moments = [tops[target][1] for target in film.rising]
    assert moments == sorted(moments) and len(set(moments)) == 6
    assert all(-20 < high < -5 for high, _ in tops.values())


def test_the_light_comes_and_goes_without_a_jump() -> None:
    film = triumph(12)
    bright = [film.shine(film.seconds * n / 100) for n in range(101)]
    assert bright[0] == bright[-1] == 0 and max(bright) == 1
    assert max(abs(b - a) for a, b in pairwise(bright)) < 0.1
    assert film.shine(BEFORE) < 1


def test_only_the_winners_things_on_the_board_are_honoured() -> None:
    table = {"a1": (IVORY,), "h1": (IVORY, IVORY), "d4": (EBONY,), "taken-0": (IVORY,)}
    rising, light = honoured(table, SPOTS, AREA, VIEW.emblems, [1])
    assert rising == ("a1", "h1")
    assert light.x == (SPOTS["a1"].x + SPOTS["h1"].x) / 2
    assert honoured({}, SPOTS, AREA, VIEW.emblems, [1])[0] == ()


# --- at the table


def test_the_winners_men_rise_and_then_the_sheet_comes(tables: Tables) -> None:
    drive = won(tables)
    begun, seen = drive.app.moment, set()
    while drive.above is None:
        seen |= {mover.at for mover in drive.stage.frame().movers}
        drive.step()
    assert seen == {"a1", "a7", "d2", "e3", "h1"}
    until = drive.app.moment
    while sheet(drive).coming:
        drive.step()
    assert until - begun <= LONGEST + 2 * FRAME and drive.app.moment - begun <= 1.6


def test_the_last_turn_is_marked_in_the_winners_moment(tables: Tables) -> None:
    drive = won(tables)
    drive.step()
    assert "a7" in drive.marks.last


@pytest.mark.parametrize("key", [pygame.K_SPACE, pygame.K_ESCAPE, pygame.K_x, None])
def test_any_key_or_a_click_skips_it_and_does_nothing_else(tables: Tables, key: int | None) -> None:
    drive = won(tables)
    if key is None:
        drive.click("d5")
    else:
        drive.post(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0)
    drive.step()
    assert not drive.scene.stage.celebrates and sheet(drive)


def test_a_click_on_a_key_beside_the_board_skips_it_and_counts(tables: Tables) -> None:
    drive = won(tables)
    drive.click_key("first")
    assert not drive.scene.stage.celebrates and drive.scene.controller.cursor.ply == 0


@pytest.mark.parametrize("setting", [{"animation": "off"}, {"reduced_motion": True}])
def test_where_nothing_should_move_the_sheet_alone_comes(tables: Tables, setting: dict[str, Any]) -> None:
    drive = won(tables, **setting)
    drive.settle()
    assert sheet(drive)
    drive.run(0.08)
    assert not sheet(drive).coming
    assert sheet(drive).away() == (0, 0)


def test_nobody_who_lost_to_the_computer_has_to_watch_it_triumph(tables: Tables) -> None:
    drive = tables.table(ANNA, COMPUTER, position=WON)
    drive.until(lambda: drive.above is not None)
    assert drive.match.outcome().winners == (1,) or set(drive.match.outcome().winners) == {1}
    assert not drive.scene.stage.celebrates


def test_what_a_person_has_lost_is_not_headed_by_a_crown(tables: Tables) -> None:
    """Bug: "Beginner won" stood below a crown that looked like one's own."""
    lost = tables.table(ANNA, COMPUTER, position=WON)
    for drive, told, crowned in ((lost, "You lost", False), (won(tables, COMPUTER, BERT), "You won", True)):
        drive.run(LONGEST + 5)
        assert told in drive.words()
        assert any(picture.visible for picture in drive.all_of(Picture)) == crowned


def test_a_drawn_match_has_no_winners_moment(tables: Tables) -> None:
    drive = tables.table(ANNA, BERT)
    drive.scene.controller.end("agreed", 0)
    drive.step()
    assert sheet(drive)


def test_after_an_undo_a_second_end_has_its_moment_again(tables: Tables) -> None:
    drive = won(tables)
    drive.undo()
    drive.settle()
    assert drive.above is None and drive.match.outcome() is None
    drive.click("c5", "a7")
    drive.until(lambda: drive.scene.stage.celebrates)


def test_every_end_is_heard_once_as_the_moment_begins(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    drive = tables.table(ANNA, BERT, position=WON)
    heard: list[str] = []
    monkeypatch.setattr(drive.app.sound, "play", lambda name, **facts: heard.append(name))
    drive.click("c5", "a7")
    drive.until(lambda: drive.scene.stage.celebrates)
    assert heard.count("win") == 1
    drive.until(lambda: drive.above is not None)
    assert heard.count("win") == 1


@pytest.mark.parametrize("kind", ["draughts", "men", "points"])
def test_every_frame_of_it_is_as_if_painted_anew(tables: Tables, kind: str) -> None:
    if kind == "draughts":
        drive = won(tables)
    elif kind == "men":
        drive = tables.table(ANNA, BERT, position=KING_FALLS, game=DUCK)
        drive.click("e4", "e8")
    else:
        drive = dice_table(tables)
        drive.scene.controller.end("resigned", 0)
        drive.step()
    Monkey(drive, 0)
    drive.until(lambda: drive.above is not None)
    while sheet(drive).coming:
        drive.step()
    drive.step()


# --- the sheet


def test_the_sheet_comes_from_the_edge_without_a_jump_at_its_end(tables: Tables) -> None:
    for size in ((960, 600), (600, 960)):
        drive = won(tables, size=size)
        drive.strike(pygame.K_x)
        drive.step()
        ways = []
        while sheet(drive).coming:
            ways.append(sum(sheet(drive).away()))
            drive.step(0.01)
        assert ways == sorted(ways, reverse=True) and ways[0] > 100 > 12 > ways[-1]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_result_stays_within_reach(tables: Tables, game: Game) -> None:
    """Bug: a click on the table took the sheet away, and nothing led back to it."""
    drive = tables.table(ANNA, COMPUTER, game=game, animation="off")
    drive.scene.controller.end("resigned", 0)
    drive.until(lambda: drive.above is not None)
    again = "Back to the result"
    drive.click_at(drive.stage.area.centre)
    assert "Play again" in [key.label for key in sheet(drive).keys]
    drive.click("Watch it again")
    assert drive.above is None
    drive.click(again)
    drive.escape()
    if len(drive.match.plies) > 1:
        drive.strike(pygame.K_HOME)
    drive.click(again)
    assert "New match" in [key.label for key in sheet(drive).keys]


def test_what_the_result_opens_leads_back_to_it(tables: Tables) -> None:
    """Bug: whoever closed the review had a board before them, and no key to play again."""
    drive = won(tables, animation="off")
    drive.until(lambda: drive.above is not None)
    drive.click("Computer review")
    review_of(drive)
    drive.strike(pygame.K_HOME)
    drive.escape()
    assert sheet(drive) and drive.scene.controller.cursor.at_end
    drive.click("Watch it again")
    drive.strike(pygame.K_v)
    review_of(drive)
    drive.escape()
    drive.strike(pygame.K_HOME)
    drive.click("Back to the result")
    assert drive.scene.controller.cursor.at_end, "bug: the sheet lay beside the start"
    drive.click("Watch it again")
    drive.escape()
    assert isinstance(drive.above, PauseScene)
    drive.escape()
    assert drive.above is None


def test_a_review_from_the_archive_leads_back_to_where_it_was_opened(tables: Tables) -> None:
    drive = looked_back(tables)
    drive.strike(pygame.K_v)
    drive.escape()
    assert drive.above is None
    drive.click("Back to the result", "Computer review")
    drive.escape()
    assert "Play again" in [key.label for key in sheet(drive).keys]


def test_over_a_review_f1_opens_the_rules(tables: Tables) -> None:
    drive = looked_back(tables)
    drive.strike(pygame.K_v)
    drive.strike(pygame.K_F1)
    assert isinstance(drive.app.stack.top, RulebookScene)


def test_main_menu_leads_there_past_a_list_of_matches(tables: Tables) -> None:
    """Bug: it led to the list."""
    drive = looked_back(tables)
    scenes = drive.app.stack.scenes
    menu = Ground(drive.app)
    scenes[:0] = [menu, Ground(drive.app)]
    drive.scene.act("to-menu")
    assert scenes == [menu]


def test_what_the_computer_says_to_a_draw_stays_beside_the_board(tables: Tables) -> None:
    drive = tables.table(ANNA, COMPUTER)
    drive.scene.act("offer")
    drive.run(10.0)
    assert not drive.toast and drive.note == "Regular declines the draw."


def test_a_click_while_the_sheet_comes_is_done_to_it(tables: Tables) -> None:
    drive = won(tables)
    drive.strike(pygame.K_x)
    drive.step()
    assert sheet(drive).coming
    drive.click(sheet(drive).keys[0])
    assert drive.app.stack.top is not drive.scene and not isinstance(drive.app.stack.top, ResultScene)

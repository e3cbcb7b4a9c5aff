"""The table from above: tiles, bookmarks, notices, and the menu of a match and its result."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

import pygame
import pytest

from rules import GAMES, KEYS
from scenes.app.app import App
from scenes.app.files import Notice
from scenes.app.navigation import Tell, go
from scenes.games.unstacked_draughts.points import PointsTable
from scenes.screens.archive import ArchiveScene
from scenes.screens.board_picture import posed
from scenes.screens.exchange import ExchangeScene
from scenes.screens.menu.bookmarks import Bookmark
from scenes.screens.menu.scene import MenuScene
from scenes.screens.menu.tiles import GameTile
from scenes.screens.pause import PauseScene
from scenes.screens.policy import MAX_BOOKMARKS
from scenes.screens.result import ORDER, ResultScene
from scenes.screens.rulebook.scene import RulebookScene
from scenes.screens.settings import SettingsScene
from scenes.screens.setup.scene import SetupScene
from scenes.screens.statistics.scene import StatisticsScene
from scenes.surfaces.layout import table_frame
from scenes.surfaces.squares import RATIO
from scenes.table.record_headers import DATE
from scenes.table.requests import OpenMatch
from scenes.ui.button import Button, IconButton
from scenes.ui.chooser import Chooser
from scenes.ui.listing import Listing
from scenes.ui.sheet import Dialog, PaperScene
from tests.checks import check_alike
from tests.scenes.driver import Driver, Table, visit
from tests.scenes.matches import ANNA, COMPUTER, GAME, session

pytestmark = pytest.mark.usefixtures("no_table")

ROOT: Final = Path(__file__).parents[2]


def _keep(app: App, count: int) -> None:
    for number in range(count):
        session(app.storage, 6, names=("Anna", f"Bert {number}"), match_id=f"match-{number}").save(app.storage)


def test_the_first_frame_has_all_but_the_boards_and_no_click_after_it_is_lost(driver: Driver) -> None:
    menu = MenuScene(driver.app, (GAME.key,))
    driver.app.stack.push(menu)
    driver.app.paint()
    (tile,) = driver.all_of(GameTile)
    assert not tile.picture.ready() and {"Quit", "New match", "Double Draughts"} <= set(driver.words().split("\n"))
    assert menu.pace() == 0.0
    middle_of_the_board = (300, 300)
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, pos=middle_of_the_board, button=1))
    driver.frames(1)
    assert isinstance(driver.top, SetupScene)


def test_the_boards_are_painted_afterwards_and_then_nothing_moves(driver: Driver) -> None:
    menu = MenuScene(driver.app)
    driver.open(menu)
    driver.frames(10)
    assert menu.pace() is None
    before = driver.app.surface.copy()
    driver.app.dirty()
    driver.frames(1)
    check_alike(before, driver.app.surface, "what is left of the menu")


def test_the_boards_are_painted_below_a_sheet_that_came_first(driver: Driver) -> None:
    """Bug: behind the sentence about a file that can't be opened the menu had no boards until it was closed."""
    menu = MenuScene(driver.app)
    driver.app.stack.push(menu)
    go(driver.app, Tell("Not opened", "Why it can't be opened."))
    driver.app.paint()
    for _ in range(60):
        if driver.app.chores:
            driver.app.chores.popleft()()
    assert menu.whole and driver.top is not menu


def test_a_bookmark_says_who_plays_and_goes_on(driver: Driver) -> None:
    _keep(driver.app, 2)
    driver.open(MenuScene(driver.app))
    marks = driver.all_of(Bookmark)
    assert {mark.label for mark in marks} == {"Anna and Bert 0", "Anna and Bert 1"}
    driver.click("Anna and Bert 1")
    assert isinstance(driver.top, Table) and driver.top.session.id == "match-1"
    assert len(driver.top.session.match.plies) == 6


@pytest.mark.parametrize("seat", [0, 1])
def test_a_bookmark_wears_the_colour_of_whoever_plays_alone(driver: Driver, seat: int) -> None:
    """Bug: "You and Beginner" and "Beginner and You" wore the same white checker."""
    one = session(driver.app.storage, 2)
    players = (ANNA, COMPUTER) if seat == 0 else (COMPUTER, ANNA)
    one.record = replace(one.record, players=players)
    one.save(driver.app.storage)
    driver.open(MenuScene(driver.app))
    assert [mark.look for mark in driver.all_of(Bookmark)] == [f"double_draughts/{('ebony', 'ivory')[seat]}"]


def test_matches_that_look_alike_are_told_apart(driver: Driver) -> None:
    """Bug: two windows' matches, or two with the same opponent, stood there twice under one name."""
    storage = driver.app.storage
    for name in ("2025-11-21-190000-1", "2025-11-21-190000-1-2", "2025-11-22-200000-1"):
        one = session(storage, 2, match_id=name)
        one.record = replace(one.record, extra={DATE: f"{name[:10]} {name[11:13]}:00"})
        one.save(storage)
    driver.open(MenuScene(driver.app))
    marks = {mark.entry.id[8:]: (mark.label, mark._details[0]) for mark in driver.all_of(Bookmark)}
    whose = marks["21-190000-1"][1].rpartition(" · ")[0]
    assert whose.startswith("Double Draughts, turn 2 · ") and marks == {
        "21-190000-1": ("Anna and Bert", f"{whose} · 21 November 2025"),
        "21-190000-1-2": ("Anna and Bert (2)", f"{whose} · 21 November 2025"),
        "22-200000-1": ("Anna and Bert", f"{whose} · 22 November 2025"),
    }
    driver.open(ArchiveScene(driver.app, "matches"))
    listed = driver.the(Listing)
    assert sum("Anna and Bert (2), Double Draughts" in listed.words(n) for n in range(listed.count)) == 1


def test_a_bookmark_numbers_turns_as_the_score_sheet_does(driver: Driver) -> None:
    _keep(driver.app, 1)
    driver.open(MenuScene(driver.app))
    (mark,) = driver.all_of(Bookmark)
    driver.click(mark.label)
    table = driver.top
    assert isinstance(table, Table)
    assert len(table.session.match.turns()) == 6
    turn = "Double Draughts, turn 4"
    assert mark._details == (f"{turn} · Anna to move", turn, "Turn 4 · Anna to move", "Anna to move")


def test_the_newest_bookmark_comes_first_and_enter_goes_on_with_it(driver: Driver) -> None:
    import os

    _keep(driver.app, 3)
    for number in range(3):
        path = driver.app.storage.data / "matches" / f"match-{number}.tablier"
        os.utime(path, (1000 + 10 * (number == 1), 1000 + 10 * (number == 1)))
    driver.open(MenuScene(driver.app))
    assert driver.all_of(Bookmark)[0].label == "Anna and Bert 1"
    driver.strike(pygame.K_RETURN)
    assert isinstance(driver.top, Table) and driver.top.session.id == "match-1"


def test_without_bookmarks_enter_sets_the_game_up(driver: Driver) -> None:
    driver.open(MenuScene(driver.app))
    driver.strike(pygame.K_RETURN)
    assert isinstance(driver.top, SetupScene)


def test_many_bookmarks_leave_room_for_the_way_to_all(driver: Driver) -> None:
    _keep(driver.app, MAX_BOOKMARKS + 3)
    driver.open(MenuScene(driver.app))
    assert 1 <= len(driver.all_of(Bookmark)) <= MAX_BOOKMARKS
    driver.click("All 9 matches under way")
    assert isinstance(driver.top, ArchiveScene)


def test_a_match_is_thrown_away_only_after_a_yes(driver: Driver) -> None:
    _keep(driver.app, 1)
    driver.open(MenuScene(driver.app))
    for answer, left in (("Keep", 1), ("Throw away", 0)):
        bins = driver.all_of(IconButton)
        driver.click_at(next(one for one in bins if one.tip == "Throw away").rect.center)
        assert isinstance(driver.top, Dialog)
        driver.click(answer)
        assert len(driver.app.storage.list_matches()) == left
        assert len(driver.all_of(Bookmark)) == left


def test_the_delete_key_asks_about_the_bookmark_with_the_focus(driver: Driver) -> None:
    _keep(driver.app, 1)
    driver.open(MenuScene(driver.app))
    driver.form.focus(driver.all_of(Bookmark)[0])
    driver.strike(pygame.K_DELETE)
    assert isinstance(driver.top, Dialog)


def test_a_match_that_cannot_be_read_is_set_aside_with_a_sentence(driver: Driver) -> None:
    _keep(driver.app, 2)
    path = driver.app.storage.data / "matches" / "match-0.tablier"
    path.write_text("Hello", encoding="utf-8")
    driver.open(MenuScene(driver.app))
    assert [mark.label for mark in driver.all_of(Bookmark)] == ["Anna and Bert 1"]
    assert "match-0.tablier could not be read" in driver.words()
    assert not path.exists() and list(path.parent.glob("match-0.tablier.unreadable-*"))


def test_a_match_that_cannot_be_replayed_is_set_aside_when_it_is_gone_on_with(driver: Driver) -> None:
    _keep(driver.app, 1)
    path = driver.app.storage.data / "matches" / "match-0.tablier"
    path.write_text(path.read_text(encoding="utf-8") + "0 a1-h8 1.0\n", encoding="utf-8")
    driver.open(MenuScene(driver.app))
    driver.click("Anna and Bert 0")
    assert isinstance(driver.top, MenuScene)
    assert driver.all_of(Bookmark) == [] and "could not be read" in driver.words()


def test_resume_lays_the_match_over_the_menu(driver: Driver) -> None:
    _keep(driver.app, 1)
    driver.open(MenuScene(driver.app))
    go(driver.app, OpenMatch("match-0"))
    assert isinstance(driver.top, Table) and driver.top.session.id == "match-0"


def test_notices_are_shown_until_they_are_closed(driver: Driver) -> None:
    storage = driver.app.storage
    storage.notices += [Notice("storage.settings_from_backup", {}) for _ in range(4)]
    driver.open(MenuScene(driver.app))
    for left in (1, 0):
        driver.click_at(next(one for one in driver.all_of(IconButton) if one.tip == "Close").rect.center)
        assert len(storage.notices) == left
    assert "The settings saved" not in driver.words()


def test_the_keys_lead_where_they_say(driver: Driver) -> None:
    session(driver.app.storage, 1000, match_id="over").save(driver.app.storage)
    driver.open(MenuScene(driver.app, (GAME.key,)))
    places = {
        "Settings": SettingsScene,
        "Statistics": StatisticsScene,
        "Finished matches": ArchiveScene,
        "Open a match": ExchangeScene,
        "New match": SetupScene,
    }
    for label, place in places.items():
        driver.click(label)
        assert isinstance(driver.top, place), label
        driver.strike(pygame.K_ESCAPE)
        assert isinstance(driver.top, MenuScene)
    driver.click("Quit")
    assert not driver.app.running


def test_every_key_can_be_reached_with_the_keyboard_alone(driver: Driver) -> None:
    _keep(driver.app, 2)
    driver.open(MenuScene(driver.app))
    wanted = {widget for widget in driver.form.walk() if widget.focusable}
    seen = set()
    for _ in range(2 * len(wanted)):
        driver.strike(pygame.K_TAB)
        seen.add(driver.form.focus_on)
    assert seen == wanted


def test_five_games_have_a_tile_each_and_no_key_for_one_of_them(driver: Driver) -> None:
    driver.open(MenuScene(driver.app, (GAME.key,) * 5))
    tiles = driver.all_of(GameTile)
    assert len(tiles) == 5
    assert all(not a.rect.colliderect(b.rect) for a in tiles for b in tiles if a is not b)
    assert "New match" not in driver.words()


# --- the menu of a match, its result


@pytest.mark.parametrize("action", ["offer", "resign", "new", "copy-position", "save-file", "rules", "to-menu"])
def test_the_pause_menu_pops_with_what_was_clicked(driver: Driver, action: str) -> None:
    driver.open(PauseScene(driver.app, ["go-on", action]))
    driver.click(driver.app.words(f"pause.{action}"))
    assert driver.ground.results == [action]


@pytest.mark.parametrize("key", [pygame.K_ESCAPE, pygame.K_RETURN])
def test_escape_and_enter_go_on_with_the_match(driver: Driver, key: int) -> None:
    driver.open(PauseScene(driver.app, ["go-on", "resign"]))
    driver.strike(key)
    assert driver.ground.results == ["go-on"]


def test_the_settings_come_back_to_the_pause_menu(driver: Driver) -> None:
    driver.open(PauseScene(driver.app, ["go-on", "settings"]))
    driver.click("Settings")
    assert isinstance(driver.top, SettingsScene)
    driver.strike(pygame.K_ESCAPE)
    assert isinstance(driver.top, PauseScene)
    assert driver.ground.results == []


def test_resigning_stands_apart(driver: Driver) -> None:
    driver.open(PauseScene(driver.app, ["go-on", "offer", "new", "rules", "settings", "resign", "to-menu"]))
    resign = driver.labelled("Resign").rect
    others = [key.rect for key in driver.form.walk() if key.focusable and key.label != "Resign"]
    room = resign.inflate(4 * driver.app.theme.gap, 2 * driver.app.theme.gap)
    assert all(not room.colliderect(other) for other in others)


@pytest.mark.parametrize(
    "label,action", [("Play again", "rematch"), ("New match", "new"), ("Watch it again", "replay")]
)
def test_the_result_pops_with_what_was_clicked(driver: Driver, label: str, action: str) -> None:
    driver.open(
        ResultScene(driver.app, "Anna won", "Bert has no move left.", ["1 : 0"], ["rematch", "replay", "new"], RATIO)
    )
    driver.click(label)
    assert driver.ground.results == [action]


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080), (2560, 1440)])
@pytest.mark.parametrize("scale", [100, 150])
def test_beside_the_board_the_result_covers_the_panel_and_nothing_else(size: tuple[int, int], scale: int) -> None:
    driver = visit(size, text_scale=scale)
    scene = ResultScene(driver.app, "Anna won", "Bert has no move left.", ["1 : 0"], tuple(ORDER), RATIO)
    driver.open(scene)
    panel = pygame.Rect(table_frame(size, RATIO, driver.app.theme.u).panel.ints())
    assert scene.sheet.rect.contains(panel)
    assert (scene.sheet.rect.left, scene.sheet.rect.right) == (panel.left, panel.right)
    driver.app.close()


def test_no_word_on_the_result_is_broken(driver: Driver) -> None:
    """Bug: "Attentio" stood above "n" after a match with dice."""
    actions = ("dice", "heed", "rematch", "replay", "review", "new", "to-menu")
    driver.open(ResultScene(driver.app, "You won", "", ["1 : 0"], actions, PointsTable.ratio))
    assert all(key.rect.width >= key.natural_width() for key in driver.all_of(Button))


def test_escape_leaves_the_result_to_look_at_the_board(driver: Driver) -> None:
    driver.open(ResultScene(driver.app, "Draw", "Draw by agreement.", [], ["rematch", "replay"], RATIO))
    driver.strike(pygame.K_ESCAPE)
    assert driver.ground.results == ["look-back"]


# --- one of several games


def _sheet(driver: Driver, kind: type[PaperScene]) -> str:
    top = driver.top
    assert isinstance(top, kind)
    return top.title()


@pytest.mark.parametrize("key,place", [(pygame.K_F1, RulebookScene), (pygame.K_n, SetupScene)])
def test_with_one_game_a_key_means_that(driver: Driver, key: int, place: type[PaperScene]) -> None:
    driver.open(MenuScene(driver.app, (GAME.key,)))
    driver.strike(key)
    assert _sheet(driver, place) == "Double Draughts"


@pytest.mark.parametrize("key,place", [(pygame.K_F1, RulebookScene), (pygame.K_n, SetupScene)])
@pytest.mark.parametrize("number", range(len(GAMES)))
def test_a_key_means_the_game_that_the_mouse_is_on(
    driver: Driver, key: int, place: type[PaperScene], number: int
) -> None:
    driver.open(MenuScene(driver.app))
    tile = driver.all_of(GameTile)[number]
    driver.post(pygame.MOUSEMOTION, pos=tile.rect.center, rel=(1, 0), buttons=(0, 0, 0))
    driver.strike(key)
    assert _sheet(driver, place) == tile.label


def test_the_keyboard_walks_over_the_tiles(driver: Driver) -> None:
    driver.open(MenuScene(driver.app))
    first, second = driver.all_of(GameTile)[:2]
    driver.tab_to(first)
    driver.strike(pygame.K_RIGHT)
    assert second.focused
    driver.strike(pygame.K_F1)
    assert _sheet(driver, RulebookScene) == second.label
    driver.strike(pygame.K_F1)
    driver.strike(pygame.K_RETURN)
    assert _sheet(driver, SetupScene) == second.label


def test_a_key_asks_which_game_is_meant_where_none_is(driver: Driver) -> None:
    driver.open(MenuScene(driver.app))
    driver.post(pygame.MOUSEMOTION, pos=driver.all_of(GameTile)[1].rect.center, rel=(1, 0), buttons=(0, 0, 0))
    driver.post(pygame.MOUSEMOTION, pos=(2, 2), rel=(1, 0), buttons=(0, 0, 0))
    driver.strike(pygame.K_F1)
    (asked,) = driver.all_of(Chooser)
    games = ("Double Draughts", "Duck Chess", "Unstacked Draughts", "Ducart", "Ducale")
    assert asked.label == f"The rules of which game? {', '.join(games)}"
    driver.strike(pygame.K_ESCAPE)
    assert len(driver.app.stack.scenes) == 2 and not driver.all_of(Chooser)
    driver.strike(pygame.K_n)
    (asked,) = driver.all_of(Chooser)
    assert asked.label == f"Which game do you want to play? {', '.join(games)}"
    driver.strike(pygame.K_DOWN)
    driver.strike(pygame.K_RETURN)
    assert _sheet(driver, SetupScene) == "Duck Chess"


def test_a_key_with_ctrl_means_nothing_here(driver: Driver) -> None:
    driver.open(MenuScene(driver.app))
    driver.strike(pygame.K_n, pygame.KMOD_LCTRL)
    assert isinstance(driver.top, MenuScene) and not driver.all_of(Chooser)


def test_every_game_lies_on_the_menu_as_it_is_known() -> None:
    """The first position of Duck Chess has no duck on the board."""
    looks = [{token.look for tokens in posed(key).table().values() for token in tokens} for key in KEYS]
    assert looks[0] == {"ebony", "ivory"} and "duck" in looks[1] and len(looks[1]) == 13


def test_bookmarks_of_all_games_lie_there_together(driver: Driver) -> None:
    for game in GAMES:
        session(driver.app.storage, 6, names=("Anna", game.key), match_id=game.key, game=game).save(
            driver.app.storage
        )
    driver.open(MenuScene(driver.app))
    said = {mark.label: mark._details[0] for mark in driver.all_of(Bookmark)}
    assert said["Anna and duck-chess"] == "Duck Chess, turn 2 · duck-chess to move"
    assert said["Anna and double-draughts"].startswith("Double Draughts, turn ")
    driver.click("Anna and duck-chess")
    assert isinstance(driver.top, Table) and driver.top.session.match.game.key == "duck-chess"

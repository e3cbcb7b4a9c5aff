"""The table from above: tiles, bookmarks, notices, and the menu of a match and its result."""

from __future__ import annotations

import os
from dataclasses import replace

import pygame
import pytest

from rules import GAMES, KEYS
from scenes.app.atomic_files import Notice
from scenes.app.navigation import ShowText, open_screen
from scenes.app.words import LANGUAGES, Words
from scenes.games.unstacked_draughts.points_table import PointsTable
from scenes.screens.board_picture import menu_position
from scenes.screens.constants import MAX_BOOKMARKS
from scenes.screens.import_export import OpenMatchScene
from scenes.screens.match_list import ArchiveScene
from scenes.screens.menu.bookmarks import Bookmark
from scenes.screens.menu.scene import MenuScene
from scenes.screens.menu.tiles import GameTile
from scenes.screens.pause import PauseScene
from scenes.screens.result import NEXT_ACTIONS, ResultScene
from scenes.screens.rulebook.scene import RulebookScene
from scenes.screens.settings import SettingsScene
from scenes.screens.setup.scene import SetupScene
from scenes.screens.statistics.scene import StatisticsScene
from scenes.surfaces.layout import table_frame
from scenes.surfaces.squares import RATIO
from scenes.table.record_headers import DATE
from scenes.table.screen_requests import OpenMatch
from scenes.ui.button import Button, IconButton
from scenes.ui.dialog import Dialog
from scenes.ui.form_scene import PanelScene
from scenes.ui.listing import Listing
from tests.checks import check_alike
from tests.scenes.driver import Driver, Table, visit
from tests.scenes.matches import ANNA, COMPUTER, GAME, session

pytestmark = pytest.mark.usefixtures("no_table")


@pytest.fixture
def menu(driver: Driver) -> Driver:
    driver.open(MenuScene(driver.app))
    return driver


def lay_matches(driver: Driver, count: int) -> list[Bookmark]:
    """The bookmarks of a menu that was opened with some matches on file."""
    for number in range(count):
        one = session(driver.app.storage, 6, names=("Anna", f"Bert {number}"), match_id=f"match-{number}")
        one.save(driver.app.storage)
    driver.open(MenuScene(driver.app))
    return driver.all_of(Bookmark)


def test_first_frame_of_the_menu_lacks_only_the_boards_and_keeps_clicks(driver: Driver) -> None:
    menu = MenuScene(driver.app, (GAME.key,))
    driver.app.stack.push(menu)
    driver.app.paint()
    (tile,) = driver.all_of(GameTile)
    assert not tile.picture.is_ready() and {"Quit", "New match", "Double Draughts"} <= set(driver.words().split("\n"))
    assert menu.wait_seconds() == 0.0
    middle_of_the_board = (300, 300)
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, pos=middle_of_the_board, button=1))
    driver.frames(1)
    assert isinstance(driver.top, SetupScene)


def test_menu_boards_are_painted_later_and_then_the_menu_sleeps(menu: Driver) -> None:
    menu.frames(10)
    assert menu.top.wait_seconds() is None
    before = menu.app.surface.copy()
    menu.app.dirty()
    menu.frames(1)
    check_alike(before, menu.app.surface, "what is left of the menu")


def test_menu_boards_are_painted_below_an_open_dialog(driver: Driver) -> None:
    """Bug: behind the sentence about a file that can't be opened the menu had no boards until it was closed."""
    menu = MenuScene(driver.app)
    driver.app.stack.push(menu)
    open_screen(driver.app, ShowText("Not opened", "Why it can't be opened."))
    driver.app.paint()
    for _ in range(60):
        if driver.app.chores:
            driver.app.chores.popleft()()
    assert menu.has_all_boards and driver.top is not menu


def test_bookmark_names_its_players_and_opens_the_match(driver: Driver) -> None:
    marks = {mark.label: mark for mark in lay_matches(driver, 2)}
    assert set(marks) == {"Anna and Bert 0", "Anna and Bert 1"}
    turn = "Double Draughts, turn 4"
    assert marks["Anna and Bert 1"]._details == (
        f"{turn} · Anna to move",
        turn,
        "Turn 4 · Anna to move",
        "Anna to move",
    )
    driver.click("Anna and Bert 1")
    assert isinstance(driver.top, Table) and driver.top.session.id == "match-1"
    assert len(driver.top.session.match.turns()) == 6, "turns are numbered as the score sheet does"
    driver.escape()
    open_screen(driver.app, OpenMatch("match-0"))
    assert isinstance(driver.top, Table) and driver.top.session.id == "match-0"


@pytest.mark.parametrize("seat", [0, 1])
def test_bookmark_has_the_colour_of_the_only_person(driver: Driver, seat: int) -> None:
    """Bug: "You and Beginner" and "Beginner and You" wore the same white checker."""
    one = session(driver.app.storage, 2)
    players = (ANNA, COMPUTER) if seat == 0 else (COMPUTER, ANNA)
    one.record = replace(one.record, players=players)
    one.save(driver.app.storage)
    driver.open(MenuScene(driver.app))
    assert [mark.emblem for mark in driver.all_of(Bookmark)] == [f"double_draughts/{('ebony', 'ivory')[seat]}"]


def test_bookmarks_of_similar_matches_are_distinguished(driver: Driver) -> None:
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
    assert sum("Anna and Bert (2), Double Draughts" in listed.describe_line(n) for n in range(listed.count)) == 1


def test_newest_bookmark_comes_first_and_enter_opens_it(driver: Driver) -> None:
    lay_matches(driver, 3)
    for number in range(3):
        path = driver.app.storage.data / "matches" / f"match-{number}.tablier"
        os.utime(path, (1000 + 10 * (number == 1), 1000 + 10 * (number == 1)))
    driver.open(MenuScene(driver.app))
    assert driver.all_of(Bookmark)[0].label == "Anna and Bert 1"
    driver.strike(pygame.K_RETURN)
    assert isinstance(driver.top, Table) and driver.top.session.id == "match-1"


def test_many_bookmarks_leave_room_for_the_button_to_all_matches(driver: Driver) -> None:
    assert 1 <= len(lay_matches(driver, MAX_BOOKMARKS + 3)) <= MAX_BOOKMARKS
    driver.click("All 9 matches under way")
    assert isinstance(driver.top, ArchiveScene)


def test_match_is_deleted_only_after_confirmation(driver: Driver) -> None:
    (mark,) = lay_matches(driver, 1)
    driver.strike_on(mark, pygame.K_DELETE)
    assert isinstance(driver.top, Dialog), "the key asks as the mouse does"
    driver.escape()
    for answer, left in (("Keep", 1), ("Delete", 0)):
        driver.click(next(one for one in driver.all_of(IconButton) if one.tip == "Delete"))
        assert isinstance(driver.top, Dialog)
        driver.click(answer)
        assert len(driver.app.storage.list_matches()) == len(driver.all_of(Bookmark)) == left


def test_unreadable_match_is_set_aside_with_a_message(driver: Driver) -> None:
    lay_matches(driver, 2)
    path, other = (driver.app.storage.data / "matches" / f"match-{number}.tablier" for number in (0, 1))
    path.write_text("Hello", encoding="utf-8")
    other.write_text(other.read_text(encoding="utf-8") + "0 a1-h8 1.0\n", encoding="utf-8")
    driver.open(MenuScene(driver.app))
    assert [mark.label for mark in driver.all_of(Bookmark)] == ["Anna and Bert 1"]
    assert "match-0.tablier could not be read" in driver.words()
    assert not path.exists() and list(path.parent.glob("match-0.tablier.unreadable-*"))
    driver.click("Anna and Bert 1")
    assert isinstance(driver.top, MenuScene), "it can't be replayed"
    assert driver.all_of(Bookmark) == [] and "match-1.tablier could not be read" in driver.words()


def test_notices_are_shown_until_they_are_closed(driver: Driver) -> None:
    storage = driver.app.storage
    storage.notices += [Notice("storage.settings_from_backup", {}) for _ in range(4)]
    driver.open(MenuScene(driver.app))
    for left in (1, 0):
        driver.click(next(one for one in driver.all_of(IconButton) if one.tip == "Close"))
        assert len(storage.notices) == left
    assert "The settings saved" not in driver.words()


def test_menu_buttons_open_their_screens(driver: Driver) -> None:
    session(driver.app.storage, 1000, match_id="over").save(driver.app.storage)
    driver.open(MenuScene(driver.app, (GAME.key,)))
    places = {
        "Settings": SettingsScene,
        "Statistics": StatisticsScene,
        "Finished matches": ArchiveScene,
        "Open a match": OpenMatchScene,
        "New match": SetupScene,
    }
    for label, place in places.items():
        driver.click(label)
        assert isinstance(driver.top, place), label
        driver.strike(pygame.K_ESCAPE)
        assert isinstance(driver.top, MenuScene)
    driver.click("Quit")
    assert not driver.app.running


def test_every_menu_button_is_reached_by_tab(driver: Driver) -> None:
    lay_matches(driver, 2)
    wanted = [widget for widget in driver.form.iter_widgets() if widget.focusable]
    assert wanted[:5] == driver.all_of(GameTile) and wanted[-1].label == "Quit", "first games, the door last"
    seen = set()
    for _ in range(2 * len(wanted)):
        driver.strike(pygame.K_TAB)
        seen.add(driver.form.focus_on)
    assert seen == set(wanted)


def test_each_of_five_games_has_a_tile(menu: Driver) -> None:
    tiles = menu.all_of(GameTile)
    assert len(tiles) == 5 and "New match" not in menu.words()
    assert all(not a.rect.colliderect(b.rect) for a in tiles for b in tiles if a is not b)


@pytest.mark.parametrize("action", ["offer", "resign", "new", "copy-position", "save-file", "rules", "to-menu"])
def test_pause_menu_returns_the_clicked_action_and_resumes_by_keys(driver: Driver, action: str) -> None:
    driver.open(PauseScene(driver.app, ["go-on", action]))
    driver.click(driver.app.words(f"pause.{action}"))
    for key in (pygame.K_ESCAPE, pygame.K_RETURN):
        driver.open(PauseScene(driver.app, ["go-on", action]))
        driver.strike(key)
    assert driver.ground.results == [action, "go-on", "go-on"]


def test_settings_return_to_the_pause_menu_where_resign_stands_apart(driver: Driver) -> None:
    driver.open(PauseScene(driver.app, ["go-on", "offer", "new", "rules", "settings", "resign", "to-menu"]))
    resign = driver.labelled("Resign").rect
    others = [key.rect for key in driver.form.iter_widgets() if key.focusable and key.label != "Resign"]
    room = resign.inflate(4 * driver.app.theme.gap, 2 * driver.app.theme.gap)
    assert all(not room.colliderect(other) for other in others)
    driver.click("Settings")
    assert isinstance(driver.top, SettingsScene)
    driver.strike(pygame.K_ESCAPE)
    assert isinstance(driver.top, PauseScene)
    assert driver.ground.results == []


def test_result_returns_the_clicked_action_or_look_back(driver: Driver) -> None:
    actions = {"Play again": "rematch", "New match": "new", "Watch it again": "replay", "": "look-back"}
    for label in actions:
        driver.open(ResultScene(driver.app, "Anna won", "", ["1 : 0"], ["rematch", "replay", "new"], RATIO))
        driver.click(label) if label else driver.escape()
    assert driver.ground.results == list(actions.values())


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080), (2560, 1440)])
@pytest.mark.parametrize("scale", [100, 150])
def test_result_covers_only_the_panel(size: tuple[int, int], scale: int) -> None:
    driver = visit(size, text_scale=scale)
    scene = ResultScene(driver.app, "Anna won", "Bert has no move left.", ["1 : 0"], tuple(NEXT_ACTIONS), RATIO)
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


def _sheet(driver: Driver, kind: type[PanelScene]) -> str:
    assert isinstance(driver.top, kind)
    return driver.top.title()


@pytest.mark.parametrize("key,place", [(pygame.K_F1, RulebookScene), (pygame.K_n, SetupScene)])
def test_key_applies_to_the_only_game_or_the_game_under_the_mouse(
    driver: Driver, key: int, place: type[PanelScene]
) -> None:
    driver.open(MenuScene(driver.app, (GAME.key,)))
    driver.strike(key)
    assert _sheet(driver, place) == "Double Draughts"
    for number in range(len(GAMES)):
        driver.open(MenuScene(driver.app))
        tile = driver.all_of(GameTile)[number]
        driver.move(tile.rect.center)
        driver.strike(key)
        assert _sheet(driver, place) == tile.label


def test_menu_positions_show_typical_pieces() -> None:
    """The first position of Duck Chess has no duck on the board."""
    looks = [{token.look for tokens in menu_position(key).table().values() for token in tokens} for key in KEYS]
    assert looks[0] == {"ebony", "ivory"} and "duck" in looks[1] and len(looks[1]) == 13


def test_bookmarks_of_all_games_are_shown_together(driver: Driver) -> None:
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_format_of_every_game_has_words(language: str) -> None:
    words = Words(language)
    formats = [form for game in GAMES for form in game.text.formats]
    lacking = [form.key for form in formats if not words.has(f"pause.copy-{form.key}")]
    lacking += [form.suffix for form in formats if not words.has(f"exchange.kind_{form.suffix[1:]}")]
    assert formats and not lacking


def test_pause_menu_lists_every_format_even_without_words(driver: Driver) -> None:
    for keys in (*([one.key for one in game.text.formats] for game in GAMES), ["record", "loa"]):
        actions = ["go-on", *(f"copy-{key}" for key in keys), "save-file"]
        scene = PauseScene(driver.app, actions)
        driver.open(scene)
        assert list(scene.buttons) == actions
    assert scene.buttons["copy-loa"].label == "Copy as loa"

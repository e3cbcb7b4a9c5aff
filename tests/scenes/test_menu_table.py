"""How the menu's table is laid: boards, tags, bookmarks, and what who is new here is told."""

from typing import Any, Final

import pygame
import pytest

from rules import GAMES
from rules.game import Game
from scenes.app.storage import Storage
from scenes.app.words import LANGUAGES
from scenes.screens.learn.coach_scene import CoachScene
from scenes.screens.learn.tasks import LESSONS, Progress, course
from scenes.screens.menu.bookmarks import Bookmark, BookmarkSheet
from scenes.screens.menu.scene import MenuScene
from scenes.screens.menu.tiles import GameTile
from scenes.table.match_summary import MatchSummary
from scenes.table.record_headers import TO_MOVE, TURNS
from scenes.table.session import Session
from scenes.ui.button import Button
from tests.rules.play import in_pairs
from tests.scenes.driver import Driver, Tables, visit
from tests.scenes.matches import ANNA, COMPUTER, GAME, session
from tests.soak.monkey.laws import difference_of

SIZES: Final = ((960, 600), (1280, 800), (1000, 1000), (2560, 1080), (2560, 1440), (3840, 2160), (960, 1300))


def open_menu(size: tuple[int, int] = (960, 600), matches: int = 0, plies: int = 2, **settings: Any) -> Driver:
    """The menu with some matches under way."""
    driver = visit(size, **settings)
    for number in range(matches):
        one = session(driver.app.storage, plies, names=("Anna", f"Bert {number}"), match_id=f"match-{number}")
        one.save(driver.app.storage)
    driver.app.stack.push(MenuScene(driver.app))
    return driver


def keep_and_read(driver: Driver, plies: int, match_id: str) -> list[str]:
    """The words of the menu when a match is on file."""
    session(driver.app.storage, plies, match_id=match_id).save(driver.app.storage)
    driver.open(MenuScene(driver.app))
    return driver.words().split("\n")


@pytest.mark.parametrize(
    ("size", "scale", "language", "matches"), in_pairs(SIZES, (100, 150), tuple(LANGUAGES), (0, 3, 20))
)
def test_menu_boards_have_similar_areas_and_tags_do_not_overlap(
    size: tuple[int, int], scale: int, language: str, matches: int
) -> None:
    """Bug: in a narrow tile the second line of a tag was written over a name that took two lines itself."""
    driver = open_menu(size, matches, text_scale=scale, language=language)
    window = pygame.Rect((0, 0), size)
    areas = []
    for tile in driver.all_of(GameTile):
        assert window.contains(tile.rect) and tile.rect.contains(tile._tag_rect)
        assert tile._tag_rect.height == tile.tag_height(tile.rect.width, tile.is_brief)
        assert tile._tag_rect.width >= tile.min_tag_width(is_wrapped=scale > 100), "no word is broken"
        assert tile.rect.contains(tile.picture.rect) and tile.picture.rect.bottom < tile._tag_rect.top
        assert bool(tile.tip) == tile.is_brief
        areas.append(tile.picture.rect.width * tile.picture.rect.height)
    assert max(areas) <= 1.06 * min(areas)
    assert min(areas) ** 0.5 >= (0.12 if scale > 100 else 0.14) * min(size), "a board is large enough to be known"
    driver.app.close()


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1366, 768), (2560, 1440)], ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_second_row_of_boards_is_aligned_with_the_first(size: tuple[int, int], language: str) -> None:
    """Fault: the second row had gaps of its own and lined up with nothing."""
    driver = open_menu(size, language=language)
    tiles = driver.all_of(GameTile)
    first, second, third, *below = (tile.picture.rect for tile in tiles)
    assert first.bottom == second.bottom == third.bottom and below[0].bottom == below[1].bottom
    between = [(first.centerx + second.centerx) / 2, (second.centerx + third.centerx) / 2]
    off = [rect.centerx - middle for rect, middle in zip(below, between, strict=True)]
    wide = tiles[3].rect.width > below[0].width
    assert max(map(abs, off)) <= 2 or (wide and abs(sum(off)) < 0.1 * size[0]), "between them, or close together"
    driver.app.close()


def test_tag_without_room_has_the_rest_in_its_tooltip() -> None:
    driver = open_menu(text_scale=150, language="fr")
    tile = driver.all_of(GameTile)[0]
    assert tile.is_brief and tile.tip == driver.app.words("games.double-draughts.tagline")
    driver.app.close()


@pytest.mark.parametrize("reduced", [False, True])
def test_board_under_the_mouse_rises_and_comes_down_again(reduced: bool) -> None:
    driver = open_menu(animation="normal", reduced_motion=reduced)
    tile = driver.all_of(GameTile)[1]
    for pos, height in ((tile.rect.center, 1.0), ((2, 2), 0.0)):
        driver.move(pos)
        assert tile.is_moving() and driver.top.wait_seconds() == 0.0
        tile.update(0.04)
        assert reduced == (tile._lift == height)
        tile.update(0.05)
        assert tile._lift == height and not tile.is_moving()
    driver.app.close()


def test_shadow_of_a_board_that_rose_while_appearing_is_whole(tables: Tables) -> None:
    app = tables.app()
    menu = MenuScene(app)
    app.stack.push(menu)
    tile = menu._tiles[3]
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=tile.rect.center, rel=(0, 0), buttons=(0, 0, 0)))
    for seconds in (0.1, 0.5, 0.5, *[0.05] * 20):
        app.moment += seconds
        app.frame()
    shown = app.surface.copy()
    app.dirty()
    app.frame()
    assert tile.lift_offset() != (0, 0) and difference_of(shown, app.surface) is None


def test_begun_course_goes_on_by_one_click(driver: Driver) -> None:
    """Bug: who had learnt thirteen lessons and then closed the app was asked again which game to learn."""
    progress = Progress(driver.app.storage, LESSONS)
    for task in course("ducart")[:13]:
        progress.mark_done("ducart", task.id)
    driver.open(MenuScene(driver.app))
    assert "Learn a game" not in driver.words()
    driver.click("Ducart: lesson\u00a014")
    assert isinstance(driver.top, CoachScene) and "lesson 14 of" in driver.top.coach.exercise.heading(0)
    for task in course("ducart")[13:]:
        progress.mark_done("ducart", task.id)
    driver.strike(pygame.K_ESCAPE)
    assert "Learn a game" in driver.words() and ": lesson" not in driver.words()


def test_finished_matches_are_offered_once_a_match_is_finished(driver: Driver) -> None:
    """Bug: with a match under way and none finished the menu led to an empty list."""
    labels = keep_and_read(driver, 1, "begun")
    assert "Learn a game" in labels and "Finished matches" not in labels
    driver.app.storage.delete_match("begun")
    labels = keep_and_read(driver, 1000, "over")
    assert "Finished matches" in labels and "Try Double Draughts" not in labels
    assert "No match is under way. Choose a game on the table to set one up." in labels


@pytest.mark.parametrize(("plies", "whose"), [(0, "Regular to move"), (1, "your turn")])
def test_bookmark_says_whose_turn_it_is(driver: Driver, plies: int, whose: str) -> None:
    begun = Session.begin(driver.app.storage, GAME, GAME.play.options(), (COMPUTER, ANNA))
    begun.is_begun = True
    for _ in range(plies):
        begun.match.play(begun.match.position.legal_moves()[0])
    begun.save(driver.app.storage)
    driver.open(MenuScene(driver.app))
    (mark,) = driver.all_of(Bookmark)
    turn = "Double Draughts, turn 1"
    assert mark._details == (f"{turn} · {whose}", turn, f"Turn 1 · {whose}", whose)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_record_has_the_seat_to_move_and_the_number_of_turns(game: Game) -> None:
    """Bug: of dice every line counted, so that a bookmark told turn 39 at roll 14."""
    begun = session(Storage(), 7, game=game)
    text, match = begun.text(), begun.match
    assert f"{TO_MOVE}: {match.position.to_move}" in text
    assert (MatchSummary.read(text).to_move, MatchSummary.read(text).turns) == (
        match.position.to_move,
        match.count_turns(),
    )
    for written in ("", "x", "-3", "1000000"):
        other = text.replace(f"{TURNS}: {match.count_turns()}", f"{TURNS}: {written}")
        assert 0 < MatchSummary.read(other).turns < 20
    for written in ("7", "-1", "x", "01", ""):
        other = text.replace(f"{TO_MOVE}: {match.position.to_move}", f"{TO_MOVE}: {written}")
        assert MatchSummary.read(other).to_move is None, "nobody has that seat"
    again = Session.load("again", text)
    again.match.undo()
    assert f"{TO_MOVE}: {again.match.position.to_move}\n" in again.text()
    assert MatchSummary.read(again.text()).turns == again.match.count_turns() > 0
    again.match.force_end("resigned", 0)
    assert TO_MOVE not in again.text()


def test_bookmarks_lie_two_in_a_row_in_a_wide_window() -> None:
    driver = open_menu((1000, 1000), 3)
    first, second, third = driver.all_of(Bookmark)
    assert first.rect.top == second.rect.top < third.rect.top and first.delete_button.rect.right < second.rect.left
    driver.app.close()


@pytest.mark.parametrize("scale", [100, 125, 150, 175, 200])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_boards_stay_large_beside_large_text_and_many_matches(scale: int, language: str) -> None:
    """Bug: at 175 % of text boards became 40 pixels wide, beside a sheet that had all the room."""
    driver = open_menu(matches=8, plies=6, text_scale=scale, language=language)
    tiles, sheet = driver.all_of(GameTile), driver.the(BookmarkSheet)
    heads = [one for one in driver.all_of(Button) if one.look == "wood"]
    assert len(tiles) == 5 and len(heads) == 5
    sides = [(tile.picture.rect.width * tile.picture.rect.height) ** 0.5 for tile in tiles]
    assert min(sides) >= 130
    assert sheet.rect.collidelist([one.rect for one in (*tiles, *heads)]) == -1

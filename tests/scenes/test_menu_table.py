"""How the menu's table is laid: boards, tags, bookmarks, and what who is new here is told."""

from __future__ import annotations

from typing import Final

import pygame
import pytest

from rules import GAMES
from rules.record import Player
from scenes.app.words import LANGUAGES
from scenes.screens.learn.coach_scene import CoachScene
from scenes.screens.learn.lessons import LessonsScene
from scenes.screens.learn.tasks import LESSONS, Progress, course
from scenes.screens.menu.bookmark import Bookmark
from scenes.screens.menu.scene import MenuScene
from scenes.screens.menu.tiles import GameTile
from scenes.screens.setup.scene import SetupScene
from scenes.table.record_headers import Head
from scenes.table.session import TO_MOVE, TURNS, Session
from scenes.ui.chooser import Chooser
from tests.scenes.driver import Driver, House, visit
from tests.scenes.matches import GAME, sitting
from tests.soak.monkey.laws import differing

SIZES: Final = ((960, 600), (1280, 800), (1000, 1000), (2560, 1080), (2560, 1440), (3840, 2160), (960, 1300))


# --- boards and tags


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", [100, 150])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("matches", [0, 3, 20])
def test_boards_are_alike_in_area_and_no_line_of_a_tag_lies_on_another(
    size: tuple[int, int], scale: int, language: str, matches: int
) -> None:
    """Bug: in a narrow tile the second line of a tag was written over a name that took two lines itself."""
    visitor = visit(size, text_scale=scale, language=language)
    for number in range(matches):
        sitting(visitor.app.storage, 2, match_id=f"match-{number}").save(visitor.app.storage)
    menu = MenuScene(visitor.app)
    visitor.app.stack.push(menu)
    window = pygame.Rect((0, 0), size)
    areas = []
    for tile in menu._tiles:
        assert window.contains(tile.rect) and tile.rect.contains(tile._tag)
        assert tile._tag.height == tile.tag_height(tile.rect.width, tile.brief)
        assert tile._tag.width >= tile.narrowest(wrapped=scale > 100), "no word is broken"
        assert tile.rect.contains(tile.picture.rect) and tile.picture.rect.bottom - tile._tag.top <= tile.theme.gap
        assert bool(tile.tip) == tile.brief
        areas.append(tile.picture.rect.width * tile.picture.rect.height)
    assert max(areas) <= 1.06 * min(areas)
    assert min(areas) ** 0.5 >= (0.12 if scale > 100 else 0.14) * min(size), "a board is large enough to be known"
    visitor.app.close()


def test_a_tag_without_room_says_the_rest_on_a_slip() -> None:
    visitor = visit((960, 600), text_scale=150, language="fr")
    menu = MenuScene(visitor.app)
    visitor.open(menu)
    tile = menu._tiles[0]
    assert tile.brief and tile.tip == visitor.app.words("games.double-draughts.tagline")
    visitor.app.close()


@pytest.mark.parametrize("reduced", [False, True])
def test_a_board_under_the_mouse_rises_and_comes_down_again(reduced: bool) -> None:
    visitor = visit(animation="normal", reduced_motion=reduced)
    menu = MenuScene(visitor.app)
    visitor.app.stack.push(menu)
    tile = menu._tiles[1]
    for pos, height in ((tile.rect.center, 1.0), ((2, 2), 0.0)):
        visitor.post(pygame.MOUSEMOTION, pos=pos, rel=(1, 0), buttons=(0, 0, 0))
        assert tile.rising() and menu.pace() == 0.0
        tile.update(0.04)
        assert reduced == (tile._risen == height)
        tile.update(0.05)
        assert tile._risen == height and not tile.rising()
    visitor.app.close()


def test_the_shadow_of_a_board_that_rose_while_it_appeared_is_whole(house: House) -> None:
    app = house.app()
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
    assert tile.lifted_by() != (0, 0) and differing(shown, app.surface) is None


def test_the_keyboard_comes_to_the_games_first_and_to_the_door_last(visitor: Driver) -> None:
    visitor.open(MenuScene(visitor.app))
    order = [widget for widget in visitor.form.walk() if widget.focusable]
    assert order[:5] == visitor.all_of(GameTile) and order[-1].label == "Quit"


# --- who is new here


def test_who_never_played_is_told_what_to_do(visitor: Driver) -> None:
    visitor.open(MenuScene(visitor.app))
    assert "Finished matches" not in visitor.words() and "Choose one on the table" in visitor.words()
    visitor.click("Learn a game")
    (asked,) = visitor.all_of(Chooser)
    assert asked.label.startswith("Which game do you want to learn? Double Draughts, ")
    visitor.strike(pygame.K_DOWN)
    visitor.strike(pygame.K_RETURN)
    assert isinstance(visitor.top, LessonsScene)
    visitor.strike(pygame.K_ESCAPE)
    visitor.click("Try Double Draughts")
    assert isinstance(visitor.top, SetupScene)


def test_who_has_begun_a_course_goes_on_with_it_in_one_click(visitor: Driver) -> None:
    """Bug: who had learnt thirteen lessons and then closed the app was asked again which game to learn."""
    progress = Progress(visitor.app.storage, LESSONS)
    for task in course("ducart")[:13]:
        progress.mark("ducart", task.id)
    visitor.open(MenuScene(visitor.app))
    assert "Learn a game" not in visitor.words()
    visitor.click("Go on with Ducart: lesson\u00a014")
    assert isinstance(visitor.top, CoachScene) and "lesson 14 of" in visitor.top.coach.exercise.head
    for task in course("ducart")[13:]:
        progress.mark("ducart", task.id)
    visitor.strike(pygame.K_ESCAPE)
    assert "Learn a game" in visitor.words() and "Go on with" not in visitor.words()


def test_who_has_finished_a_match_is_nobody_new(visitor: Driver) -> None:
    sitting(visitor.app.storage, 1000, match_id="over").save(visitor.app.storage)
    visitor.open(MenuScene(visitor.app))
    labels = visitor.words().split("\n")
    assert "Finished matches" in labels and "Try Double Draughts" not in labels
    assert "No match is under way. Choose a game on the table to set one up." in labels


# --- bookmarks


@pytest.mark.parametrize(("plies", "whose"), [(0, "Regular to move"), (1, "your turn")])
def test_a_bookmark_says_whose_turn_it_is(visitor: Driver, plies: int, whose: str) -> None:
    players = (Player("computer", "Regular", 2), Player("person", "Anna"))
    begun = Session.begin(visitor.app.storage, GAME, GAME.play.options(), players)
    begun.begun = True
    for _ in range(plies):
        begun.match.play(begun.match.position.legal_moves()[0])
    begun.save(visitor.app.storage)
    visitor.open(MenuScene(visitor.app))
    (mark,) = visitor.all_of(Bookmark)
    assert mark._details == (f"Double Draughts, turn 1 · {whose}", f"Turn 1 · {whose}", whose)


def test_a_record_says_whose_turn_it_is_as_long_as_it_goes_on(visitor: Driver) -> None:
    for game in GAMES:
        begun = sitting(visitor.app.storage, 7, game=game)
        text = begun.text()
        assert f"{TO_MOVE}: {begun.match.position.to_move}" in text
        assert Head.read(text).to_move == begun.match.position.to_move
        again = Session.load("again", text)
        again.match.undo()
        told = [line for line in again.text().splitlines() if line.startswith(TO_MOVE)]
        assert told == [f"{TO_MOVE}: {again.match.position.to_move}"]
    over = sitting(visitor.app.storage, 1000)
    assert TO_MOVE not in over.text()


def test_a_record_says_how_many_turns_were_taken_as_the_game_counts_them(visitor: Driver) -> None:
    """Bug: of dice every line counted, so that a bookmark told turn 39 at roll 14."""
    for game in GAMES:
        begun = sitting(visitor.app.storage, 9, game=game)
        text = begun.text()
        assert Head.read(text).turns == len(begun.match.turns()) > 0
        again = Session.load("again", text)
        again.match.undo()
        assert Head.read(again.text()).turns == len(again.match.turns())
        for written in ("", "x", "-3", "1000000"):
            other = text.replace(f"{TURNS}: {len(begun.match.turns())}", f"{TURNS}: {written}")
            assert 0 < Head.read(other).turns < 20


@pytest.mark.parametrize("written", ["7", "-1", "x", "01", ""])
def test_a_seat_that_nobody_has_is_nobodys_turn(visitor: Driver, written: str) -> None:
    text = sitting(visitor.app.storage, 4).text()
    lines = [f"{TO_MOVE}: {written}" if line.startswith(TO_MOVE) else line for line in text.splitlines()]
    assert Head.read("\n".join(lines) + "\n").to_move is None


def test_bookmarks_lie_two_in_a_row_where_there_is_room() -> None:
    visitor = visit((1000, 1000))
    for number in range(3):
        sitting(visitor.app.storage, 2, match_id=f"match-{number}").save(visitor.app.storage)
    visitor.open(MenuScene(visitor.app))
    first, second, third = visitor.all_of(Bookmark)
    assert first.rect.top == second.rect.top < third.rect.top and first.bin.rect.right < second.rect.left
    visitor.app.close()


def test_the_emblems_of_the_bookmarks_come_after_the_boards(visitor: Driver) -> None:
    for game in GAMES:
        sitting(visitor.app.storage, 4, match_id=game.key, game=game).save(visitor.app.storage)
    menu = MenuScene(visitor.app)
    visitor.app.stack.push(menu)
    visitor.app.paint()
    marks = visitor.all_of(Bookmark)
    assert not any(mark.furnished for mark in marks) and menu.pace() == 0.0
    visitor.frames(30)
    shown = [mark for mark in visitor.all_of(Bookmark) if mark.visible]
    assert shown and all(mark.furnished for mark in shown) and menu.pace() is None
    assert all(tile.picture.ready() for tile in visitor.all_of(GameTile))

"""The course of a game: a list with what is done, lessons at the table one after the other, then the first match."""

from datetime import datetime
from random import Random
from typing import Any, Final

import pygame
import pytest

from rules import KEYS, get
from rules.record import Player
from scenes.app.game_files import games_with
from scenes.app.navigation import open_screen
from scenes.app.storage import Storage
from scenes.app.words import LANGUAGES
from scenes.screens.learn.coach_scene import CoachPanel, CoachScene
from scenes.screens.learn.lessons import Lesson, LessonsScene, SummaryScene
from scenes.screens.learn.tasks import LESSONS, PUZZLES, Progress, course, lesson_words, next_task, task_ids
from scenes.screens.menu.scene import MenuScene
from scenes.screens.setup.scene import SetupScene
from scenes.table.screen_requests import OpenRulebook, OpenSetup
from scenes.table.statistics_entry import FinishedMatch
from scenes.table.statistics_store import add_matches
from scenes.ui.listing import Listing
from tests.effort import by_effort
from tests.rows import rows
from tests.rules.play import in_pairs
from tests.scenes.coach_driver import CoachDriver
from tests.scenes.driver import Driver, Tables
from tests.scenes.matches import session

KEY: Final = "ducart"
TAUGHT: Final = games_with(f"{LESSONS}.toml")
PUSHED: Final = (
    *(pygame.K_h, pygame.K_f, pygame.K_d, pygame.K_z, pygame.K_y, pygame.K_s, pygame.K_n, pygame.K_t, pygame.K_x),
    *(pygame.K_RETURN, pygame.K_SPACE, pygame.K_TAB, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN),
    *(pygame.K_HOME, pygame.K_PAGEUP, pygame.K_p, pygame.K_c, pygame.K_l, pygame.K_r, pygame.K_a),
)
NAMES: Final = [task.id for task in course(KEY)]


def do(storage: Storage, *names: str) -> None:
    for name in names:
        Progress(storage, LESSONS).mark_done(KEY, name)


# The list


def test_lesson_list_shows_progress_of_every_game(driver: Driver) -> None:
    do(driver.app.storage, *NAMES[:2])
    driver.open(LessonsScene(driver.app, KEY))
    games = driver.all_of(Listing)[0]
    assert (
        games.describe_line(games.here) == f"Ducart: 2 of {len(NAMES)}"
        and games.describe_line(0) == "Double Draughts: 0 of 16"
    )
    driver.click_at(games.place_of(0).center)
    assert isinstance(driver.top, LessonsScene) and "Learn Double Draughts" in driver.words()


def test_task_ids_are_read_without_loading_games() -> None:
    assert all(task_ids(key, LESSONS) == tuple(task.id for task in course(key)) for key in TAUGHT)
    assert task_ids("unstacked-draughts", PUZZLES) == ()


def test_lesson_list_selects_the_first_unfinished_lesson(driver: Driver) -> None:
    do(driver.app.storage, *NAMES[:2], NAMES[4])
    driver.open(LessonsScene(driver.app, KEY))
    assert f"3 of {len(NAMES)} are done" in driver.words() and driver.all_of(Listing)[1].here == 2


def test_next_lesson_is_scrolled_into_view(driver: Driver) -> None:
    do(driver.app.storage, *NAMES[:-1])
    driver.open(LessonsScene(driver.app, KEY))
    _, listing = driver.all_of(Listing)
    assert listing.here == len(NAMES) - 1 and listing.rect.contains(listing.ring_rect())


@rows
def test_suggested_level_is_above_the_highest_beaten_level(
    driver: Driver, winner: int, level: int, told: str
) -> None:
    players = (Player("person", "Anna"), Player("computer", "Gnome", level))
    match = FinishedMatch("one", datetime(2026, 11, 21), KEY, "sweepers", players, (winner,), 20, (1.0, 1.0))
    add_matches(driver.app.storage, [match])
    driver.open(SummaryScene(driver.app, KEY))
    assert told in driver.words()


def test_first_match_is_against_the_easiest_computer(driver: Driver) -> None:
    driver.app.settings.setups[KEY] = {"seats": ["computer 4", "person"]}
    driver.open(SetupScene(driver.app, KEY, level=1))
    chairs = driver.top._setup.players
    assert [(chair.kind, chair.level) for chair in chairs][1] == ("computer", 1)
    assert chairs[0].kind == "person"


def test_next_task_follows_the_last_and_then_skipped_tasks(driver: Driver) -> None:
    app = driver.app
    assert next_task(app, KEY, LESSONS, 3) == 4 and next_task(app, KEY, LESSONS, -1) == 0
    do(app.storage, *NAMES[4:])
    assert next_task(app, KEY, LESSONS, 3) == 0 and next_task(app, KEY, LESSONS, 0) == 1
    do(app.storage, *NAMES)
    assert next_task(app, KEY, LESSONS, 3) is None


# The menu


def test_menu_opens_the_course_of_the_last_game(driver: Driver) -> None:
    """Bug: it led to Double Draughts, whatever was played."""
    app = driver.app
    app.storage.save_match("old", session(app.storage, game=get("duck-chess")).text())
    driver.open(MenuScene(app))
    driver.strike(pygame.K_l)
    assert isinstance(driver.top, LessonsScene) and "Learn Duck Chess" in driver.words()
    for request in (OpenSetup("ducale"), OpenRulebook("unstacked-draughts")):
        driver.strike(pygame.K_ESCAPE)
        open_screen(app, request)
        driver.strike(pygame.K_ESCAPE)
        driver.strike(pygame.K_l)
        name = app.words(f"games.{request.key}.name")
        assert f"Learn {name}" in driver.words()


# At the table


def test_hint_in_a_wrong_turn_says_to_take_it_back(tables: Tables) -> None:
    lesson = Lesson(tables.app(), KEY, 1)
    start = course(KEY)[1].start
    wrong = start.legal_moves()[0]
    assert "Esc" in lesson.find_hint(0, start, [wrong], 0).text and not lesson.find_hint(0, start, [wrong], 0).moves


SIZES: Final = ((960, 600), (1280, 800), (960, 1300), (2560, 1440))


@pytest.mark.parametrize(
    ("key", "size", "scale", "language"), in_pairs(TAUGHT, SIZES, (100, 150), tuple(LANGUAGES)), ids=str
)
def test_all_lesson_texts_fit_their_panel(
    tables: Tables, key: str, size: tuple[int, int], scale: int, language: str
) -> None:
    app = tables.app(size=size, text_scale=scale, language=language)
    coached = CoachDriver(app, Lesson(app, key, 0))
    scene = coached.scene
    for number, task in enumerate(course(key)):
        scene.coach.exercise = Lesson(app, key, number)
        paper = CoachPanel(scene.sidebar.form, app.words, scene.coach, scene.act)
        paper.place(scene.coach_panel.rect)
        names = ["done", "wrong", *(f"slip.{slip}" for slip in range(1, len(task.slips) + 1))]
        for step in range(len(task.steps)):
            scene.coach.step = step
            for text in (lesson_words(app.words, key, task.id, name, step) for name in names):
                scene.coach.comment, scene.coach.feedback = text, "wrong"
                paper.update_texts("")
                assert_room(paper, text)


def assert_room(paper: CoachPanel, text: str) -> None:
    labels = [paper._heading, paper._title, paper._task, paper._verdict, paper._comment]
    keys = [*paper._help_buttons, paper._rules_button, paper._back_button]
    for label in labels:
        assert paper.rect.contains(label.rect), (text, label.label)
        assert label.rect.height >= label.natural_height(label.rect.width)
        assert not any(label.rect.colliderect(key.rect) for key in keys), (text, label.label)
    assert all(paper.rect.contains(key.rect) for key in keys)


@pytest.mark.parametrize("key", KEYS)
def test_random_clicks_and_keys_in_lessons_raise_no_fault(tables: Tables, key: str) -> None:
    rng, app = Random(key), tables.app()
    app.stack.push(LessonsScene(app, key))
    for number in range(by_effort(2, 4, 4)):
        app.stack.push(CoachScene(app, Lesson(app, key, rng.randrange(len(course(key))))))
        for _ in range(90):
            pos = (rng.randrange(app.size[0]), rng.randrange(app.size[1]))
            kind = rng.choice((pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION, pygame.KEYDOWN))
            facts: dict[str, Any] = {"pos": pos, "button": rng.choice((1, 1, 1, 3))}
            if kind == pygame.MOUSEMOTION:
                facts = {"pos": pos, "rel": (1, 1), "buttons": (rng.randrange(2), 0, 0)}
            elif kind == pygame.KEYDOWN:
                mod = rng.choice((0, 0, pygame.KMOD_LCTRL))
                facts = {"key": rng.choice(PUSHED), "mod": mod, "unicode": "", "scancode": 0}
            pygame.event.post(pygame.event.Event(kind, **facts))
            app.moment += rng.choice((0.02, 0.02, 0.5))
            app.frame()
        while not isinstance(app.stack.top, LessonsScene):
            app.stack.pop()
        assert len(app.stack.scenes) == 1, number
    assert not app.storage.list_matches() and not app.storage.list_matches("finished")

"""The course of a game: a list with what is done, lessons at the table one after the other, then the first match."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any, Final

import pygame
import pytest

from rules import KEYS
from rules.teaching.lessons import solve
from scenes.app.game_files import games_with
from scenes.app.storage import Storage
from scenes.app.words import LANGUAGES
from scenes.screens.learn.coach_panel import CoachPanel
from scenes.screens.learn.coach_scene import CoachScene
from scenes.screens.learn.lessons import Lesson, LessonsScene
from scenes.screens.learn.tasks import LESSONS, Progress, course, next_lesson
from scenes.screens.menu.scene import MenuScene
from scenes.screens.rulebook import RulebookScene
from scenes.screens.setup.scene import SetupScene
from scenes.ui.chooser import Chooser
from scenes.ui.listing import Listing
from tests.rules.play import in_pairs
from tests.scenes.coached import Coached
from tests.scenes.driver import Driver, House

KEY: Final = "ducart"
TAUGHT: Final = games_with(f"{LESSONS}.toml")
PUSHED: Final = (
    *(pygame.K_h, pygame.K_f, pygame.K_d, pygame.K_z, pygame.K_y, pygame.K_s, pygame.K_n, pygame.K_t, pygame.K_x),
    *(pygame.K_RETURN, pygame.K_SPACE, pygame.K_TAB, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN),
    *(pygame.K_HOME, pygame.K_PAGEUP, pygame.K_p, pygame.K_c, pygame.K_l, pygame.K_r, pygame.K_a),
)
"""Keys that mean something at some table."""
NAMES: Final = [task.id for task in course(KEY)]


def at_table(house: House, number: int, **settings: Any) -> Coached:
    return Coached(house.app(**settings), Lesson(house.app(), KEY, number))


def do(storage: Storage, *names: str) -> None:
    for name in names:
        Progress(storage, LESSONS).mark(KEY, name)


# The list


def test_the_list_says_what_there_is_to_learn(visitor: Driver) -> None:
    visitor.open(LessonsScene(visitor.app, KEY))
    assert "Learn Ducart" in visitor.words() and f"{len(NAMES)} small tasks" in visitor.words()
    (listing,) = visitor.all_of(Listing)
    assert (listing.count, listing.here) == (len(NAMES), 0)


def test_it_goes_on_with_the_first_lesson_that_is_not_done(visitor: Driver) -> None:
    do(visitor.app.storage, *NAMES[:2], NAMES[4])
    visitor.open(LessonsScene(visitor.app, KEY))
    assert f"3 of {len(NAMES)} are done" in visitor.words() and visitor.all_of(Listing)[0].here == 2
    visitor.click("Lesson 3")
    assert isinstance(visitor.top, CoachScene) and visitor.top.coach.exercise.title == course(KEY)[2].word(
        "title", "en"
    )
    visitor.strike(pygame.K_ESCAPE)
    back = visitor.app.stack.top
    assert isinstance(back, LessonsScene)


def test_the_next_lesson_is_in_sight_also_far_down_the_list(visitor: Driver) -> None:
    do(visitor.app.storage, *NAMES[:-1])
    visitor.open(LessonsScene(visitor.app, KEY))
    (listing,) = visitor.all_of(Listing)
    assert listing.here == len(NAMES) - 1 and listing.rect.contains(listing.ringed())


def test_any_lesson_can_be_done_by_mouse_and_by_keys(visitor: Driver) -> None:
    scene = LessonsScene(visitor.app, KEY)
    visitor.open(scene)
    (listing,) = visitor.all_of(Listing)
    visitor.click_at((listing.rect.centerx, listing.rect.top + listing.line_height() * 3 // 2))
    assert visitor.top.coach.exercise.title == "Sweep"
    visitor.strike(pygame.K_ESCAPE)
    while scene.form.focus_on is not listing:
        visitor.strike(pygame.K_TAB)
    visitor.strike(pygame.K_DOWN)
    visitor.strike(pygame.K_RETURN)
    assert visitor.top.coach.exercise.title == "Sweep"


def test_when_all_is_done_it_leads_to_the_first_match(visitor: Driver) -> None:
    do(visitor.app.storage, *NAMES)
    visitor.open(LessonsScene(visitor.app, KEY))
    assert f"All {len(NAMES)} are done" in visitor.words()
    visitor.strike(pygame.K_RETURN)
    assert isinstance(visitor.top, SetupScene)


def test_the_first_match_is_against_the_computer_at_its_easiest(visitor: Driver) -> None:
    visitor.app.settings.setups[KEY] = {"seats": ["computer 4", "person"]}
    visitor.open(SetupScene(visitor.app, KEY, easiest=True))
    chairs = visitor.top._agreed.chairs
    assert [(chair.kind, chair.level) for chair in chairs][1] == ("computer", 1)
    assert chairs[0].kind == "person"


def test_the_rules_can_be_read_from_the_setup_and_the_lessons(visitor: Driver) -> None:
    visitor.open(SetupScene(visitor.app, KEY))
    visitor.click("Learn to play")
    assert isinstance(visitor.top, LessonsScene)


def test_f1_shows_the_rules_beside_the_list_of_lessons(visitor: Driver) -> None:
    """Bug: the key did nothing here, though it shows the rules everywhere else."""
    visitor.open(LessonsScene(visitor.app, KEY))
    visitor.strike(pygame.K_F1)
    assert isinstance(visitor.top, RulebookScene)


def test_progress_that_can_t_be_read_is_no_obstacle(visitor: Driver, tmp_path: Path) -> None:
    (tmp_path / "home").mkdir(exist_ok=True)
    (tmp_path / "home" / "lessons.json").write_text(json.dumps({KEY: [1, 2], "other": 3}))
    visitor.open(LessonsScene(visitor.app, KEY))
    assert visitor.all_of(Listing)[0].here == 0


def test_what_comes_next_is_after_the_last_one_and_then_what_was_left_out(visitor: Driver) -> None:
    app = visitor.app
    assert next_lesson(app, KEY, 3) == 4 and next_lesson(app, KEY, -1) == 0
    do(app.storage, *NAMES[4:])
    assert next_lesson(app, KEY, 3) == 0 and next_lesson(app, KEY, 0) == 1
    do(app.storage, *NAMES)
    assert next_lesson(app, KEY, 3) is None


# The menu


def test_the_menu_asks_which_game_is_to_be_learnt(visitor: Driver) -> None:
    visitor.open(MenuScene(visitor.app))
    visitor.frames(20)
    visitor.click("Learn")
    (asked,) = visitor.all_of(Chooser)
    assert asked.visible
    for _ in range([key for key in KEYS if key in TAUGHT].index(KEY)):
        visitor.strike(pygame.K_DOWN)
    visitor.strike(pygame.K_RETURN)
    assert isinstance(visitor.top, LessonsScene) and "Learn Ducart" in visitor.words()


def test_l_on_the_menu_means_the_game_that_the_focus_is_on(visitor: Driver) -> None:
    menu = MenuScene(visitor.app)
    visitor.open(menu)
    while menu._aimed != KEY:
        visitor.strike(pygame.K_TAB)
    visitor.strike(pygame.K_l)
    assert isinstance(visitor.top, LessonsScene) and "Learn Ducart" in visitor.words()


# At the table


def test_a_lesson_that_is_solved_is_kept_and_leads_to_the_next(house: House) -> None:
    coached = at_table(house, 1)
    assert "Ducart · lesson 2 of" in coached.told
    coached.click("d4", "d5")
    coached.waits()
    coached.settle()
    assert "Creeper" in coached.told
    coached.strike(pygame.K_h)
    assert coached.marks.hint == ("d4", "e5")
    coached.click("d4", "e5")
    assert list(Progress(coached.app.storage, LESSONS).done(KEY)) == ["sweep"]


def test_a_hint_leads_through_every_lesson_of_every_game(house: House) -> None:
    """Whoever does nothing but what the hints show comes through."""
    for key in TAUGHT:
        for task in course(key):
            lesson = Lesson(house.apps[0] if house.apps else house.app(), key, course(key).index(task))
            for stage in solve(task, "en"):
                made: list[Any] = []
                for move in stage.solution:
                    if move.seat == task.seat:
                        helped = lesson.help(stage.number, stage.before, made, 0)
                        assert helped.say and helped.moves[0] == move
                    made.append(move)


def test_a_hint_that_no_arrow_shows_points_at_what_is_to_be_clicked(house: House) -> None:
    app = house.app()
    coached = Coached(app, Lesson(app, "unstacked-draughts", 0))
    coached.strike(pygame.K_h)
    assert coached.slip == "Click here." and coached.scene.controller.advice
    (throw,) = coached.match.position.legal_moves(0)
    assert coached.match.position.gesture(throw).pick == {"w-cup"}


def test_what_is_to_be_clicked_stays_marked_when_the_slip_has_gone(house: House) -> None:
    """Bug: "Click here." went, and with it all that told where."""
    coached = Coached(house.app(), Lesson(house.app(), "unstacked-draughts", 0))
    coached.run(1.0)
    place = pygame.Rect(coached.scene.stage.spots["w-cup"].box.ints())
    before = coached.app.surface.subsurface(place).copy()
    coached.strike(pygame.K_h)
    coached.until(lambda: coached.slip is None)
    coached.run(0.2)
    assert coached.marks.hint == ("w-cup",)
    assert coached.app.surface.subsurface(place).get_buffer().raw != before.get_buffer().raw
    coached.click("w-cup")
    coached.run(0.2)
    assert not coached.marks.hint


def test_a_hint_in_a_turn_that_leads_elsewhere_says_so(house: House) -> None:
    lesson = Lesson(house.app(), KEY, 1)
    start = course(KEY)[1].start
    wrong = start.legal_moves()[0]
    assert "Esc" in lesson.help(0, start, [wrong], 0).say and not lesson.help(0, start, [wrong], 0).moves


def test_the_last_lesson_leads_to_the_first_match(house: House) -> None:
    app = house.app()
    do(app.storage, *NAMES[:-1])
    coached = Coached(app, Lesson(app, KEY, len(NAMES) - 1))
    coached.click("d3", "d2")
    assert coached.state == "done" and "Play your first match" in coached.told
    coached.strike(pygame.K_RETURN)
    assert isinstance(app.stack.top, SetupScene)


def test_after_another_lesson_what_was_left_out_comes_next(house: House) -> None:
    app = house.app()
    coached = Coached(app, Lesson(app, KEY, len(NAMES) - 1))
    coached.click("d3", "d2")
    coached.strike(pygame.K_RETURN)
    assert isinstance(app.stack.top, CoachScene) and app.stack.top.coach.exercise.title == "The first step"


SIZES: Final = ((960, 600), (1280, 800), (960, 1300), (2560, 1440))


@pytest.mark.parametrize(
    ("key", "size", "scale", "language"), in_pairs(TAUGHT, SIZES, (100, 150), tuple(LANGUAGES)), ids=str
)
def test_all_that_lessons_say_has_room(
    house: House, key: str, size: tuple[int, int], scale: int, language: str
) -> None:
    app = house.app(size=size, text_scale=scale, language=language)
    coached = Coached(app, Lesson(app, key, 0))
    scene = coached.scene
    for number, task in enumerate(course(key)):
        scene.coach.exercise = Lesson(app, key, number)
        paper = CoachPanel(scene.sidebar.form, app.words, scene.coach, scene.act)
        paper.place(scene.paper.rect)
        said = [task.word("done", language), *(slip.words[language] for slip in task.slips)]
        for step in range(len(task.steps)):
            scene.coach.step = step
            for text in (*said, task.word("wrong", language, step)):
                scene.coach.said, scene.coach.mood = text, "wrong"
                paper.tell("")
                assert_room(paper, text)


def assert_room(paper: CoachPanel, text: str) -> None:
    """No word reaches the keys or leaves the paper."""
    labels = [paper._head, paper._title, paper._say, paper._verdict, paper._said]
    keys = [paper._hint, paper._rules, paper._back]
    for label in labels:
        assert paper.rect.contains(label.rect), (text, label.label)
        assert label.rect.height >= label.natural_height(label.rect.width)
        assert not any(label.rect.colliderect(key.rect) for key in keys), (text, label.label)
    assert all(paper.rect.contains(key.rect) for key in keys)


@pytest.mark.parametrize("key", KEYS)
def test_whatever_is_clicked_and_struck_nothing_breaks(house: House, key: str) -> None:
    """Random clicks, drags and keys in random lessons; Esc leads back to the list, and from there one goes on."""
    rng, app = Random(key), house.app()
    app.stack.push(LessonsScene(app, key))
    for number in range(4):
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

"""The line of words is about what is in front: every screen is walked by Tab, arrows, mouse and Esc."""

from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from rules import KEYS, get
from scenes.app.game_card import card_of
from scenes.app.spoken_line import heading_of
from scenes.app.stack import Scene
from scenes.ui.base import Widget
from scenes.ui.popup_list import Chooser
from tests.scenes.catalogue import A_FEW, SCENES
from tests.scenes.driver import Driver, Tables, form_of, visit
from tests.scenes.matches import ANNA, BERT, LAST_PIECE, ONE_CAPTURE
from tests.scenes.rummy import alone

UPGRADES = "2h5/w3W3/8/8/8/8/8/7H g - g 0 0 -"
"""Gold's turn: e7-e8 asks how it is meant."""
ARROWS = (pygame.K_RIGHT, pygame.K_DOWN, pygame.K_LEFT, pygame.K_UP)


class Walk:
    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.stale: list[str] = []
        self.silent: list[str] = []
        self.steps = 0

    @property
    def line(self) -> Any:
        return self.driver.app.spoken_line

    def look(self, step: str) -> None:
        self.steps += 1
        scene = self.driver.top
        form = scene.widgets
        keyboard = self.driver.app.is_keyboard_used
        one: Widget | None = None if form is None else form.overlay or (form.marked if keyboard else None)
        if one is not None:
            if not one.describe():
                self.silent.append(f"{step}: {type(one).__name__}")
            if self.line.focus_text != one.describe():
                self.stale.append(f"{step}: {self.line.focus_text!r}, not {one.describe()!r}")
        elif self.line.focus_text != scene.describe_focus():
            self.stale.append(f"{step}: {self.line.focus_text!r}, not {scene.describe_focus()!r}")

    def opened(self, scene: Scene, before: str) -> None:
        said = self.line.news
        if before and said.startswith(before):
            self.stale.append(f"opened: {said!r}")
        if not said:
            self.silent.append(f"opened: {type(scene).__name__}")

    def keys(self) -> None:
        driver, scene = self.driver, self.driver.top
        for _ in range(len([one for one in form_of(scene).iter_widgets() if one.is_tab_stop]) + 1):
            driver.strike(pygame.K_TAB)
            self.look("tab")
            for key in ARROWS:
                driver.strike(key)
                self.look(f"arrow on {type(form_of(driver.top).marked).__name__}")
                if driver.top is not scene:
                    return

    def mouse(self) -> None:
        driver, scene = self.driver, self.driver.top
        for one in list(form_of(scene).iter_widgets()):
            if form_of(scene).overlay is None and one.takes_mouse and one.rect.colliderect(one.visible_area()):
                driver.move(one.rect.clip(one.visible_area()).center)
                self.look(f"mouse on {type(one).__name__}")
                if one.focusable and one.hovered:
                    if not self.line.focus_text:
                        self.silent.append(f"mouse on {type(one).__name__}")
                    elif self.line.focus_text != one.describe():
                        self.stale.append(f"mouse on {type(one).__name__}: {self.line.focus_text!r}")


@pytest.fixture
def driver() -> Iterator[Driver]:
    one = visit(line_of_words=True)
    yield one
    one.app.close()


OLD = "A sentence of a match."


@pytest.mark.parametrize("name", A_FEW)
def test_line_describes_the_top_screen(driver: Driver, name: str) -> None:
    walk = Walk(driver)
    driver.app.spoken_line.report_event(OLD)
    scene = SCENES[name](driver.app)
    driver.open(scene)
    walk.opened(scene, OLD)
    walk.keys()
    if driver.top is scene:
        walk.mouse()
        driver.escape()
    walk.look("esc")
    said = heading_of(scene)
    if driver.top is not scene and said and driver.app.spoken_line.news == said:
        walk.stale.append(f"closed: {said!r}")
    assert [*walk.stale, *walk.silent] == []
    assert walk.steps


@pytest.mark.parametrize("key", KEYS)
def test_line_omits_the_match_under_another_screen(tables: Tables, rummy: Tables, key: str) -> None:
    driver = (
        alone(rummy, line_of_words=True)
        if card_of(key).hidden_hands
        else tables.table(ANNA, BERT, game=get(key), line_of_words=True, animation="off")
    )
    walk, table = Walk(driver), driver.scene
    driver.strike(pygame.K_RIGHT)
    walk.look("board")
    for action in ("menu", "rules", "settings"):
        driver.strike(pygame.K_RIGHT)
        said, under = driver.app.spoken_line.news, driver.app.spoken_line.focus_text
        assert said and under, "the match tells where it is"
        table.act(action)
        driver.frames()
        assert driver.top is not table, action
        walk.opened(driver.top, said)
        assert driver.app.spoken_line.focus_text != under
        if action != "settings":  # there arrows would choose another language
            walk.keys()
            walk.mouse()
        driver.app.stack.pop()
        driver.step()
        walk.look("back")
        assert driver.app.spoken_line.news.rstrip() == said.rstrip(), "what the match says is said again"
    assert [*walk.stale, *walk.silent] == []


def test_line_has_a_question_until_its_answer(tables: Tables) -> None:
    driver = tables.table(ANNA, BERT, position=UPGRADES, game=get("ducart"), line_of_words=True)
    driver.click("e7", "e8")
    question = driver.scene.question
    asked = question.label
    assert question.visible and asked in driver.app.spoken_line.news
    driver.tab_to(question.buttons[0])
    assert driver.app.spoken_line.focus_text == question.buttons[0].describe() != ""
    driver.click(question.buttons[0])
    driver.settle()
    assert asked not in driver.app.spoken_line.news


def test_line_describes_a_popup_until_it_closes(driver: Driver) -> None:
    driver.open(SCENES["menu that asks"](driver.app))
    asked = form_of(driver.top).overlay
    assert isinstance(asked, Chooser)
    for key in (pygame.K_DOWN, pygame.K_UP, pygame.K_TAB):
        driver.strike(key)
        assert driver.app.spoken_line.focus_text == asked.describe() != ""
    driver.move(asked.place_of(0).center)
    assert driver.app.spoken_line.focus_text == asked.options[0][1], "also by the mouse"
    assert asked.note() in driver.app.spoken_line.news
    driver.escape()
    assert driver.app.spoken_line.focus_text != asked.describe()


def test_repeated_text_in_the_line_differs_by_a_space(tables: Tables) -> None:
    driver = tables.table(position=ONE_CAPTURE, line_of_words=True, clicks=("b6",))
    first = driver.app.spoken_line.news
    driver.click("b6")
    second = driver.app.spoken_line.news
    driver.click("b6")
    assert second == f"{first} " and driver.app.spoken_line.news == first
    assert driver.app.spoken_line.is_urgent, "a refusal doesn't wait for its turn"


def test_line_describes_the_result_sheet_over_a_match(tables: Tables) -> None:
    driver = tables.table(ANNA, BERT, position=LAST_PIECE, line_of_words=True, clicks=("c5", "a7"))
    driver.until(lambda: driver.above is not None)
    driver.step()
    assert driver.app.spoken_line.news.startswith(heading_of(driver.top)) and heading_of(driver.top)

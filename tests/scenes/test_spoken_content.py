"""Content is read by keyboard: whatever is painted on a screen can be heard by Tab and arrows."""

import re
from collections.abc import Iterator
from typing import Any, Final

import pygame
import pytest

from scenes.app.fonts import Lettering, Role
from scenes.games.ducale.score_sheet import ScorePad
from scenes.screens.learn.lessons import Lesson
from scenes.table.editor_board import EditorBoard
from scenes.ui.base import Widget
from scenes.ui.choice import OptionRow
from scenes.ui.form import Form
from scenes.ui.listing import Listing
from scenes.ui.match_charts import Curves, Graph, PlyPicker
from scenes.ui.move_list import MoveList
from scenes.ui.page import Page
from scenes.ui.readable_cells import ReadableCells
from scenes.ui.text_table import TextTable
from scenes.ui.weekly_results import Weeks
from tests.checks import present
from tests.effort import by_effort
from tests.scenes.catalogue import A_FEW, SCENES
from tests.scenes.coach_driver import CoachDriver, open_drill
from tests.scenes.driver import Driver, Tables, form_of, visit
from tests.scenes.matches import ANNA
from tests.scenes.review_driver import LOST_BY_ONE_TURN
from tests.scenes.rummy import QUICK
from tests.scenes.test_ducale_score_pad import play_out

UP, DOWN, LEFT, RIGHT, HOME = pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME
SCALE: Final = re.compile(r"[\d\s%]+")
BULLET: Final = "•"
"""Numbers of a chart's scale, which say nothing without its picture."""


class Ears:
    def __init__(self, driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
        self.driver = driver
        driver.app.theme.cache.clear()  # some hold text
        self.painted: set[str] = set()
        self.heard: list[str] = []
        self._within: list[object] = []
        rendered = Lettering.render_text

        def noted(lettering: Lettering, line: str, role: Role, colour: pygame.Color) -> pygame.Surface:
            scale = any(isinstance(one, (PlyPicker, Weeks)) for one in self._within) and SCALE.fullmatch(line)
            if form_of(driver.top) in self._within and not scale and line != BULLET:
                self.painted.add(line)
            return rendered(lettering, line, role, colour)

        monkeypatch.setattr(Lettering, "render_text", noted)
        for kind in (Form, Graph, Curves, Weeks):
            self._follow(kind, monkeypatch)

    def _follow(self, kind: type[Widget], monkeypatch: pytest.MonkeyPatch) -> None:
        paint = kind.paint

        def followed(widget: Widget, surface: pygame.Surface) -> None:
            self._within.append(widget)
            paint(widget, surface)
            self._within.remove(widget)

        monkeypatch.setattr(kind, "paint", followed)

    def hear(self) -> str:
        line = self.driver.app.spoken_line
        self.heard += [line.news, line.focus_text]
        return line.focus_text

    def strike(self, key: int) -> bool:
        on = present(form_of(self.driver.top).marked, "marked widget")
        before = self.hear(), on.ring_rect(), getattr(on, "at_cell", None)
        self.driver.strike(key)
        if form_of(self.driver.top).marked is not on:
            self.driver.form.focus(on)
            return False
        return (self.hear(), on.ring_rect(), getattr(on, "at_cell", None)) != before

    def along(self, *keys: int) -> None:
        for key in keys:
            for _ in range(400):
                if not self.strike(key):
                    break

    def read(self, widget: Widget) -> None:
        if isinstance(widget, ReadableCells):
            for _ in range(400):
                self.along(RIGHT)
                self.strike(HOME)
                if not self.strike(DOWN):
                    break
        elif isinstance(widget, (Page, Listing)):
            self.along(UP, DOWN)
        elif isinstance(widget, EditorBoard):
            self.along(UP, DOWN, LEFT, RIGHT)
        elif isinstance(widget, (PlyPicker, Weeks, MoveList)):
            self.along(LEFT, RIGHT)
        elif isinstance(widget, OptionRow):
            self.heard += [words for _, words in widget.options]  # arrows choose them, one after the other

    def walk(self) -> None:
        driver, visited = self.driver, list[Widget]()
        for _ in range(200):
            driver.strike(pygame.K_TAB)
            one = form_of(driver.top).marked
            if one is None or one in visited:
                break
            visited.append(one)
            self.hear()
            self.read(one)

    def missing(self) -> list[str]:
        heard = _plain(" ".join(self.heard))
        return sorted(line for line in self.painted if _plain(line) not in heard)


def _plain(text: str) -> str:
    return " ".join(text.replace("…", " ").replace("–", "-").casefold().split())


@pytest.fixture
def driver(request: pytest.FixtureRequest) -> Iterator[Driver]:
    one = visit((1280, 800), line_of_words=True, language=request.param)
    yield one
    one.app.close()


@pytest.mark.parametrize("driver", by_effort(["en"], ["fr"], ["en", "fr"]), indirect=True)
@pytest.mark.parametrize("name", A_FEW)
def test_all_painted_text_is_spoken(driver: Driver, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = SCENES[name](driver.app)
    driver.app.paint_each_frame()
    driver.open(scene)
    if form_of(scene).overlay is not None:
        return  # it takes all keys, and says where they are
    ears = Ears(driver, monkeypatch)
    driver.app.dirty(None)
    driver.frames()
    ears.walk()
    assert ears.painted
    assert ears.missing() == []
    assert [words for words in ears.heard if re.search(r"\.\.(?!\.)(?<!\.\.\.)", words)] == [], (
        "one stop ends a sentence"
    )


# --- case by case


def test_tab_skips_read_only_widgets_without_the_line_of_words() -> None:
    driver = visit()
    driver.open(SCENES["statistics"](driver.app))
    assert not [one for one in driver.form.iter_widgets() if one.is_tab_stop and not one.focusable]
    driver.app.settings.line_of_words = True
    driver.app.apply_settings()
    kinds = {type(one).__name__ for one in driver.form.iter_widgets() if one.is_tab_stop}
    assert {"Label", "TextTable", "Totals"} <= kinds
    driver.app.close()


@pytest.mark.parametrize("driver", ["en"], indirect=True)
def test_page_is_read_block_by_block_with_headings_and_diagrams(driver: Driver) -> None:
    scene: Any = SCENES["rules of ducart"](driver.app)
    driver.open(scene)
    said = list[str]()
    driver.strike(HOME)
    for _ in range(60):
        said.append(driver.app.spoken_line.focus_text)
        driver.strike(DOWN)
        if not scene.page.has_focus:
            break
        span, scroll = scene.page.layout.spans[scene.page.here], scene.page.scroll
        assert scroll.offset <= span.top < scroll.offset + scene.page.rect.height, "it scrolls into view"
    assert said[0] == f"Heading: {scene.page_title}"
    diagrams = [one for one in said if "Diagram. " in one]
    assert diagrams and "Gold Keeper: c4." in diagrams[0] and "Marked: e5 may go to d6, e6 and f6." in diagrams[0]
    assert diagrams[0].endswith("Played: Gold: The Gold Sweeper on e5 sweeps away the Blue Sweeper on d6.")


@pytest.mark.parametrize("driver", ["en"], indirect=True)
def test_enter_plays_the_diagram_being_read(driver: Driver) -> None:
    scene: Any = SCENES["rules of ducart"](driver.app)
    driver.open(scene)
    driver.tab_to(scene.page)
    while scene.page.here not in scene.page.diagrams:
        driver.strike(DOWN)
    driver.strike(pygame.K_RETURN)
    assert scene.page.diagrams[scene.page.here].has_animation


@pytest.mark.parametrize("driver", ["en"], indirect=True)
def test_table_is_read_cell_by_cell_with_both_headings(driver: Driver) -> None:
    driver.open(SCENES["statistics"](driver.app))
    table = driver.the(TextTable)
    driver.tab_to(table)
    for _ in range(2):
        driver.strike(RIGHT)
    driver.strike(DOWN)
    said = driver.app.spoken_line.focus_text
    assert re.fullmatch(r".+, .+, Played: \d+", said) and said == table.cells()[1][2]
    assert table.visible_area().contains(table.ring_rect()), "in sight, with the mark around the cell"


def test_graph_describes_its_largest_swings_and_each_turn(tables: Tables) -> None:
    driver = tables.again(LOST_BY_ONE_TURN, looking_back=True, line_of_words=True)
    scene: Any = SCENES["review"](driver.app)
    driver.open(scene)
    graph = driver.the(Graph)
    graph.show([0.5, 0.4, 0.7, 0.72], (), (), graph.sides)
    driver.tab_to(graph)
    name, other = (side.name for side in graph.sides)
    first, second = (scene.texts.number_turn(number) for number in (0, 1))
    assert driver.app.spoken_line.focus_text.endswith(
        f": {name} from 50% to 40% by {first}. {name} from 40% to 70% by {second}. "
        f"At the end {name} 72%. At the end {other} 28%"
    )
    for place in (0, 1, 2):
        graph.pointed_at = place
        driver.step()
    assert (
        graph.describe_value().startswith(f"{name} from 40% to 70% by {second}. ")
        and "pawn" in graph.describe_value()
    )


def test_turns_in_the_list_are_read_as_sentences(tables: Tables) -> None:
    driver = tables.play_four(line_of_words=True)
    turns = driver.the(MoveList)
    driver.tab_to(turns)
    driver.strike(LEFT)
    assert driver.app.spoken_line.focus_text == "Turns: 2. Anna: Black Man from c6 to d5."


def test_score_pad_is_read_by_round_and_seat(rummy: Tables) -> None:
    driver = play_out(rummy, (ANNA, QUICK, QUICK), [[0, 30, 131], [14, 0, 22]], line_of_words=True)
    pad = driver.the(ScorePad)
    driver.tab_to(pad)
    driver.strike(RIGHT)
    assert re.fullmatch(r".+, Round 1: 30", driver.app.spoken_line.focus_text)
    for _ in range(3):
        driver.strike(DOWN)
    assert re.fullmatch(r".+, Total: 50", driver.app.spoken_line.focus_text)


def test_lesson_task_and_verdict_are_spoken(tables: Tables) -> None:
    app = tables.app(line_of_words=True)
    driver = CoachDriver(app, Lesson(app, "double-draughts", 0))
    exercise = driver.scene.coach.exercise
    driver.until(lambda: driver.scene.coach.state == "waits")
    assert exercise.task_text(0) in app.spoken_line.news and exercise.title in app.spoken_line.news
    coached = open_drill(tables, line_of_words=True)
    coached.click("d4", "d5")
    coached.run(0.2)
    assert coached.scene.coach.comment and coached.scene.coach.comment in coached.app.spoken_line.news
    coached.waits()
    coached.click("d4", "e5")
    assert "Yes." in coached.app.spoken_line.news

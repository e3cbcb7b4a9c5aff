"""The rule sheet with its diagrams: words first, then one picture a frame, words beside them if they fit."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from scenes.app import App
from scenes.assets import ROOT
from scenes.lang import LANGUAGES
from scenes.rulebook import RulebookScene
from scenes.storage import Settings, Storage
from scenes.theme import SHADE
from scenes.widgets.form import Form
from scenes.widgets.page import Page
from tests.scenes.visiting import Ground, Visitor

ILLUSTRATED = "ducart"
RED = pygame.Color("red")


class Painting:
    """A figure that notes when it was made."""

    def __init__(self, name: str, made: list[str], cells: tuple[float, float] = (5.0, 4.0)) -> None:
        self.name, self.cells, self._made = name, cells, made

    def picture(self, cell: int) -> pygame.Surface:
        self._made.append(self.name)
        picture = pygame.Surface([round(side * cell) for side in self.cells])
        picture.fill(RED)
        return picture


@pytest.fixture
def visitor(request: pytest.FixtureRequest) -> Visitor:
    person = Visitor((1280, 800))
    request.addfinalizer(person.app.close)
    return person


def _sheet(visitor: Visitor, text: str, figures: Callable[[str], Painting]) -> Page:
    """A page that lies open at the upper left."""
    page = Page(Form(visitor.ground), text, figures=figures)
    page.rect = pygame.Rect(0, 0, 700, 400)
    page.paint(visitor.app.surface)
    return page


def _fence(name: str) -> str:
    return f"```diagram\n{name}\n```\n"


# --- pages with figures


def test_pictures_are_made_after_the_first_paint_those_in_sight_first(visitor: Visitor) -> None:
    made: list[str] = []
    words = "Words that go on. " * 400
    text = f"{words}\n\n{_fence('first')}\n## One\n\n{words}\n\n{_fence('second')}\n## Two\n\n{words}"
    page = Page(Form(visitor.ground), text, figures=lambda name: Painting(name, made))
    page.rect = pygame.Rect(0, 0, 700, 400)
    assert not page.unfinished()
    page.update()
    assert made == []
    page.paint(visitor.app.surface)
    page.scroll.move(page.scroll.content)
    assert page.unfinished()
    page.update()
    assert made == ["second"]
    page.update()
    assert made == ["second", "first"] and not page.unfinished()
    page.update()
    assert made == ["second", "first"]


def test_paper_lies_where_a_picture_will_be(visitor: Visitor) -> None:
    page = _sheet(visitor, _fence("one") + "Words.", lambda name: Painting(name, []))
    assert visitor.app.surface.get_at((40, 40)) == SHADE
    page.update()
    page.paint(visitor.app.surface)
    assert visitor.app.surface.get_at((40, 40)) == RED


def test_words_stand_beside_a_diagram_until_the_next_heading(visitor: Visitor) -> None:
    text = f"{_fence('one')}### Beside\n\nWords beside it.\n\n## Below\n\nWords below it."
    page = _sheet(visitor, text, lambda name: Painting(name, []))
    (plate,) = page._plates.values()
    places = {word.text: word.rect for word in page._words}
    assert plate.rect.left == 0
    assert places["Beside"].left > plate.rect.right and places["Beside"].top == plate.rect.top
    assert places["beside"].left > plate.rect.right
    assert places["Below"].left == 0 and places["Below"].top > plate.rect.bottom
    assert page.scroll.content > places["Below"].bottom


def test_words_stand_below_a_diagram_that_leaves_no_room(visitor: Visitor) -> None:
    page = _sheet(visitor, f"{_fence('one')}Words.", lambda name: Painting(name, [], (16.0, 2.0)))
    (plate,) = page._plates.values()
    (word,) = page._words
    assert word.rect.left == 0 and word.rect.top > plate.rect.bottom
    assert plate.rect.width <= 700


def test_a_page_ends_below_its_last_diagram(visitor: Visitor) -> None:
    page = _sheet(visitor, f"{_fence('one')}Words.", lambda name: Painting(name, [], (5.0, 20.0)))
    (plate,) = page._plates.values()
    assert page.scroll.content > plate.rect.bottom


def test_two_diagrams_on_end_lie_one_below_the_other(visitor: Visitor) -> None:
    page = _sheet(visitor, f"{_fence('one')}\n{_fence('two')}", lambda name: Painting(name, []))
    one, two = page._plates.values()
    assert two.rect.top > one.rect.bottom


# --- the rule sheet


def _fill(app: App) -> Page:
    """Let the frames pass in which pictures are made."""
    scene = app.stack.top
    assert isinstance(scene, RulebookScene)
    for _ in range(20):
        app.frame()
    assert not scene._page.unfinished()
    return scene._page


def test_the_rule_sheet_makes_its_pictures_and_rests(visitor: Visitor) -> None:
    visitor.app.stack.push(RulebookScene(visitor.app, ILLUSTRATED))
    visitor.frames(1)
    assert visitor.top._page.unfinished() and visitor.top.pace() == 0.0
    _fill(visitor.app)
    assert visitor.top.pace() is None


def test_pictures_of_another_size_are_made_once_the_window_keeps_its_size(visitor: Visitor) -> None:
    app = visitor.app
    app.stack.push(RulebookScene(app, ILLUSTRATED))
    page = _fill(app)
    before = [plate.rect.size for plate in page._plates.values()]
    pygame.display.set_mode((1600, 1000), pygame.RESIZABLE)
    visitor.post(pygame.WINDOWSIZECHANGED, x=0, y=0)
    visitor.frames(2)
    assert app.assets.resizing and page.unfinished(), "those of before are stretched meanwhile"
    app.assets.settled()
    _fill(app)
    after = [plate.rect.size for plate in page._plates.values()]
    assert all(new > old for new, old in zip(after, before, strict=True))
    made = [plate._picture.get_size() for plate in page._plates.values() if plate._picture is not None]
    assert made == after


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("size", "scale"),
    [((960, 600), 100), ((1280, 800), 100), ((2560, 1440), 100), ((960, 600), 150), ((960, 1300), 150)],
    ids=str,
)
def test_nothing_on_the_rule_sheet_lies_over_anything_else(size: tuple[int, int], scale: int, language: str) -> None:
    app = App(Settings(language=language, window=size, text_scale=scale, animation="off"), Storage())
    try:
        app.stack.push(Ground(app))
        app.stack.push(RulebookScene(app, ILLUSTRATED))
        app.frame()
        scene = app.stack.top
        assert isinstance(scene, RulebookScene)
        page = scene._page
        words = [word.rect for word in page._words]
        plates = [plate.rect for plate in page._plates.values()]
        right = page.rect.width - page.scroll.bar_width()
        for number, plate in enumerate(plates):
            assert plate.collidelist(words) == -1
            assert plate.collidelist(plates[number + 1 :]) == -1
            assert plate.left == 0 and plate.right < right
            beside = [word for word in words if word.left > plate.right and plate.top <= word.top < plate.bottom]
            assert beside, "its words begin beside it"
        assert all(word.right <= right for word in words)
        assert page.scroll.content > max(rect.bottom for rect in (*words, *plates))
    finally:
        app.close()


def test_no_page_holds_a_table_which_pages_would_show_as_bars() -> None:
    sheets = sorted((ROOT / "scenes" / "pages").glob("*.md"))
    assert sheets
    lines = {(sheet.name, line) for sheet in sheets for line in sheet.read_text(encoding="utf-8").splitlines()}
    assert not {one for one in lines if one[1].startswith("|")}

"""The rule sheet with its diagrams: words first, then one picture a frame, words beside them if they fit."""

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from rules import KEYS
from scenes.app.app import App
from scenes.app.theme import SHADE
from scenes.app.words import LANGUAGES
from scenes.screens.rulebook.pages import page_text, pages_of
from scenes.screens.rulebook.scene import RulebookScene
from scenes.ui.form import Form
from scenes.ui.page import Page
from scenes.ui.page_diagram import Show
from scenes.ui.page_layout import BESIDE_GAP, LEAST_TEXT_WIDTH
from tests.checks import check_alike
from tests.rules.play import in_pairs
from tests.scenes.driver import Driver, visit

ILLUSTRATED = "ducart"
RED = pygame.Color("red")


class Painting:
    def __init__(self, name: str, made: list[str], cells: tuple[float, float] = (5.0, 4.0)) -> None:
        self.name, self.cells, self.can_play, self._made = name, cells, False, made

    def describe(self) -> str:
        return ""

    def picture(self, cell: int) -> pygame.Surface:
        self._made.append(self.name)
        picture = pygame.Surface([round(side * cell) for side in self.cells])
        picture.fill(RED)
        return picture

    def play(self, cell: int, x: int) -> Show:
        raise NotImplementedError


def page_of(driver: Driver, text: str, figures: Callable[[str], Painting] | None = None, width: int = 700) -> Page:
    """A page that isn't painted yet, with pictures of its own."""
    page = Page(Form(driver.ground), text, figures=figures or (lambda name: Painting(name, [])))
    page.rect = pygame.Rect(0, 0, width, 400)
    return page


def _sheet(driver: Driver, text: str, cells: tuple[float, float] = (5.0, 4.0)) -> Page:
    page = page_of(driver, text, lambda name: Painting(name, [], cells))
    page.paint(driver.app.surface)
    return page


def _fence(name: str) -> str:
    return f"```diagram\n{name}\n```\n"


def test_diagrams_are_rendered_after_the_first_paint_visible_first(driver: Driver) -> None:
    made: list[str] = []
    words = "Words that go on. " * 400
    text = f"{words}\n\n{_fence('first')}\n## One\n\n{words}\n\n{_fence('second')}\n## Two\n\n{words}"
    page = page_of(driver, text, lambda name: Painting(name, made))
    assert not page.lacks_pictures()
    page.update()
    assert made == []
    page.paint(driver.app.surface)
    page.scroll.move(page.scroll.content_height)
    assert page.lacks_pictures()
    page.update()
    assert made == ["second"]
    page.update()
    assert made == ["second", "first"] and not page.lacks_pictures()
    page.update()
    assert made == ["second", "first"]


def test_words_stand_beside_a_diagram_until_the_next_heading(driver: Driver) -> None:
    page = _sheet(driver, f"{_fence('one')}### Beside\n\nWords beside it.\n\n## Below\n\nWords below it.")
    assert driver.app.surface.get_at((40, 40)) == SHADE, "paper lies where a picture will be"
    page.update()
    page.paint(driver.app.surface)
    assert driver.app.surface.get_at((40, 40)) == RED
    (plate,) = page.diagrams.values()
    places = {word.text: word.rect for word in page.layout.words}
    assert plate.spot.left == 0
    assert places["Beside"].left > plate.spot.right and places["Beside"].top == plate.spot.top
    assert places["beside"].left > plate.spot.right
    assert places["Below"].left == 0 and places["Below"].top > plate.spot.bottom
    assert page.scroll.content_height > places["Below"].bottom
    assert not plate.focusable and not plate.takes_mouse, "it can't be played"
    assert page.at(plate.rect.center) is page


def test_words_stand_below_a_wide_diagram_and_pages_end_below_the_last(driver: Driver) -> None:
    page = _sheet(driver, f"{_fence('one')}Words.", (16.0, 2.0))
    (plate,) = page.diagrams.values()
    (word,) = page.layout.words
    assert word.rect.left == 0 and word.rect.top > plate.spot.bottom
    assert plate.spot.width <= 700
    page = _sheet(driver, f"{_fence('one')}Words.", (5.0, 20.0))
    (plate,) = page.diagrams.values()
    assert page.scroll.content_height > plate.spot.bottom
    page = _sheet(driver, f"{_fence('one')}\n{_fence('two')}")
    one, two = page.diagrams.values()
    assert two.spot.top > one.spot.bottom


def _fill(app: App) -> Page:
    scene = app.stack.top
    assert isinstance(scene, RulebookScene)
    for _ in range(20):
        app.frame()
    assert not scene.page.lacks_pictures()
    return scene.page


def test_rulebook_renders_its_diagrams_and_sleeps(driver: Driver) -> None:
    driver.app.stack.push(RulebookScene(driver.app, ILLUSTRATED))
    driver.frames(1)
    assert driver.top.page.lacks_pictures() and driver.top.wait_seconds() == 0.0
    _fill(driver.app)
    assert driver.top.wait_seconds() is None


def test_diagrams_are_rerendered_once_resizing_ends(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    app = driver.app
    app.paint_each_frame()
    moment = app.now()
    monkeypatch.setattr(app, "now", lambda: moment)  # the edge is still held, however slow the machine
    app.stack.push(RulebookScene(app, ILLUSTRATED))
    page = _fill(app)
    before = [plate.spot.size for plate in page.diagrams.values()]
    pygame.display.set_mode((1600, 1000), pygame.RESIZABLE)
    driver.post(pygame.WINDOWSIZECHANGED, x=0, y=0)
    driver.frames(2)
    assert app.assets.resizing and page.lacks_pictures(), "those of before are stretched meanwhile"
    app.assets.end_resizing()
    _fill(app)
    after = [plate.spot.size for plate in page.diagrams.values()]
    assert all(new > old for new, old in zip(after, before, strict=True))
    made = [plate._picture.get_width() for plate in page.diagrams.values() if plate._picture is not None]
    assert made == [width for width, _ in after]


@pytest.mark.parametrize(
    ("window", "key", "language"),
    in_pairs([(960, 600, 100), (960, 600, 150), (960, 1300, 150), (2560, 1440, 100)], KEYS, tuple(LANGUAGES)),
)
def test_words_and_diagrams_of_a_rulebook_do_not_overlap(
    window: tuple[int, int, int], key: str, language: str
) -> None:
    *size, scale = window
    driver = visit((size[0], size[1]), language=language, text_scale=scale)
    cut: list[str] = []
    driver.app.theme.report_overflow = lambda text, role, rect: cut.append(text)
    scene = RulebookScene(driver.app, key)
    driver.app.stack.push(scene)
    for number in range(len(scene.pages)):
        scene.show_page(number)
        scene.page.lay_words()
        _assert_apart(scene.page)
    driver.app.close()
    assert cut == []


def test_sign_of_a_ruling_stays_with_its_words(driver: Driver) -> None:
    text = "Some words that go (R). And others. (R) Here it stands before what it marks."
    for width in range(60, 400, 5):
        page = page_of(driver, text, width=width)
        page.paint(driver.app.surface)
        lines = [(word.text, word.rect.top) for word in page.layout.words]
        first, second = (number for number, word in enumerate(page.layout.words) if word.sort == "ruling")
        assert lines[first - 1 : first + 2] == [(text, lines[first][1]) for text in ("go", "R", ".")], width
        assert lines[second : second + 2] == [(text, lines[second][1]) for text in ("R", "Here")], width


def test_focus_mark_of_a_page_is_erased(driver: Driver) -> None:
    app = driver.app
    app.stack.push(RulebookScene(app, ILLUSTRATED))
    driver.frames(10)
    scene = app.stack.top
    assert isinstance(scene, RulebookScene)
    app.is_keyboard_used = True
    diagram = next(iter(scene.page.diagrams.values()))
    scene.form.focus(diagram)
    driver.frames(10)
    before = app.surface.copy()
    scene.form.focus(scene.page)
    app.dirty()
    driver.frames()
    assert pygame.image.tobytes(app.surface, "RGB") != pygame.image.tobytes(before, "RGB")
    scene.form.focus(diagram)
    driver.frames()
    check_alike(app.surface, before, "the page with the diagram marked again")


def _assert_apart(page: Page) -> None:
    words = [word.rect for word in page.layout.words]
    plates = [plate.spot for plate in page.diagrams.values()]
    right = page.rect.width - page.scroll.bar_width()
    for number, plate in enumerate(plates):
        assert plate.collidelist(words) == -1
        assert plate.collidelist(plates[number + 1 :]) == -1
        assert plate.left == 0 and plate.right <= right
        beside = [word for word in words if word.left > plate.right and plate.top <= word.top < plate.bottom]
        room = right - plate.right - page.theme.px(BESIDE_GAP) >= page.theme.px(LEAST_TEXT_WIDTH)
        assert bool(beside) == room
    assert all(word.right <= right for word in words)
    assert page.scroll.content_height > max(rect.bottom for rect in (*words, *plates))


def test_missing_pages_of_a_language_are_in_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page is known by its anchors and diagrams; one whose English one has changed since isn't shown any more."""
    monkeypatch.setattr("scenes.screens.rulebook.pages.game_file", lambda key, name: tmp_path / name)
    diagram = "```diagram\nposition: {}\n```\n"
    english = ["# One\n@ 1.1\nYes.\n", "# Two\n@ 2.1\n", "# Three\n" + diagram.format("a")]
    (tmp_path / "rules.en.md").write_text("\n".join(english), encoding="utf-8")
    assert page_text("any", "xx") == page_text("any", "en") and page_text("any", "en") is not None
    own = ["# Drei\n" + diagram.format("b"), "# Zwei\n@ 2.1\n"]
    (tmp_path / "rules.xx.md").write_text("\n".join(own), encoding="utf-8")
    assert [page.title for page in pages_of(page_text("any", "xx") or "", "Rules")] == ["One", "Zwei", "Three"]
    (tmp_path / "rules.en.md").unlink()
    assert [page.title for page in pages_of(page_text("any", "xx") or "", "Rules")] == ["Drei", "Zwei"]
    (tmp_path / "rules.xx.md").unlink()
    assert page_text("any", "xx") is None

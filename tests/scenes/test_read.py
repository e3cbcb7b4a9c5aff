"""Content is read by keyboard: whatever is painted on a screen can be heard by Tab and arrows."""

import re
from collections.abc import Iterator
from typing import Final

import pygame
import pytest

from scenes.app.fonts import Lettering, Role
from scenes.ui.bars import Weeks
from scenes.ui.base import Widget
from scenes.ui.cells import Cells
from scenes.ui.charts import Curves, Graph, PlyPicker
from scenes.ui.choice import OptionRow
from scenes.ui.form import Form
from scenes.ui.listing import Listing
from scenes.ui.moves import MoveList
from scenes.ui.page import Page
from tests.scenes.driver import Driver, form_of, visit
from tests.scenes.test_fit import SCENES

UP, DOWN, LEFT, RIGHT, HOME = pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME
SCALE: Final = re.compile(r"[\d\s%]+")
"""Numbers of a chart's scale, which say nothing without its picture."""


class Ears:
    """All that is painted of the screen on top, and all that the line of words says of it."""

    def __init__(self, driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
        self.driver = driver
        self.painted: set[str] = set()
        self.heard: list[str] = []
        self._within: list[object] = []
        rendered = Lettering.rendered

        def noted(lettering: Lettering, line: str, role: Role, colour: pygame.Color) -> pygame.Surface:
            scale = any(isinstance(one, (PlyPicker, Weeks)) for one in self._within) and SCALE.fullmatch(line)
            if form_of(driver.top) in self._within and not scale:
                self.painted.add(line)
            return rendered(lettering, line, role, colour)

        monkeypatch.setattr(Lettering, "rendered", noted)
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
        line = self.driver.app.line
        self.heard += [line.happened, line.under]
        return line.under

    def strike(self, key: int) -> bool:
        """Strike a key; whether the same widget says something else now."""
        before, on = self.hear(), form_of(self.driver.top).marked
        self.driver.strike(key)
        if form_of(self.driver.top).marked is not on:
            self.driver.form.focus(on)
            return False
        return self.hear() != before

    def along(self, *keys: int) -> None:
        for key in keys:
            for _ in range(400):
                if not self.strike(key):
                    break

    def read(self, widget: Widget) -> None:
        """Read all of what has the focus, by its arrows."""
        if isinstance(widget, Cells):
            for _ in range(400):
                self.along(RIGHT)
                self.strike(HOME)
                if not self.strike(DOWN):
                    break
        elif isinstance(widget, (Page, Listing)):
            self.along(DOWN)
        elif isinstance(widget, (PlyPicker, Weeks, MoveList)):
            self.along(LEFT, RIGHT)
        elif isinstance(widget, OptionRow):
            self.heard += [words for _, words in widget.options]  # arrows choose them, one after the other

    def walk(self) -> None:
        """Go around the screen once."""
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
        """What was painted and not heard."""
        heard = _plain(" ".join(self.heard))
        return sorted(line for line in self.painted if _plain(line) not in heard)


def _plain(text: str) -> str:
    return " ".join(text.replace("…", " ").replace("–", "-").casefold().split())


@pytest.fixture
def driver(request: pytest.FixtureRequest) -> Iterator[Driver]:
    one = visit((1280, 800), line_of_words=True, language=request.param)
    yield one
    one.app.close()


@pytest.mark.parametrize("driver", ["en", "fr"], indirect=True)
@pytest.mark.parametrize("name", SCENES)
def test_whatever_is_painted_can_be_heard(driver: Driver, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = SCENES[name](driver.app)
    driver.open(scene)
    if form_of(scene).overlay is not None:
        return  # it takes all keys, and says where they are
    ears = Ears(driver, monkeypatch)
    driver.app.dirty(None)
    driver.frames()
    ears.walk()
    assert ears.painted
    assert ears.missing() == []

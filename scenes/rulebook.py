"""The rule sheet of a game, one page, in the person's language."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import pygame

from rules import find
from scenes.diagram import Diagram
from scenes.paper import PaperScene
from scenes.tables import table_of, trained
from scenes.widgets.button import Button
from scenes.widgets.page import Page

if TYPE_CHECKING:
    from scenes.app import App

PAGES: Final = Path(__file__).parent / "pages"
"""The folder with a page `<game>.<language>.md` for each game and language."""

WRITTEN: Final = 86.0
ILLUSTRATED: Final = 96.0
"""The widest that a sheet of words gets, and one with diagrams, in u."""


def page_text(key: str, language: str) -> str | None:
    """The rule sheet of the game `key` as Markdown, or None when there is none."""
    try:
        return (PAGES / f"{key}.{language}.md").read_text(encoding="utf-8")
    except OSError:
        return None


class RulebookScene(PaperScene):
    """The page to read; F1 and Esc close it."""

    def __init__(self, app: App, key: str) -> None:
        super().__init__(app)
        self._key = key

    def title(self) -> str:
        return self.app.words(f"games.{self._key}.name")

    def fill(self) -> None:
        words = self.app.words
        text = page_text(self._key, words.language) or words("rulebook.missing")
        game, view = find(self._key), table_of(self._key)
        assert game is not None
        self._page = Page(self.sheet, text, figures=lambda diagram: Diagram(self.app, game, view, diagram))
        self.widest = ILLUSTRATED if self._page.illustrated else WRITTEN
        self._trainer = Button(self.sheet, words("rulebook.trainer"), self._train, icon="eye")
        self._trainer.visible = trained(self._key)
        self.form.focus(self._page)

    def _train(self) -> None:
        from scenes.trainer import TrainerScene

        self.app.stack.push(TrainerScene(self.app, self._key))

    def place(self, inner: pygame.Rect) -> None:
        theme = self.app.theme
        if self._trainer.visible:
            wide = min(inner.width, self._trainer.natural_width())
            self._trainer.rect = pygame.Rect(inner.left, inner.bottom - theme.control, wide, theme.control)
            inner = inner.copy()
            inner.height -= theme.control + theme.px(1.5)
        self._page.rect = inner

    def update(self, dt: float) -> None:
        super().update(dt)
        if not self.app.assets.resizing:
            self._page.update()

    def pace(self) -> float | None:
        return 0.0 if self._page.unfinished() and not self.app.assets.resizing else super().pace()

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_F1:
            self.close()
            return True
        return super().handle(event)

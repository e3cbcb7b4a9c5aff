"""What the scenes away from the table have in common: a sheet of paper on the wood, with a title and a way back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from scenes.app.stack import Scene
from scenes.ui.button import Button
from scenes.ui.form import Form
from scenes.ui.label import Label, Panel

if TYPE_CHECKING:
    from scenes.app.app import App


WIDE: Final = 1.25
"""In a window wider than this, in heights, paper lies beside what it belongs to, else below it."""


class PaperScene(Scene):
    """A sheet that closes with Esc and its back key. `fill` makes the widgets on it, `place` lays them out."""

    widest = 100.0
    """The widest that the sheet gets, in u."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.form = Form(self)
        self._heard = False

    def title(self) -> str:
        """The words at the head of the sheet."""
        raise NotImplementedError

    def fill(self) -> None:
        """Make the widgets on `sheet`."""
        raise NotImplementedError

    def place(self, inner: pygame.Rect) -> None:
        """Lay the widgets out in `inner`, the part of the sheet below its head."""
        raise NotImplementedError

    def around(self, size: tuple[int, int]) -> pygame.Rect:
        """Where the sheet lies in a window of `size` pixels."""
        theme = self.app.theme
        width = min(theme.px(self.widest), size[0] - 2 * theme.margin)
        sheet = pygame.Rect(0, 0, width, size[1] - 2 * theme.margin)
        sheet.center = (size[0] // 2, size[1] // 2)
        return sheet

    def close(self) -> None:
        """Go back to where the person came from."""
        self.app.stack.pop()

    def enter(self) -> None:
        if not self._heard:
            self.app.sound.play("page")
        self._heard = True
        self.form = Form(self)
        self.sheet = Panel(self.form)
        self.back = Button(self.sheet, self.app.words("paper.back"), self.close, icon="back")
        self.head = Label(self.sheet, self.title(), "title", align="centre")
        self.fill()

    def resize(self, size: tuple[int, int]) -> None:
        theme = self.app.theme
        self.sheet.rect = self.around(size)
        inner = self.sheet.rect.inflate(-2 * theme.px(3), -2 * theme.px(2.2))
        wide = self.back.natural_width()
        self.back.rect = pygame.Rect(inner.left, inner.top, wide, theme.control)
        self._place_head(inner, wide + theme.px(2))
        top = inner.top + theme.control + theme.px(2.6)
        self.place(pygame.Rect(inner.left, top, inner.width, inner.bottom - top))
        self.dirty()

    def _place_head(self, inner: pygame.Rect, taken: int) -> None:
        """In the middle of the sheet, or of what the back key leaves where the words are long."""
        theme, words = self.app.theme, self.head.text
        middle = pygame.Rect(inner.left + taken, inner.top, inner.width - 2 * taken, theme.control)
        if theme.width(words, "title") > middle.width:
            middle.width = inner.right - middle.left
        self.head.role = "title" if theme.width(words, "title") <= middle.width else "heading"
        self.head.rect = middle

    def handle(self, event: pygame.event.Event) -> bool:
        if self.form.handle(event):
            return True
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.close()
            return True
        return False

    def update(self, dt: float) -> None:
        self.form.update(dt)

    def pace(self) -> float | None:
        return self.form.pace()

    def paint(self, surface: pygame.Surface) -> None:
        theme, head = self.app.theme, self.head.rect
        theme.paint_table(surface)
        self.paint_beside(surface)
        self.form.paint(surface)
        inner = self.sheet.rect.inflate(-2 * theme.px(3), 0)
        theme.rule(surface, (inner.left, head.bottom + theme.px(1.2)), inner.width)

    def paint_beside(self, surface: pygame.Surface) -> None:
        """Paint what lies on the table beside the sheet."""

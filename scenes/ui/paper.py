"""The base of most scenes away from the table: a panel with a title and a back button."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

import pygame

from scenes.ui.button import Button
from scenes.ui.form import Form
from scenes.ui.label import Label, Panel, Rule
from scenes.ui.layout import Cell
from scenes.ui.sheet import FormScene

if TYPE_CHECKING:
    from scenes.app.app import App


WIDE: Final = 1.25
"""In a window wider than this, in heights, a panel stands beside what it belongs to, else below."""
_SIDE, _EDGE, _HEAD = 3.0, 2.2, 2.6
"""The margins at the sides and at top and bottom, and the space below the head, in u."""


class PaperScene(FormScene):
    """A panel that Esc and the back button close. `fill` makes the widgets on it, `content` lays them out."""

    widest = 100.0
    """The greatest width of the panel, in u."""
    snug: ClassVar[bool] = False
    """Whether the panel is only as high as what is on it."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._heard = False

    def title(self) -> str:
        """The title."""
        raise NotImplementedError

    def content(self) -> Cell:
        """The layout of what stands below the title."""
        raise NotImplementedError

    def content_height(self, width: int) -> int:
        """The height in pixels of a snug sheet's content in a column of `width` pixels."""
        return self.content().natural_height(width)

    def place(self, inner: pygame.Rect) -> None:
        """Lay the widgets out in `inner`, the part of the sheet below its head."""
        self.content().place(inner)

    def around(self, size: tuple[int, int]) -> pygame.Rect:
        """The panel's rectangle in a window of `size` pixels."""
        theme = self.app.theme
        width, high = min(theme.px(self.widest), size[0] - 2 * theme.margin), size[1] - 2 * theme.margin
        if self.snug:
            frame = 2 * theme.px(_EDGE) + theme.control + theme.px(_HEAD)
            high = min(high, frame + self.content_height(width - 2 * theme.px(_SIDE)))
        sheet = pygame.Rect(0, 0, width, high)
        sheet.center = (size[0] // 2, size[1] // 2)
        return sheet

    def close(self) -> None:
        """Leave the scene."""
        self.app.stack.pop()

    def enter(self) -> None:
        if not self._heard:
            self.app.sound.play("page")
        self._heard = True
        self.form = Form(self)
        self.sheet = Panel(self.form)
        self.back = Button(self.sheet, self.app.words("paper.back"), self.close, icon="back")
        self.head = Label(self.sheet, self.title(), "title", align="centre")
        self._rule = Rule(self.sheet)
        self.fill()

    def resize(self, size: tuple[int, int]) -> None:
        theme = self.app.theme
        self.sheet.rect = self.around(size)
        inner = self.sheet.rect.inflate(-2 * theme.px(_SIDE), -2 * theme.px(_EDGE))
        wide = self.back.natural_width()
        self.back.rect = pygame.Rect(inner.left, inner.top, wide, theme.control)
        self._place_head(inner, wide + theme.px(2))
        self._rule.rect = pygame.Rect(inner.left, self.head.rect.bottom + theme.px(1.2), inner.width, 0)
        top = inner.top + theme.control + theme.px(_HEAD)
        self.place(pygame.Rect(inner.left, top, inner.width, inner.bottom - top))
        self.dirty()

    def _place_head(self, inner: pygame.Rect, taken: int) -> None:
        """Centre the title on the sheet, or right of the back button where it is long."""
        theme, words = self.app.theme, self.head.text
        middle = pygame.Rect(inner.left + taken, inner.top, inner.width - 2 * taken, theme.control)
        if theme.width(words, "title") > middle.width:
            middle.width = inner.right - middle.left
        self.head.role = "title" if theme.width(words, "title") <= middle.width else "heading"
        self.head.rect = middle

    def handle(self, event: pygame.event.Event) -> bool:
        if super().handle(event):
            return True
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.close()
            return True
        return False

    def paint(self, surface: pygame.Surface) -> None:
        self.app.theme.paint_table(surface)
        self.paint_beside(surface)
        super().paint(surface)

    def paint_beside(self, surface: pygame.Surface) -> None:
        """Paint what stands beside the panel."""

"""A line of a page of settings: words on the left, something to set on the right."""

from __future__ import annotations

from typing import Final

import pygame

from scenes.app.theme import INK, PAPER, SOFT_INK
from scenes.ui.base import Group, Widget

_FIELD: Final = 16.0
"""The least room in u for what is set."""


class FormRow(Widget):
    """Words and, right of them, the `field` in which a kind of widget paints what is set."""

    focusable = True
    pointer = "hand"

    def __init__(self, parent: Group, text: str) -> None:
        super().__init__(parent, text)
        self.share = 0.45
        """The words' share of the width; without words the field takes all."""
        self.hugs = False
        """The words have as much room as they need, instead."""

    @property
    def field(self) -> pygame.Rect:
        """Where what is set is shown, in window pixels."""
        words = self._words_width(self.rect.width)
        return pygame.Rect(self.rect.left + words, self.rect.top, self.rect.width - words, self.rect.height)

    def _words_width(self, width: int) -> int:
        if not self.label:
            return 0
        if self.hugs:
            return self.theme.width(self.label, "body") + self.theme.px(2)
        return round(width * self.share)

    def natural_width(self) -> int:
        return self.theme.width(self.label, "body") + self.theme.px(_FIELD)

    def natural_height(self, width: int) -> int:
        theme = self.theme
        if not self.label:
            return theme.control
        words = self._words_width(width) - theme.gap
        return max(theme.control, theme.height(self.label, "body", words) + theme.gap)

    def ringed(self) -> pygame.Rect:
        return self.field

    def ink(self) -> pygame.Color:
        """The colour of words, paler while it is not enabled."""
        return INK if self.enabled else SOFT_INK.lerp(PAPER, 0.35)

    def paint_label(self, surface: pygame.Surface) -> None:
        """Paint the words."""
        if self.label:
            area = pygame.Rect(self.rect)
            area.width = self.field.left - self.theme.gap - area.left
            self.theme.text(surface, self.label, "body", self.ink(), area)

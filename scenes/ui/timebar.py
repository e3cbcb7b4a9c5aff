"""A bar that runs out."""

from __future__ import annotations

import pygame

from scenes.app.theme import BRASS, EDGE, SHADE
from scenes.ui.base import Group, Widget
from scenes.ui.keys import paint_slot


class TimeBar(Widget):
    """How much of a time is left, 1 to 0."""

    touchable = False

    def __init__(self, parent: Group) -> None:
        super().__init__(parent)
        self._left = 1.0

    def show(self, left: float) -> None:
        """So much is left."""
        left = max(0.0, min(1.0, left))
        if left != self._left:
            self._left = left
            self.dirty()

    def extent(self) -> pygame.Rect:
        return self.rect

    def paint(self, surface: pygame.Surface) -> None:
        rect = self.rect
        paint_slot(surface, self.theme, rect, EDGE.lerp(SHADE, 0.6), rect.height // 2)
        bar = rect.inflate(-4, -4)
        bar.width = round(bar.width * self._left)
        if bar.width > 2:
            pygame.draw.rect(surface, BRASS, bar, border_radius=bar.height // 2)

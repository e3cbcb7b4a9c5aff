"""Sheets of paper that hold widgets."""

from __future__ import annotations

import pygame

from scenes.app.accessibility_tree import Node
from scenes.ui.base import Group, Widget
from scenes.ui.layout import Cell
from scenes.ui.scroll import ScrollGroup


class Panel(ScrollGroup):
    """A sheet of paper with widgets. If `lay` finds too little room for them, they scroll.

    Mouse events on the sheet don't reach what is below it.
    """

    def __init__(self, parent: Group, label: str = "", lifted: bool = False) -> None:
        super().__init__(parent, label)
        self._lifted = lifted

    def lay(self, rect: pygame.Rect, content: Cell, pad: tuple[int, int]) -> None:
        inner = rect.inflate(-2 * pad[0], -2 * pad[1])
        self.rect, high = rect, content.natural_height(inner.width)
        self.scroll.content = high + 2 * pad[1] if high > inner.height else 0
        self.scroll.move(self.scroll.offset)
        inner.height = max(inner.height, high)
        content.place(inner.move(0, -self.scroll.offset))

    def at(self, pos: tuple[int, int]) -> Widget | None:
        return super().at(pos) if self.rect.collidepoint(pos) else Group.at(self, pos)

    def showing(self) -> pygame.Rect:
        """Return the sheet without its upper and lower edge, which scrolled content mustn't cover."""
        if not self.scroll.is_needed():
            return Group.showing(self)
        return super().showing().clip(self.rect.inflate(0, -2 * self.theme.stroke))

    def nodes(self) -> list[Node]:
        return [Node(self, "GROUP", self.label, self.rect, children=super().nodes())]

    def extent(self) -> pygame.Rect:
        return self.theme.outer_rect(self.rect, self._lifted)

    def paint(self, surface: pygame.Surface) -> None:
        self.theme.paper(surface, self.rect, self._lifted)
        if self.scroll.is_needed():
            super().paint(surface)
        else:
            Group.paint(self, surface)

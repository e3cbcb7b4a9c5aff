"""Labels, rules, panels (sheets of paper that hold widgets) and pictures."""

from __future__ import annotations

from typing import Final

import pygame

from scenes.app.accessibility_tree import Node
from scenes.app.fonts import Align, Role, Valign
from scenes.app.theme import INK
from scenes.ui.base import Group, ReadOnlyWidget, RepaintingAttribute, Widget
from scenes.ui.layout import Cell
from scenes.ui.scroll import ScrollGroup

HEADING_LEVELS: Final[dict[Role, int]] = {"display": 1, "title": 1, "heading": 1, "subheading": 2}  # 1 is the highest


class Label(ReadOnlyWidget):
    text = RepaintingAttribute("", "label")
    colour = RepaintingAttribute(INK)
    is_announced = False  # True: the text is read out whenever it changes

    def __init__(
        self,
        parent: Group,
        text: str,
        role: Role = "body",
        colour: pygame.Color = INK,
        align: Align = "left",
        valign: Valign = "middle",
    ) -> None:
        super().__init__(parent, text)
        self.role: Role = role
        self.colour = colour
        self._align: Align = align
        self._valign: Valign = valign

    def note(self) -> str:
        return self.text if self.is_announced else ""

    def node(self, name: str) -> Node:
        node = super().node(name)
        node.level = HEADING_LEVELS.get(self.role, 0)
        node.role = "HEADING" if node.level else "LABEL"
        return node

    def natural_width(self) -> int:
        return self.theme.width(self.label, self.role) + 1

    def natural_height(self, width: int) -> int:
        return self.theme.height(self.label, self.role, width)

    def paint(self, surface: pygame.Surface) -> None:
        self.theme.text(surface, self.label, self.role, self.colour, self.rect, self._align, self._valign)


class Rule(Widget):
    """A thin horizontal line. Layouts give it no height."""

    takes_mouse = False

    def natural_height(self, width: int) -> int:
        return 0

    def extent(self) -> pygame.Rect:
        return self.rect.inflate(0, self.theme.gap)

    def paint(self, surface: pygame.Surface) -> None:
        self.theme.paint_rule(surface, self.rect.topleft, self.rect.width)


class Panel(ScrollGroup):
    """A sheet of paper with widgets. If `lay` leaves too little room for them, they scroll.

    Mouse events on the sheet don't reach what is below it. With `is_lifted` its shadow is larger.
    """

    def __init__(self, parent: Group, label: str = "", is_lifted: bool = False) -> None:
        super().__init__(parent, label)
        self._is_lifted = is_lifted

    def lay(self, rect: pygame.Rect, content: Cell, pad: tuple[int, int]) -> None:
        """Place the panel, and `content` on it with the margins `pad` at its sides and at its top and bottom."""
        inner = rect.inflate(-2 * pad[0], -2 * pad[1])
        self.rect, height = rect, content.natural_height(inner.width)
        self.scroll.content_height = height + 2 * pad[1] if height > inner.height else 0
        self.scroll.move(self.scroll.offset)
        inner.height = max(inner.height, height)
        content.place(inner.move(0, -self.scroll.offset))

    def at(self, pos: tuple[int, int]) -> Widget | None:
        return super().at(pos) if self.rect.collidepoint(pos) else Group.at(self, pos)

    def visible_area(self) -> pygame.Rect:
        """Return the area for the content, without the upper and lower edge of the sheet if the content scrolls."""
        if not self.scroll.is_needed():
            return Group.visible_area(self)
        return super().visible_area().clip(self.rect.inflate(0, -2 * self.theme.stroke))

    def nodes(self) -> list[Node]:
        return [Node(self, "GROUP", self.label, self.rect, children=super().nodes())]

    def extent(self) -> pygame.Rect:
        return self.theme.outer_rect(self.rect, self._is_lifted)

    def paint(self, surface: pygame.Surface) -> None:
        self.theme.paint_paper(surface, self.rect, self._is_lifted)
        if self.scroll.is_needed():
            super().paint(surface)
        else:
            Group.paint(self, surface)


class Picture(Widget):
    """A sprite with its shadow; if `tint` is given, filled with that colour and without a shadow."""

    takes_mouse = False

    def __init__(self, parent: Group, look: str, tint: pygame.Color | None = None) -> None:
        super().__init__(parent)
        self._look, self._tint = look, tint

    def paint(self, surface: pygame.Surface) -> None:
        assets, width = self.assets, self.rect.width
        if self._tint is not None:
            icon = assets.tinted_icon(self._look, width, self.theme.colour_for(self._tint))
            surface.blit(icon, icon.get_rect(center=self.rect.center))
            return
        shadow = assets.shadow(self._look, width)
        surface.blit(shadow, shadow.get_rect(center=self.rect.center))
        surface.blit(assets.sprite(self._look, width), self.rect)

"""Labels, rules, panels and pictures."""

from __future__ import annotations

import pygame

from scenes.app.fonts import Align, Role, Valign
from scenes.app.theme import INK
from scenes.ui.base import Group, Shown, Widget


class Label(Widget):
    """Text, wrapped within its rectangle."""

    touchable = False
    text = Shown("", "label")
    colour = Shown(INK)

    def __init__(
        self,
        parent: Group,
        text: str,
        role: Role = "body",
        colour: pygame.Color = INK,
        align: Align = "left",
        valign: Valign = "middle",
        ellipsis: bool = False,
    ) -> None:
        super().__init__(parent, text)
        self.role: Role = role
        self.colour = colour
        self._align: Align = align
        self._valign: Valign = valign
        self._ellipsis = ellipsis

    def natural_width(self) -> int:
        return self.theme.width(self.label, self.role) + 1

    def natural_height(self, width: int) -> int:
        return self.theme.height(self.label, self.role, width)

    @property
    def readable(self) -> bool:
        return bool(self.label)

    def extent(self) -> pygame.Rect:
        return super().extent() if self.focused else self.rect

    def paint(self, surface: pygame.Surface) -> None:
        args = (self.role, self.colour, self.rect, self._align, self._valign, self._ellipsis)
        self.theme.text(surface, self.label, *args)


class Rule(Widget):
    """A hairline across the panel; it takes no height."""

    touchable = False

    def natural_height(self, width: int) -> int:
        return 0

    def extent(self) -> pygame.Rect:
        return self.rect.inflate(0, self.theme.gap)

    def paint(self, surface: pygame.Surface) -> None:
        self.theme.rule(surface, self.rect.topleft, self.rect.width)


class Panel(Group):
    """A background for the widgets on it. The mouse doesn't reach what lies below."""

    def __init__(self, parent: Group, label: str = "", lifted: bool = False) -> None:
        super().__init__(parent, label)
        self._lifted = lifted

    def at(self, pos: tuple[int, int]) -> Widget | None:
        return super().at(pos) or (self if self.visible and self.rect.collidepoint(pos) else None)

    def extent(self) -> pygame.Rect:
        return self.theme.outside(self.rect, self._lifted)

    def paint(self, surface: pygame.Surface) -> None:
        self.theme.paper(surface, self.rect, self._lifted)
        super().paint(surface)


class Picture(Widget):
    """A sprite with its shadow, or in one colour without."""

    touchable = False

    def __init__(self, parent: Group, look: str, tint: pygame.Color | None = None) -> None:
        super().__init__(parent)
        self._look, self._tint = look, tint

    def paint(self, surface: pygame.Surface) -> None:
        assets, wide = self.assets, self.rect.width
        if self._tint is not None:
            printed = assets.tinted(self._look, wide, self._tint)
            surface.blit(printed, printed.get_rect(center=self.rect.center))
            return
        shadow = assets.shadow(self._look, wide)
        surface.blit(shadow, shadow.get_rect(center=self.rect.center))
        surface.blit(assets.sprite(self._look, wide), self.rect)

"""A bar that shows how likely each of two is to win: a balance of two woods. A click opens what is behind it."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from scenes.app.theme import EBONY, INK, IVORY, SOFT_INK, vector
from scenes.ui.base import Group
from scenes.ui.button import Pressable


class Balance(Pressable):
    """The first one's share is at the left. Without a share it isn't there."""

    def __init__(self, parent: Group, tip: str, on_press: Callable[[], object]) -> None:
        super().__init__(parent, tip, on_press)
        self.tip = tip
        self._share = 0.5
        self._told = ("", "")
        self.visible = False

    def show(self, share: float | None, left: str = "", right: str = "") -> None:
        """The first one's share, 0 to 1, and what is written at the ends."""
        self.visible = share is not None
        if share is not None and (share, left, right) != (self._share, *self._told):
            self._share, self._told = share, (left, right)
            self.dirty()

    def paint(self, surface: pygame.Surface) -> None:
        theme, rect = self.theme, self.rect
        pad = theme.px(0.9)
        widest = max(theme.width(words, "strong") for words in (*self._told, "50 %"))
        left = pygame.Rect(rect.left, rect.top, widest, rect.height)
        right = pygame.Rect(rect.right - widest, rect.top, widest, rect.height)
        bar = pygame.Rect(left.right + pad, 0, right.left - left.right - 2 * pad, theme.px(2.0))
        bar.centery = rect.centery
        colour = INK if self.hovered else SOFT_INK
        theme.text(surface, self._told[0], "strong", colour, left, "right")
        theme.text(surface, self._told[1], "strong", colour, right)
        if bar.width > 0:
            middle = round(bar.width * self._share)
            key = ("balance", bar.size, middle)
            surface.blit(theme.cache.get(key, lambda: _bar(bar.size, middle)), bar)


def _bar(size: tuple[int, int], middle: int) -> pygame.Surface:
    """Ivory up to `middle`, ebony from there on, both lying in a slot, with a mark at the half."""
    width, height = size
    round_by = height / 2
    ivory, ebony = (f"#{one.r:02x}{one.g:02x}{one.b:02x}" for one in (IVORY, EBONY))
    parts = [f'<rect width="{width}" height="{height}" rx="{round_by}" fill="#6B5138"/>']
    inner = f'y="1.5" height="{height - 3}" rx="{round_by - 1.5}"'
    parts.append(f'<rect x="1.5" {inner} width="{width - 3}" fill="{ebony}"/>')
    if middle > 3:
        parts.append(f'<rect x="1.5" {inner} width="{max(1, min(middle, width - 3))}" fill="{ivory}"/>')
        if height < middle < width - height:
            square = f'x="{middle - round_by}" y="1.5" width="{round_by + 1.5}" height="{height - 3}"'
            parts.append(f'<rect {square} fill="{ivory}"/>')
    parts.append(
        f'<rect x="3" y="2" width="{width - 6}" height="{max(1, height / 3)}" rx="{height / 6}" '
        'fill="#FFFFFF" fill-opacity="0.13"/>'
    )
    parts.append(f'<rect x="{width / 2 - 0.75}" y="0" width="1.5" height="{height}" fill="#C8A25A"/>')
    return vector(size, "".join(parts))

"""Bars: the progress of some work, and the balance of two sides' chances."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pygame

from scenes.app.theme import BRASS, EBONY, INK, IVORY, SLOT, SOFT_INK, Theme, hex_of, render_svg
from scenes.ui.base import Group, ReadOnlyWidget, RepaintingAttribute
from scenes.ui.button import Pressable
from scenes.ui.button_painting import paint_slot


class ProgressBar(ReadOnlyWidget):
    """A bar that shows the progress of some work."""

    _left = RepaintingAttribute(1.0)

    def show(self, left: float) -> None:
        """Fill the fraction `left` of the bar, 0 to 1."""
        self._left = max(0.0, min(1.0, left))

    def paint(self, surface: pygame.Surface) -> None:
        paint_share(surface, self.theme, self.rect, self._left, BRASS)


def paint_share(surface: pygame.Surface, theme: Theme, rect: pygame.Rect, share: float, colour: pygame.Color) -> None:
    """Paint a slot of which the fraction `share` (0 to 1) is filled, from the left."""
    paint_slot(surface, theme, rect, SLOT, rect.height // 2)
    bar = rect.inflate(-4, -4)
    bar.width = round(bar.width * share)
    if bar.width > 2:
        pygame.draw.rect(surface, theme.colour_for(colour), bar, border_radius=bar.height // 2)


class Side(NamedTuple):
    name: str
    colour: pygame.Color


class BalanceBar(Pressable):
    """A bar with the chances of two sides, the first on the left; it is hidden while none are shown."""

    def __init__(self, parent: Group, tip: str, on_press: Callable[[], object]) -> None:
        super().__init__(parent, tip, on_press)
        self.tip = tip
        self._share = 0.5
        self.sides = (Side("", IVORY), Side("", EBONY))
        self.visible = False

    def show(self, share: float | None, sides: tuple[Side, Side]) -> None:
        """Show the chance of the first side, 0 to 1; None hides the bar."""
        self.visible = share is not None
        if share is not None and (share, sides) != (self._share, self.sides):
            self._share, self.sides = share, sides
            self.dirty()

    @property
    def percentages(self) -> list[str]:
        percent = self.form.scene.app.words.percent
        return [percent(round(100 * share)) for share in (self._share, 1 - self._share)]

    def describe_value(self) -> str:
        return ", ".join(
            f"{side.name} {percentage}" for side, percentage in zip(self.sides, self.percentages, strict=True)
        )

    def paint(self, surface: pygame.Surface) -> None:
        theme, rect = self.theme, self.rect
        pad = theme.px(0.9)
        percentages_text = self.percentages
        widest = max(theme.width(words, "strong") for words in (*percentages_text, "50 %"))
        left = pygame.Rect(rect.left, rect.top, widest, rect.height)
        right = pygame.Rect(rect.right - widest, rect.top, widest, rect.height)
        bar = pygame.Rect(left.right + pad, 0, right.left - left.right - 2 * pad, theme.px(2.0))
        bar.centery = rect.centery
        colour = INK if self.hovered else SOFT_INK
        theme.text(surface, percentages_text[0], "strong", colour, left, "right")
        theme.text(surface, percentages_text[1], "strong", colour, right)
        if bar.width > 0:
            middle = round(bar.width * self._share)
            left_hex, right_hex = (hex_of(colour) for _, colour in self.sides)
            key = ("balance", bar.size, middle, left_hex, right_hex)
            surface.blit(theme.cache.get(key, lambda: _render_balance(bar.size, middle, left_hex, right_hex)), bar)


def _render_balance(size: tuple[int, int], middle: int, left: str, right: str) -> pygame.Surface:
    width, height = size
    round_by = height / 2
    parts = [f'<rect width="{width}" height="{height}" rx="{round_by}" fill="#6B5138"/>']
    inner = f'y="1.5" height="{height - 3}" rx="{round_by - 1.5}"'
    parts.append(f'<rect x="1.5" {inner} width="{width - 3}" fill="{right}"/>')
    if middle > 3:
        parts.append(f'<rect x="1.5" {inner} width="{max(1, min(middle, width - 3))}" fill="{left}"/>')
        if height < middle < width - height:
            square = f'x="{middle - round_by}" y="1.5" width="{round_by + 1.5}" height="{height - 3}"'
            parts.append(f'<rect {square} fill="{left}"/>')
    parts.append(
        f'<rect x="3" y="2" width="{width - 6}" height="{max(1, height / 3)}" rx="{height / 6}" '
        'fill="#FFFFFF" fill-opacity="0.13"/>'
    )
    parts.append(f'<rect x="{width / 2 - 0.75}" y="0" width="1.5" height="{height}" fill="#C8A25A"/>')
    return render_svg(size, "".join(parts))

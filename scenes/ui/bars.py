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
    """A bar of which a fraction is filled, such as the progress of some work or the time that is left."""

    _fraction = RepaintingAttribute(1.0)

    def show(self, fraction: float) -> None:
        """Fill a fraction of the bar, 0 to 1."""
        self._fraction = max(0.0, min(1.0, fraction))

    def paint(self, surface: pygame.Surface) -> None:
        paint_share(surface, self.theme, self.rect, self._fraction, BRASS)


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
    """A bar with the chances of two sides, the first on the left; it is hidden while there are none to show."""

    def __init__(self, parent: Group, tip: str, on_press: Callable[[], object]) -> None:
        super().__init__(parent, tip, on_press)
        self.tip = tip
        self._first_chance = 0.5
        self.sides = (Side("", IVORY), Side("", EBONY))
        self.visible = False

    def show(self, first_chance: float | None, sides: tuple[Side, Side]) -> None:
        """Show the chance of the first side, 0 to 1; None hides the bar."""
        self.visible = first_chance is not None
        if first_chance is not None and (first_chance, sides) != (self._first_chance, self.sides):
            self._first_chance, self.sides = first_chance, sides
            self.dirty()

    @property
    def percentages(self) -> list[str]:
        percent = self.form.scene.app.words.format_percent
        return [percent(round(100 * chance)) for chance in (self._first_chance, 1 - self._first_chance)]

    def describe_value(self) -> str:
        return ", ".join(
            f"{side.name} {percentage}" for side, percentage in zip(self.sides, self.percentages, strict=True)
        )

    def paint(self, surface: pygame.Surface) -> None:
        theme, rect = self.theme, self.rect
        pad = theme.px(0.9)
        percentages_text = self.percentages
        widest = max(theme.width(text, "strong") for text in (*percentages_text, "50 %"))
        left_area = pygame.Rect(rect.left, rect.top, widest, rect.height)
        right_area = pygame.Rect(rect.right - widest, rect.top, widest, rect.height)
        bar = pygame.Rect(left_area.right + pad, 0, right_area.left - left_area.right - 2 * pad, theme.px(2.0))
        bar.centery = rect.centery
        colour = INK if self.hovered else SOFT_INK
        theme.text(surface, percentages_text[0], "strong", colour, left_area, "right")
        theme.text(surface, percentages_text[1], "strong", colour, right_area)
        if bar.width > 0:
            split_x = round(bar.width * self._first_chance)
            left_hex, right_hex = (hex_of(colour) for _, colour in self.sides)
            key = ("balance", bar.size, split_x, left_hex, right_hex)
            surface.blit(theme.cache.get(key, lambda: _render_balance(bar.size, split_x, left_hex, right_hex)), bar)


def _render_balance(size: tuple[int, int], split_x: int, left_hex: str, right_hex: str) -> pygame.Surface:
    """Render a framed bar, filled with `left_hex` up to `split_x`, then `right_hex`, with gloss and middle mark."""
    width, height = size
    round_by = height / 2
    elements = [f'<rect width="{width}" height="{height}" rx="{round_by}" fill="#6B5138"/>']
    common = f'y="1.5" height="{height - 3}" rx="{round_by - 1.5}"'
    elements.append(f'<rect x="1.5" {common} width="{width - 3}" fill="{right_hex}"/>')
    if split_x > 3:
        elements.append(f'<rect x="1.5" {common} width="{max(1, min(split_x, width - 3))}" fill="{left_hex}"/>')
        if height < split_x < width - height:
            straight_end = f'x="{split_x - round_by}" y="1.5" width="{round_by + 1.5}" height="{height - 3}"'
            elements.append(f'<rect {straight_end} fill="{left_hex}"/>')
    elements.append(
        f'<rect x="3" y="2" width="{width - 6}" height="{max(1, height / 3)}" rx="{height / 6}" '
        'fill="#FFFFFF" fill-opacity="0.13"/>'
    )
    elements.append(f'<rect x="{width / 2 - 0.75}" y="0" width="1.5" height="{height}" fill="#C8A25A"/>')
    return render_svg(size, "".join(elements))

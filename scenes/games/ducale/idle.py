"""What the topmost card of the stock does on the menu by itself."""

from __future__ import annotations

from typing import Final

import pygame

from rules.contract import Table
from scenes.app.assets import Assets
from scenes.app.theme import PAPER, Theme
from scenes.games.ducale import portrait
from scenes.surfaces.idle_animation import Bed, IdleAnimation, swell

_CORNER: Final = 0.36
"""How far the corner of a card comes up, as a share of the card's width."""


def _card(surface: pygame.Surface, assets: Assets, theme: Theme, bed: Bed, part: float) -> None:
    """The lower right corner of the stock's topmost card comes up, so that its paper is seen, and lies down again.

    The corner is folded along a slope, and what was beyond it lies mirrored on this side; below it the next card is
    in the shade. Painted at four times its size, for smooth edges.
    """
    finer = 4
    wide = bed.size / 1.4
    fold = _CORNER * wide * swell(part) * finer
    if fold < finer:
        return
    right, bottom = (bed.x + wide / 2 - 0.5) * finer, (bed.y + bed.size / 2 - 0.5) * finer
    layer = pygame.Surface((surface.get_width() * finer, surface.get_height() * finer), pygame.SRCALPHA)
    layer.fill((*PAPER[:3], 0))
    upper, left = (right, bottom - 1.25 * fold), (right - fold, bottom)
    tip = _mirrored((right, bottom), upper, left)
    pygame.draw.polygon(layer, (40, 14, 12, 150), (upper, left, (right, bottom)))
    cast = [(x + 0.06 * fold, y + 0.1 * fold) for x, y in (upper, left, tip)]
    pygame.draw.polygon(layer, (20, 8, 6, 90), cast)
    pygame.draw.polygon(layer, (246, 239, 226, 255), (upper, left, tip))
    pygame.draw.polygon(layer, (222, 208, 184, 255), (upper, left, _between(tip, _between(upper, left, 0.5), 0.55)))
    surface.blit(pygame.transform.smoothscale(layer, surface.get_size()), (0, 0))


def _between(one: tuple[float, float], other: tuple[float, float], share: float) -> tuple[float, float]:
    return (one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1]))


def _mirrored(
    point: tuple[float, float], start: tuple[float, float], end: tuple[float, float]
) -> tuple[float, float]:
    """A point mirrored at the line through two others."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    share = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / (dx * dx + dy * dy)
    foot = _between(start, end, share)
    return (2 * foot[0] - point[0], 2 * foot[1] - point[1])


def _lies(table: Table) -> Bed:
    card = portrait.lie({"stock": table["stock"]})[-1]
    return Bed(card.x, card.y, card.high)


def idle_animation() -> IdleAnimation:
    """What the menu shows it doing."""
    return IdleAnimation("stock", 1.6, _card, 1.05, _lies)

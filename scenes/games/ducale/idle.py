"""Idle animation of the stock's top card on the menu."""

from __future__ import annotations

from typing import Final

import pygame
from pygame import Vector2

from rules.contract import Table
from scenes.app.assets import Assets
from scenes.app.theme import PAPER, Theme
from scenes.games.ducale import menu_picture
from scenes.surfaces.idle_animation import Bed, IdleAnimation, swell

_CORNER: Final = 0.36  # maximum fold of a card's corner, as a share of its width


def _card(surface: pygame.Surface, assets: Assets, theme: Theme, bed: Bed, progress: float) -> None:
    """Paint the fold of the top card's lower right corner.

    The part beyond a slope is mirrored on this side, and shades the next card. Painted at four times its size, for
    smooth edges.
    """
    finer = 4
    wide = bed.size / 1.4
    fold = _CORNER * wide * swell(progress) * finer
    if fold < finer:
        return
    corner = Vector2(bed.x + wide / 2 - 0.5, bed.y + bed.size / 2 - 0.5) * finer
    layer = pygame.Surface((surface.get_width() * finer, surface.get_height() * finer), pygame.SRCALPHA)
    layer.fill((*PAPER[:3], 0))
    upper, left = corner - Vector2(0, 1.25 * fold), corner - Vector2(fold, 0)
    tip = corner + 2 * (upper - corner).project(Vector2(1.25, 1))
    pygame.draw.polygon(layer, (40, 14, 12, 150), (upper, left, corner))
    pygame.draw.polygon(layer, (20, 8, 6, 90), [one + Vector2(0.06 * fold, 0.1 * fold) for one in (upper, left, tip)])
    pygame.draw.polygon(layer, (246, 239, 226, 255), (upper, left, tip))
    shaded = tip.lerp(upper.lerp(left, 0.5), 0.55)
    pygame.draw.polygon(layer, (222, 208, 184, 255), (upper, left, shaded))
    surface.blit(pygame.transform.smoothscale(layer, surface.get_size()), (0, 0))


def _lies(table: Table) -> Bed:
    card = menu_picture.pose_cards({"stock": table["stock"]})[-1]
    return Bed(card.x, card.y, card.high)


def make_idle_animation() -> IdleAnimation:
    return IdleAnimation("stock", 1.6, _card, 1.05, _lies)

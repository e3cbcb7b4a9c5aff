"""The animation of the stock's top card on the menu of Ducale."""

from __future__ import annotations

from typing import Final

import pygame
from pygame import Vector2

from rules.contract import Table
from scenes.app.assets import Assets
from scenes.app.theme import PAPER, Theme
from scenes.games.ducale import menu_picture
from scenes.games.ducale.table_zones import CARD_RATIO
from scenes.surfaces.idle_animation import IdleAnimation, TokenPlace, swell

_MAX_FOLD: Final = 0.36  # of a card's corner, as a fraction of its width


def _paint_card(surface: pygame.Surface, assets: Assets, theme: Theme, place: TokenPlace, progress: float) -> None:
    """Paint the lower right corner of the top card, which is folded up and shades the card below.

    It is painted at four times its size, for smooth edges.
    """
    oversampling = 4
    width = place.size / CARD_RATIO
    fold = _MAX_FOLD * width * swell(progress) * oversampling
    if fold < oversampling:
        return
    corner = Vector2(place.x + width / 2 - 0.5, place.y + place.size / 2 - 0.5) * oversampling
    layer = pygame.Surface((surface.get_width() * oversampling, surface.get_height() * oversampling), pygame.SRCALPHA)
    layer.fill((*PAPER[:3], 0))
    upper_point, left_point = corner - Vector2(0, 1.25 * fold), corner - Vector2(fold, 0)
    tip = corner + 2 * (upper_point - corner).project(Vector2(1.25, 1))
    pygame.draw.polygon(layer, (40, 14, 12, 150), (upper_point, left_point, corner))  # the card below
    shadow_offset = Vector2(0.06 * fold, 0.1 * fold)
    pygame.draw.polygon(layer, (20, 8, 6, 90), [point + shadow_offset for point in (upper_point, left_point, tip)])
    pygame.draw.polygon(layer, (246, 239, 226, 255), (upper_point, left_point, tip))  # the card's face
    shade_tip = tip.lerp(upper_point.lerp(left_point, 0.5), 0.55)
    pygame.draw.polygon(layer, (222, 208, 184, 255), (upper_point, left_point, shade_tip))  # its part in shade
    surface.blit(pygame.transform.smoothscale(layer, surface.get_size()), (0, 0))


def _find_place(table: Table) -> TokenPlace:
    card = menu_picture.pose_cards({"stock": table["stock"]})[-1]
    return TokenPlace(card.x, card.y, card.height)


def make_idle_animation() -> IdleAnimation:
    """Return the animation in which a corner of the card is folded up and back."""
    return IdleAnimation("stock", 1.6, _paint_card, 1.05, _find_place)

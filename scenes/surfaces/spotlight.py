"""The light of the lamp, when it is brighter over a part of the table than elsewhere."""

from __future__ import annotations

from typing import Final

import pygame

from scenes.app.assets import Cache
from scenes.surfaces.win_animation import Light

WARM: Final = (42, 34, 20)
"""What the light adds at its brightest to red, green and blue, of 255."""
_SHARE: Final = 8
"""It is so soft that it is made at an eighth of its size."""
_STEPS: Final = 24
"""Kinds of brightness: a picture of each is kept."""

_cache: Final = Cache(600_000)


def reach(light: Light) -> pygame.Rect:
    """All that the light falls on."""
    rect = pygame.Rect(0, 0, 2 * round(light.reach), 2 * round(light.reach))
    rect.center = (round(light.x), round(light.y))
    return rect


def shine(surface: pygame.Surface, light: Light, bright: float) -> None:
    """Let the light fall on what is painted already; `bright` is 0 to 1."""
    rect, step = reach(light), round(_STEPS * bright)
    part = rect.clip(surface.get_clip())
    if not step or not part.width or not part.height:
        return
    small = max(2, rect.width // _SHARE)
    picture = _cache.get((small, step), lambda: _made(small, step))
    whole = pygame.transform.smoothscale(picture, rect.size)
    surface.blit(whole, part, part.move(-rect.left, -rect.top), special_flags=pygame.BLEND_RGB_ADD)


def _made(side: int, step: int) -> pygame.Surface:
    """The light, so many pixels across: bright in the middle, and nothing at its edge."""
    picture = pygame.Surface((side, side))
    middle = side / 2
    for ring in range(side // 2, 0, -1):
        part = 1 - ring / middle
        share = step / _STEPS * part * part * (3 - 2 * part)
        colour = [round(channel * share) for channel in WARM]
        pygame.draw.circle(picture, colour, (middle, middle), ring)
    return picture

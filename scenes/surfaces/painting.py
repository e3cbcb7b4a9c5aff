"""Painting that several tables share: inlaid letters, soft shadows, the light."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from scenes.app.assets import Cache
from scenes.app.theme import MAPLE_DARK, Theme
from scenes.surfaces.timeline import Light

GROOVE = pygame.Color("#2A1A10")  # dark upper left edge of a letter


def inlay(
    surface: pygame.Surface,
    theme: Theme,
    text: str,
    centre: tuple[float, float],
    size: float,
    colour: pygame.Color = MAPLE_DARK,
) -> None:
    """Paint `text` as inlaid in wood around `centre`, `size` pixels to the em."""
    font = theme.face("serif-semibold", max(11, round(size)))
    for tone, shift in ((GROOVE, -1), (colour, 0)):
        glyph = font.render(text, True, tone)
        surface.blit(glyph, glyph.get_rect(center=(round(centre[0]) + shift, round(centre[1]) + shift)))


SHADE_COLOUR: Final = (14, 8, 4)
SHADE_OPACITY: Final = 120
_SHADE_SCALE: Final = 4
"""Shadows are soft, so they are made at a quarter of their size: a sixteenth of the work."""


def lay_shade(
    size: tuple[int, int], boxes: Sequence[tuple[int, int, int, int]], away: tuple[float, float], soft: float
) -> pygame.Surface:
    """Return a picture of `size` with only the shadows of `boxes` (left, top, width, height), all in pixels.

    They are shifted right and down by `away`; `soft` is the radius of their corners and edges.
    """
    width, height = (-(-side // _SHADE_SCALE) for side in size)
    ground = pygame.Surface((width, height), pygame.SRCALPHA)
    ground.fill((*SHADE_COLOUR, 0))
    for left, top, wide, high in boxes:
        shade = [round(part / _SHADE_SCALE) for part in (left + away[0], top + away[1], wide, high)]
        pygame.draw.rect(
            ground, (*SHADE_COLOUR, SHADE_OPACITY), shade, border_radius=max(1, round(soft / _SHADE_SCALE))
        )
    ground = pygame.transform.gaussian_blur(ground, max(1, round(soft / _SHADE_SCALE)))
    whole = pygame.transform.smoothscale(ground, (width * _SHADE_SCALE, height * _SHADE_SCALE))
    return whole.subsurface((0, 0, *size)).copy()


LIGHT_COLOUR: Final = (56, 43, 22)  # most that the light adds to red, green and blue, of 255
_LIGHT_SCALE: Final = 16
_LIGHT_STEPS: Final = 16

_light_cache: Final = Cache(600_000)
_scaled_light_cache: Final = Cache(1)  # the scaled light as painted last: its brightness seldom changes


def reach(light: Light) -> pygame.Rect:
    side = 2 * round(light.radius)
    return pygame.Rect(0, 0, side, side).move_to(center=(round(light.x), round(light.y)))


def shine(surface: pygame.Surface, light: Light) -> None:
    rect, step = reach(light), round(_LIGHT_STEPS * light.brightness)
    part = rect.clip(surface.get_clip())
    if not step or not part.width or not part.height:
        return
    whole = _scaled_light_cache.get((rect.size, step), lambda: _scale_light(rect.size, step))
    surface.blit(whole, part, part.move(-rect.left, -rect.top), special_flags=pygame.BLEND_RGB_ADD)


def _scale_light(size: tuple[int, int], step: int) -> pygame.Surface:
    """Return the light in its size; the last doubling isn't smooth: invisible, and saves half of the time."""
    small = max(2, size[0] // _LIGHT_SCALE)
    picture = _light_cache.get((small, step), lambda: _render_light(small, step))
    half = pygame.transform.smoothscale(picture, (size[0] // 2, size[1] // 2))
    return pygame.transform.scale(half, size)


def _render_light(side: int, step: int) -> pygame.Surface:
    picture = pygame.Surface((side, side))
    middle = side / 2
    for ring in range(side // 2, 0, -1):
        part = 1 - ring / middle
        share = step / _LIGHT_STEPS * part * part * (3 - 2 * part)
        colour = [round(channel * share) for channel in LIGHT_COLOUR]
        pygame.draw.circle(picture, colour, (middle, middle), ring)
    return picture

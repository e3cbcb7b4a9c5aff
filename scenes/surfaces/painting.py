"""Painting that several tables share: text inlaid in wood, soft shadows, and the light at the end of a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from scenes.app.assets import Cache
from scenes.app.theme import MAPLE_DARK, Theme
from scenes.surfaces.timeline import Light

GROOVE = pygame.Color("#2A1A10")  # dark upper left edge of inlaid text


def inlay(
    surface: pygame.Surface,
    theme: Theme,
    text: str,
    centre: tuple[float, float],
    size: float,
    colour: pygame.Color = MAPLE_DARK,
) -> None:
    """Paint `text` around `centre` as if it were inlaid in wood; the font has `size` pixels to the em."""
    font = theme.face("serif-semibold", max(11, round(size)))
    for tone, shift in ((GROOVE, -1), (colour, 0)):
        glyph = font.render(text, True, tone)
        surface.blit(glyph, glyph.get_rect(center=(round(centre[0]) + shift, round(centre[1]) + shift)))


SHADE_COLOUR: Final = (14, 8, 4)
SHADE_OPACITY: Final = 120
_SHADE_SCALE: Final = 4
"""Factor by which shadows are made smaller to save time; they are soft, so the loss of detail isn't visible."""


def render_shadows(
    size: tuple[int, int], boxes: Sequence[tuple[int, int, int, int]], offset: tuple[float, float], radius: float
) -> pygame.Surface:
    """Return a transparent picture of `size` pixels with the shadows of `boxes` (left, top, width, height).

    `offset` to the right and down, and the `radius` of their corners and of their blur, are in pixels.
    """
    width, height = (-(-side // _SHADE_SCALE) for side in size)
    ground = pygame.Surface((width, height), pygame.SRCALPHA)
    ground.fill((*SHADE_COLOUR, 0))
    for left, top, box_width, box_height in boxes:
        shade = [round(value / _SHADE_SCALE) for value in (left + offset[0], top + offset[1], box_width, box_height)]
        pygame.draw.rect(
            ground, (*SHADE_COLOUR, SHADE_OPACITY), shade, border_radius=max(1, round(radius / _SHADE_SCALE))
        )
    ground = pygame.transform.gaussian_blur(ground, max(1, round(radius / _SHADE_SCALE)))
    whole = pygame.transform.smoothscale(ground, (width * _SHADE_SCALE, height * _SHADE_SCALE))
    return whole.subsurface((0, 0, *size)).copy()


LIGHT_COLOUR: Final = (56, 43, 22)  # what the light at full brightness adds to red, green and blue, of 255
_LIGHT_SCALE: Final = 16  # factor by which the cached pictures of lights are smaller
_LIGHT_STEPS: Final = 16  # number of levels of brightness

_light_cache: Final = Cache(600_000)
_scaled_light_cache: Final = Cache(1)  # the light in the size and brightness that was painted last


def light_area(light: Light) -> pygame.Rect:
    side = 2 * round(light.radius)
    return pygame.Rect(0, 0, side, side).move_to(center=(round(light.x), round(light.y)))


def paint_light(surface: pygame.Surface, light: Light) -> None:
    rect, step = light_area(light), round(_LIGHT_STEPS * light.brightness)
    visible = rect.clip(surface.get_clip())
    if not step or not visible.width or not visible.height:
        return
    picture = _scaled_light_cache.get((rect.size, step), lambda: _scale_light(rect.size, step))
    surface.blit(picture, visible, visible.move(-rect.left, -rect.top), special_flags=pygame.BLEND_RGB_ADD)


def _scale_light(size: tuple[int, int], step: int) -> pygame.Surface:
    """Return the light in its size; the last doubling isn't smoothed, which is invisible and saves half the time."""
    small = max(2, size[0] // _LIGHT_SCALE)
    picture = _light_cache.get((small, step), lambda: _render_light(small, step))
    half = pygame.transform.smoothscale(picture, (size[0] // 2, size[1] // 2))
    return pygame.transform.scale(half, size)


def _render_light(side: int, step: int) -> pygame.Surface:
    """Return a round light that fades towards its edge, on black, to be added to what is below."""
    picture = pygame.Surface((side, side))
    middle = side / 2
    for radius in range(side // 2, 0, -1):
        nearness = 1 - radius / middle
        brightness = step / _LIGHT_STEPS * nearness * nearness * (3 - 2 * nearness)
        colour = [round(channel * brightness) for channel in LIGHT_COLOUR]
        pygame.draw.circle(picture, colour, (middle, middle), radius)
    return picture

"""The shadow that what stands on the table throws: soft, to the right and down, as from one lamp."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

COLOUR: Final = (14, 8, 4)
OPACITY: Final = 120
_SHARE: Final = 4
"""A shadow is so soft that it is made at a quarter of its size: a sixteenth of the work."""


def lay_shade(
    size: tuple[int, int], boxes: Sequence[tuple[int, int, int, int]], away: tuple[float, float], soft: float
) -> pygame.Surface:
    """A picture of `size` with nothing but the shadows of `boxes` (left, top, width, height; pixels all), thrown
    `away` pixels to the right and down; `soft` pixels is the radius of its corners and of its edge."""
    width, height = (-(-side // _SHARE) for side in size)
    ground = pygame.Surface((width, height), pygame.SRCALPHA)
    ground.fill((*COLOUR, 0))
    for left, top, wide, high in boxes:
        shade = [round(part / _SHARE) for part in (left + away[0], top + away[1], wide, high)]
        pygame.draw.rect(ground, (*COLOUR, OPACITY), shade, border_radius=max(1, round(soft / _SHARE)))
    ground = pygame.transform.gaussian_blur(ground, max(1, round(soft / _SHARE)))
    whole = pygame.transform.smoothscale(ground, (width * _SHARE, height * _SHARE))
    return whole.subsurface((0, 0, *size)).copy()

"""A window frame with a shadow around a picture, as software centres want screenshots."""

from typing import Final

import pygame

from scenes.app.fonts import Lettering
from scenes.app.theme import IVORY, WALNUT, WALNUT_DARK

MARGIN: Final = 20
"""Pixels on each side of the window, for its shadow."""
BAR: Final = 36
"""Pixels of the title bar: a window of 960×600 comes to 1000×676, and 1000×700 is the most that is wanted."""
_ROUND: Final = 10
_DROP: Final = 4
_BLUR: Final = 8
_SHADOW: Final = (0, 0, 0, 150)
_CROSS: Final = 4
_LETTERS: Final = 16


def around(picture: pygame.Surface) -> pygame.Surface:
    """Return the picture under a title bar, with round corners and a shadow, on a transparent ground."""
    wide, high = picture.get_width(), picture.get_height() + BAR
    window = _rounded(_decorated(picture))
    whole = pygame.Surface((wide + 2 * MARGIN, high + 2 * MARGIN), pygame.SRCALPHA)
    pygame.draw.rect(whole, _SHADOW, (MARGIN, MARGIN + _DROP, wide, high), border_radius=_ROUND)
    whole = pygame.transform.gaussian_blur(whole, _BLUR)
    whole.blit(window, (MARGIN, MARGIN))
    return whole


def _decorated(picture: pygame.Surface) -> pygame.Surface:
    wide = picture.get_width()
    window = pygame.Surface((wide, picture.get_height() + BAR), pygame.SRCALPHA)
    window.fill(WALNUT_DARK, (0, 0, wide, BAR))
    title = Lettering(picture.get_size()).face("sans-semibold", _LETTERS).render("Tablier", True, IVORY)
    window.blit(title, title.get_rect(center=(wide // 2, BAR // 2)))
    x, y = wide - BAR // 2, BAR // 2
    pygame.draw.circle(window, WALNUT, (x, y), BAR // 3)
    for down in (-_CROSS, _CROSS):
        pygame.draw.line(window, IVORY, (x - _CROSS, y - down), (x + _CROSS, y + down), 2)
    window.blit(picture, (0, BAR))
    return window


def _rounded(window: pygame.Surface) -> pygame.Surface:
    mask = pygame.Surface(window.get_size(), pygame.SRCALPHA)
    pygame.draw.rect(mask, "white", mask.get_rect(), border_radius=_ROUND)
    window.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    return window

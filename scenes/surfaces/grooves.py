"""Letters and numerals set into wood."""

from __future__ import annotations

import pygame

from scenes.app.theme import MAPLE_DARK, Theme

GROOVE = pygame.Color("#2A1A10")
"""The dark edge up-left, as light falls into a groove."""


def inlay(
    surface: pygame.Surface,
    theme: Theme,
    text: str,
    centre: tuple[float, float],
    size: float,
    colour: pygame.Color = MAPLE_DARK,
) -> None:
    """Set `text` into wood around `centre`, `size` pixels to the em, in maple or what else is inlaid."""
    font = theme.face("serif-semibold", max(11, round(size)))
    for tone, shift in ((GROOVE, -1), (colour, 0)):
        glyph = font.render(text, True, tone)
        surface.blit(glyph, glyph.get_rect(center=(round(centre[0]) + shift, round(centre[1]) + shift)))

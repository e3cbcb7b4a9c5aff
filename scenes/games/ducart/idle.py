"""The animation of a sleeping gnome on the menu of Ducart."""

from __future__ import annotations

import math

import pygame

from scenes.app.assets import Assets
from scenes.app.theme import INK, PAPER, Theme
from scenes.surfaces.idle_animation import IdleAnimation, TokenPlace, paint_lifted, swell


def _paint_gnome(surface: pygame.Surface, assets: Assets, theme: Theme, place: TokenPlace, progress: float) -> None:
    breath = swell(progress)
    inflated = TokenPlace(place.x, place.y - 0.02 * breath * place.size, place.size * (1 + 0.05 * breath))
    paint_lifted(surface, assets, "ducart/blue-sleeper-asleep", inflated, shadow_look="ducart/blue-sleeper-asleep")
    rise = max(0.0, progress - 0.35) / 0.65
    if 0 < rise < 1:
        height = round(place.size * (0.2 + 0.12 * rise))
        font = theme.face("serif-semibold", max(8, height))
        sway = 0.05 * math.sin(3 * math.pi * rise)
        centre = (round(place.x + (0.34 + sway) * place.size), round(place.y - (0.3 + 0.3 * rise) * place.size))
        for colour, shadow_offset in ((INK, max(1, height // 12)), (PAPER, 0)):
            letter = font.render("z", True, colour)
            letter.set_alpha(round(230 * swell(rise)))
            surface.blit(letter, letter.get_rect(center=(centre[0] + shadow_offset, centre[1] + shadow_offset)))


def make_idle_animation() -> IdleAnimation:
    """Return the animation in which the gnome breathes deeply, and a "z" rises from it."""
    return IdleAnimation("d6", 2.4, _paint_gnome, 1.6)

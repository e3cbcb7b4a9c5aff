"""Idle animation of a sleeping gnome on the menu."""

from __future__ import annotations

import math

import pygame

from scenes.app.assets import Assets
from scenes.app.theme import INK, PAPER, Theme
from scenes.surfaces.idle_animation import Bed, IdleAnimation, paint_lifted, swell


def _gnome(surface: pygame.Surface, assets: Assets, theme: Theme, bed: Bed, part: float) -> None:
    breath = swell(part)
    deep = Bed(bed.x, bed.y - 0.02 * breath * bed.size, bed.size * (1 + 0.05 * breath))
    paint_lifted(surface, assets, "ducart/blue-sleeper-asleep", deep, shade="ducart/blue-sleeper-asleep")
    risen = max(0.0, part - 0.35) / 0.65
    if 0 < risen < 1:
        high = round(bed.size * (0.2 + 0.12 * risen))
        font = theme.face("serif-semibold", max(8, high))
        sway = 0.05 * math.sin(3 * math.pi * risen)
        at = (round(bed.x + (0.34 + sway) * bed.size), round(bed.y - (0.3 + 0.3 * risen) * bed.size))
        for colour, away in ((INK, max(1, high // 12)), (PAPER, 0)):
            letter = font.render("z", True, colour)
            letter.set_alpha(round(230 * swell(risen)))
            surface.blit(letter, letter.get_rect(center=(at[0] + away, at[1] + away)))


def idle_animation() -> IdleAnimation:
    """Return the animation: the gnome breathes deeply, and a "z" rises from it."""
    return IdleAnimation("d6", 2.4, _gnome, 1.6)

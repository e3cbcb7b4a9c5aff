"""The animation of the duck on the menu of Duck Chess."""

from __future__ import annotations

from typing import Final

import pygame

from scenes.app.assets import Assets
from scenes.app.theme import Theme
from scenes.surfaces.idle_animation import IdleAnimation, TokenPlace, paint_lifted

_POSES: Final = (
    (0.10, ""),
    (0.16, "-blink"),
    (0.30, ""),
    (0.52, "-left"),
    (0.58, "-left-blink"),
    (0.74, "-left-up"),
    (0.90, "-up"),
    (0.95, "-blink"),
    (1.0, ""),
)
"""(end as a fraction of the duration, suffix of the sprite) of each phase."""


def _paint_duck(surface: pygame.Surface, assets: Assets, theme: Theme, place: TokenPlace, progress: float) -> None:
    suffix = next(suffix for phase_end, suffix in _POSES if progress <= phase_end)
    paint_lifted(surface, assets, f"duck_chess/duck{suffix}", place)


def make_idle_animation() -> IdleAnimation:
    """Return the animation in which the duck blinks, looks over its shoulder, blinks, and looks up."""
    return IdleAnimation("e4", 2.6, _paint_duck, 1.3)

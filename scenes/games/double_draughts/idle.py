"""The animation of a checker on the menu of Double Draughts."""

from __future__ import annotations

import pygame

from scenes.app.assets import Assets
from scenes.app.theme import Theme
from scenes.surfaces.idle_animation import IdleAnimation, TokenPlace, paint_lifted, swell


def _paint_checker(surface: pygame.Surface, assets: Assets, theme: Theme, place: TokenPlace, progress: float) -> None:
    lift = min(1.0, swell(min(progress / 0.86, 1.0)) * 1.3)
    squash = 0.03 if progress > 0.9 else 0.0
    paint_lifted(surface, assets, "double_draughts/ivory", place, lift=lift, up=0.12 * lift, squash=squash)


def make_idle_animation() -> IdleAnimation:
    """Return the animation in which a checker is lifted, held for a moment, and set down."""
    return IdleAnimation("e3", 0.9, _paint_checker, 1.7)

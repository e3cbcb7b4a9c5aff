"""Idle animation of a checker on the menu."""

from __future__ import annotations

import pygame

from scenes.app.assets import Assets
from scenes.app.theme import Theme
from scenes.surfaces.idle_animation import Bed, IdleAnimation, paint_lifted, swell


def _checker(surface: pygame.Surface, assets: Assets, theme: Theme, bed: Bed, part: float) -> None:
    lift = min(1.0, swell(min(part / 0.86, 1.0)) * 1.3)
    squash = 0.03 if part > 0.9 else 0.0
    paint_lifted(surface, assets, "double_draughts/ivory", bed, lift=lift, up=0.12 * lift, squash=squash)


def idle_animation() -> IdleAnimation:
    """Return the animation: a checker is lifted, held for a moment, and set down."""
    return IdleAnimation("e3", 0.9, _checker, 1.7)

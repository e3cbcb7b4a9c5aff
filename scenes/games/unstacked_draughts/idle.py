"""What a die does on the menu by itself."""

from __future__ import annotations

import pygame

from scenes.app.assets import Assets
from scenes.app.theme import Theme
from scenes.surfaces.idle_animation import Bed, IdleAnimation, paint_lifted


def _die(surface: pygame.Surface, assets: Assets, theme: Theme, bed: Bed, part: float) -> None:
    """It turns by a quarter, fast and then slowly: a five looks the same after that."""
    step = round(6 * (1 - (1 - part) ** 2))
    angle = (15 + 15 * step) % 90
    look = f"unstacked_draughts/die-5{f'-{angle}' if angle else ''}"
    paint_lifted(surface, assets, look, bed, shade="unstacked_draughts/die-1")


def idle_animation() -> IdleAnimation:
    """What the menu shows it doing."""
    return IdleAnimation("die-0", 0.6, _die, 1.5)

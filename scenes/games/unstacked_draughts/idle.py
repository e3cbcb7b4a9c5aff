"""Idle animation of a die on the menu."""

from __future__ import annotations

from math import pi

import pygame

from rules.contract import Token
from scenes.app.assets import Assets
from scenes.app.theme import Theme
from scenes.games.unstacked_draughts.dice.turns import spun
from scenes.games.unstacked_draughts.dice_picture import DicePainter, DieSprite
from scenes.surfaces.clips import ease_out
from scenes.surfaces.idle_animation import Bed, IdleAnimation

PAINTER = DicePainter()


def _die(surface: pygame.Surface, assets: Assets, theme: Theme, bed: Bed, progress: float) -> None:
    turn = spun(pi / 12 + 2 * pi * ease_out(progress))
    PAINTER.paint(surface, DieSprite(Token("die-5"), bed.x, bed.y, bed.size, turn=turn))


def make_idle_animation() -> IdleAnimation:
    """Return the animation: the die turns once, fast and then slowly."""
    return IdleAnimation("die-0", 1.2, _die, 1.5)

"""The animation of a die on the menu of Unstacked Draughts."""

from __future__ import annotations

from math import pi

import pygame

from rules.contract import Token
from scenes.app.assets import Assets
from scenes.app.theme import Theme
from scenes.games.unstacked_draughts.dice.rotations import flat_rotation
from scenes.games.unstacked_draughts.dice_picture import DicePainter, DieSprite
from scenes.surfaces.clips import ease_out
from scenes.surfaces.idle_animation import IdleAnimation, TokenPlace

_PAINTER = DicePainter()


def _paint_die(surface: pygame.Surface, assets: Assets, theme: Theme, place: TokenPlace, progress: float) -> None:
    rotation = flat_rotation(pi / 12 + 2 * pi * ease_out(progress))
    _PAINTER.paint(surface, DieSprite(Token("die-5"), place.x, place.y, place.size, rotation=rotation))


def make_idle_animation() -> IdleAnimation:
    """Return the animation in which the die turns round once, ever more slowly."""
    return IdleAnimation("die-0", 1.2, _paint_die, 1.5)

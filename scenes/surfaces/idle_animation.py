"""What a token on the menu's table does now and then; lengths are shares of its size, times seconds."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import pygame

from rules.contract import Table, Target, Token
from scenes.app.assets import Assets
from scenes.app.theme import Theme
from scenes.surfaces.flights import Mover
from scenes.surfaces.view import paint_look


@dataclass(frozen=True, slots=True)
class Bed:
    """Where a token lies: the centre and the size of its picture, in pixels."""

    x: float
    y: float
    size: float


@dataclass(frozen=True, slots=True)
class IdleAnimation:
    """The idle animation of one game."""

    target: Target
    """The token's target in the position of the menu."""
    seconds: float
    paint: Callable[[pygame.Surface, Assets, Theme, Bed, float], None]
    """Paints the token on its empty place, at a share of the time."""
    around: float
    """The side of the square that it needs with its shadow, in the token's size."""
    lies: Callable[[Table], Bed] | None = None
    """Where it lies in the picture, whose height is the unit, if it stays visible below the animation; None: on the
    spot of its target, which is empty meanwhile."""


def paint_lifted(
    surface: pygame.Surface,
    assets: Assets,
    look: str,
    bed: Bed,
    *,
    lift: float = 0.0,
    up: float = 0.0,
    squash: float = 0.0,
    shade: str | None = None,
) -> None:
    """Paint a sprite and its shadow, lifted by `lift`, the sprite `up` of its size higher."""
    mover = Mover(Token(look), bed.x, bed.y - up * bed.size, bed.size, lift=lift, squash=squash)
    paint_look(surface, assets, mover, look, shade or look)


def swell(part: float) -> float:
    """From 0 smoothly to 1 and back."""
    return 0.5 - 0.5 * math.cos(math.tau * part)

"""What a thing on the menu's table does by itself, now and then.

Lengths are shares of the thing's own size, times seconds.
"""

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
    """Where a thing lies: the centre and the size of its own picture, in pixels."""

    x: float
    y: float
    size: float


@dataclass(frozen=True, slots=True)
class IdleAnimation:
    """What one game does."""

    target: Target
    """Where the thing lies, in the position of the menu."""
    seconds: float
    paint: Callable[[pygame.Surface, Assets, Theme, Bed, float], None]
    """Paints the thing on its bare place, at a share of the time."""
    around: float
    """So many times its size is the square that it needs, with its shadow."""
    lies: Callable[[Table], Bed] | None = None
    """Where it lies in the picture, whose height is the unit, if it stays there while it is painted over; None: on
    the spot of its target, from where it is taken up."""


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
    """Paint a sprite and its shadow there, lifted so far, its picture `up` of its size higher."""
    mover = Mover(Token(look), bed.x, bed.y - up * bed.size, bed.size, lift=lift, squash=squash)
    paint_look(surface, assets, mover, look, shade or look)


def swell(part: float) -> float:
    """From 0 softly to 1 and back."""
    return 0.5 - 0.5 * math.cos(math.tau * part)

"""Occasional animations of tokens on the menu's table; lengths are fractions of the token's size, times seconds."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import pygame

from rules.contract import Table, Target, Token
from scenes.app.assets import Assets
from scenes.app.theme import Theme
from scenes.surfaces.clips import Sprite
from scenes.surfaces.view import paint_look


@dataclass(frozen=True, slots=True)
class Bed:
    """A resting token's picture: its centre and size, in pixels."""

    x: float
    y: float
    size: float


@dataclass(frozen=True, slots=True)
class IdleAnimation:
    target: Target
    seconds: float
    paint: Callable[[pygame.Surface, Assets, Theme, Bed, float], None]
    """Paints the token on its empty place; the last argument is the elapsed fraction of `seconds`."""
    around: float
    """Side of the square that the animation needs with its shadow, in token sizes."""
    lies: Callable[[Table], Bed] | None = None
    """Place in the picture (unit: its height) if the token stays visible; None: the spot of its empty target."""


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
    sprite = Sprite(Token(look), bed.x, bed.y - up * bed.size, bed.size, lift=lift, squash=squash)
    paint_look(surface, assets, sprite, look, shade or look)


def swell(part: float) -> float:
    """Return a value that rises smoothly from 0 to 1 and falls back as `part` goes from 0 to 1."""
    return 0.5 - 0.5 * math.cos(math.tau * part)

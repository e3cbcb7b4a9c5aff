"""The idle animation of a game's picture on the menu, such as a blinking duck."""

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
class TokenPlace:
    """The centre and size of the animated token in the picture, in pixels."""

    x: float
    y: float
    size: float


@dataclass(frozen=True, slots=True)
class IdleAnimation:
    """An animation, `seconds` long, of the token of `target` on the menu."""

    target: Target
    seconds: float
    paint: Callable[[pygame.Surface, Assets, Theme, TokenPlace, float], None]
    """The function that paints the token on its background; the last argument is the elapsed fraction."""
    around: float
    """The side of the square that is repainted for the token and its shadow, in token sizes."""
    lies: Callable[[Table], TokenPlace] | None = None
    """The function that returns the place, in heights of the board, of a token that the animation paints over.

    None: the background is painted without the token, whose place is the spot of `target`.
    """


def paint_lifted(
    surface: pygame.Surface,
    assets: Assets,
    look: str,
    bed: TokenPlace,
    *,
    lift: float = 0.0,
    up: float = 0.0,
    squash: float = 0.0,
    shade: str | None = None,
) -> None:
    """Paint the sprite `look` with a shadow for the lift `lift`, raised by `up` times its size.

    `shade` is the sprite whose shadow is painted, by default the same.
    """
    sprite = Sprite(Token(look), bed.x, bed.y - up * bed.size, bed.size, lift=lift, squash=squash)
    paint_look(surface, assets, sprite, look, shade or look)


def swell(part: float) -> float:
    """Return a value that rises smoothly from 0 to 1 and falls back as `part` goes from 0 to 1."""
    return 0.5 - 0.5 * math.cos(math.tau * part)

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
    repainted_side: float  # side of the square that the token and its shadow may cover, in token sizes
    find_place: Callable[[Table], TokenPlace] | None = None
    """The function that returns the place, in heights of the board, of a token that the animation paints over.

    None: the background is painted without the token, whose place is the spot of `target`.
    """


def paint_lifted(
    surface: pygame.Surface,
    assets: Assets,
    look: str,
    place: TokenPlace,
    *,
    lift: float = 0.0,
    up: float = 0.0,
    squash: float = 0.0,
    shadow_look: str | None = None,
) -> None:
    """Paint the sprite `look`, raised by `up` times its size, with a shadow for the lift `lift`.

    `shadow_look` is the sprite whose shadow is painted, by default `look`.
    """
    sprite = Sprite(Token(look), place.x, place.y - up * place.size, place.size, lift=lift, squash=squash)
    paint_look(surface, assets, sprite, look, shadow_look or look)


def swell(progress: float) -> float:
    """Return a value that rises smoothly from 0 to 1 and falls back as `progress` goes from 0 to 1."""
    return 0.5 - 0.5 * math.cos(math.tau * progress)

"""The base of all table views: places, animations and painting of tokens."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from math import cos, radians, sin
from typing import Final, NamedTuple, Protocol

import pygame

from rules.contract import Beat, Effect, Move, Position, Seat, Table, Target, Token
from scenes.app.assets import AWAY, LIFT, LIFTED, Assets
from scenes.app.theme import Theme
from scenes.surfaces.clips import MAX_SQUASH, PICK_LIFT, POINT_LIFT, Motion, Sprite
from scenes.surfaces.layout import Box, Spot, Spots
from scenes.surfaces.living_tokens import Mood
from scenes.surfaces.marks import Marks, stamp
from scenes.surfaces.move_marks import MoveMarks
from scenes.surfaces.timeline import Frame, InPlaceMotion

MAX_UPRIGHT_TILT: Final = 15.0  # degrees up to which a tilted token throws the shadow of an upright one
LEVELS: Final = (0.0, POINT_LIFT, PICK_LIFT, 1.0)
"""The heights at which tokens stay; between them, the picture for the highest is scaled."""
STEP: Final = 16
"""Pixels of the smallest rasterised picture of an effect; the next ones are half as large again."""


class Display(NamedTuple):
    """The contents of a table: its rectangle, spots, tokens and marks."""

    area: Box
    spots: Spots
    frame: Frame
    marks: Marks


class Canvas(NamedTuple):
    """A surface to paint on, and the means to paint with."""

    surface: pygame.Surface
    assets: Assets
    theme: Theme

    def stamp(self, mark: str, spot: Spot, centre: tuple[float, float] | None = None) -> None:
        stamp(self.surface, self.theme, mark, spot, centre)


class TableAnimations(ABC):
    """The animations of a game: how the effects of its moves look and sound."""

    living: frozenset[str] = frozenset()  # the looks of tokens that blink, hop and cry
    move_delay: float = 0.35  # seconds between a computer's turn and the next

    @abstractmethod
    def choose_motion(self, effect: Effect, beat: Beat, table: Table) -> Motion:
        """Return the animation of an effect."""

    @abstractmethod
    def sound(self, motion: Motion) -> str:
        """Return the name of an animation's sound."""

    def list_in_place_motions(self, position: Position, move: Move) -> tuple[InPlaceMotion, ...]:
        """Return the animations of tokens that stay in place while a move is played."""
        return ()


class Stamp(Protocol):
    """A stamp of words on the table."""

    def find_place(self, area: Box) -> pygame.Rect:
        """Return a free rectangle of the table."""

    def paint(
        self, surface: pygame.Surface, assets: Assets, theme: Theme, rect: pygame.Rect, text: str, seen: float
    ) -> None:
        """Paint a word; `seen` is its opacity, 0 to 1."""


class TableView(ABC):
    """The table of a game whose sprites are in `sprites/<folder>/`, with defaults for optional features."""

    ratio: float
    targets: tuple[Target, ...]  # that the keyboard focus can be on
    fills: bool = False  # whether it covers the whole window in a match
    cups: tuple[Target, ...] = ()  # places of the seats' dice cups, if there are dice
    counted: tuple[Target, ...] = ()  # show how many tokens lie there; repainted whenever the table changes
    around: float = 0.7  # overhang of a target's painting beyond its box, in token sizes
    trays: tuple[Target, ...] = ()  # of tokens that have left the board; a toast on hover tells their contents
    move_marks = MoveMarks()
    animations: TableAnimations
    stamp: Stamp | None = None  # stamps a word where a throw deserves one

    def __init__(self, folder: str, looks: tuple[str, ...], bottom: Seat) -> None:
        """Take the sprites of the seats as `looks`; the seat `bottom` is at the lower edge."""
        self._folder = folder
        self.emblems = tuple(f"{folder}/{look}" for look in looks)
        self.bottom = bottom
        self.language, self.four, self.cloth = "en", False, "green"
        """The language of the letters on cards, whether suits have four colours, and the cloth."""
        self.mood = Mood()

    def dress(self, language: str, four_colours: bool, cloth: str) -> None:
        self.language, self.four, self.cloth = language, four_colours, cloth

    @abstractmethod
    def spots(self, area: Box, flipped: bool) -> dict[Target, Spot]:
        """Return the spots in `area`; with `flipped`, the other seat is at the lower edge."""

    @abstractmethod
    def portrait(self) -> Box:
        """Return the part of the table that is shown outside a match; the unit is the table's height."""

    @abstractmethod
    def ledge(self, area: Box) -> Box:
        """Return the area of the board for prompts."""

    @abstractmethod
    def paint(self, surface: pygame.Surface, assets: Assets, theme: Theme, board: str, display: Display) -> None:
        """Paint everything within the surface's clip; `board` is the chosen board."""

    def look(self, token: Token) -> str:
        """Return the sprite of a token outside any context."""
        return f"{self._folder}/{token.look}"

    def resting_look(self, token: Token, x: float, y: float) -> str:
        """Return the sprite of a resting token with its centre at a point of the window."""
        return self.look(token)

    def moving_look(self, sprite: Sprite) -> str:
        return self.look(sprite.token)

    def paint_sprite(self, surface: pygame.Surface, assets: Assets, sprite: Sprite) -> None:
        """Paint a moving token, or a held one (lift 1)."""
        if not surface.get_clip().colliderect(self.covers(sprite)):
            return
        if sprite.was is not None:
            was = self.moving_look(sprite.was)
            paint_look(surface, assets, sprite.was, was, was, shaded=1 - sprite.alpha)
        look = self.moving_look(sprite)
        paint_look(surface, assets, sprite, look, look)

    def covers(self, sprite: Sprite) -> pygame.Rect:
        """Return the rectangle of a moving token with its shadow."""
        side = round(sprite.size * (2.2 if abs(sprite.tilt) > MAX_UPRIGHT_TILT else 1.7))
        rect = pygame.Rect(0, 0, side, side).move_to(center=(round(sprite.x), round(sprite.y)))
        return rect if sprite.was is None else rect.union(self.covers(sprite.was))


def paint_look(
    surface: pygame.Surface, assets: Assets, sprite: Sprite, look: str, shade: str | None, shaded: float = 1.0
) -> None:
    """Paint a moving token over the shadow of the sprite `shade`, if any; a resting shadow fades as it rises.

    `shaded`: opacity of the shadow, 0 to 1.
    """
    size = round(sprite.size * (1 + (LIFT - 1) * sprite.lift))
    drawn = round(sprite.drawn) or (size if sprite.lift in LEVELS else round(sprite.size * LIFT))
    picture = assets.sprite(look, drawn)
    if sprite.squash or sprite.narrow < 1 or drawn != size:
        wide, high = size * (1 + MAX_SQUASH * sprite.squash) * sprite.narrow, size * (1 - MAX_SQUASH * sprite.squash)
        picture = pygame.transform.smoothscale(picture, (max(1, round(wide)), round(high)))
    if sprite.tilt:
        picture = pygame.transform.rotozoom(picture, -sprite.tilt, 1.0)
    alpha = sprite.alpha * shaded
    rest, lifted = round(255 * (1 - sprite.lift) * alpha), round(255 * sprite.lift * alpha)
    centre = (round(sprite.x), round(sprite.y))
    if shade is not None and rest > 0:
        _paint_shadow(surface, assets.shadow(shade, round(sprite.drawn or sprite.size)), sprite, rest)
    if shade is not None and lifted > 0:
        _paint_shadow(
            surface, assets.shadow(shade, round((sprite.drawn or sprite.size) * LIFT), True), sprite, lifted, LIFTED
        )
    blit_pale(surface, picture, centre, round(255 * sprite.alpha))


def _paint_shadow(
    surface: pygame.Surface, shadow: pygame.Surface, sprite: Sprite, alpha: int, away: tuple[float, float] = AWAY
) -> None:
    x, y = sprite.x, sprite.y
    if sprite.drawn or sprite.narrow < 1:
        scale = sprite.size / (sprite.drawn or sprite.size)
        shadow = pygame.transform.smoothscale_by(shadow, (scale * sprite.narrow, scale))
    if abs(sprite.tilt) > MAX_UPRIGHT_TILT:
        turn, (dx, dy) = radians(sprite.tilt), (part * sprite.size for part in away)
        x, y = x + dx - dx * cos(turn) + dy * sin(turn), y + dy - dx * sin(turn) - dy * cos(turn)
        shadow = pygame.transform.rotozoom(shadow, -sprite.tilt, 1.0)
    blit_pale(surface, shadow, (round(x), round(y)), alpha)


def particle_area(particle: Sprite) -> pygame.Rect:
    side = round(particle.size * (1.42 if particle.tilt else 1.0)) + 2
    return pygame.Rect(0, 0, side, side).move_to(center=(round(particle.x), round(particle.y)))


def paint_particles(surface: pygame.Surface, assets: Assets, particles: Iterable[Sprite]) -> None:
    """Paint the pictures of effects; they grow and shrink, so they are rasterised in few sizes and scaled."""
    clip = surface.get_clip()
    for particle in particles:
        if not clip.colliderect(particle_area(particle)):
            continue
        size, side = max(1, round(particle.size)), STEP
        while side < (particle.drawn or size):
            side += max(STEP, side // 2)
        picture = pygame.transform.smoothscale(assets.sprite(particle.token.look, side), (size, size))
        if particle.tilt:
            picture = pygame.transform.rotozoom(picture, -particle.tilt, 1.0)
        blit_pale(surface, picture, (round(particle.x), round(particle.y)), round(255 * particle.alpha))


def blit_pale(surface: pygame.Surface, picture: pygame.Surface, centre: tuple[int, int], alpha: int) -> None:
    """Paint a picture around `centre` with an opacity of `alpha` of 255."""
    if alpha <= 0:
        return
    wide, high = picture.get_size()
    place = (centre[0] - wide // 2, centre[1] - high // 2)
    if alpha < 255:
        if not surface.get_clip().colliderect((*place, wide, high)):
            return
        picture = picture.copy()
        picture.set_alpha(alpha)
    surface.blit(picture, place)

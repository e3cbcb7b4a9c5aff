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
from scenes.surfaces.flights import MAX_SQUASH, PICK_LIFT, POINT_LIFT, Manner, Mover
from scenes.surfaces.layout import Box, Spot, Spots
from scenes.surfaces.life import Mood
from scenes.surfaces.marks import Marks, stamp
from scenes.surfaces.motion import Frame, Stir
from scenes.surfaces.move_marks import MoveMarks

UPRIGHT: Final = 15.0  # degrees up to which a tilted token throws the shadow of an upright one
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
    def manner(self, effect: Effect, beat: Beat, table: Table) -> Manner:
        """Return the animation of an effect."""

    @abstractmethod
    def sound(self, manner: Manner) -> str:
        """Return the name of an animation's sound."""

    def list_stirs(self, position: Position, move: Move) -> tuple[Stir, ...]:
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

    def moving_look(self, mover: Mover) -> str:
        return self.look(mover.token)

    def paint_mover(self, surface: pygame.Surface, assets: Assets, mover: Mover) -> None:
        """Paint a moving token, or a held one (lift 1)."""
        if not surface.get_clip().colliderect(self.covers(mover)):
            return
        if mover.was is not None:
            was = self.moving_look(mover.was)
            paint_look(surface, assets, mover.was, was, was, shaded=1 - mover.alpha)
        look = self.moving_look(mover)
        paint_look(surface, assets, mover, look, look)

    def covers(self, mover: Mover) -> pygame.Rect:
        """Return the rectangle of a moving token with its shadow."""
        side = round(mover.size * (2.2 if abs(mover.tilt) > UPRIGHT else 1.7))
        rect = pygame.Rect(0, 0, side, side).move_to(center=(round(mover.x), round(mover.y)))
        return rect if mover.was is None else rect.union(self.covers(mover.was))


def paint_look(
    surface: pygame.Surface, assets: Assets, mover: Mover, look: str, shade: str | None, shaded: float = 1.0
) -> None:
    """Paint a moving token over the shadow of the sprite `shade`, if any; a resting shadow fades as it rises.

    `shaded`: opacity of the shadow, 0 to 1.
    """
    size = round(mover.size * (1 + (LIFT - 1) * mover.lift))
    drawn = round(mover.drawn) or (size if mover.lift in LEVELS else round(mover.size * LIFT))
    sprite = assets.sprite(look, drawn)
    if mover.squash or mover.narrow < 1 or drawn != size:
        wide, high = size * (1 + MAX_SQUASH * mover.squash) * mover.narrow, size * (1 - MAX_SQUASH * mover.squash)
        sprite = pygame.transform.smoothscale(sprite, (max(1, round(wide)), round(high)))
    if mover.tilt:
        sprite = pygame.transform.rotozoom(sprite, -mover.tilt, 1.0)
    alpha = mover.alpha * shaded
    rest, lifted = round(255 * (1 - mover.lift) * alpha), round(255 * mover.lift * alpha)
    centre = (round(mover.x), round(mover.y))
    if shade is not None and rest > 0:
        _cast(surface, assets.shadow(shade, round(mover.drawn or mover.size)), mover, rest)
    if shade is not None and lifted > 0:
        _cast(surface, assets.shadow(shade, round((mover.drawn or mover.size) * LIFT), True), mover, lifted, LIFTED)
    blit_pale(surface, sprite, centre, round(255 * mover.alpha))


def _cast(
    surface: pygame.Surface, shadow: pygame.Surface, mover: Mover, alpha: int, away: tuple[float, float] = AWAY
) -> None:
    x, y = mover.x, mover.y
    if mover.drawn or mover.narrow < 1:
        scale = mover.size / (mover.drawn or mover.size)
        shadow = pygame.transform.smoothscale_by(shadow, (scale * mover.narrow, scale))
    if abs(mover.tilt) > UPRIGHT:
        turn, (dx, dy) = radians(mover.tilt), (part * mover.size for part in away)
        x, y = x + dx - dx * cos(turn) + dy * sin(turn), y + dy - dx * sin(turn) - dy * cos(turn)
        shadow = pygame.transform.rotozoom(shadow, -mover.tilt, 1.0)
    blit_pale(surface, shadow, (round(x), round(y)), alpha)


def prop_area(prop: Mover) -> pygame.Rect:
    side = round(prop.size * (1.42 if prop.tilt else 1.0)) + 2
    return pygame.Rect(0, 0, side, side).move_to(center=(round(prop.x), round(prop.y)))


def paint_props(surface: pygame.Surface, assets: Assets, props: Iterable[Mover]) -> None:
    """Paint the pictures of effects; they grow and shrink, so they are rasterised in few sizes and scaled."""
    clip = surface.get_clip()
    for prop in props:
        if not clip.colliderect(prop_area(prop)):
            continue
        size, side = max(1, round(prop.size)), STEP
        while side < (prop.drawn or size):
            side += max(STEP, side // 2)
        picture = pygame.transform.smoothscale(assets.sprite(prop.token.look, side), (size, size))
        if prop.tilt:
            picture = pygame.transform.rotozoom(picture, -prop.tilt, 1.0)
        blit_pale(surface, picture, (round(prop.x), round(prop.y)), round(255 * prop.alpha))


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

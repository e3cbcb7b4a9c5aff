"""The base of the table views of all games: where targets are, how moves are animated, how tokens are painted."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from math import cos, radians, sin
from typing import Final, NamedTuple, Protocol

import pygame

from rules.contract import Beat, Effect, Lift, Move, Position, Put, Seat, Table, Target, Token
from scenes.app.assets import LIFT, LIFTED_SHADOW_OFFSET, SHADOW_OFFSET, Assets
from scenes.app.theme import Theme
from scenes.surfaces.clips import APPEAR, COME, FADE, GO, MAX_SQUASH, PICK_LIFT, POINT_LIFT, Motion, Sprite
from scenes.surfaces.layout import Box, Spot, Spots
from scenes.surfaces.living_tokens import Mood
from scenes.surfaces.mark_rules import MoveMarks
from scenes.surfaces.marks import Marks, paint_mark
from scenes.surfaces.timeline import Animations, Frame, InPlaceMotion

MAX_UPRIGHT_TILT: Final = 15.0  # degrees up to which a tilted token has the shadow of an upright one
RESTING_LIFTS: Final = (0.0, POINT_LIFT, PICK_LIFT, 1.0)
"""The lifts at which tokens stay; for a lift between them, the picture for the lift 1 is scaled."""
MIN_PARTICLE_PIXELS: Final = 16
"""Side of an effect's smallest rasterised picture; each further side is longer by half, but at least by this."""


class Display(NamedTuple):
    """The content of a table to be painted: its rectangle, spots, tokens and marks."""

    area: Box
    spots: Spots
    frame: Frame
    marks: Marks


class Canvas(NamedTuple):
    """A surface to paint on, and the means to paint with."""

    surface: pygame.Surface
    assets: Assets
    theme: Theme

    def paint_mark(self, mark: str, spot: Spot, centre: tuple[float, float] | None = None) -> None:
        paint_mark(self.surface, self.theme, mark, spot, centre)


class TableAnimations(ABC):
    """The animations of a game: how the effects of its moves look and sound."""

    living: frozenset[str] = frozenset()  # the looks of tokens that blink, hop and cry
    move_delay: float | None = None  # seconds from a computer's answer to its move; None: the usual ones

    @abstractmethod
    def choose_motion(self, effect: Effect, beat: Beat, table: Table) -> Motion: ...

    @abstractmethod
    def sound(self, motion: Motion) -> str: ...

    def list_in_place_motions(self, position: Position, move: Move) -> tuple[InPlaceMotion, ...]:
        """Return the animations of tokens that stay in place while a move is played."""
        return ()


class Stamp(Protocol):
    """The painter of stamped words on a game's table."""

    def find_place(self, area: Box) -> pygame.Rect:
        """Return a rectangle of the table that is free for a word."""

    def paint(
        self, surface: pygame.Surface, assets: Assets, theme: Theme, rect: pygame.Rect, text: str, opacity: float
    ) -> None:
        """Paint a word with the opacity `opacity`, 0 to 1."""


class TableView(ABC):
    """The table of a game whose sprites are in `sprites/<folder>/`, with defaults for optional features."""

    ratio: float  # width / height
    targets: tuple[Target, ...]  # targets that the keyboard can select
    covers_window: bool = False  # whether it covers the whole window in a match
    shows_drawings: bool = True  # whether the person can draw arrows and circles on it
    cups: tuple[Target, ...] = ()  # places of the seats' dice cups, if there are dice
    counted: tuple[Target, ...] = ()  # targets that show a number of tokens; repainted whenever the table changes
    overhang: float = 0.7  # overhang of a target's painting beyond its box, in token sizes
    trays: tuple[Target, ...] = ()  # places of captured tokens; a toast lists their contents when they are hovered
    move_marks = MoveMarks()
    animations: TableAnimations
    stamp: Stamp | None = None  # None if the game stamps no words

    def __init__(self, folder: str, looks: tuple[str, ...], bottom_seat: Seat) -> None:
        """Make the view; `looks` are the sprites of the seats, and the seat `bottom_seat` is at the lower edge."""
        self._folder = folder
        self.emblems = tuple(f"{folder}/{look}" for look in looks)
        self.bottom_seat = bottom_seat
        self.language, self.has_four_colours, self.cloth = "en", False, "green"
        """The language of the letters on cards, whether suits have four colours, and the cloth."""
        self.mood = Mood()  # the appearance of living tokens

    def set_looks(self, language: str, four_colours: bool, cloth: str) -> None:
        self.language, self.has_four_colours, self.cloth = language, four_colours, cloth

    @abstractmethod
    def spots(self, area: Box, flipped: bool) -> dict[Target, Spot]:
        """Return the spots in `area`; if `flipped`, the seat opposite `bottom_seat` is at the lower edge."""

    @abstractmethod
    def visible_part(self) -> Box:
        """Return the part of the table that is shown outside matches; the unit is the table's height."""

    @abstractmethod
    def prompt_area(self, area: Box) -> Box:
        """Return the area at the edge of the board where prompts are shown."""

    @abstractmethod
    def paint(self, surface: pygame.Surface, assets: Assets, theme: Theme, board: str, display: Display) -> None:
        """Paint everything within the surface's clip; `board` is the chosen board."""

    def look(self, token: Token) -> str:
        """Return the sprite of a token, whatever its place and movement."""
        return f"{self._folder}/{token.look}"

    def resting_look(self, token: Token, x: float, y: float) -> str:
        """Return the sprite of a resting token with its centre at a point of the window."""
        return self.look(token)

    def moving_look(self, sprite: Sprite) -> str:
        return self.look(sprite.token)

    def paint_sprite(self, surface: pygame.Surface, assets: Assets, sprite: Sprite) -> None:
        if not surface.get_clip().colliderect(self.sprite_area(sprite)):
            return
        if sprite.former_token is not None:
            former_look = self.moving_look(sprite.former_token)
            paint_look(surface, assets, sprite.former_token, former_look, former_look, shade=1 - sprite.alpha)
        look = self.moving_look(sprite)
        paint_look(surface, assets, sprite, look, look)

    def sprite_area(self, sprite: Sprite) -> pygame.Rect:
        """Return the rectangle that a moving token covers with its shadow."""
        side = round(sprite.size * (2.2 if abs(sprite.tilt) > MAX_UPRIGHT_TILT else 1.7))
        rect = pygame.Rect(0, 0, side, side).move_to(center=(round(sprite.x), round(sprite.y)))
        return rect if sprite.former_token is None else rect.union(self.sprite_area(sprite.former_token))


def animations_of(view: TableView, is_still: bool) -> Animations:
    """Return the animations of a view; if `is_still`, those with reduced motion."""
    return ReducedAnimations(view.animations) if is_still else view.animations


class ReducedAnimations:
    """The animations of a game with reduced motion: tokens only fade."""

    def __init__(self, usual: Animations) -> None:
        self._usual = usual
        self.sound = usual.sound

    def choose_motion(self, effect: Effect, beat: Beat, table: Table) -> Motion:
        if self._usual.choose_motion(effect, beat, table).is_landing:
            return APPEAR
        return COME if isinstance(effect, Put) else GO if isinstance(effect, Lift) else FADE


def paint_look(
    surface: pygame.Surface, assets: Assets, sprite: Sprite, look: str, shadow_look: str | None, shade: float = 1.0
) -> None:
    """Paint a moving token as the sprite `look` over the shadow of the sprite `shadow_look`, if any.

    As the token is lifted, the shadow of a resting token fades into that of a lifted one. `shade` is the
    opacity of the shadow relative to that of the token, 0 to 1.
    """
    size = round(sprite.size * (1 + (LIFT - 1) * sprite.lift))
    drawn = round(sprite.picture_size) or (size if sprite.lift in RESTING_LIFTS else round(sprite.size * LIFT))
    picture = assets.sprite(look, drawn)
    if sprite.squash or sprite.width_fraction < 1 or drawn != size:
        width, height = (
            size * (1 + MAX_SQUASH * sprite.squash) * sprite.width_fraction,
            size * (1 - MAX_SQUASH * sprite.squash),
        )
        picture = pygame.transform.smoothscale(picture, (max(1, round(width)), round(height)))
    if sprite.tilt:
        picture = pygame.transform.rotozoom(picture, -sprite.tilt, 1.0)
    alpha = sprite.alpha * shade
    resting_alpha, lifted_alpha = round(255 * (1 - sprite.lift) * alpha), round(255 * sprite.lift * alpha)
    centre = (round(sprite.x), round(sprite.y))
    if shadow_look is not None and resting_alpha > 0:
        shadow = assets.shadow(shadow_look, round(sprite.picture_size or sprite.size))
        _paint_shadow(surface, shadow, sprite, resting_alpha)
    if shadow_look is not None and lifted_alpha > 0:
        shadow = assets.shadow(shadow_look, round((sprite.picture_size or sprite.size) * LIFT), True)
        _paint_shadow(surface, shadow, sprite, lifted_alpha, LIFTED_SHADOW_OFFSET)
    blit_pale(surface, picture, centre, round(255 * sprite.alpha))


def _paint_shadow(
    surface: pygame.Surface,
    shadow: pygame.Surface,
    sprite: Sprite,
    alpha: int,
    offsets: tuple[float, float] = SHADOW_OFFSET,
) -> None:
    """Paint a sprite's shadow, which turns with the sprite if the tilt is large.

    `offsets`: how far the shadow is to the right of and below the middle of its picture, in token sizes.
    """
    x, y = sprite.x, sprite.y
    if sprite.picture_size or sprite.width_fraction < 1:
        scale = sprite.size / (sprite.picture_size or sprite.size)
        shadow = pygame.transform.smoothscale_by(shadow, (scale * sprite.width_fraction, scale))
    if abs(sprite.tilt) > MAX_UPRIGHT_TILT:
        angle, (dx, dy) = radians(sprite.tilt), (offset * sprite.size for offset in offsets)
        x, y = x + dx - dx * cos(angle) + dy * sin(angle), y + dy - dx * sin(angle) - dy * cos(angle)
        shadow = pygame.transform.rotozoom(shadow, -sprite.tilt, 1.0)
    blit_pale(surface, shadow, (round(x), round(y)), alpha)


def particle_area(particle: Sprite) -> pygame.Rect:
    """Return the rectangle that a picture of an effect covers."""
    side = round(particle.size * (1.42 if particle.tilt else 1.0)) + 2
    return pygame.Rect(0, 0, side, side).move_to(center=(round(particle.x), round(particle.y)))


def paint_particles(surface: pygame.Surface, assets: Assets, particles: Iterable[Sprite]) -> None:
    """Paint the pictures of effects; since they grow and shrink, they are rasterised in few sizes and then scaled."""
    clip = surface.get_clip()
    for particle in particles:
        if not clip.colliderect(particle_area(particle)):
            continue
        size, side = max(1, round(particle.size)), MIN_PARTICLE_PIXELS
        while side < (particle.picture_size or size):
            side += max(MIN_PARTICLE_PIXELS, side // 2)
        picture = pygame.transform.smoothscale(assets.sprite(particle.token.look, side), (size, size))
        if particle.tilt:
            picture = pygame.transform.rotozoom(picture, -particle.tilt, 1.0)
        blit_pale(surface, picture, (round(particle.x), round(particle.y)), round(255 * particle.alpha))


def blit_pale(surface: pygame.Surface, picture: pygame.Surface, centre: tuple[int, int], alpha: int) -> None:
    """Paint a picture around `centre` with the opacity `alpha`, 0 to 255."""
    if alpha <= 0:
        return
    width, height = picture.get_size()
    place = (centre[0] - width // 2, centre[1] - height // 2)
    if alpha < 255:
        if not surface.get_clip().colliderect((*place, width, height)):
            return
        picture = picture.copy()
        picture.set_alpha(alpha)
    surface.blit(picture, place)

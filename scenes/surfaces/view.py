"""The base of all table views: where tokens are, how they move, how they are painted."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from math import cos, radians, sin
from typing import Final, NamedTuple

import pygame

from rules.contract import Beat, Effect, Move, Position, Remark, Seat, Slide, Table, Target, Token
from scenes.app.assets import AWAY, LIFT, LIFTED, Assets
from scenes.app.theme import Theme
from scenes.surfaces.flights import PICKED, POINTED, SQUASH, Manner, Mover
from scenes.surfaces.layout import Box, Spot, Spots
from scenes.surfaces.life import Mood
from scenes.surfaces.marks import Marks, Sign
from scenes.surfaces.motion import Frame, Stir

UPRIGHT: Final = 15.0
"""Up to so many degrees a tilted token throws the shadow of an upright one."""
LEVELS: Final = (0.0, POINTED, PICKED, 1.0)
"""The heights at which things stay: for those between, the picture for the highest is scaled."""
STEP: Final = 16
"""Pixels of the smallest picture of an effect that is rasterised; the next one is half as large again."""


class Display(NamedTuple):
    """What a table shows: where it is and everything on it, what lies and moves there, what is marked."""

    area: Box
    spots: Spots
    frame: Frame
    marks: Marks


class TableView(ABC):
    """The table of a game whose sprites are in `sprites/<folder>/`, with neutral answers where it can have them."""

    ratio: float
    """Width / height of the whole table."""
    targets: tuple[Target, ...]
    """What the keyboard can be on."""
    living: frozenset[str] = frozenset()
    """The looks of tokens that blink, hop and cry by themselves."""
    sample: str = ""
    """A text as wide as the turns that the list of turns must show whole."""
    columns: int = 2
    """How many turns stand side by side in that list."""
    paired_by_start: bool = False
    """Whether pairs of turns begin with whoever made the first turn of the match; else with the first seat."""
    aims: bool = False
    """Whether it is marked where the picked token would go."""
    fills: bool = False
    """Whether it covers the whole window in a match."""
    cups: tuple[Target, ...] = ()
    """Where each seat's dice cup stands, if there are dice."""
    counted: tuple[Target, ...] = ()
    """Where it is told what lies on the rest of the table."""
    around: float = 0.7
    """How far what is painted for a target reaches beyond its box, in the size of its tokens."""
    tells: bool = False
    """Whether turns are told in words wherever they are shown, since their notation says too little."""
    trays: tuple[Target, ...] = ()
    """Where what has left the board lies, which is told where the pointer rests."""
    describes: bool = False
    """Whether it is said in words what stands on it and what a click would do (`described`, `signs`)."""
    breath: float = 0.35
    """Seconds between a computer's turn and the next."""

    def traced(self, target: Target) -> Target:
        """The target that is marked for a last turn that went through `target`."""
        return target

    def __init__(self, folder: str, looks: tuple[str, ...], bottom: Seat) -> None:
        """`looks` are the sprites of the seats; the seat `bottom` is at the lower edge."""
        self._folder = folder
        self.emblems = tuple(f"{folder}/{look}" for look in looks)
        """A sprite for each seat."""
        self.bottom = bottom
        self.language, self.four, self.cloth = "en", False, "green"
        """The language of the letters on cards, whether suits have four colours, and the cloth."""
        self.mood = Mood()
        """How what lives is shown now."""

    def dress(self, language: str, four_colours: bool, cloth: str) -> None:
        """Take the settings of the language, the colours of suits and the cloth."""
        self.language, self.four, self.cloth = language, four_colours, cloth

    @abstractmethod
    def spots(self, area: Box, flipped: bool) -> dict[Target, Spot]:
        """Where everything is in `area`; with `flipped`, the other seat is at the lower edge."""

    @abstractmethod
    def portrait(self) -> Box:
        """The part of the table that is shown away from a match; the table's height is the unit."""

    @abstractmethod
    def ledge(self, area: Box) -> Box:
        """Where on the board prompts are shown."""

    @abstractmethod
    def manner(self, effect: Effect, beat: Beat, table: Table) -> Manner:
        """How an effect is animated."""

    @abstractmethod
    def sound(self, manner: Manner) -> str:
        """The name of the sound of a token that moves so."""

    @abstractmethod
    def paint(self, surface: pygame.Surface, assets: Assets, theme: Theme, board: str, display: Display) -> None:
        """Paint everything within the surface's clip. `board` is the person's choice of board."""

    def put(self, position: Position, move: Move) -> Token | None:
        """The token that a move puts on the board without its being picked; None where a piece moves."""
        return None

    def choice(self, token: Token) -> int:
        """The order of a token among those that a piece may be turned into."""
        return 0

    def victims(self, effects: Iterable[Effect]) -> frozenset[Target]:
        """The targets that lose their tokens."""
        return frozenset()

    def slides(self, effects: Iterable[Effect]) -> list[Slide]:
        """The slides within the board."""
        return [effect for effect in effects if isinstance(effect, Slide)]

    def touched(self, position: Position, move: Move) -> frozenset[Target]:
        """Further targets of a move, between which nothing moves."""
        return frozenset()

    def stirs(self, position: Position, move: Move) -> tuple[Stir, ...]:
        """The animations of tokens that stay where they are while a move is played."""
        return ()

    def signs(self, position: Position, picked: frozenset[Target], moves: Iterable[Move]) -> frozenset[Sign]:
        """What is marked while `picked` may make these moves, besides where it may go."""
        return frozenset()

    def states(self, position: Position) -> frozenset[Sign]:
        """What is marked in a position."""
        return frozenset()

    def described(self, position: Position, target: Target, *, brief: bool) -> Sequence[Remark]:
        """What is on a target, and, unless `brief`, what it can do. Facts that are looks name tokens."""
        return ()

    def able(self, position: Position, target: Target) -> Remark | None:
        """What the picked token can do there, where that needs words."""
        return None

    def told(self, position: Position, move: Move) -> Sequence[Remark]:
        """What a move does, where that needs words. Facts that are looks name tokens."""
        return ()

    def tally(self, position: Position, seat: Seat) -> int | None:
        """How many a seat has of what decides the game, where that is shown."""
        return None

    def facts(self, position: Position, winner: Seat) -> dict[str, str]:
        """Values for the words about a won match, taken from its last position."""
        return {}

    def lift_count(self, tokens: Sequence[Token]) -> int:
        """How many of the tokens on a target are picked up together."""
        return len(tokens)

    def meant(self, target: Target | None, may: frozenset[Target]) -> Target | None:
        """What a click on `target` means where `may` can be picked."""
        return target

    def bare(self, target: Target, table: Table) -> bool:
        """Whether nothing is on a target that a click could be meant for."""
        return target not in self.cups and not table.get(target)

    def look(self, token: Token) -> str:
        """The sprite of a token by itself."""
        return f"{self._folder}/{token.look}"

    def resting_look(self, token: Token, x: float, y: float) -> str:
        """The sprite of a resting token with its centre at a point of the window."""
        return self.look(token)

    def moving_look(self, mover: Mover) -> str:
        """The sprite of a moving token."""
        return self.look(mover.token)

    def written(self, turn: str) -> str:
        """A turn of the game's notation as the list of turns shows it."""
        return turn

    def figures(self, position: Position, move: Move) -> Mapping[str, str]:
        """The sprites that the list of turns shows for letters of that notation, in a turn that ends with a move."""
        return {}

    def stamp_area(self, area: Box) -> pygame.Rect:
        """Where a stamped word is shown."""
        return pygame.Rect(0, 0, 0, 0)

    def paint_stamp(
        self, surface: pygame.Surface, assets: Assets, theme: Theme, rect: pygame.Rect, text: str, seen: float
    ) -> None:
        """Paint a word stamped in leather; `seen`, 0 to 1, is its opacity."""
        raise NotImplementedError

    def paint_mover(self, surface: pygame.Surface, assets: Assets, mover: Mover) -> None:
        """Paint a moving token, or one in the person's hand (lift 1)."""
        if not surface.get_clip().colliderect(self.covers(mover)):
            return
        if mover.was is not None:
            was = self.moving_look(mover.was)
            paint_look(surface, assets, mover.was, was, was, shaded=1 - mover.alpha)
        look = self.moving_look(mover)
        paint_look(surface, assets, mover, look, look)

    def covers(self, mover: Mover) -> pygame.Rect:
        """The rectangle of a moving token with its shadow."""
        side = round(mover.size * (2.2 if abs(mover.tilt) > UPRIGHT else 1.7))
        rect = pygame.Rect(0, 0, side, side).move_to(center=(round(mover.x), round(mover.y)))
        return rect if mover.was is None else rect.union(self.covers(mover.was))


def paint_look(
    surface: pygame.Surface, assets: Assets, mover: Mover, look: str, shade: str | None, shaded: float = 1.0
) -> None:
    """Paint a moving token over the shadow of the sprite `shade`, if any: that of a resting one fades as it rises.

    `shaded`: how much of the shadow is seen, 0 to 1.
    """
    size = round(mover.size * (1 + (LIFT - 1) * mover.lift))
    drawn = round(mover.drawn) or (size if mover.lift in LEVELS else round(mover.size * LIFT))
    sprite = assets.sprite(look, drawn)
    if mover.squash or mover.narrow < 1 or drawn != size:
        wide, high = size * (1 + SQUASH * mover.squash) * mover.narrow, size * (1 - SQUASH * mover.squash)
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
    """Paint the shadow of a token, which falls the same way however the token is tilted."""
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
    """The rectangle of a picture of an effect."""
    side = round(prop.size * (1.42 if prop.tilt else 1.0)) + 2
    return pygame.Rect(0, 0, side, side).move_to(center=(round(prop.x), round(prop.y)))


def paint_props(surface: pygame.Surface, assets: Assets, props: Iterable[Mover]) -> None:
    """Paint the pictures of effects. They are rasterised in few sizes and scaled, for they grow and shrink."""
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

"""What every kind of table is to the stage and the scenes: where things lie, how they move, how they are painted."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any

import pygame

from rules.contract import AnyPosition, Beat, Effect, Seat, Slide, Table, Target, Token
from scenes.assets import LIFT, Assets
from scenes.layout import Box, Spot, Spots
from scenes.motion import SQUASH, Frame, Manner, Mover
from scenes.tables.life import Mood
from scenes.tables.marks import Marks
from scenes.theme import Theme


class TableView(ABC):
    """The table of a game whose sprites lie in `sprites/<folder>/`. What a kind of table hasn't got says so here."""

    ratio: float
    """Width / height of all that lies on the table."""
    targets: tuple[Target, ...]
    """What the keyboard can be on."""
    living: frozenset[str] = frozenset()
    """The looks of what has a small life of its own."""
    sample: str = ""
    """As wide as the turns that must be whole in the list of turns."""
    columns: int = 2
    """How many turns stand side by side in that list."""
    aims: bool = False
    """Whether it is shown where the picked thing would go."""
    cups: tuple[Target, ...] = ()
    """Where each seat's dice cup stands, if there are dice."""
    breath: float = 0.35
    """Seconds that the computer waits after its answer, so that one turn is seen to end before the next begins."""

    def __init__(self, folder: str, looks: tuple[str, ...], bottom: Seat) -> None:
        """`looks` are the sprites that stand for the seats; the seat `bottom` has its home at the lower edge."""
        self._folder = folder
        self.emblems = tuple(f"{folder}/{look}" for look in looks)
        """A sprite for each seat."""
        self.bottom = bottom
        self.mood = Mood()
        """How what lives looks now."""

    @abstractmethod
    def spots(self, area: Box, flipped: bool) -> dict[Target, Spot]:
        """Where everything lies in `area`; `flipped` has the other seat at the lower edge."""

    @abstractmethod
    def portrait(self) -> Box:
        """The part of the table that is shown of it away from a match; the table's height is the unit."""

    @abstractmethod
    def ledge(self, area: Box) -> Box:
        """Where on the board it can be said what is to be done."""

    @abstractmethod
    def manner(self, effect: Effect, beat: Beat, table: Table) -> Manner:
        """How an effect is seen."""

    @abstractmethod
    def sound(self, manner: Manner) -> str:
        """The name of the sound that a token makes when it moves so."""

    @abstractmethod
    def paint(
        self,
        surface: pygame.Surface,
        assets: Assets,
        theme: Theme,
        board: str,
        area: Box,
        spots: Spots,
        frame: Frame,
        marks: Marks,
    ) -> None:
        """Paint everything within the surface's clip. `board` is the person's choice of board."""

    def put(self, position: AnyPosition, move: Any) -> Token | None:
        """The thing that a move puts where the person likes, without its having to be picked; None: a piece moves."""
        return None

    def choice(self, token: Token) -> int:
        """How early a token comes among those that a piece may be turned into."""
        return 0

    def victims(self, effects: Iterable[Effect]) -> frozenset[Target]:
        """The targets that lose their tokens."""
        return frozenset()

    def slides(self, effects: Iterable[Effect]) -> list[Slide]:
        """What goes from one place of the board to another."""
        return [effect for effect in effects if isinstance(effect, Slide)]

    def meant(self, target: Target | None, may: frozenset[Target]) -> Target | None:
        """What a click on `target` means where `may` can be picked."""
        return target

    def look(self, token: Token) -> str:
        """The sprite of a token by itself."""
        return f"{self._folder}/{token.look}"

    def resting_look(self, token: Token, x: float, y: float) -> str:
        """The sprite of a token that rests with its centre at a point of the window."""
        return self.look(token)

    def moving_look(self, mover: Mover) -> str:
        """The sprite of a token on its way."""
        return self.look(mover.token)

    def written(self, turn: str) -> str:
        """A turn of the game's notation as it stands in the list."""
        return turn

    def stamp_area(self, area: Box) -> pygame.Rect:
        """Where a stamped word is seen."""
        return pygame.Rect(0, 0, 0, 0)

    def paint_stamp(
        self, surface: pygame.Surface, assets: Assets, theme: Theme, rect: pygame.Rect, text: str, seen: float
    ) -> None:
        """Paint a word as stamped in leather in its area; `seen`, 0 to 1, is how much of it."""
        raise NotImplementedError

    def paint_mover(self, surface: pygame.Surface, assets: Assets, mover: Mover) -> None:
        """Paint a token on its way, or in the person's hand (lift 1).

        As it is lifted, the shadow of one at rest gives way to that of a lifted one.
        """
        size = round(mover.size * (1 + (LIFT - 1) * mover.lift))
        look = self.moving_look(mover)
        sprite = assets.sprite(look, size)
        if mover.squash > 0:
            wide = round(size * (1 + SQUASH * mover.squash))
            sprite = pygame.transform.smoothscale(sprite, (wide, round(size * (1 - SQUASH * mover.squash))))
        if mover.tilt:
            sprite = pygame.transform.rotozoom(sprite, -mover.tilt, 1.0)
        rest, lifted = round(255 * (1 - mover.lift) * mover.alpha), round(255 * mover.lift * mover.alpha)
        centre = (round(mover.x), round(mover.y))
        if rest > 0:
            blit_pale(surface, assets.shadow(look, round(mover.size)), centre, rest)
        if lifted > 0:
            blit_pale(surface, assets.shadow(look, round(mover.size * LIFT), lifted=True), centre, lifted)
        blit_pale(surface, sprite, centre, round(255 * mover.alpha))

    def covers(self, mover: Mover) -> pygame.Rect:
        """The rectangle that a token on its way needs, with its shadow."""
        side = round(mover.size * 1.7)
        rect = pygame.Rect(0, 0, side, side)
        rect.center = (round(mover.x), round(mover.y))
        return rect


def blit_pale(surface: pygame.Surface, picture: pygame.Surface, centre: tuple[int, int], alpha: int) -> None:
    """Paint a picture around `centre`, of which `alpha` of 255 is to be seen."""
    place = picture.get_rect(center=centre)
    if alpha <= 0 or not place.colliderect(surface.get_clip()):
        return
    if alpha < 255:
        picture = picture.copy()
        picture.set_alpha(alpha)
    surface.blit(picture, place)

"""The view of a table: where things lie, how they move and how they are painted."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

import pygame

from rules.contract import Beat, Effect, Move, Position, Remark, Seat, Slide, Table, Target, Token
from scenes.app.assets import LIFT, Assets
from scenes.app.theme import Theme
from scenes.surfaces.flights import SQUASH, Manner, Mover
from scenes.surfaces.layout import Box, Spot, Spots
from scenes.surfaces.life import Mood
from scenes.surfaces.marks import Marks, Sign
from scenes.surfaces.motion import Frame, Stir


class TableView(ABC):
    """The view of the table of a game whose sprites lie in `sprites/<folder>/`.

    The defaults are those of a table that hasn't got the thing in question.
    """

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
    paired_by_start: bool = False
    """Whether pairs of turns begin with the seat that made the first turn of the match; else with the first seat."""
    aims: bool = False
    """Whether it is shown where the picked thing would go."""
    fills: bool = False
    """Whether it covers the whole window in a match, so that nothing is to be seen below it."""
    cups: tuple[Target, ...] = ()
    """Where each seat's dice cup stands, if there are dice."""
    around: float = 0.7
    """By how much what belongs to a target is wider and higher than its box, in the size of its tokens."""
    describes: bool = False
    """Whether it is said in words what stands on it and what a click would do (`described`, `signs`)."""
    breath: float = 0.35
    """Seconds that the computer waits after its answer, so that one turn is seen to end before the next begins."""

    def traced(self, target: Target) -> Target:
        """The target around which the trace of the last turn shows that went through `target`."""
        return target

    def __init__(self, folder: str, looks: tuple[str, ...], bottom: Seat) -> None:
        """`looks` are the sprites that stand for the seats; the seat `bottom` has its home at the lower edge."""
        self._folder = folder
        self.emblems = tuple(f"{folder}/{look}" for look in looks)
        """A sprite for each seat."""
        self.bottom = bottom
        self.language, self.four, self.cloth = "en", False, "green"
        """The letters on cards, whether their suits have four colours, and what they lie on."""
        self.mood = Mood()
        """How what lives looks now."""

    def dress(self, language: str, four_colours: bool, cloth: str) -> None:
        """Look as the person wishes, where that depends on the language, the colours of suits or the cloth."""
        self.language, self.four, self.cloth = language, four_colours, cloth

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

    def put(self, position: Position, move: Move) -> Token | None:
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

    def touched(self, position: Position, move: Move) -> frozenset[Target]:
        """The targets that belong to a move though nothing goes from there or comes there."""
        return frozenset()

    def stirs(self, position: Position, move: Move) -> tuple[Stir, ...]:
        """What stirs without going anywhere while a move is played."""
        return ()

    def signs(self, position: Position, picked: frozenset[Target], moves: Iterable[Move]) -> frozenset[Sign]:
        """What is marked while `picked` may make these moves, beside where it may go."""
        return frozenset()

    def states(self, position: Position) -> frozenset[Sign]:
        """What is marked as long as a position lasts."""
        return frozenset()

    def described(self, position: Position, target: Target, *, brief: bool) -> Sequence[Remark]:
        """What stands on a target, in what state, and, unless it is to be `brief`, what it can do.

        Facts that are looks name tokens.
        """
        return ()

    def able(self, position: Position, target: Target) -> Remark | None:
        """What can be done with what is picked there, where that is to be said."""
        return None

    def told(self, position: Position, move: Move) -> Sequence[Remark]:
        """What a move does, where that is to be said. Facts that are looks name tokens."""
        return ()

    def tally(self, position: Position, seat: Seat) -> int | None:
        """How many a seat has of what decides the game, where they are to be counted."""
        return None

    def facts(self, position: Position, winner: Seat) -> dict[str, str]:
        """What the words about a won match may say of the position that it ended in, by their names there."""
        return {}

    def lift_count(self, tokens: Sequence[Token]) -> int:
        """How many of the tokens on a target are picked up together."""
        return len(tokens)

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
        """Paint a token on its way, or in the person's hand (lift 1)."""
        look = self.moving_look(mover)
        paint_look(surface, assets, mover, look, look)

    def covers(self, mover: Mover) -> pygame.Rect:
        """The rectangle that a token on its way needs, with its shadow."""
        side = round(mover.size * 1.7)
        rect = pygame.Rect(0, 0, side, side)
        rect.center = (round(mover.x), round(mover.y))
        return rect


def paint_look(surface: pygame.Surface, assets: Assets, mover: Mover, look: str, shade: str | None) -> None:
    """Paint a sprite where a token on its way is, with the shadow of the sprite `shade`, if any.

    As it is lifted, the shadow of one at rest gives way to that of a lifted one.
    """
    size = round(mover.size * (1 + (LIFT - 1) * mover.lift))
    sprite = assets.sprite(look, size)
    if mover.squash > 0:
        wide = round(size * (1 + SQUASH * mover.squash))
        sprite = pygame.transform.smoothscale(sprite, (wide, round(size * (1 - SQUASH * mover.squash))))
    if mover.narrow < 1:
        wide, high = sprite.get_size()
        sprite = pygame.transform.smoothscale(sprite, (max(1, round(wide * mover.narrow)), high))
    if mover.tilt:
        sprite = pygame.transform.rotozoom(sprite, -mover.tilt, 1.0)
    rest, lifted = round(255 * (1 - mover.lift) * mover.alpha), round(255 * mover.lift * mover.alpha)
    centre = (round(mover.x), round(mover.y))
    if shade is not None and rest > 0:
        blit_pale(surface, assets.shadow(shade, round(mover.size)), centre, rest)
    if shade is not None and lifted > 0:
        blit_pale(surface, assets.shadow(shade, round(mover.size * LIFT), lifted=True), centre, lifted)
    blit_pale(surface, sprite, centre, round(255 * mover.alpha))


def blit_pale(surface: pygame.Surface, picture: pygame.Surface, centre: tuple[int, int], alpha: int) -> None:
    """Paint a picture around `centre`, of which `alpha` of 255 is to be seen."""
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

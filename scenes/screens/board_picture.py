"""A still life: a game's board with a position on it, as a picture to look at."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from rules import find
from scenes.app.app import App
from scenes.app.game_card import board_of, card_of

if TYPE_CHECKING:
    from rules.contract import Position, Table
    from scenes.surfaces.idle_animation import Bed, IdleAnimation
    from scenes.surfaces.layout import Spots

_FADE = 0.18
_SHADOW = 0.03
"""Space for the shadow around the table, as a share of its height."""


class BoardPicture:
    """Painting a board takes a while, so nothing is shown until `update` has had the time to make the picture."""

    def __init__(self, app: App, key: str, position: Position | None = None, lively: bool = False) -> None:
        """The board of the game `key` with `position` on it, or as on the menu; if `lively` something may stir."""
        self._app, self._key, self._position, self._lively = app, key, position, lively
        self._picture: pygame.Surface | None = None
        self._made_for: object = None
        self._shown = 0.0
        self._idle: IdleAnimation | None = None
        self._bare: tuple[pygame.Rect, pygame.Surface, Bed] | None = None
        """Where it stirs, in the picture; what is to be seen there without it; and where it lies in that."""
        self._played: float | None = None
        self.changed: Callable[[], object] = lambda: app.dirty(self.extent())
        """Called when more of the picture is to be seen, or another."""
        self.rect = pygame.Rect(0, 0, 0, 0)
        """Where the board is; its shadow goes beyond."""
        self.ratio = card_of(key).ratio
        """Width / height."""

    @property
    def shown(self) -> float:
        """How much of the picture is to be seen, 0 to 1."""
        return 0.0 if self._picture is None else self._shown

    @property
    def lasts(self) -> float:
        """How long something in the picture stirs, in seconds; 0 where nothing does."""
        return self._idle.seconds if self._idle is not None else 0.0

    def show(self, position: Position) -> None:
        """Lay another position there."""
        self._position = position
        self._made_for = None
        self._app.dirty(self.extent())

    def place(self, room: pygame.Rect) -> None:
        """As large as fits into `room`, in its middle."""
        high = max(1, min(room.height, int(room.width / self.ratio)))
        self.rect = pygame.Rect(0, 0, max(1, round(high * self.ratio)), high)
        self.rect.center = room.center

    def extent(self) -> pygame.Rect:
        """All that it covers."""
        pad = self._pad()
        return self.rect.inflate(2 * pad, 2 * pad)

    def ready(self) -> bool:
        """Whether there is nothing left to make or to fade in."""
        return self._made_for == self._wish() and self._shown >= 1.0

    def update(self, dt: float) -> bool:
        """Let the picture appear a little more, or make it; True when that was done, for it takes a while."""
        if self._made_for != self._wish() and not (self._app.assets.resizing and self._picture is not None):
            self._make()
            return True
        if self._picture is not None and self._shown < 1.0:
            self._shown = min(1.0, self._shown + dt / _FADE)
            self.changed()
        return False

    def animate(self, part: float | None) -> None:
        """Let what stirs be at a share of its time, or at rest; repaints its own place alone."""
        if part != self._played and self._bare is not None:
            self._played = part
            self._app.dirty(self._bare[0].move(self.extent().topleft).inflate(4, 4))

    def paint(self, surface: pygame.Surface, shift: tuple[int, int] = (0, 0)) -> None:
        """Paint it, moved by `shift` pixels, within the surface's clip."""
        if self._picture is None:
            return
        place = self.extent().move(shift)
        picture = self._picture
        if picture.get_size() != place.size:
            picture = pygame.transform.smoothscale(picture, place.size)
        picture.set_alpha(round(255 * self._shown))
        surface.blit(picture, place)
        if (
            self._played is not None
            and self._idle is not None
            and self._bare is not None
            and picture is self._picture
        ):
            square, bare, bed = self._bare
            patch = bare.copy()
            self._idle.paint(patch, self._app.assets, self._app.theme, bed, self._played)
            surface.blit(patch, square.move(place.topleft))

    def _pad(self) -> int:
        return round(self.rect.height * _SHADOW)

    def _wish(self) -> object:
        app = self._app
        dress = (app.assets.looks, app.words.language, app.settings.four_colours)
        return (self.rect.size, app.theme.u, id(self._position), dress)

    def _make(self) -> None:
        from scenes.surfaces.layout import Box
        from scenes.surfaces.marks import Marks
        from scenes.surfaces.motion import Frame
        from scenes.table.game_ui import ui_of

        if self._position is None:
            self._position = posed(self._key)
        pad = self._pad()
        view = ui_of(self._key).view()
        portrait = view.portrait()
        high = self.rect.height / portrait.h
        area = Box(pad - portrait.x * high, pad - portrait.y * high, high * view.ratio, high)
        picture = pygame.Surface(self.extent().size, pygame.SRCALPHA)
        app = self._app
        view.dress(app.words.language, app.settings.four_colours, app.assets.looks.cloth)
        spots, marks = view.spots(area, False), Marks(states=view.states(self._position))
        board = board_of(self._key, app.assets.looks)

        def paint(surface: pygame.Surface, table: Table) -> None:
            frame = Frame(table, away=frozenset(view.cups))
            view.paint(surface, app.assets, app.theme, board, area, spots, frame, marks)

        table = self._position.table()
        paint(picture, table)
        idle = ui_of(self._key).idle
        if self._lively and idle is not None:
            self._idle, self._played = idle(), None
            self._lay_bare(self._idle, picture, spots, table, paint)
        if self._picture is None:
            still = app.settings.animation == "off" or app.settings.reduced_motion
            self._shown = 1.0 if still else 0.0
        self._picture, self._made_for = picture.convert_alpha(), self._wish()
        self.changed()

    def _lay_bare(
        self,
        animation: IdleAnimation,
        picture: pygame.Surface,
        spots: Spots,
        table: Table,
        paint: Callable[[pygame.Surface, Table], None],
    ) -> None:
        """Keep what is to be seen below the thing that stirs, unless it stays where it is and is painted over."""
        from scenes.surfaces.idle_animation import Bed

        if animation.lies is not None:
            bed, high, pad = animation.lies(table), self.rect.height, self._pad()
            x, y, size = pad + bed.x * high, pad + bed.y * high, bed.size * high
        else:
            (x, y), size = spots[animation.target].at(0), spots[animation.target].size
        side = round(animation.around * size)
        square = pygame.Rect(0, 0, side, side)
        square.center = (round(x), round(y))
        square = square.clip(picture.get_rect())
        if animation.lies is None:
            picture = picture.copy()
            picture.set_clip(square)
            paint(picture, {target: tokens for target, tokens in table.items() if target != animation.target})
        bare = picture.subsurface(square).copy()
        self._bare = (square, bare.convert_alpha(), Bed(x - square.left, y - square.top, size))


def posed(key: str) -> Position:
    """The position in which a game lies on the menu."""
    game, pose = find(key), card_of(key).pose
    assert game is not None
    return game.text.read(pose) if pose else game.play.start(game.play.options(), game.play.seats.start)

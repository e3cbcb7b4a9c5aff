"""A picture of a game's board with a position on it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from rules import find
from scenes.app.appearance import Looks
from scenes.app.assets import SHIPPED
from scenes.app.game_card import card_of
from scenes.app.picture_store import STORE
from scenes.app.stack import AppContext

if TYPE_CHECKING:
    from rules.contract import Position, Table
    from scenes.surfaces.idle_animation import Bed, IdleAnimation
    from scenes.surfaces.layout import Box, Spots
    from scenes.surfaces.turning import BoardTurn
    from scenes.surfaces.view import TableView

_SHADOW = 0.03  # around the table, as a share of its height


class BoardPicture:
    """A picture of a board. One that is not stored is shown only after `update` has painted it."""

    def __init__(self, app: AppContext, key: str, position: Position | None = None, lively: bool = False) -> None:
        """Prepare the game's board with `position`, or as on the menu; if `lively`, with an animation."""
        self._app, self._key, self._position, self._lively = app, key, position, lively
        self._posed = position is None
        self._flipped = False
        self._before: pygame.Surface | None = None  # seen from the other side, from which it is to be turned
        self.turning: BoardTurn | None = None
        self._picture: pygame.Surface | None = None
        self._made_for: object = None
        self._sought: object = None
        self._idle: IdleAnimation | None = None
        self._bare: tuple[pygame.Rect, pygame.Surface, Bed] | None = None
        """Area of the animation in the picture, its background, and the place of the animated thing in that."""
        self._stirs_for: object = None
        self._played: float | None = None
        self.changed: Callable[[], object] = lambda: app.dirty(self.extent())
        """Callback for a changed picture."""
        self.rect = pygame.Rect(0, 0, 0, 0)  # of the board, without its shadow
        self.ratio = card_of(key).ratio  # width / height

    @property
    def is_shown(self) -> bool:
        return self._picture is not None

    @property
    def animation_seconds(self) -> float:
        """Seconds of the animation; 0 if there is none or `enliven` wasn't called."""
        return self._idle.seconds if self._idle is not None else 0.0

    def show(self, position: Position, flipped: bool = False) -> None:
        self._before = self._picture if flipped != self._flipped else self._before
        self._position, self._posed, self._flipped = position, False, flipped
        self._made_for = None
        self._app.dirty(self.extent())

    def place(self, room: pygame.Rect, at_bottom: bool = False) -> None:
        """Place the board in the middle of `room`, or at its lower edge, as large as fits."""
        high = max(1, min(room.height, int(room.width / self.ratio)))
        self.rect = pygame.Rect(0, 0, max(1, round(high * self.ratio)), high)
        self.rect.center = room.center
        if at_bottom:
            self.rect.bottom = room.bottom

    def extent(self) -> pygame.Rect:
        """Return the area of the picture with its shadow."""
        pad = self._pad()
        return self.rect.inflate(2 * pad, 2 * pad)

    def is_ready(self) -> bool:
        return self._made_for == self._wish()

    def update(self) -> bool:
        """Do the next part of the work, first with the nearest shipped picture; return whether there was any."""
        if self.turning is not None and not self.turning.goes_on():
            self.turning = None
        if self.is_ready() or (self._app.assets.resizing and self._picture is not None):
            return False
        self._seek()
        if not self.is_ready():
            exact, nearest = self._shipped()
            if exact is None and nearest is not None and self._picture is None:
                self._picture = pygame.transform.smoothscale(_loaded(nearest), self.extent().size)
            else:
                picture = self.paint_board() if exact is None else _loaded(exact)
                STORE.keep(self._name(), picture)
                self._take(picture)
        self.changed()
        return True

    @property
    def needs_preparation(self) -> bool:
        """Whether an animation is still to be prepared."""
        return self._lively and self._stirs_for != self._made_for

    def prepare_animation(self) -> None:
        """Prepare the animation, if there is one and the picture is complete; loads the game."""
        from scenes.table.game_ui import ui_of

        idle = ui_of(self._key).idle
        if not self.is_ready():
            return
        self._stirs_for = self._made_for
        if idle is not None and self._picture is not None:
            self._idle, self._played = idle(), None
            self._lay_bare(self._idle, self._picture)

    def animate(self, part: float | None) -> None:
        """Show the animation at a share of its time, or at rest if None; repaints only its own area."""
        if part != self._played and self._bare is not None:
            self._played = part
            self._app.dirty(self._bare[0].move(self.extent().topleft).inflate(4, 4))

    def paint(self, surface: pygame.Surface, shift: tuple[int, int] = (0, 0)) -> None:
        self._seek()
        if self._picture is None:
            return
        place = self.extent().move(shift)
        picture = self._picture
        if self.turning is not None:
            self.turning.paint(surface)
            return
        if picture.get_size() != place.size:
            picture = pygame.transform.smoothscale(picture, place.size)
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
        return (STORE.clearings, self._look(), self._flipped, None if self._posed else id(self._position))

    def _look(self) -> tuple[object, ...]:
        app = self._app
        return (self.rect.size, app.theme.u, *app.assets.looks, app.words.language, app.settings.four_colours)

    def _name(self) -> str:
        text = "" if self._posed or self._position is None else self._position.text()
        return f"board {self._key} {text} {self._look()}{' flipped' * self._flipped}"

    def _seek(self) -> None:
        wish = self._wish()
        if wish in (self._made_for, self._sought) or self._app.assets.resizing:
            return
        self._sought = wish
        picture = STORE.find(self._name())
        if picture is not None:
            self._take(picture)

    def _take(self, picture: pygame.Surface) -> None:
        self._picture, before, self._before = picture, self._before, None
        self._made_for = self._wish()
        self._bare = self._played = None
        if before is not None and before.get_size() == picture.get_size():
            from scenes.surfaces.turning import BoardTurn

            wanted = BoardTurn.is_wanted(self._app)
            self.turning = BoardTurn(self._app, before, picture, self.extent()) if wanted else None

    def _shipped(self) -> tuple[Path | None, Path | None]:
        app = self._app
        if not self._posed or app.assets.looks != Looks() or app.settings.four_colours:
            return None, None
        for folder in (SHIPPED / app.words.language, SHIPPED):
            if (folder / self.file_name).is_file():
                return folder / self.file_name, None
            files = folder.glob(f"{self._key}-*.png")
            largest = max(files, key=lambda file: file.stat().st_size, default=None)
            if largest is not None:
                return None, largest
        return None, None

    @property
    def file_name(self) -> str:
        """The file name of the shipped picture, in a folder of its language where that makes a difference."""
        wide, high = self.rect.size
        return f"{self._key}-{wide}x{high}-{self._app.theme.u:g}".replace(".", "_") + ".png"

    def paint_board(self) -> pygame.Surface:
        picture = pygame.Surface(self.extent().size, pygame.SRCALPHA)
        self._paint_table(picture, self._laid().table())
        return picture.convert_alpha()

    def _laid(self) -> Position:
        if self._position is None:
            self._position = menu_position(self._key)
        return self._position

    def _view(self) -> tuple[TableView, Box, Spots]:
        from scenes.surfaces.layout import Box
        from scenes.table.game_ui import ui_of

        app, pad, view = self._app, self._pad(), ui_of(self._key).view()
        portrait = view.portrait()
        high = self.rect.height / portrait.h
        area = Box(pad - portrait.x * high, pad - portrait.y * high, high * view.ratio, high)
        view.dress(app.words.language, app.settings.four_colours, app.assets.looks.cloth)
        return view, area, view.spots(area, self._flipped)

    def _paint_table(self, surface: pygame.Surface, table: Table) -> None:
        from scenes.surfaces.marks import Marks
        from scenes.surfaces.timeline import Frame
        from scenes.surfaces.view import Display

        app = self._app
        view, area, spots = self._view()
        marks = Marks(states=view.move_marks.state_signs(self._laid()))
        board = app.assets.looks.board_of(self._key)
        frame = Frame(table, away=frozenset(view.cups))
        view.paint(surface, app.assets, app.theme, board, Display(area, spots, frame, marks))

    def _lay_bare(self, animation: IdleAnimation, picture: pygame.Surface) -> None:
        """Keep the background of the animation, without the thing itself if that moves."""
        from scenes.surfaces.idle_animation import Bed

        table, (_, _, spots) = self._laid().table(), self._view()
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
            bare = {target: tokens for target, tokens in table.items() if target != animation.target}
            self._paint_table(picture, bare)
        bare_picture = picture.subsurface(square).copy()
        self._bare = (square, bare_picture.convert_alpha(), Bed(x - square.left, y - square.top, size))


def _loaded(file: Path) -> pygame.Surface:
    return pygame.image.load(file).convert_alpha()


def menu_position(key: str) -> Position:
    """Return the position in which a game is shown on the menu."""
    game, pose = find(key), card_of(key).pose
    assert game is not None
    return game.text.read(pose) if pose else game.play.start(game.play.options(), game.play.seats.start)

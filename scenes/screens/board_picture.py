"""A picture of a game's board with a position, as on the menu and beside the setup; it may have an animation."""

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
    from scenes.surfaces.board_turn import BoardTurn
    from scenes.surfaces.idle_animation import IdleAnimation, TokenPlace
    from scenes.surfaces.layout import Box, Spots
    from scenes.surfaces.view import TableView

_SHADOW = 0.03  # width of the shadow around the table, as a fraction of its height


class BoardPicture:
    """A picture of a board. If it isn't stored in a file, it is shown only after `update` has painted it."""

    def __init__(
        self, app: AppContext, key: str, position: Position | None = None, has_animation: bool = False
    ) -> None:
        """Prepare a picture of `position`, by default of the position on the menu, animated if `has_animation`."""
        self._app, self._game_key, self._position, self._has_animation = app, key, position, has_animation
        self._is_menu_position = position is None
        self._is_flipped = False
        self._picture_before_turn: pygame.Surface | None = None  # the picture from which the board turns
        self.turning: BoardTurn | None = None  # the running animation of a turn
        self._picture: pygame.Surface | None = None
        self._picture_key: object = None  # `_wanted_key` when the picture was painted
        self._searched_key: object = None  # `_wanted_key` when it was searched for in the store
        self._animation: IdleAnimation | None = None
        self._animation_background: tuple[pygame.Rect, pygame.Surface, TokenPlace] | None = None
        """The area of the animation in the picture, its background, and the animated token's place in that area."""
        self._prepared_key: object = None  # `_picture_key` when the animation was prepared
        self._animation_progress: float | None = None  # from 0 to 1; None while it doesn't run
        self.on_change: Callable[[], object] = lambda: app.dirty(self.extent())
        """The function that is called when the picture has changed; by default it asks for a repaint."""
        self.rect = pygame.Rect(0, 0, 0, 0)  # the board without its shadow
        self.ratio = card_of(key).ratio  # width / height

    @property
    def is_shown(self) -> bool:
        return self._picture is not None

    @property
    def animation_seconds(self) -> float:
        """The duration of the animation in seconds; 0 if there is none, or before `prepare_animation`."""
        return self._animation.seconds if self._animation is not None else 0.0

    def show(self, position: Position, is_flipped: bool = False) -> None:
        """Show another position; if `is_flipped` changes, the board turns, animated if the settings allow."""
        self._picture_before_turn = self._picture if is_flipped != self._is_flipped else self._picture_before_turn
        self._position, self._is_menu_position, self._is_flipped = position, False, is_flipped
        self._picture_key = None
        self._app.dirty(self.extent())

    def place(self, room: pygame.Rect, at_bottom: bool = False) -> None:
        """Place the board as large as possible in the middle of `room` or, if `at_bottom`, at its lower edge."""
        height = max(1, min(room.height, int(room.width / self.ratio)))
        self.rect = pygame.Rect(0, 0, max(1, round(height * self.ratio)), height)
        self.rect.center = room.center
        if at_bottom:
            self.rect.bottom = room.bottom

    def extent(self) -> pygame.Rect:
        pad = self._shadow_width()
        return self.rect.inflate(2 * pad, 2 * pad)

    def is_ready(self) -> bool:
        return self._picture_key == self._wanted_key()

    def update(self) -> bool:
        """Advance the board's turning animation, and replace an outdated picture; return whether one was replaced.

        The new picture is from the store or a shipped file, or painted now. If only a picture of another size was
        shipped, that is shown scaled first, and the next call paints the board.
        """
        if self.turning is not None and not self.turning.update():
            self.turning = None
        if self.is_ready() or (self._app.assets.resizing and self._picture is not None):
            return False
        self._search_store()
        if not self.is_ready():
            exact_file, other_file = self._find_shipped()
            if exact_file is None and other_file is not None and self._picture is None:
                self._picture = pygame.transform.smoothscale(_load(other_file), self.extent().size)
            else:
                picture = self.paint_board() if exact_file is None else _load(exact_file)
                STORE.keep(self._store_name(), picture)
                self._set_picture(picture)
        self.on_change()
        return True

    @property
    def needs_preparation(self) -> bool:
        return self._has_animation and self._prepared_key != self._picture_key

    def prepare_animation(self) -> None:
        """Prepare the animation, if the game has one and the picture is complete; this imports the game's modules."""
        from scenes.table.game_ui import ui_of

        make_animation = ui_of(self._game_key).idle
        if not self.is_ready():
            return
        self._prepared_key = self._picture_key
        if make_animation is not None and self._picture is not None:
            self._animation, self._animation_progress = make_animation(), None
            self._prepare_background(self._animation, self._picture)

    def animate(self, fraction: float | None) -> None:
        """Show the animation as it is after `fraction` of its duration, or at rest if None; repaint only its area."""
        if fraction != self._animation_progress and self._animation_background is not None:
            self._animation_progress = fraction
            self._app.dirty(self._animation_background[0].move(self.extent().topleft).inflate(4, 4))

    def paint(self, surface: pygame.Surface, offset: tuple[int, int] = (0, 0)) -> None:
        """Paint the picture moved by `offset`, in pixels; paint a turning board without the offset."""
        self._search_store()
        if self._picture is None:
            return
        place = self.extent().move(offset)
        picture = self._picture
        if self.turning is not None:
            self.turning.paint(surface)
            return
        if picture.get_size() != place.size:
            picture = pygame.transform.smoothscale(picture, place.size)
        surface.blit(picture, place)
        if (
            self._animation_progress is not None
            and self._animation is not None
            and self._animation_background is not None
            and picture is self._picture  # not scaled
        ):
            area, background, token_place = self._animation_background
            animated = background.copy()
            self._animation.paint(animated, self._app.assets, self._app.theme, token_place, self._animation_progress)
            surface.blit(animated, area.move(place.topleft))

    def _shadow_width(self) -> int:
        return round(self.rect.height * _SHADOW)

    def _wanted_key(self) -> object:
        """Return the values on which the picture depends."""
        position = None if self._is_menu_position else id(self._position)
        return (STORE.clearings, self._looks_key(), self._is_flipped, position)

    def _looks_key(self) -> tuple[object, ...]:
        app = self._app
        return (self.rect.size, app.theme.u, *app.assets.looks, app.words.language, app.settings.four_colours)

    def _store_name(self) -> str:
        text = "" if self._is_menu_position or self._position is None else self._position.text()
        return f"board {self._game_key} {text} {self._looks_key()}{' flipped' * self._is_flipped}"

    def _search_store(self) -> None:
        """Show the wanted picture if the store has it; search the store only once for each `_wanted_key`."""
        wanted_key = self._wanted_key()
        if wanted_key in (self._picture_key, self._searched_key) or self._app.assets.resizing:
            return
        self._searched_key = wanted_key
        picture = STORE.find(self._store_name())
        if picture is not None:
            self._set_picture(picture)

    def _set_picture(self, picture: pygame.Surface) -> None:
        """Show `picture` as the wanted one; if `show` has kept the picture before a turn, animate the turn."""
        self._picture, before, self._picture_before_turn = picture, self._picture_before_turn, None
        self._picture_key = self._wanted_key()
        self._animation_background = self._animation_progress = None
        if before is not None and before.get_size() == picture.get_size():
            from scenes.surfaces.board_turn import BoardTurn

            is_wanted = BoardTurn.is_wanted(self._app)
            self.turning = BoardTurn(self._app, before, picture, self.extent()) if is_wanted else None

    def _find_shipped(self) -> tuple[Path | None, Path | None]:
        """Return the shipped file of this size and None, else None and the largest of another size, if any."""
        app = self._app
        if not self._is_menu_position or app.assets.looks != Looks() or app.settings.four_colours:
            return None, None
        for folder in (SHIPPED / app.words.language, SHIPPED):
            if (folder / self.file_name).is_file():
                return folder / self.file_name, None
            files = folder.glob(f"{self._game_key}-*.png")
            largest = max(files, key=lambda file: file.stat().st_size, default=None)
            if largest is not None:
                return None, largest
        return None, None

    @property
    def file_name(self) -> str:
        """The file name of the shipped picture of this size."""
        width, height = self.rect.size
        return f"{self._game_key}-{width}x{height}-{self._app.theme.u:g}".replace(".", "_") + ".png"

    def paint_board(self) -> pygame.Surface:
        picture = pygame.Surface(self.extent().size, pygame.SRCALPHA)
        self._paint_table(picture, self._shown_position().table())
        return picture.convert_alpha()

    def _shown_position(self) -> Position:
        if self._position is None:
            self._position = menu_position(self._game_key)
        return self._position

    def _make_view(self) -> tuple[TableView, Box, Spots]:
        """Return a view of the game and, in the picture, the area of the table and the places of the targets."""
        from scenes.surfaces.layout import Box
        from scenes.table.game_ui import ui_of

        app, shadow_width, view = self._app, self._shadow_width(), ui_of(self._game_key).view()
        visible_part = view.visible_part()
        height = self.rect.height / visible_part.h
        x, y = shadow_width - visible_part.x * height, shadow_width - visible_part.y * height
        area = Box(x, y, height * view.ratio, height)
        view.set_looks(app.words.language, app.settings.four_colours, app.assets.looks.cloth)
        return view, area, view.spots(area, self._is_flipped)

    def _paint_table(self, surface: pygame.Surface, table: Table) -> None:
        from scenes.surfaces.marks import Marks
        from scenes.surfaces.timeline import Frame
        from scenes.surfaces.view import Display

        app = self._app
        view, area, spots = self._make_view()
        marks = Marks(states=view.move_marks.state_signs(self._shown_position()))
        board = app.assets.looks.board_of(self._game_key)
        frame = Frame(table, hidden_objects=frozenset(view.cups))  # without dice cups
        view.paint(surface, app.assets, app.theme, board, Display(area, spots, frame, marks))

    def _prepare_background(self, animation: IdleAnimation, picture: pygame.Surface) -> None:
        """Store the background of the animation, without the token unless the animation paints over the token."""
        from scenes.surfaces.idle_animation import TokenPlace

        table, (_, _, spots) = self._shown_position().table(), self._make_view()
        if animation.find_place is not None:
            place, height, pad = animation.find_place(table), self.rect.height, self._shadow_width()
            x, y, size = pad + place.x * height, pad + place.y * height, place.size * height
        else:
            (x, y), size = spots[animation.target].at(0), spots[animation.target].size
        side = round(animation.repainted_side * size)
        area = pygame.Rect(0, 0, side, side)
        area.center = (round(x), round(y))
        area = area.clip(picture.get_rect())
        if animation.find_place is None:
            picture = picture.copy()
            picture.set_clip(area)
            others = {target: tokens for target, tokens in table.items() if target != animation.target}
            self._paint_table(picture, others)
        background = picture.subsurface(area).copy()
        token_place = TokenPlace(x - area.left, y - area.top, size)
        self._animation_background = (area, background.convert_alpha(), token_place)


def _load(file: Path) -> pygame.Surface:
    return pygame.image.load(file).convert_alpha()


def menu_position(key: str) -> Position:
    """Return the position in which a game is shown on the menu."""
    game, pose = find(key), card_of(key).pose
    assert game is not None
    return game.text.read(pose) if pose else game.play.start(game.play.options(), game.play.seats.start)

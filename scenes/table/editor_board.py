"""The board of the position editor: a widget on which pieces are placed, moved and removed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import pygame

from rules.contract import Seat, Target, Token
from rules.teaching.editor import Kind
from scenes.app.assets import LIFT, STACK
from scenes.surfaces.board_turn import BoardTurn
from scenes.surfaces.clips import Sprite
from scenes.surfaces.drag import is_drag
from scenes.surfaces.layout import Box, Spot, hit, neighbour
from scenes.surfaces.marks import Marks
from scenes.surfaces.timeline import Frame
from scenes.surfaces.view import Display
from scenes.table.editor_state import EditorState
from scenes.table.game_ui import ui_of
from scenes.table.match_text import contents_text
from scenes.ui.base import Group, Widget
from scenes.ui.button import ARROWS, PRESS_KEYS

if TYPE_CHECKING:
    from scenes.app.stack import AppContext

_PALETTE_SCALE: Final = 0.8  # the size of a token in the palette, as a fraction of its field


class EditorBoard(Widget):
    """The board of the position editor.

    The arrow keys move the cursor. Enter picks up the piece there or drops what is held; Delete removes the piece.
    """

    focusable = True
    pointer = "grab"

    def __init__(self, parent: Group, state: EditorState, on_look: Callable[[], object]) -> None:
        super().__init__(parent)
        app: AppContext = self.form.scene.app
        self._state, self._key, self._on_look = state, state.game.key, on_look
        self.view = ui_of(self._key).view()
        self.flipped = False
        self.turning: BoardTurn | None = None
        self.cursor: Target = state.editor.places(state.draft)[0]
        self._pressed: tuple[int, int] | None = None
        self._pointer: tuple[int, int] = (0, 0)
        self.view.set_looks(app.words.language, app.settings.four_colours, app.assets.looks.cloth)
        self.ratio = self._init_layout()

    def _init_layout(self) -> float:
        """Set the visible part of the table, with all places of the editor; return its width / height."""
        state = self._state
        spots = self.view.spots(Box(0, 0, self.view.ratio, 1), False)
        boxes = [self.view.visible_part(), *(spots[place].box for place in state.editor.places(state.draft))]
        self._visible_box = Box.around(boxes)
        return self._visible_box.w / self._visible_box.h

    def describe(self) -> str:
        app: AppContext = self.form.scene.app
        pointed_place = self.place_at(self._pointer) if self.hovered and not app.is_keyboard_used else None
        place = pointed_place or self.cursor
        contents = contents_text(app.words, self._key, self._state.table(), place)
        return app.words.label_value(self._state.place_name(place), contents)

    def lay_out(self) -> None:
        height = self.rect.height / self._visible_box.h
        left, top = self.rect.left - self._visible_box.x * height, self.rect.top - self._visible_box.y * height
        self._area = Box(left, top, height * self.view.ratio, height)
        self._spots = self.view.spots(self._area, self.flipped)

    def turn(self) -> None:
        """Turn the board by 180°, with an animation if the settings want one."""
        app: AppContext = self.form.scene.app
        before = self._picture() if BoardTurn.is_wanted(app) else None
        self.flipped = not self.flipped
        self.lay_out()
        self.dirty()
        if before is not None:
            self.turning = BoardTurn(app, before, self._picture(), self.rect)

    def _picture(self) -> pygame.Surface:
        whole = pygame.Surface(self.theme.size, pygame.SRCALPHA)
        self.turning = None
        self.paint(whole)
        return whole.subsurface(self.rect)

    def update(self) -> None:
        if self.turning is not None and not self.turning.update():
            self.turning = None

    def set_bottom_seat(self, seat: Seat) -> None:
        self.flipped = seat != self.view.bottom_seat

    @property
    def bottom_seat(self) -> Seat:
        return 1 - self.view.bottom_seat if self.flipped else self.view.bottom_seat

    @property
    def place_spots(self) -> dict[Target, Spot]:
        """The places for pieces, in window pixels, in the order of hit tests (topmost first)."""
        return {place: self._spots[place] for place in self._state.editor.places(self._state.draft)}

    def place_at(self, pos: tuple[int, int]) -> Target | None:
        return hit(self.place_spots, *pos)

    def ring_rect(self) -> pygame.Rect:
        return pygame.Rect(self.place_spots[self.cursor].box.ints())

    # --- events

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.turning = None
        if event.type == pygame.KEYDOWN:
            return self._handle_key(event.key)
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._press(event.pos)
        elif event.type == pygame.MOUSEMOTION:
            self.follow_pointer(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP:
            self._release(event.pos)
        return event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION, pygame.MOUSEBUTTONUP)

    def _handle_key(self, key: int) -> bool:
        """Handle a key; return whether it did anything. An arrow key at the edge doesn't, and so leaves the board."""
        if key in ARROWS:
            target = neighbour(self.place_spots, self.cursor, *ARROWS[key])
            if target == self.cursor:
                return False
            self.put_cursor_on(target)
        elif key in PRESS_KEYS:
            if self._state.held_tokens:
                self._state.drop(self.cursor)
            else:
                self._state.pick(self.cursor)
        elif key in (pygame.K_DELETE, pygame.K_BACKSPACE):
            self._state.remove(self.cursor)
        else:
            return False
        return True

    def put_cursor_on(self, at: Target) -> None:
        self.dirty()
        self.cursor = at
        self._on_look()

    def _press(self, pos: tuple[int, int]) -> None:
        self._pointer = pos
        at = self.place_at(pos)
        if at is None:
            self._state.release_held()
            return
        self.put_cursor_on(at)
        if self._state.held_tokens:
            self._state.drop(at)
        else:
            self._pressed = pos
            self._state.pick(at)

    def _release(self, pos: tuple[int, int]) -> None:
        dragged = self._pressed is not None and self.is_drag(self._pressed, pos)
        self._pressed = None
        if dragged and self._state.held_tokens:
            self.drop_at(pos)

    def drop_at(self, pos: tuple[int, int]) -> None:
        """Drop what is held at a point of the window, at the end of a drag; afterwards nothing is held."""
        at = self.place_at(pos) if self.rect.collidepoint(pos) else None
        if at is not None:
            self.put_cursor_on(at)
        self._state.drop(at)
        self._state.release_held()

    def is_drag(self, start: tuple[int, int], pos: tuple[int, int]) -> bool:
        """Return whether the pointer moved far enough for a press to be a drag."""
        return is_drag(start, pos, self.theme.travel)

    def follow_pointer(self, pos: tuple[int, int]) -> None:
        """Move what is held to the pointer; if nothing is held, set the pointer's shape."""
        if self._state.held_tokens:
            self.form.dirty(self.held_rect())
            self._pointer = pos
            self.form.dirty(self.held_rect())
        else:
            self.pointer = "grab" if self._state.table().get(self.place_at(pos) or "") else "arrow"
        self._pointer = pos

    # --- painting

    def token_size(self) -> float:
        return self._spots[self._state.editor.places(self._state.draft)[0]].size

    def held_rect(self) -> pygame.Rect:
        """Return the rectangle of the window that the held tokens cover at the pointer."""
        side = round(self.token_size() * LIFT * 2.2)
        around = pygame.Rect(0, 0, side, side)
        around.center = self._pointer
        return around

    def extent(self) -> pygame.Rect:
        return self.rect.inflate(2 * self.theme.gap, 2 * self.theme.gap)

    def paint(self, surface: pygame.Surface) -> None:
        app, state = self.form.scene.app, self._state
        if self.turning is not None:
            self.turning.paint(surface)
            return
        clip = surface.get_clip()
        surface.set_clip(self.rect.clip(clip))
        picked = frozenset() if state.picked_place is None else frozenset({state.picked_place})
        hidden = (
            {state.picked_place: len(state.held_tokens)}
            if state.picked_place is not None and self.is_held_at_pointer
            else {}
        )
        marks = Marks(picked=picked, forced=state.problem_targets, hidden=hidden)
        frame = Frame(state.table(), hidden_objects=frozenset(self.view.cups))
        board = app.assets.looks.board_of(self._key)
        self.view.paint(surface, app.assets, app.theme, board, Display(self._area, self._spots, frame, marks))
        surface.set_clip(clip)

    @property
    def is_held_at_pointer(self) -> bool:
        """Whether what is held is drawn at the pointer; if the keyboard is used, it is drawn in its old place."""
        app: AppContext = self.form.scene.app
        return bool(self._state.held_tokens) and app.mouse is not None and not app.is_keyboard_used

    def paint_held(self, surface: pygame.Surface) -> None:
        if self.is_held_at_pointer and surface.get_clip().colliderect(self.held_rect()):
            x, y = self._pointer
            for number, token in enumerate(self._state.held_tokens):
                self.paint_lifted(surface, token, (x, y - number * STACK * self.token_size()))

    def paint_lifted(self, surface: pygame.Surface, token: Token, centre: tuple[float, float]) -> None:
        sprite = Sprite(token, *centre, self.token_size(), lift=1.0)
        self.view.paint_sprite(surface, self.form.scene.app.assets, sprite)

    def paint_kind(self, surface: pygame.Surface, kind: Kind, field: pygame.Rect) -> None:
        assets, tokens = self.form.scene.app.assets, self._state.editor.tokens(kind)
        size = round(min(field.size) * _PALETTE_SCALE)
        low = field.centery + round((len(tokens) - 1) * STACK * size / 2)
        for number, token in enumerate(tokens):
            centre = (field.centerx, low - round(number * STACK * size))
            look = self.view.look(token)
            for picture in (assets.shadow(look, size), assets.sprite(look, size)):
                surface.blit(picture, picture.get_rect(center=centre))

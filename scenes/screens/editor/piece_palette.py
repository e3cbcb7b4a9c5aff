"""The palette beside the board of the editor, from which pieces can be taken again and again."""

from __future__ import annotations

import pygame

from rules.teaching.editor import Kind
from scenes.app.theme import BRASS
from scenes.surfaces.layout import Box
from scenes.surfaces.squares import BAIZE_FELT, FELTS, TRAYS, WALNUT_TRAY, tray_picture
from scenes.table.editor_board import EditorBoard
from scenes.table.editor_hand import EditorHand
from scenes.ui.base import Group, Widget
from scenes.ui.button import ARROWS, PRESS_KEYS


class PiecePalette(Widget):
    """The pieces to be taken, in columns, or in rows if the widget is wider than high."""

    focusable = True
    pointer = "grab"

    def __init__(self, parent: Group, hand: EditorHand, board: EditorBoard) -> None:
        super().__init__(parent)
        self._hand, self._board, self._key = hand, board, hand.game.key
        self.label = hand.kind_name(hand.editor.trays[0][0]) if hand.editor.trays else ""
        self.here = (0, 0)  # row and number in it, for the keys
        self._pressed: tuple[int, int] | None = None

    def spoken(self) -> str:
        by_mouse = self.hovered and not self.form.scene.app.keyboard
        if by_mouse and self.tip:
            return self.tip
        row, number = self.here
        return self._hand.kind_name(self._rows[row][number])

    @property
    def _rows(self) -> tuple[tuple[Kind, ...], ...]:
        return self._hand.editor.trays

    def _lying(self) -> bool:
        return self.rect.width > self.rect.height

    def lay_out(self) -> None:
        most = max(len(kinds) for kinds in self._rows)
        inner = self.rect.inflate(-2 * self._edge(), -2 * self._edge())
        (width, height), count, lying = inner.size, len(self._rows), self._lying()
        size = (width // most, height // count) if lying else (width // count, height // most)
        self._fields: dict[tuple[int, int], pygame.Rect] = {}
        for row, kinds in enumerate(self._rows):
            for number in range(len(kinds)):
                across, along = row / count, number / most
                x, y = (along, across) if lying else (across, along)
                corner = (inner.left + round(x * width), inner.top + round(y * height))
                self._fields[row, number] = pygame.Rect(corner, size)

    def _edge(self) -> int:
        return self.theme.px(0.9)

    def field_of(self, kind: Kind) -> pygame.Rect:
        return next(field for (row, number), field in self._fields.items() if self._rows[row][number] == kind)

    def _at(self, pos: tuple[int, int]) -> tuple[int, int] | None:
        return next((spot for spot, field in self._fields.items() if field.collidepoint(pos)), None)

    def ring_rect(self) -> pygame.Rect:
        return self._fields[self.here]

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN:
            return self._key_down(event.key)
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._press(event.pos)
        elif event.type == pygame.MOUSEMOTION:
            self._point(event.pos)
            self._board.follow(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP:
            if self._pressed is not None and self._board.drags(self._pressed, event.pos):
                self._board.dropped_at(event.pos)
            self._pressed = None
        return event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION, pygame.MOUSEBUTTONUP)

    def _point(self, pos: tuple[int, int]) -> None:
        spot = self._at(pos)
        tip = "" if spot is None else self._hand.kind_name(self._rows[spot[0]][spot[1]])
        if tip != self.tip:
            self.tip = tip
            self.form.renew_tip(self)

    def _press(self, pos: tuple[int, int]) -> None:
        spot = self._at(pos)
        if spot is None:
            self._hand.let_go()
            return
        self.here, self._pressed = spot, pos
        self._board.follow(pos)
        self._hand.take(self._rows[spot[0]][spot[1]])
        self._board.follow(pos)

    def _key_down(self, key: int) -> bool:
        row, number = self.here
        if key in PRESS_KEYS:
            self._hand.take(self._rows[row][number])
            self.form.focus(self._board)
            return True
        if key not in ARROWS:
            return False
        across, along = ARROWS[key] if not self._lying() else ARROWS[key][::-1]
        row = row + across
        if not 0 <= row < len(self._rows):
            return False
        there = (row, min(number, len(self._rows[row]) - 1) + along)
        if not 0 <= there[1] < len(self._rows[row]):
            return False
        self.dirty()
        self.here = there
        self.tip = self.label = self._hand.kind_name(self._rows[there[0]][there[1]])
        self.form.renew_tip(self)
        self._hand.let_go()
        return True

    def paint(self, surface: pygame.Surface) -> None:
        app = self.form.scene.app
        board = app.assets.looks.board_of(self._key) or app.assets.looks.cloth
        look = (board, self.rect.size)
        picture = self.theme.cache.get(("bench-tray", *look), lambda: self._wood(board))
        surface.blit(picture, self.rect)
        for (row, number), field in self._fields.items():
            self._paint_kind(surface, self._rows[row][number], field)

    def _wood(self, board: str) -> pygame.Surface:
        strip = Box(0, 0, *map(float, self.rect.size))
        well = strip.inset(self._edge())
        wood, felt = TRAYS.get(board, WALNUT_TRAY), FELTS.get(board, BAIZE_FELT)
        corner = 0.12 if not self._lying() else 0.03
        return tray_picture(strip, (well,), (), wood, corner, felt=felt).convert_alpha()

    def _paint_kind(self, surface: pygame.Surface, kind: Kind, field: pygame.Rect) -> None:
        if not surface.get_clip().colliderect(field):
            return
        if kind == self._hand.kind:
            pygame.draw.rect(surface, BRASS, field.inflate(-4, -4), 3, border_radius=self.theme.px(0.8))
        self._board.paint_kind(surface, kind, field)

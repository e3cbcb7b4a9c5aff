"""Pictures of the boards to choose from."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from rules import KEYS
from scenes.lettering import Role
from scenes.tables import board_of
from scenes.theme import BRASS, EDGE, INK, SOFT_INK
from scenes.widgets.base import Group
from scenes.widgets.row import Row


class BoardChoice(Row):
    """The boards side by side, each with its name below. One that differs from game to game shows a strip of each."""

    def __init__(
        self, parent: Group, boards: list[tuple[str, str]], value: str, on_change: Callable[[str], object]
    ) -> None:
        """`boards` are pairs of a value of `Settings.board` and its words."""
        super().__init__(parent, "")
        self._boards = boards
        self._value = value
        self._on_change = on_change
        self._pointed: int | None = None

    def natural_height(self, width: int) -> int:
        """The height in pixels that pictures and names need."""
        return self._side(width) + self.theme.line("body") + self.theme.px(1)

    def _side(self, width: int) -> int:
        """Side of a picture in pixels."""
        gap = self.theme.px(2.4)
        return min(self.theme.px(15), (width - gap * (len(self._boards) - 1)) // len(self._boards))

    def _place(self, index: int) -> pygame.Rect:
        side, count = self._side(self.rect.width), len(self._boards)
        step = (self.rect.width - side) // max(1, count - 1)
        return pygame.Rect(self.rect.left + index * step, self.rect.top, side, side)

    def _at(self, pos: tuple[int, int]) -> int | None:
        below = self.rect.bottom
        places = [self._place(index) for index in range(len(self._boards))]
        found = (n for n, place in enumerate(places) if place.left <= pos[0] < place.right and pos[1] < below)
        return next(found, None)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN:
            if event.key not in (pygame.K_LEFT, pygame.K_RIGHT):
                return False
            here = [value for value, _ in self._boards].index(self._value)
            here += 1 if event.key == pygame.K_RIGHT else -1
            self._choose(max(0, min(len(self._boards) - 1, here)))
        elif event.type == pygame.MOUSEMOTION:
            pointed = self._at(event.pos)
            if pointed != self._pointed:
                self._pointed = pointed
                self.dirty()
        elif event.type == pygame.MOUSEBUTTONUP:
            index = self._at(event.pos)
            if index is not None:
                self._choose(index)
        return event.type != pygame.KEYUP

    def _choose(self, index: int) -> None:
        value = self._boards[index][0]
        if value != self._value:
            self._value = value
            self.dirty()
            self.form.play("place")
            self._on_change(value)

    def paint(self, surface: pygame.Surface) -> None:
        theme = self.theme
        for index, (value, words) in enumerate(self._boards):
            place = self._place(index)
            self._paint_board(surface, value, place)
            chosen = value == self._value
            pointed = self.hovered and index == self._pointed
            if chosen or pointed:
                wide = max(3, theme.px(0.5))
                frame = place.inflate(2 * wide, 2 * wide)
                pygame.draw.rect(surface, BRASS if chosen else EDGE, frame, wide, border_radius=theme.px(0.6))
            below = pygame.Rect(place.left, place.bottom + theme.px(0.8), place.width, theme.line("body"))
            role: Role = "strong" if chosen else "body"
            theme.text(surface, words, role, INK if chosen else SOFT_INK, below, "centre", ellipsis=True)

    def _paint_board(self, surface: pygame.Surface, value: str, place: pygame.Rect) -> None:
        boards = list(dict.fromkeys(board for key in KEYS if (board := board_of(key, value))))
        for number, board in enumerate(boards):
            left = place.width * number // len(boards)
            strip = pygame.Rect(left, 0, place.width * (number + 1) // len(boards) - left, place.height)
            picture = self.form.scene.app.assets.sprite(f"boards/board-{board}", place.width)
            surface.blit(picture, place.move(strip.topleft), strip)

"""The score pad: a column a player, a row a round, the totals below a pencil line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pygame

from scenes.theme import EDGE, INK, OXBLOOD, PAPER, SOFT_INK
from scenes.widgets.base import Group, Widget


class Pad(Widget):
    """A sheet on a spiral; a click opens the whole of it."""

    pointer = "hand"

    def __init__(self, parent: Group, on_press: Callable[[], object]) -> None:
        super().__init__(parent)
        self._on_press = on_press
        self._names: Sequence[str] = ()
        self._rows: tuple[tuple[int, ...], ...] = ()
        self._totals: tuple[int, ...] = ()

    def show(self, names: Sequence[str], position: Any) -> None:
        """The points of a position, by seat."""
        shown = (tuple(names), position.rows, position.totals)
        if shown != (tuple(self._names), self._rows, self._totals):
            self._names, self._rows, self._totals = shown
            self.dirty()

    def natural_height(self) -> int:
        """Pixels for four rounds, names and totals."""
        return self._head() + 6 * self._line() + self.theme.px(1.5)

    def _line(self) -> int:
        return self.theme.line("body") + self.theme.px(0.3)

    def _head(self) -> int:
        return self.theme.px(2.6)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.rect.collidepoint(event.pos):
            self._on_press()
        return event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION)

    def paint(self, surface: pygame.Surface) -> None:
        theme, assets = self.theme, self.form.scene.app.assets
        ring = self._head()
        sheet = pygame.Rect(self.rect.left, self.rect.top + ring // 2, self.rect.width, self.rect.height - ring // 2)
        for shift in (2, 0):
            page = sheet.move(shift, shift)
            page.size = (sheet.width - 2, sheet.height - 2)
            pygame.draw.rect(surface, PAPER if not shift else EDGE, page, border_radius=theme.px(0.6))
            pygame.draw.rect(surface, EDGE.lerp(INK, 0.25), page, 1, border_radius=theme.px(0.6))
        wire = assets.sprite("ducale/wire", (max(4, ring // 2), ring))
        count = max(1, (sheet.width - theme.px(2)) // (wire.get_width() * 2))
        step = (sheet.width - theme.px(2)) / count
        for n in range(count):
            surface.blit(wire, (round(sheet.left + theme.px(1) + (n + 0.5) * step - wire.get_width() / 2), self.rect.top))
        if self._names:
            self._paint_columns(surface, pygame.Rect(sheet.left, self.rect.top + ring, sheet.width - 2, sheet.bottom - self.rect.top - ring))

    def _paint_columns(self, surface: pygame.Surface, room: pygame.Rect) -> None:
        theme, high = self.theme, self._line()
        wide = room.width / len(self._names)
        shown = max(1, (room.height - theme.px(1)) // high - 2)
        rows = self._rows[-shown:]
        for seat, name in enumerate(self._names):
            left = round(room.left + seat * wide)
            cell = pygame.Rect(left, room.top, round(wide), high).inflate(-theme.px(0.8), 0)
            theme.text(surface, name, "small", SOFT_INK, cell, "centre", ellipsis=True)
            if seat:
                pygame.draw.line(surface, EDGE, (left, room.top + 2), (left, room.bottom - theme.px(0.6)))
            for number, row in enumerate(rows, 1):
                place = cell.move(0, number * high)
                colour = OXBLOOD if row[seat] >= 100 else INK
                theme.text(surface, "–" if row[seat] == 0 else str(row[seat]), "body", colour, place, "centre")
            total = cell.move(0, (len(rows) + 1) * high)
            theme.text(surface, str(self._totals[seat]), "strong", INK, total, "centre")
        y = room.top + (len(rows) + 1) * high
        pygame.draw.line(surface, SOFT_INK, (room.left + theme.px(0.8), y), (room.right - theme.px(0.8), y), max(1, theme.px(0.2)))

"""The score pad: a column a player, a row a round, the totals below a pencil line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pygame

from scenes.theme import EDGE, INK, OXBLOOD, PAPER, SOFT_INK
from scenes.widgets.base import Group, Widget


class Pad(Widget):
    """A sheet on a spiral; a click opens the whole of it."""

    pointer = "hand"

    def __init__(
        self, parent: Group, on_press: Callable[[], object], why: Mapping[int, Sequence[str]] | None = None
    ) -> None:
        """`why`: number of a round from 0 -> what to write below the points of each seat; None: nothing."""
        super().__init__(parent)
        self._on_press = on_press
        self._why = why
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

    def whole_height(self) -> int:
        """Pixels for all rounds."""
        return self._head() + 2 * self._line() + max(1, len(self._rows)) * self._row() + self.theme.px(1.5)

    def _row(self) -> int:
        return self._line() + (self.theme.line("small") if self._why is not None else 0)

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
            surface.blit(
                wire, (round(sheet.left + theme.px(1) + (n + 0.5) * step - wire.get_width() / 2), self.rect.top)
            )
        if self._names:
            self._paint_columns(
                surface,
                pygame.Rect(sheet.left, self.rect.top + ring, sheet.width - 2, sheet.bottom - self.rect.top - ring),
            )

    def _paint_columns(self, surface: pygame.Surface, room: pygame.Rect) -> None:
        theme, line, high = self.theme, self._line(), self._row()
        wide = room.width / len(self._names)
        shown = max(1, (room.height - theme.px(1) - 2 * line) // high)
        first = max(0, len(self._rows) - shown)
        end = room.top + line + (len(self._rows) - first) * high
        for seat, name in enumerate(self._names):
            left = round(room.left + seat * wide)
            cell = pygame.Rect(left, room.top, round(wide), line).inflate(-theme.px(0.8), 0)
            theme.text(surface, name, "small", SOFT_INK, cell, "centre", ellipsis=True)
            if seat:
                pygame.draw.line(surface, EDGE, (left, room.top + 2), (left, room.bottom - theme.px(0.6)))
            for number, row in enumerate(self._rows[first:]):
                place = cell.move(0, line + number * high)
                colour = OXBLOOD if row[seat] >= 100 else INK
                theme.text(surface, "–" if row[seat] == 0 else str(row[seat]), "body", colour, place, "centre")
                self._paint_why(surface, first + number, seat, place.move(0, line))
            total = cell.move(0, end - room.top)
            theme.text(surface, str(self._totals[seat]), "strong", INK, total, "centre")
        start, stop = (room.left + theme.px(0.8), end), (room.right - theme.px(0.8), end)
        pygame.draw.line(surface, SOFT_INK, start, stop, max(1, theme.px(0.2)))

    def _paint_why(self, surface: pygame.Surface, number: int, seat: int, place: pygame.Rect) -> None:
        """Below the points, what they are for."""
        told = (self._why or {}).get(number)
        if told is not None:
            place.height = self.theme.line("small")
            place.top -= self.theme.px(0.2)
            self.theme.text(surface, told[seat], "small", SOFT_INK, place, "centre", ellipsis=True)

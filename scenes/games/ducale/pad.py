"""The score pad: a column a player, a row a round, the totals below a pencil line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pygame

from scenes.app.theme import BRASS, EDGE, INK, OXBLOOD, PAPER, SOFT_INK, Theme
from scenes.ui.base import Group, Widget
from scenes.ui.scroll import Scroll


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
        self.rows: tuple[tuple[int, ...], ...] = ()
        self.totals: tuple[int, ...] = ()
        self.winners: frozenset[int] = frozenset()
        self.scroll = Scroll(self)

    def show(self, names: Sequence[str], position: Any) -> None:
        """The points of a position, by seat; whoever has won the match gets a crown."""
        outcome = position.outcome()
        winners = frozenset(() if outcome is None else outcome.winners)
        shown = (tuple(names), position.rows, position.totals, winners)
        if shown != (tuple(self._names), self.rows, self.totals, self.winners):
            self._names, self.rows, self.totals, self.winners = shown
            self.placed()
            self.dirty()

    def placed(self) -> None:
        """The last rounds are in sight."""
        self.scroll.step = self._row()
        self.scroll.content = self.rect.height + max(0, len(self.rows) - self._shown()) * self._row()
        self.scroll.move(self.scroll.content)

    def _shown(self) -> int:
        """How many rounds are in sight at once."""
        room = self.rect.height - self._head() - 2 * self._line() - self.theme.px(0.7)
        return max(1, room // self._row())

    def natural_height(self) -> int:
        """Pixels for four rounds, names and totals."""
        return self._head() + 6 * self._line() + self.theme.px(1.5)

    def whole_height(self, most: int) -> int:
        """Pixels for all rounds, or for as many as there is room for in `most` pixels."""
        frame = self._head() + 2 * self._line() + self.theme.px(1.5)
        return frame + max(1, min(len(self.rows), (most - frame) // self._row())) * self._row()

    def _row(self) -> int:
        return self._line() + (self.theme.line("small") if self._why is not None else 0)

    def _line(self) -> int:
        return self.theme.line("body") + self.theme.px(0.3)

    def _head(self) -> int:
        return self.theme.px(2.6)

    def handle(self, event: pygame.event.Event) -> bool:
        if self.scroll.handle(event, self._row()):
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.rect.collidepoint(event.pos):
            self._on_press()
        return event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION)

    def paint(self, surface: pygame.Surface) -> None:
        theme, ring = self.theme, self._head()
        view = self.scroll.view
        sheet = pygame.Rect(view.left, view.top + ring // 2, view.width, view.height - ring // 2)
        for shift in (2, 0):
            page = sheet.move(shift, shift)
            page.size = (sheet.width - 2, sheet.height - 2)
            pygame.draw.rect(surface, PAPER if not shift else EDGE, page, border_radius=theme.px(0.6))
            pygame.draw.rect(surface, EDGE.lerp(INK, 0.25), page, 1, border_radius=theme.px(0.6))
        self._paint_wire(surface, sheet, ring)
        if self._names:
            top = view.top + ring
            self._paint_columns(surface, pygame.Rect(sheet.left, top, sheet.width - 2, sheet.bottom - top))
        self.scroll.paint(surface)

    def _paint_wire(self, surface: pygame.Surface, sheet: pygame.Rect, ring: int) -> None:
        theme = self.theme
        wire = self.form.scene.app.assets.sprite("ducale/wire", (max(4, ring // 2), ring))
        count = max(1, (sheet.width - theme.px(2)) // (wire.get_width() * 2))
        step = (sheet.width - theme.px(2)) / count
        for n in range(count):
            left = sheet.left + theme.px(1) + (n + 0.5) * step - wire.get_width() / 2
            surface.blit(wire, (round(left), self.rect.top))

    def _paint_columns(self, surface: pygame.Surface, room: pygame.Rect) -> None:
        theme, line, high = self.theme, self._line(), self._row()
        shown = min(len(self.rows), self._shown())
        first = min(self.scroll.offset // high, len(self.rows) - shown)
        end = room.top + line + shown * high
        if self._why is not None:
            self._paint_numbers(surface, pygame.Rect(room.left, room.top + line, self._margin(), line), first, shown)
        left_edge = room.left + self._margin()
        wide = (room.right - left_edge) / len(self._names)
        for seat, name in enumerate(self._names):
            left = round(left_edge + seat * wide)
            cell = pygame.Rect(left, room.top, round(wide), line).inflate(-theme.px(0.8), 0)
            theme.text(surface, shortened(theme, name, cell.width), "small", SOFT_INK, cell, "centre")
            if seat or self._margin():
                pygame.draw.line(surface, EDGE, (left, room.top + 2), (left, room.bottom - theme.px(0.6)))
            for number, row in enumerate(self.rows[first : first + shown]):
                place = cell.move(0, line + number * high)
                colour = OXBLOOD if row[seat] >= 100 else INK
                theme.text(surface, "–" if row[seat] == 0 else str(row[seat]), "body", colour, place, "centre")
                self._paint_why(surface, first + number, seat, place.move(0, line))
            self._paint_total(surface, seat, cell.move(0, end - room.top))
        start, stop = (room.left + theme.px(0.8), end), (room.right - theme.px(0.8), end)
        pygame.draw.line(surface, SOFT_INK, start, stop, max(1, theme.px(0.2)))

    def _margin(self) -> int:
        """Room for the numbers of the rounds, left of the first column."""
        numbered = self._why is not None and bool(self.rows)
        return self.theme.width("00", "small") + self.theme.px(1.6) if numbered else 0

    def _paint_numbers(self, surface: pygame.Surface, cell: pygame.Rect, first: int, shown: int) -> None:
        for number in range(shown):
            place = cell.move(0, number * self._row())
            self.theme.text(surface, str(first + number + 1), "small", SOFT_INK, place, "centre")

    def _paint_total(self, surface: pygame.Surface, seat: int, cell: pygame.Rect) -> None:
        theme = self.theme
        if seat in self.winners:
            field = cell.inflate(theme.px(0.4), -theme.px(0.3)).move(0, theme.px(0.15))
            pygame.draw.rect(surface, BRASS.lerp(PAPER, 0.35), field, border_radius=theme.px(0.5))
        theme.text(surface, str(self.totals[seat]), "strong", INK, cell, "centre")

    def _paint_why(self, surface: pygame.Surface, number: int, seat: int, place: pygame.Rect) -> None:
        """Below the points, what they are for."""
        told = (self._why or {}).get(number)
        if told is not None:
            place.height = self.theme.line("small")
            place.top -= self.theme.px(0.2)
            self.theme.text(surface, told[seat], "small", SOFT_INK, place, "centre", ellipsis=True)


def shortened(theme: Theme, name: str, wide: int) -> str:
    """As much of a name as has room."""
    cut = name
    while len(cut) > 1 and theme.width(cut, "small") > wide:
        cut = cut.removesuffix(".")[:-1] + "."
    return cut

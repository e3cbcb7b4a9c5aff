"""The totals of a match as lines over its rounds, one a player, each with its own mark."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from scenes.app.theme import BRASS, EDGE, INK, LEAF, OXBLOOD, PAPER, SEA, SOFT_INK
from scenes.ui.base import Group, Widget

COLOURS: Final = (INK, OXBLOOD, SEA, LEAF, BRASS.lerp(INK, 0.25), pygame.Color("#6D4A7C"))
CORNERS: Final = (0, 4, 3, 5, 6, -4)
"""The shape of each player's marks: so many corners; 0 is a disc, a negative number stands on its tip."""


class Totals(Widget):
    """The lower the line, the better."""

    touchable = False

    def __init__(self, parent: Group, names: Sequence[str], rows: Sequence[Sequence[int]], limit: int) -> None:
        """`rows` of points, one a round; `limit` is what ends the match, 0 if nothing does."""
        super().__init__(parent, ", ".join(names))
        self._names = names
        self._limit = limit
        sums = [[0] * len(names)]
        for row in rows:
            sums.append([total + points for total, points in zip(sums[-1], row, strict=True)])
        self._sums = sums

    def paint(self, surface: pygame.Surface) -> None:
        field, top = self._field(), self._top()
        self._paint_grid(surface, field, top)
        ends = []
        for seat in range(len(self._names)):
            points = [
                (
                    field.left + field.width * number / max(1, len(self._sums) - 1),
                    field.bottom - field.height * row[seat] / top,
                )
                for number, row in enumerate(self._sums)
            ]
            pygame.draw.lines(surface, COLOURS[seat], False, points, max(2, self.theme.px(0.3)))
            for point in points[1:]:
                self._mark(surface, seat, point)
            ends.append((points[-1][1], seat))
        self._paint_names(surface, field, sorted(ends))

    def _field(self) -> pygame.Rect:
        """Where the lines are, without the numbers and names around them."""
        theme = self.theme
        wide = max(theme.width(name, "small") for name in self._names) + theme.px(4.5)
        left = theme.width("0000", "small")
        below = theme.line("small") + theme.px(0.6)
        return pygame.Rect(
            self.rect.left + left,
            self.rect.top + theme.px(1),
            self.rect.width - left - wide,
            self.rect.height - theme.px(1) - below,
        )

    def _top(self) -> int:
        """The points at the upper edge of the field."""
        return -(-max(*(max(sums) for sums in self._sums), 50) // 50) * 50

    def _paint_grid(self, surface: pygame.Surface, field: pygame.Rect, top: int) -> None:
        """Points at the left, the limit as a line in red, the numbers of the rounds below."""
        theme, high = self.theme, self.theme.line("small")
        limit = self._limit if 0 < self._limit <= top else None
        for value in (0, top // 2, top):
            y = field.bottom - round(field.height * value / top)
            pygame.draw.line(surface, EDGE, (field.left, y), (field.right, y))
            if limit is None or abs(limit - value) * field.height >= top * high:
                self._paint_value(surface, field, value, y, SOFT_INK)
        if limit is not None:
            y = field.bottom - round(field.height * limit / top)
            pygame.draw.line(surface, OXBLOOD, (field.left, y), (field.right, y), max(1, theme.px(0.2)))
            self._paint_value(surface, field, limit, y, OXBLOOD)
        rounds = len(self._sums) - 1
        step = max(1, -(-rounds * theme.width("000", "small") // max(1, field.width)))
        for number in range(step, rounds + 1, step):
            x = field.left + round(field.width * number / rounds)
            room = pygame.Rect(x - high, field.bottom + theme.px(0.6), 2 * high, high)
            theme.text(surface, str(number), "small", SOFT_INK, room, "centre")

    def _paint_value(
        self, surface: pygame.Surface, field: pygame.Rect, value: int, y: int, colour: pygame.Color
    ) -> None:
        high = self.theme.line("small")
        room = pygame.Rect(self.rect.left, y - high // 2, field.left - self.rect.left - self.theme.px(0.8), high)
        self.theme.text(surface, str(value), "small", colour, room, "right")

    def _paint_names(self, surface: pygame.Surface, field: pygame.Rect, ends: list[tuple[float, int]]) -> None:
        """Beside the ends of the lines; where they would lie on one another, moved apart and with a mark each."""
        theme, high = self.theme, self.theme.line("small")
        below = self.rect.bottom - high * len(ends)
        free = float(self.rect.top)
        for number, (y, seat) in enumerate(ends):
            top = min(max(free, y - high / 2), below + number * high)
            free = top + high
            if abs(top + high / 2 - y) > 1:
                self._mark(surface, seat, (field.right + theme.px(2.4), top + high / 2))
            room = pygame.Rect(field.right + theme.px(3.8), round(top), self.rect.right - field.right, high)
            theme.text(surface, self._names[seat], "small", INK, room)

    def _mark(self, surface: pygame.Surface, seat: int, centre: tuple[float, float]) -> None:
        radius, corners = self.theme.px(0.7), CORNERS[seat]
        if not corners:
            pygame.draw.circle(surface, PAPER, centre, radius + 1)
            pygame.draw.circle(surface, COLOURS[seat], centre, radius)
            return
        turn = 45.0 if corners == 4 else 0.0
        shape = [
            (centre[0] + ray.x, centre[1] + ray.y)
            for n in range(abs(corners))
            if (ray := pygame.Vector2(0, -1.25 * radius).rotate(turn + 360 * n / abs(corners)))
        ]
        pygame.draw.polygon(surface, COLOURS[seat], shape)
        pygame.draw.polygon(surface, PAPER, shape, 1)

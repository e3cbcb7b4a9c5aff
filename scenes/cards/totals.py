"""The totals of a match as lines over its rounds, one a player, each with its own mark."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from scenes.theme import BRASS, EDGE, INK, LEAF, OXBLOOD, PAPER, SEA, SOFT_INK
from scenes.widgets.base import Group, Widget

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
        theme = self.theme
        wide = max(theme.width(name, "small") for name in self._names) + theme.px(3)
        left = theme.width("0000", "small")
        field = pygame.Rect(
            self.rect.left + left,
            self.rect.top + theme.px(1),
            self.rect.width - left - wide,
            self.rect.height - theme.px(2),
        )
        most = max(max(map(max, self._sums)), 50)
        top = -(-most // 50) * 50
        for value in (0, top // 2, top):
            y = field.bottom - round(field.height * value / top)
            pygame.draw.line(surface, EDGE, (field.left, y), (field.right, y))
            high = theme.line("small")
            room = pygame.Rect(self.rect.left, y - high // 2, left - theme.px(0.8), high)
            theme.text(surface, str(value), "small", SOFT_INK, room, "right")
        if 0 < self._limit <= top:
            y = field.bottom - round(field.height * self._limit / top)
            pygame.draw.line(surface, OXBLOOD, (field.left, y), (field.right, y), max(1, theme.px(0.2)))
        ends = []
        for seat in range(len(self._names)):
            points = [
                (
                    field.left + field.width * number / max(1, len(self._sums) - 1),
                    field.bottom - field.height * row[seat] / top,
                )
                for number, row in enumerate(self._sums)
            ]
            pygame.draw.lines(surface, COLOURS[seat], False, points, max(2, theme.px(0.3)))
            for point in points[1:]:
                self._mark(surface, seat, point)
            ends.append((points[-1][1], seat))
        self._paint_names(surface, field, sorted(ends))

    def _paint_names(self, surface: pygame.Surface, field: pygame.Rect, ends: list[tuple[float, int]]) -> None:
        """Beside the ends of the lines, moved apart where they would lie on one another."""
        theme, high = self.theme, self.theme.line("small")
        below = self.rect.bottom - high * len(ends)
        free = float(self.rect.top)
        for number, (y, seat) in enumerate(ends):
            top = min(max(free, y - high / 2), below + number * high)
            free = top + high
            centre = (field.right + theme.px(1.4), top + high / 2)
            self._mark(surface, seat, centre)
            room = pygame.Rect(field.right + theme.px(2.6), round(top), self.rect.right - field.right, high)
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

"""Several quantities over the course of a match, a line each, told apart by number and by dash."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

import pygame

from scenes.app.theme import BRASS, EDGE, INK, OXBLOOD, SHADE, SOFT_INK
from scenes.ui.base import Group
from scenes.ui.ply_picker import PlyPicker

DASHES: Final = (0.0, 1.6, 0.7, 2.6, 1.1, 0.4)
"""By line: the length of a dash and of the gap after it, in u; 0 is unbroken."""
STEPS: Final = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
"""What the scale may end with."""


class Curves(PlyPicker):
    """Up to six lines over the course."""

    def __init__(self, parent: Group, label: str, on_pick: Callable[[int], object]) -> None:
        super().__init__(parent, label, on_pick)
        self.lines: Sequence[Sequence[tuple[int, float]]] = ()
        self._places = 1

    def show(self, lines: Sequence[Sequence[tuple[int, float]]], marks: Sequence[int], places: int) -> None:
        """By line the places where its value is known, with it, 0 or more; there are `places`, some with marks."""
        self.lines, self._marks, self._places = lines, marks, places
        self.dirty()

    @property
    def top(self) -> float:
        """The value at the upper end of the scale."""
        most = max((value for line in self.lines for _, value in line), default=0.0)
        return float(next((step for step in STEPS if step >= most), most))

    def field(self) -> pygame.Rect:
        wide = self.theme.width(f"{round(self.top)}", "small")
        left = self.rect.left + wide + self.theme.gap
        right = self.rect.right - self.theme.width("6", "strong") - self.theme.gap
        high = self.rect.height - 2 * self.theme.px(1)
        return pygame.Rect(left, self.rect.top + self.theme.px(1), right - left, high)

    def known(self) -> int:
        return self._places

    def valued(self) -> str:
        """The place that is pointed at, and what each line came to there."""
        pointed = self._pointed
        if pointed is None:
            return ""
        known = [[value for place, value in line if place <= pointed] for line in self.lines]
        values = [f"{number}: {line[-1]:.0f}" for number, line in enumerate(known, 1) if line]
        return ", ".join([f"{pointed}", *values])

    def _height(self, field: pygame.Rect, value: float) -> float:
        return field.bottom - 1 - value / self.top * (field.height - 1)

    def paint(self, surface: pygame.Surface) -> None:
        theme, field = self.theme, self.field()
        pygame.draw.rect(surface, SHADE, field)
        high = theme.line("small")
        for value, top in ((self.top, field.top), (0.0, field.bottom - high)):
            room = pygame.Rect(self.rect.left, top, field.left - theme.gap // 2 - self.rect.left, high)
            theme.text(surface, f"{round(value)}", "small", SOFT_INK, room, "right")
        for mark in self._marks:
            x = round(self.across(mark))
            pygame.draw.line(surface, BRASS, (x, field.top), (x, field.bottom - 1), max(2, theme.px(0.4)))
        if self._here is not None:
            x = round(self.across(self._here))
            pygame.draw.line(surface, OXBLOOD, (x, field.top), (x, field.bottom - 1), max(1, theme.px(0.2)))
        pointed = self.pointed()
        if pointed is not None:
            x = round(self.across(pointed))
            pygame.draw.line(surface, OXBLOOD, (x, field.top), (x, field.bottom - 1))
        paths = [[(self.across(place), self._height(field, value)) for place, value in line] for line in self.lines]
        for number, points in enumerate(paths):
            self._paint_line(surface, number, points)
        self._paint_numbers(surface, field, {number: points[-1][1] for number, points in enumerate(paths) if points})
        pygame.draw.rect(surface, EDGE, field, 1)

    def _paint_line(self, surface: pygame.Surface, number: int, points: Sequence[tuple[float, float]]) -> None:
        theme, wide = self.theme, max(2, self.theme.px(0.25))
        dash = theme.px(DASHES[number % len(DASHES)]) if DASHES[number % len(DASHES)] else 0
        radius = max(2, theme.px(0.35))
        roomy = self.field().width >= 6 * radius * self._places
        for point in points if roomy else points[:1]:  # one value alone makes no line
            pygame.draw.circle(surface, INK, (round(point[0]), round(point[1])), radius)
        for start, end in pairwise(points):
            for one, other in _dashed(start, end, dash):
                pygame.draw.line(surface, INK, one, other, wide)

    def _paint_numbers(self, surface: pygame.Surface, field: pygame.Rect, heights: dict[int, float]) -> None:
        """Beside the end of each line its number, none over another."""
        theme, high = self.theme, self.theme.line("small")
        top = float(self.rect.top)
        for place, number in enumerate(sorted(heights, key=lambda number: heights[number])):
            below = (len(heights) - place - 1) * high
            top = min(max(top, heights[number] - high / 2), self.rect.bottom - high - below)
            room = pygame.Rect(field.right + 2, round(top), self.rect.right - field.right - 2, high)
            theme.text(surface, f"{number + 1}", "small", INK, room)
            top += high


def _dashed(
    start: tuple[float, float], end: tuple[float, float], dash: int
) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """A stretch in dashes of so many pixels, with gaps as long; 0 leaves it whole."""
    length = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
    if dash == 0 or length == 0:
        return [(start, end)]

    def at(along: float) -> tuple[float, float]:
        part = min(1.0, along / length)
        return start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])

    return [(at(along), at(along + dash)) for along in range(0, round(length), 2 * dash)]

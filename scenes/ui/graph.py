"""The course of a match as a line between two sides, its turning points marked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import pygame

from scenes.app.theme import BRASS, EBONY, EDGE, INK, IVORY, OXBLOOD, SHADE, SOFT_INK
from scenes.ui.base import Group
from scenes.ui.ply_picker import PlyPicker

DARK: Final = EBONY.lerp(SOFT_INK, 0.25)
"""The field of the second."""


class Graph(PlyPicker):
    """The share of two sides over the course."""

    def __init__(self, parent: Group, label: str, on_pick: Callable[[int], object]) -> None:
        super().__init__(parent, label, on_pick)
        self._course: Sequence[float] = ()
        self._ends: Sequence[int] = ()
        self._names = ("", "")

    def show(
        self,
        course: Sequence[float],
        marks: Sequence[int],
        ends: Sequence[int],
        names: tuple[str, str],
        places: int | None = None,
    ) -> None:
        """The upper one's share, 0 to 1, at each place; `marks` and the `ends` of games are places in it.

        `places`: for how many there is room, where the course isn't known to its end yet.
        """
        self._course, self._marks, self._ends, self._names = course, marks, ends, names
        self._places = len(course) if places is None else places
        self.dirty()

    def field(self) -> pygame.Rect:
        wide = max(self.theme.width(words, "small") for words in ("100 %", "50 %")) + self._beside()
        return pygame.Rect(
            self.rect.left + wide,
            self.rect.top + self.theme.px(1),
            self.rect.width - wide - self.theme.gap,
            self.rect.height - 2 * self.theme.px(1),
        )

    def natural_height(self, width: int) -> int:
        return max(self.theme.px(26), 150)

    def _beside(self) -> int:
        """Pixels between the scale and the field, into which marks reach."""
        return max(self.theme.gap // 2, self.theme.px(0.75) + 2)

    def known(self) -> int:
        return len(self._course)

    def _point(self, place: int) -> tuple[float, float]:
        field = self.field()
        return self.across(place), field.bottom - 1 - self._course[place] * (field.height - 1)

    def valued(self) -> str:
        if self._pointed is None or self._pointed >= len(self._course):
            return ""
        return f"{self._pointed}, {self._names[0]} {round(100 * self._course[self._pointed])} %"

    def paint(self, surface: pygame.Surface) -> None:
        theme, field = self.theme, self.field()
        pygame.draw.rect(surface, SHADE, field)
        self._paint_scale(surface, field)
        if len(self._course) > 1:
            points = [self._point(place) for place in range(len(self._course))]
            lower = [(field.left, field.bottom - 1), *points, (points[-1][0], field.bottom - 1)]
            pygame.draw.polygon(surface, IVORY, lower)
            upper = [(field.left, field.top), *points, (points[-1][0], field.top)]
            pygame.draw.polygon(surface, DARK, upper)
            self._paint_half(surface, field)
            pygame.draw.lines(surface, INK, False, points, max(2, theme.px(0.25)))
            pygame.draw.aalines(surface, INK, False, points)
        for end in self._ends:
            across = round(self._point(end)[0])
            pygame.draw.line(surface, BRASS, (across, field.top), (across, field.bottom - 1), max(1, theme.px(0.2)))
        self._paint_names(surface, field)
        for mark in self._marks:
            self._paint_mark(surface, mark)
        if self._here is not None and self._here < len(self._course):
            x, y = self._point(self._here)
            pygame.draw.line(surface, OXBLOOD, (x, field.top), (x, field.bottom - 1), max(1, theme.px(0.2)))
            pygame.draw.circle(surface, OXBLOOD, (round(x), round(y)), theme.px(0.6))
        pointed = self.pointed()
        if pointed is not None:
            x, y = self._point(pointed)
            pygame.draw.line(surface, OXBLOOD, (x, field.top), (x, field.bottom - 1))
            pygame.draw.circle(surface, OXBLOOD, (round(x), round(y)), theme.px(0.5))
        pygame.draw.rect(surface, EDGE, field, 1)

    def _paint_scale(self, surface: pygame.Surface, field: pygame.Rect) -> None:
        high = self.theme.line("small")
        for share, top in ((100, field.top), (50, field.centery - high // 2), (0, field.bottom - high)):
            room = pygame.Rect(self.rect.left, top, field.left - self._beside() - self.rect.left, high)
            self.theme.text(surface, f"{share} %", "small", SOFT_INK, room, "right")

    def _paint_half(self, surface: pygame.Surface, field: pygame.Rect) -> None:
        dash, y = self.theme.px(0.8), field.centery
        for left in range(field.left, field.right, 2 * dash):
            pygame.draw.line(surface, BRASS, (left, y), (min(left + dash, field.right - 1), y))

    def _paint_names(self, surface: pygame.Surface, field: pygame.Rect) -> None:
        """The lower field is that of the first, the upper one that of the second."""
        pad = self.theme.gap
        room = field.inflate(-2 * pad, -pad)
        high = self.theme.line("small")
        for name, top in zip(self._names, (room.bottom - high, room.top), strict=True):
            self._paint_name(surface, name, pygame.Rect(room.left, top, room.width, high))

    def _paint_name(self, surface: pygame.Surface, name: str, room: pygame.Rect) -> None:
        """Dark letters where the ground is light, and light ones where it is dark, as far as the course is known."""
        dark = self.theme.rendered(name, "small", INK)
        place = dark.get_rect(midleft=room.midleft).clip(room).clip(surface.get_rect())
        if not place.size[0] or not place.size[1]:
            return
        light = self.theme.rendered(name, "small", IVORY)
        grounds = pygame.mask.from_threshold(surface.subsurface(place), DARK, (24, 24, 24, 255))
        letters = pygame.Surface(place.size, pygame.SRCALPHA)
        grounds.to_surface(letters, light, dark)
        surface.blit(letters, place)

    def _paint_mark(self, surface: pygame.Surface, mark: int) -> None:
        left, top = self._point(mark)
        x, y = round(left), round(top)
        centre, radius = (x, y), self.theme.px(0.75)
        pygame.draw.circle(surface, INK, centre, radius + 1)
        pygame.draw.circle(surface, BRASS, centre, radius)

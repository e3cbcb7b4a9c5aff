"""Charts of the course of a match: of the sides' chances and of the players' scores.

The x axis is the course; its places are the positions of the match. The user picks a place by a click, or by arrow
keys and Enter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

import pygame

from scenes.app.stack import MOUSE_EVENTS
from scenes.app.theme import BRASS, EBONY, EDGE, GROUND, INK, IVORY, OXBLOOD, PLAYERS, SHADE, SOFT_INK
from scenes.ui.bars import Side
from scenes.ui.base import Group, RepaintingAttribute, Widget
from scenes.ui.button import PRESS_KEYS


class PlyPicker(Widget):
    """A chart over the course of a match; `on_pick` gets the place, counted from 0, that the user picks."""

    focusable = True
    pointer = "hand"
    here: RepaintingAttribute[int | None] = RepaintingAttribute(None)  # the current place
    pointed_at: RepaintingAttribute[int | None] = RepaintingAttribute(None)
    """The place to which the mouse or the arrow keys went last."""

    def __init__(self, parent: Group, label: str, on_pick: Callable[[int], object]) -> None:
        super().__init__(parent, label)
        self._on_pick = on_pick
        self.notation_of: Callable[[int], str] = lambda turn: ""  # by number of the turn; turn 0 leads to place 1
        self.text_of: Callable[[int], str] = lambda turn: ""  # returns a turn in words
        self._marks: Sequence[int] = ()  # marked places
        self._place_total = 0  # number of places on the x axis; the last ones may have no data yet

    def field(self) -> pygame.Rect:
        """Return the rectangle of the chart without scale and names."""
        raise NotImplementedError

    def place_count(self) -> int:
        """Return the number of places with data; only these can be picked."""
        raise NotImplementedError

    def x_of(self, place: int) -> float:
        field = self.field()
        return field.left + place / max(1, self._place_total - 1) * (field.width - 1)

    def place_at(self, pos: tuple[int, int]) -> int | None:
        """Return the marked place near a point, or else the place nearest to the point; None outside the chart."""
        field = self.field()
        if not self.place_count() or not field.inflate(8, 8).collidepoint(pos):
            return None
        near_marks = [mark for mark in self._marks if abs(self.x_of(mark) - pos[0]) <= self.theme.px(1.2)]
        if near_marks:
            return min(near_marks, key=lambda mark: abs(self.x_of(mark) - pos[0]))
        fraction = (pos[0] - field.left) / max(1, field.width - 1)
        return max(0, min(self.place_count() - 1, round(fraction * (self._place_total - 1))))

    def _paint_vertical_line(self, surface: pygame.Surface, x: float, colour: pygame.Color, width: int = 1) -> None:
        field = self.field()
        pygame.draw.line(surface, colour, (x, field.top), (x, field.bottom - 1), width)

    def _pointed_place(self) -> int | None:
        """Return the place to point out; None if neither mouse nor focus is on the chart."""
        return self.pointed_at if self.hovered or self.has_focus else None

    def _handle_key(self, key: int) -> bool:
        if not self.place_count() or key not in (pygame.K_LEFT, pygame.K_RIGHT, *PRESS_KEYS):
            return False
        if key not in PRESS_KEYS:
            start = self.here or 0 if self.pointed_at is None else self.pointed_at
            self.pointed_at = max(0, min(self.place_count() - 1, start + (1 if key == pygame.K_RIGHT else -1)))
        elif self.pointed_at is not None:
            self._on_pick(self.pointed_at)
        return True

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN:
            return self._handle_key(event.key)
        if event.type == pygame.MOUSEMOTION:
            self.pointed_at = self.place_at(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            place = self.place_at(event.pos)
            if place is not None:
                self._on_pick(place)
        return event.type in MOUSE_EVENTS


MOST_SWINGS: Final = 3  # number of large changes of the chance that are read aloud
LEAST_SWING: Final = 0.08  # from which a change of the chance is large


class Graph(PlyPicker):
    """A graph of two sides' chances; the area between graph and middle line has the colour of the better side."""

    def __init__(self, parent: Group, label: str, on_pick: Callable[[int], object]) -> None:
        super().__init__(parent, label, on_pick)
        self.course: Sequence[float] = ()  # chance of the first side, 0 to 1, by place
        self.ends: Sequence[int] = ()  # places where games end
        self.sides = (Side("", IVORY), Side("", EBONY))  # above, below

    def show(
        self,
        course: Sequence[float],
        marks: Sequence[int],
        ends: Sequence[int],
        sides: tuple[Side, Side],
        place_total: int | None = None,
    ) -> None:
        """Show the chances (0 to 1) of the first side, which is above, by place.

        `marks` are places to mark, `ends` places where a game ends, `place_total` the number of places on the x axis.
        """
        self.course, self._marks, self.ends, self.sides = course, marks, ends, sides
        self._place_total = len(course) if place_total is None else place_total
        self.dirty()

    def _percent(self, chance: float) -> str:
        return self.form.scene.app.words.format_percent(round(100 * chance))

    def field(self) -> pygame.Rect:
        scale_width = self.theme.width(self._percent(1.0), "small") + self._scale_gap()
        return pygame.Rect(
            self.rect.left + scale_width,
            self.rect.top + self.theme.px(1),
            self.rect.width - scale_width - self.theme.gap,
            self.rect.height - 2 * self.theme.px(1),
        )

    def natural_height(self, width: int) -> int:
        return max(self.theme.px(26), 150)

    def _scale_gap(self) -> int:
        # pixels between the scale and the chart; marks reach into this gap
        return max(self.theme.gap // 2, self.theme.px(0.75) + 2)

    def place_count(self) -> int:
        return len(self.course)

    def point_of(self, place: int) -> tuple[float, float]:
        field = self.field()
        return self.x_of(place), field.bottom - 1 - self.course[place] * (field.height - 1)

    def list_swings(self) -> list[int]:
        """Return the places after the largest changes of the chance, at most `MOST_SWINGS`, the earliest first."""
        changes = [(abs(after - before), place) for place, (before, after) in enumerate(pairwise(self.course), 1)]
        largest = sorted(change for change in changes if change[0] >= LEAST_SWING)[-MOST_SWINGS:]
        return sorted(place for _, place in largest)

    def describe_value(self) -> str:
        words = self.form.scene.app.words
        if not self.course:
            return ", ".join(side.name for side in self.sides)
        place = self.pointed_at
        if place is not None and place < len(self.course):
            return ". ".join(filter(None, (self._describe_change(place), self.text_of(place - 1) if place else "")))
        chances = zip(self.sides, (self.course[-1], 1 - self.course[-1]), strict=True)
        ends = [words("line.chance_end", name=side.name, share=self._percent(chance)) for side, chance in chances]
        return ". ".join([*map(self._describe_change, self.list_swings()), *ends])

    def _describe_change(self, place: int) -> str:
        words, after, name = self.form.scene.app.words, self._percent(self.course[place]), self.sides[0].name
        if not place:
            return words("line.chance_begin", name=name, share=after)
        turn, before = self.notation_of(place - 1) or str(place), self._percent(self.course[place - 1])
        key = "line.chance_kept" if before == after else "line.chance"
        return words(key, name=name, before=before, share=after, turn=turn)

    def paint(self, surface: pygame.Surface) -> None:
        theme, field = self.theme, self.field()
        pygame.draw.rect(surface, theme.colour_for(GROUND), field)
        self._paint_scale(surface, field)
        if len(self.course) > 1:
            self._paint_course(surface, field)
        for end in self.ends:
            self._paint_vertical_line(surface, round(self.point_of(end)[0]), theme.colour_for(BRASS), theme.px(0.2))
        for mark in self._marks:
            if mark < len(self.course):  # a damaged review may lack turns
                self._paint_mark(surface, mark)
        for place, line_width, radius in (
            (self.here, theme.px(0.2), theme.px(0.6)),
            (self._pointed_place(), 1, theme.px(0.5)),
        ):
            if place is not None and place < len(self.course):
                x, y = self.point_of(place)
                self._paint_vertical_line(surface, x, OXBLOOD, line_width)
                pygame.draw.circle(surface, OXBLOOD, (round(x), round(y)), radius)
        self._paint_names(surface, field)
        pygame.draw.rect(surface, theme.colour_for(EDGE), field, 1)

    def _paint_scale(self, surface: pygame.Surface, field: pygame.Rect) -> None:
        # 100 % at top and bottom, for one side each; 50 % in the middle
        line_height = self.theme.line("small")
        for chance, top in (
            (1.0, field.top),
            (0.5, field.centery - line_height // 2),
            (1.0, field.bottom - line_height),
        ):
            room = pygame.Rect(self.rect.left, top, field.left - self._scale_gap() - self.rect.left, line_height)
            self.theme.text(surface, self._percent(chance), "small", SOFT_INK, room, "right")

    def _paint_course(self, surface: pygame.Surface, field: pygame.Rect) -> None:
        points, clip = [self.point_of(place) for place in range(len(self.course))], surface.get_clip()
        outline = [(points[0][0], field.centery), *points, (points[-1][0], field.centery)]
        # painted twice, each time cut off at the middle line and in the colour of the side that is better there
        halves = (field.top, field.centery), (field.centery, field.bottom)
        for (top, bottom), side in zip(halves, self.sides, strict=True):
            surface.set_clip(clip.clip((field.left, top, field.width, bottom - top)))
            pygame.draw.polygon(surface, side.colour, outline)
        surface.set_clip(clip)
        pygame.draw.line(surface, SOFT_INK, (field.left, field.centery), (field.right - 1, field.centery))
        pygame.draw.lines(surface, INK, False, points, max(2, self.theme.px(0.25)))
        pygame.draw.aalines(surface, INK, False, points)

    def _paint_names(self, surface: pygame.Surface, field: pygame.Rect) -> None:
        theme, pad, line_height = self.theme, self.theme.gap // 2, self.theme.line("small")
        for side, top in zip(self.sides, (field.top, field.bottom - line_height), strict=True):
            label_width = min(theme.width(side.name, "small") + 2 * pad, field.width)
            label = pygame.Rect(field.left, top, label_width, line_height)
            pygame.draw.rect(surface, side.colour, label)
            pygame.draw.rect(surface, SOFT_INK, label, 1)
            colour = INK if side.colour.grayscale().r > 110 else IVORY  # dark words on a light side
            theme.text(surface, side.name, "small", colour, label.inflate(-2 * pad, 0), ellipsis=True)

    def _paint_mark(self, surface: pygame.Surface, place: int) -> None:
        x, y = self.point_of(place)
        centre, radius = (round(x), round(y)), self.theme.px(0.75)
        pygame.draw.circle(surface, INK, centre, radius + 1)
        pygame.draw.circle(surface, BRASS, centre, radius)


DASH_LENGTHS: Final = (0.0, 1.6, 0.7, 2.6, 1.1, 0.4)  # of dashes and gaps by line, in u; 0: a line without gaps
SCALE_ENDS: Final = (10, 20, 30, 50, 100, 150, 200, 300, 500, 1000, 2000, 5000)  # possible ends of the scale


class Curves(PlyPicker):
    """Up to six lines of values over the course. 0 is at the top, because smaller values are better."""

    def __init__(self, parent: Group, label: str, on_pick: Callable[[int], object]) -> None:
        super().__init__(parent, label, on_pick)
        self.lines: Sequence[Sequence[tuple[int, float]]] = ()  # of places and values
        self.names: Sequence[str] = "123456"  # written at the ends of the lines
        self._place_total = 1
        self._scale_note = ""

    def show(
        self, lines: Sequence[Sequence[tuple[int, float]]], marks: Sequence[int], place_total: int, note: str = ""
    ) -> None:
        """Show lines, each a sequence of places and values (0 or more).

        `marks` are places to mark, `place_total` is the number of places on the x axis, `note` is shown at the
        chart's lower edge.
        """
        self.lines, self._marks, self._place_total, self._scale_note = lines, marks, place_total, note
        self.dirty()

    @property
    def scale_end(self) -> float:
        """The largest value of the scale, at its lower end."""
        largest = max((value for line in self.lines for _, value in line), default=1.0)
        return float(next((end for end in SCALE_ENDS if end >= largest), largest))

    def field(self) -> pygame.Rect:
        scale_width = self.theme.width(f"{round(self.scale_end)}", "small")
        left = self.rect.left + scale_width + self.theme.gap
        right = self.rect.right - max(self.theme.width(name, "strong") for name in self.names) - self.theme.gap
        height = self.rect.height - 2 * self.theme.px(1)
        return pygame.Rect(left, self.rect.top + self.theme.px(1), right - left, height)

    def place_count(self) -> int:
        return self._place_total

    def describe_value(self) -> str:
        words, pointed = self.form.scene.app.words, self.pointed_at
        last = self._place_total if pointed is None else pointed
        values_by_line = [[value for place, value in line if place <= last] for line in self.lines]
        latest = [
            words.label_value(name, words.format_number(round(values[-1])))
            for name, values in zip(self.names, values_by_line, strict=False)
            if values
        ]
        heading = self._scale_note
        if pointed is not None:  # the turn that led to this place
            heading = (self.text_of(pointed - 1) if pointed else "") or str(pointed)
        return ". ".join(filter(None, (heading, ", ".join(latest))))

    def point_of(self, place: int, value: float) -> tuple[float, float]:
        field = self.field()
        return self.x_of(place), field.top + value / self.scale_end * (field.height - 1)

    def paint(self, surface: pygame.Surface) -> None:
        theme, field = self.theme, self.field()
        pygame.draw.rect(surface, theme.colour_for(SHADE), field)
        line_height = theme.line("small")
        for value, top in ((0.0, field.top), (self.scale_end, field.bottom - line_height)):
            room = pygame.Rect(self.rect.left, top, field.left - theme.gap // 2 - self.rect.left, line_height)
            theme.text(surface, f"{round(value)}", "small", SOFT_INK, room, "right")
        for mark in self._marks:
            self._paint_vertical_line(surface, round(self.x_of(mark)), theme.colour_for(BRASS), max(2, theme.px(0.4)))
        for place, line_width in ((self.here, theme.px(0.2)), (self._pointed_place(), 1)):
            if place is not None:
                self._paint_vertical_line(surface, round(self.x_of(place)), OXBLOOD, line_width)
        note_rect = pygame.Rect(
            0, 0, min(theme.width(self._scale_note, "small") + theme.gap, field.width), line_height
        )
        note_rect.midbottom = field.midbottom  # lines rarely reach it, marks do
        pygame.draw.rect(surface, theme.colour_for(SHADE), note_rect)
        theme.text(surface, self._scale_note, "small", SOFT_INK, note_rect, "centre", ellipsis=True)
        paths = [[self.point_of(*point) for point in line] for line in self.lines]
        for number, points in enumerate(paths):
            self._paint_line(surface, number, points)
        self._paint_line_names(
            surface, field, {number: points[-1][1] for number, points in enumerate(paths) if points}
        )
        pygame.draw.rect(surface, theme.colour_for(EDGE), field, 1)

    def _paint_line(self, surface: pygame.Surface, number: int, points: Sequence[tuple[float, float]]) -> None:
        theme, dash_units = self.theme, DASH_LENGTHS[number % len(DASH_LENGTHS)]
        colour = theme.colour_for(PLAYERS[number % len(PLAYERS)])
        dash = theme.px(dash_units) if dash_units else 0  # `px` returns at least 1
        line_width, radius = max(2, theme.px(0.25)), max(2, theme.px(0.35))
        has_room = self.field().width >= 6 * radius * self._place_total
        for point in points if has_room else points[:1]:  # a single value makes no line
            pygame.draw.circle(surface, colour, (round(point[0]), round(point[1])), radius)
        for start, end in pairwise(points):
            for dash_start, dash_end in _split_into_dashes(start, end, dash):
                pygame.draw.line(surface, colour, dash_start, dash_end, line_width)

    def _paint_line_names(self, surface: pygame.Surface, field: pygame.Rect, end_ys: dict[int, float]) -> None:
        """Paint each line's name at the end of the line; move names apart that are too close.

        `end_ys`: the y of the lines' ends, by number of the line.
        """
        theme, line_height = self.theme, self.theme.line("small")
        top = float(self.rect.top)
        for index, number in enumerate(sorted(end_ys, key=lambda number: end_ys[number])):
            height_below = (len(end_ys) - index - 1) * line_height
            top = min(max(top, end_ys[number] - line_height / 2), self.rect.bottom - line_height - height_below)
            room = pygame.Rect(field.right + 2, round(top), self.rect.right - field.right - 2, line_height)
            theme.text(surface, self.names[number], "strong", PLAYERS[number % len(PLAYERS)], room)
            top += line_height


def _split_into_dashes(
    start: tuple[float, float], end: tuple[float, float], dash: int
) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Return the start and end of each dash of a line; dashes and gaps are `dash` pixels long (0: no gaps)."""
    length = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
    if dash == 0 or length == 0:
        return [(start, end)]

    def point_at(distance: float) -> tuple[float, float]:
        fraction = min(1.0, distance / length)
        return start[0] + fraction * (end[0] - start[0]), start[1] + fraction * (end[1] - start[1])

    return [(point_at(distance), point_at(distance + dash)) for distance in range(0, round(length), 2 * dash)]

"""The chart of won, drawn and lost matches, week by week."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import pygame

from scenes.app.stack import MOUSE_EVENTS
from scenes.app.theme import BRASS, EDGE, INK, OXBLOOD, PAPER, SHADE, SOFT_INK
from scenes.ui.base import Group, Widget

_LEAST_COLUMN_WIDTH: Final = 1.7  # with the gap beside the column, in u
_STEPS: Final = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}


class WeekBar(NamedTuple):
    """The results of a week, shown as a column."""

    head: str  # first day of the week, written below the column if there is room
    won: int
    drawn: int
    lost: int

    @property
    def match_count(self) -> int:
        return self.won + self.drawn + self.lost


class Weeks(Widget):
    """A chart of results by week, with as many of the latest weeks as fit; `on_point` gets the selected index."""

    focusable = True
    pointer = "hand"

    def __init__(self, parent: Group, label: str, legend: Sequence[str], on_point: Callable[[int], object]) -> None:
        """Create an empty chart; `legend` has the words for won, drawn and lost."""
        super().__init__(parent, label)
        self._legend = tuple(legend)
        self._on_point = on_point
        self._columns: Sequence[WeekBar] = ()  # of all weeks, the latest last
        self.here = 0  # index of the selected week
        self.text = ""  # the selected week in words; set by the scene

    def show(self, columns: Sequence[WeekBar]) -> None:
        self._columns = columns
        self.here = len(columns) - 1
        self.dirty()

    def describe_value(self) -> str:
        return self.text

    def natural_height(self, width: int) -> int:
        return max(self.theme.px(17), 110) + 2 * self.theme.line("small") + self.theme.gap

    def _chart_area(self) -> pygame.Rect:
        theme, rect = self.theme, self.rect
        scale_width = theme.width("000", "small") + theme.gap
        legend_height = theme.line("small") + theme.gap
        return pygame.Rect(
            rect.left + scale_width,
            rect.top + legend_height,
            rect.width - scale_width,
            rect.height - legend_height - theme.line("small"),
        )

    def _visible_weeks(self) -> range:
        week_count = max(1, self._chart_area().width // self.theme.px(_LEAST_COLUMN_WIDTH))
        return range(max(0, len(self._columns) - week_count), len(self._columns))

    def place_of(self, number: int) -> pygame.Rect:
        area, visible = self._chart_area(), self._visible_weeks()
        left = area.left + area.width * (number - visible.start) // len(visible)
        right = area.left + area.width * (number + 1 - visible.start) // len(visible)
        return pygame.Rect(left, area.top, right - left, area.height)

    def lay_out(self) -> None:
        """Select the first visible week if the selected one no longer fits."""
        self.here = max(self.here, self._visible_weeks().start)

    def _select_week(self, number: int) -> None:
        shown = self._visible_weeks()
        if number in shown and number != self.here:
            self.here = number
            self.dirty()
            self._on_point(number)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN:
            if event.key not in _STEPS:
                return False
            self._select_week(self.here + _STEPS[event.key])
            return True
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN):
            number = next(
                (week for week in self._visible_weeks() if self.place_of(week).collidepoint(event.pos)), None
            )
            if number is not None:
                self._select_week(number)
        return event.type in MOUSE_EVENTS

    def paint(self, surface: pygame.Surface) -> None:
        theme, area = self.theme, self._chart_area()
        pygame.draw.rect(surface, theme.colour_for(SHADE).lerp(theme.colour_for(PAPER), 0.5), area)
        largest = max((self._columns[number].match_count for number in self._visible_weeks()), default=0)
        scale_top = largest + largest % 2 if largest > 1 else 1  # number at the top; even, so that its half is whole
        self._paint_legend(surface)
        self._paint_scale(surface, area, scale_top)
        if not self._columns:
            return
        selected = self.place_of(self.here)
        theme.paint_highlight(surface, selected, BRASS.lerp(PAPER, 0.55))
        free_left = area.left  # heads don't overlap: this is where the next one may begin
        for number in self._visible_weeks():
            place, column = self.place_of(number), self._columns[number]
            self._paint_column(surface, place, column, scale_top)
            head = pygame.Rect(place.left, area.bottom, theme.width(column.head, "small") + 2, theme.line("small"))
            if head.left >= free_left and head.right <= area.right:
                theme.text(surface, column.head, "small", SOFT_INK, head)
                pygame.draw.line(
                    surface, theme.colour_for(SOFT_INK), head.topleft, (head.left, head.top + theme.px(0.5))
                )
                free_left = head.right + theme.px(1.5)
        pygame.draw.line(
            surface, theme.colour_for(SOFT_INK), (area.left, area.bottom - 1), (area.right - 1, area.bottom - 1)
        )

    def _paint_column(self, surface: pygame.Surface, place: pygame.Rect, column: WeekBar, scale_top: int) -> None:
        width = max(3, min(round(place.width * 0.72), self.theme.px(4)))
        floor, count_below = place.bottom - 1, 0
        for result, count in enumerate((column.won, column.drawn, column.lost)):
            bottom = floor - round((place.height - 2) * count_below / scale_top)
            count_below += count
            top = floor - round((place.height - 2) * count_below / scale_top)
            if count:
                paint_result(surface, pygame.Rect(place.centerx - width // 2, top, width, bottom - top), result)

    def _paint_scale(self, surface: pygame.Surface, area: pygame.Rect, scale_top: int) -> None:
        theme, line_height = self.theme, self.theme.line("small")
        for value in (0, scale_top // 2, scale_top) if scale_top % 2 == 0 else (0, scale_top):
            y = area.bottom - 1 - round((area.height - 2) * value / scale_top)
            pygame.draw.line(surface, theme.colour_for(EDGE), (area.left, y), (area.right - 1, y))
            room = pygame.Rect(
                self.rect.left, y - line_height // 2, area.left - theme.gap // 2 - self.rect.left, line_height
            )
            theme.text(surface, str(value), "small", SOFT_INK, room, "right")

    def _paint_legend(self, surface: pygame.Surface) -> None:
        theme = self.theme
        left, line_height = self._chart_area().left, theme.line("small")
        for result, text in enumerate(self._legend):
            side = round(line_height * 0.6)
            square = pygame.Rect(left, self.rect.top + (line_height - side) // 2, side, side)
            paint_result(surface, square, result)
            width = theme.width(text, "small") + 2
            room = pygame.Rect(square.right + theme.px(0.7), self.rect.top, width, line_height)
            theme.text(surface, text, "small", INK, room)
            left = room.right + theme.px(2)


def paint_result(surface: pygame.Surface, rect: pygame.Rect, result: int) -> None:
    """Paint a part of a column: filled for won (0), empty for drawn (1), striped for lost (2)."""
    if result == 0:
        pygame.draw.rect(surface, INK.lerp(BRASS, 0.25), rect)
        return
    pygame.draw.rect(surface, PAPER, rect)
    colour = OXBLOOD if result == 2 else SOFT_INK
    if result == 2:
        clip = surface.get_clip()
        surface.set_clip(rect.clip(clip))
        for shift in range(-rect.height, rect.width, 4):
            start = (rect.left + shift, rect.bottom)
            pygame.draw.line(surface, colour, start, (start[0] + rect.height, rect.top), 2)
        surface.set_clip(clip)
    pygame.draw.rect(surface, colour, rect, 1)

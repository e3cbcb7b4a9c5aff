"""The chart of won, drawn and lost matches, week by week."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import pygame

from scenes.app.stack import MOUSE_EVENTS
from scenes.app.theme import BRASS, EDGE, INK, OXBLOOD, PAPER, SHADE, SOFT_INK
from scenes.ui.base import Group, Widget

_LEAST: Final = 1.7  # least width of a column with its gap, in u
_STEPS: Final = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}


class WeekBar(NamedTuple):
    head: str  # its first day, written below if there is room
    won: int
    drawn: int
    lost: int

    @property
    def whole(self) -> int:
        return self.won + self.drawn + self.lost


class Weeks(Widget):
    """Results by week in columns, as many of the latest as fit; `on_point` gets the number of the selected one."""

    focusable = True
    pointer = "hand"

    def __init__(self, parent: Group, label: str, legend: Sequence[str], on_point: Callable[[int], object]) -> None:
        """Create an empty chart; `legend`: the words for won, drawn and lost."""
        super().__init__(parent, label)
        self._legend = tuple(legend)
        self._on_point = on_point
        self._columns: Sequence[WeekBar] = ()
        self.here = 0
        self.told = ""

    def show(self, columns: Sequence[WeekBar]) -> None:
        self._columns = columns
        self.here = len(columns) - 1
        self.dirty()

    def describe_value(self) -> str:
        return self.told

    def natural_height(self, width: int) -> int:
        return max(self.theme.px(17), 110) + 2 * self.theme.line("small") + self.theme.gap

    def _field(self) -> pygame.Rect:
        theme, rect = self.theme, self.rect
        left = theme.width("000", "small") + theme.gap
        top = theme.line("small") + theme.gap
        return pygame.Rect(
            rect.left + left, rect.top + top, rect.width - left, rect.height - top - theme.line("small")
        )

    def _shown(self) -> range:
        room = max(1, self._field().width // self.theme.px(_LEAST))
        return range(max(0, len(self._columns) - room), len(self._columns))

    def place_of(self, number: int) -> pygame.Rect:
        field, shown = self._field(), self._shown()
        left = field.left + field.width * (number - shown.start) // len(shown)
        right = field.left + field.width * (number + 1 - shown.start) // len(shown)
        return pygame.Rect(left, field.top, right - left, field.height)

    def lay_out(self) -> None:
        self.here = max(self.here, self._shown().start)

    def _point(self, number: int) -> None:
        shown = self._shown()
        if number in shown and number != self.here:
            self.here = number
            self.dirty()
            self._on_point(number)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN:
            if event.key not in _STEPS:
                return False
            self._point(self.here + _STEPS[event.key])
            return True
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN):
            number = next((one for one in self._shown() if self.place_of(one).collidepoint(event.pos)), None)
            if number is not None:
                self._point(number)
        return event.type in MOUSE_EVENTS

    def paint(self, surface: pygame.Surface) -> None:
        theme, field = self.theme, self._field()
        pygame.draw.rect(surface, theme.colour_for(SHADE).lerp(theme.colour_for(PAPER), 0.5), field)
        most = max((self._columns[number].whole for number in self._shown()), default=0)
        top = _even(max(1, most))
        self._paint_legend(surface)
        self._paint_scale(surface, field, top)
        if not self._columns:
            return
        pointed = self.place_of(self.here)
        theme.highlight(surface, pointed, BRASS.lerp(PAPER, 0.55))
        edge = field.left
        for number in self._shown():
            place, column = self.place_of(number), self._columns[number]
            self._paint_column(surface, place, column, top)
            head = pygame.Rect(place.left, field.bottom, theme.width(column.head, "small") + 2, theme.line("small"))
            if head.left >= edge and head.right <= field.right:
                theme.text(surface, column.head, "small", SOFT_INK, head)
                pygame.draw.line(
                    surface, theme.colour_for(SOFT_INK), head.topleft, (head.left, head.top + theme.px(0.5))
                )
                edge = head.right + theme.px(1.5)
        pygame.draw.line(
            surface, theme.colour_for(SOFT_INK), (field.left, field.bottom - 1), (field.right - 1, field.bottom - 1)
        )

    def _paint_column(self, surface: pygame.Surface, place: pygame.Rect, column: WeekBar, top: int) -> None:
        wide = max(3, min(round(place.width * 0.72), self.theme.px(4)))
        floor, done = place.bottom - 1, 0
        for part, count in enumerate((column.won, column.drawn, column.lost)):
            low = floor - round((place.height - 2) * done / top)
            done += count
            high = floor - round((place.height - 2) * done / top)
            if count:
                paint_part(surface, pygame.Rect(place.centerx - wide // 2, high, wide, low - high), part)

    def _paint_scale(self, surface: pygame.Surface, field: pygame.Rect, top: int) -> None:
        theme, high = self.theme, self.theme.line("small")
        for value in (0, top // 2, top) if top % 2 == 0 else (0, top):
            y = field.bottom - 1 - round((field.height - 2) * value / top)
            pygame.draw.line(surface, theme.colour_for(EDGE), (field.left, y), (field.right - 1, y))
            room = pygame.Rect(self.rect.left, y - high // 2, field.left - theme.gap // 2 - self.rect.left, high)
            theme.text(surface, str(value), "small", SOFT_INK, room, "right")

    def _paint_legend(self, surface: pygame.Surface) -> None:
        theme = self.theme
        left, high = self._field().left, theme.line("small")
        for part, words in enumerate(self._legend):
            side = round(high * 0.6)
            spot = pygame.Rect(left, self.rect.top + (high - side) // 2, side, side)
            paint_part(surface, spot, part)
            wide = theme.width(words, "small") + 2
            room = pygame.Rect(spot.right + theme.px(0.7), self.rect.top, wide, high)
            theme.text(surface, words, "small", INK, room)
            left = room.right + theme.px(2)


def paint_part(surface: pygame.Surface, rect: pygame.Rect, part: int) -> None:
    """Paint a part of a column: won filled, drawn empty, lost striped, so as not to depend on colour."""
    if part == 0:
        pygame.draw.rect(surface, INK.lerp(BRASS, 0.25), rect)
        return
    pygame.draw.rect(surface, PAPER, rect)
    colour = OXBLOOD if part == 2 else SOFT_INK
    if part == 2:
        clip = surface.get_clip()
        surface.set_clip(rect.clip(clip))
        for shift in range(-rect.height, rect.width, 4):
            start = (rect.left + shift, rect.bottom)
            pygame.draw.line(surface, colour, start, (start[0] + rect.height, rect.top), 2)
        surface.set_clip(clip)
    pygame.draw.rect(surface, colour, rect, 1)


def _even(most: int) -> int:
    """Return the top of the scale: `most`, rounded up to even so that its half is whole."""
    return most + most % 2 if most > 1 else most

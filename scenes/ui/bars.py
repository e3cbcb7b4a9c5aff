"""Quantities as bars, columns and cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import pygame

from scenes.app.stack import MOUSE_EVENTS
from scenes.app.theme import (
    BRASS,
    EBONY,
    EDGE,
    INK,
    IVORY,
    OXBLOOD,
    PAPER,
    SHADE,
    SLOT,
    SOFT_INK,
    Theme,
    hex_of,
    vector,
)
from scenes.ui.base import Group, ReadOnlyWidget, RepaintingAttribute, Widget
from scenes.ui.button import Pressable
from scenes.ui.cells import Cells
from scenes.ui.painting import paint_slot


class TimeBar(ReadOnlyWidget):
    _left = RepaintingAttribute(1.0)

    def show(self, left: float) -> None:
        """Show a share of the time, 0 to 1."""
        self._left = max(0.0, min(1.0, left))

    def paint(self, surface: pygame.Surface) -> None:
        paint_share(surface, self.theme, self.rect, self._left, BRASS)


def paint_share(surface: pygame.Surface, theme: Theme, rect: pygame.Rect, share: float, colour: pygame.Color) -> None:
    """Paint a slot filled up to `share` (0 to 1) of its width."""
    paint_slot(surface, theme, rect, SLOT, rect.height // 2)
    bar = rect.inflate(-4, -4)
    bar.width = round(bar.width * share)
    if bar.width > 2:
        pygame.draw.rect(surface, theme.colour_for(colour), bar, border_radius=bar.height // 2)


class Side(NamedTuple):
    name: str
    colour: pygame.Color


class Balance(Pressable):
    """A bar of two sides' shares, the first on the left; hidden without a share."""

    def __init__(self, parent: Group, tip: str, on_press: Callable[[], object]) -> None:
        super().__init__(parent, tip, on_press)
        self.tip = tip
        self._share = 0.5
        self.sides = (Side("", IVORY), Side("", EBONY))
        self.visible = False

    def show(self, share: float | None, sides: tuple[Side, Side]) -> None:
        """Show the share of the first side, 0 to 1; None hides the bar."""
        self.visible = share is not None
        if share is not None and (share, sides) != (self._share, self.sides):
            self._share, self.sides = share, sides
            self.dirty()

    @property
    def percentages(self) -> list[str]:
        percent = self.form.scene.app.words.percent
        return [percent(round(100 * share)) for share in (self._share, 1 - self._share)]

    def describe_value(self) -> str:
        return ", ".join(f"{side.name} {told}" for side, told in zip(self.sides, self.percentages, strict=True))

    def paint(self, surface: pygame.Surface) -> None:
        theme, rect = self.theme, self.rect
        pad = theme.px(0.9)
        told = self.percentages
        widest = max(theme.width(words, "strong") for words in (*told, "50 %"))
        left = pygame.Rect(rect.left, rect.top, widest, rect.height)
        right = pygame.Rect(rect.right - widest, rect.top, widest, rect.height)
        bar = pygame.Rect(left.right + pad, 0, right.left - left.right - 2 * pad, theme.px(2.0))
        bar.centery = rect.centery
        colour = INK if self.hovered else SOFT_INK
        theme.text(surface, told[0], "strong", colour, left, "right")
        theme.text(surface, told[1], "strong", colour, right)
        if bar.width > 0:
            middle = round(bar.width * self._share)
            left_one, right_one = (hex_of(colour) for _, colour in self.sides)
            key = ("balance", bar.size, middle, left_one, right_one)
            surface.blit(theme.cache.get(key, lambda: _bar(bar.size, middle, left_one, right_one)), bar)


def _bar(size: tuple[int, int], middle: int, left: str, right: str) -> pygame.Surface:
    width, height = size
    round_by = height / 2
    parts = [f'<rect width="{width}" height="{height}" rx="{round_by}" fill="#6B5138"/>']
    inner = f'y="1.5" height="{height - 3}" rx="{round_by - 1.5}"'
    parts.append(f'<rect x="1.5" {inner} width="{width - 3}" fill="{right}"/>')
    if middle > 3:
        parts.append(f'<rect x="1.5" {inner} width="{max(1, min(middle, width - 3))}" fill="{left}"/>')
        if height < middle < width - height:
            square = f'x="{middle - round_by}" y="1.5" width="{round_by + 1.5}" height="{height - 3}"'
            parts.append(f'<rect {square} fill="{left}"/>')
    parts.append(
        f'<rect x="3" y="2" width="{width - 6}" height="{max(1, height / 3)}" rx="{height / 6}" '
        'fill="#FFFFFF" fill-opacity="0.13"/>'
    )
    parts.append(f'<rect x="{width / 2 - 0.75}" y="0" width="1.5" height="{height}" fill="#C8A25A"/>')
    return vector(size, "".join(parts))


class FaceCounts(Cells):
    """Six dice, each with a column as high as its count; a horizontal line shows the expected count."""

    def __init__(self, parent: Group, folder: str, counts: Sequence[int], expected: str) -> None:
        """Create the chart; its dice are the sprites `die-1` … of `folder`, `expected` is a caption."""
        super().__init__(parent, expected)
        self._folder = folder
        self._counts = counts

    def cells(self) -> Sequence[Sequence[str]]:
        words = self.form.scene.app.words
        return [
            [words.label_value(str(face), str(count)) for face, count in enumerate(self._counts, 1)],
            [self.label],
        ]

    def cell_place(self, row: int, column: int) -> pygame.Rect:
        rect, low = self.rect, self.theme.line("small")
        if row:
            return pygame.Rect(rect.left, rect.bottom - low, rect.width, low)
        return pygame.Rect(rect.left + column * self._step(), rect.top, self._step(), rect.height - low)

    def _step(self) -> int:
        return min(self.theme.px(12), self.rect.width // 6)

    def natural_height(self, width: int) -> int:
        theme = self.theme
        return theme.px(8) + theme.line("strong") + theme.px(5) + theme.line("small") + theme.gap

    def paint(self, surface: pygame.Surface) -> None:
        theme, rect = self.theme, self.rect
        step = self._step()
        side = min(theme.px(5), step - theme.gap)
        columns = pygame.Rect(rect.left, rect.top + theme.line("strong"), 6 * step, theme.px(8))
        most = max(*self._counts, sum(self._counts) / 6 * 1.25)
        even = columns.bottom - round(columns.height * sum(self._counts) / 6 / most)
        for index, count in enumerate(self._counts):
            middle = columns.left + index * step + step // 2
            high = round(columns.height * count / most)
            bar = pygame.Rect(middle - side // 3, columns.bottom - high, 2 * side // 3, high)
            pygame.draw.rect(surface, theme.colour_for(BRASS).lerp(theme.colour_for(PAPER), 0.3), bar)
            theme.outline(surface, bar)
            above = min(bar.top, even) - theme.line("strong")
            number = pygame.Rect(middle - step // 2, above, step, theme.line("strong"))
            theme.text(surface, str(count), "strong", INK, number, "centre")
            die = self.assets.sprite(f"{self._folder}/die-{index + 1}", side)
            surface.blit(die, die.get_rect(midtop=(middle, columns.bottom + theme.px(0.3))))
        pygame.draw.line(surface, theme.colour_for(SOFT_INK), (columns.left, even), (columns.right, even))
        told = pygame.Rect(rect.left, rect.bottom - theme.line("small"), rect.width, theme.line("small"))
        theme.text(surface, self.label, "small", SOFT_INK, told)


class RollCounts(Cells):
    """Counts of the 21 rolls in a triangle of cells: the higher die down the side, the lower one along the top."""

    def __init__(self, parent: Group, counts: Sequence[int], expected: str) -> None:
        """Create the table; `counts` are in the order 1-1, 2-1, 2-2, 3-1 and so on."""
        super().__init__(parent, expected)
        self._counts = counts

    def natural_height(self, width: int) -> int:
        theme = self.theme
        return 7 * self._row() + theme.gap + theme.height(self.label, "small", width)

    def _row(self) -> int:
        return self.theme.line("body") + self.theme.px(0.3)

    def _step(self) -> int:
        return min(self.theme.px(9), self.rect.width // 7)

    def cells(self) -> Sequence[Sequence[str]]:
        words, counts = self.form.scene.app.words, iter(self._counts)
        rolls = [
            [words.label_value(f"{high}-{low}", str(next(counts))) for low in range(1, high + 1)]
            for high in range(1, 7)
        ]
        return [*rolls, [self.label]]

    def cell_place(self, row: int, column: int) -> pygame.Rect:
        rect, step, high = self.rect, self._step(), self._row()
        if row > 5:
            top = rect.top + 7 * high + self.theme.gap
            return pygame.Rect(rect.left, top, rect.width, rect.bottom - top)
        return pygame.Rect(rect.left + (column + 1) * step, rect.top + (row + 1) * high, step, high).inflate(-2, -2)

    def paint(self, surface: pygame.Surface) -> None:
        theme, rect, row = self.theme, self.rect, self._row()
        step = self._step()
        expected = sum(self._counts) / 18
        cells = iter(self._counts)
        for index in range(1, 7):
            head = pygame.Rect(rect.left + index * step, rect.top, step, row)
            theme.text(surface, str(index), "small", SOFT_INK, head, "centre")
            side = pygame.Rect(rect.left, rect.top + index * row, step, row)
            theme.text(surface, str(index), "small", SOFT_INK, side, "centre")
        for high in range(1, 7):
            for low in range(1, high + 1):
                count = next(cells)
                cell = self.cell_place(high - 1, low - 1)
                due = expected / 2 if low == high else expected
                deep = min(1.0, count / due / 2.5) if due else 0.0
                ground = theme.colour_for(PAPER).lerp(theme.glow, 0.1 + 0.75 * deep)
                pygame.draw.rect(surface, ground, cell, border_radius=theme.px(0.4))
                pygame.draw.rect(surface, theme.colour_for(EDGE), cell, 1, border_radius=theme.px(0.4))
                theme.text(surface, str(count), "body", INK, cell, "centre")
        theme.text(surface, self.label, "small", SOFT_INK, self.cell_place(6, 0), "left", "top")


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

"""The list of a match's turns: numbered rows with the current turn marked; sprites may replace words."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate

import pygame

from scenes.app.accessibility_tree import Node
from scenes.app.fonts import Role
from scenes.app.stack import MOUSE_EVENTS
from scenes.app.theme import BRASS, EDGE, INK, PAPER, SOFT_INK, Theme
from scenes.ui.base import Group, Widget
from scenes.ui.button import next_index
from scenes.ui.scroll import Scroll

_STEPS = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}


class MoveList(Widget):
    """The turns as cells in rows of `columns`, or of one column if texts as wide as `widest_text` don't fit."""

    focusable = True
    has_numbers = True  # rows are numbered
    is_small = False  # in small letters

    def __init__(
        self,
        parent: Group,
        on_pick: Callable[[int], object],
        columns: int = 2,
        widest_text: str = "",
        tip_of: Callable[[int], str] = lambda index: "",
        sprites_of: Callable[[int], Mapping[str, str]] = lambda index: {},
    ) -> None:
        """Create the list.

        `on_pick`, `tip_of` and `sprites_of` get the index of a cell. `tip_of` returns the cell's tip, or "";
        `sprites_of` returns names of sprites by the words in the cell that they replace.
        """
        super().__init__(parent)
        self._tip_of = tip_of
        self._sprites_of = sprites_of
        self._on_pick = on_pick
        self._columns = columns
        self._widest_text = widest_text
        self.cells: list[str] = []
        self.current: int | None = None  # index of the cell of the current turn
        self.text_of: Callable[[int], str] = lambda index: ""  # returns the text of a cell to be read aloud, or ""
        self._first_number = self._cells_per_row = self._row_height = 1
        self._tops = [0]  # pixels from the first row's top to the top of each row, and to the end
        self._numbers_width = 0
        self._pointed_index: int | None = None
        self.scroll = Scroll(self)

    def describe_value(self) -> str:
        index = self._described_index
        if index is None or index >= len(self.cells):
            return ""
        text = self.text_of(index) or self.cells[index]
        return f"{self._first_number + index // self._columns}. {text}" if self.has_numbers else text

    def nodes(self) -> list[Node]:
        node = self.node(self.label)
        node.role, focused, node.focused = "LIST_BOX", node.focused, self.current is None and node.focused
        shown = [index for index in range(len(self.cells)) if self.place_of(index).colliderect(self.rect)]
        for index in shown:
            text, is_here = self.text_of(index) or self.cells[index], index == self.current
            cell = Node(self, "LIST_BOX_OPTION", text, self.place_of(index), index, is_on=is_here)
            cell.focused = is_here and focused
            cell.place, cell.press = (index, len(self.cells)), partial(self._on_pick, index)
            node.children.append(cell)
        return [node]

    def show(self, cells: Sequence[str], current: int | None, first_number: int = 1) -> None:
        """Show these turns, with the turn `current` marked and in view; the rows are numbered from `first_number`."""
        if list(cells) == self.cells and current == self.current and first_number == self._first_number:
            return
        self.cells, self.current, self._first_number = list(cells), current, first_number
        self.lay_out()
        self.dirty()
        self.form.renew_tip(self)

    def tip_text(self) -> str:
        index = self._described_index
        if index is None or index >= len(self.cells):
            return ""
        return " ".join(filter(None, (self.cells[index] if self._is_cut_off(index) else "", self._tip_of(index))))

    def _is_cut_off(self, index: int) -> bool:
        theme, margin = self.theme, 2 * self.theme.px(0.5 if self.is_small else 0.7)
        room = self.place_of(index).width - theme.px(0.5) - margin
        return not self.pictures(index) and theme.width(self.cells[index], self._role_of(index)) > room

    @property
    def _described_index(self) -> int | None:
        """The index of the cell that the tip and the line of words are about."""
        is_mouse_used = self.hovered and (self._pointed_index is not None or self.form.marked is not self)
        return self._pointed_index if is_mouse_used else self.current

    def height_of(self, rows: int) -> int:
        return rows * (self.theme.line("body") + self.theme.px(0.9))

    def lay_out(self) -> None:
        """Lay out the list and scroll to the current turn; the height of the list is reduced to whole rows."""
        self._row_height, self._numbers_width = self.height_of(1), self._measure_numbers()
        self._rect.height -= self._rect.height % self._row_height
        room = (self.rect.width - self._numbers_width) // self._columns - 2 * self.theme.px(1.2)
        self._cells_per_row = self._columns if self.theme.width(self._widest_text, "strong") <= room else 1
        rows = -(-len(self.cells) // self._cells_per_row)  # rounded up
        has_bar = self.scroll.is_needed()
        self._measure_rows(rows)
        if self.scroll.is_needed() != has_bar:  # the scroll bar narrows the words
            self._measure_rows(rows)
        self.scroll.move(self.scroll.offset)
        row = min((self.current or 0) // self._cells_per_row, max(0, rows - 1))
        self.scroll.show(self._tops[row], self._tops[min(row + 1, rows)])

    def _measure_rows(self, rows: int) -> None:
        cells = range(len(self.cells))
        starts = range(0, rows * self._cells_per_row, self._cells_per_row)
        line_counts = (max(map(self.count_lines, cells[start : start + self._cells_per_row])) for start in starts)
        line_height = self.theme.line("small" if self.is_small else "body")
        heights = (self._row_height + (count - 1) * line_height for count in line_counts)
        self._tops = list(accumulate(heights, initial=0))
        self.scroll.stops = self._tops[:-1]
        self.scroll.content_height = self._tops[-1]

    def count_lines(self, index: int) -> int:
        return 1  # of text in the cell

    def extent(self) -> pygame.Rect:
        return self.rect.inflate(self.theme.px(2), self.theme.px(2))

    def handle(self, event: pygame.event.Event) -> bool:
        if self.scroll.handle(event, self._row_height):
            return True
        if event.type == pygame.KEYDOWN:
            return self._handle_key(event.key)
        if event.type == pygame.MOUSEMOTION:
            self._set_pointed(self._index_at(event.pos))
        elif event.type == pygame.MOUSEBUTTONDOWN:
            index = self._index_at(event.pos)
            if index is not None:
                self._on_pick(index)
        return event.type in MOUSE_EVENTS

    def _handle_key(self, key: int) -> bool:
        count, per_row = len(self.cells), self._cells_per_row
        steps = {**_STEPS, pygame.K_UP: -per_row, pygame.K_DOWN: per_row}
        start = count if self.current is None else self.current  # without a current turn: from beyond the last one
        wanted = next_index(key, start, count, steps)
        if wanted is not None:
            self._on_pick(wanted)
        return wanted is not None

    def _set_pointed(self, index: int | None) -> None:
        if index != self._pointed_index:
            self._pointed_index = index
            self.form.renew_tip(self)
            self.dirty()

    @property
    def tip_rect(self) -> pygame.Rect:
        return self.rect if self._described_index is None else self.place_of(self._described_index)

    @property
    def pointed_cell(self) -> int | None:
        """The index of the cell under the mouse or, if the list has the focus ring, the current cell; else None."""
        return self._described_index if self.hovered or self.form.marked is self else None

    def place_of(self, index: int) -> pygame.Rect:
        view, numbers_width = self.scroll.view, self._numbers_width
        row, column = divmod(index, self._cells_per_row)
        top, bottom = (
            self._tops[row : row + 2]
            if row + 1 < len(self._tops)  # else the list isn't laid out yet
            else (row * self._row_height, (row + 1) * self._row_height)
        )
        width = (view.width - numbers_width) // self._cells_per_row
        y = view.top - self.scroll.offset + top
        return pygame.Rect(view.left + numbers_width + column * width, y, width, bottom - top)

    def _measure_numbers(self) -> int:
        if not self.has_numbers:
            return self.theme.px(0.4)
        last = self._first_number + max(0, len(self.cells) - 1) // self._columns
        return self.theme.width(f"{max(last, 10)}.", "small") + self.theme.px(1.6)

    def _index_at(self, pos: tuple[int, int]) -> int | None:
        if not self.scroll.view.collidepoint(pos):
            return None
        row = bisect_right(self._tops, pos[1] - self.rect.top + self.scroll.offset) - 1
        first = row * self._cells_per_row
        in_row = range(max(0, first), min(len(self.cells), first + self._cells_per_row))
        return next((index for index in in_row if self.place_of(index).collidepoint(pos)), None)

    def paint(self, surface: pygame.Surface) -> None:
        theme, view, per_row = self.theme, self.scroll.view, self._cells_per_row
        clip = surface.get_clip()
        surface.set_clip(view.clip(clip))
        offset, number_width = self.scroll.offset, self._numbers_width - theme.px(0.9)
        first_row, end_row = bisect_right(self._tops, offset) - 1, bisect_right(self._tops, offset + view.height)
        for index in range(first_row * per_row, min(len(self.cells), end_row * per_row)):
            place = self.place_of(index)
            if index % per_row == 0:
                number_rect = pygame.Rect(view.left, place.top, number_width, place.height)
                if self.has_numbers and index % self._columns == 0:
                    number = f"{self._first_number + index // self._columns}."
                    theme.text(surface, number, "small", SOFT_INK, number_rect, "right")
                theme.paint_rule(surface, (view.left, place.bottom - 1), view.width)
            self._paint_cell(surface, index, place)
        surface.set_clip(clip)
        self.scroll.paint(surface)

    def _paint_cell(self, surface: pygame.Surface, index: int, place: pygame.Rect) -> None:
        theme = self.theme
        inner = place.inflate(-theme.px(0.5), -max(2, theme.px(0.3)))
        if index == self.current:
            theme.paint_highlight(surface, inner, BRASS.lerp(PAPER, 0.35), theme.px(0.5))
        elif self.hovered and index == self._pointed_index:
            theme.paint_highlight(surface, inner, EDGE.lerp(PAPER, 0.5), theme.px(0.5), is_picked=False)
        self.paint_words(surface, index, inner)

    def paint_words(self, surface: pygame.Surface, index: int, inner: pygame.Rect) -> None:
        theme, role, pictures = self.theme, self._role_of(index), self.pictures(index)
        room = inner.inflate(-2 * theme.px(0.5 if self.is_small else 0.7), 0)
        if not pictures:
            theme.text(surface, self.cells[index], role, INK, room, ellipsis=True)
            return
        lines, line_height = self.cell_lines(index), theme.line(role)
        first_y = room.centery - (len(lines) - 1) * line_height // 2
        for number, line in enumerate(lines):
            for left, part in place_words(theme, line, role, pictures, room.width):
                picture = pictures.get(part) or theme.render_text(part, role, INK)
                surface.blit(picture, picture.get_rect(midleft=(room.left + left, first_y + number * line_height)))

    def cell_lines(self, index: int) -> Sequence[str]:
        """Return the lines, from the top, of a cell that has pictures."""
        return (self.cells[index],)

    def _role_of(self, index: int) -> Role:
        return "small" if self.is_small else "strong" if index == self.current else "body"

    def pictures(self, index: int) -> Mapping[str, pygame.Surface]:
        """Return the pictures of a cell by the words that they replace."""
        side = round(0.92 * self._row_height)
        return {word: self.assets.sprite(look, side) for word, look in self._sprites_of(index).items()}


def place_words(
    theme: Theme, text: str, role: Role, pictures: Mapping[str, pygame.Surface], room: int
) -> Iterator[tuple[int, str]]:
    """Yield the parts of a line with their x offsets; end a line wider than `room` pixels with "…".

    A part is a text, or a word that a picture replaces.
    """
    blank_width = max(3, round(0.2 * theme.line(role)))
    parts = _split_at_pictures(text, pictures)
    widths = [_width_of(theme, part, role, pictures, blank_width) for part in parts]
    left, end = 0, room
    if sum(widths) > room:
        end -= theme.width("…", role)
    for part, width in zip(parts, widths, strict=True):
        shown = part if part in pictures else part.strip(" ")
        indent = 0 if part in pictures else (len(part) - len(part.lstrip(" "))) * blank_width
        if left + width > end:
            left += indent
            while shown and (part in pictures or left + theme.width(shown, role) > end):
                shown = shown[:-1] if part not in pictures else ""
            yield min(left, end), shown + "…"  # after a blank, `left` may be beyond the end
            return
        if shown:
            yield left + indent, shown
        left += width


def wrap_at_sign(
    theme: Theme, text: str, sign: str, role: Role, pictures: Mapping[str, pygame.Surface], room: int
) -> list[str]:
    """Break a line of words and pictures at `sign` into lines of at most `room` pixels."""
    blank_width = max(3, round(0.2 * theme.line(role)))
    lines: list[str] = []
    for part in text.split(sign):
        longer = f"{lines[-1]}{sign}{part}" if lines else part
        pieces = _split_at_pictures(longer, pictures)
        if lines and sum(_width_of(theme, piece, role, pictures, blank_width) for piece in pieces) <= room:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines


def _split_at_pictures(text: str, pictures: Mapping[str, pygame.Surface]) -> list[str]:
    return [part for part in re.split(f"({'|'.join(map(re.escape, pictures))})", text) if part]


def _width_of(theme: Theme, part: str, role: Role, pictures: Mapping[str, pygame.Surface], blank_width: int) -> int:
    if part in pictures:
        return pictures[part].get_width() + 1
    text = part.strip(" ")
    return (theme.width(text, role) if text else 0) + (len(part) - len(text)) * blank_width

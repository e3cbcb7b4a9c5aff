"""A table of texts and figures with a heading row, and a row of large figures."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from scenes.app.fonts import Align, Role
from scenes.app.theme import INK, SOFT_INK
from scenes.ui.base import Group
from scenes.ui.readable_cells import ReadableCells


class TextTable(ReadableCells):
    """A table with a heading row; a text too long for its column ends with an ellipsis."""

    def __init__(self, parent: Group, head: Sequence[str], lines: Sequence[Sequence[str]], words: int = 1) -> None:
        """Create the table. The first `words` columns have texts and equal parts of the room that the others leave.

        The other columns have figures and are right-aligned.
        """
        super().__init__(parent, ". ".join(", ".join(line_height) for line_height in lines))
        self._head = head
        self._rows = lines
        self._texts = words
        self._cells = [
            [self._cell_text(line_height, number) for number in range(len(line_height))] for line_height in lines
        ]

    def line_height(self) -> int:
        return self.theme.line("body") + self.theme.px(1)

    def natural_height(self, width: int) -> int:
        return self.theme.line("small") + self.theme.px(0.8) + len(self._rows) * self.line_height()

    def cells(self) -> Sequence[Sequence[str]]:
        return self._cells

    def _cell_text(self, line_height: Sequence[str], number: int) -> str:
        heads = line_height[: min(number, self._texts)]
        head = ", ".join((*heads, self._head[number]))
        return self.form.scene.app.words.label_value(head, line_height[number])

    def cell_place(self, row: int, column: int) -> pygame.Rect:
        place = self._columns()[column]
        return pygame.Rect(place.left, self._top() + row * self.line_height(), place.width, self.line_height())

    def _top(self) -> int:
        return self.rect.top + self.theme.line("small") + self.theme.px(0.8)

    def _columns(self) -> list[pygame.Rect]:
        theme, rect = self.theme, self.rect
        gap = theme.px(1.6)
        widths = []
        for number in range(self._texts, len(self._head)):
            cells = [theme.width(line_height[number], "body") for line_height in self._rows]
            widths.append(max([theme.width(self._head[number], "small"), *cells]) + 2)
        rest = rect.width - sum(widths) - gap * len(self._head[1:])
        widths = [rest // self._texts] * self._texts + widths
        columns, left = [], rect.left
        for width in widths:
            columns.append(pygame.Rect(left, rect.top, width, rect.height))
            left += width + gap
        return columns

    def paint(self, surface: pygame.Surface) -> None:
        theme, columns = self.theme, self._columns()
        head_height = theme.line("small")
        for number, (head, column) in enumerate(zip(self._head, columns, strict=True)):
            place = pygame.Rect(column.left, column.top, column.width, head_height)
            theme.text(surface, head, "small", SOFT_INK, place, self._align_of(number), ellipsis=number < self._texts)
        top = self._top()
        theme.paint_rule(surface, (self.rect.left, top - theme.px(0.4)), self.rect.width)
        for line_height in self._rows:
            for number, (cell, column) in enumerate(zip(line_height, columns, strict=True)):
                place = pygame.Rect(column.left, top, column.width, self.line_height())
                role: Role = "strong" if number == 0 else "body"
                theme.text(surface, cell, role, INK, place, self._align_of(number), ellipsis=number < self._texts)
            top += self.line_height()

    def _align_of(self, number: int) -> Align:
        return "left" if number < self._texts else "right"


class Totals(ReadableCells):
    """A row of large figures, each with its label below."""

    def __init__(self, parent: Group) -> None:
        super().__init__(parent)
        self._figures: Sequence[tuple[str, str]] = ()

    def show(self, figures: Sequence[tuple[str, str]]) -> None:
        self._figures = figures
        self.label = ", ".join(f"{words} {figure}" for figure, words in figures)
        self.dirty()

    def natural_height(self, width: int) -> int:
        return self.theme.line("digits") + self.theme.line("small")

    def cells(self) -> Sequence[Sequence[str]]:
        words = self.form.scene.app.words
        return [[words.label_value(told, figure) for figure, told in self._figures]]

    def cell_place(self, row: int, column: int) -> pygame.Rect:
        rect, count = self.rect, len(self._figures)
        left, right = (rect.left + rect.width * number // count for number in (column, column + 1))
        return pygame.Rect(left, rect.top, right - left, rect.height)

    def paint(self, surface: pygame.Surface) -> None:
        theme = self.theme
        for number, (figure, words) in enumerate(self._figures):
            place = self.cell_place(0, number)
            place.height = theme.line("digits")
            theme.text(surface, figure, "digits", INK, place, "centre")
            below = pygame.Rect(place.left, place.bottom, place.width, theme.line("small"))
            theme.text(surface, words, "small", SOFT_INK, below, "centre")

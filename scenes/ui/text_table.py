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

    def __init__(
        self, parent: Group, head: Sequence[str], rows: Sequence[Sequence[str]], text_columns: int = 1
    ) -> None:
        """Create the table; its first `text_columns` columns have texts and are equally wide.

        The other columns have figures, are right-aligned and only as wide as needed.
        """
        super().__init__(parent, ". ".join(", ".join(row) for row in rows))
        self._head = head
        self._rows = rows
        self._text_columns = text_columns
        self._cells = [[self._cell_text(row, column) for column in range(len(row))] for row in rows]

    def line_height(self) -> int:
        return self.theme.line("body") + self.theme.px(1)

    def natural_height(self, width: int) -> int:
        return self.theme.line("small") + self.theme.px(0.8) + len(self._rows) * self.line_height()

    def cells(self) -> Sequence[Sequence[str]]:
        return self._cells

    def _cell_text(self, row: Sequence[str], column: int) -> str:
        """Return the words read aloud for a cell: its row's texts before it, its column's heading, its own text."""
        heads = row[: min(column, self._text_columns)]
        head = ", ".join((*heads, self._head[column]))
        return self.form.scene.app.words.label_value(head, row[column])

    def cell_place(self, row: int, column: int) -> pygame.Rect:
        place = self._columns()[column]
        return pygame.Rect(place.left, self._rows_top() + row * self.line_height(), place.width, self.line_height())

    def _rows_top(self) -> int:
        return self.rect.top + self.theme.line("small") + self.theme.px(0.8)

    def _columns(self) -> list[pygame.Rect]:
        theme, rect = self.theme, self.rect
        gap = theme.px(1.6)
        widths = []
        for number in range(self._text_columns, len(self._head)):
            cell_widths = [theme.width(row[number], "body") for row in self._rows]
            widths.append(max([theme.width(self._head[number], "small"), *cell_widths]) + 2)
        rest = rect.width - sum(widths) - gap * len(self._head[1:])
        widths = [rest // self._text_columns] * self._text_columns + widths
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
            theme.text(
                surface, head, "small", SOFT_INK, place, self._align_of(number), ellipsis=number < self._text_columns
            )
        top = self._rows_top()
        theme.paint_rule(surface, (self.rect.left, top - theme.px(0.4)), self.rect.width)
        for row in self._rows:
            for number, (cell, column) in enumerate(zip(row, columns, strict=True)):
                place = pygame.Rect(column.left, top, column.width, self.line_height())
                role: Role = "strong" if number == 0 else "body"
                theme.text(
                    surface, cell, role, INK, place, self._align_of(number), ellipsis=number < self._text_columns
                )
            top += self.line_height()

    def _align_of(self, number: int) -> Align:
        return "left" if number < self._text_columns else "right"


class Totals(ReadableCells):
    """A row of large figures, each with its label below."""

    def __init__(self, parent: Group) -> None:
        super().__init__(parent)
        self._figures: Sequence[tuple[str, str]] = ()  # each with its label

    def show(self, figures: Sequence[tuple[str, str]]) -> None:
        self._figures = figures
        self.label = ", ".join(f"{label} {figure}" for figure, label in figures)
        self.dirty()

    def natural_height(self, width: int) -> int:
        return self.theme.line("digits") + self.theme.line("small")

    def cells(self) -> Sequence[Sequence[str]]:
        words = self.form.scene.app.words
        return [[words.label_value(label, figure) for figure, label in self._figures]]

    def cell_place(self, row: int, column: int) -> pygame.Rect:
        rect, count = self.rect, len(self._figures)
        left, right = (rect.left + rect.width * number // count for number in (column, column + 1))
        return pygame.Rect(left, rect.top, right - left, rect.height)

    def paint(self, surface: pygame.Surface) -> None:
        theme = self.theme
        for number, (figure, label) in enumerate(self._figures):
            place = self.cell_place(0, number)
            place.height = theme.line("digits")
            theme.text(surface, figure, "digits", INK, place, "centre")
            below = pygame.Rect(place.left, place.bottom, place.width, theme.line("small"))
            theme.text(surface, label, "small", SOFT_INK, below, "centre")

"""The base class of tables and charts that are read aloud cell by cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from scenes.app.accessibility_tree import Node
from scenes.ui.base import RepaintingAttribute, Widget
from scenes.ui.button import ARROWS

_ROW_ENDS: Final = {pygame.K_HOME: 0, pygame.K_END: -1}  # index of the column


class ReadableCells(Widget):
    """A table or chart that can only be read; the arrow keys, Home and End go from cell to cell.

    Tab stops at it only with a screen reader or the line of words.
    """

    takes_mouse = False
    at_cell = RepaintingAttribute((0, 0))  # row and column of the cell being read

    def cells(self) -> Sequence[Sequence[str]]:
        """Return the words of each cell, row by row; rows may differ in length."""
        raise NotImplementedError

    def cell_place(self, row: int, column: int) -> pygame.Rect:
        raise NotImplementedError

    @property
    def is_readable(self) -> bool:
        return any(self.cells())

    def _current_cell(self) -> tuple[int, int]:
        """Return `at_cell`, or the nearest cell that exists."""
        rows = self.cells()
        row = min(self.at_cell[0], len(rows) - 1)
        return row, max(0, min(self.at_cell[1], len(rows[row]) - 1))

    def describe(self) -> str:
        return self.describe_value()

    def describe_value(self) -> str:
        if not self.is_readable:
            return ""
        row, column = self._current_cell()
        return self.cells()[row][column]

    def nodes(self) -> list[Node]:
        if not self.is_readable:
            return []
        table = self.node(self.label if len(self.cells()) == 1 else "")
        table.role, focused, table.focused = "TABLE", table.focused, False
        for row, cells in enumerate(self.cells()):
            row_node = Node(self, "ROW", part=row, rect=self.cell_place(row, 0))
            for column, text in enumerate(cells):
                is_focused = focused and (row, column) == self._current_cell()
                cell = Node(self, "CELL", text, self.cell_place(row, column), (row, column), focused=is_focused)
                cell.place = row, column
                row_node.children.append(cell)
            table.children.append(row_node)
        return [table]

    def ring_rect(self) -> pygame.Rect:
        return self.cell_place(*self._current_cell()) if self.is_readable else self.rect

    @property
    def visible_part(self) -> pygame.Rect:
        return self.ring_rect()

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type != pygame.KEYDOWN or not self.is_readable:
            return False
        rows, (row, column) = self.cells(), self._current_cell()
        if event.key in _ROW_ENDS:
            wanted = (row, range(len(rows[row]))[_ROW_ENDS[event.key]])  # -1 becomes the last column
        elif event.key in ARROWS:
            right, down = ARROWS[event.key]
            wanted = (row + down, column + right)
            if not (0 <= wanted[0] < len(rows) and (not right or 0 <= wanted[1] < len(rows[row]))):
                return False
        else:
            return False
        self.at_cell = wanted
        self.at_cell = self._current_cell()  # another row may have fewer cells
        self.reveal_cell()
        return True

    def reveal_cell(self) -> None:
        self.scroll_into_view()

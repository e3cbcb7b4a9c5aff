"""Tables that are read aloud cell by cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from scenes.app.accessibility_tree import Node
from scenes.ui.base import RepaintingAttribute, Widget
from scenes.ui.button import ARROWS

_ENDS: Final = {pygame.K_HOME: 0, pygame.K_END: -1}


class Cells(Widget):
    """An unusable but readable widget: with a screen reader or line of words Tab stops at it, arrows read it."""

    touchable = False
    at_cell = RepaintingAttribute((0, 0))  # row and column of the cell being read

    def cells(self) -> Sequence[Sequence[str]]:
        """Return the words of each cell, row by row; rows may differ in length."""
        raise NotImplementedError

    def cell_place(self, row: int, column: int) -> pygame.Rect:
        raise NotImplementedError

    @property
    def is_readable(self) -> bool:
        return any(self.cells())

    def _here(self) -> tuple[int, int]:
        """Return row and column of the cell being read, limited to those that exist."""
        rows = self.cells()
        row = min(self.at_cell[0], len(rows) - 1)
        return row, max(0, min(self.at_cell[1], len(rows[row]) - 1))

    def spoken(self) -> str:
        return self.describe_value()

    def describe_value(self) -> str:
        if not self.is_readable:
            return ""
        row, column = self._here()
        return self.cells()[row][column]

    def nodes(self) -> list[Node]:
        if not self.is_readable:
            return []
        whole = self.node(self.label if len(self.cells()) == 1 else "")
        whole.role, focused, whole.focused = "TABLE", whole.focused, False
        for row, cells in enumerate(self.cells()):
            line = Node(self, "ROW", part=row, rect=self.cell_place(row, 0))
            for column, told in enumerate(cells):
                here = focused and (row, column) == self._here()
                cell = Node(self, "CELL", told, self.cell_place(row, column), (row, column), focused=here)
                cell.place = row, column
                line.children.append(cell)
            whole.children.append(line)
        return [whole]

    def ring_rect(self) -> pygame.Rect:
        return self.cell_place(*self._here()) if self.is_readable else self.rect

    @property
    def visible_part(self) -> pygame.Rect:
        return self.ring_rect()

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type != pygame.KEYDOWN or not self.is_readable:
            return False
        rows, (row, column) = self.cells(), self._here()
        if event.key in _ENDS:
            wanted = (row, range(len(rows[row]))[_ENDS[event.key]])
        elif event.key in ARROWS:
            right, down = ARROWS[event.key]
            wanted = (row + down, column + right)
            if not (0 <= wanted[0] < len(rows) and (not right or 0 <= wanted[1] < len(rows[row]))):
                return False
        else:
            return False
        self.at_cell = wanted
        self.at_cell = self._here()
        self.reveal_cell()
        return True

    def reveal_cell(self) -> None:
        self.scroll_into_view()

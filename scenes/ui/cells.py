"""What is read cell by cell: the arrows go through its rows, and each cell is said with its heads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from scenes.ui.base import Shown, Widget

_WAYS: Final = {
    pygame.K_UP: (-1, 0),
    pygame.K_DOWN: (1, 0),
    pygame.K_LEFT: (0, -1),
    pygame.K_RIGHT: (0, 1),
}
_ENDS: Final = {pygame.K_HOME: 0, pygame.K_END: -1}


class Cells(Widget):
    """Can't be used; where words are wanted, Tab stops at it and the arrows read it."""

    touchable = False
    at_cell = Shown((0, 0))
    """The row and the column of the cell that is read."""

    def cells(self) -> Sequence[Sequence[str]]:
        """What is said of each cell, row by row; a row may be shorter than others."""
        raise NotImplementedError

    def cell_place(self, row: int, column: int) -> pygame.Rect:
        """Where a cell is, in window pixels."""
        raise NotImplementedError

    @property
    def readable(self) -> bool:
        return any(self.cells())

    def _here(self) -> tuple[int, int]:
        """The cell that is read; the last that there is when there are fewer than before."""
        rows = self.cells()
        row = min(self.at_cell[0], len(rows) - 1)
        return row, max(0, min(self.at_cell[1], len(rows[row]) - 1))

    def spoken(self) -> str:
        return self.valued()

    def valued(self) -> str:
        if not self.readable:
            return ""
        row, column = self._here()
        return self.cells()[row][column]

    def ringed(self) -> pygame.Rect:
        return self.cell_place(*self._here()) if self.readable else self.rect

    @property
    def attended(self) -> pygame.Rect:
        return self.ringed()

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type != pygame.KEYDOWN or not self.readable:
            return False
        rows, (row, column) = self.cells(), self._here()
        if event.key in _ENDS:
            wanted = (row, range(len(rows[row]))[_ENDS[event.key]])
        elif event.key in _WAYS:
            down, right = _WAYS[event.key]
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
        """Scroll to the cell that is read."""
        group = self.parent
        while group is not None:
            group.reveal(self)
            group = group.parent

"""Layout in pixels by rows, columns and grids: a cell is a widget or another layout; what is hidden takes no room."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol, TypeAlias

import pygame


class Cell(Protocol):
    """What can be laid out, if it is `visible`."""

    @property
    def visible(self) -> bool: ...

    def natural_width(self) -> int: ...

    def natural_height(self, width: int) -> int: ...

    def place(self, rect: pygame.Rect) -> None: ...


class Slot(NamedTuple):
    """A cell in a row or column, or space there."""

    cell: Cell | None
    size: int | None = None
    """A width in a row, a height in a column; None: the cell's natural size."""
    share: float = 0.0
    """If not 0, its part of the room that the others leave, beside other parts."""


Part: TypeAlias = Cell | Slot | None
"""What rows and columns are made of; None stands for nothing."""


def fixed(cell: Cell, size: int) -> Slot:
    """A cell that gets this size."""
    return Slot(cell, size)


def share(cell: Cell, part: float = 1.0) -> Slot:
    """A cell that gets its part of the room that others leave."""
    return Slot(cell, share=part)


def space(size: int) -> Slot:
    """Room before the next cell, in place of the gap; it is hidden with that cell."""
    return Slot(None, size)


def spring(part: float = 1.0) -> Slot:
    """Space before the next cell that gets its part of the room that others leave."""
    return Slot(None, 0, part)


class _RowOrColumn:
    def __init__(self, *parts: Part, gap: int = 0) -> None:
        self._slots = [part if isinstance(part, Slot) else Slot(part) for part in parts if part is not None]
        self._gap = gap

    @property
    def visible(self) -> bool:
        return any(slot.cell is not None and slot.cell.visible for slot in self._slots)

    def _sizes(self, measure: Callable[[Cell], int], room: int | None = None) -> list[tuple[Slot, int]]:
        """The visible slots and the spaces between, with their sizes: natural ones, or those in `room`."""
        shown: list[Slot] = []
        before: Slot | None = None
        for slot in self._slots:
            if slot.cell is not None and slot.cell.visible:
                shown += [before or space(self._gap if shown else 0), slot]
            before = slot if slot.cell is None else None
        shown += [before] if before is not None else []
        natural = [measure(one.cell) if one.cell and one.size is None else one.size or 0 for one in shown]
        if room is not None:
            rest = room - sum(size for one, size in zip(shown, natural, strict=True) if not one.share)
            whole, given = sum(one.share for one in shown), 0.0
            for number, one in enumerate(shown):
                if one.share:
                    before_it, given = given, given + max(0, rest) * one.share / whole
                    natural[number] = round(given) - round(before_it)
        return list(zip(shown, natural, strict=True))


class Column(_RowOrColumn):
    """Cells below one another, as wide as the column."""

    def natural_width(self) -> int:
        return max((one.cell.natural_width() for one in self._slots if one.cell and one.cell.visible), default=0)

    def natural_height(self, width: int) -> int:
        return sum(high for _, high in self._sizes(lambda cell: cell.natural_height(width)))

    def place(self, rect: pygame.Rect) -> None:
        top = rect.top
        for slot, high in self._sizes(lambda cell: cell.natural_height(rect.width), rect.height):
            if slot.cell:
                slot.cell.place(pygame.Rect(rect.left, top, rect.width, high))
            top += high


class Row(_RowOrColumn):
    """Cells side by side, as high as the row; where there is too little room all become narrower."""

    def natural_width(self) -> int:
        return sum(wide for _, wide in self._sizes(_width))

    def natural_height(self, width: int) -> int:
        return max((one.cell.natural_height(wide) for one, wide in self._widths(width) if one.cell), default=0)

    def _widths(self, room: int) -> list[tuple[Slot, int]]:
        widths = self._sizes(_width, room)
        cells, over = sum(wide for one, wide in widths if one.cell), sum(wide for _, wide in widths) - room
        if over <= 0 or not cells:
            return widths
        return [(one, wide - (-(-wide * over // cells) if one.cell else 0)) for one, wide in widths]

    def place(self, rect: pygame.Rect) -> None:
        left = rect.left
        for slot, wide in self._widths(rect.width):
            if slot.cell:
                slot.cell.place(pygame.Rect(left, rect.top, wide, rect.height))
            left += wide


def _width(cell: Cell) -> int:
    return cell.natural_width()


class Layers:
    """Cells in the same place, of which each may be hidden at times: their room is kept."""

    visible = True

    def __init__(self, *cells: Cell) -> None:
        self._cells = cells

    def natural_width(self) -> int:
        return max(map(_width, self._cells))

    def natural_height(self, width: int) -> int:
        return max(cell.natural_height(width) for cell in self._cells)

    def place(self, rect: pygame.Rect) -> None:
        for cell in self._cells:
            cell.place(rect)


class Fluid:
    """What is arranged otherwise in another width."""

    def __init__(self, cells: Sequence[Cell], gap: tuple[int, int] = (0, 0)) -> None:
        """`gap`: between cells side by side, and between lines."""
        self.cells = [cell for cell in cells if cell.visible]
        self.gap = gap

    def arranged(self, width: int) -> Cell:
        """The layout for this width."""
        raise NotImplementedError

    @property
    def visible(self) -> bool:
        return bool(self.cells)

    def natural_width(self) -> int:
        return Row(*self.cells, gap=self.gap[0]).natural_width()

    def natural_height(self, width: int) -> int:
        return self.arranged(width).natural_height(width)

    def place(self, rect: pygame.Rect) -> None:
        self.arranged(rect.width).place(rect)


class ForWidth(Fluid):
    """The layout that a function makes for a width."""

    visible = True

    def __init__(self, make: Callable[[int], Cell]) -> None:
        super().__init__([])
        self._make = make

    def arranged(self, width: int) -> Cell:
        return self._make(width)


class Fitting(Fluid):
    """The first of several layouts of the same cells that has room in the width, or else the last."""

    def natural_width(self) -> int:
        return self.cells[0].natural_width()

    def arranged(self, width: int) -> Cell:
        return next((cell for cell in self.cells if cell.natural_width() <= width), self.cells[-1])


class Grid(Fluid):
    """Cells in lines of so many `columns` of the same width; `alone`: a last one takes the whole line."""

    def __init__(
        self, cells: Sequence[Cell], columns: int, gap: tuple[int, int] = (0, 0), alone: bool = False
    ) -> None:
        super().__init__(cells, gap)
        self.columns, self._alone = columns, alone

    def natural_width(self) -> int:
        return self.columns * max(map(_width, self.cells), default=0) + (self.columns - 1) * self.gap[0]

    def arranged(self, width: int) -> Cell:
        lines = [self.cells[first : first + self.columns] for first in range(0, len(self.cells), self.columns)]
        wide = (width - (self.columns - 1) * self.gap[0]) // self.columns
        rows = [Row(*(fixed(cell, wide) for cell in line), gap=self.gap[0]) for line in lines]
        if self._alone and lines and len(lines[-1]) == 1:
            rows[-1] = Row(fixed(lines[-1][0], width))
        return Column(*rows, gap=self.gap[1])


class Flow(Fluid):
    """Cells side by side, in as many lines as they need."""

    def arranged(self, width: int) -> Cell:
        lines: list[list[Cell]] = []
        for cell in self.cells:
            if lines and Row(*lines[-1], cell, gap=self.gap[0]).natural_width() <= width:
                lines[-1].append(cell)
            else:
                lines.append([cell])
        return Column(*(Row(*line, gap=self.gap[0]) for line in lines), gap=self.gap[1])


class Area:
    """Room that a function fills."""

    visible = True

    def __init__(self, place: Callable[[pygame.Rect], None], wide: int = 0, high: int = 0) -> None:
        self._wide, self._high, self._place = wide, high, place

    def natural_width(self) -> int:
        return self._wide

    def natural_height(self, width: int) -> int:
        return self._high

    def place(self, rect: pygame.Rect) -> None:
        self._place(rect)

"""Layouts of widgets, in pixels: rows, columns and grids, which may be nested. Hidden widgets take no room."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol, TypeAlias

import pygame


class Cell(Protocol):
    """An item of a layout: a widget or another layout."""

    @property
    def visible(self) -> bool: ...

    def natural_width(self) -> int: ...

    def natural_height(self, width: int) -> int: ...

    def place(self, rect: pygame.Rect) -> None: ...


class Slot(NamedTuple):
    """An item of a row or column with its size, or space without an item."""

    cell: Cell | None
    size: int | None = None  # width in a row, height in a column; None: the natural size
    weight: float = 0.0  # if not 0: it gets a share of the remaining room, in proportion to this weight


Part: TypeAlias = Cell | Slot | None  # an item of a row or column; None is ignored


def fixed_size(cell: Cell, size: int) -> Slot:
    """Return a slot for a cell of this width (in a row) or height (in a column)."""
    return Slot(cell, size)


def stretch(cell: Cell, weight: float = 1.0) -> Slot:
    """Return a slot for a cell that shares in the remaining room, with this weight."""
    return Slot(cell, weight=weight)


def space(size: int) -> Slot:
    """Return space before the next cell, in place of the gap; the space is hidden if that cell is hidden."""
    return Slot(None, size)


def filler() -> Slot:
    """Return space that shares in the remaining room, before the next cell."""
    return Slot(None, 0, weight=1.0)


class _RowOrColumn:
    def __init__(self, *parts: Part, gap: int = 0) -> None:
        self._slots = [part if isinstance(part, Slot) else Slot(part) for part in parts if part is not None]
        self._gap = gap

    @property
    def visible(self) -> bool:
        return any(slot.cell is not None and slot.cell.visible for slot in self._slots)

    def _measure(self, measure: Callable[[Cell], int], room: int | None = None) -> list[tuple[Slot, int]]:
        """Return the visible slots, with the spaces between them, and their sizes.

        The sizes are fixed or natural; if `room` is given, slots with a weight fill what the others leave of it.
        """
        shown: list[Slot] = []
        spacer: Slot | None = None
        for slot in self._slots:
            if slot.cell is not None and slot.cell.visible:
                shown += [spacer or space(self._gap if shown else 0), slot]
            spacer = slot if slot.cell is None else None
        shown += [spacer] if spacer is not None else []
        sizes = [measure(slot.cell) if slot.cell and slot.size is None else slot.size or 0 for slot in shown]
        weight_sum = sum([slot.weight for slot in shown])
        if room is not None and weight_sum:
            rest = room - sum(size for slot, size in zip(shown, sizes, strict=True) if not slot.weight)
            end = 0.0  # of the slots so far; ends are rounded, not sizes, so that the sizes add up to `rest`
            for index, slot in enumerate(shown):
                if slot.weight:
                    start, end = end, end + max(0, rest) * slot.weight / weight_sum
                    sizes[index] = round(end) - round(start)
        return list(zip(shown, sizes, strict=True))


class Column(_RowOrColumn):
    """Cells below one another, as wide as the column."""

    def natural_width(self) -> int:
        return max((slot.cell.natural_width() for slot in self._slots if slot.cell and slot.cell.visible), default=0)

    def natural_height(self, width: int) -> int:
        return sum(height for _, height in self._measure(lambda cell: cell.natural_height(width)))

    def place(self, rect: pygame.Rect) -> None:
        top = rect.top
        for slot, height in self._measure(lambda cell: cell.natural_height(rect.width), rect.height):
            if slot.cell:
                slot.cell.place(pygame.Rect(rect.left, top, rect.width, height))
            top += height


class Row(_RowOrColumn):
    """Cells side by side, as high as the row; if there is too little room all cells become narrower."""

    def natural_width(self) -> int:
        return sum(width for _, width in self._measure(_natural_width))

    def natural_height(self, width: int) -> int:
        return max(
            (slot.cell.natural_height(slot_width) for slot, slot_width in self._fit_widths(width) if slot.cell),
            default=0,
        )

    def _fit_widths(self, room: int) -> list[tuple[Slot, int]]:
        widths = self._measure(_natural_width, room)
        cells_width = sum(width for slot, width in widths if slot.cell)
        excess = sum(width for _, width in widths) - room
        if excess <= 0 or not cells_width:
            return widths
        # rounded up, so that the row never becomes wider than the room
        cuts = (-(-width * excess // cells_width) if slot.cell else 0 for slot, width in widths)
        return [(slot, width - cut) for (slot, width), cut in zip(widths, cuts, strict=True)]

    def place(self, rect: pygame.Rect) -> None:
        left = rect.left
        for slot, width in self._fit_widths(rect.width):
            if slot.cell:
                slot.cell.place(pygame.Rect(left, rect.top, width, rect.height))
            left += width


def _natural_width(cell: Cell) -> int:
    return cell.natural_width()


class Layers:
    """Cells in the same place, with room for the largest of them, whether they are hidden or not."""

    visible = True

    def __init__(self, *cells: Cell) -> None:
        self._cells = cells

    def natural_width(self) -> int:
        return max(map(_natural_width, self._cells))

    def natural_height(self, width: int) -> int:
        return max(cell.natural_height(width) for cell in self._cells)

    def place(self, rect: pygame.Rect) -> None:
        for cell in self._cells:
            cell.place(rect)


class Fluid:
    """The base class of layouts that depend on the width they get; `choose_cell` returns the layout for a width."""

    def __init__(self, cells: Sequence[Cell], gap: tuple[int, int] = (0, 0)) -> None:
        """Create the layout of the visible `cells`; `gap`: the gaps between cells in a line, and between lines."""
        self.cells = [cell for cell in cells if cell.visible]
        self.gap = gap

    def choose_cell(self, width: int) -> Cell:
        raise NotImplementedError

    @property
    def visible(self) -> bool:
        return bool(self.cells)

    def natural_width(self) -> int:
        return Row(*self.cells, gap=self.gap[0]).natural_width()

    def natural_height(self, width: int) -> int:
        return self.choose_cell(width).natural_height(width)

    def place(self, rect: pygame.Rect) -> None:
        self.choose_cell(rect.width).place(rect)


class ForWidth(Fluid):
    """A layout that the function `make` returns for each width."""

    visible = True

    def __init__(self, make: Callable[[int], Cell]) -> None:
        super().__init__([])
        self._make = make

    def choose_cell(self, width: int) -> Cell:
        return self._make(width)


class Fitting(Fluid):
    """Alternative layouts of the same cells: the first one that fits into the width is used, or else the last one."""

    def natural_width(self) -> int:
        return self.cells[0].natural_width()

    def choose_cell(self, width: int) -> Cell:
        return next((cell for cell in self.cells if cell.natural_width() <= width), self.cells[-1])


class Grid(Fluid):
    """Cells of equal width in lines of `columns`; with `is_last_widened` a cell alone in the last line fills it."""

    def __init__(
        self, cells: Sequence[Cell], columns: int, gap: tuple[int, int] = (0, 0), is_last_widened: bool = False
    ) -> None:
        super().__init__(cells, gap)
        self.columns, self._is_last_widened = columns, is_last_widened

    def natural_width(self) -> int:
        return self.columns * max(map(_natural_width, self.cells), default=0) + (self.columns - 1) * self.gap[0]

    def choose_cell(self, width: int) -> Cell:
        lines = [self.cells[first : first + self.columns] for first in range(0, len(self.cells), self.columns)]
        cell_width = (width - (self.columns - 1) * self.gap[0]) // self.columns
        rows = [Row(*(fixed_size(cell, cell_width) for cell in line), gap=self.gap[0]) for line in lines]
        if self._is_last_widened and lines and len(lines[-1]) == 1:
            rows[-1] = Row(fixed_size(lines[-1][0], width))
        return Column(*rows, gap=self.gap[1])


class Flow(Fluid):
    """Cells side by side, in as many lines as they need."""

    def choose_cell(self, width: int) -> Cell:
        lines: list[list[Cell]] = []
        for cell in self.cells:
            if lines and Row(*lines[-1], cell, gap=self.gap[0]).natural_width() <= width:
                lines[-1].append(cell)
            else:
                lines.append([cell])
        return Column(*(Row(*line, gap=self.gap[0]) for line in lines), gap=self.gap[1])


class Area:
    """An area of fixed size, in which a function places something."""

    visible = True

    def __init__(self, place: Callable[[pygame.Rect], None], width: int = 0, height: int = 0) -> None:
        self._width, self._height, self._place = width, height, place

    def natural_width(self) -> int:
        return self._width

    def natural_height(self, width: int) -> int:
        return self._height

    def place(self, rect: pygame.Rect) -> None:
        self._place(rect)

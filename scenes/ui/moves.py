"""The list of turns: numbered rows, the current turn marked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from scenes.app.fonts import Role
from scenes.app.theme import BRASS, EDGE, INK, PAPER, SOFT_INK
from scenes.ui.base import Group, Widget
from scenes.ui.scroll import Scroll

_STEPS = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}


@dataclass(frozen=True, slots=True)
class CellPlaces:
    """Where the cells are, in window pixels; computed once for all of them, since that measures text."""

    left: int
    top: int
    numbers: int
    """The width of the column of numbers."""
    wide: int
    high: int
    across: int

    def place(self, index: int) -> pygame.Rect:
        row, column = divmod(index, self.across)
        return pygame.Rect(
            self.left + self.numbers + column * self.wide, self.top + row * self.high, self.wide, self.high
        )


class MoveList(Widget):
    """Cells in rows of `columns`; `on_pick` gets the index of the cell that was clicked.

    Where words as wide as `sample` don't fit into their cells, each cell has a row of its own.
    """

    focusable = True

    def __init__(
        self,
        parent: Group,
        on_pick: Callable[[int], object],
        columns: int = 2,
        sample: str = "",
        tell: Callable[[int], str] = lambda index: "",
        numbered: bool = True,
    ) -> None:
        """`tell` gives the tip of the cell under the mouse, or nothing."""
        super().__init__(parent)
        self._tell = tell
        self._on_pick = on_pick
        self._columns = columns
        self._sample = sample
        self._numbered = numbered
        self.cells: list[str] = []
        self.current: int | None = None
        """The number of the marked cell."""
        self._first = 1
        self._pointed: int | None = None
        self.scroll = Scroll(self)

    def valued(self) -> str:
        if self.current is None or self.current >= len(self.cells):
            return ""
        return " ".join(filter(None, (self.cells[self.current], self._tell(self.current))))

    def show(self, cells: Sequence[str], current: int | None, first: int = 1) -> None:
        """Show these turns, the cell `current` marked and in view (None: the first).

        The first row has the number `first`.
        """
        if list(cells) == self.cells and current == self.current and first == self._first:
            return
        self.cells, self.current, self._first = list(cells), current, first
        self.placed()
        self.dirty()

    def placed(self) -> None:
        """Only whole rows are shown: the list ends with the last one that fits."""
        self._rect.height -= self._rect.height % self._row()
        rows = -(-len(self.cells) // self._across())
        self.scroll.step = self._row()
        self.scroll.content = rows * self._row()
        self.scroll.move(self.scroll.offset)
        top = (self.current or 0) // self._across() * self._row()
        self.scroll.show(top, top + self._row())

    def extent(self) -> pygame.Rect:
        return self.rect.inflate(self.theme.px(2), self.theme.px(2))

    def handle(self, event: pygame.event.Event) -> bool:
        if self.scroll.handle(event, self._row()):
            return True
        if event.type == pygame.KEYDOWN:
            return self._key(event.key)
        if event.type == pygame.MOUSEMOTION:
            self._point(self._index(event.pos))
        elif event.type == pygame.MOUSEBUTTONDOWN:
            index = self._index(event.pos)
            if index is not None:
                self._on_pick(index)
        return event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)

    def _key(self, key: int) -> bool:
        last = len(self.cells) - 1
        wanted = {pygame.K_HOME: 0, pygame.K_END: last}.get(key)
        if key in _STEPS:
            wanted = _STEPS[key] + (self.current if self.current is not None else last + 1)
        if wanted is None or not 0 <= wanted <= last:
            return False
        self._on_pick(wanted)
        return True

    def _point(self, index: int | None) -> None:
        if index != self._pointed:
            self._pointed = index
            self.tip = "" if index is None else self._tell(index)
            self.form.renew_tip(self)
            self.dirty()

    @property
    def tipped(self) -> pygame.Rect:
        return self.rect if self._pointed is None else self.place_of(self._pointed)

    def _row(self) -> int:
        return self.theme.line("body") + self.theme.px(0.9)

    def _across(self) -> int:
        room = (self.rect.width - self._numbers()) // self._columns - 2 * self._margin()
        return self._columns if self.theme.width(self._sample, "strong") <= room else 1

    def _margin(self) -> int:
        """Pixels left and right of the text in a cell."""
        return self.theme.px(1.2)

    def place_of(self, index: int) -> pygame.Rect:
        return self._grid().place(index)

    def _grid(self) -> CellPlaces:
        view, across, numbers = self.scroll.view, self._across(), self._numbers()
        wide = (view.width - numbers) // across
        return CellPlaces(view.left, view.top - self.scroll.offset, numbers, wide, self._row(), across)

    def _numbers(self) -> int:
        if not self._numbered:
            return self.theme.px(0.4)
        last = self._first + max(0, len(self.cells) - 1) // self._columns
        return self.theme.width(f"{max(last, 10)}.", "small") + self.theme.px(1.6)

    def _index(self, pos: tuple[int, int]) -> int | None:
        if not self.scroll.view.collidepoint(pos):
            return None
        grid = self._grid()
        row = (pos[1] - self.rect.top + self.scroll.offset) // grid.high * grid.across
        near = range(max(0, row), min(len(self.cells), row + grid.across))
        return next((index for index in near if grid.place(index).collidepoint(pos)), None)

    def paint(self, surface: pygame.Surface) -> None:
        theme, view, grid = self.theme, self.scroll.view, self._grid()
        high, across = grid.high, grid.across
        clip = surface.get_clip()
        surface.set_clip(view.clip(clip))
        rows = range(self.scroll.offset // high, (self.scroll.offset + view.height) // high + 1)
        for row in rows:
            first = row * across
            if first >= len(self.cells):
                break
            line = pygame.Rect(view.left, grid.place(first).top, grid.numbers - theme.px(0.9), high)
            if self._numbered and first % self._columns == 0:
                theme.text(surface, f"{self._first + first // self._columns}.", "small", SOFT_INK, line, "right")
            theme.rule(surface, (view.left, line.bottom - 1), view.width)
            for index in range(first, min(len(self.cells), first + across)):
                self._paint_cell(surface, index, grid.place(index))
        surface.set_clip(clip)
        self.scroll.paint(surface)

    def _paint_cell(self, surface: pygame.Surface, index: int, place: pygame.Rect) -> None:
        theme = self.theme
        inner = place.inflate(-theme.px(0.5), -max(2, theme.px(0.3)))
        if index == self.current:
            pygame.draw.rect(surface, BRASS.lerp(PAPER, 0.35), inner, border_radius=theme.px(0.5))
        elif self.hovered and index == self._pointed:
            pygame.draw.rect(surface, EDGE.lerp(PAPER, 0.5), inner, border_radius=theme.px(0.5))
        self._paint_words(surface, index, inner)

    def _paint_words(self, surface: pygame.Surface, index: int, cell: pygame.Rect) -> None:
        words = cell.inflate(-2 * self.theme.px(0.7), 0)
        role: Role = "strong" if index == self.current else "body"
        self.theme.text(surface, self.cells[index], role, INK, words, ellipsis=True)

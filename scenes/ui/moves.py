"""The list of turns: numbered rows, the current turn marked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from scenes.app.fonts import Role
from scenes.app.theme import BRASS, EDGE, INK, PAPER, SOFT_INK
from scenes.ui.base import Group, Widget
from scenes.ui.scroll import Scroll

_STEPS = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}


class MoveList(Widget):
    """Cells in rows of `columns`, or of one where words as wide as `sample` don't fit."""

    focusable = True
    numbered = True

    def __init__(
        self,
        parent: Group,
        on_pick: Callable[[int], object],
        columns: int = 2,
        sample: str = "",
        tell: Callable[[int], str] = lambda index: "",
    ) -> None:
        """`tell` gives the tip of the cell under the mouse, or nothing."""
        super().__init__(parent)
        self._tell = tell
        self._on_pick = on_pick
        self._columns = columns
        self._sample = sample
        self.cells: list[str] = []
        self.current: int | None = None
        self._first = self._across = self._row = 1
        self._numbers = 0
        self._pointed: int | None = None
        self.scroll = Scroll(self)

    def valued(self) -> str:
        if self.current is None or self.current >= len(self.cells):
            return ""
        return " ".join(filter(None, (self.cells[self.current], self._tell(self.current))))

    def show(self, cells: Sequence[str], current: int | None, first: int = 1) -> None:
        """Show these turns, the cell `current` marked and in view, the first row with the number `first`."""
        if list(cells) == self.cells and current == self.current and first == self._first:
            return
        self.cells, self.current, self._first = list(cells), current, first
        self.placed()
        self.dirty()

    def placed(self) -> None:
        """Only whole rows are shown: the list ends with the last one that fits."""
        self._row, self._numbers = self.theme.line("body") + self.theme.px(0.9), self._wide_numbers()
        self._rect.height -= self._rect.height % self._row
        room = (self.rect.width - self._numbers) // self._columns - 2 * self.theme.px(1.2)
        self._across = self._columns if self.theme.width(self._sample, "strong") <= room else 1
        rows = -(-len(self.cells) // self._across)
        self.scroll.step = self._row
        self.scroll.content = rows * self._row
        self.scroll.move(self.scroll.offset)
        top = (self.current or 0) // self._across * self._row
        self.scroll.show(top, top + self._row)

    def extent(self) -> pygame.Rect:
        return self.rect.inflate(self.theme.px(2), self.theme.px(2))

    def handle(self, event: pygame.event.Event) -> bool:
        if self.scroll.handle(event, self._row):
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

    def place_of(self, index: int) -> pygame.Rect:
        """Where a cell is, in window pixels."""
        view, across, numbers, high = self.scroll.view, self._across, self._numbers, self._row
        row, column = divmod(index, across)
        wide, top = (view.width - numbers) // across, view.top - self.scroll.offset + row * high
        return pygame.Rect(view.left + numbers + column * wide, top, wide, high)

    def _wide_numbers(self) -> int:
        if not self.numbered:
            return self.theme.px(0.4)
        last = self._first + max(0, len(self.cells) - 1) // self._columns
        return self.theme.width(f"{max(last, 10)}.", "small") + self.theme.px(1.6)

    def _index(self, pos: tuple[int, int]) -> int | None:
        if not self.scroll.view.collidepoint(pos):
            return None
        row = (pos[1] - self.rect.top + self.scroll.offset) // self._row * self._across
        near = range(max(0, row), min(len(self.cells), row + self._across))
        return next((index for index in near if self.place_of(index).collidepoint(pos)), None)

    def paint(self, surface: pygame.Surface) -> None:
        theme, view, high, across = self.theme, self.scroll.view, self._row, self._across
        clip = surface.get_clip()
        surface.set_clip(view.clip(clip))
        top, numbers = self.scroll.offset // high, self._numbers - theme.px(0.9)
        shown = range(top * across, min(len(self.cells), ((self.scroll.offset + view.height) // high + 1) * across))
        for index in shown:
            place = self.place_of(index)
            if index % across == 0:
                line = pygame.Rect(view.left, place.top, numbers, high)
                if self.numbered and index % self._columns == 0:
                    number = f"{self._first + index // self._columns}."
                    theme.text(surface, number, "small", SOFT_INK, line, "right")
                theme.rule(surface, (view.left, line.bottom - 1), view.width)
            self._paint_cell(surface, index, place)
        surface.set_clip(clip)
        self.scroll.paint(surface)

    def _paint_cell(self, surface: pygame.Surface, index: int, place: pygame.Rect) -> None:
        theme = self.theme
        inner = place.inflate(-theme.px(0.5), -max(2, theme.px(0.3)))
        if index == self.current:
            pygame.draw.rect(surface, BRASS.lerp(PAPER, 0.35), inner, border_radius=theme.px(0.5))
        elif self.hovered and index == self._pointed:
            pygame.draw.rect(surface, EDGE.lerp(PAPER, 0.5), inner, border_radius=theme.px(0.5))
        self.paint_words(surface, index, inner)

    def paint_words(self, surface: pygame.Surface, index: int, inner: pygame.Rect) -> None:
        """Paint what stands in a cell."""
        room = inner.inflate(-2 * self.theme.px(0.7), 0)
        role: Role = "strong" if index == self.current else "body"
        self.theme.text(surface, self.cells[index], role, INK, room, ellipsis=True)

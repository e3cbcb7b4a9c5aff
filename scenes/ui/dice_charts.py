"""Charts of how often each face of a die, and each roll of two dice, was thrown."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from scenes.app.theme import BRASS, EDGE, INK, PAPER, SOFT_INK
from scenes.ui.base import Group
from scenes.ui.readable_cells import Cells


class FaceCounts(Cells):
    """Six dice, each with a column as high as its count; a horizontal line shows the expected count."""

    def __init__(self, parent: Group, folder: str, counts: Sequence[int], expected: str) -> None:
        """Create the chart; its dice are the sprites `die-1` … of `folder`, `expected` is a caption."""
        super().__init__(parent, expected)
        self._folder = folder
        self._counts = counts

    def cells(self) -> Sequence[Sequence[str]]:
        words = self.form.scene.app.words
        return [
            [words.label_value(str(face), str(count)) for face, count in enumerate(self._counts, 1)],
            [self.label],
        ]

    def cell_place(self, row: int, column: int) -> pygame.Rect:
        rect, low = self.rect, self.theme.line("small")
        if row:
            return pygame.Rect(rect.left, rect.bottom - low, rect.width, low)
        return pygame.Rect(rect.left + column * self._step(), rect.top, self._step(), rect.height - low)

    def _step(self) -> int:
        return min(self.theme.px(12), self.rect.width // 6)

    def natural_height(self, width: int) -> int:
        theme = self.theme
        return theme.px(8) + theme.line("strong") + theme.px(5) + theme.line("small") + theme.gap

    def paint(self, surface: pygame.Surface) -> None:
        theme, rect = self.theme, self.rect
        step = self._step()
        side = min(theme.px(5), step - theme.gap)
        columns = pygame.Rect(rect.left, rect.top + theme.line("strong"), 6 * step, theme.px(8))
        most = max(*self._counts, sum(self._counts) / 6 * 1.25)
        even = columns.bottom - round(columns.height * sum(self._counts) / 6 / most)
        for index, count in enumerate(self._counts):
            middle = columns.left + index * step + step // 2
            high = round(columns.height * count / most)
            bar = pygame.Rect(middle - side // 3, columns.bottom - high, 2 * side // 3, high)
            pygame.draw.rect(surface, theme.colour_for(BRASS).lerp(theme.colour_for(PAPER), 0.3), bar)
            theme.outline(surface, bar)
            above = min(bar.top, even) - theme.line("strong")
            number = pygame.Rect(middle - step // 2, above, step, theme.line("strong"))
            theme.text(surface, str(count), "strong", INK, number, "centre")
            die = self.assets.sprite(f"{self._folder}/die-{index + 1}", side)
            surface.blit(die, die.get_rect(midtop=(middle, columns.bottom + theme.px(0.3))))
        pygame.draw.line(surface, theme.colour_for(SOFT_INK), (columns.left, even), (columns.right, even))
        told = pygame.Rect(rect.left, rect.bottom - theme.line("small"), rect.width, theme.line("small"))
        theme.text(surface, self.label, "small", SOFT_INK, told)


class RollCounts(Cells):
    """Counts of the 21 rolls in a triangle of cells: the higher die down the side, the lower one along the top."""

    def __init__(self, parent: Group, counts: Sequence[int], expected: str) -> None:
        """Create the table; `counts` are in the order 1-1, 2-1, 2-2, 3-1 and so on."""
        super().__init__(parent, expected)
        self._counts = counts

    def natural_height(self, width: int) -> int:
        theme = self.theme
        return 7 * self._row() + theme.gap + theme.height(self.label, "small", width)

    def _row(self) -> int:
        return self.theme.line("body") + self.theme.px(0.3)

    def _step(self) -> int:
        return min(self.theme.px(9), self.rect.width // 7)

    def cells(self) -> Sequence[Sequence[str]]:
        words, counts = self.form.scene.app.words, iter(self._counts)
        rolls = [
            [words.label_value(f"{high}-{low}", str(next(counts))) for low in range(1, high + 1)]
            for high in range(1, 7)
        ]
        return [*rolls, [self.label]]

    def cell_place(self, row: int, column: int) -> pygame.Rect:
        rect, step, high = self.rect, self._step(), self._row()
        if row > 5:
            top = rect.top + 7 * high + self.theme.gap
            return pygame.Rect(rect.left, top, rect.width, rect.bottom - top)
        return pygame.Rect(rect.left + (column + 1) * step, rect.top + (row + 1) * high, step, high).inflate(-2, -2)

    def paint(self, surface: pygame.Surface) -> None:
        theme, rect, row = self.theme, self.rect, self._row()
        step = self._step()
        expected = sum(self._counts) / 18
        cells = iter(self._counts)
        for index in range(1, 7):
            head = pygame.Rect(rect.left + index * step, rect.top, step, row)
            theme.text(surface, str(index), "small", SOFT_INK, head, "centre")
            side = pygame.Rect(rect.left, rect.top + index * row, step, row)
            theme.text(surface, str(index), "small", SOFT_INK, side, "centre")
        for high in range(1, 7):
            for low in range(1, high + 1):
                count = next(cells)
                cell = self.cell_place(high - 1, low - 1)
                due = expected / 2 if low == high else expected
                deep = min(1.0, count / due / 2.5) if due else 0.0
                ground = theme.colour_for(PAPER).lerp(theme.glow, 0.1 + 0.75 * deep)
                pygame.draw.rect(surface, ground, cell, border_radius=theme.px(0.4))
                pygame.draw.rect(surface, theme.colour_for(EDGE), cell, 1, border_radius=theme.px(0.4))
                theme.text(surface, str(count), "body", INK, cell, "centre")
        theme.text(surface, self.label, "small", SOFT_INK, self.cell_place(6, 0), "left", "top")

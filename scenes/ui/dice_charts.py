"""Charts of how often each face of a die, and each roll of two dice, was thrown."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from scenes.app.theme import BRASS, EDGE, INK, PAPER, SOFT_INK
from scenes.ui.base import Group
from scenes.ui.readable_cells import ReadableCells


class FaceCounts(ReadableCells):
    """A chart of six faces, each with a column as high as its count; a horizontal line shows the expected count."""

    def __init__(self, parent: Group, folder: str, counts: Sequence[int], expected: str) -> None:
        """Create the chart; the faces are the sprites `die-1` … of `folder`, and `expected` is the caption."""
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
        rect, caption_height = self.rect, self.theme.line("small")
        if row:
            return pygame.Rect(rect.left, rect.bottom - caption_height, rect.width, caption_height)
        return pygame.Rect(
            rect.left + column * self._column_width(), rect.top, self._column_width(), rect.height - caption_height
        )

    def _column_width(self) -> int:
        return min(self.theme.px(12), self.rect.width // 6)

    def natural_height(self, width: int) -> int:
        theme = self.theme
        return theme.px(8) + theme.line("strong") + theme.px(5) + theme.line("small") + theme.gap

    def paint(self, surface: pygame.Surface) -> None:
        theme, rect = self.theme, self.rect
        column_width = self._column_width()
        side = min(theme.px(5), column_width - theme.gap)
        columns = pygame.Rect(rect.left, rect.top + theme.line("strong"), 6 * column_width, theme.px(8))
        largest_count = max(*self._counts, sum(self._counts) / 6 * 1.25)  # count at the top, with room above the line
        expected_y = columns.bottom - round(columns.height * sum(self._counts) / 6 / largest_count)
        for index, count in enumerate(self._counts):
            centre_x = columns.left + index * column_width + column_width // 2
            bar_height = round(columns.height * count / largest_count)
            bar = pygame.Rect(centre_x - side // 3, columns.bottom - bar_height, 2 * side // 3, bar_height)
            pygame.draw.rect(surface, theme.colour_for(BRASS).lerp(theme.colour_for(PAPER), 0.3), bar)
            theme.paint_outline(surface, bar)
            text_top = min(bar.top, expected_y) - theme.line("strong")
            count_rect = pygame.Rect(centre_x - column_width // 2, text_top, column_width, theme.line("strong"))
            theme.text(surface, str(count), "strong", INK, count_rect, "centre")
            die = self.assets.sprite(f"{self._folder}/die-{index + 1}", side)
            surface.blit(die, die.get_rect(midtop=(centre_x, columns.bottom + theme.px(0.3))))
        pygame.draw.line(surface, theme.colour_for(SOFT_INK), (columns.left, expected_y), (columns.right, expected_y))
        theme.text(surface, self.label, "small", SOFT_INK, self.cell_place(1, 0))


class RollCounts(ReadableCells):
    """A triangular table of the counts of the 21 rolls: rows by the higher die, columns by the lower die."""

    def __init__(self, parent: Group, counts: Sequence[int], expected: str) -> None:
        """Create the table; `counts` are in the order 1-1, 2-1, 2-2, 3-1 …, and `expected` is the caption."""
        super().__init__(parent, expected)
        self._counts = counts

    def natural_height(self, width: int) -> int:
        theme = self.theme
        return 7 * self._row_height() + theme.gap + theme.height(self.label, "small", width)

    def _row_height(self) -> int:
        return self.theme.line("body") + self.theme.px(0.3)

    def _column_width(self) -> int:
        return min(self.theme.px(9), self.rect.width // 7)

    def cells(self) -> Sequence[Sequence[str]]:
        words, counts = self.form.scene.app.words, iter(self._counts)
        rolls = [
            [words.label_value(f"{high}-{low}", str(next(counts))) for low in range(1, high + 1)]
            for high in range(1, 7)
        ]
        return [*rolls, [self.label]]

    def cell_place(self, row: int, column: int) -> pygame.Rect:
        rect, column_width, row_height = self.rect, self._column_width(), self._row_height()
        if row > 5:
            top = rect.top + 7 * row_height + self.theme.gap
            return pygame.Rect(rect.left, top, rect.width, rect.bottom - top)
        return pygame.Rect(
            rect.left + (column + 1) * column_width, rect.top + (row + 1) * row_height, column_width, row_height
        ).inflate(-2, -2)

    def paint(self, surface: pygame.Surface) -> None:
        theme, rect, row_height = self.theme, self.rect, self._row_height()
        column_width = self._column_width()
        expected_mixed = sum(self._counts) / 18  # two of the 36 ordered rolls; doublets have only one
        counts = iter(self._counts)
        for index in range(1, 7):
            column_head = pygame.Rect(rect.left + index * column_width, rect.top, column_width, row_height)
            theme.text(surface, str(index), "small", SOFT_INK, column_head, "centre")
            row_head = pygame.Rect(rect.left, rect.top + index * row_height, column_width, row_height)
            theme.text(surface, str(index), "small", SOFT_INK, row_head, "centre")
        for high in range(1, 7):
            for low in range(1, high + 1):
                count = next(counts)
                cell = self.cell_place(high - 1, low - 1)
                expected = expected_mixed / 2 if low == high else expected_mixed
                strength = min(1.0, count / expected / 2.5) if expected else 0.0  # of the colour
                ground = theme.colour_for(PAPER).lerp(theme.glow, 0.1 + 0.75 * strength)
                pygame.draw.rect(surface, ground, cell, border_radius=theme.px(0.4))
                pygame.draw.rect(surface, theme.colour_for(EDGE), cell, 1, border_radius=theme.px(0.4))
                theme.text(surface, str(count), "body", INK, cell, "centre")
        theme.text(surface, self.label, "small", SOFT_INK, self.cell_place(6, 0), "left", "top")

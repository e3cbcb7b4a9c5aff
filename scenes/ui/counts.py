"""How often each face and each roll of two dice came, beside what is expected."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from scenes.app.theme import BRASS, EDGE, INK, PAPER, SOFT_INK
from scenes.ui.base import Group, Widget


class FaceCounts(Widget):
    """Six dice, each with its count and a column as high as that; a line across shows what is expected."""

    touchable = False

    def __init__(self, parent: Group, folder: str, counts: Sequence[int], expected: str) -> None:
        """Dice are the sprites `die-1` … of `folder`; `expected` says how often each should come."""
        super().__init__(parent, expected)
        self._folder = folder
        self._counts = counts

    def natural_height(self, width: int) -> int:
        """The height in pixels that it needs."""
        theme = self.theme
        return theme.px(8) + theme.line("strong") + theme.px(5) + theme.line("small") + theme.gap

    def paint(self, surface: pygame.Surface) -> None:
        theme, rect = self.theme, self.rect
        step = min(theme.px(12), rect.width // 6)
        side = min(theme.px(5), step - theme.gap)
        columns = pygame.Rect(rect.left, rect.top + theme.line("strong"), 6 * step, theme.px(8))
        most = max(*self._counts, sum(self._counts) / 6 * 1.25)
        even = columns.bottom - round(columns.height * sum(self._counts) / 6 / most)
        for index, count in enumerate(self._counts):
            middle = columns.left + index * step + step // 2
            high = round(columns.height * count / most)
            bar = pygame.Rect(middle - side // 3, columns.bottom - high, 2 * side // 3, high)
            pygame.draw.rect(surface, BRASS.lerp(PAPER, 0.3), bar)
            above = min(bar.top, even) - theme.line("strong")
            number = pygame.Rect(middle - step // 2, above, step, theme.line("strong"))
            theme.text(surface, str(count), "strong", INK, number, "centre")
            die = self.form.scene.app.assets.sprite(f"{self._folder}/die-{index + 1}", side)
            surface.blit(die, die.get_rect(midtop=(middle, columns.bottom + theme.px(0.3))))
        pygame.draw.line(surface, SOFT_INK, (columns.left, even), (columns.right, even))
        told = pygame.Rect(rect.left, rect.bottom - theme.line("small"), rect.width, theme.line("small"))
        theme.text(surface, self.label, "small", SOFT_INK, told)


class RollCounts(Widget):
    """The 21 rolls in a triangle of cells: the higher die down the side, the lower one along the top."""

    touchable = False

    def __init__(self, parent: Group, counts: Sequence[int], expected: str) -> None:
        """`counts` in the order 1-1, 2-1, 2-2, 3-1 …; `expected` says how often they should come."""
        super().__init__(parent, expected)
        self._counts = counts

    def natural_height(self, width: int) -> int:
        """The height in pixels that it needs."""
        theme = self.theme
        return 7 * self._row() + theme.gap + theme.height(self.label, "small", width)

    def _row(self) -> int:
        return self.theme.line("body") + self.theme.px(0.3)

    def paint(self, surface: pygame.Surface) -> None:
        theme, rect, row = self.theme, self.rect, self._row()
        step = min(theme.px(9), rect.width // 7)
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
                cell = pygame.Rect(rect.left + low * step, rect.top + high * row, step, row).inflate(-2, -2)
                due = expected / 2 if low == high else expected
                deep = min(1.0, count / due / 2.5) if due else 0.0
                pygame.draw.rect(surface, PAPER.lerp(BRASS, 0.1 + 0.75 * deep), cell, border_radius=theme.px(0.4))
                pygame.draw.rect(surface, EDGE, cell, 1, border_radius=theme.px(0.4))
                theme.text(surface, str(count), "body", INK, cell, "centre")
        told = pygame.Rect(rect.left, rect.top + 7 * row + theme.gap, rect.width, rect.bottom - rect.top - 7 * row)
        theme.text(surface, self.label, "small", SOFT_INK, told, "left", "top")

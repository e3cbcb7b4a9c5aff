"""The clock of a turn, large, with a bar that runs out, and beside it the time that is left for the match."""

from __future__ import annotations

from typing import Final

import pygame

from scenes.app.fonts import Role
from scenes.app.theme import BRASS, EDGE, INK, OXBLOOD, SHADE, SOFT_INK
from scenes.ui.base import Group, Widget
from scenes.ui.clock_face import clock_text
from scenes.ui.keys import paint_slot

SHORT: Final = 10.0
"""Seconds below which the time is red and shows tenths."""


class TurnClock(Widget):
    """It shows the time itself; `show` is told what it is called, and what the time of the match is."""

    touchable = False

    def __init__(self, parent: Group) -> None:
        super().__init__(parent)
        self.visible = False
        self._shown: tuple[str, str, str, bool, bool] = ("", "", "", False, False)
        self._name = ""
        self._share = 0.0
        """What the bar shows: it moves with the digits, so that nothing changes between two of them."""

    @property
    def shown(self) -> str:
        """The time of the turn, as it is to be read."""
        return self._shown[0]

    @property
    def beside(self) -> str:
        """What stands beside it, in words and digits."""
        return " ".join(filter(None, self._shown[1:3]))

    def show(self, turn: float, share: float, match: float | None, words: tuple[str, str], running: bool) -> None:
        """Seconds left for the turn, and what share of it that is; seconds left for the match (None: no matter how
        many); what the time of the turn is called and what stands over that of the match; whether the clock runs."""
        self._name, over = words
        rest = "" if match is None else clock_text(match, 0.0)
        shown = (clock_text(turn, SHORT), over, rest, running, turn < SHORT)
        if shown != self._shown:
            self._shown, self._share = shown, max(0.0, min(1.0, share))
            self.dirty()
        self.label = f"{self._name} {shown[0]} · {self.beside}"

    def natural_height(self, width: int) -> int:
        """The height in pixels that it should have."""
        return self.theme.line("clock") + self._bar_height()

    def least_height(self) -> int:
        """The height in pixels that it needs: the time is smaller then."""
        theme = self.theme
        return max(theme.line("digits"), theme.line("small") + theme.line("strong")) + self._bar_height()

    def _bar_height(self) -> int:
        return max(8, self.theme.px(1.1))

    def extent(self) -> pygame.Rect:
        return self.rect

    def paint(self, surface: pygame.Surface) -> None:
        theme, rect = self.theme, self.rect
        turn, words, rest, running, short = self._shown
        colour = (OXBLOOD if short else INK) if running else SOFT_INK
        high = self._bar_height()
        above = pygame.Rect(rect.left, rect.top, rect.width, rect.height - high)
        role: Role = "clock" if above.height >= theme.line("clock") else "digits"
        taken = theme.text(surface, turn, role, colour, above).right + theme.gap
        beside = pygame.Rect(taken, above.top, max(1, rect.right - taken), above.height)
        if rest:
            block = theme.line("small") + theme.line("strong")
            top = max(beside.top, beside.bottom - block - theme.px(0.4))
            upper = pygame.Rect(beside.left, top, beside.width, theme.line("small"))
            theme.text(surface, words, "small", SOFT_INK, upper, "right", ellipsis=True)
            lower = pygame.Rect(beside.left, upper.bottom, beside.width, theme.line("strong"))
            theme.text(surface, rest, "strong", INK if running else SOFT_INK, lower, "right")
            self._paint_name(surface, upper, max(theme.width(words, "small"), theme.width(rest, "strong")))
        else:
            theme.text(surface, words, "strong", OXBLOOD, beside, "right")
            self._paint_name(surface, beside, theme.width(words, "strong"))
        slot = pygame.Rect(rect.left, rect.bottom - high, rect.width, high)
        paint_slot(surface, theme, slot, EDGE.lerp(SHADE, 0.6), high // 2)
        bar = pygame.Rect(slot.left + 2, slot.top + 2, round(self._share * max(0, rect.width - 4)), high - 4)
        if bar.width > 2:
            pygame.draw.rect(surface, OXBLOOD if short else BRASS, bar, border_radius=bar.height // 2)

    def _paint_name(self, surface: pygame.Surface, row: pygame.Rect, taken: int) -> None:
        """What the time of the turn is called, right of it, where the rest of the row, of which `taken` pixels are,
        leaves room."""
        theme = self.theme
        if theme.width(self._name, "small") <= row.width - taken - theme.gap:
            theme.text(surface, self._name, "small", SOFT_INK, row)

"""The clocks beside the board: a player's, and that of a turn."""

from __future__ import annotations

from typing import Final

import pygame

from scenes.app.fonts import Role
from scenes.app.theme import BRASS, INK, OXBLOOD, PAPER, SOFT_INK
from scenes.ui.bars import paint_share
from scenes.ui.base import Group, Widget

SHORT: float = 20.0
"""Seconds below which the time is red and shows tenths."""


def clock_text(seconds: float, short: float = SHORT) -> str:
    """`seconds` as players read them: "4:59", "1:02:03", and below `short` with tenths, rounded down: "0:09.4"."""
    tenths = max(0, int(seconds * 10 + 1e-6))
    whole = tenths // 10
    if tenths < short * 10:
        return f"0:{whole:02}.{tenths % 10}"
    hours, minutes = whole // 3600, whole // 60 % 60
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"


class ClockFace(Widget):
    """A name with the sprite of its side, a clock (or none), and a brass bar while the match waits for them."""

    touchable = False

    def __init__(self, parent: Group, name: str, look: str | None = None) -> None:
        super().__init__(parent, name)
        self._look = look
        self.time: str | None = None
        self._short = False
        self._warns = False
        """Whether the bell sounds when the time becomes short; not again after each increment."""
        self._running = self._waits = False
        self.detail = ""

    def show(self, name: str, seconds: float | None, running: bool, detail: str = "", waits: bool = False) -> None:
        """Show `name`, the time left in `seconds` (None: no clock), whether it is their turn, and a line below;
        `waits`: the clock hasn't begun, and is pale."""
        shown = (self.label, self.time, self._running, self.detail)
        self.label, self._running, self.detail, self._waits = name, running, detail, waits
        self.time = None if seconds is None else clock_text(seconds)
        self._short = seconds is not None and seconds < SHORT
        if seconds is not None:
            self._warn(seconds)
        if shown != (self.label, self.time, self._running, self.detail):
            self.dirty()

    def _warn(self, seconds: float) -> None:
        if seconds >= 2 * SHORT:
            self._warns = True
        elif self._short and self._running and self._warns:
            self._warns = False
            app = self.form.scene.app
            app.sound.play("bell", pan=2 * self.rect.centerx / max(1, app.size[0]) - 1)

    @property
    def readable(self) -> bool:
        return bool(self.label)

    def valued(self) -> str:
        return ", ".join(filter(None, (self.detail, self.time)))

    def natural_height(self, width: int) -> int:
        theme = self.theme
        return max(theme.line("digits"), theme.line("strong") + theme.line("small")) + theme.px(1.2)

    def extent(self) -> pygame.Rect:
        return super().extent() if self.focused else self.rect

    def paint(self, surface: pygame.Surface) -> None:
        theme, rect = self.theme, self.rect
        if self._running:
            pygame.draw.rect(surface, BRASS.lerp(PAPER, 0.62), rect, border_radius=theme.px(0.8))
            bar = pygame.Rect(rect.left, rect.top, theme.px(0.6), rect.height)
            pygame.draw.rect(surface, BRASS.lerp(INK, 0.12), bar, border_radius=theme.px(0.3))
        left = rect.left + theme.px(1.6)
        if self._look is not None:
            side = min(rect.height - theme.px(1), theme.px(5))
            self.paint_sprite(surface, self._look, side, (left + side // 2, rect.centery))
            left += side + theme.px(1.4)
        right = rect.right - theme.px(1.2)
        if self.time is not None:
            digits = pygame.Rect(left, rect.top, right - left, rect.height)
            runs = self._running and not self._waits
            colour = (OXBLOOD if self._short else INK) if runs else SOFT_INK
            narrow = theme.width(self.time, "digits") > digits.width * 0.6
            role: Role = "strong" if narrow else "digits"
            right = theme.text(surface, self.time, role, colour, digits, "right").left - theme.px(1)
        words = pygame.Rect(left, rect.top, max(1, right - left), rect.height)
        if self.detail:
            block = theme.line("strong") + theme.line("small")
            words.top, words.height = rect.centery - block // 2, theme.line("strong")
            line = pygame.Rect(left, words.bottom, words.width, theme.line("small"))
            theme.text(surface, self.detail, "small", SOFT_INK, line, ellipsis=True)
        role = "strong" if self._running else "body"
        theme.text(surface, self.label, role, INK, words, ellipsis=True)


SHORT_TURN: Final = 10.0
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
        """What the bar shows; it changes only together with the digits."""

    @property
    def readable(self) -> bool:
        return bool(self.label)

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
        shown = (clock_text(turn, SHORT_TURN), over, rest, running, turn < SHORT_TURN)
        if shown != self._shown:
            self._shown, self._share = shown, max(0.0, min(1.0, share))
            self.dirty()
        self.label = f"{self._name} {shown[0]} · {self.beside}"

    def natural_height(self, width: int) -> int:
        return self.theme.line("clock") + self._bar_height()

    def least_height(self) -> int:
        """The height in pixels that it needs: the time is smaller then."""
        theme = self.theme
        return max(theme.line("digits"), theme.line("small") + theme.line("strong")) + self._bar_height()

    def _bar_height(self) -> int:
        return max(8, self.theme.px(1.1))

    def extent(self) -> pygame.Rect:
        return super().extent() if self.focused else self.rect

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
        paint_share(surface, theme, slot, self._share, OXBLOOD if short else BRASS)

    def _paint_name(self, surface: pygame.Surface, row: pygame.Rect, taken: int) -> None:
        """Paint what the time of the turn is called, if there is room beside the `taken` pixels of a row."""
        theme = self.theme
        if theme.width(self._name, "small") <= row.width - taken - theme.gap:
            theme.text(surface, self._name, "small", SOFT_INK, row)

"""A player's strip: who it is, the time that is left, and whether it is their turn."""

from __future__ import annotations

import pygame

from scenes.app.fonts import Role
from scenes.app.theme import BRASS, INK, OXBLOOD, PAPER, SOFT_INK
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
        """Whether a bell is to be struck when the time becomes short; not again for each increment."""
        self._running = False
        self.detail = ""
        """The line below the name."""

    def show(self, name: str, seconds: float | None, running: bool, detail: str = "") -> None:
        """Show `name`, the time left in `seconds` (None: no clock), whether it is their turn, and a line below."""
        shown = (self.label, self.time, self._running, self.detail)
        self.label, self._running, self.detail = name, running, detail
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

    def natural_height(self, width: int) -> int:
        """The height in pixels that it needs."""
        return max(self.theme.line("digits"), self.theme.line("strong") + self.theme.line("small")) + self.theme.px(
            1.2
        )

    def extent(self) -> pygame.Rect:
        return self.rect

    def paint(self, surface: pygame.Surface) -> None:
        theme, rect = self.theme, self.rect
        if self._running:
            pygame.draw.rect(surface, BRASS.lerp(PAPER, 0.62), rect, border_radius=theme.px(0.8))
            bar = pygame.Rect(rect.left, rect.top, theme.px(0.6), rect.height)
            pygame.draw.rect(surface, BRASS.lerp(INK, 0.12), bar, border_radius=theme.px(0.3))
        left = rect.left + theme.px(1.6)
        if self._look is not None:
            side = min(rect.height - theme.px(1), theme.px(5))
            assets = self.form.scene.app.assets
            centre = (left + side // 2, rect.centery)
            for picture in (assets.shadow(self._look, side), assets.sprite(self._look, side)):
                surface.blit(picture, picture.get_rect(center=centre))
            left += side + theme.px(1.4)
        right = rect.right - theme.px(1.2)
        if self.time is not None:
            digits = pygame.Rect(left, rect.top, right - left, rect.height)
            colour = (OXBLOOD if self._short else INK) if self._running else SOFT_INK
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

"""Clocks beside the board: each player's clock, and the clock of a turn."""

from __future__ import annotations

import pygame

from scenes.app.fonts import Role
from scenes.app.theme import BRASS, INK, OXBLOOD, PAPER, SOFT_INK
from scenes.ui.bars import paint_share
from scenes.ui.base import Group, ReadOnlyWidget
from scenes.ui.clock_text import clock_text
from scenes.ui.constants import SHORT_CLOCK_SECONDS, SHORT_TURN_SECONDS


class ClockFace(ReadOnlyWidget):
    """A player's name, sprite and clock (if there is one), highlighted while it is the player's turn."""

    def __init__(self, parent: Group, name: str, look: str | None = None) -> None:
        super().__init__(parent, name)
        self._look = look  # name of the sprite
        self.time_text: str | None = None  # None: no clock
        self._is_time_short = False
        self._is_bell_armed = False  # True once 2 * SHORT_CLOCK_SECONDS or more are left, until the bell rings
        self._is_running = self._is_waiting = False
        self.detail = ""

    def show(
        self, name: str, seconds: float | None, is_running: bool, detail: str = "", is_waiting: bool = False
    ) -> None:
        """Show a player's `seconds` left (None: no clock) and `detail` on a second line.

        `is_running`: it is the player's turn; `is_waiting`: the clock is pale, because it hasn't started yet.
        """
        before = (self.label, self.time_text, self._is_running, self.detail)
        self.label, self._is_running, self.detail, self._is_waiting = name, is_running, detail, is_waiting
        self.time_text = None if seconds is None else clock_text(seconds)
        self._is_time_short = seconds is not None and seconds < SHORT_CLOCK_SECONDS
        if seconds is not None:
            self._ring_if_short(seconds)
        if before != (self.label, self.time_text, self._is_running, self.detail):
            self.dirty()

    def _ring_if_short(self, seconds: float) -> None:
        if seconds >= 2 * SHORT_CLOCK_SECONDS:
            self._is_bell_armed = True
        elif self._is_time_short and self._is_running and self._is_bell_armed:
            self._is_bell_armed = False
            app = self.form.scene.app
            app.sound.play("bell", pan=app.pan_at(self.rect.centerx))

    def describe_value(self) -> str:
        return ", ".join(filter(None, (self.detail, self.time_text)))

    def natural_height(self, width: int) -> int:
        theme = self.theme
        return max(theme.line("digits"), theme.line("strong") + theme.line("small")) + theme.px(1.2)

    def paint(self, surface: pygame.Surface) -> None:
        theme, rect = self.theme, self.rect
        if self._is_running:
            theme.paint_highlight(surface, rect, BRASS.lerp(PAPER, 0.62), theme.px(0.8))
            bar = pygame.Rect(rect.left, rect.top, theme.px(0.6), rect.height)
            bar_colour = theme.colour_for(INK) if theme.contrast else BRASS.lerp(INK, 0.12)
            pygame.draw.rect(surface, bar_colour, bar, border_radius=theme.px(0.3))
        left = rect.left + theme.px(1.6)
        if self._look is not None:
            side = min(rect.height - theme.px(1), theme.px(5))
            self.paint_sprite(surface, self._look, side, (left + side // 2, rect.centery))
            left += side + theme.px(1.4)
        right = rect.right - theme.px(1.2)
        if self.time_text is not None:
            digits = pygame.Rect(left, rect.top, right - left, rect.height)
            is_counting = self._is_running and not self._is_waiting
            colour = (OXBLOOD if self._is_time_short else INK) if is_counting else SOFT_INK
            has_little_room = theme.width(self.time_text, "digits") > digits.width * 0.6
            role: Role = "strong" if has_little_room else "digits"
            right = theme.text(surface, self.time_text, role, colour, digits, "right").left - theme.px(1)
        name_rect = pygame.Rect(left, rect.top, max(1, right - left), rect.height)
        if self.detail:
            both_lines = theme.line("strong") + theme.line("small")
            name_rect.top, name_rect.height = rect.centery - both_lines // 2, theme.line("strong")
            detail_rect = pygame.Rect(left, name_rect.bottom, name_rect.width, theme.line("small"))
            theme.text(surface, self.detail, "small", SOFT_INK, detail_rect, ellipsis=True)
        role = "strong" if self._is_running else "body"
        theme.text(surface, self.label, role, INK, name_rect, ellipsis=True)


class TurnClockWidget(ReadOnlyWidget):
    """The clock of a turn with a bar, and beside it the time left for the match."""

    def __init__(self, parent: Group) -> None:
        super().__init__(parent)
        self.visible = False
        self._shown: tuple[str, str, str, bool, bool] = ("", "", "", False, False)
        """The turn's time, the words above the match's time, and the match's time.

        Then whether the clock runs, and whether the turn's time is short.
        """
        self._name = ""  # of the turn's time
        self._share = 0.0  # filled fraction of the bar; changes only together with the digits

    @property
    def time_text(self) -> str:
        return self._shown[0]

    @property
    def beside_text(self) -> str:
        return " ".join(filter(None, self._shown[1:3]))

    def show(
        self, turn_seconds: float, share: float, match_seconds: float | None, names: tuple[str, str], is_running: bool
    ) -> None:
        """Show the seconds left for the turn and for the match.

        `share` is the fraction of the turn's time that is left. `names` are the name of the turn's time, and the
        words above the match's time or, if `match_seconds` is None, in place of the match's time.
        """
        self._name, match_name = names
        match_text = "" if match_seconds is None else clock_text(match_seconds, 0.0)
        is_short = turn_seconds < SHORT_TURN_SECONDS
        shown = (clock_text(turn_seconds, SHORT_TURN_SECONDS), match_name, match_text, is_running, is_short)
        if shown != self._shown:
            self._shown, self._share = shown, max(0.0, min(1.0, share))
            self.dirty()
        self.label = f"{self._name} {shown[0]} · {self.beside_text}"

    def natural_height(self, width: int) -> int:
        return self.theme.line("clock") + self._bar_height()

    def compact_height(self) -> int:
        """Return the height in pixels that the clock needs with smaller digits."""
        theme = self.theme
        return max(theme.line("digits"), theme.line("small") + theme.line("strong")) + self._bar_height()

    def _bar_height(self) -> int:
        return max(8, self.theme.px(1.1))

    def paint(self, surface: pygame.Surface) -> None:
        theme, rect = self.theme, self.rect
        turn_text, match_name, match_text, is_running, is_short = self._shown
        colour = (OXBLOOD if is_short else INK) if is_running else SOFT_INK
        bar_height = self._bar_height()
        above = pygame.Rect(rect.left, rect.top, rect.width, rect.height - bar_height)
        role: Role = "clock" if above.height >= theme.line("clock") else "digits"
        left = theme.text(surface, turn_text, role, colour, above).right + theme.gap
        beside = pygame.Rect(left, above.top, max(1, rect.right - left), above.height)
        if match_text:
            both_lines = theme.line("small") + theme.line("strong")
            top = max(beside.top, beside.bottom - both_lines - theme.px(0.4))
            upper = pygame.Rect(beside.left, top, beside.width, theme.line("small"))
            theme.text(surface, match_name, "small", SOFT_INK, upper, "right", ellipsis=True)
            lower = pygame.Rect(beside.left, upper.bottom, beside.width, theme.line("strong"))
            theme.text(surface, match_text, "strong", INK if is_running else SOFT_INK, lower, "right")
            self._paint_name(surface, upper, max(theme.width(match_name, "small"), theme.width(match_text, "strong")))
        else:
            theme.text(surface, match_name, "strong", OXBLOOD, beside, "right")
            self._paint_name(surface, beside, theme.width(match_name, "strong"))
        slot = pygame.Rect(rect.left, rect.bottom - bar_height, rect.width, bar_height)
        paint_share(surface, theme, slot, self._share, OXBLOOD if is_short else BRASS)

    def _paint_name(self, surface: pygame.Surface, row: pygame.Rect, taken_width: int) -> None:
        """Paint the name at the left of `row`, unless what is at its right leaves too little room."""
        theme = self.theme
        if theme.width(self._name, "small") <= row.width - taken_width - theme.gap:
            theme.text(surface, self._name, "small", SOFT_INK, row)

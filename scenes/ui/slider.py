"""A slider: a bone knob on a groove that is filled with brass up to it."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from scenes.app.theme import BRASS, EDGE, SHADE, SOFT_INK
from scenes.ui.base import Group
from scenes.ui.form_row import FormRow
from scenes.ui.keys import paint_knob, paint_slot

_STEPS = {pygame.K_LEFT: -1, pygame.K_DOWN: -1, pygame.K_RIGHT: 1, pygame.K_UP: 1}
_KEYBOARD_STEPS = 20


class Slider(FormRow):
    """A whole number from `low` to `high`, shown by `format` at the right; every change of a drag is told."""

    def __init__(
        self,
        parent: Group,
        text: str,
        value: int,
        low: int,
        high: int,
        on_change: Callable[[int], object],
        format: Callable[[int], str] = str,  # noqa: A002 - the best word for it
        step: int = 1,
    ) -> None:
        super().__init__(parent, text)
        self._value = value
        self._low, self._high, self._step = low, high, step
        self._on_change = on_change
        self._format = format

    @property
    def value(self) -> int:
        """The number; setting it tells nobody."""
        return self._value

    @value.setter
    def value(self, value: int) -> None:
        self._value = max(self._low, min(self._high, value))
        self.dirty()

    def valued(self) -> str:
        return self._format(self._value)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN:
            if event.key in (pygame.K_HOME, pygame.K_END):
                self._change(self._low if event.key == pygame.K_HOME else self._high)
                return True
            if event.key not in _STEPS:
                return False
            by = max(self._step, (self._high - self._low) // _KEYBOARD_STEPS)
            self._change(self._value + _STEPS[event.key] * by)
        elif event.type == pygame.MOUSEBUTTONDOWN or (event.type == pygame.MOUSEMOTION and self.held):
            groove = self._groove()
            share = (event.pos[0] - groove.left) / max(1, groove.width)
            steps = round(share * (self._high - self._low) / self._step)
            self._change(self._low + steps * self._step)
        elif event.type == pygame.MOUSEBUTTONUP:
            self.form.play("button")
        return event.type not in (pygame.KEYUP, pygame.MOUSEWHEEL)

    def _change(self, value: int) -> None:
        before = self._value
        self.value = value
        if self._value != before:
            self._on_change(self._value)

    def _knob_side(self) -> int:
        return max(22, self.theme.px(3.0))

    def _groove(self) -> pygame.Rect:
        """The way of the knob's centre."""
        field, half = self.field, self._knob_side() // 2
        longest = max(self.theme.width(self._format(n), "body") for n in (self._low, self._high))
        width = field.width - longest - self.theme.px(2) - 2 * half
        return pygame.Rect(field.left + half, field.centery, max(1, width), 1)

    def paint(self, surface: pygame.Surface) -> None:
        theme, groove = self.theme, self._groove()
        self.paint_label(surface)
        x = groove.left + round(groove.width * (self._value - self._low) / max(1, self._high - self._low))
        high = max(6, theme.px(0.8))
        slot = pygame.Rect(groove.left - high // 2, groove.centery - high // 2, groove.width + high, high)
        paint_slot(surface, theme, slot, EDGE.lerp(SHADE, 0.3), high // 2)
        full = pygame.Rect(slot.topleft, (max(high, x - slot.left), high))
        if self.enabled:
            paint_slot(surface, theme, full, BRASS, high // 2)
        paint_knob(
            surface, theme, (x, groove.centery), self._knob_side(), (self.hovered or self.held) and self.enabled
        )
        number = self.field
        number.left, number.width = groove.right, number.right - groove.right
        theme.text(surface, self._format(self._value), "body", SOFT_INK, number, "right")

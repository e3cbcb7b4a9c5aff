"""A stepper: a number between a key for less and a key for more."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from scenes.ui.base import Group
from scenes.ui.form_row import FormRow
from scenes.ui.keys import State, lettering, paint_key

_STEPS = {pygame.K_LEFT: -1, pygame.K_DOWN: -1, pygame.K_MINUS: -1, pygame.K_KP_MINUS: -1}
_STEPS |= {pygame.K_RIGHT: 1, pygame.K_UP: 1, pygame.K_PLUS: 1, pygame.K_KP_PLUS: 1}


class Stepper(FormRow):
    """A whole number from `low` to `high`, shown by `format`."""

    def __init__(
        self,
        parent: Group,
        text: str,
        value: int,
        low: int,
        high: int,
        on_change: Callable[[int], object],
        step: int = 1,
        format: Callable[[int], str] = str,  # noqa: A002 - the best word for it
    ) -> None:
        super().__init__(parent, text)
        self._value = value
        self._low, self._high, self._by = low, high, step
        self._on_change = on_change
        self._format = format
        self._side = 0

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
            if event.key not in _STEPS:
                return False
            self._change(_STEPS[event.key])
        elif event.type == pygame.MOUSEMOTION:
            self._point(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._point(event.pos)
            self._change(self._side)
        return event.type in (pygame.KEYDOWN, pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN)

    def _point(self, pos: tuple[int, int]) -> None:
        """Notice which key the mouse is on."""
        less, more = self._keys()
        side = -1 if less.collidepoint(pos) else 1 if more.collidepoint(pos) else 0
        if side != self._side:
            self._side = side
            self.dirty()

    def _change(self, way: int) -> None:
        value = max(self._low, min(self._high, self._value + way * self._by))
        if value != self._value:
            self.value = value
            self.form.play("button")
            self._on_change(value)

    def _keys(self) -> tuple[pygame.Rect, pygame.Rect]:
        field = self.field
        side = field.height
        return pygame.Rect(field.topleft, (side, side)), pygame.Rect(field.right - side, field.top, side, side)

    def _state(self, side: int) -> State:
        at_end = self._value <= self._low if side < 0 else self._value >= self._high
        if not self.enabled or at_end:
            return "off"
        if self.hovered and self._side == side:
            return "held" if self.held else "hover"
        return "rest"

    def paint(self, surface: pygame.Surface) -> None:
        theme = self.theme
        self.paint_label(surface)
        less, more = self._keys()
        for side, key in ((-1, less), (1, more)):
            state = self._state(side)
            face = paint_key(surface, theme, key, "plain", state)
            colour = lettering("plain", state)
            arm, thick = theme.px(0.85), max(2, theme.px(0.28))
            bar = pygame.Rect(0, 0, 2 * arm, thick)
            bar.center = face.center
            surface.fill(colour, bar)
            if side > 0:
                post = pygame.Rect(0, 0, thick, 2 * arm)
                post.center = bar.center
                surface.fill(colour, post)
        number = pygame.Rect(less.right, self.rect.top, more.left - less.right, self.rect.height)
        theme.text(surface, self._format(self._value), "strong", self.ink(), number, "centre")

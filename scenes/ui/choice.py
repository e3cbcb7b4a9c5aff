"""One of several: keys side by side in a slot, or, when they are many or long, a key that opens a list."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from scenes.app.theme import EDGE, SHADE, SOFT_INK
from scenes.ui.base import Group
from scenes.ui.button import PRESS_KEYS
from scenes.ui.chooser import Chooser
from scenes.ui.form_row import FormRow
from scenes.ui.keys import State, lettering, paint_key, paint_slot

_SIDE_BY_SIDE = 4
"""So many options usually stand side by side at most."""


class Choice(FormRow):
    """One of `options`, pairs of a value and its words."""

    def __init__(
        self,
        parent: Group,
        text: str,
        options: Sequence[tuple[str, str]],
        value: str,
        on_change: Callable[[str], object],
        most: int = _SIDE_BY_SIDE,
    ) -> None:
        """More options than `most` are a list."""
        super().__init__(parent, text)
        self._most = most
        self.options = list(options)
        """What can be chosen: values with their words."""
        self._value = value
        self._on_change = on_change
        self._pointed: int | None = None

    @property
    def value(self) -> str:
        """What is chosen; setting it tells nobody."""
        return self._value

    @value.setter
    def value(self, value: str) -> None:
        self._value = value
        self.dirty()

    def valued(self) -> str:
        return dict(self.options).get(self._value, "")

    def is_list(self) -> bool:
        """Whether the options are too many or too long to stand side by side."""
        if len(self.options) > self._most:
            return True
        room = self.field.width // max(1, len(self.options)) - 2 * self.theme.px(1.2)
        return any(self.theme.width(words, "strong") > room for _, words in self.options)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN:
            return self._key(event.key)
        if event.type == pygame.MOUSEMOTION:
            self._point(self._index(event.pos))
        elif event.type == pygame.MOUSEBUTTONUP and self.field.collidepoint(event.pos):
            index = self._index(event.pos)
            if self.is_list():
                self._open()
            elif index is not None:
                self._choose(self.options[index][0])
        return event.type != pygame.MOUSEWHEEL

    def _key(self, key: int) -> bool:
        if self.is_list() and key in (*PRESS_KEYS, pygame.K_DOWN):
            self._open()
            return True
        if key not in (pygame.K_LEFT, pygame.K_RIGHT):
            return False
        values = [value for value, _ in self.options]
        here = values.index(self._value) + (1 if key == pygame.K_RIGHT else -1)
        self._choose(values[max(0, min(len(values) - 1, here))])
        return True

    def _open(self) -> None:
        options = [(value, words, None) for value, words in self.options]
        Chooser(self.form, self.field, options, self._choose, current=self._value)

    def _choose(self, value: str) -> None:
        if value != self._value:
            self.value = value
            self.form.play("button")
            self._on_change(value)

    def _point(self, index: int | None) -> None:
        if index != self._pointed:
            self._pointed = index
            self.dirty()

    def _index(self, pos: tuple[int, int]) -> int | None:
        return next((n for n in range(len(self.options)) if self.place_of(n).collidepoint(pos)), None)

    def place_of(self, index: int) -> pygame.Rect:
        """Where option `index` is when they stand side by side."""
        field = self.field.inflate(-6, -6)
        left = field.left + round(field.width * index / len(self.options))
        right = field.left + round(field.width * (index + 1) / len(self.options))
        return pygame.Rect(left, field.top, right - left, field.height)

    def paint(self, surface: pygame.Surface) -> None:
        self.paint_label(surface)
        if self.is_list():
            self._paint_list(surface)
            return
        theme = self.theme
        paint_slot(surface, theme, self.field, EDGE.lerp(SHADE, 0.6), min(theme.px(1), self.field.height // 3))
        for index, (value, words) in enumerate(self.options):
            place = self.place_of(index)
            if value == self._value:
                state: State = "rest" if self.enabled else "off"
                face = paint_key(surface, theme, place, "plain", state)
                theme.text(surface, words, "strong", lettering("plain", state), face, "centre")
            else:
                pointed = self.hovered and index == self._pointed
                colour = SOFT_INK if self.enabled and not pointed else self.ink()
                theme.text(surface, words, "body", colour, place, "centre")

    def _paint_list(self, surface: pygame.Surface) -> None:
        theme = self.theme
        state: State = "off" if not self.enabled else "hover" if self.hovered else "rest"
        face = paint_key(surface, theme, self.field, "plain", state)
        colour = lettering("plain", state)
        arm = theme.px(0.8)
        area = face.inflate(-2 * theme.px(1.6), 0)
        x, y = area.right - arm, face.centery
        arrow = [(x - arm, y - arm // 2), (x + arm, y - arm // 2), (x, y + arm * 2 // 3)]
        pygame.draw.polygon(surface, colour, arrow)
        area.width -= 3 * arm
        theme.text(surface, dict(self.options).get(self._value, ""), "strong", colour, area)

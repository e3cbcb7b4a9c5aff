"""A switch: a bone knob in a slot, at the right on green when it is on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from scenes.app.theme import EDGE, LEAF, SHADE, SOFT_INK
from scenes.ui.base import Group
from scenes.ui.button import PRESS_KEYS
from scenes.ui.form_row import FormRow
from scenes.ui.keys import paint_knob, paint_slot

_ROOM: Final = 8.0
"""Room for the switch itself, in u."""


class Switch(FormRow):
    """Something that is on or off."""

    def __init__(self, parent: Group, text: str, on: bool, on_change: Callable[[bool], object]) -> None:
        super().__init__(parent, text)
        self._on = on
        self._on_change = on_change

    @property
    def on(self) -> bool:
        """Whether it is on; setting it tells nobody."""
        return self._on

    @on.setter
    def on(self, on: bool) -> None:
        self._on = on
        self.dirty()

    def valued(self) -> str:
        return self.form.scene.app.words("widgets.on" if self._on else "widgets.off")

    def placed(self) -> None:
        self.share = self._words_share(self.rect.width)

    def natural_height(self, width: int) -> int:
        self.share = self._words_share(width)
        return super().natural_height(width)

    def _words_share(self, width: int) -> float:
        """The words get all that the switch and the word beside it leave."""
        theme, words = self.theme, self.form.scene.app.words
        told = max(theme.width(words(key), "body") for key in ("widgets.on", "widgets.off"))
        return 1 - (told + theme.px(_ROOM) + 2 * theme.gap) / max(1, width)

    def ringed(self) -> pygame.Rect:
        return self._slot().inflate(self.theme.gap, self.theme.gap)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONUP:
            if self.rect.collidepoint(event.pos):
                self._turn(not self._on)
        elif event.type == pygame.KEYDOWN and event.key in PRESS_KEYS:
            self._turn(not self._on)
        elif event.type == pygame.KEYDOWN and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self._turn(event.key == pygame.K_RIGHT)
        else:
            return event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN)
        return True

    def _turn(self, on: bool) -> None:
        if on != self._on:
            self.on = on
            self.form.play("button")
            self._on_change(on)

    def _slot(self) -> pygame.Rect:
        height = max(24, self.theme.px(3.2))
        slot = pygame.Rect(0, 0, height * 2, height)
        slot.midright = self.field.midright
        return slot

    def paint(self, surface: pygame.Surface) -> None:
        theme, slot = self.theme, self._slot()
        self.paint_label(surface)
        fill = LEAF if self._on else EDGE.lerp(SHADE, 0.3)
        if not self.enabled:
            fill = fill.lerp(SHADE, 0.7)
        paint_slot(surface, theme, slot, fill, slot.height // 2)
        inset = slot.height // 2
        x = slot.right - inset if self._on else slot.left + inset
        paint_knob(surface, theme, (x, slot.centery), slot.height - 4, self.hovered and self.enabled)
        area = self.field
        area.width = slot.left - theme.gap - area.left
        theme.text(surface, self.valued(), "body", SOFT_INK, area, "right", ellipsis=True)

"""Questions and prompts on the table: a sentence with buttons, which doesn't stop the match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from scenes.app.fonts import Role
from scenes.app.theme import INK
from scenes.ui.base import Group
from scenes.ui.button import Button, IconButton, Pressable
from scenes.ui.keys import Look, lettering, paint_key

NARROW: Final = 20.0
"""With less room than this beside the buttons, in u, the sentence stands above them."""
ROLES: Final[tuple[Role, ...]] = ("strong", "body", "small")
"""The roles of the sentence: the first that fits is taken."""


@dataclass(frozen=True, slots=True)
class Option:
    """A button of a question: its value, its text, and the sprite that it shows instead."""

    value: str
    words: str
    look: str | None = None
    primary: bool = False


class Question(Group):
    """Calls `on_pick` with the value of the button that was pressed. It is visible while it has options."""

    def __init__(self, parent: Group, on_pick: Callable[[str], object]) -> None:
        super().__init__(parent)
        self._on_pick = on_pick
        self._place = pygame.Rect(0, 0, 0, 0)
        self._options: tuple[Option, ...] = ()
        self._role: Role = ROLES[0]
        self._room = pygame.Rect(0, 0, 0, 0)
        self.keys: list[Pressable] = []
        self.visible = False

    def place(self, rect: pygame.Rect) -> None:
        """Lay it out at the left of `rect`, as wide as needed."""
        self._place = pygame.Rect(rect)
        self._lay()

    def ask(self, text: str, options: Sequence[Option]) -> None:
        """Show this question; without options, none."""
        if text == self.label and tuple(options) == self._options:
            return
        focused = self.form.focus_on in self.keys
        self.visible = False
        self.clear()
        self.label, self._options = text, tuple(options)
        self.keys = [self._key(option) for option in options]
        self._lay()
        self.visible = bool(options)
        if focused:
            self.form.focus(self.keys[0] if self.keys else None)

    def _key(self, option: Option) -> Pressable:
        def press() -> None:
            self._on_pick(option.value)

        if option.look is not None:
            return PictureKey(self, option.words, option.look, press)
        look: Look = "primary" if option.primary else "plain"
        return Button(self, option.words, press, look)

    def _lay(self) -> None:
        theme, place = self.theme, self._place
        if not self.keys or not place.width:
            return
        pad, gap = theme.px(1.4), theme.px(1.0)
        high = theme.control
        widths = [key.natural_width() if isinstance(key, Button) else high for key in self.keys]
        keys = sum(widths) + gap * (len(widths) - 1)
        most = place.width - 3 * pad - keys
        if most < theme.px(NARROW):
            self._stack(widths, pad, gap)
            return
        fitting = (role for role in ROLES if theme.height(self.label, role, most) <= self._room_for(role))
        self._role = next(fitting, ROLES[-1])
        told = theme.snug(self.label, self._role, most)
        high_told = theme.height(self.label, self._role, told + 1)
        rect = pygame.Rect(0, 0, told + 1 + 3 * pad + keys, max(high + pad, high_told + pad))
        rect.midleft = place.midleft
        rect.clamp_ip(pygame.Rect((0, 0), theme.size))
        self._room = pygame.Rect(rect.left + pad, rect.top, told + 1, rect.height)
        left = self._room.right + pad
        for key, wide in zip(self.keys, widths, strict=True):
            key.rect = pygame.Rect(left, rect.centery - high // 2, wide, high)
            left += wide + gap
        self.rect = rect

    def _stack(self, widths: list[int], pad: int, gap: int) -> None:
        """Lay out the sentence above the buttons, where there is no room beside them."""
        theme, high = self.theme, self.theme.control
        keys = sum(widths) + gap * (len(widths) - 1)
        column = max(keys, self._place.width - 2 * pad)
        self._role = ROLES[-1]
        told = theme.height(self.label, self._role, column)
        rect = pygame.Rect(*self._place.topleft, column + 2 * pad, told + high + 2 * pad)
        rect.clamp_ip(pygame.Rect((0, 0), theme.size))
        self._room = pygame.Rect(rect.left + pad, rect.top + pad // 2, column, told)
        left = self._room.left
        for key, wide in zip(self.keys, widths, strict=True):
            key.rect = pygame.Rect(left, self._room.bottom + pad // 2, wide, high)
            left += wide + gap
        self.rect = rect

    def _room_for(self, role: Role) -> int:
        """The greatest height of the sentence: that of the place, or two lines."""
        return max(self._place.height - self.theme.px(1.4), 2 * self.theme.line(role))

    def paint(self, surface: pygame.Surface) -> None:
        self.theme.slip(surface, self.rect)
        self.theme.text(surface, self.label, self._role, INK, self._room)
        super().paint(surface)


class PictureKey(Pressable):
    """A button with a sprite on it."""

    def __init__(self, parent: Group, words: str, look: str, on_press: Callable[[], object]) -> None:
        super().__init__(parent, words, on_press)
        self.look = look

    def paint(self, surface: pygame.Surface) -> None:
        face = paint_key(surface, self.theme, self.rect, "plain", self.state())
        picture = self.assets.sprite(self.look, round(0.86 * min(face.size)))
        if not self.enabled:
            picture = picture.copy()
            picture.set_alpha(lettering("plain", "off").a // 2)
        surface.blit(picture, picture.get_rect(center=face.center))


class Prompt(Group):
    """A picture, a sentence and a button; visible while there is a sentence."""

    def __init__(self, parent: Group, icon: str, tip: str, on_press: Callable[[], object]) -> None:
        super().__init__(parent)
        self._look: str | None = None
        self._side = self._pad = 0
        self._role: Role = ROLES[0]
        self._ledge = pygame.Rect(0, 0, 0, 0)
        self.key = IconButton(self, icon, tip, on_press)
        self.visible = False

    def place(self, ledge: pygame.Rect) -> None:
        """Lay it out in the middle of `ledge`; what doesn't fit reaches beyond its upper edge."""
        self._ledge = pygame.Rect(ledge)
        self._lay()

    def show(self, text: str, look: str | None) -> None:
        """Show this text beside the sprite `look`; without a text, nothing."""
        if text != self.label or look != self._look:
            self.visible = False
            self.label, self._look = text, look
            self._lay()
        self.visible = bool(text)

    def _lay(self) -> None:
        theme = self.theme
        below = self._ledge.bottom - theme.px(0.4)
        high = min(max(self._ledge.height - theme.px(0.8), theme.control), below - theme.px(0.4))
        key = min(theme.control, high)
        self._side = round(1.15 * high) if self._look else 0
        self._pad = theme.px(1.6)
        room = self._ledge.width - self._side - 2 * self._pad - key
        self._role = next((role for role in ROLES if theme.width(self.label, role) < room), ROLES[-1])
        width = self._side + theme.width(self.label, self._role) + 1 + 2 * self._pad + key
        rect = pygame.Rect(0, 0, width, high)
        rect.midbottom = (self._ledge.centerx, below)
        self.key.rect = pygame.Rect(rect.right - key - theme.px(0.3), rect.centery - key // 2, key, key)
        self.rect = rect

    def extent(self) -> pygame.Rect:
        return super().extent().inflate(0, self._side)

    def paint(self, surface: pygame.Surface) -> None:
        theme = self.theme
        theme.slip(surface, self.rect)
        left = self.rect.left + self._pad // 2
        if self._look is not None:
            self.paint_sprite(surface, self._look, self._side, (left + self._side // 2, self.rect.centery))
            left += self._side
        area = pygame.Rect(left + self._pad // 2, self.rect.top, self.key.rect.left - left, self.rect.height)
        theme.text(surface, self.label, self._role, INK, area)
        super().paint(surface)

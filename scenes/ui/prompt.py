"""A slip of paper on the edge of the board that says what is still to be done, with a key that goes back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from scenes.app.fonts import Role
from scenes.app.theme import INK
from scenes.ui.base import Group
from scenes.ui.button import IconButton

ROLES: Final[tuple[Role, ...]] = ("strong", "body", "small")
"""How the sentence is set: the first of these that the ledge has room for."""


class Prompt(Group):
    """A picture, a sentence and a key; shown while there is a sentence."""

    def __init__(self, parent: Group, icon: str, tip: str, on_press: Callable[[], object]) -> None:
        super().__init__(parent)
        self._look: str | None = None
        self._side = self._pad = 0
        self._role: Role = ROLES[0]
        self._ledge = pygame.Rect(0, 0, 0, 0)
        self.key = IconButton(self, icon, tip, on_press)
        self.visible = False

    def place(self, ledge: pygame.Rect) -> None:
        """Lie on `ledge`, in its middle; what doesn't fit reaches beyond its upper edge."""
        self._ledge = pygame.Rect(ledge)
        self._lay()

    def show(self, text: str, look: str | None) -> None:
        """Say this beside the sprite `look`; without a text, nothing is there."""
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
        theme, assets = self.theme, self.form.scene.app.assets
        theme.slip(surface, self.rect)
        left = self.rect.left + self._pad // 2
        if self._look is not None:
            for picture in (assets.shadow(self._look, self._side), assets.sprite(self._look, self._side)):
                surface.blit(picture, picture.get_rect(center=(left + self._side // 2, self.rect.centery)))
            left += self._side
        area = pygame.Rect(left + self._pad // 2, self.rect.top, self.key.rect.left - left, self.rect.height)
        theme.text(surface, self.label, self._role, INK, area)
        super().paint(surface)

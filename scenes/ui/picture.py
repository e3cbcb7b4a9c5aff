"""A sprite on a sheet."""

from __future__ import annotations

import pygame

from scenes.ui.base import Group, Widget


class Picture(Widget):
    """A sprite that lies there with its shadow, or is printed in one colour."""

    touchable = False

    def __init__(self, parent: Group, look: str, tint: pygame.Color | None = None) -> None:
        super().__init__(parent)
        self._look, self._tint = look, tint

    def paint(self, surface: pygame.Surface) -> None:
        assets, wide = self.form.scene.app.assets, self.rect.width
        if self._tint is not None:
            printed = assets.tinted(self._look, wide, self._tint)
            surface.blit(printed, printed.get_rect(center=self.rect.center))
            return
        shadow = assets.shadow(self._look, wide)
        surface.blit(shadow, shadow.get_rect(center=self.rect.center))
        surface.blit(assets.sprite(self._look, wide), self.rect)

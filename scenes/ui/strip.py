"""Pictures to choose one of, each on a place of its own in a row over whatever lies there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

import pygame

from scenes.app.theme import INK, SOFT_INK
from scenes.ui.chooser import Chooser
from scenes.ui.form import Form
from scenes.ui.keys import paint_key

T = TypeVar("T")

LIT: Final = pygame.Color("#FFF3D2")
VEIL: Final = (20, 12, 7, 80)
"""What the rest of the ground is darkened with."""


class Strip(Chooser[T]):
    """A block of wood with a picture on each place and a cross behind the last; the cross chooses none."""

    def __init__(
        self,
        form: Form,
        places: Sequence[pygame.Rect],
        options: Sequence[tuple[T, str, str]],
        on_choose: Callable[[T], object],
        on_cancel: Callable[[], object],
        letters: Sequence[str],
        ground: pygame.Rect,
    ) -> None:
        """`places` in the order of the options, of one size, all in one column; `options`: value, name, the sprite's
        look; `letters`: the letter keys that choose each; `ground` is what is darkened around them."""
        self._places = places
        self._letters = letters
        self._ground = ground
        super().__init__(form, places[0], options, on_choose, on_cancel)

    @property
    def lies(self) -> bool:
        """Whether it waits for an answer still."""
        return self in self.form.children

    def _layout(self) -> None:
        first, last = self._places[0], self._places[-1]
        down = last.top >= first.top
        high = max(self.theme.control, first.height // 2)
        self._cross = pygame.Rect(last.left, last.bottom if down else last.top - high, last.width, high)
        self.rect = first.unionall([*self._places, self._cross])

    def extent(self) -> pygame.Rect:
        return super().extent().union(self._ground)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONUP and self._cross.collidepoint(event.pos):
            self._close(None)
            return True
        return super().handle(event)

    def _key(self, key: int) -> None:
        chosen = (n for n, letters in enumerate(self._letters) if key < 128 and chr(key) in letters)
        index = next(chosen, None)
        if index is not None:
            self._close(index)
        else:
            super()._key(key)

    def place_of(self, index: int) -> pygame.Rect:
        return self._places[index]

    def paint(self, surface: pygame.Surface) -> None:
        theme, assets = self.theme, self.form.scene.app.assets
        veil = pygame.Surface(self._ground.clip(surface.get_clip()).size, pygame.SRCALPHA)
        veil.fill(VEIL)
        surface.blit(veil, self._ground.clip(surface.get_clip()))
        theme.paper(surface, self.rect, lifted=True)
        paint_key(surface, theme, self.rect, "wood", "rest")
        for index, (_, _, look) in enumerate(self.options):
            place = self.place_of(index)
            if index == self._here:
                lit = place.inflate(-theme.px(0.8), -theme.px(0.8))
                pygame.draw.rect(surface, LIT, lit, border_radius=theme.px(0.8))
            if look is not None:
                for picture in (assets.shadow(look, place.width), assets.sprite(look, place.width)):
                    surface.blit(picture, picture.get_rect(center=place.center))
        side = max(18, theme.px(2.7))
        cross = assets.tinted("ui/close", side, INK if self.hovered else SOFT_INK)
        surface.blit(cross, cross.get_rect(center=self._cross.center))

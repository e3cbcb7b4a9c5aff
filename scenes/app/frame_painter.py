"""Repainting of what has changed, and the cross-fade between screens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol

import pygame

_MANY: Final = 8  # more separate dirty rectangles are repainted as one


class Layer(Protocol):
    def paint(self, surface: pygame.Surface) -> None:
        """Paint within the surface's clip."""


class Painter:
    def __init__(self) -> None:
        self._dirty: list[pygame.Rect] | None = None  # None: everything
        self._lowest_layer: Layer | None = None
        self._before: pygame.Surface | None = None  # the old screen of a fade; None: no fade
        self._after: pygame.Surface | None = None
        self._seconds = self._passed = 0.0

    @property
    def is_fading(self) -> bool:
        return self._before is not None

    @property
    def is_due(self) -> bool:
        return self._dirty != [] or self.is_fading

    @property
    def is_stale(self) -> bool:
        """Whether anything is dirty, apart from a running fade."""
        return self._dirty != []

    def dirty(self, rect: pygame.Rect | None, size: tuple[int, int]) -> None:
        """Mark `rect`, in pixels of a window of `size`, for repainting; None: everything."""
        if rect is None:
            self._dirty = None
        elif self._dirty is not None:
            inside = rect.clip((0, 0), size)
            if inside.width and inside.height:
                self._dirty.append(inside)

    def advance(self, dt: float) -> None:
        self._passed += dt

    def stop_fade(self) -> None:
        self._before = self._after = None

    def forget_last_frame(self) -> None:
        """Forget the last frame, so that the next one doesn't fade."""
        self.stop_fade()
        self._lowest_layer = None

    def paint(
        self,
        surface: pygame.Surface,
        layers: Sequence[Layer],
        fade: float,
        show: Callable[[Sequence[pygame.Rect]], object],
    ) -> bool:
        """Paint what is dirty of the layers, lowest first; return False if nothing is.

        A new lowest layer fades in for `fade` seconds. `show` brings rectangles to the screen.
        """
        if not self.is_due:
            return False
        if layers[0] is not self._lowest_layer:
            if self._lowest_layer is not None and fade:
                self._before, self._after = surface.copy(), None
                self._seconds, self._passed = fade, 0.0
            self._lowest_layer = layers[0]
        rects, self._dirty = merge_rects(self._dirty, surface.get_size()), []
        if self._before is None:
            paint_layers(surface, rects, layers)
            show(rects)
            return True
        if self._after is None:
            self._after = surface.copy()
            rects = [self._after.get_rect()]
        paint_layers(self._after, rects, layers)
        surface.blit(self._after, (0, 0))
        if self._passed >= self._seconds:
            self.stop_fade()
        else:
            self._before.set_alpha(round(255 * (1.0 - self._passed / self._seconds)))
            surface.blit(self._before, (0, 0))
        show([surface.get_rect()])
        return True


def paint_layers(surface: pygame.Surface, rects: Sequence[pygame.Rect], layers: Sequence[Layer]) -> None:
    for rect in rects:
        surface.set_clip(rect)
        for layer in layers:
            layer.paint(surface)
    surface.set_clip(None)


def merge_rects(rects: list[pygame.Rect] | None, size: tuple[int, int]) -> list[pygame.Rect]:
    """Merge rectangles that overlap, and all of them if they are many; beyond 60 % return the whole window."""
    whole = pygame.Rect((0, 0), size)
    if rects is None:
        return [whole]
    apart: list[pygame.Rect] = []
    for rect in rects:
        grown = rect.copy()
        while (hit := grown.collidelist(apart)) >= 0:
            grown.union_ip(apart.pop(hit))
        apart.append(grown)
    if len(apart) > _MANY:
        apart = [apart[0].unionall(apart[1:])]
    area = sum(rect.width * rect.height for rect in apart)
    return [whole] if area > 0.6 * whole.width * whole.height else apart

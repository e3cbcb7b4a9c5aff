"""Painting of a frame: only the dirty rectangles are repainted, and a new screen fades in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol

import pygame

_MOST_RECTS: Final = 8  # of dirty rectangles; more are repainted as one


class Layer(Protocol):
    def paint(self, surface: pygame.Surface) -> None:
        """Paint within the surface's clip."""


class FramePainter:
    def __init__(self) -> None:
        self._dirty_rects: list[pygame.Rect] | None = None  # None: everything
        self._lowest_layer: Layer | None = None
        self._old_screen: pygame.Surface | None = None  # the old screen of a fade; None: no fade
        self._new_screen: pygame.Surface | None = None  # the one that fades in; None until its first frame
        self._fade_seconds = self._passed_seconds = 0.0

    @property
    def is_fading(self) -> bool:
        return self._old_screen is not None

    @property
    def is_due(self) -> bool:
        """Whether the next frame will differ: anything is dirty, or a fade is running."""
        return self._dirty_rects != [] or self.is_fading

    @property
    def is_stale(self) -> bool:
        """Whether anything is dirty; a fade alone makes nothing dirty."""
        return self._dirty_rects != []

    def dirty(self, rect: pygame.Rect | None, size: tuple[int, int]) -> None:
        """Mark `rect`, in pixels of a window of `size`, for repainting; None: everything."""
        if rect is None:
            self._dirty_rects = None
        elif self._dirty_rects is not None:
            inside = rect.clip((0, 0), size)
            if inside.width and inside.height:
                self._dirty_rects.append(inside)

    def advance(self, dt: float) -> None:
        self._passed_seconds += dt

    def stop_fade(self) -> None:
        self._old_screen = self._new_screen = None

    def forget_last_frame(self) -> None:
        """Forget the last frame, so that the next one doesn't fade."""
        self.stop_fade()
        self._lowest_layer = None

    def paint(
        self,
        surface: pygame.Surface,
        layers: Sequence[Layer],
        fade_seconds: float,
        show: Callable[[Sequence[pygame.Rect]], object],
    ) -> bool:
        """Paint the dirty rectangles of the layers, the lowest first; return False if nothing is dirty.

        A new lowest layer fades in within `fade_seconds`. `show` brings rectangles of `surface` to the screen.
        """
        if not self.is_due:
            return False
        if layers[0] is not self._lowest_layer:
            if self._lowest_layer is not None and fade_seconds:
                self._old_screen, self._new_screen = surface.copy(), None
                self._fade_seconds, self._passed_seconds = fade_seconds, 0.0
            self._lowest_layer = layers[0]
        rects, self._dirty_rects = merge_rects(self._dirty_rects, surface.get_size()), []
        if self._old_screen is None:
            paint_layers(surface, rects, layers)
            show(rects)
            return True
        if self._new_screen is None:
            self._new_screen = surface.copy()
            rects = [self._new_screen.get_rect()]
        paint_layers(self._new_screen, rects, layers)
        surface.blit(self._new_screen, (0, 0))
        if self._passed_seconds >= self._fade_seconds:
            self.stop_fade()
        else:
            self._old_screen.set_alpha(round(255 * (1.0 - self._passed_seconds / self._fade_seconds)))
            surface.blit(self._old_screen, (0, 0))
        show([surface.get_rect()])
        return True


def paint_layers(surface: pygame.Surface, rects: Sequence[pygame.Rect], layers: Sequence[Layer]) -> None:
    for rect in rects:
        surface.set_clip(rect)
        for layer in layers:
            layer.paint(surface)
    surface.set_clip(None)


def merge_rects(rects: list[pygame.Rect] | None, size: tuple[int, int]) -> list[pygame.Rect]:
    """Merge overlapping rectangles, or all if many are left; return the whole window if they cover 60 % of it."""
    window = pygame.Rect((0, 0), size)
    if rects is None:
        return [window]
    merged: list[pygame.Rect] = []
    for rect in rects:
        grown = rect.copy()
        while (index := grown.collidelist(merged)) >= 0:
            grown.union_ip(merged.pop(index))
        merged.append(grown)
    if len(merged) > _MOST_RECTS:
        merged = [merged[0].unionall(merged[1:])]
    area = sum(rect.width * rect.height for rect in merged)
    return [window] if area > 0.6 * window.width * window.height else merged

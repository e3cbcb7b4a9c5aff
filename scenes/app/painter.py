"""Painting what has changed, and the cross-fade from one screen to the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol

import pygame

_MANY: Final = 8
"""More separate dirty rectangles than this are repainted as one."""


class Layer(Protocol):
    """A scene, or whatever else is painted."""

    def paint(self, surface: pygame.Surface) -> None:
        """Paint within the surface's clip."""


class Painter:
    """Knows what has to be repainted."""

    def __init__(self) -> None:
        self._dirty: list[pygame.Rect] | None = None
        """None: everything."""
        self._ground: Layer | None = None
        self._before: pygame.Surface | None = None
        """What was on the screen when a fade began; None: no screen fades out."""
        self._after: pygame.Surface | None = None
        self._seconds = self._passed = 0.0

    @property
    def fading(self) -> bool:
        """Whether one screen fades out over another."""
        return self._before is not None

    @property
    def due(self) -> bool:
        """Whether there is anything to paint."""
        return self._dirty != [] or self.fading

    @property
    def stale(self) -> bool:
        """Whether anything has to be repainted, apart from a fade that goes on."""
        return self._dirty != []

    def dirty(self, rect: pygame.Rect | None, size: tuple[int, int]) -> None:
        """Repaint `rect`, in pixels of a window of `size`, in the next frame, or everything."""
        if rect is None:
            self._dirty = None
        elif self._dirty is not None:
            inside = rect.clip((0, 0), size)
            if inside.width and inside.height:
                self._dirty.append(inside)

    def advance(self, dt: float) -> None:
        """Let `dt` seconds of a fade pass."""
        self._passed += dt

    def stop_fade(self) -> None:
        """Show the new screen at once."""
        self._before = self._after = None

    def forget(self) -> None:
        """Forget the last frame: the next one fades from nothing."""
        self.stop_fade()
        self._ground = None

    def paint(
        self,
        surface: pygame.Surface,
        layers: Sequence[Layer],
        fade: float,
        show: Callable[[Sequence[pygame.Rect]], None] | None = None,
    ) -> bool:
        """Paint what is dirty of the layers, the lowest first; False when nothing was. A new lowest one fades in.

        `show` brings rectangles to the screen where the display module doesn't.
        """
        show = show or pygame.display.update
        if not self.due:
            return False
        if layers[0] is not self._ground:
            if self._ground is not None and fade:
                self._before, self._after = surface.copy(), None
                self._seconds, self._passed = fade, 0.0
            self._ground = layers[0]
        rects, self._dirty = merged(self._dirty, surface.get_size()), []
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
    """Paint the layers within each of the rectangles."""
    for rect in rects:
        surface.set_clip(rect)
        for layer in layers:
            layer.paint(surface)
    surface.set_clip(None)


def merged(rects: list[pygame.Rect] | None, size: tuple[int, int]) -> list[pygame.Rect]:
    """The rectangles to repaint: those that overlap made one, and all of them one when they are many or large."""
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

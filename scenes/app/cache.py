"""Pictures that were made once and are kept while there is room."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable

import pygame


class Cache:
    """Surfaces by key; those not asked for longest go first when all together pass `pixels`."""

    def __init__(self, pixels: int) -> None:
        self._limit = pixels
        self._held = 0
        self._surfaces: OrderedDict[Hashable, pygame.Surface] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The surface of `key`, made now if it isn't kept. Whoever gets it must not change it."""
        surface = self._surfaces.get(key)
        if surface is None:
            surface = self._surfaces[key] = make()
            self._held += _pixels(surface)
            while self._held > self._limit and len(self._surfaces) > 1:
                self._held -= _pixels(self._surfaces.popitem(last=False)[1])
        else:
            self._surfaces.move_to_end(key)
        return surface

    @property
    def held(self) -> int:
        """Pixels of all that is kept."""
        return self._held

    def clear(self) -> None:
        """Keep nothing."""
        self._surfaces.clear()
        self._held = 0

    def __len__(self) -> int:
        return len(self._surfaces)


def _pixels(surface: pygame.Surface) -> int:
    return surface.get_width() * surface.get_height()

"""A cache for the run of the tests of what pygame paints slowest: SVG files at a size, and blurs.

Each of the many apps in the tests begins with no picture. What is given is a copy, so that nobody paints on what
others get.
"""

import io
from collections import OrderedDict
from collections.abc import Callable, Hashable
from os import PathLike
from pathlib import Path
from typing import Final

import pygame
import pytest

Source = str | PathLike[str] | io.BytesIO

MOST_PIXELS: Final = 40_000_000
"""The greatest number of cached pixels; the least recently used picture goes first."""


class Kept:
    def __init__(self) -> None:
        self._pictures: OrderedDict[Hashable, pygame.Surface] = OrderedDict()
        self._pixels = 0

    def get(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        if key in self._pictures:
            self._pictures.move_to_end(key)
            return self._pictures[key].copy()
        made = make()
        self._pictures[key] = made.copy()
        self._pixels += made.width * made.height
        while self._pixels > MOST_PIXELS:
            _, old = self._pictures.popitem(last=False)
            self._pixels -= old.width * old.height
        return made


def keep(patch: pytest.MonkeyPatch) -> None:
    """Cache each rendered SVG file and each blur from now on, until the patch is undone."""
    kept, load, blur = Kept(), pygame.image.load_sized_svg, pygame.transform.gaussian_blur

    def loaded(source: Source, size: tuple[int, int]) -> pygame.Surface:
        content = source.getvalue() if isinstance(source, io.BytesIO) else Path(source).read_bytes()
        return kept.get((content, tuple(size)), lambda: load(source, size))

    def blurred(surface: pygame.Surface, radius: int) -> pygame.Surface:
        looks = (surface.get_size(), surface.get_masks(), surface.get_flags(), surface.get_buffer().raw)
        return kept.get((looks, radius), lambda: blur(surface, radius))

    patch.setattr(pygame.image, "load_sized_svg", loaded)
    patch.setattr(pygame.transform, "gaussian_blur", blurred)

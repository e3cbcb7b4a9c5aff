"""Caches for the run of the tests of what is slowest to paint.

Each of the many apps in the tests begins with no picture.
"""

import io
from copy import copy
from functools import cache, lru_cache
from os import PathLike
from pathlib import Path
from typing import Final

import pygame
import pytest

from scenes.app import app, assets
from scenes.app.assets import Cache
from scenes.app.picture_store import STORE
from scenes.app.theme import Theme

Source = str | PathLike[str] | io.BytesIO

_PICTURES: Final = Cache(40_000_000)


@cache
def keep() -> None:
    """Share SVG files, sprites, shadows, blurs, and what equal themes hold, among the apps of this process."""
    load, blur = pygame.image.load_sized_svg, pygame.transform.gaussian_blur
    rasterise, shade = assets.rasterise, assets.soft_shadow

    def loaded(source: Source, size: tuple[int, int]) -> pygame.Surface:
        content = source.getvalue() if isinstance(source, io.BytesIO) else Path(source).read_bytes()
        return _PICTURES.get((content, tuple(size)), lambda: load(source, size)).copy()

    def blurred(surface: pygame.Surface, radius: int) -> pygame.Surface:
        looks = (surface.get_size(), surface.get_masks(), surface.get_flags(), surface.get_buffer().raw)
        return _PICTURES.get((looks, radius), lambda: blur(surface, radius)).copy()

    def rasterised(path: Path, box: tuple[int, int], dye: str = "") -> pygame.Surface:
        return _PICTURES.get((path, box, dye), lambda: rasterise(path, box, dye))

    def shaded(sprite: pygame.Surface, lift: float, *largest_side: int) -> pygame.Surface:
        return _PICTURES.get((sprite, lift, largest_side), lambda: shade(sprite, lift, *largest_side))

    equal_theme = lru_cache(maxsize=4)(Theme)
    patch = pytest.MonkeyPatch()
    patch.setattr(pygame.image, "load_sized_svg", loaded)
    patch.setattr(pygame.transform, "gaussian_blur", blurred)
    patch.setattr(assets, "rasterise", rasterised)
    patch.setattr(assets, "soft_shadow", shaded)
    patch.setattr(app, "Theme", lambda *given: Theme(*given) if STORE.folder else copy(equal_theme(*given)))

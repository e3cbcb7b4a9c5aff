"""Sprites and icons rasterised from SVG at the requested size, and their shadows."""

from __future__ import annotations

import io
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Final, TypeAlias

import pygame

import scenes
from scenes.app.appearance import Looks, recolour_file
from scenes.app.constants import SPRITE_CACHE_PIXELS
from scenes.app.game_files import EXTERNAL_PACKAGES, game_file
from scenes.app.picture_store import STORE

ROOT: Final = Path(str(scenes.__file__)).parent.parent
"""The folder that holds `sprites` and `sounds`, in a checkout, a wheel and an executable alike."""

SHIPPED: Final = ROOT / "sprites" / "menu"
"""The folder of boards and table tops rendered for usual window sizes (by `python -m tests.gallery boards`)."""

Box: TypeAlias = int | tuple[int, int]  # size in pixels (an int: of a square) into which a sprite is fitted
LEAST_PLAIN_SIZE: Final = 64  # pixels; smaller sprites are rasterised at 4 times the size, so that strokes stay even
LIFT: Final = 1.08  # scale of a lifted sprite
SHADOW_OFFSET: Final = (0.04, 0.06)  # x, y, of a sprite at rest, as a fraction of the sprite's size
LIFTED_SHADOW_OFFSET: Final = (0.10, 0.16)  # the same of a lifted sprite
STACK: Final = 0.13  # height of a step in a stack of sprites, as a fraction of a sprite's size
_SLOW_SECONDS: Final = 0.0002
_SLOW_SECONDS_PER_PIXEL: Final = 2e-9  # added to `_SLOW_SECONDS`; a picture that takes longer is stored on disk
_LARGEST_BLUR_SIDE: Final = 64  # pixels


class Cache:
    """A cache of surfaces that drops the least recently used beyond a total number of pixels."""

    def __init__(self, pixels: int, scope: str = "") -> None:
        """Create an empty cache. With a `scope`, pictures that were slow to make are also stored on disk.

        On disk their keys begin with `scope`, which names what the pictures depend on besides their keys.
        """
        self._pixel_limit = pixels
        self._scope = scope
        self.pixel_count = 0  # pixels of all surfaces together
        self._surfaces: OrderedDict[Hashable, pygame.Surface] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Return the surface of `key`; call `make` if it isn't cached. The surface is shared: don't change it."""
        surface = self._surfaces.get(key)
        if surface is None:
            surface = self._surfaces[key] = self._load_or_make(key, make) if self._scope and STORE.folder else make()
            self.pixel_count += _count_pixels(surface)
            while self.pixel_count > self._pixel_limit and len(self._surfaces) > 1:
                self.pixel_count -= _count_pixels(self._surfaces.popitem(last=False)[1])
        else:
            self._surfaces.move_to_end(key)
        return surface

    def _load_or_make(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        name = f"{self._scope} {key!r}"
        surface = STORE.find(name)
        if surface is None:
            start = time.perf_counter()
            surface = make()
            if time.perf_counter() - start > _SLOW_SECONDS + _SLOW_SECONDS_PER_PIXEL * _count_pixels(surface):
                STORE.keep(name, surface)
        return surface

    def clear(self) -> None:
        self._surfaces.clear()
        self.pixel_count = 0

    def __len__(self) -> int:
        return len(self._surfaces)

    def __contains__(self, key: Hashable) -> bool:
        return key in self._surfaces


def _count_pixels(surface: pygame.Surface) -> int:
    return surface.get_width() * surface.get_height()


class Assets:
    """Sprites by name ("double_draughts/ivory", "ui/undo"). Surfaces are shared: copy them before changing them."""

    def __init__(self, looks: Looks | None = None) -> None:
        self._files_and_dyes: dict[str, tuple[str, str]] = {}  # results of `Looks.picture`, by name
        self.looks = looks or Looks()
        self.resizing = False  # sprites are then scaled stand-ins instead of new rasters
        self.cache = self._make_cache()
        self._stand_ins = Cache(SPRITE_CACHE_PIXELS)
        self._latest_sprites: dict[str, pygame.Surface] = {}  # by name, in any size

    def set_looks(self, looks: Looks) -> None:
        """Switch to other looks; if they differ from the present ones, discard all pictures made so far."""
        if looks != self.looks:
            self.looks = looks
            self._files_and_dyes.clear()
            self.cache = self._make_cache()
            self.end_resizing()

    def _make_cache(self) -> Cache:
        return Cache(SPRITE_CACHE_PIXELS, f"sprite {'/'.join(self.looks)}")

    def sprite(self, look: str, px: Box) -> pygame.Surface:
        """Return a sprite fitted into `px`, during resizing perhaps scaled from another. Raises FileNotFoundError."""
        box = (px, px) if isinstance(px, int) else px
        if self.resizing and look in self._latest_sprites and (look, box) not in self.cache:
            return self._stand_ins.get((look, box), lambda: _scale_to_fit(self._latest_sprites[look], box))
        surface = self.cache.get((look, box), lambda: self._render_sprite(look, box))
        self._latest_sprites[look] = surface
        return surface

    def _render_sprite(self, look: str, box: tuple[int, int]) -> pygame.Surface:
        found = self._files_and_dyes.get(look)
        if found is None:
            found = self._files_and_dyes[look] = self.looks.picture(look)
        picture, dye = found
        return rasterise(sprite_file(picture), box, dye)

    def tinted_icon(self, look: str, px: Box, colour: pygame.Color) -> pygame.Surface:
        return self.cache.get((look, px, tuple(colour)), lambda: _fill_with(self._alpha_sprite(look, px), colour))

    def _alpha_sprite(self, look: str, px: Box) -> pygame.Surface:
        """Return the sprite with its alpha channel; the colours may be wrong (premultiplied by alpha)."""
        box = (px, px) if isinstance(px, int) else px
        if self.resizing or max(box) >= LEAST_PLAIN_SIZE:
            return self.sprite(look, box)
        return rasterise_finely(sprite_file(self.looks.picture(look)[0]), box)

    def shadow(self, look: str, px: Box, is_lifted: bool = False) -> pygame.Surface:
        """Return the soft shadow of a sprite of size `px`, lifted or not, to be drawn with the same centre."""
        return self.cache.get((look, px, "shadow", is_lifted), lambda: soft_shadow(self.sprite(look, px), is_lifted))

    def end_resizing(self) -> None:
        """End resizing: discard all pictures made so far."""
        self.resizing = False
        self._stand_ins.clear()
        self.cache.clear()
        self._latest_sprites.clear()


def sprite_file(picture: str) -> Path:
    """Return the path of a sprite: in `sprites/<folder>/`, or in the package of an external game."""
    folder, _, name = picture.rpartition("/")
    key = folder.replace("_", "-")
    if key in EXTERNAL_PACKAGES:
        return game_file(key, f"sprites/{name}.svg")
    return ROOT / "sprites" / f"{picture}.svg"


def rasterise(path: Path, box: tuple[int, int], dye: str = "") -> pygame.Surface:
    """Return the picture of an SVG file, recoloured if `dye` is given, as large as fits into `box`."""
    if not path.is_file():
        raise FileNotFoundError(f"no sprite {path.name} in {path.parent.name}")
    if max(box) >= LEAST_PLAIN_SIZE:
        return _load_svg(path, box, dye)
    return _unpremultiply(rasterise_finely(path, box, dye))


def rasterise_finely(path: Path, box: tuple[int, int], dye: str = "") -> pygame.Surface:
    """Return the picture of an SVG file, scaled down from four times the size so that thin strokes stay even.

    The colours are premultiplied by alpha.
    """
    large = _load_svg(path, (box[0] * 4, box[1] * 4), dye)
    size = (max(1, round(large.get_width() / 4)), max(1, round(large.get_height() / 4)))
    return pygame.transform.smoothscale(large.premul_alpha(), size)


def _load_svg(path: Path, box: tuple[int, int], dye: str) -> pygame.Surface:
    source = io.BytesIO(recolour_file(path, dye).encode()) if dye else path
    return pygame.image.load_sized_svg(source, box).convert_alpha()


def _unpremultiply(premultiplied: pygame.Surface) -> pygame.Surface:
    pixels = bytearray(pygame.image.tobytes(premultiplied, "RGBA"))
    for index in range(0, len(pixels), 4):
        alpha = pixels[index + 3]
        if 0 < alpha < 255:
            for channel in (index, index + 1, index + 2):
                pixels[channel] = min(255, pixels[channel] * 255 // alpha)
    return pygame.image.frombytes(bytes(pixels), premultiplied.get_size(), "RGBA").convert_alpha()


def _scale_to_fit(surface: pygame.Surface, box: tuple[int, int]) -> pygame.Surface:
    scale = min(box[0] / surface.get_width(), box[1] / surface.get_height())
    size = (max(1, round(surface.get_width() * scale)), max(1, round(surface.get_height() * scale)))
    return pygame.transform.smoothscale(surface, size)


def _fill_with(surface: pygame.Surface, colour: pygame.Color) -> pygame.Surface:
    filled = surface.copy()
    filled.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_MAX)  # white, with the alpha kept
    filled.fill(colour, special_flags=pygame.BLEND_RGBA_MULT)
    return filled


def soft_shadow(sprite: pygame.Surface, lift: float, largest_blur_side: int = _LARGEST_BLUR_SIDE) -> pygame.Surface:
    """Return the sprite's silhouette in black, blurred, and offset to the right and down.

    `lift` goes from 0 (at rest) to 1 (lifted). For speed the blur is computed on a picture with sides of at most
    `largest_blur_side` pixels, which is then scaled up.
    """
    side = max(sprite.get_size())
    dx, dy = (rest + (lifted - rest) * lift for rest, lifted in zip(SHADOW_OFFSET, LIFTED_SHADOW_OFFSET, strict=True))
    blur, opacity = 0.035 * (1 + lift), round(89 - 25 * lift)  # radius as a fraction of the side; 0 to 255
    scale = min(1.0, largest_blur_side / side)
    width, height = (max(1, round(length * scale)) for length in sprite.get_size())
    pad = round((dy + 3 * blur) * side * scale) + 1
    outline = pygame.transform.smoothscale(sprite, (width, height))
    outline.fill((0, 0, 0, opacity), special_flags=pygame.BLEND_RGBA_MULT)
    padded = pygame.Surface((width + 2 * pad, height + 2 * pad), pygame.SRCALPHA)
    padded.blit(outline, (pad + round(dx * side * scale), pad + round(dy * side * scale)))
    shadow = pygame.transform.gaussian_blur(padded, max(1, round(blur * side * scale)))
    if scale < 1.0:
        shadow = pygame.transform.smoothscale(shadow, [round(length / scale) for length in shadow.get_size()])
    return shadow.convert_alpha()

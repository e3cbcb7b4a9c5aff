"""Sprites and icons: SVG rasterised at the size wanted, and the shadows that they throw."""

from __future__ import annotations

import io
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Final, TypeAlias

import pygame

import scenes
from scenes.app.game_files import ELSEWHERE, game_file
from scenes.app.looks import Looks, dyed
from scenes.app.picture_store import STORE

ROOT: Final = Path(str(scenes.__file__)).parent.parent
"""The folder that holds `sprites` and `sounds`: in a checkout, a wheel and an executable alike."""

SHIPPED: Final = ROOT / "sprites" / "menu"
"""Pictures as they are rendered for the usual windows with the usual looks (`python -m tests.gallery boards`)."""

Box: TypeAlias = int | tuple[int, int]
"""The square, or the width and height, in pixels, that a sprite is fitted into; its own shape is kept."""

SMALL: Final = 64
"""Below this many pixels a sprite is rasterised at four times its size and scaled, which keeps thin strokes even."""

LIFT: Final = 1.08
"""A lifted thing is so much larger than one at rest."""

AWAY: Final = (0.04, 0.06)
LIFTED: Final = (0.10, 0.16)
"""How far the shadow of a thing at rest falls, and of a lifted one, as shares of its size."""

STACK: Final = 0.13
"""How much higher the next thing of a stack lies, as a share of its size."""

_PIXELS: Final = 24_000_000
_SLOW: Final = 0.0002
_READ: Final = 2e-9
"""What took more seconds than this, and this for each pixel, is kept on file: it is read faster."""
_BLUR_SIDE: Final = 64


class Cache:
    """Surfaces by key; those not asked for longest go first when all together pass `pixels`."""

    def __init__(self, pixels: int, scope: str = "") -> None:
        """`scope`: what decides, beside their keys, how pictures look that are also kept on file; empty: none are."""
        self._limit = pixels
        self._scope = scope
        self.held = 0
        """Pixels of all that is kept."""
        self._surfaces: OrderedDict[Hashable, pygame.Surface] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The surface of `key`, made now if it isn't kept. Whoever gets it must not change it."""
        surface = self._surfaces.get(key)
        if surface is None:
            surface = self._surfaces[key] = self._stored(key, make) if self._scope and STORE.folder else make()
            self.held += _pixels(surface)
            while self.held > self._limit and len(self._surfaces) > 1:
                self.held -= _pixels(self._surfaces.popitem(last=False)[1])
        else:
            self._surfaces.move_to_end(key)
        return surface

    def _stored(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        name = f"{self._scope} {key!r}"
        surface = STORE.find(name)
        if surface is None:
            begun = time.perf_counter()
            surface = make()
            if time.perf_counter() - begun > _SLOW + _READ * _pixels(surface):
                STORE.keep(name, surface)
        return surface

    def clear(self) -> None:
        """Keep nothing."""
        self._surfaces.clear()
        self.held = 0

    def __len__(self) -> int:
        return len(self._surfaces)

    def __contains__(self, key: Hashable) -> bool:
        return key in self._surfaces


def _pixels(surface: pygame.Surface) -> int:
    return surface.get_width() * surface.get_height()


class Assets:
    """Sprites by look ("double_draughts/ivory", "ui/undo"). What is given is shared: copy it before changing it."""

    def __init__(self, looks: Looks | None = None) -> None:
        self._pictures: dict[str, tuple[str, str]] = {}
        self.looks = looks or Looks()
        """What the person likes things to look like; changed by `wear`."""
        self.resizing = False
        """While the window's edge is dragged a scaled stand-in is given instead of a new raster."""
        self.cache = self._dressed()
        self._stand_ins = Cache(_PIXELS)
        self._latest: dict[str, pygame.Surface] = {}

    def wear(self, looks: Looks) -> None:
        """Things look otherwise from now on: what was made before is thrown away, unless nothing changes."""
        if looks != self.looks:
            self.looks = looks
            self._pictures.clear()
            self.cache = self._dressed()
            self.settled()

    def _dressed(self) -> Cache:
        return Cache(_PIXELS, f"sprite {'/'.join(self.looks)}")

    def sprite(self, look: str, px: Box) -> pygame.Surface:
        """The sprite at its best fit into `px`. `FileNotFoundError` when there is no such look."""
        box = (px, px) if isinstance(px, int) else px
        if self.resizing and look in self._latest and (look, box) not in self.cache:
            return self._stand_ins.get((look, box), lambda: _fitted(self._latest[look], box))
        surface = self.cache.get((look, box), lambda: self._made(look, box))
        self._latest[look] = surface
        return surface

    def _made(self, look: str, box: tuple[int, int]) -> pygame.Surface:
        found = self._pictures.get(look)
        if found is None:
            found = self._pictures[look] = self.looks.picture(look)
        picture, dye = found
        return rasterise(sprite_file(picture), box, dye)

    def tinted(self, look: str, px: Box, colour: pygame.Color) -> pygame.Surface:
        """The sprite's outline filled with one colour: an ink icon on dark ground."""
        return self.cache.get((look, px, tuple(colour)), lambda: _filled(self._outline(look, px), colour))

    def _outline(self, look: str, px: Box) -> pygame.Surface:
        """The sprite, of which nothing counts but its opacity."""
        box = (px, px) if isinstance(px, int) else px
        if self.resizing or max(box) >= SMALL:
            return self.sprite(look, box)
        return shrunk(sprite_file(self.looks.picture(look)[0]), box)

    def shadow(self, look: str, px: Box, lifted: bool = False) -> pygame.Surface:
        """The soft shadow of a sprite, to be laid centre on centre; `px` is the size of the sprite, lifted or not."""
        return self.cache.get((look, px, "shadow", lifted), lambda: soft_shadow(self.sprite(look, px), lifted))

    def settled(self) -> None:
        """The window has another size: throw the stand-ins away, and all that fitted the size before."""
        self.resizing = False
        self._stand_ins.clear()
        self.cache.clear()
        self._latest.clear()


def sprite_file(picture: str) -> Path:
    """The file of a sprite: in `sprites/<folder>/`, or beside a game that lies elsewhere."""
    folder, _, name = picture.rpartition("/")
    key = folder.replace("_", "-")
    if key in ELSEWHERE:
        return game_file(key, f"sprites/{name}.svg")
    return ROOT / "sprites" / f"{picture}.svg"


def rasterise(path: Path, box: tuple[int, int], dye: str = "") -> pygame.Surface:
    """The SVG file at `path`, dyed if it is to be, as large as fits into `box`, ready for the screen."""
    if not path.is_file():
        raise FileNotFoundError(f"no sprite {path.name} in {path.parent.name}")
    if max(box) >= SMALL:
        return _loaded(path, box, dye)
    return _straight(shrunk(path, box, dye))


def shrunk(path: Path, box: tuple[int, int], dye: str = "") -> pygame.Surface:
    """The same by way of four times the size, for thin strokes; colours are multiplied by their opacity."""
    large = _loaded(path, (box[0] * 4, box[1] * 4), dye)
    size = (max(1, round(large.get_width() / 4)), max(1, round(large.get_height() / 4)))
    return pygame.transform.smoothscale(large.premul_alpha(), size)


def _loaded(path: Path, box: tuple[int, int], dye: str) -> pygame.Surface:
    source = io.BytesIO(dyed(path, dye).encode()) if dye else path
    return pygame.image.load_sized_svg(source, box).convert_alpha()


def _straight(premultiplied: pygame.Surface) -> pygame.Surface:
    """The same picture with colours not multiplied by their opacity, as an ordinary blit wants them."""
    pixels = bytearray(pygame.image.tobytes(premultiplied, "RGBA"))
    for at in range(0, len(pixels), 4):
        alpha = pixels[at + 3]
        if 0 < alpha < 255:
            for channel in (at, at + 1, at + 2):
                pixels[channel] = min(255, pixels[channel] * 255 // alpha)
    return pygame.image.frombytes(bytes(pixels), premultiplied.get_size(), "RGBA").convert_alpha()


def _fitted(surface: pygame.Surface, box: tuple[int, int]) -> pygame.Surface:
    scale = min(box[0] / surface.get_width(), box[1] / surface.get_height())
    size = (max(1, round(surface.get_width() * scale)), max(1, round(surface.get_height() * scale)))
    return pygame.transform.smoothscale(surface, size)


def _filled(surface: pygame.Surface, colour: pygame.Color) -> pygame.Surface:
    filled = surface.copy()
    filled.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_MAX)
    filled.fill(colour, special_flags=pygame.BLEND_RGBA_MULT)
    return filled


def soft_shadow(sprite: pygame.Surface, lift: float, finest: int = _BLUR_SIDE) -> pygame.Surface:
    """The outline, offset down and right by the share of a cell that the art asks for, and blurred; at rest (0) or
    lifted (1). It is made with `finest` pixels at most, and scaled."""
    side = max(sprite.get_size())
    dx, dy = (low + (high - low) * lift for low, high in zip(AWAY, LIFTED, strict=True))
    blur, opacity = 0.035 * (1 + lift), round(89 - 25 * lift)
    scale = min(1.0, finest / side)
    width, height = (max(1, round(length * scale)) for length in sprite.get_size())
    pad = round((dy + 3 * blur) * side * scale) + 1
    outline = pygame.transform.smoothscale(sprite, (width, height))
    outline.fill((0, 0, 0, opacity), special_flags=pygame.BLEND_RGBA_MULT)
    ground = pygame.Surface((width + 2 * pad, height + 2 * pad), pygame.SRCALPHA)
    ground.blit(outline, (pad + round(dx * side * scale), pad + round(dy * side * scale)))
    soft = pygame.transform.gaussian_blur(ground, max(1, round(blur * side * scale)))
    if scale < 1.0:
        soft = pygame.transform.smoothscale(soft, [round(length / scale) for length in soft.get_size()])
    return soft.convert_alpha()

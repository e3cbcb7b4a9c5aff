"""Colours, and painting of what all scenes share: the table, sheets of paper, shadows, the focus ring.

Widgets name a colour by its purpose, and `Theme.colour_for` replaces it with high contrast; a new colour on paper has
to be passed through it. `Theme.paint_highlight` and `Theme.paint_outline` add edges with high contrast.
"""

from __future__ import annotations

import io
import os
import random
import re
import sys
import threading
from functools import lru_cache
from typing import Final

import pygame

from scenes.app.appearance import CONTRAST
from scenes.app.assets import ROOT, SHIPPED, Cache
from scenes.app.constants import WIDGET_CACHE_WINDOWS
from scenes.app.fonts import Lettering, Role
from scenes.app.picture_store import STORE

INK: Final = pygame.Color("#2B2420")
SOFT_INK: Final = pygame.Color("#5C4F45")
PAPER: Final = pygame.Color("#F4EBDD")
SHADE: Final = pygame.Color("#E6D9C3")  # darker paper
EDGE: Final = pygame.Color("#CDBB9C")  # lines on paper
WALNUT_DARK: Final = pygame.Color("#33241B")
WALNUT: Final = pygame.Color("#5A3E2B")
WALNUT_LIGHT: Final = pygame.Color("#8A6343")
MAPLE: Final = pygame.Color("#E6CFA6")
MAPLE_DARK: Final = pygame.Color("#CBAA78")
BAIZE: Final = pygame.Color("#2F5D4A")
BAIZE_DARK: Final = pygame.Color("#21463A")
LEATHER: Final = pygame.Color("#6B3A2A")
STITCH: Final = pygame.Color("#C69B6D")
IVORY: Final = pygame.Color("#F3E9D6")
EBONY: Final = pygame.Color("#2A2523")
BRASS: Final = pygame.Color("#C8A25A")
OXBLOOD: Final = pygame.Color("#8E2F2B")
LEAF: Final = pygame.Color("#5E8C4A")
SEA: Final = pygame.Color("#2E6F8E")
PLAYERS: Final = (INK, OXBLOOD, SEA, LEAF, BRASS.lerp(INK, 0.25), pygame.Color("#6D4A7C"))
"""The colours of players without tokens, by seat, in charts and on melds."""
_GROOVE_ON_MAPLE: Final = pygame.Color("#EAD2A6")

SLOT: Final = EDGE.lerp(SHADE, 0.6)  # ground of tabs, bars and scroll bars
GROOVE: Final = EDGE.lerp(SHADE, 0.3)  # ground of sliders and of switches that are off
FIELD: Final = PAPER.lerp("#FFFFFF", 0.55)  # ground of input fields
GROUND: Final = SHADE.lerp(SOFT_INK, 0.3)  # ground of a chart, between the colours of both sides
FAINT: Final = SOFT_INK.lerp(PAPER, 0.35)  # disabled words and icons
FAINTER: Final = SOFT_INK.lerp(PAPER, 0.45)  # a disabled icon alone

TABLE_FILES: Final = {
    "walnut": ROOT / "sprites" / "ui" / "table.svg",
    "maple": ROOT / "sprites" / "ui" / "table-maple.svg",
}
CONTRAST_TABLE: Final = pygame.Color("#26292C")  # colour of the table with high contrast
_BARE_TABLE_TONES: Final = {
    "walnut": ("#503B29", "#4C3728", "#39281F", "#4B3527", "#3E2C21", "#32231A", "#3A2A20", "#32231C", "#281C17"),
    "maple": ("#DBBB89", "#D6B584", "#BE986A", "#D5B382", "#C5A172", "#B18B5F", "#BB9568", "#AF895D", "#997550"),
}  # colours of a table before its wood is painted: three rows of three
_CONTRAST_COLOURS: Final = {
    tuple(INK): pygame.Color("#000000"),
    tuple(SOFT_INK): pygame.Color("#000000"),
    tuple(OXBLOOD): pygame.Color("#7A0C08"),
    tuple(LEAF): pygame.Color("#1E4D10"),
    tuple(SEA): pygame.Color("#0A3F5C"),
    tuple(BRASS): pygame.Color("#A04E00"),
    tuple(LEATHER): pygame.Color("#000000"),
    tuple(EDGE): pygame.Color("#000000"),
    tuple(WALNUT_LIGHT): pygame.Color("#000000"),
    tuple(STITCH): pygame.Color("#FFE45C"),
    tuple(PLAYERS[4]): pygame.Color("#A04E00"),
    tuple(PLAYERS[5]): pygame.Color("#4B1E6B"),
    tuple(GROUND): pygame.Color("#767676"),
    **dict.fromkeys(map(tuple, (FAINT, FAINTER)), pygame.Color("#505050")),
    **dict.fromkeys(map(tuple, (PAPER, SHADE, SLOT, GROOVE, FIELD, IVORY)), pygame.Color("#FFFFFF")),
}
"""Colours with high contrast by usual colour: 7 : 1 for words, 3 : 1 for shapes, on white paper or on the table."""
_CONTRAST_HIGHLIGHT: Final = pygame.Color("#FFE45C")
_CONTRAST_HOVER: Final = pygame.Color("#FFF8D6")  # ground of what is under the mouse


_GRAIN_SIDE: Final = 128  # pixels of a tile of the paper's texture
_WIDE_BLUR: Final = 8  # radius in pixels from which a blur is computed at half the size


class Theme(Lettering):
    """Colours, sizes and painting for a window. Another theme is made when size, text setting or table change."""

    def __init__(
        self, size: tuple[int, int], text_scale: int = 100, table: str = "walnut", density: float = 1.0
    ) -> None:
        super().__init__(size, text_scale, density)
        self.table = table
        self.contrast = table == CONTRAST  # plain paper, black words, bold marks
        self.glow = _CONTRAST_HIGHLIGHT if self.contrast else BRASS  # ground of signs and of coloured counts
        self.stroke = max(2, self.px(0.22))  # edges with high contrast, in pixels
        self._shadow_reach, self._lifted_shadow_reach = self.px(2.2), self.px(4.5)  # pixels beyond a sheet's edge
        self.inlaid, self.groove = (WALNUT_DARK, _GROOVE_ON_MAPLE) if table == "maple" else (MAPLE, WALNUT_DARK)
        """The colours of letters inlaid in the table, and of the groove at their upper left."""
        self.cache = Cache(WIDGET_CACHE_WINDOWS * size[0] * size[1], f"theme {self.u} {density} {table}")
        wood = STORE.find(_wood_key(table, size))
        self._table_picture = wood or _make_bare_table(size, table)
        self.bare = wood is None and not self.contrast  # the table is still without its wood

    def paint_table(self, surface: pygame.Surface) -> None:
        clip = surface.get_clip()
        if self._table_picture.get_size() != self.size:  # the picture of a bare table is small
            if clip.size == surface.get_size() == self.size:
                pygame.transform.scale(self._table_picture, self.size, surface)
                return
            self._table_picture = pygame.transform.scale(self._table_picture, self.size)
        surface.blit(self._table_picture, clip, clip)

    def lay_table(self, stand_in: Theme | None = None, wood: Wood | None = None) -> None:
        """Give a bare table its wood: `wood` if that fits, else wood rasterised here (slowly).

        With a `stand_in`, show that theme's table, stretched to this size, and let this one still count as bare.
        """
        if not self.bare:
            return
        if stand_in is not None:
            self._table_picture = pygame.transform.smoothscale(stand_in._table_picture, self.size)
        else:
            self.bare = False
            is_fitting = wood is not None and (wood.table, wood.size) == (self.table, self.size)
            self._table_picture = (wood if wood is not None and is_fitting else Wood(self.table, self.size)).picture()
            STORE.keep(_wood_key(self.table, self.size), self._table_picture)

    def paint_paper(self, surface: pygame.Surface, rect: pygame.Rect, is_lifted: bool = False) -> None:
        """Paint a sheet of paper and its shadow, which cover `outer_rect(rect, is_lifted)`."""
        sheet = self.cache.get(("paper", rect.size, is_lifted), lambda: self._make_sheet(rect.size, is_lifted))
        surface.blit(sheet, self.outer_rect(rect, is_lifted))

    def paint_slip(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Paint the small sheet of a tip or message, and its shadow."""
        sheet = self.cache.get(("toast", rect.size), lambda: self._make_sheet(rect.size, False, corner=0.35))
        surface.blit(sheet, self.outer_rect(rect))

    def outer_rect(self, rect: pygame.Rect, is_lifted: bool = False) -> pygame.Rect:
        pad = self._lifted_shadow_reach if is_lifted else self._shadow_reach
        return rect.inflate(2 * pad, 2 * pad)

    def paint_ring(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        pad = max(3, self.px(0.45))
        ring = self.cache.get(("ring", rect.size), lambda: self._make_ring(rect.size, pad))
        surface.blit(ring, rect.inflate(2 * pad, 2 * pad))

    def colour_for(self, colour: pygame.Color) -> pygame.Color:
        """Return `colour` or, with high contrast, the colour that replaces it."""
        return _CONTRAST_COLOURS.get(tuple(colour), colour) if self.contrast else colour

    def paint_outline(self, surface: pygame.Surface, rect: pygame.Rect, radius: int = 0) -> None:
        """Paint an edge around something on paper, but only with high contrast."""
        if self.contrast:
            pygame.draw.rect(surface, "#000000", rect, self.stroke, border_radius=radius)

    def paint_highlight(
        self,
        surface: pygame.Surface,
        rect: pygame.Rect,
        colour: pygame.Color,
        radius: int = 0,
        is_picked: bool = True,
    ) -> None:
        """Paint the background of something that `is_picked` or else is hovered; in high contrast also outline it."""
        ground = (_CONTRAST_HIGHLIGHT if is_picked else _CONTRAST_HOVER) if self.contrast else colour
        pygame.draw.rect(surface, ground, rect, border_radius=radius)
        self.paint_outline(surface, rect, radius)

    def paint_dim(self, surface: pygame.Surface) -> None:
        """Darken everything within the surface's clip, below a dialog."""
        clip = surface.get_clip()
        surface.blit(self.cache.get(("veil", clip.size), lambda: _make_dim(clip.size)), clip)

    def paint_rule(self, surface: pygame.Surface, start: tuple[int, int], length: int) -> None:
        pygame.draw.line(
            surface, self.colour_for(EDGE), start, (start[0] + length - 1, start[1]), max(1, round(self.u / 8))
        )

    def _make_sheet(self, size: tuple[int, int], is_lifted: bool, corner: float = 1.0) -> pygame.Surface:
        picture = pygame.Surface(self.outer_rect(pygame.Rect((0, 0), size), is_lifted).size, pygame.SRCALPHA)
        pad = (picture.get_width() - size[0]) // 2
        radius = self.px(corner)
        offset, blur, opacity = (1.3, 1.5, 110) if is_lifted else (0.45, 0.75, 105)  # in u, in u, 0 to 255
        shadow = self._make_shadow(size, radius, self.px(blur), opacity)
        dy = self.px(offset)
        picture.blit(
            shadow, shadow.get_rect(center=(picture.get_width() // 2 + dy * 2 // 3, pad + size[1] // 2 + dy))
        )
        picture.blit(_make_plain_paper(size, radius) if self.contrast else _make_paper(size, radius), (pad, pad))
        return picture.convert_alpha()

    def _make_shadow(self, size: tuple[int, int], radius: int, blur: int, opacity: int) -> pygame.Surface:
        """Return the shadow of a rounded rectangle of `size`, stretched from a small cached one if possible."""
        pad = 3 * blur
        edge = pad + radius + 3 * blur
        if 2 * edge >= min(size) + 2 * pad:
            return _blur_rectangle(size, radius, blur, opacity)
        side = 2 * (edge - pad) + 1
        key = ("blurred square", side, radius, blur, opacity)
        small = self.cache.get(key, lambda: _blur_rectangle((side, side), radius, blur, opacity))
        return _stretch_middle(small, edge, (size[0] + 2 * pad, size[1] + 2 * pad))

    def _make_ring(self, size: tuple[int, int], pad: int) -> pygame.Surface:
        width, height = size[0] + 2 * pad, size[1] + 2 * pad
        stroke = max(2, self.px(0.42 if self.contrast else 0.28))
        dash = max(4, self.px(0.9))
        ground, opacity, colour = ("#000000", 1, "#FFE45C") if self.contrast else ("#33241B", 0.85, "#E3BE74")
        line = (
            f'<rect x="{stroke / 2}" y="{stroke / 2}" width="{width - stroke}" height="{height - stroke}" '
            f'rx="{self.px(1) + pad - stroke / 2}" fill="none"'
        )
        return render_svg(
            (width, height),
            f'{line} stroke="{ground}" stroke-opacity="{opacity}" stroke-width="{stroke}"/>'
            f'{line} stroke="{colour}" stroke-width="{stroke}" stroke-dasharray="{dash} {dash * 0.7:.1f}"/>',
        )

    def _render_line(self, line: str, role: Role, colour: pygame.Color) -> pygame.Surface:
        return super()._render_line(line, role, self.colour_for(colour))


def hex_of(colour: pygame.Color) -> str:
    """Return a colour, without its alpha, in the notation of SVG: "#f3e9d6"."""
    return f"#{colour.r:02x}{colour.g:02x}{colour.b:02x}"


def render_svg(size: tuple[int, int], markup: str, gradients: str = "") -> pygame.Surface:
    """Render SVG elements, with coordinates in pixels, to a picture of `size` pixels."""
    width, height = size
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}"><defs>{gradients}</defs>{markup}</svg>'
    )
    return pygame.image.load_sized_svg(io.BytesIO(text.encode()), size).convert_alpha()


def slope(name: str, size: tuple[int, int], lit: str, shaded: str) -> str:
    """Return an SVG gradient with the id `name`, from `lit` at the upper left to `shaded` at the lower right."""
    width, height = size
    aside = 0.35 * height * min(1.0, height / width)
    return (
        f'<linearGradient id="{name}" gradientUnits="userSpaceOnUse" x1="{width / 2 - aside:.1f}" y1="0" '
        f'x2="{width / 2 + aside:.1f}" y2="{height}"><stop offset="0%" stop-color="{lit}"/>'
        f'<stop offset="100%" stop-color="{shaded}"/></linearGradient>'
    )


def roughen(surface: pygame.Surface) -> None:
    """Give a picture the texture of paper, in place."""
    tile = _make_grain()
    for x in range(0, surface.get_width(), _GRAIN_SIDE):
        for y in range(0, surface.get_height(), _GRAIN_SIDE):
            surface.blit(tile, (x, y), special_flags=pygame.BLEND_RGB_MULT)


@lru_cache(maxsize=1)
def _make_grain() -> pygame.Surface:
    # the seed makes the noise the same on every machine
    side = _GRAIN_SIDE
    tile = pygame.image.frombytes(random.Random(11).randbytes(side * side), (side, side), "P")
    tile.set_palette([(246 + level // 26,) * 3 for level in range(256)])
    return tile.convert()


def _make_paper(size: tuple[int, int], radius: int) -> pygame.Surface:
    edge, frame = radius + 2, _make_paper_frame(radius)
    is_small = 2 * edge >= min(size)
    frame = pygame.transform.smoothscale(frame, size) if is_small else _stretch_middle(frame, edge, size)
    sheet = _make_lit_paper(size)
    roughen(sheet)
    sheet.blit(frame, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return sheet


@lru_cache(maxsize=4)
def _make_paper_frame(radius: int) -> pygame.Surface:
    side = 2 * (radius + 2) + 1
    return render_svg(
        (side, side),
        f'<rect width="{side}" height="{side}" rx="{radius}" fill="#D2C1A4"/>'
        f'<rect width="{side - 1}" height="{side - 1}" rx="{radius}" fill="#FFFFFF"/>'
        f'<rect x="1" y="1" width="{side - 2}" height="{side - 2}" rx="{max(0, radius - 1)}" fill="#F9F6F0"/>',
    )


def _make_plain_paper(size: tuple[int, int], radius: int) -> pygame.Surface:
    sheet = pygame.Surface(size, pygame.SRCALPHA)
    pygame.draw.rect(sheet, "#000000", sheet.get_rect(), border_radius=radius)
    pygame.draw.rect(sheet, "#FFFFFF", sheet.get_rect().inflate(-4, -4), border_radius=max(0, radius - 2))
    return sheet


def _make_lit_paper(size: tuple[int, int]) -> pygame.Surface:
    small = pygame.Surface((2, 2), pygame.SRCALPHA)  # the four corners, the lightest at the upper left
    for pos, tone in (((0, 0), "#FFF9EF"), ((1, 0), "#FBF3E6"), ((0, 1), "#FAF2E5"), ((1, 1), "#F4E9D8")):
        small.set_at(pos, pygame.Color(tone))
    return pygame.transform.smoothscale(small, size).convert_alpha()


def _blur_rectangle(size: tuple[int, int], radius: int, blur: int, opacity: int) -> pygame.Surface:
    """Return the blurred shadow of a rounded rectangle of `size`, with a margin of 3 * `blur` on every side.

    `radius` is the radius of the corners and `blur` that of the blur, both in pixels; `opacity` is 0 to 255.
    """
    divisor = 2 if blur >= _WIDE_BLUR else 1
    pad = 3 * blur
    full_size = (size[0] + 2 * pad, size[1] + 2 * pad)
    ground = pygame.Surface([-(-side // divisor) for side in full_size], pygame.SRCALPHA)
    outline = [side // divisor for side in (pad, pad, *size)]
    pygame.draw.rect(ground, (16, 9, 5, opacity), outline, border_radius=radius // divisor)
    # The transparent pixels must have the shadow's colour, or blurring would make the rim lighter.
    ground.fill((16, 9, 5, 0), special_flags=pygame.BLEND_RGBA_MAX)
    soft = pygame.transform.gaussian_blur(ground, blur // divisor)
    return soft if divisor == 1 else pygame.transform.smoothscale(soft, full_size)


def _stretch_middle(small: pygame.Surface, edge: int, size: tuple[int, int]) -> pygame.Surface:
    """Enlarge a square picture to `size`, without stretching the `edge` pixels at each side."""
    picture = pygame.Surface(size, pygame.SRCALPHA)
    side = small.get_width()
    columns, rows, parts = ([(0, edge), (edge, length - 2 * edge), (length - edge, edge)] for length in (*size, side))
    for (x, width), (part_x, part_width) in zip(columns, parts, strict=True):
        for (y, height), (part_y, part_height) in zip(rows, parts, strict=True):
            piece = small.subsurface((part_x, part_y, part_width, part_height))
            picture.blit(pygame.transform.scale(piece, (width, height)), (x, y))
    return picture


def _make_dim(size: tuple[int, int]) -> pygame.Surface:
    dim = pygame.Surface(size)
    dim.fill((24, 15, 10))
    dim.set_alpha(140)
    return dim


def _make_bare_table(size: tuple[int, int], table: str) -> pygame.Surface:
    if table not in _BARE_TABLE_TONES:
        plain = pygame.Surface(size)
        plain.fill(CONTRAST_TABLE)
        return plain
    small = pygame.Surface((3, 3))
    for index, tone in enumerate(_BARE_TABLE_TONES[table]):
        small.set_at((index % 3, index // 3), pygame.Color(tone))
    # A quarter of the size is made here quickly, and scaled up when it is painted.
    return pygame.transform.smoothscale(small, (size[0] // 4, size[1] // 4))


def _wood_key(table: str, size: tuple[int, int]) -> str:
    return f"wood {table} {size}"


class Wood:
    """The wood of a table for a window of `size` pixels, rasterised on demand or by a thread."""

    def __init__(self, table: str, size: tuple[int, int]) -> None:
        self.table, self.size = table, size
        self._whole: pygame.Surface | None = None  # at least as large as the window
        self._thread: threading.Thread | None = None

    @classmethod
    def load_or_start(cls, table: str, size: tuple[int, int]) -> Wood | None:
        """Return wood that a new thread rasterises; None if the wood is stored or the table has none."""
        if table not in TABLE_FILES or not STORE.is_missing(_wood_key(table, size)):
            return None
        wood = cls(table, size)
        wood._thread = threading.Thread(target=wood._run_thread)
        wood._thread.start()
        return wood

    def _run_thread(self) -> None:
        if sys.platform == "linux":  # elsewhere a thread has no priority of its own
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 15)
        self._load_or_rasterise()

    def _load_or_rasterise(self) -> None:
        shipped = SHIPPED / self.file_name
        self._whole = pygame.image.load(shipped) if shipped.is_file() else self.rasterise()

    @property
    def file_name(self) -> str:
        return f"{self.table}-{self.size[0]}x{self.size[1]}.png"

    def rasterise(self) -> pygame.Surface:
        head = TABLE_FILES[self.table].read_text(encoding="utf-8")[:600]  # `viewBox` is near the beginning
        found = re.search(r'viewBox="[\d.]+ [\d.]+ ([\d.]+) ([\d.]+)"', head)
        assert found is not None
        width, height = map(float, found.groups())
        scale = max(self.size[0] / width, self.size[1] / height)
        return pygame.image.load_sized_svg(TABLE_FILES[self.table], (int(width * scale + 1), int(height * scale + 1)))

    @property
    def is_busy(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def picture(self) -> pygame.Surface:
        """Return the wood cut to the window's size; block until it is rasterised."""
        if self._thread is None:
            self._load_or_rasterise()
        else:
            self._thread.join()
        if self._whole is None:
            raise ValueError(f"{TABLE_FILES[self.table].name} can't be rasterised")
        return self.cut(self._whole)

    def cut(self, whole: pygame.Surface) -> pygame.Surface:
        middle = pygame.Surface(self.size).convert()
        middle.blit(whole, whole.get_rect(center=(self.size[0] // 2, self.size[1] // 2)))
        return middle

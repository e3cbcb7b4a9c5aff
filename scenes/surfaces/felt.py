"""Painting of the card table at any size: a cloth of baize with a rim of stitched leather."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Final

import pygame

from scenes.app.theme import render_svg

_TILE_SIZE: Final = 128
_BAIZE_COLOURS: Final = {
    "green": ("#3C7259", "#35684F", "#2A5543", "#356850", "#2F5D4A", "#264E3D", "#2A5443", "#254C3B", "#1E4031"),
    "blue": ("#3A6488", "#33597B", "#2A4A68", "#345A7C", "#2E5070", "#26435E", "#2A4966", "#254159", "#1E374D"),
    "wine": ("#7A3C46", "#6E353F", "#5A2B34", "#6F3640", "#633038", "#51272E", "#58292F", "#4E252B", "#411E24"),
    "contrast": ("#2E3438",) * 9,
}
"""Colours of the baize by cloth, as a grid of three rows of three; the upper left is the lightest."""
_LEATHER_COLOURS: Final = (
    "#26120C",
    "#4B261A",
    "#63352A",
    "#744133",
    "#7E4939",
    "#784436",
    "#6B3A2D",
    "#572D21",
    "#3E1E15",
    "#1F0E09",
)
"""Colours of the leather rim, from its outer edge to its inner one."""
_THREAD_COLOUR: Final = "#D2AC7C"


def rim_width(u: float) -> int:
    """Return the width of the leather rim in pixels; `u` is the art's unit in pixels."""
    return max(10, round(2.6 * u))


def render_card_table(size: tuple[int, int], u: float, corner: float = 0.0, cloth: str = "green") -> pygame.Surface:
    """Return the picture of a table of `size` pixels; `cloth` is one of `looks.CLOTHS`, or "contrast".

    `u` is the art's unit in pixels. The outer corners have a radius of `corner` units and are transparent outside it;
    0 is for a table that fills the window.
    """
    width, height = size
    rim, radius = rim_width(u), round(corner * u)
    table = pygame.Surface(size, pygame.SRCALPHA)
    table.blit(_render_baize(size, cloth), (0, 0))
    table.blit(_render_inner_shadow(size, rim, u), (0, 0))
    table.blit(_render_rim(size, rim, radius, u), (0, 0))
    if radius:
        shape = pygame.Surface(size, pygame.SRCALPHA)
        pygame.draw.rect(shape, "white", (0, 0, width, height), border_radius=radius)
        table.blit(shape, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    return table.convert_alpha() if radius else table.convert()


def _render_baize(size: tuple[int, int], cloth: str) -> pygame.Surface:
    small = pygame.Surface((3, 3))
    for index, tone in enumerate(_BAIZE_COLOURS[cloth]):
        small.set_at((index % 3, index // 3), pygame.Color(tone))
    whole = pygame.transform.smoothscale(small, size)
    tile = _render_fibres()
    for x in range(0, size[0], _TILE_SIZE):
        for y in range(0, size[1], _TILE_SIZE):
            whole.blit(tile, (x, y), special_flags=pygame.BLEND_RGB_MULT)
    return whole


@lru_cache(maxsize=1)
def _render_fibres() -> pygame.Surface:
    """Make a seamless tile of short fibres in all directions, always the same, to multiply the baize's tones."""
    rng, pad = random.Random("baize"), 6
    canvas = pygame.Surface((_TILE_SIZE + 2 * pad, _TILE_SIZE + 2 * pad))
    canvas.fill((238, 238, 238))
    room = canvas.get_rect().inflate(-4, -4)
    for number in range(2600):
        tone = rng.choice((222, 229, 246, 255)) if number % 3 else rng.choice((214, 250))
        start = pygame.Vector2(rng.randrange(_TILE_SIZE) + pad, rng.randrange(_TILE_SIZE) + pad)
        fibre = pygame.Vector2(rng.uniform(1.5, 4.5), 0).rotate(rng.uniform(0, 180))
        for dx in (-_TILE_SIZE, 0, _TILE_SIZE):
            for dy in (-_TILE_SIZE, 0, _TILE_SIZE):
                copy = start + pygame.Vector2(dx, dy)
                if room.collidepoint(copy) and room.collidepoint(copy + fibre):
                    pygame.draw.aaline(canvas, (tone, tone, tone), copy, copy + fibre)
    return canvas.subsurface((pad, pad, _TILE_SIZE, _TILE_SIZE)).copy()


def _render_inner_shadow(size: tuple[int, int], rim: int, u: float) -> pygame.Surface:
    """Return the soft shadow of the rim on the cloth, which is made at a quarter of its size to save time."""
    scale = 4
    width, height = (max(8, length // scale) for length in size)
    shadow = pygame.Surface((width, height), pygame.SRCALPHA)
    shadow.fill((8, 16, 10, 150))
    left, top = round((rim + 0.5 * u) / scale), round((rim + 0.9 * u) / scale)
    right, bottom = round((rim - 0.5 * u) / scale), round((rim - 0.4 * u) / scale)
    hole = pygame.Rect(left, top, width - left - right, height - top - bottom)
    pygame.draw.rect(shadow, (8, 16, 10, 0), hole, border_radius=max(2, round(1.6 * u / scale)))
    soft = pygame.transform.gaussian_blur(shadow, max(1, round(0.8 * u / scale)))
    return pygame.transform.smoothscale(soft, size)


def _render_rim(size: tuple[int, int], rim: int, radius: int, u: float) -> pygame.Surface:
    """Return the leather rim around a table of `size`, with a seam; its inside is transparent."""
    leather = pygame.Surface(size, pygame.SRCALPHA)
    whole = leather.get_rect()
    inner_radius = max(radius - rim, round(1.4 * u))
    for inset in range(rim):
        fraction = inset / rim
        corner = round(radius + (inner_radius - radius) * fraction if radius else inner_radius * fraction**2)
        pygame.draw.rect(
            leather, _leather_colour(fraction), whole.inflate(-2 * inset, -2 * inset), border_radius=corner
        )
    lighting = pygame.Surface((2, 2), pygame.SRCALPHA)  # brightest in the upper left corner
    for corner_of_light, tone in (((0, 0), 255), ((1, 0), 226), ((0, 1), 216), ((1, 1), 158)):
        lighting.set_at(corner_of_light, (tone, tone, tone, 255))
    leather.blit(pygame.transform.smoothscale(lighting, size), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    pygame.draw.rect(leather, (0, 0, 0, 0), whole.inflate(-2 * rim, -2 * rim), border_radius=inner_radius)
    _paint_stitches(leather, round(0.66 * rim), max(radius, inner_radius), u)
    return leather


def _leather_colour(fraction: float) -> pygame.Color:
    """Return the colour of the rim at a fraction of its width, from the outer edge."""
    index, weight = divmod(fraction * (len(_LEATHER_COLOURS) - 1), 1)
    first, second = _LEATHER_COLOURS[int(index) :][:2]
    return pygame.Color(first).lerp(second, weight)


def _paint_stitches(leather: pygame.Surface, inset: int, corner: int, u: float) -> None:
    """Paint a seam along each edge, `inset` pixels from it, but not in the corners of the radius `corner`."""
    horizontal, vertical = _render_stitch(u, 0), _render_stitch(u, 90)
    start = inset + corner // 2
    for along, across, stitch in ((0, 1, horizontal), (1, 0, vertical)):  # axes: 0 is x, 1 is y
        length = leather.get_size()[along] - 2 * start
        count = max(1, round(length / (1.6 * u)))
        for number in range(count):
            distance = start + length * (number + 0.5) / count
            for edge in (inset, leather.get_size()[across] - 1 - inset):
                middle = (distance, edge) if along == 0 else (edge, distance)
                leather.blit(stitch, stitch.get_rect(center=(round(middle[0]), round(middle[1]))))


def _render_stitch(u: float, degrees: int) -> pygame.Surface:
    side, thick = max(9, round(2.2 * u)), max(1.3, 0.26 * u)
    mid, half = side / 2, 0.46 * u
    turn = f'transform="rotate({degrees} {mid} {mid})"'
    shade = 0.35 * thick
    return render_svg(
        (side, side),
        f'<path d="M0 {mid}H{side}" stroke="#1C0C07" stroke-opacity=".4" stroke-width="{1.9 * thick:.2f}" {turn}/>'
        f'<path d="M{mid - half + shade:.2f} {mid + shade:.2f}H{mid + half + shade:.2f}" stroke="#120603" '
        f'stroke-width="{1.5 * thick:.2f}" stroke-linecap="round" {turn}/>'
        f'<path d="M{mid - half:.2f} {mid:.2f}H{mid + half:.2f}" stroke="{_THREAD_COLOUR}" '
        f'stroke-width="{thick:.2f}" stroke-linecap="round" {turn}/>',
    )

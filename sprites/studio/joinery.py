"""Shared parts of the tablier, in SVG: round outlines, mitred strips, baize, leather and stitches.

A unit is a thousandth of the board's width; `grain.py` draws the wood.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias

from sprites.studio.grain import Wood
from sprites.studio.polygons import Point, Polygon, Stop, fill, number, shading

Part: TypeAlias = tuple[list[str], list[str]]
"""Definitions and shapes of a part of the picture."""

LIT: Final = "#FFE6C4"
DARK: Final = "#000000"
THREAD: Final = "#D9B27F"
OUTWARD: Final = ((LIT, 0.34), (DARK, 0.3), (DARK, 0.42), (LIT, 0.2))
"""Light on slopes that fall outwards: top, right, bottom, left; `INWARD` is for slopes that fall inwards."""
INWARD: Final = ((DARK, 0.34), (LIT, 0.3), (LIT, 0.26), (DARK, 0.4))


# Materials of a tablier --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Case:
    """The materials of a tablier and its racks."""

    carcass: Wood
    veneer: Wood
    """The floor for the checkers."""
    wall: tuple[str, str, str]
    """The inner face of the far wall, from its upper edge down."""
    bone: str
    leather: str
    pit: str
    """The grain of the leather."""
    baize: str
    deep: str
    """Dark fibres of the baize."""
    nap: str
    """Fibres and leather in the light."""


WALNUT: Final = Case(
    carcass=Wood("#573B28", "#150A04", "#714E36", ring=0.15, spacing=8, flat=0, vary=0.5, pores=16, pore=0.22),
    veneer=Wood("#825737", "#220E04", "#9A6B45", ring=0.2, spacing=5, late=0.34, flat=1, pores=26, pore=0.2),
    wall=("#2E1D12", "#452E1E", "#3A2618"),
    bone="#EADFC6",
    leather="#2C5847",
    pit="#0C241B",
    baize="#2A5443",
    deep="#0A2018",
    nap="#9CC7AC",
)
OAK: Final = Case(
    carcass=Wood("#6B4A2A", "#1C0E04", "#84603A", ring=0.18, spacing=8, flat=0.1, vary=0.4, pores=36, pore=0.22),
    veneer=Wood("#B48B56", "#4E2E10", "#C69E68", ring=0.16, spacing=5, late=0.34, flat=1, pores=30, pore=0.2),
    wall=("#38250F", "#553A1C", "#472F16"),
    bone="#F2E8D0",
    leather="#6E2C2C",
    pit="#2A0C0C",
    baize="#5E2630",
    deep="#260A10",
    nap="#DBA3A3",
)
ASH: Final = Case(
    carcass=Wood("#3E3F42", "#0C0C0E", "#55565A", ring=0.15, spacing=8, flat=0, vary=0.5, pores=20, pore=0.22),
    veneer=Wood("#6E767C", "#1C2226", "#828A90", ring=0.16, spacing=5, late=0.34, flat=1, pores=26, pore=0.2),
    wall=("#1E1F21", "#303235", "#28292C"),
    bone="#E4E2DA",
    leather="#274566",
    pit="#0A1624",
    baize="#29466A",
    deep="#0A1626",
    nap="#9CB4D4",
)
PLAIN: Final = Case(
    carcass=Wood("#141414", "#000000", "#1C1C1C", ring=0.1, spacing=12, flat=0, vary=0.2, pores=0, pore=0),
    veneer=Wood("#848C92", "#30363B", "#8A9298", ring=0.03, spacing=20, flat=0, vary=0.2, pores=0, pore=0),
    wall=("#000000", "#101010", "#0A0A0A"),
    bone="#F6F4EE",
    leather="#3A4046",
    pit="#14181C",
    baize="#2A3036",
    deep="#0A0C0E",
    nap="#B8C0C8",
)
CASES: Final = {"": WALNUT, "-oak": OAK, "-slate": ASH, "-contrast": PLAIN}
"""The cases by the suffix of their pictures' names."""


# Outlines ----------------------------------------------------------------------------------------------


def ring(x: float, y: float, radius: float, corners: int = 24) -> Polygon:
    """Return a circle as a polygon, clockwise."""
    turns = (math.tau * i / corners for i in range(corners))
    return [(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns]


def plate(x: float, y: float, width: float, height: float, radius: float) -> Polygon:
    """Return a rectangle with round corners, clockwise."""
    right, foot = x + width - radius, y + height - radius
    corners = ((x + radius, y + radius, 2), (right, y + radius, 3), (right, foot, 0), (x + radius, foot, 1))
    turns = ((cx, cy, (turn + step / 5) * math.pi / 2) for cx, cy, turn in corners for step in range(6))
    return [(cx + radius * math.cos(turn), cy + radius * math.sin(turn)) for cx, cy, turn in turns]


def turned_box(x: float, y: float, long: float, thick: float, degrees: float) -> Polygon:
    """Return a rotated rectangle around a point, from half its length and half its width."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    corners = ((-long, -thick), (long, -thick), (long, thick), (-long, thick))
    return [(x + c * a - s * b, y + s * a + c * b) for a, b in corners]


def inset(rectangle: Sequence[float], by: float) -> tuple[float, float, float, float]:
    left, top, right, foot = rectangle
    return left + by, top + by, right - by, foot - by


def strip(outer: Sequence[float], inner: Sequence[float]) -> list[Polygon]:
    """Return the mitred strips between two rectangles (left, top, right, bottom): top, right, bottom, left."""
    (l0, t0, r0, b0), (l1, t1, r1, b1) = outer, inner
    return [
        [(l0, t0), (r0, t0), (r1, t1), (l1, t1)],
        [(r0, t0), (r0, b0), (r1, b1), (r1, t1)],
        [(r0, b0), (l0, b0), (l1, b1), (r1, b1)],
        [(l0, b0), (l0, t0), (l1, t1), (l1, b1)],
    ]


def inside(shape: Polygon, x: float, y: float) -> bool:
    """Return whether a point lies within an outline."""
    crossed = False
    for (ax, ay), (bx, by) in zip(shape, [*shape[1:], shape[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            crossed = not crossed
    return crossed


# Marks -------------------------------------------------------------------------------------------------


def together(parts: Iterable[Part]) -> Part:
    defs: list[str] = []
    body: list[str] = []
    for part in parts:
        defs += part[0]
        body += part[1]
    return defs, body


def within(outer: Polygon, inner: Polygon) -> str:
    """Return path data of the area between two outlines, for the even-odd rule."""
    return "".join(f"M{'L'.join(f'{number(x)} {number(y)}' for x, y in shape)}Z" for shape in (outer, inner))


def band(outer: Polygon, inner: Polygon, paint: str, opacity: float = 1.0) -> str:
    through = "" if opacity >= 1 else f' fill-opacity="{opacity:.3g}"'
    return f'<path d="{within(outer, inner)}" fill-rule="evenodd" fill="{paint}"{through}/>\n'


def slope(name: str, shape: Polygon, stops: Sequence[Stop]) -> str:
    (ax, ay), (bx, _), _, (dx, dy) = shape
    return shading(name, (ax, ay), (dx, ay) if ax == bx else (ax, dy), stops)


def hairs(rng: Random, x: float, y: float, width: float, height: float, count: int, length: float) -> list[Polygon]:
    shapes = []
    for _ in range(count):
        turn = rng.uniform(0, math.pi)
        dx, dy = length * rng.uniform(0.4, 1) * math.cos(turn), length * rng.uniform(0.4, 1) * math.sin(turn)
        cx, cy = rng.uniform(x + length, x + width - length), rng.uniform(y + length, y + height - length)
        px, py = -0.09 * dy, 0.09 * dx
        shapes.append([(cx - dx, cy - dy), (cx + px, cy + py), (cx + dx, cy + dy), (cx - px, cy - py)])
    return shapes


def grains(rng: Random, shape: Polygon, count: int, size: float) -> list[Polygon]:
    (left, right), (top, foot) = ((min(values), max(values)) for values in zip(*shape, strict=True))
    found: list[Polygon] = []
    while len(found) < count:
        x, y = rng.uniform(left, right), rng.uniform(top, foot)
        speck = ring(x, y, size * rng.uniform(0.5, 1), 5)
        if all(inside(shape, px, py) for px, py in speck):
            found.append(speck)
    return found


def sewing(around: Polygon) -> list[str]:
    lengths = [math.dist(a, b) for a, b in zip(around, [*around[1:], around[0]], strict=True)]
    count = round(sum(lengths) / 9)
    step, threads, holes = sum(lengths) / count, [], []
    for i in range(count):
        a, b = (along(around, lengths, step * (i + share)) for share in (0.14, 0.72))
        turned = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        half = math.dist(a, b) / 2
        holes.append(turned_box(middle[0] + 0.3, middle[1] + 0.6, half + 0.7, 1.15, turned))
        threads.append(turned_box(middle[0], middle[1], half, 0.75, turned))
    return [fill(holes, "#1E0E07", 0.6), fill(threads, THREAD)]


def along(around: Polygon, lengths: Sequence[float], way: float) -> Point:
    """Return the point of a closed outline at a distance from its first corner."""
    for (ax, ay), (bx, by), length in zip(around, [*around[1:], around[0]], lengths, strict=True):
        if way <= length:
            return ax + (bx - ax) * way / length, ay + (by - ay) * way / length
        way -= length
    return around[0]

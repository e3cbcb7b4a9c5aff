"""Build the tablier, in SVG.

Two shallow cases of walnut are hinged together. The left one, for the checkers, is veneered with walnut and inlaid
with twelve points of bone and green leather; the right one, for throwing dice, is lined with baize that shows its
points in two greens only. The view is slightly from the front, so that the far wall of each case shows its inner
face; the lamp is at the upper left, so that two walls cast shade on the floor.

A unit is a thousandth of the board's width; `grain.py` draws the wood, `joinery.py` has the shared parts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import Final

from sprites.studio.grain import Piece, clad
from sprites.studio.joinery import (
    CASES,
    DARK,
    INWARD,
    OUTWARD,
    WALNUT,
    Case,
    Part,
    band,
    grains,
    hairs,
    inset,
    inside,
    plate,
    ring,
    slope,
    strip,
    together,
    turned_box,
)
from sprites.studio.polygons import Polygon, Stop, box, cut, document, fill, number, pool, shading, toned

WIDTH: Final = 1000.0
HEIGHT: Final = 625.0
FRAME: Final = 44.0
"""Width of the outer borders."""
BAR: Final = 24.0
"""Width of the wall on either side of the hinge."""
PITCH: Final = 72.0
WALL: Final = 11.0
"""Visible height of the far wall's inner face."""
REACH: Final = 214.0
FLOORS: Final = (FRAME, 0.5 * WIDTH + BAR)
"""Left edge of the floor of each compartment; a floor is six points wide."""
DEEP: Final = HEIGHT - 2 * FRAME


SEED: Final = "tablier 2"
"""Seed of the wood, chosen for a calm leaf whose eyes lie in the middle of the floor."""

STRING: Final = "#DCC9A0"

BRASS: Final[Sequence[Stop]] = (
    ("#F6DE9C", 1.0),
    ("#D3AA5A", 1.0),
    ("#A67C36", 1.0),
    ("#C79C4E", 1.0),
    ("#7C5922", 1.0),
)
KNUCKLE: Final[Sequence[Stop]] = (("#FFF0BE", 1.0), ("#D9B262", 1.0), ("#8A6428", 1.0), ("#5C3F12", 1.0))


# Points ------------------------------------------------------------------------------------------------


def flame(x: float, foot: float, up: int, half: float, reach: float) -> Polygon:
    """Return the outline of a point, based on the wall: slightly convex at first, hollow near the tip.

    `up` is 1 for a point down the picture, away from the far wall, and -1 for one up the picture.
    """
    steps = 18
    right = []
    for i in range(steps + 1):
        share = i / steps
        wide = half * ((1 - share) + 0.1 * math.sin(math.pi * share) + 0.045 * math.sin(2 * math.pi * share))
        right.append((x + wide, foot + up * reach * share))
    left = [(2 * x - rx, y) for rx, y in right]
    return right + left[-2::-1]


def centres(floor: float) -> list[float]:
    return [floor + PITCH * (i + 0.5) for i in range(6)]


def point(rng: Random, made: Case, name: str, x: float, foot: float, up: int, leather: bool) -> Part:
    """Draw a point of the left compartment: an inlaid outline, bone or leather, and a bead at its tip."""
    shape = flame(x, foot, up, 29.5, REACH)
    base = made.leather if leather else made.bone
    shades = [toned(base, rng.uniform(-0.03, 0.05)) for _ in range(3)]
    defs = [shading(name, (x - 30, foot), (x + 30, foot), [(shade, 1.0) for shade in shades])]
    body = [
        fill([flame(x, foot, up, 32.4, REACH + 9)], "#20110A", 0.75),
        fill([flame(x, foot, up, 31.4, REACH + 5.5)], STRING if leather else "#3A2415"),
        fill([flame(x, foot, up, 30.2, REACH + 1.6)], "#17100A", 0.9),
        fill([shape], f"url(#{name})"),
    ]
    if leather:
        body += [
            fill(grains(rng, shape, 100, 1.2), made.pit, 0.24),
            fill(grains(rng, shape, 70, 0.9), made.nap, 0.13),
            band(flame(x, foot, up, 25, REACH - 26), flame(x, foot, up, 23.8, REACH - 32), "#D0B26C", 0.55),
        ]
    else:
        strands = [
            [(px, py), (px + 0.35, py + 7), (px, py + rng.uniform(12, 22)), (px - 0.35, py + 7)]
            for px, py in ((x + rng.uniform(-0.8, 0.8) * 29, rng.uniform(0.03, 0.9)) for _ in range(70))
            for py in (foot + up * REACH * py - (22 if up < 0 else 0),)
            if inside(shape, px, py) and inside(shape, px, py + 22)
        ]
        body += [fill(strands, "#8C6E40", 0.22)]
    tip = foot + up * (REACH + 10)
    body += [
        fill([ring(x, tip, 5.4)], "#20110A", 0.75),
        fill([ring(x, tip, 4.3)], made.bone if leather else made.leather),
    ]
    return defs, body


# Compartments ------------------------------------------------------------------------------------------


def veneer(rng: Random, made: Case) -> Part:
    """Draw the left compartment's floor: book-matched leaves of veneer, each the mirror image of the next."""
    x, y, high = FLOORS[0], FRAME, DEEP / 2
    gradient, leaf = clad(rng, made.veneer, Piece(box(0, 0, PITCH, high), turned=True), "leaf")
    body = []
    for i in range(6):
        for mirrored in (False, True):
            left, across = (x + PITCH * i, 1) if i % 2 == 0 else (x + PITCH * (i + 1), -1)
            top, down = (y + DEEP, -1) if mirrored else (y, 1)
            laid = f"translate({number(left)} {number(top)}) scale({across} {down})"
            body.append(f'<g transform="{laid}">\n{leaf}</g>\n')
    lines = [box(x + PITCH * i - 0.3, y, 0.6, DEEP) for i in range(1, 6)]
    body.append(fill([*lines, box(x, HEIGHT / 2 - 0.3, 6 * PITCH, 0.6)], "#2A1407", 0.35))
    return [gradient], body


def star(x: float, y: float, outer: float, inner: float) -> list[list[Polygon]]:
    """Return the lit and the shaded halves of a star with eight rays, four of them longer."""
    halves: list[list[Polygon]] = [[], []]
    for i in range(8):
        turn = math.pi * i / 4
        reach = outer if i % 2 == 0 else 0.66 * outer
        tip = (x + reach * math.cos(turn), y + reach * math.sin(turn))
        for side in (-1, 1):
            near = turn + side * math.pi / 8
            halves[side > 0].append([(x, y), tip, (x + inner * math.cos(near), y + inner * math.sin(near))])
    return halves


def medallion(made: Case) -> Part:
    x, y = FLOORS[0] + 3 * PITCH, HEIGHT / 2
    light, shade = star(x, y, 28, 9.5)
    body = [
        fill([ring(x, y, 34, 40)], "#20110A", 0.8),
        fill([ring(x, y, 33, 40)], STRING),
        fill([ring(x, y, 31, 40)], "#20110A", 0.9),
        fill([ring(x, y, 30.2, 40)], made.leather),
        fill(light, "#F1E7D0"),
        fill(shade, "#B99F6C"),
    ]
    for side in (-1, 1):
        near, far = x + side * 42, x + side * 196
        rule = [(near, y - 1.2), (far, y - 0.4), (far, y + 0.4), (near, y + 1.2)]
        body += [fill([rule], STRING, 0.9), fill([ring(near, y, 2.6), ring(far, y, 1.8)], STRING)]
    return [], body


def inlaid(rng: Random, made: Case) -> Part:
    parts = [veneer(rng, made), medallion(made)]
    for i, x in enumerate(centres(FLOORS[0])):
        parts.append(point(rng, made, f"n{i}", x, FRAME + WALL, 1, i % 2 == 1))
        parts.append(point(rng, made, f"s{i}", x, HEIGHT - FRAME, -1, i % 2 == 0))
    return together(parts)


def lined(rng: Random, made: Case) -> Part:
    x, y, width = FLOORS[1], FRAME, 6 * PITCH
    light = [(toned(made.baize, 0.1), 1.0), (made.baize, 1.0), (toned(made.baize, -0.16), 1.0)]
    defs = [pool("baize", (x + 120, y + 140), 520, light)]
    body = [fill([box(x, y, width, DEEP)], "url(#baize)")]
    for i, middle in enumerate(centres(x)):
        for foot, up, darker in ((FRAME + WALL, 1, i % 2 == 1), (HEIGHT - FRAME, -1, i % 2 == 0)):
            shape = flame(middle, foot, up, 29.5, REACH)
            body.append(fill([shape], made.deep if darker else made.nap, 0.2 if darker else 0.1))
            body.append(band(shape, flame(middle, foot, up, 28.4, REACH - 5), "#D9C48E", 0.22))
    body += [
        fill(hairs(rng, x, y, width, DEEP, 800, 3.6), made.deep, 0.2),
        fill(hairs(rng, x, y, width, DEEP, 700, 3.4), made.nap, 0.13),
    ]
    return defs, body


def sunk(x: float, made: Case, name: str) -> Part:
    """Draw the depth of a floor: the far wall's inner face, the shade of the lit walls, the light on the others."""
    width, right, foot = 6 * PITCH, x + 6 * PITCH, FRAME + DEEP
    shade = [(DARK, 0.5), (DARK, 0.2), (DARK, 0.06), (DARK, 0.0)]
    defs = [
        shading(f"{name}w", (x, FRAME), (x, FRAME + WALL), [(wall, 1.0) for wall in made.wall]),
        shading(f"{name}t", (x, FRAME + WALL), (x, FRAME + WALL + 26), shade),
        shading(f"{name}l", (x, FRAME), (x + 20, FRAME), shade),
        shading(f"{name}r", (right - 5, FRAME), (right, FRAME), [(DARK, 0.0), (DARK, 0.28)]),
        shading(f"{name}b", (x, foot - 5), (x, foot), [(DARK, 0.0), (DARK, 0.3)]),
    ]
    body = [
        fill([box(x, FRAME, width, WALL)], f"url(#{name}w)"),
        fill([box(x, FRAME + WALL - 0.9, width, 1.2)], DARK, 0.45),
        fill([box(x, FRAME + WALL, width, 26)], f"url(#{name}t)"),
        fill([box(x, FRAME, 20, DEEP)], f"url(#{name}l)"),
        fill([box(right - 5, FRAME, 5, DEEP)], f"url(#{name}r)"),
        fill([box(x, foot - 5, width, 5)], f"url(#{name}b)"),
    ]
    return defs, body


# Carcass -----------------------------------------------------------------------------------------------


def case(rng: Random, made: Case, name: str, left: float, right: float, near: float, far: float) -> Part:
    """Draw the walls of a case: wood, outer bevel, inlaid line and the lip around the floor."""
    outer = (left, 0.0, right, HEIGHT)
    inner = (left + near, FRAME, right - far, HEIGHT - FRAME)
    edge = plate(0.6, 0.6, WIDTH - 1.2, HEIGHT - 1.2, 8)
    defs, body = [], []
    for i, wall in enumerate(strip(outer, inner)):
        gradient, wood = clad(rng, made.carcass, Piece(cut(wall, edge), turned=i % 2 == 1), f"{name}f{i}")
        defs.append(gradient)
        body.append(wood)
        (ax, ay), _, _, (dx, dy) = wall
        mitre = [(ax, ay - 0.45), (dx, dy - 0.45), (dx, dy + 0.45), (ax, ay + 0.45)]
        body.append(fill([cut(mitre, edge)], DARK, 0.4))
    for i, (shape, (colour, strength)) in enumerate(zip(strip(outer, inset(outer, 6)), OUTWARD, strict=True)):
        stops = [(colour, strength * 0.6), (colour, strength), (colour, 0.0)]
        defs.append(slope(f"{name}o{i}", shape, stops))
        body.append(fill([cut(shape, edge)], f"url(#{name}o{i})"))
    body.append(fill(strip(inset(inner, -9.2), inset(inner, -6.2)), DARK, 0.4))
    body.append(fill(strip(inset(inner, -8.6), inset(inner, -6.8)), STRING))
    for i, (shape, (colour, strength)) in enumerate(zip(strip(inset(inner, -4), inner), INWARD, strict=True)):
        defs.append(slope(f"{name}i{i}", shape, [(colour, 0.0), (colour, strength), (colour, strength * 1.3)]))
        body.append(fill([shape], f"url(#{name}i{i})"))
    return defs, body


def hinge(name: str, y: float) -> Part:
    """Draw a brass butt hinge over the joint, centred at `y`: two leaves, a knuckle of five, eight screws."""
    x, half, wide = WIDTH / 2, 33.0, 17.5
    defs = [
        shading(f"{name}p", (x - wide, y - half), (x + wide, y + half), BRASS),
        shading(f"{name}k", (x - 4.4, y), (x + 4.4, y), KNUCKLE),
    ]
    leaf = plate(x - wide, y - half, 2 * wide, 2 * half, 2.5)
    body = [
        fill([plate(x - wide - 1.0, y - half - 0.6, 2 * wide + 2.6, 2 * half + 2.2, 3)], "#120A05", 0.6),
        fill([leaf], f"url(#{name}p)"),
        band(leaf, plate(x - wide + 0.9, y - half + 0.9, 2 * wide - 1.8, 2 * half - 1.8, 2), "#FFF3CC", 0.35),
    ]
    for side in (-1, 1):
        for i in range(3):
            sx, sy = x + side * 11.2, y + (i - 1) * 22.0
            body += [
                fill([ring(sx + 0.3, sy + 0.4, 3.1)], "#4A3310", 0.8),
                fill([ring(sx, sy, 2.7)], "#E0BD72"),
                fill([turned_box(sx, sy, 2.5, 0.5, 35 + 50 * i + 20 * side)], "#4A3310", 0.9),
            ]
    body.append(fill([box(x - 5.2, y - half - 1, 10.8, 2 * half + 2)], "#2A1A08", 0.5))
    body.append(fill([plate(x - 4.4, y - half - 0.8, 8.8, 2 * half + 1.6, 1.5)], f"url(#{name}k)"))
    joints = [box(x - 4.4, y - half + 2 * half * i / 5 - 0.45, 8.8, 0.9) for i in range(1, 5)]
    body.append(fill(joints, "#3A2608", 0.75))
    return defs, body


def corner(right: int, down: int) -> Part:
    """Draw a brass corner of the carcass; the board lies to its `right` and `down`, each 1 or -1."""
    name, x, y = f"c{right + 1}{down + 1}", 0 if right > 0 else WIDTH, 0 if down > 0 else HEIGHT
    turns = [i * math.pi / 20 for i in range(11)]
    hollow = [(33 - 24.5 * math.sin(turn), 33 - 24.5 * math.cos(turn)) for turn in turns]
    flat = [(1.2, 7), (2.2, 3.6), (3.6, 2.2), (7, 1.2), (33, 1.2), *hollow, (1.2, 33)]
    shape = [(x + right * px, y + down * py) for px, py in flat]
    left, top = min(x, x + 34 * right), min(y, y + 34 * down)
    defs = [shading(name, (left, top), (left + 34, top + 34), BRASS)]
    body = [
        fill([[(px + 0.9, py + 1.2) for px, py in shape]], "#120A05", 0.6),
        fill([shape], f"url(#{name})"),
    ]
    for px, py in ((27, 5), (5, 27), (10.5, 10.5)):
        sx, sy = x + right * px, y + down * py
        body += [
            fill([ring(sx + 0.3, sy + 0.4, 2.5)], "#4A3310", 0.8),
            fill([ring(sx, sy, 2.1)], "#E0BD72"),
            fill([turned_box(sx, sy, 1.9, 0.4, 25 + px * 5)], "#4A3310", 0.9),
        ]
    return defs, body


def holes() -> Part:
    """Draw the peg holes for scoring in other games, ringed with bone, at the feet of the right points."""
    body = []
    for x in centres(FLOORS[1]):
        for y in (19.5, HEIGHT - 19.5):
            body += [
                fill([ring(x, y, 5.2)], "#120A05", 0.6),
                fill([ring(x, y, 4.5)], STRING),
                fill([ring(x, y, 2.9)], "#2A190E"),
                fill([ring(x + 0.5, y + 0.6, 2.1)], "#0D0704"),
            ]
    return [], body


def tablier(made: Case = WALNUT) -> str:
    """Draw the open board from above, 1000 by 625 units."""
    rng, middle = Random(SEED), WIDTH / 2
    whole = plate(0, 0, WIDTH, HEIGHT, 8.6)
    lamp = [("#FFF4DC", 0.14), ("#FFF4DC", 0.0), ("#000000", 0.0), ("#000000", 0.14)]
    defs, body = together(
        (
            ([pool("lamp", (230, 90), 1180, lamp)], [fill([whole], toned(made.carcass.colour, -0.5))]),
            inlaid(rng, made),
            lined(rng, made),
            sunk(FLOORS[0], made, "l"),
            sunk(FLOORS[1], made, "r"),
            case(rng, made, "a", 0, middle - 0.6, FRAME, BAR - 0.6),
            case(rng, made, "z", middle + 0.6, WIDTH, BAR - 0.6, FRAME),
            holes(),
            hinge("h", 122),
            hinge("g", HEIGHT - 122),
            *(corner(right, down) for right in (1, -1) for down in (1, -1)),
        )
    )
    body.append(fill([whole], "url(#lamp)"))
    return document(WIDTH, HEIGHT, "The tablier, open, under a lamp at the upper left", "tablier.py", defs, body)


def pictures() -> dict[str, str]:
    return {f"tablier{name}": tablier(made) for name, made in CASES.items()}

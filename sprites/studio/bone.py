"""Draw bone dice for texts and lists, in SVG.

The dice on the tablier are painted in any orientation by `scenes/games/unstacked_draughts/dice_picture.py`, with
the same look.

A die is a cube with round edges, made of flat facets in space, rotated, lit by the lamp at the upper left, and seen
slightly from the front like everything on that table. Pips are at their true places, and opposite faces sum to
seven.

In space x points to the right, y towards the viewer (down the picture) and z up from the table; units are
hundredths of a cell.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random
from typing import Final

from scenes.games.unstacked_draughts.dice.rotations import axes
from scenes.games.unstacked_draughts.dice_picture import (
    APART,
    CORE,
    CORNERS,
    FACES,
    FACETS,
    HALF,
    PIP,
    PIPS,
    ROUND,
    UP,
)
from sprites.studio.pen import Point, Stop, colour_at, document, fill, shading, stroke
from sprites.studio.space import (
    LIGHT,
    Turn,
    View,
    circle,
    dot,
    flat,
    go,
    hull,
    mix,
    polygon,
    short,
    then,
    turn,
)

VIEW: Final = View(17.0)
GLOSS: Final = (12.0, 40)
"""Strength and sharpness of a die's specular light."""


@dataclass(frozen=True, slots=True)
class Bone:
    """The material of a die; `tones` go from full shade to full light."""

    tones: tuple[Stop, ...]
    contour: str
    pip: str
    floor: str
    """The lit floor of a pip."""
    lip: str
    vein: float
    """Opacity of the veins."""


FRESH: Final = Bone(
    tones=((0, "#5A4226", 1), (25, "#94764A", 1), (50, "#CDB386", 1), (74, "#EADBBB", 1), (100, "#FFFAEE", 1)),
    contour="#3B2815",
    pip="#241811",
    floor="#5B4431",
    lip="#FFFFFF",
    vein=0.26,
)
# The die -----------------------------------------------------------------------------------------------


def shape(how: Turn) -> list[Point]:
    points = []
    for corner in CORNERS:
        cx, cy = VIEW.seen(go(how, corner))
        points += [
            (round(cx + ROUND * math.cos(math.tau * i / 24), 1), round(cy + ROUND * math.sin(math.tau * i / 24), 1))
            for i in range(24)
        ]
    return hull(points)


def pips(how: Turn, face: str, bone: Bone) -> list[str]:
    right, down, out = (go(how, way) for way in FACES[face])
    fx, fy = -dot(LIGHT, right), -dot(LIGHT, down)
    length = math.hypot(fx, fy) or 1.0
    x0, y0 = VIEW.seen((0, 0, 0))
    (xr, yr), (xd, yd) = VIEW.seen(right), VIEW.seen(down)
    slants = (xr - x0, yr - y0), (xd - x0, yd - y0)

    def holes(shift: float, radius: float) -> str:
        dx, dy = shift * fx / length, shift * fy / length
        middles = (mix(((APART * x + dx, right), (APART * y + dy, down), (HALF, out))) for x, y in PIPS[face])
        return "".join(circle(VIEW.seen(middle), *slants, radius) for middle in middles)

    return [
        f'<path d="{holes(0.9, PIP + 0.5)}" fill="{bone.lip}" fill-opacity="0.75"/>\n',
        f'<path d="{holes(0.0, PIP)}" fill="{bone.pip}"/>\n',
        f'<path d="{holes(1.3, 0.62 * PIP)}" fill="{bone.floor}" fill-opacity="0.8"/>\n',
    ]


def veins(rng: Random, how: Turn, face: str, bone: Bone) -> str:
    right, down, out = (go(how, way) for way in FACES[face])
    core, ways = CORE, ""
    for _ in range(9):
        x, y, long = rng.uniform(-core, core), rng.uniform(-core, 0.6 * core), rng.uniform(4, 11)
        ends = ((x, y), (x + rng.uniform(-0.6, 0.6), min(core, y + long)))
        seen = [VIEW.seen(mix(((px, right), (py, down), (HALF, out)))) for px, py in ends]
        ways += "M" + "L".join(f"{short(px)} {short(py)}" for px, py in seen)
    return (
        f'<path d="{ways}" fill="none" stroke="#8A6A3C" stroke-opacity="{bone.vein}" stroke-width="0.5"'
        ' stroke-linecap="round"/>\n'
    )


def die(how: Turn, bone: Bone, seed: str) -> tuple[list[str], list[str]]:
    rng, outline, core = Random(seed), polygon(shape(how)), CORE
    defs: list[str] = []
    body = [stroke(outline, bone.contour, 2.0), fill(outline, colour_at(bone.tones, 45))]
    for normal, corners in FACETS:
        way = go(how, normal)
        if VIEW.faces(way):
            tone = colour_at(bone.tones, VIEW.light(way, *GLOSS))
            body.append(flat([VIEW.seen(go(how, corner)) for corner in corners], tone, 0.25))
    for face, (_, _, out) in FACES.items():
        way = go(how, out)
        if not VIEW.faces(way):
            continue
        level, (right, down, _) = VIEW.light(way, *GLOSS), (go(how, axis) for axis in FACES[face])
        square = [
            VIEW.seen(mix(((x * core, right), (y * core, down), (HALF, way))))
            for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        left, top, end, foot = polygon(square).bounds()
        lit, dim = (colour_at(bone.tones, tone) for tone in (min(100.0, level + 5), level - 7))
        stops = ((0.0, lit, 1.0), (100.0, dim, 1.0))
        defs.append(shading(f"f{face}", (left, top), (end, foot), stops))
        body += [flat(square, f"url(#f{face})", 0.4), veins(rng, how, face, bone), *pips(how, face, bone)]
    return defs, body


# Poses -------------------------------------------------------------------------------------------------


def up(face: str, degrees: float) -> Turn:
    """Return the rotation that brings a face up and turns the die, clockwise as seen from above."""
    return then(axes(UP[face]), turn((0, 0, 1), degrees))


def resting(face: str, angle: int) -> str:
    return document(f"A die that shows {face}", "bone.py", *die(up(face, angle), FRESH, f"die {face}"))


def leaning(face: str) -> str:
    """Draw a die that leans on something at the back; its face is still readable."""
    how = then(then(up(face, 8), turn((1, 0, 0), 27)), turn((0, 0, 1), 180))
    return document(f"A die that leans and shows {face}", "bone.py", *die(how, FRESH, f"die {face}"))


def pictures() -> dict[str, str]:
    lying = {f"die-{face}": resting(face, 0) for face in FACES}
    return lying | {"die-5-15": resting("5", 15), "tilt-3": leaning("3")}

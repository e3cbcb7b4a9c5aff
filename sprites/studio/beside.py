"""Draw the rack for borne-off checkers and the leather badge of a roll, in SVG.

A unit is a thousandth of the board's width.
"""

from __future__ import annotations

from random import Random
from typing import Final

from sprites.studio.grain import Piece, clad
from sprites.studio.joinery import (
    CASES,
    DARK,
    INWARD,
    LIT,
    OUTWARD,
    WALNUT,
    Case,
    band,
    grains,
    hairs,
    inset,
    plate,
    sewing,
    slope,
    strip,
)
from sprites.studio.polygons import box, cut, document, fill, pool, shading, toned

RACK: Final = (74.0, 304.0)
SIDE: Final = 5.0
"""Width and height of a rack, and the width of its walls."""
STAMP: Final = (300.0, 100.0)


def rack(made: Case = WALNUT) -> str:
    """Draw the trough in which borne-off checkers stand on edge: walls of wood, a floor of baize."""
    rng, (width, height) = Random("rack"), RACK
    outer, inner = (0.0, 0.0, width, height), (SIDE, SIDE, width - SIDE, height - SIDE)
    edge, low = plate(0.5, 0.5, width - 1, height - 1, 6), 5.0
    defs = [
        shading("felt", (0, 0), (width, 0), [(toned(made.baize, light), 1.0) for light in (-0.42, -0.14, -0.3)]),
        shading("far", (0, SIDE), (0, SIDE + low + 12), [(DARK, 0.62), (DARK, 0.3), (DARK, 0.0)]),
        shading("near", (SIDE, 0), (SIDE + 9, 0), [(DARK, 0.5), (DARK, 0.16), (DARK, 0.0)]),
    ]
    floor = box(SIDE, SIDE, width - 2 * SIDE, height - 2 * SIDE)
    body = [fill([plate(0, 0, width, height, 6.5)], toned(made.carcass.colour, -0.5)), fill([floor], "url(#felt)")]
    body.append(fill(hairs(rng, SIDE, SIDE, width - 2 * SIDE, height - 2 * SIDE, 150, 3), made.nap, 0.12))
    marks = [14.2 + 18.4 * i for i in range(1, 15)]
    body.append(fill([box(SIDE + 7, y, width - 2 * SIDE - 14, 1.1) for y in marks], toned(made.deep, -0.3), 0.42))
    body.append(fill([box(SIDE + 7, y + 1.1, width - 2 * SIDE - 14, 0.7) for y in marks], made.nap, 0.16))
    body += [
        fill([box(SIDE, SIDE, width - 2 * SIDE, low)], made.wall[0]),
        fill([box(SIDE, SIDE, width - 2 * SIDE, low + 12)], "url(#far)"),
        fill([box(SIDE, SIDE, 9, height - 2 * SIDE)], "url(#near)"),
    ]
    for i, wall in enumerate(strip(outer, inner)):
        gradient, wood = clad(rng, made.carcass, Piece(cut(wall, edge), turned=i % 2 == 1), f"f{i}")
        defs.append(gradient)
        body.append(wood)
    for name, shapes, slopes in (
        ("o", strip(outer, inset(outer, 2.4)), OUTWARD),
        ("i", strip(inset(inner, -1.8), inner), INWARD),
    ):
        for i, (shape, (colour, strength)) in enumerate(zip(shapes, slopes, strict=True)):
            defs.append(slope(f"{name}{i}", shape, [(colour, strength * 0.5), (colour, strength)]))
            body.append(fill([cut(shape, edge)], f"url(#{name}{i})"))
    return document(width, height, "The rack for borne-off checkers", "beside.py", defs, body)


def stamp() -> str:
    """Draw a leather badge, embossed along its edge, with room for a word."""
    rng, (width, height) = Random("stamp"), STAMP
    edge, sewn, field = (plate(by, by, width - 2 * by, height - 2 * by, 16 - 0.6 * by) for by in (2.0, 8.0, 14.0))
    defs = [
        pool("hide", (90, 20), 260, [("#8E4F39", 1.0), ("#74402D", 1.0), ("#5E3222", 1.0)]),
        shading("pressed", (0, 14), (0, height - 14), [("#421F13", 1.0), ("#59301F", 1.0), ("#633828", 1.0)]),
    ]
    body = [
        fill([plate(0.6, 0.6, width - 1.2, height - 1.2, 17)], "#1E0E07"),
        fill([edge], "url(#hide)"),
        band(edge, plate(3.2, 3.2, width - 6.4, height - 6.4, 14.6), LIT, 0.2),
        fill([plate(13, 12.6, width - 26, height - 25.4, 9)], "#2A130A", 0.75),
        fill([plate(13.9, 13.9, width - 26.6, height - 26.4, 8.4)], "#C08A63", 0.55),
        fill([field], "url(#pressed)"),
        fill(grains(rng, plate(4, 4, width - 8, height - 8, 14), 620, 0.95), "#200D06", 0.2),
        fill(grains(rng, plate(4, 4, width - 8, height - 8, 14), 420, 0.8), "#E2A67E", 0.14),
    ]
    body += sewing(sewn)
    return document(width, height, "A leather badge to be stamped", "beside.py", defs, body)


def pictures() -> dict[str, str]:
    return {**{f"rack{name}": rack(made) for name, made in CASES.items()}, "stamp": stamp()}

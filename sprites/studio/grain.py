"""Draw wood, boards and table tops, in SVG.

A plank is a plane cut through a trunk whose years are rings around its pith. The trunk is slightly inclined to the
saw, so that a ring appears on the plank as a hyperbola: pointed arches near the pith (flat-sawn), quiet lines far
from it (quarter-sawn). Only the dark late wood of each ring is painted, as slim filled shapes that are cut to the
outline of their piece here, since the rasteriser cannot clip.

Lengths are units of the picture (a board's square is 100), angles are radians, and the lamp is at the upper left.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Final

from sprites.studio.polygons import (
    Point,
    Polygon,
    Stop,
    box,
    cut,
    document,
    fill,
    mixed,
    pool,
    shading,
    thinned,
    toned,
)

SQUARE: Final = 100.0
FRAME: Final = 60.0
BOARD: Final = 2 * FRAME + 8 * SQUARE
TABLE: Final = (1600.0, 1000.0)


def rounded(inset: float, radius: float, side: float = BOARD) -> Polygon:
    near, far = inset + radius, side - inset - radius
    corners = ((near, near, math.pi), (far, near, 1.5 * math.pi), (far, far, 0.0), (near, far, 0.5 * math.pi))
    return [
        (cx + radius * math.cos(start + step * math.pi / 12), cy + radius * math.sin(start + step * math.pi / 12))
        for cx, cy, start in corners
        for step in range(7)
    ]


# Wood --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Wood:
    """The appearance of a kind of wood or stone.

    `colour` is its darkest plank and `glow` its lightest; the base tone of a piece is `colour` mixed with up to the
    fraction `vary` of `glow`. Grain is painted in `dark`: rings at the opacity `ring`, about `spacing` units apart
    and dark for the fraction `late` of that, and `pores` fine short marks per 100×100 units at the opacity `pore`.
    `flat` is the fraction of planks that are cut near the pith.
    """

    colour: str
    dark: str
    glow: str
    ring: float
    spacing: float = 8.0
    late: float = 0.24
    flat: float = 0.35
    vary: float = 0.6
    pores: int = 14
    pore: float = 0.1


@dataclass(frozen=True, slots=True)
class Plank:
    """A cut through a trunk: the pith runs at y = `aside`, `depth + lean * x` under the surface.

    `waves` are the undulations of the grain: amplitude, length and phase of each.
    """

    aside: float
    depth: float
    lean: float
    waves: tuple[tuple[float, float, float], ...]

    def radius(self, x: float, y: float) -> float:
        return math.hypot(y - self.aside, self.depth + self.lean * x)

    def sway(self, x: float, radius: float) -> float:
        """Return the grain's deviation from its line, since no trunk is straight."""
        return sum(a * math.sin(x / span + phase + radius / 90) for a, span, phase in self.waves)

    def ring(self, radius: float, side: int, left: float, right: float) -> Polygon:
        """Return the ring of that radius on one side (±1) of the pith, for x from `left` to `right`."""
        low = math.acos(min(1.0, max(-1.0, (self.depth + self.lean * right) / radius)))
        high = math.acos(min(1.0, max(-1.0, (self.depth + self.lean * left) / radius)))
        if high - low < 1e-6:
            return []
        steps = max(8, round((right - left) / 9))
        line = []
        for i in range(steps + 1):
            angle = low + (high - low) * i / steps
            x = (radius * math.cos(angle) - self.depth) / self.lean
            line.append((x, self.aside + side * radius * math.sin(angle) + self.sway(x, radius)))
        return line


def sawn(rng: Random, wood: Wood, length: float, width: float) -> Plank:
    """Return a plank of that size: flat-sawn or quarter-sawn at random, the straighter the longer it is."""
    straight = (100 / length) ** 0.5
    if rng.random() < wood.flat:
        aside, depth = rng.uniform(0.1, 0.9) * width, rng.uniform(0.35, 0.9) * 100
        lean = rng.uniform(0.05, 0.13) * straight
    else:
        aside = rng.choice((-1, 1)) * rng.uniform(1.6, 4.0) * 100 + width / 2
        depth, lean = rng.uniform(10, 60), rng.uniform(0.1, 0.3) * straight
    waves = tuple(
        (size * rng.uniform(0.4, 1.0), span * rng.uniform(0.8, 1.4), rng.uniform(0, math.tau))
        for size, span in ((2.4, 55.0), (0.7, 17.0))
    )
    return Plank(aside, depth, lean, waves)


def years(rng: Random, wood: Wood, plank: Plank, length: float, width: float) -> Iterator[list[Polygon]]:
    """Yield the late wood of each ring on the plank, a shape on each side of the pith; x runs along the grain."""
    near, far = 12.0, 0.7 * wood.spacing / plank.lean  # an arch whose point lies just off the plank is kept whole
    ys = (-near, width + near, min(max(plank.aside, -near), width + near))
    radii = [plank.radius(x, y) for x in (-near, length + near) for y in ys]
    radius, last = max(2.0, min(radii)), max(radii)
    while radius < last:
        step = wood.spacing * rng.uniform(0.45, 1.5)
        thick = step * wood.late * rng.uniform(0.6, 1.4)
        shapes = []
        for side in (-1, 1):
            inner = plank.ring(radius, side, -far, length + far)
            outer = plank.ring(radius + thick, side, -far, length + far)
            if inner and outer:
                shapes.append(thinned(outer, 0.12) + thinned(inner[::-1], 0.12))
        yield shapes
        radius += step


def specks(rng: Random, count: int, length: float, width: float) -> Iterator[Polygon]:
    for _ in range(count):
        x, y = rng.uniform(-4, length), rng.uniform(0, width)
        long, tilt = rng.uniform(4, 13), rng.uniform(-0.25, 0.25)
        yield [(x, y), (x + long / 2, y - 0.3 + tilt), (x + long, y + 2 * tilt), (x + long / 2, y + 0.3 + tilt)]


@dataclass(frozen=True, slots=True)
class Piece:
    """A convex piece of wood in the picture: its outline, and the corner and direction of its plank.

    `turned` lays the grain along the picture's y instead of its x.
    """

    outline: Polygon
    turned: bool

    def bounds(self) -> tuple[float, float, float, float]:
        xs, ys = [x for x, _ in self.outline], [y for _, y in self.outline]
        return min(xs), min(ys), max(xs), max(ys)

    def size(self) -> tuple[float, float]:
        """Return the length along the grain and the width across it."""
        x0, y0, x1, y1 = self.bounds()
        return (y1 - y0, x1 - x0) if self.turned else (x1 - x0, y1 - y0)

    def laid(self, shape: Sequence[Point], flip: bool) -> Polygon:
        """Return a shape of the plank placed and cut to the piece; `flip` turns the plank end for end."""
        x0, y0, _, _ = self.bounds()
        length, width = self.size()
        across = ((length - x, width - y) if flip else (x, y) for x, y in shape)
        placed = [(x0 + y, y0 + x) if self.turned else (x0 + x, y0 + y) for x, y in across]
        return cut(placed, self.outline)


def tones(rng: Random, wood: Wood, base: str) -> list[Stop]:
    """Return four stops around `base` for the change of tone across a piece, never darker than the wood."""
    return [(mixed(base, rng.choice((wood.glow, wood.colour)), rng.uniform(0.05, 0.4)), 1.0) for _ in range(4)]


def figure(rng: Random, wood: Wood, piece: Piece) -> str:
    length, width = piece.size()
    plank, flip = sawn(rng, wood, length, width), rng.random() < 0.5
    faint: list[Polygon] = []
    strong: list[Polygon] = []
    for shapes in years(rng, wood, plank, length, width):
        rng.choice((faint, strong)).extend(piece.laid(shape, flip) for shape in shapes)
    count = round(wood.pores * length * width / 10_000)
    pores = [piece.laid(shape, flip) for shape in specks(rng, count, length, width)]
    late = fill(strong, wood.dark, wood.ring) + fill(faint, wood.dark, wood.ring * 0.55)
    return late + fill(pores, wood.dark, wood.pore)


def clad(rng: Random, wood: Wood, piece: Piece, name: str) -> tuple[str, str]:
    """Return the gradient that fills the piece, and the piece with its grain, as SVG."""
    x0, y0, x1, y1 = piece.bounds()
    base = mixed(wood.colour, wood.glow, rng.uniform(0, wood.vary))
    end = (x1, y0) if piece.turned else (x0, y1)
    gradient = shading(name, (x0, y0), end, tones(rng, wood, base))
    return gradient, fill([piece.outline], f"url(#{name})") + figure(rng, wood, piece)


# Boards ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Style:
    """The woods of a board, and the colours of its inlaid line and of its joints.

    `panel` is let into the dark squares; a line of the same wood marks off the first and the last row.
    """

    light: Wood
    dark: Wood
    frame: Wood
    inlay: str
    joint: str
    panel: Wood | None = None


# Light on the slopes of the frame, top, right, bottom, left: the bevel falls outwards, the lip inwards.
BEVEL: Final = (("#FFE6C4", 0.26), ("#000000", 0.3), ("#000000", 0.4), ("#FFE6C4", 0.17))
LIP: Final = (("#000000", 0.3), ("#FFE6C4", 0.26), ("#FFE6C4", 0.17), ("#000000", 0.4))

MAPLE: Final = Wood("#E2C99D", "#7A4E22", "#EFDDBB", ring=0.085, spacing=8.5, pores=8, pore=0.1)
WALNUT: Final = Wood("#906949", "#2A1609", "#A67D5A", ring=0.10, spacing=7.5, pores=22, pore=0.16)
FRAME_WALNUT: Final = Wood(
    "#553A28", "#150A04", "#6B4B36", ring=0.13, spacing=9, flat=0, vary=0.4, pores=14, pore=0.2
)
TABLE_WALNUT: Final = Wood(
    "#31221A", "#060301", "#432E20", ring=0.14, spacing=9, late=0.16, flat=0.45, pores=6, pore=0.3
)
STYLES: Final = {
    "maple": Style(MAPLE, WALNUT, FRAME_WALNUT, "#D9BC88", "#3A2415"),
    "green": Style(
        Wood("#E8DCBF", "#85683C", "#F3EAD6", ring=0.06, spacing=9, vary=0.4, pores=6, pore=0.08),
        Wood("#557A62", "#10291D", "#678C73", ring=0.09, spacing=7.5, vary=0.4, pores=18, pore=0.14),
        FRAME_WALNUT,
        "#E8DCBF",
        "#22372B",
    ),
    "slate": Style(
        Wood("#D2CEC2", "#6B675C", "#E2DFD5", ring=0.035, spacing=26, late=0.3, flat=0, pores=40, pore=0.08),
        Wood("#707C85", "#161D24", "#828D95", ring=0.045, spacing=22, late=0.3, flat=0, pores=45, pore=0.1),
        Wood("#3C3B3C", "#0C0C0E", "#504E4E", ring=0.13, spacing=9, flat=0, vary=0.4, pores=14, pore=0.2),
        "#B9B6AC",
        "#323A41",
    ),
    "oak": Style(
        Wood("#E1CA9B", "#7D5727", "#EDDAB3", ring=0.1, spacing=7, late=0.3, flat=0.5, vary=0.5, pores=28, pore=0.18),
        Wood("#A57B49", "#3E2209", "#B98F5C", ring=0.12, spacing=7, late=0.3, vary=0.4, pores=14, pore=0.2),
        Wood("#6B4A2A", "#1C0E04", "#84603A", ring=0.15, spacing=8, flat=0.1, vary=0.4, pores=40, pore=0.24),
        "#8C9A5E",
        "#3F2A14",
        panel=Wood("#5E683F", "#1B2210", "#747E52", ring=0.1, spacing=6.5, vary=0.4, pores=16, pore=0.18),
    ),
    "contrast": Style(
        Wood("#EDEBE6", "#8A867C", "#F2F0EC", ring=0.02, spacing=24, flat=0, vary=0.2, pores=0, pore=0),
        Wood("#7E868C", "#30363B", "#848C92", ring=0.02, spacing=24, flat=0, vary=0.2, pores=0, pore=0),
        Wood("#141414", "#000000", "#1C1C1C", ring=0.1, spacing=12, flat=0, vary=0.2, pores=0, pore=0),
        "#FFFFFF",
        "#000000",
    ),
}
INLAID: Final = 8.0
"""Distance of a panel's edge from that of its square."""


def ledge(near: float, far: float) -> list[Polygon]:
    """Return the mitred strips from `near` to `far` units inside the edge: top, right, bottom, left."""
    n, f, back_n, back_f = near, far, BOARD - near, BOARD - far
    return [
        [(n, n), (back_n, n), (back_f, f), (f, f)],
        [(back_n, n), (back_n, back_n), (back_f, back_f), (back_f, f)],
        [(back_n, back_n), (n, back_n), (f, back_f), (back_f, back_f)],
        [(n, back_n), (n, n), (f, f), (f, back_f)],
    ]


def slope(name: str, strip: Polygon, stops: Sequence[Stop]) -> str:
    (ax, ay), (bx, _), _, (dx, dy) = strip
    return shading(name, (ax, ay), (dx, ay) if ax == bx else (ax, dy), stops)


def frame(rng: Random, style: Style) -> tuple[list[str], list[str]]:
    edge = rounded(0, 7)
    defs, body = [], [fill([edge], toned(style.frame.colour, -0.45))]
    for i, strip in enumerate(ledge(0, FRAME)):
        piece = Piece(cut(rounded(0.8, 6.4), strip), turned=i % 2 == 1)
        gradient, wood = clad(rng, style.frame, piece, f"f{i}")
        defs.append(gradient)
        body.append(wood)
    mitres = [
        cut([(n, n - 0.4), (n + FRAME, n + FRAME - 0.4), (n + FRAME, n + FRAME + 0.4), (n, n + 0.4)], edge)
        for n in (0.0, BOARD - FRAME)
    ]
    mitres += [[(BOARD - x, y) for x, y in shape] for shape in mitres]
    body.append(fill(mitres, "#000000", 0.4))
    for i, (strip, (colour, strength)) in enumerate(zip(ledge(0, 7), BEVEL, strict=True)):
        defs.append(slope(f"b{i}", strip, [(colour, strength * 0.5), (colour, strength), (colour, 0.0)]))
        body.append(fill([cut(edge, strip)], f"url(#b{i})"))
    body.append(fill(ledge(49.2, 52.4), "#000000", 0.35))
    body.append(fill(ledge(49.8, 51.8), style.inlay))
    for i, (strip, (colour, strength)) in enumerate(zip(ledge(55, FRAME), LIP, strict=True)):
        defs.append(slope(f"l{i}", strip, [(colour, 0.0), (colour, strength), (colour, strength * 1.3)]))
        body.append(fill([strip], f"url(#l{i})"))
    return defs, body


def field(rng: Random, style: Style) -> tuple[list[str], list[str]]:
    """Draw the 64 squares, a1 dark at the lower left, with their joints; returns gradients and shapes."""
    defs, body = [], []
    for row in range(8):
        for column in range(8):
            wood = style.dark if (row + column) % 2 else style.light
            place = box(FRAME + column * SQUARE, FRAME + row * SQUARE, SQUARE, SQUARE)
            gradient, square = clad(rng, wood, Piece(place, turned=True), f"s{row}{column}")
            defs.append(gradient)
            body.append(square)
            if style.panel is not None and wood is style.dark:
                gradient, square = inlaid(rng, style.panel, place[0], f"i{row}{column}")
                defs.append(gradient)
                body.append(square)
    side = 8 * SQUARE
    lines = [FRAME + SQUARE * i for i in range(9)]
    body.append(fill([box(x - 0.5, FRAME, 1, side) for x in lines], style.joint, 0.6))
    body.append(fill([box(FRAME, y - 0.5, side, 1) for y in lines], style.joint, 0.6))
    if style.panel is not None:
        body += [home(style.panel, FRAME + y * SQUARE) for y in (1, 7)]
    cast = [("#000000", 0.3), ("#000000", 0.1), ("#000000", 0.0)]
    for name, place, end in (
        ("ct", box(FRAME, FRAME, side, 14), (FRAME, FRAME + 14)),
        ("cl", box(FRAME, FRAME, 10, side), (FRAME + 10, FRAME)),
    ):
        defs.append(shading(name, (FRAME, FRAME), end, cast))
        body.append(fill([place], f"url(#{name})"))
    return defs, body


def inlaid(rng: Random, panel: Wood, corner: Point, name: str) -> tuple[str, str]:
    x, y, side = corner[0] + INLAID, corner[1] + INLAID, SQUARE - 2 * INLAID
    gradient, wood = clad(rng, panel, Piece(box(x, y, side, side), turned=True), name)
    joints = fill([box(x - 0.6, y - 0.6, side + 1.2, side + 1.2)], toned(panel.colour, -0.6))
    glue = fill([box(x + side, y, 0.9, side + 0.9), box(x, y + side, side, 0.9)], "#FFE6C4", 0.25)
    return gradient, joints + wood + glue


def home(panel: Wood, y: float) -> str:
    """Draw the line that marks off a home row at `y`: a strip, and a lozenge wherever four squares meet."""
    lozenges = [
        [(x, y - size), (x + size, y), (x, y + size), (x - size, y)]
        for size in (7.0, 5.2)
        for x in (FRAME + SQUARE * column for column in range(1, 8))
    ]
    dark = toned(panel.colour, -0.5)
    edge = fill([box(FRAME, y - 2.6, 8 * SQUARE, 5.2), *lozenges[:7]], dark)
    return edge + fill([box(FRAME, y - 1.7, 8 * SQUARE, 3.4), *lozenges[7:]], panel.glow)


def board(name: str) -> str:
    """Draw a board of that style, 920 units wide: a frame of 60 and eight squares of 100."""
    style, rng = STYLES[name], Random(f"board {name}")
    squares, frames = field(rng, style), frame(rng, style)
    lamp = [("#FFF4DC", 0.12), ("#FFF4DC", 0.0), ("#000000", 0.0), ("#000000", 0.1)]
    light = pool("lamp", (220, 120), 1150, lamp)
    return document(
        BOARD,
        BOARD,
        f"Board, {name}: frame of 60 units, squares of 100",
        "grain.py",
        [*frames[0], *squares[0], light],
        [*frames[1], *squares[1], fill([rounded(0, 7)], "url(#lamp)")],
    )


@dataclass(frozen=True, slots=True)
class Top:
    """A table top's wood, and its lamp: colours mixed into the wood, with fractions, from the centre out."""

    wood: Wood
    lamp: tuple[tuple[str, float], ...]


TABLE_MAPLE: Final = Wood(
    "#B99263", "#54300F", "#CDA878", ring=0.15, spacing=9, late=0.16, flat=0.45, pores=5, pore=0.16
)
TOPS: Final = {
    "table": Top(
        TABLE_WALNUT, (("#FFD9A0", 0.2), ("#FFD9A0", 0.13), ("#FFD9A0", 0.03), ("#000000", 0.2), ("#000000", 0.42))
    ),
    "table-maple": Top(
        TABLE_MAPLE, (("#FFF0D2", 0.34), ("#FFEBC8", 0.22), ("#FFE6BE", 0.06), ("#3A1E08", 0.12), ("#3A1E08", 0.3))
    ),
}


def table(name: str) -> str:
    """Draw a table top, to be scaled until it covers the window; all have the same planks."""
    rng, (width, height), top = Random("table top"), TABLE, TOPS[name]
    joints = [0.0, 172.0, 330.0, 512.0, 668.0, 846.0, height]
    defs, body = [], []
    for row, (near, foot) in enumerate(pairwise(joints)):
        base = mixed(top.wood.colour, top.wood.glow, rng.random())
        stops = [(mixed(base, colour, share), 1.0) for colour, share in top.lamp]
        defs.append(pool(f"p{row}", (0.3 * width, 0.2 * height), 1450, stops))
        piece = Piece(box(0, near, width, foot - near), turned=False)
        body.append(fill([piece.outline], f"url(#p{row})") + figure(rng, top.wood, piece))
    body.append(fill([box(0, y - 1.0, width, 1.4) for y in joints[1:-1]], "#000000", 0.5))
    body.append(fill([box(0, y + 0.4, width, 1.0) for y in joints[1:-1]], "#FFE6C4", 0.08))
    return document(width, height, "Table top under a lamp at the upper left", "grain.py", defs, body)


def pictures() -> dict[str, str]:
    return {f"ui/{name}": table(name) for name in TOPS} | {f"boards/board-{name}": board(name) for name in STYLES}

"""Draw the two leather cups of the tablier, in SVG: standing, shaken, tipped out, and over the dice.

A cup is a surface of revolution: strips of leather between two heights, with stitches around it and up its seam. It
is rotated in space and seen from above at an angle. White's has one wide band of bone-white leather, Black's two
narrow black ones.

Units are hundredths of a cell.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Final

from sprites.studio.pen import Line, Point, Stop, colour_at, document, fill, glow, number, shading, stroke
from sprites.studio.space import LIGHT, Turn, Vector, View, dot, go, hull, mix, polygon, short, then, turn, unit

VIEW: Final = View(43.0)
HIGH: Final = 61.0
MOUTH: Final = 32.5
FOOT: Final = 26.0
"""Half the width at the bottom; `MOUTH` is half the width at the top."""
THICK: Final = 3.6
EDGE: Final = 1.4
"""Projection of the hems at mouth and foot."""
PIECES: Final = 40

BROWN: Final[tuple[Stop, ...]] = (
    (0, "#220F08", 1),
    (22, "#451F13", 1),
    (48, "#6F3B29", 1),
    (74, "#985A41", 1),
    (100, "#CF946B", 1),
)
WHITE: Final[tuple[Stop, ...]] = (
    (0, "#6B5738", 1),
    (22, "#A48C61", 1),
    (48, "#D8C59D", 1),
    (74, "#F2E7CF", 1),
    (100, "#FFFCF2", 1),
)
BLACK: Final[tuple[Stop, ...]] = (
    (0, "#060403", 1),
    (22, "#15110F", 1),
    (48, "#2A2421", 1),
    (74, "#4A413B", 1),
    (100, "#8A7D71", 1),
)
SUEDE: Final[tuple[Stop, ...]] = ((0, "#160A05", 1), (35, "#33190F", 1), (70, "#5A3120", 1), (100, "#8A5439", 1))
THREAD: Final = "#DDB885"
CONTOUR: Final = "#150904"


@dataclass(frozen=True, slots=True)
class Strip:
    """Leather between two heights, as fractions of the cup's, and its projection."""

    low: float
    high: float
    leather: tuple[Stop, ...]
    out: float = 0.0


@dataclass(frozen=True, slots=True)
class Cup:
    """A side's cup: its strips, and the heights (as fractions) and colours of the threads around it."""

    strips: tuple[Strip, ...]
    threads: tuple[tuple[float, str], ...]


CUPS: Final = {
    "white": Cup(
        (
            Strip(0, 0.1, BROWN, EDGE),
            Strip(0.1, 0.4, BROWN),
            Strip(0.4, 0.72, WHITE, 0.9),
            Strip(0.72, 0.91, BROWN),
            Strip(0.91, 1, BROWN, EDGE),
        ),
        ((0.05, THREAD), (0.465, "#C2A673"), (0.655, "#C2A673"), (0.955, THREAD)),
    ),
    "black": Cup(
        (
            Strip(0, 0.1, BROWN, EDGE),
            Strip(0.1, 0.29, BROWN),
            Strip(0.29, 0.49, BLACK, 0.9),
            Strip(0.49, 0.59, BROWN),
            Strip(0.59, 0.79, BLACK, 0.9),
            Strip(0.79, 0.91, BROWN),
            Strip(0.91, 1, BROWN, EDGE),
        ),
        ((0.05, THREAD), (0.39, "#B59A6E"), (0.69, "#B59A6E"), (0.955, THREAD)),
    ),
}
WAYS: Final = {"down": 0.0, "left": 90.0, "up": 180.0, "right": 270.0}
"""The directions in which a cup is tipped, with the clockwise rotation from "down" in degrees."""
TIPS: Final = (38.0, 66.0, 92.0)
"""Degrees of tipping, frame by frame."""


def around(radius: float, turned: float, height: float) -> Vector:
    """Return a point about the cup's axis from its distance, its angle in radians, and its height as a fraction."""
    return radius * math.cos(turned), radius * math.sin(turned), (height - 0.5) * HIGH


def wide(height: float) -> float:
    return FOOT + (MOUTH - FOOT) * math.pow(height, 1.3)


def outward(turned: float) -> Vector:
    """Return the outward normal, slightly downward since the cup is wider at its mouth."""
    return unit((math.cos(turned), math.sin(turned), -(MOUTH - FOOT) / HIGH))


def place(how: Turn, point: Vector) -> Point:
    return VIEW.seen(go(how, point))


def light(way: Vector) -> float:
    """Return the brightness of leather with a normal `way`, in percent; wrapped lighting, since leather is soft."""
    mirrored = unit(mix(((1, LIGHT), (1, VIEW.eye))))
    facing, shining = max(0.0, (dot(way, LIGHT) + 0.6) / 1.6), max(0.0, dot(way, mirrored)) ** 16
    return min(100.0, 33 + 52 * facing + 18 * shining)


def disc(how: Turn, height: float, radius: float) -> list[Point]:
    return [place(how, around(radius, math.tau * i / PIECES, height)) for i in range(PIECES)]


def seen_half(how: Turn) -> list[float]:
    """Return the visible angles of the outside, in order; none if the view is along the axis."""
    turns = [math.tau * i / PIECES for i in range(PIECES)]
    seen = [VIEW.faces(go(how, outward(turned))) for turned in turns]
    if all(seen) or not any(seen):
        return []
    first = next(i for i in range(PIECES) if seen[i] and not seen[i - 1])
    count = sum(seen)
    return [math.tau * (first + i) / PIECES for i in range(-1, count + 1)]


def ordered(shape: Iterable[Point]) -> Line:
    return polygon((round(x, 1), round(y, 1)) for x, y in shape)


def trace(parts: Iterable[Iterable[Point]], paint: str, width: float, opacity: float = 1.0) -> str:
    data = "".join("M" + "L".join(f"{short(x)} {short(y)}" for x, y in part) for part in parts)
    through = "" if opacity >= 1 else f' stroke-opacity="{number(opacity)}"'
    pen = f'stroke="{paint}"{through} stroke-width="{number(width)}" stroke-linecap="round"'
    return f'<path d="{data}" fill="none" {pen}/>\n' if data else ""


def closed(points: list[Point]) -> list[list[Point]]:
    return [[*points, points[0]]]


# Leather -----------------------------------------------------------------------------------------------


def across(
    how: Turn,
    name: str,
    leather: tuple[Stop, ...],
    seen: list[float],
    looks: Callable[[float], Vector],
    height: float,
) -> str:
    """Return a gradient of the light on leather around the axis, from the first to the last visible angle.

    `looks` gives the normal at an angle, and `height` the height, as a fraction, of the ring that is lit.
    """
    points = [place(how, around(MOUTH, turned, height)) for turned in seen]
    (x0, y0), (x1, y1) = points[0], points[-1]
    stops = []
    for turned, (x, y) in zip(seen, points, strict=True):
        share = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / math.dist(points[0], points[-1]) ** 2
        stops.append((100 * min(1.0, max(0.0, share)), colour_at(leather, light(go(how, looks(turned)))), 1.0))
    return shading(name, points[0], points[-1], stops)


def outside(how: Turn, cup: Cup, half: list[float]) -> tuple[list[str], list[str]]:
    defs, body = [], []
    for name, leather in (("brown", BROWN), ("white", WHITE), ("black", BLACK)):
        if any(strip.leather is leather for strip in cup.strips):
            defs.append(across(how, name, leather, half[:: max(1, len(half) // 12)], outward, 0.5))

    def run(height: float, out: float) -> list[Point]:
        return [place(how, around(wide(height) + out, turned, height)) for turned in half]

    for strip in cup.strips:
        name = {BROWN: "brown", WHITE: "white", BLACK: "black"}[strip.leather]
        shape = [*run(strip.low, strip.out), *run(strip.high, strip.out)[::-1]]
        body.append(fill(ordered(shape), f"url(#{name})"))
    for strip in cup.strips:
        if strip.out:
            if strip.low > 0:
                body.append(trace([run(strip.low - 0.012, 0)], CONTOUR, 1.3, 0.55))
            if strip.high < 1:
                body.append(trace([run(strip.high + 0.012, 0)], CONTOUR, 0.9, 0.4))
                body.append(trace([run(strip.high - 0.004, strip.out)], "#FFE6C4", 0.7, 0.45))
    return defs, body


def stitches(how: Turn, cup: Cup) -> list[str]:
    body = []
    for height, paint in cup.threads:
        out = max(strip.out for strip in cup.strips if strip.low <= height <= strip.high) + 0.3
        found = []
        for i in range(36):
            ends = [math.tau * (i + share) / 36 for share in (0.2, 0.74)]
            if all(dot(go(how, outward(turned)), VIEW.eye) > 0.14 for turned in ends):
                found.append([place(how, around(wide(height) + out, turned, height)) for turned in ends])
        body += [
            trace([[(x + 0.3, y + 0.5) for x, y in part] for part in found], CONTOUR, 2.2, 0.5),
            trace(found, paint, 1.6),
        ]
    return body


def seam(how: Turn, cup: Cup) -> list[str]:
    """Draw the seam from foot to mouth: a line under crossing stitches."""
    turned = math.radians(64)
    if dot(go(how, outward(turned)), VIEW.eye) < 0.1:
        return []
    lines, found = [], []
    for strip in cup.strips:
        lines.append([place(how, around(wide(h) + strip.out, turned, h)) for h in (strip.low, strip.high)])
        if strip.leather is BROWN and not strip.out:
            count = max(2, round((strip.high - strip.low) * 15))
            for i in range(count):
                h = strip.low + (strip.high - strip.low) * (i + 0.5) / count
                ends = ((h - 0.02, turned - 0.1), (h + 0.02, turned + 0.1))
                found.append([place(how, around(wide(y) + 0.3, t, y)) for y, t in ends])
    return [trace(lines, CONTOUR, 0.9, 0.5), trace(found, THREAD, 1.1, 0.9)]


def hide(how: Turn, cup: Cup, rng: Random) -> list[str]:
    body = []
    for paint, opacity in (("#000000", 0.2), ("#F0B58C", 0.16)):
        found = []
        for _ in range(150):
            height, turned = rng.random(), rng.uniform(0, math.tau)
            strip = next(strip for strip in cup.strips if strip.low <= height <= strip.high)
            if strip.leather is BROWN and dot(go(how, outward(turned)), VIEW.eye) > 0.15:
                x, y = place(how, around(wide(height) + strip.out, turned, height))
                found.append([(x - 0.3, y), (x + 0.3, y)])
        body.append(trace(found, paint, 0.9, opacity))
    return body


def mouth(how: Turn) -> tuple[list[str], list[str]]:
    """Draw the cut edge of the leather and the inside: lit on the wall towards the lamp, dark at the bottom."""
    tone, inner = light(how[2]), MOUTH + EDGE - THICK
    opening = disc(how, 1, inner)
    near = math.atan2(dot(VIEW.eye, how[1]), dot(VIEW.eye, how[0]))
    far = [near + math.pi / 2 + math.pi * i / 8 for i in range(9)]
    bottom = place(how, (0, 0, -0.32 * HIGH))
    defs = [
        across(how, "suede", SUEDE, far, lambda turned: (-math.cos(turned), -math.sin(turned), 0), 1),
        glow("deep", bottom, 1.32 * MOUTH, ((0, "#0B0402", 1), (42, "#0B0402", 0.94), (100, "#0B0402", 0))),
    ]
    body = [
        fill(ordered(disc(how, 1, MOUTH + EDGE)), colour_at(BROWN, min(100, tone + 4))),
        trace(closed(disc(how, 1, MOUTH + EDGE - 0.6)), colour_at(BROWN, 98), 0.8, 0.75),
        fill(ordered(opening), "url(#suede)"),
        fill(ordered(opening), "url(#deep)"),
        trace(closed(opening), CONTOUR, 1.1, 0.75),
    ]
    return defs, body


def sole(how: Turn) -> tuple[list[str], list[str]]:
    x, y, z = how[2]
    tone, ring = light((-x, -y, -z)), disc(how, 0, FOOT - 4.6)
    pairs = [list(pair) for pair in pairwise([*ring, ring[0]])][::2]
    left, top, right, foot = ordered(disc(how, 0, FOOT)).bounds()
    stops = [(0.0, colour_at(BROWN, min(100, tone + 8)), 1.0), (100.0, colour_at(BROWN, max(0, tone - 16)), 1.0)]
    body = [
        fill(ordered(disc(how, 0, FOOT + EDGE)), colour_at(BROWN, min(100, tone + 10))),
        fill(ordered(disc(how, 0, FOOT - 0.4)), "url(#sole)"),
        trace([[(px + 0.3, py + 0.5) for px, py in pair] for pair in pairs], CONTOUR, 2.0, 0.5),
        trace(pairs, THREAD, 1.4),
        trace(closed(disc(how, 0, FOOT - 9)), CONTOUR, 0.8, 0.3),
        trace(closed(disc(how, 0, FOOT + EDGE - 0.5)), "#FFE6C4", 0.6, 0.4),
    ]
    return [shading("sole", (left, top), (right, foot), stops)], body


def cup(side: str, how: Turn, doing: str) -> str:
    made, half = CUPS[side], seen_half(how)
    rings = [disc(how, h, wide(h) + strip.out) for strip in made.strips for h in (strip.low, strip.high)]
    outline = ordered(hull((round(x, 1), round(y, 1)) for ring in rings for x, y in ring))
    defs: list[str] = []
    body = [stroke(outline, CONTOUR, 2.2), fill(outline, BROWN[1][1])]
    if half:
        bands = outside(how, made, half)
        defs += bands[0]
        body += [*bands[1], *hide(how, made, Random(f"cup {side}")), *seam(how, made), *stitches(how, made)]
    end = mouth(how) if VIEW.faces(how[2]) else sole(how)
    return document(f"The cup of {side}, {doing}", "cups.py", [*defs, *end[0]], [*body, *end[1]])


# Poses -------------------------------------------------------------------------------------------------


def lean(degrees: float, way: float) -> Turn:
    """Return the rotation that leans a cup's mouth by degrees to the front, then turns it clockwise by `way`."""
    return then(turn((1, 0, 0), -degrees), turn((0, 0, 1), way))


def pictures() -> dict[str, str]:
    made = {}
    for side in CUPS:
        made[f"cup-{side}"] = cup(side, lean(0, 0), "standing")
        made[f"cup-{side}-lift"] = cup(side, lean(13, 0), "in the hand")
        made[f"cup-{side}-shake-1"] = cup(side, lean(17, 70), "shaken to the left")
        made[f"cup-{side}-shake-2"] = cup(side, lean(17, -70), "shaken to the right")
        made[f"cup-{side}-cover"] = cup(side, lean(180, 0), "over the dice")
        for way, angle in WAYS.items():
            for frame, degrees in enumerate(TIPS, 1):
                made[f"cup-{side}-tip-{way}-{frame}"] = cup(side, lean(degrees, angle), f"tipped {way}")
    return made

"""Shapes with straight edges, as SVG."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
Polygon: TypeAlias = list[Point]
Stop: TypeAlias = tuple[str, float]  # a colour "#RRGGBB" and its opacity


def cut(shape: Sequence[Point], piece: Sequence[Point]) -> Polygon:
    """Return the part of `shape` inside the convex, clockwise `piece` (Sutherland–Hodgman)."""
    kept = list(shape)
    for (ax, ay), (bx, by) in zip(piece, [*piece[1:], piece[0]], strict=True):
        sides = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in kept]
        result: Polygon = []
        for i, (x, y) in enumerate(kept):
            px, py = kept[i - 1]
            here, before = sides[i], sides[i - 1]
            if (here >= 0) != (before >= 0):
                share = before / (before - here)
                result.append((px + (x - px) * share, py + (y - py) * share))
            if here >= 0:
                result.append((x, y))
        kept = result
    return kept


def thinned(line: Sequence[Point], tolerance: float) -> Polygon:
    """Return the line with as few points as keep it within `tolerance` (Douglas–Peucker)."""
    if len(line) < 3:
        return list(line)
    (ax, ay), (bx, by) = line[0], line[-1]
    length = math.hypot(bx - ax, by - ay) or 1.0
    off = [abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length for x, y in line]
    worst = max(range(len(line)), key=off.__getitem__)
    if off[worst] <= tolerance:
        return [line[0], line[-1]]
    return thinned(line[: worst + 1], tolerance)[:-1] + thinned(line[worst:], tolerance)


def box(x: float, y: float, width: float, height: float) -> Polygon:
    """Return a rectangle, clockwise from its upper left corner."""
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def mixed(colour: str, other: str, share: float) -> str:
    """Return `colour` mixed with the fraction `share` (0–1) of `other`, both "#RRGGBB"."""
    pairs = [(int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


def toned(colour: str, light: float) -> str:
    """Return `colour` mixed with white (`light` above 0) or black (below), by that fraction."""
    return mixed(colour, "#FFFFFF" if light > 0 else "#000000", abs(light))


def number(value: float) -> str:
    """Format a coordinate with at most one decimal."""
    return f"{round(value, 1) + 0.0:.1f}".removesuffix(".0")


def outline(shapes: Iterable[Sequence[Point]]) -> str:
    parts = []
    for shape in shapes:
        head, *rest = (f"{number(x)} {number(y)}" for x, y in shape)
        parts.append(f"M{head}L{' '.join(rest)}Z")
    return "".join(parts)


def fill(shapes: Iterable[Sequence[Point]], paint: str, opacity: float = 1.0) -> str:
    """Return a path element, or an empty text if there is nothing to fill."""
    d = outline(shape for shape in shapes if len(shape) > 2)
    through = "" if opacity >= 1 else f' fill-opacity="{opacity:.3g}"'
    return f'<path d="{d}" fill="{paint}"{through}/>\n' if d else ""


def marks(stops: Sequence[Stop]) -> str:
    """Return the stops of a gradient, evenly spread."""
    return "".join(
        f'<stop offset="{number(100 * i / (len(stops) - 1))}%" stop-color="{colour}"'
        + (f' stop-opacity="{opacity:.3g}"/>' if opacity < 1 else "/>")
        for i, (colour, opacity) in enumerate(stops)
    )


def shading(name: str, start: Point, end: Point, stops: Sequence[Stop]) -> str:
    (x1, y1), (x2, y2) = start, end
    ends = f'x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}"'
    return f'<linearGradient id="{name}" gradientUnits="userSpaceOnUse" {ends}>{marks(stops)}</linearGradient>\n'


def pool(name: str, centre: Point, radius: float, stops: Sequence[Stop]) -> str:
    """Return a radial gradient from the centre outwards."""
    at = f'cx="{number(centre[0])}" cy="{number(centre[1])}" r="{number(radius)}"'
    return f'<radialGradient id="{name}" gradientUnits="userSpaceOnUse" {at}>{marks(stops)}</radialGradient>\n'


def document(width: float, height: float, title: str, program: str, defs: Iterable[str], body: Iterable[str]) -> str:
    size = f'viewBox="0 0 {number(width)} {number(height)}" width="{number(width)}" height="{number(height)}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n<!-- {title}. Made by sprites/{program}. -->\n'
    return f"{head}<defs>\n{''.join(defs)}</defs>\n{''.join(body)}</svg>\n"

"""Outlines of cubic curves, gradients and marks, as SVG.

Points are units of a picture that is 100 units wide and high, y downwards.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeAlias

Point: TypeAlias = tuple[float, float]
Bend: TypeAlias = Callable[[Point], Point]
"""A mapping of points, for rotation, squash or mirroring."""
Stop: TypeAlias = tuple[float, str, float]
"""A stop of a gradient: percent of its way, a colour "#RRGGBB" and its opacity, 0–1."""

AXIS: Final = 50.0
"""The x of the symmetry axis of turned shapes."""
_QUARTER: Final = 0.5523
"""Length of the handles of a quarter of an ellipse, as a fraction of its radius."""


@dataclass(frozen=True, slots=True)
class Line:
    """A run of cubic curves: its start, then three points for each curve."""

    points: tuple[Point, ...]
    closed: bool = False

    def bent(self, bend: Bend) -> Line:
        return Line(tuple(map(bend, self.points)), self.closed)

    def bounds(self) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom of its points."""
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        return min(xs), min(ys), max(xs), max(ys)

    def data(self) -> str:
        text = "M" + _pairs(self.points[:1])
        for i in range(1, len(self.points), 3):
            start, (first, second, end) = self.points[i - 1], self.points[i : i + 3]
            straight = first == start and second == end
            text += "L" + _pairs((end,)) if straight else "C" + _pairs((first, second, end))
        return text + ("Z" if self.closed else "")


def number(value: float) -> str:
    """Format a coordinate with at most two decimals."""
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")


def _pairs(points: Iterable[Point]) -> str:
    return " ".join(f"{number(x)} {number(y)}" for x, y in points)


# Outlines ----------------------------------------------------------------------------------------------


def line(data: str) -> Line:
    """Parse path data: M, then L, C and Q, all absolute, and Z if closed."""
    points: list[Point] = []
    for command, rest in re.findall(r"([MLCQ])([^MLCQZ]*)", data):
        values = [float(value) for value in re.findall(r"-?[\d.]+", rest)]
        pairs = list(zip(values[::2], values[1::2], strict=True))
        if command in "MC":
            points += pairs
        elif command == "L":
            for end in pairs:
                points += [points[-1], end, end]
        else:
            for handle, end in zip(pairs[::2], pairs[1::2], strict=True):
                points += _curve(points[-1], handle, end)
    return Line(tuple(points), data.endswith("Z"))


def _curve(start: Point, handle: Point, end: Point) -> tuple[Point, Point, Point]:
    """Return a quadratic curve as the points of a cubic one after its start."""
    return _between(start, handle, 2 / 3), _between(end, handle, 2 / 3), end


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def turned(half: str) -> Line:
    """Return the closed outline whose right side is `half`, from the axis at the top to the axis at the bottom."""
    right = line(half).points
    return Line(right + _mirrored(right)[1:], closed=True)


def across(half: str) -> Line:
    """Return the line from side to side whose right side is `half`, from the axis outwards."""
    right = line(half).points
    return Line(_mirrored(right) + right[1:])


def _mirrored(points: tuple[Point, ...]) -> tuple[Point, ...]:
    return tuple((2 * AXIS - x, y) for x, y in points[::-1])


def oval(x: float, y: float, across: float, high: float | None = None) -> Line:
    """Return an ellipse around a point; `across` and `high` are half its width and height, by default a circle."""
    high = across if high is None else high
    kx, ky = _QUARTER * across, _QUARTER * high
    left, right, top, bottom = x - across, x + across, y - high, y + high
    return line(
        f"M{x} {top}C{x + kx} {top} {right} {y - ky} {right} {y}C{right} {y + ky} {x + kx} {bottom} {x} {bottom}"
        f"C{x - kx} {bottom} {left} {y + ky} {left} {y}C{left} {y - ky} {x - kx} {top} {x} {top}Z"
    )


def sliver(start: Point, end: Point, thick: float, bow: float) -> Line:
    """Return a stroke with thin ends, `bow` units off the straight line to its left and `thick` thick there."""
    length = math.dist(start, end)
    left = ((end[1] - start[1]) / length, (start[0] - end[0]) / length)
    middle = _between(start, end, 0.5)
    near, far = (
        (middle[0] + left[0] * (2 * bow + side * thick), middle[1] + left[1] * (2 * bow + side * thick))
        for side in (1, -1)
    )
    return Line((start, *_curve(start, near, end), *_curve(end, far, start)), closed=True)


def around(centre: Point, degrees: float) -> Bend:
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))

    def turn(point: Point) -> Point:
        x, y = point[0] - centre[0], point[1] - centre[1]
        return centre[0] + cosine * x - sine * y, centre[1] + sine * x + cosine * y

    return turn


# SVG ---------------------------------------------------------------------------------------------------


def fill(shape: Line, paint: str, opacity: float = 1.0) -> str:
    """Fill a line's inside with a colour or gradient."""
    through = "" if opacity >= 1 else f' fill-opacity="{number(opacity)}"'
    return f'<path d="{shape.data()}" fill="{paint}"{through}/>\n'


def stroke(shape: Line, paint: str, width: float, opacity: float = 1.0) -> str:
    """Draw a line with round ends and corners."""
    through = "" if opacity >= 1 else f' stroke-opacity="{number(opacity)}"'
    return (
        f'<path d="{shape.data()}" fill="none" stroke="{paint}"{through} stroke-width="{number(width)}"'
        ' stroke-linecap="round" stroke-linejoin="round"/>\n'
    )


def shading(name: str, start: Point, end: Point, stops: Iterable[Stop]) -> str:
    """Return a linear gradient from `start` to `end`."""
    (x1, y1), (x2, y2) = start, end
    ends = f'x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}"'
    return f'<linearGradient id="{name}" gradientUnits="userSpaceOnUse" {ends}>{_marks(stops)}</linearGradient>\n'


def glow(name: str, centre: Point, radius: float, stops: Iterable[Stop]) -> str:
    """Return a radial gradient from the centre outwards."""
    at = f'cx="{number(centre[0])}" cy="{number(centre[1])}" r="{number(radius)}"'
    return f'<radialGradient id="{name}" gradientUnits="userSpaceOnUse" {at}>{_marks(stops)}</radialGradient>\n'


def _marks(stops: Iterable[Stop]) -> str:
    return "".join(
        f'<stop offset="{number(percent)}%" stop-color="{colour}"'
        + (f' stop-opacity="{number(opacity)}"/>' if opacity < 1 else "/>")
        for percent, colour, opacity in stops
    )


def colour_at(stops: tuple[Stop, ...], percent: float) -> str:
    """Return the colour of a gradient at `percent` of its way."""
    for (start, colour, _), (end, other, _) in pairwise(stops):
        if percent <= end:
            share = (percent - start) / (end - start)
            pairs = [(int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5)]
            return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)
    return stops[-1][1]


def document(title: str, program: str, defs: Iterable[str], body: Iterable[str]) -> str:
    """Return a whole SVG file, 100 units wide and high."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100">\n'
        f"<!-- {title}. Made by sprites/{program}. -->\n<defs>\n{''.join(defs)}</defs>\n{''.join(body)}</svg>\n"
    )

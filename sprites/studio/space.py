"""Geometry in space: vectors, rotations, the view and the lamp.

In space x points to the right, y towards the viewer (down the picture) and z up from the table. Units are
hundredths of a picture, whose middle is (50, 50).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from sprites.studio.pen import Line, Point, line, number

Vector: TypeAlias = tuple[float, float, float]
Turn: TypeAlias = tuple[Vector, Vector, Vector]
"""A rotation, as the images of the three axes."""


def dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vector, b: Vector) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def unit(a: Vector) -> Vector:
    length = math.sqrt(dot(a, a))
    return a[0] / length, a[1] / length, a[2] / length


def mix(parts: Iterable[tuple[float, Vector]]) -> Vector:
    x = y = z = 0.0
    for share, (a, b, c) in parts:
        x, y, z = x + share * a, y + share * b, z + share * c
    return x, y, z


def turn(axis: Vector, degrees: float) -> Turn:
    """Return a rotation (Rodrigues' formula); around an upward axis it is clockwise in the picture."""
    u, c, s = unit(axis), math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    columns = []
    for e in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)):
        columns.append(mix(((c, e), (s, cross(u, e)), ((1 - c) * dot(u, e), u))))
    return columns[0], columns[1], columns[2]


def go(how: Turn, a: Vector) -> Vector:
    return mix(zip(a, how, strict=True))


def then(first: Turn, second: Turn) -> Turn:
    x, y, z = (go(second, column) for column in first)
    return x, y, z


LIGHT: Final = unit((-0.46, -0.42, 0.78))
"""Direction from the table to the lamp."""


@dataclass(frozen=True, slots=True)
class View:
    """A view from the front, by `degrees` off straight down."""

    degrees: float

    @property
    def eye(self) -> Vector:
        """Unit vector from the table to the eye."""
        return 0.0, math.sin(math.radians(self.degrees)), math.cos(math.radians(self.degrees))

    def seen(self, a: Vector) -> Point:
        _, y, z = self.eye
        return 50 + a[0], 50 + z * a[1] - y * a[2]

    def faces(self, normal: Vector) -> bool:
        """Return whether a surface with this normal is visible."""
        return dot(normal, self.eye) > 1e-6

    def light(self, normal: Vector, gloss: float, sharp: int) -> float:
        """Return the brightness of a surface with this normal, in percent: ambient, diffuse and specular light.

        `gloss` is the strength of the specular light; a larger `sharp` makes it narrower.
        """
        mirrored = unit(mix(((1, LIGHT), (1, self.eye))))
        facing, shining = max(0.0, dot(normal, LIGHT)), max(0.0, dot(normal, mirrored)) ** sharp
        return min(100.0, 16 + 66 * facing + 9 * max(0.0, normal[2]) + gloss * shining)


# Outlines ----------------------------------------------------------------------------------------------


def polygon(points: Iterable[Point]) -> Line:
    return line("M" + "L".join(f"{x} {y}" for x, y in points) + "Z")


def hull(points: Iterable[Point]) -> list[Point]:
    """Return the convex hull of points (Andrew's monotone chain)."""
    ordered = sorted(set(points))
    halves: list[list[Point]] = []
    for run in (ordered, ordered[::-1]):
        half: list[Point] = []
        for p in run:
            while len(half) > 1 and _bends_in(half[-2], half[-1], p):
                half.pop()
            half.append(p)
        halves.append(half[:-1])
    return halves[0] + halves[1]


def _bends_in(a: Point, b: Point, c: Point) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) <= 0


def flat(points: Sequence[Point], paint: str, wider: float = 0.0) -> str:
    """Draw a polygon with one decimal, enlarged by `wider` units so that no seam shows beside its neighbour."""
    mx, my = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    placed = []
    for x, y in points:
        far = math.hypot(x - mx, y - my) or 1.0
        placed.append((x + (x - mx) / far * wider, y + (y - my) / far * wider))
    return f'<path d="M{"L".join(f"{short(x)} {short(y)}" for x, y in placed)}Z" fill="{paint}"/>\n'


def short(value: float) -> str:
    return number(round(value, 1))


def circle(middle: Point, right: Point, down: Point, radius: float) -> str:
    """Return path data of a projected circle.

    `right` and `down` are the projections of one unit along its axes. The result is an ellipse, whose half axes are
    the singular values of these two.
    """
    (a, c), (b, d) = right, down
    sum_, gap = math.hypot(a + d, c - b), math.hypot(a - d, c + b)
    long, thin = radius * (sum_ + gap) / 2, radius * abs(sum_ - gap) / 2
    angle = (math.atan2(c - b, a + d) + math.atan2(c + b, a - d)) / 2
    dx, dy = long * math.cos(angle), long * math.sin(angle)
    arc = f"A{short(long)} {short(max(thin, 0.1))} {number(math.degrees(angle))} 1 1 "
    start = f"{short(middle[0] - dx)} {short(middle[1] - dy)}"
    return f"M{start}{arc}{short(middle[0] + dx)} {short(middle[1] + dy)}{arc}{start}Z"

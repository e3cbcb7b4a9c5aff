"""The board that dice fly over, and the support of a die on it: firm, leaning, or about to slip off.

The origin is the board's outer upper left corner, y runs towards the viewer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, cos, hypot, pi, sin, sqrt
from typing import Final, Literal, NamedTuple, TypeAlias

Edge: TypeAlias = Literal["top", "bottom"]
REACH: Final = sqrt(0.5)
"""Distance of a die's corner from its centre, in edges of the die."""
_MOUTH: Final = 1.5
"""Minimum distance of the cup's mouth from the walls, in edges: enough for two dice side by side."""
DiePlace: TypeAlias = tuple[float, float, float]  # a die's centre and heading: x, y in mm, radians
STUMBLE: Final = 0.25
"""Height above its lower side over which a die stumbles, in edges; anything higher stops it."""
_EVEN: Final = 0.5  # heights in mm count as equal up to this difference
_POINTS: Final = ((0, 0), (-1, -1), (1, -1), (1, 1), (-1, 1), (0, -1), (1, 0), (0, 1), (-1, 0))
"""Sample points of a die's lower side, in half edges; the centre first."""
_INSIDE: Final = 0.96  # scale of the sample points: what just touches a wall doesn't lie on it


class Area(NamedTuple):
    """A rectangle of the table, in mm."""

    left: float
    top: float
    right: float
    bottom: float

    def holds(self, x: float, y: float, inset: float = 0.0) -> bool:
        """Return whether it contains a point, at least `inset` from its edges."""
        return self.left + inset <= x <= self.right - inset and self.top + inset <= y <= self.bottom - inset

    def nearest(self, x: float, y: float, inset: float = 0.0) -> tuple[float, float]:
        return (
            min(max(x, self.left + inset), self.right - inset),
            min(max(y, self.top + inset), self.bottom - inset),
        )


class Disc(NamedTuple):
    """Stacked checkers: centre, radius, and height of the top face above the baize."""

    x: float
    y: float
    radius: float
    top: float


@dataclass(frozen=True)
class Field:
    """A board of two compartments with a bar between; the right one is the tray. All in mm."""

    outside: Area
    tray: Area
    """The floor of the right compartment."""
    home: Area  # the floor of the left compartment
    wall: float  # height of the borders and the bar above the baize
    die: float
    base: float
    """Height of the baize above the table around the board."""
    margin: float  # width of that table: no die goes farther
    checkers: tuple[Disc, ...] = ()  # the checkers in the left compartment

    @property
    def table(self) -> Area:
        left, top, right, bottom = self.outside
        return Area(left - self.margin, top - self.margin, right + self.margin, bottom + self.margin)

    @property
    def reach(self) -> float:
        """Distance of a die's corner from its centre."""
        return self.die * REACH

    def mouth(self, x: float, y: float) -> tuple[float, float]:
        """Return where dice leave a cup held at (x, y): the nearest place over the tray with room around."""
        return self.tray.nearest(x, y, _MOUTH * self.die)


class Support(NamedTuple):
    height: float  # height of the highest support, in mm above the baize
    slope: float = 0.0
    """0 for a firm support, otherwise the tangent of the angle by which the die would tip."""
    x: float = 0.0
    y: float = 0.0
    """The direction in which it would slip, a unit vector; (0, 0) for a firm support."""
    drop: float = 0.0  # height difference to the support of its other side, in mm


class OtherDie(NamedTuple):
    place: DiePlace
    top: float


def corners(place: DiePlace, edge: float) -> list[tuple[float, float]]:
    return [_point(place, edge / 2, a, b) for a, b in _POINTS[1:5]]


def _point(place: DiePlace, half: float, a: float, b: float) -> tuple[float, float]:
    x, y, heading = place
    c, s = half * cos(heading), half * sin(heading)
    return x + a * c - b * s, y + a * s + b * c


def on_frame(field: Field, x: float, y: float) -> bool:
    """Return whether a point is over a border or the bar."""
    return field.outside.holds(x, y) and not field.tray.holds(x, y) and not field.home.holds(x, y)


def _height(field: Field, x: float, y: float, limit: float, other: OtherDie | None) -> float:
    """Return the board's height at a point, without parts higher than `limit`."""
    if field.tray.holds(x, y):
        best = 0.0
    elif field.home.holds(x, y):
        tops = (d.top for d in field.checkers if d.top <= limit and hypot(x - d.x, y - d.y) <= d.radius)
        best = max(tops, default=0.0)
    elif field.outside.holds(x, y):
        best = field.wall if field.wall <= limit else -field.base
    else:
        best = -field.base
    if other is not None and best < other.top <= limit and _covers(other.place, field.die, x, y):
        best = other.top
    return best


def _covers(place: DiePlace, edge: float, x: float, y: float) -> bool:
    c, s = cos(place[2]), sin(place[2])
    dx, dy = x - place[0], y - place[1]
    return abs(dx * c + dy * s) <= edge / 2 and abs(dy * c - dx * s) <= edge / 2


def support(field: Field, place: DiePlace, height: float, other: OtherDie | None = None) -> Support:
    """Return the support of a die whose lower side is at `height` (mm above the baize)."""
    x, y, _ = place
    if other is not None and hypot(x - other.place[0], y - other.place[1]) > 2 * field.reach:
        other = None
    if field.tray.holds(x, y, field.reach) and (other is None or other.top > height + STUMBLE * field.die):
        return Support(0.0)
    limit = height + STUMBLE * field.die
    half = field.die / 2 * _INSIDE
    points = [_point(place, half, a, b) for a, b in _POINTS]
    heights = [_height(field, px, py, limit, other) for px, py in points]
    top = max(heights)
    if heights[0] >= top - _EVEN:
        return Support(top)
    bearing = [(px - x, py - y) for (px, py), h in zip(points, heights, strict=True) if h >= top - _EVEN]
    if _around(bearing):
        return Support(top)
    mx, my = sum(p[0] for p in bearing) / len(bearing), sum(p[1] for p in bearing) / len(bearing)
    far = hypot(mx, my)
    lower = max(h for h in heights if h < top - _EVEN)
    return Support(top, (top - lower) / (far + field.die / 2), -mx / far, -my / far, top - lower)


def _around(points: Sequence[tuple[float, float]]) -> bool:
    """Return whether the points surround the origin, so that the die can't tip."""
    angles = sorted(atan2(y, x) for x, y in points)
    gaps = [b - a for a, b in zip(angles, [*angles[1:], angles[0] + 2 * pi], strict=True)]
    return max(gaps) < pi + 1e-6

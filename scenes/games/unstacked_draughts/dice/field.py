"""The board that dice fly over: its measures, and what a die lies on there: firmly, leaning, or about to slip off.

The origin is the board's outer upper left corner, y runs towards the viewer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, cos, hypot, pi, sin, sqrt
from typing import Final, Literal, NamedTuple, TypeAlias

Edge: TypeAlias = Literal["top", "bottom"]
"""One of the long borders."""
REACH: Final = sqrt(0.5)
"""How far a corner of a die is from its centre, in edges of the die."""
_MOUTH: Final = 1.5
"""How far from the walls the cup's mouth is, in edges: two dice side by side leave it and touch nothing."""
DiePlace: TypeAlias = tuple[float, float, float]
"""A die's centre and heading: x, y in mm, radians."""
STUMBLE: Final = 0.25
"""A die stumbles over what is no higher than this over its lower side, in edges; anything higher stops it."""
_EVEN: Final = 0.5
"""Heights that differ by no more, in mm, are the same."""
_POINTS: Final = ((0, 0), (-1, -1), (1, -1), (1, 1), (-1, 1), (0, -1), (1, 0), (0, 1), (-1, 0))
"""The places of a die's lower side that are looked at, in half edges; the centre first."""
_INSIDE: Final = 0.96
"""They lie a little within its outline: what just touches a wall doesn't lie on it."""


class Area(NamedTuple):
    """A rectangle of the table, in mm."""

    left: float
    top: float
    right: float
    bottom: float

    def holds(self, x: float, y: float, inset: float = 0.0) -> bool:
        """Whether a point lies in it, at least `inset` from its edges."""
        return self.left + inset <= x <= self.right - inset and self.top + inset <= y <= self.bottom - inset

    def nearest(self, x: float, y: float, inset: float = 0.0) -> tuple[float, float]:
        """The point nearest to (x, y) that it holds."""
        return (
            min(max(x, self.left + inset), self.right - inset),
            min(max(y, self.top + inset), self.bottom - inset),
        )


class Disc(NamedTuple):
    """Checkers lying on each other: centre, radius, and how high the topmost one's face is over the baize."""

    x: float
    y: float
    radius: float
    top: float


@dataclass(frozen=True)
class Field:
    """A board of two compartments with a bar between; the right one is the tray. All in mm."""

    outside: Area
    """The whole board."""
    tray: Area
    """The floor of the right compartment."""
    home: Area
    """The floor of the left compartment."""
    wall: float
    """How high borders and bar stand over the baize."""
    die: float
    """A die's edge."""
    base: float
    """How high the baize lies over the table around the board."""
    margin: float
    """How much of that table is there: no die goes farther."""
    checkers: tuple[Disc, ...] = ()
    """What lies in the left compartment."""

    @property
    def table(self) -> Area:
        """The board and the table around it."""
        left, top, right, bottom = self.outside
        return Area(left - self.margin, top - self.margin, right + self.margin, bottom + self.margin)

    @property
    def reach(self) -> float:
        """How far a die's corner is from its centre."""
        return self.die * REACH

    def mouth(self, x: float, y: float) -> tuple[float, float]:
        """Where the dice leave a cup that is held at (x, y): the nearest place over the tray with room around."""
        return self.tray.nearest(x, y, _MOUTH * self.die)


class Support(NamedTuple):
    """What is under a die."""

    height: float
    """The highest that it can lie on, in mm over the baize."""
    slope: float = 0.0
    """0 where it lies firmly; else the tangent of the angle to which it would tip over."""
    x: float = 0.0
    y: float = 0.0
    """Then a unit vector: which way it would slip."""
    drop: float = 0.0
    """Then how far what is under its other side lies below."""


class OtherDie(NamedTuple):
    """Another die."""

    place: DiePlace
    top: float


def corners(place: DiePlace, edge: float) -> list[tuple[float, float]]:
    """The points of a die's outline on the plane."""
    return [_point(place, edge / 2, a, b) for a, b in _POINTS[1:5]]


def _point(place: DiePlace, half: float, a: float, b: float) -> tuple[float, float]:
    x, y, heading = place
    c, s = half * cos(heading), half * sin(heading)
    return x + a * c - b * s, y + a * s + b * c


def on_frame(field: Field, x: float, y: float) -> bool:
    """Whether a point lies over a border or the bar."""
    return field.outside.holds(x, y) and not field.tray.holds(x, y) and not field.home.holds(x, y)


def _height(field: Field, x: float, y: float, limit: float, other: OtherDie | None) -> float:
    """How high the board is at a point, leaving out what is higher than `limit`."""
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
    """What is under a die whose lower side is at `height` (mm over the baize)."""
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
    """Whether the points lie around the origin, so that what they bear is borne."""
    angles = sorted(atan2(y, x) for x, y in points)
    gaps = [b - a for a, b in zip(angles, [*angles[1:], angles[0] + 2 * pi], strict=True)]
    return max(gaps) < pi + 1e-6

"""The board that dice fly over, and what supports a die on it.

The origin is the outer upper left corner of the board; y runs towards the viewer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, cos, hypot, pi, sin, sqrt
from typing import Final, Literal, NamedTuple, TypeAlias

Edge: TypeAlias = Literal["top", "bottom"]
CORNER_DISTANCE: Final = sqrt(0.5)  # of a die's corner from its centre, in edges
_MOUTH_INSET: Final = 1.5
"""Minimum distance of the cup's mouth from the tray's walls, in edges: enough for two dice side by side."""
DiePlace: TypeAlias = tuple[float, float, float]  # a die's centre and heading: x, y in mm, radians
STUMBLE_HEIGHT: Final = 0.25
"""Height of the highest obstacle over which a die stumbles, above its lower side, in edges; a higher one stops it."""
_HEIGHT_TOLERANCE: Final = 0.5  # heights that differ by no more, in mm, count as equal
_SAMPLE_POINTS: Final = ((0, 0), (-1, -1), (1, -1), (1, 1), (-1, 1), (0, -1), (1, 0), (0, 1), (-1, 0))
"""Sample points of a die's lower side, in half edges; the centre first."""
_SAMPLE_SCALE: Final = 0.96  # so that a die that only touches a wall doesn't lie on it


class Area(NamedTuple):
    """A rectangle of the table, in mm."""

    left: float
    top: float
    right: float
    bottom: float

    def contains(self, x: float, y: float, inset: float = 0.0) -> bool:
        """Return whether the area contains a point, at least `inset` from its edges."""
        return self.left + inset <= x <= self.right - inset and self.top + inset <= y <= self.bottom - inset

    def nearest_point(self, x: float, y: float, inset: float = 0.0) -> tuple[float, float]:
        return (
            min(max(x, self.left + inset), self.right - inset),
            min(max(y, self.top + inset), self.bottom - inset),
        )


class Disc(NamedTuple):
    """A stack of checkers: its centre and radius, and the height of its upper face above the baize."""

    x: float
    y: float
    radius: float
    top: float


@dataclass(frozen=True)
class Field:
    """A board of two compartments with a bar between them; all lengths are in mm."""

    outside: Area  # the whole board, with its borders
    tray: Area  # the floor of the right compartment
    home: Area  # the floor of the left compartment, with the checkers
    wall: float  # height of the borders and the bar above the baize
    die: float  # edge of a die
    base: float  # height of the baize above the table on which the board lies
    margin: float  # width of that table around the board: no die goes farther
    checkers: tuple[Disc, ...] = ()

    @property
    def table(self) -> Area:
        left, top, right, bottom = self.outside
        return Area(left - self.margin, top - self.margin, right + self.margin, bottom + self.margin)

    @property
    def corner_distance(self) -> float:
        """The distance of a die's corner from its centre."""
        return self.die * CORNER_DISTANCE

    def nearest_mouth(self, x: float, y: float) -> tuple[float, float]:
        """Return the point where dice leave a cup held at (x, y): the nearest one in the tray with room around it."""
        return self.tray.nearest_point(x, y, _MOUTH_INSET * self.die)


class Support(NamedTuple):
    """The support below a die: all other fields than `height` are 0 if the die can't tip."""

    height: float  # of the highest point below the die, in mm above the baize
    slope: float = 0.0  # tangent of the angle by which the die would tip
    x: float = 0.0
    y: float = 0.0
    """Unit vector of the direction in which the die would slip."""
    drop: float = 0.0  # height of the support above the next lower thing below the die, in mm


class OtherDie(NamedTuple):
    """A die that another one can lie on; `top` is the height of its upper side, in mm above the baize."""

    place: DiePlace
    top: float


def corners(place: DiePlace, edge: float) -> list[tuple[float, float]]:
    return [_point(place, edge / 2, a, b) for a, b in _SAMPLE_POINTS[1:5]]


def _point(place: DiePlace, scale: float, across: float, along: float) -> tuple[float, float]:
    """Return the point of the table at (across, along) in a die's own axes, in multiples of `scale` mm."""
    x, y, heading = place
    c, s = scale * cos(heading), scale * sin(heading)
    return x + across * c - along * s, y + across * s + along * c


def is_on_frame(field: Field, x: float, y: float) -> bool:
    """Return whether a point lies on a border or the bar."""
    return field.outside.contains(x, y) and not field.tray.contains(x, y) and not field.home.contains(x, y)


def _height_at(field: Field, x: float, y: float, limit: float, other: OtherDie | None) -> float:
    """Return the height at a point, in mm above the baize, of the highest thing there up to `limit`."""
    if field.tray.contains(x, y):
        height = 0.0
    elif field.home.contains(x, y):
        low_discs = (disc for disc in field.checkers if disc.top <= limit)
        height = max((disc.top for disc in low_discs if hypot(x - disc.x, y - disc.y) <= disc.radius), default=0.0)
    elif field.outside.contains(x, y):
        height = field.wall if field.wall <= limit else -field.base
    else:
        height = -field.base
    if other is not None and height < other.top <= limit and _is_on_die(other.place, field.die, x, y):
        height = other.top
    return height


def _is_on_die(place: DiePlace, edge: float, x: float, y: float) -> bool:
    c, s = cos(place[2]), sin(place[2])
    dx, dy = x - place[0], y - place[1]
    return abs(dx * c + dy * s) <= edge / 2 and abs(dy * c - dx * s) <= edge / 2


def find_support(field: Field, place: DiePlace, height: float, other: OtherDie | None = None) -> Support:
    """Return the support of a die whose lower side is at `height`, in mm above the baize."""
    (x, y, _), limit = place, height + STUMBLE_HEIGHT * field.die
    if other is not None and hypot(x - other.place[0], y - other.place[1]) > 2 * field.corner_distance:
        other = None
    if field.tray.contains(x, y, field.corner_distance) and (other is None or other.top > limit):
        return Support(0.0)
    scale = field.die / 2 * _SAMPLE_SCALE
    points = [_point(place, scale, across, along) for across, along in _SAMPLE_POINTS]
    heights = [_height_at(field, px, py, limit, other) for px, py in points]
    top = max(heights)
    if heights[0] >= top - _HEIGHT_TOLERANCE:  # the centre is supported
        return Support(top)
    bearing_height = top - _HEIGHT_TOLERANCE
    bearing_points = [(px - x, py - y) for (px, py), h in zip(points, heights, strict=True) if h >= bearing_height]
    if _surround_origin(bearing_points):
        return Support(top)
    dx, dy = (sum(axis) / len(bearing_points) for axis in zip(*bearing_points, strict=True))
    lever, drop = hypot(dx, dy), top - max(h for h in heights if h < bearing_height)
    return Support(top, drop / (lever + field.die / 2), -dx / lever, -dy / lever, drop)


def _surround_origin(points: Sequence[tuple[float, float]]) -> bool:
    """Return whether points surround the origin: a die that lies on such points can't tip."""
    angles = sorted(atan2(y, x) for x, y in points)
    gaps = [b - a for a, b in zip(angles, [*angles[1:], angles[0] + 2 * pi], strict=True)]
    return max(gaps) < pi + 1e-6

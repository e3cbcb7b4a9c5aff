"""Rotations of a die in space, as unit quaternions (w, x, y, z); x runs right, y down the table, and z up."""

from __future__ import annotations

from math import acos, cos, pi, sin, sqrt
from typing import Final, TypeAlias

Rotation: TypeAlias = tuple[float, float, float, float]
Vector: TypeAlias = tuple[float, float, float]
LEVEL: Final[Rotation] = (1.0, 0.0, 0.0, 0.0)


def axis_rotation(x: float, y: float, z: float, angle: float) -> Rotation:
    """Return the rotation by `angle` radians around a unit vector, clockwise around one that points up."""
    half_sine = sin(angle / 2)
    return cos(angle / 2), x * half_sine, y * half_sine, z * half_sine


def flat_rotation(angle: float) -> Rotation:
    """Return the rotation of a flat die by `angle` radians clockwise."""
    return axis_rotation(0.0, 0.0, 1.0, angle)


def roll_rotation(course: float, angle: float) -> Rotation:
    """Return the rotation of a die that rolls by `angle` in the direction `course`.

    Both are in radians; the direction is measured clockwise from the right.
    """
    return axis_rotation(-sin(course), cos(course), 0.0, angle)


def compose(first: Rotation, second: Rotation) -> Rotation:
    """Return the rotation that applies `first` and then `second`."""
    a, b, c, d = second
    w, x, y, z = first
    return (
        a * w - b * x - c * y - d * z,
        a * x + b * w + c * z - d * y,
        a * y - b * z + c * w + d * x,
        a * z + b * y - c * x + d * w,
    )


def interpolate(start: Rotation, end: Rotation, share: float) -> Rotation:
    """Return the rotation at the fraction `share` between two similar ones, by normalized linear interpolation."""
    # a quaternion and its negative are the same rotation; the nearer one is used
    sign = 1 if sum(a * b for a, b in zip(start, end, strict=True)) >= 0 else -1
    w, x, y, z = (a + (sign * b - a) * share for a, b in zip(start, end, strict=True))
    length = sqrt(w * w + x * x + y * y + z * z)
    return w / length, x / length, y / length, z / length


def axes(rotation: Rotation) -> tuple[Vector, Vector, Vector]:
    """Return the unit vectors of the three axes after a rotation."""
    w, x, y, z = rotation
    return (
        (1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)),
        (2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)),
        (2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)),
    )


def centre_height(rotation: Rotation) -> float:
    """Return the height of a rotated cube's centre above its lowest point, in half edges."""
    w, x, y, z = rotation
    return abs(x * z - w * y) * 2 + abs(y * z + w * x) * 2 + abs(1 - 2 * (x * x + y * y))


def flattening_rotation(rotation: Rotation) -> Rotation:
    """Return the shortest additional rotation that lays a die flat on a face."""
    x, y, z = max(axes(rotation), key=lambda axis: abs(axis[2]))
    sign, tilt_sine = (1 if z > 0 else -1), sqrt(x * x + y * y)
    if tilt_sine < 1e-9:
        return LEVEL
    return axis_rotation(sign * y / tilt_sine, -sign * x / tilt_sine, 0.0, acos(min(1.0, abs(z))))


def fold_angle(angle: float) -> float:
    """Return the angle nearest to 0 that differs from `angle` by whole quarter turns, in radians."""
    return (angle + pi / 4) % (pi / 2) - pi / 4

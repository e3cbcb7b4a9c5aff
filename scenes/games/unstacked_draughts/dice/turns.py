"""Rotations of a die in space: unit quaternions (w, x, y, z). x runs right, y down the table, z up."""

from __future__ import annotations

from math import acos, cos, pi, sin, sqrt
from typing import Final, TypeAlias

Turn: TypeAlias = tuple[float, float, float, float]
Vector: TypeAlias = tuple[float, float, float]
LEVEL: Final[Turn] = (1.0, 0.0, 0.0, 0.0)


def about(x: float, y: float, z: float, angle: float) -> Turn:
    """Return the rotation by `angle` radians around a unit vector; clockwise around one that points up."""
    part = sin(angle / 2)
    return cos(angle / 2), x * part, y * part, z * part


def spun(angle: float) -> Turn:
    """Return the rotation of a die that lies flat, in radians clockwise."""
    return about(0.0, 0.0, 1.0, angle)


def roll_turn(course: float, angle: float) -> Turn:
    """Return the rotation of a die that rolls by `angle` towards `course`, clockwise from the right; radians."""
    return about(-sin(course), cos(course), 0.0, angle)


def then(first: Turn, second: Turn) -> Turn:
    """Return the product of two rotations, `first` applied first."""
    a, b, c, d = second
    w, x, y, z = first
    return (
        a * w - b * x - c * y - d * z,
        a * x + b * w + c * z - d * y,
        a * y - b * z + c * w + d * x,
        a * z + b * y - c * x + d * w,
    )


def between(one: Turn, other: Turn, part: float) -> Turn:
    """Interpolate between two rotations that are near each other, by normalized linear interpolation."""
    side = 1 if sum(a * b for a, b in zip(one, other, strict=True)) >= 0 else -1
    w, x, y, z = (a + (side * b - a) * part for a, b in zip(one, other, strict=True))
    length = sqrt(w * w + x * x + y * y + z * z)
    return w / length, x / length, y / length, z / length


def axes(turn: Turn) -> tuple[Vector, Vector, Vector]:
    """Return the rotated unit vectors of the axes."""
    w, x, y, z = turn
    return (
        (1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)),
        (2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)),
        (2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)),
    )


def reach(turn: Turn) -> float:
    """Return the height of a rotated cube's centre above its lowest point, in half edges."""
    w, x, y, z = turn
    return abs(x * z - w * y) * 2 + abs(y * z + w * x) * 2 + abs(1 - 2 * (x * x + y * y))


def turn_to_flat(turn: Turn) -> Turn:
    """Return the shortest further rotation that lays a die flat."""
    x, y, z = max(axes(turn), key=lambda axis: abs(axis[2]))
    side, flat = (1 if z > 0 else -1), sqrt(x * x + y * y)
    return LEVEL if flat < 1e-9 else about(side * y / flat, -side * x / flat, 0.0, acos(min(1.0, abs(z))))


def fold_angle(angle: float) -> float:
    """Return the angle modulo a quarter turn, nearest to 0."""
    return (angle + pi / 4) % (pi / 2) - pi / 4

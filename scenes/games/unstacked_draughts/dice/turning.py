"""How a die turns over while it flies, worked out backwards from how it lies at the end.

Attitudes are quaternions (w, x, y, z): how the die is turned from lying flat with its sides along the table's axes.
"""

from __future__ import annotations

from math import atan2, cos, degrees, hypot, pi, sin, sqrt, tanh
from typing import Final, NamedTuple, TypeAlias

Turn: TypeAlias = tuple[float, float, float, float]
FLAT: Final[Turn] = (1.0, 0.0, 0.0, 0.0)
FASTEST: Final = 60.0
"""Radians a second that a die turns over at most; a faster one slips."""
_HARD: Final = 3.5
"""A die that lies flat is turned over by what makes it so many times as fast as `rolls_from`."""
_QUARTER: Final = pi / 2
_ROCKS: Final = ((0.0, 0.10, 7.0), (0.10, 0.07, -3.5), (0.17, 0.05, 1.5))
"""How a die rocks after it has come down on its face: when, how long (s), how far over its front edge (degrees)."""
ROCKING: Final = 0.22
"""Seconds until it lies still after that."""


class Step(NamedTuple):
    """A die at a moment: its centre, its lowest point over the baize, its heading (radians), its velocity."""

    x: float
    y: float
    height: float
    heading: float
    vx: float
    vy: float


class Lean(NamedTuple):
    """How a die leans at the end: the direction of its raised side (a unit vector) and the angle in radians."""

    x: float
    y: float
    angle: float


def times(a: Turn, b: Turn) -> Turn:
    """First turned by `b`, then by `a`."""
    aw, ax, ay, az = a
    bw, bx, by, bz = b
    return (
        aw * bw - ax * bx - ay * by - az * bz,
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
    )


def yaw(angle: float) -> Turn:
    """Turned on its face, clockwise on the screen."""
    return (cos(angle / 2), 0.0, 0.0, sin(angle / 2))


def over(x: float, y: float, angle: float) -> Turn:
    """Turned over towards the direction (x, y), a unit vector."""
    half = sin(angle / 2)
    return (cos(angle / 2), -y * half, x * half, 0.0)


def between(a: Turn, b: Turn, part: float) -> Turn:
    """From `a` (0) to `b` (1) the shorter way, for attitudes that are near each other."""
    sign = part if a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] >= 0 else -part
    w, x, y, z = ((1 - part) * p + sign * q for p, q in zip(a, b, strict=True))
    size = sqrt(w * w + x * x + y * y + z * z) or 1.0
    return (w / size, x / size, y / size, z / size)


def rolls_from(die: float) -> float:
    """The speed (mm/s) below which a die of this edge (mm) has no swing left to turn over once more."""
    return 0.3 * sqrt(9810 * die)


class Turned(NamedTuple):
    """A die's attitude at a moment; `tumble` is the turns still to come, `course` where to, in degrees."""

    turn: Turn
    tumble: float
    course: float


def flat_from(steps: list[Step], die: float, leans: bool) -> int:
    """The number of the step from which on a die turns over no more: it leans there, or only slides.

    One that lies flat already and is pushed by the other die slides too, unless it is pushed hard.
    """
    slow = 4.0 if leans else rolls_from(die)
    speeds = [hypot(step.vx, step.vy) for step in steps]
    hard = slow if leans else _HARD * slow
    last = max((number for number, speed in enumerate(speeds) if speed > hard), default=0)
    return next((number for number in range(last, len(steps)) if speeds[number] <= slow), len(steps) - 1)


def attitudes(steps: list[Step], dt: float, die: float, lean: Lean | None) -> list[Turned]:
    """Its attitude at each of `steps`, `dt` seconds apart. It rolls where it goes, and lies or leans at the end."""
    flat = flat_from(steps, die, lean is not None)
    turn = yaw(steps[-1].heading)
    if lean is not None:
        turn = times(over(-lean.x, -lean.y, lean.angle), turn)
    came = steps[max(0, flat - 1)]
    course = degrees(atan2(came.vy, came.vx))
    found = [Turned(turn, 0.0, course)]
    still_to_come = 0.0
    for number in range(len(steps) - 2, -1, -1):
        here, there = steps[number], steps[number + 1]
        turn = times(yaw(here.heading - there.heading), turn)
        if number < flat:
            speed = hypot(here.vx, here.vy)
            rate = FASTEST * tanh(speed * _QUARTER / die / FASTEST)
            if speed > 1.0:
                course = degrees(atan2(here.vy, here.vx))
                x, y = _across_an_edge(here, speed, die)
                turn = times(over(x, y, -rate * dt), turn)
                still_to_come += rate * dt / (2 * pi)
        found.append(Turned(turn, still_to_come, course))
    found.reverse()
    if lean is None:
        _rock(found, steps, flat, dt)
    return found


def _across_an_edge(step: Step, speed: float, die: float) -> tuple[float, float]:
    """The direction in which a die turns over: where it goes; a slow one over one of its edges."""
    x, y = step.vx / speed, step.vy / speed
    if speed > 2 * rolls_from(die):
        return x, y
    return _edgewise(x, y, step.heading)


def _edgewise(x: float, y: float, heading: float) -> tuple[float, float]:
    """Of the four directions across a die's edges, the one nearest to (x, y)."""
    angle = heading + _QUARTER * round((atan2(y, x) - heading) / _QUARTER)
    return cos(angle), sin(angle)


def _rock(found: list[Turned], steps: list[Step], flat: int, dt: float) -> None:
    """Let it rock a little after it has come down on its face."""
    came = steps[max(0, flat - 1)]
    speed = hypot(came.vx, came.vy)
    if speed <= 1.0:
        return
    x, y = _edgewise(came.vx / speed, came.vy / speed, came.heading)
    for begin, seconds, angle in _ROCKS:
        first = flat + round(begin / dt)
        count = max(1, round(seconds / dt))
        for number in range(first, min(first + count, len(found) - 1)):
            part = (number - first) / count
            swing = over(x, y, 4 * part * (1 - part) * angle * pi / 180)
            found[number] = found[number]._replace(turn=times(swing, found[number].turn))

"""A flight of dice: where each die is at every moment, how it is turned, what it hits, how it lies at the end.

It knows no faces. How a die turns over is worked out backwards from how it lies at the end. Attitudes are quaternions
(w, x, y, z): how the die is turned from lying flat with its sides along the table's axes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from math import atan2, ceil, cos, degrees, hypot, pi, sin, sqrt, tanh
from typing import Final, Literal, NamedTuple, Self, TypeAlias

Material: TypeAlias = Literal["baize", "wood", "die"]
Kind: TypeAlias = Literal["valid", "off", "rim", "short", "tilt"]
"""How a throw lies: off the board, on a border or the bar, without having touched the far border (where it has to),
tilted or one die on the other. The first of these that a die is counts."""
Side: TypeAlias = Literal["n", "e", "s", "w"]
Attitude: TypeAlias = tuple[float, float, float, float]
FLAT: Final[Attitude] = (1.0, 0.0, 0.0, 0.0)
FASTEST: Final = 60.0
"""Radians a second that a die turns over at most; a faster one slips."""
_HARD: Final = 3.5
"""A die that lies flat is turned over by what makes it so many times as fast as `rolls_from`."""
_QUARTER: Final = pi / 2
_ROCKS: Final = ((0.0, 0.10, 7.0), (0.10, 0.07, -3.5), (0.17, 0.05, 1.5))
"""How a die rocks after it has come down on its face: when, how long (s), how far over its front edge (degrees)."""
ROCKING: Final = 0.22
"""Seconds until it lies still after that."""


class Pose(NamedTuple):
    """A die at a moment."""

    x: float
    y: float
    """Its centre, in mm on the table's plane."""
    height: float
    """Its lowest point over the baize, in mm."""
    heading: float
    """Degrees clockwise that its sides are turned, when it lies flat."""
    tumble: float
    """How many turns it will still roll over; 0: it lies on its face, or leans as it will stay."""
    course: float
    """The direction in which it rolls: degrees clockwise from the right."""
    turn: Attitude
    """Its attitude exactly."""


class Contact(NamedTuple):
    """A die hits something."""

    time: float
    die: int
    material: Material
    strength: float
    """0 to 1."""
    x: float
    """Where, in mm."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a throw lies."""

    kind: Kind = "valid"
    dice: tuple[int, ...] = ()
    """The dice that lie so, where the throw isn't valid."""
    slides: bool = False
    """With "tilt": a test die put on top would slide off."""


@dataclass(frozen=True)
class Track:
    """The way of one die: its poses, `step` seconds apart. Before the first and after the last it lies still."""

    poses: tuple[Pose, ...]
    step: float
    flat_from: float
    """From this moment on it turns over no more: it slides, rocks and lies."""
    lean: Lean | None = None
    """How it leans at the end."""

    @property
    def seconds(self) -> float:
        """How long the die moves."""
        return (len(self.poses) - 1) * self.step

    @property
    def rest(self) -> Pose:
        """How it lies at the end."""
        return self.poses[-1]

    @property
    def raised(self) -> Side | None:
        """Towards which edge of the screen a leaning die is raised."""
        if self.lean is None or self.lean.angle == 0:
            return None
        x, y, _ = self.lean
        if abs(x) >= abs(y):
            return "e" if x > 0 else "w"
        return "s" if y > 0 else "n"

    def at(self, time: float) -> Pose:
        """Where the die is `time` seconds after the throw."""
        place = max(0.0, time / self.step)
        number = int(place)
        if number >= len(self.poses) - 1:
            return self.poses[-1]
        part = place - number
        a, b = self.poses[number], self.poses[number + 1]
        return Pose(
            a.x + (b.x - a.x) * part,
            a.y + (b.y - a.y) * part,
            a.height + (b.height - a.height) * part,
            a.heading + (b.heading - a.heading) * part,
            a.tumble + (b.tumble - a.tumble) * part,
            a.course,
            between(a.turn, b.turn, part),
        )


@dataclass(frozen=True)
class DiceFlight:
    """One throw, of one die or two."""

    tracks: tuple[Track, ...]
    contacts: tuple[Contact, ...]
    """In their order in time."""
    verdict: Verdict

    @cached_property
    def seconds(self) -> float:
        """How long it is until all dice lie still."""
        return max(track.seconds for track in self.tracks)

    def at(self, time: float) -> tuple[Pose, ...]:
        """Where the dice are `time` seconds after the throw."""
        return tuple(track.at(time) for track in self.tracks)

    def stretched(self, seconds: float) -> Self:
        """The same flight played more slowly, so that it takes `seconds` at least."""
        slower = max(1.0, seconds / self.seconds)
        return replace(
            self,
            tracks=tuple(
                replace(track, step=track.step * slower, flat_from=track.flat_from * slower) for track in self.tracks
            ),
            contacts=tuple(contact._replace(time=contact.time * slower) for contact in self.contacts),
        )


# How a die turns over


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


def times(a: Attitude, b: Attitude) -> Attitude:
    """First turned by `b`, then by `a`."""
    aw, ax, ay, az = a
    bw, bx, by, bz = b
    return (
        aw * bw - ax * bx - ay * by - az * bz,
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
    )


def yaw(angle: float) -> Attitude:
    """Turned on its face, clockwise on the screen."""
    return (cos(angle / 2), 0.0, 0.0, sin(angle / 2))


def over(x: float, y: float, angle: float) -> Attitude:
    """Turned over towards the direction (x, y), a unit vector."""
    half = sin(angle / 2)
    return (cos(angle / 2), -y * half, x * half, 0.0)


def between(a: Attitude, b: Attitude, part: float) -> Attitude:
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

    turn: Attitude
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


# A flight made of its steps


def track(steps: Sequence[Step], dt: float, die: float, lean: Lean | None = None) -> Track:
    """The track of a die with edge `die` whose last step is its rest; `dt` seconds from step to step."""
    way = list(steps)
    flat = flat_from(way, die, lean is not None)
    rest = way[-1]._replace(vx=0.0, vy=0.0)
    way += [rest] * max(1, flat + ceil(ROCKING / dt) + 1 - len(way))
    turned = attitudes(way, dt, die, lean)
    poses = tuple(
        Pose(step.x, step.y, step.height, degrees(step.heading), tumble, course, turn)
        for step, (turn, tumble, course) in zip(way, turned, strict=True)
    )
    return Track(poses, dt, flat * dt, lean)


def flight(tracks: Sequence[Track], contacts: Sequence[Sequence[Contact]], verdict: Verdict) -> DiceFlight:
    """A flight of its tracks and what happened on each."""
    return DiceFlight(tuple(tracks), tuple(sorted(chain.from_iterable(contacts))), verdict)


class Quad(NamedTuple):
    """A side of a die that can be seen from above: its corners as (x, y, z) from the die's centre."""

    slot: int
    """0 lies on top at the end, opposite ones add up to 5."""
    corners: tuple[tuple[float, float, float], ...]
    light: float
    """How squarely it faces the viewer, 0 to 1."""


_NORMALS: Final = ((0, 0, 1), (1, 0, 0), (0, 1, 0), (0, -1, 0), (-1, 0, 0), (0, 0, -1))


def sides(turn: Attitude, edge: float) -> list[Quad]:
    """The sides of a die in this attitude that are seen from straight above, the least of them first."""
    w, x, y, z = turn
    columns = (
        (1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)),
        (2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)),
        (2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)),
    )
    found: list[Quad] = []
    for slot, normal in enumerate(_NORMALS):
        axis = next(number for number in range(3) if normal[number])
        sign = normal[axis]
        light = sign * columns[axis][2]
        if light <= 1e-6:
            continue
        out, right, down = columns[axis], columns[(axis + 1) % 3], columns[(axis + 2) % 3]
        corners = tuple(
            (
                edge / 2 * (sign * out[0] + a * right[0] + b * down[0]),
                edge / 2 * (sign * out[1] + a * right[1] + b * down[1]),
                edge / 2 * (sign * out[2] + a * right[2] + b * down[2]),
            )
            for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        )
        found.append(Quad(slot, corners, light))
    return sorted(found, key=lambda quad: quad.light)

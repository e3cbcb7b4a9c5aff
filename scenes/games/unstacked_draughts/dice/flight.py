"""A flight of dice: where each die is at every moment, what it hits, how it lies at the end. It knows no faces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import atan2, ceil, hypot, pi, sqrt, tanh
from typing import Final, Literal, NamedTuple, Self, TypeAlias

Material: TypeAlias = Literal["baize", "wood", "die"]
Kind: TypeAlias = Literal["valid", "off", "rim", "short", "tilt"]
"""How a throw lies: off the board, on a border or the bar, without having touched the far border (where it has to),
tilted or one die on the other. The first of these that a die is counts."""
Side: TypeAlias = Literal["n", "e", "s", "w"]
FASTEST: Final = 60.0
"""Radians a second that a die turns over at most; a faster one slips."""
_HARD: Final = 3.5
"""A die that lies flat is turned over by what makes it so many times as fast as `rolls_from`."""
_CALM: Final = 0.22
"""Seconds that a track goes on at least once the die has come down on its face."""


class Step(NamedTuple):
    """A die at a moment: its centre and its lowest point over the baize (mm), its heading (radians), its velocity."""

    x: float
    y: float
    height: float
    heading: float
    vx: float
    vy: float


class Pose(NamedTuple):
    """A die at a moment, as it is seen."""

    x: float
    y: float
    """Its centre, in mm on the table's plane."""
    height: float
    """Its lowest point over the baize, in mm."""
    heading: float
    """Radians clockwise that its sides are turned, when it lies flat."""
    tumble: float
    """How many turns it will still roll over; 0: it lies on its face, or leans as it will stay."""
    course: float
    """The direction in which it rolls over, in radians clockwise from the right."""


class Contact(NamedTuple):
    """A die hits something."""

    time: float
    die: int
    material: Material
    strength: float
    """0 to 1."""
    x: float
    """Where, in mm."""


class Lean(NamedTuple):
    """How a die leans at the end: the direction of its raised side (a unit vector) and the angle in radians."""

    x: float
    y: float
    angle: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a throw lies."""

    kind: Kind = "valid"
    slides: bool = False
    """With "tilt": a test die put on top would slide off."""


@dataclass(frozen=True, slots=True)
class Track:
    """The way of one die: its poses, `step` seconds apart. Before the first and after the last it lies still."""

    poses: tuple[Pose, ...]
    step: float
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
            return self.rest
        here, there = self.poses[number : number + 2]
        between = (a + (b - a) * (place - number) for a, b in zip(here, there, strict=True))
        return Pose(*between)._replace(course=here.course)


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
            tracks=tuple(replace(track, step=track.step * slower) for track in self.tracks),
            contacts=tuple(contact._replace(time=contact.time * slower) for contact in self.contacts),
        )


def rolls_from(die: float) -> float:
    """The speed (mm/s) below which a die of this edge (mm) has no swing left to turn over once more."""
    return 0.3 * sqrt(9810 * die)


def flat_from(steps: Sequence[Step], die: float, leans: bool) -> int:
    """The number of the step from which on a die turns over no more: it leans there, or only slides.

    One that lies flat already and is pushed by the other die slides too, unless it is pushed hard.
    """
    slow = 4.0 if leans else rolls_from(die)
    speeds = [hypot(step.vx, step.vy) for step in steps]
    hard = slow if leans else _HARD * slow
    last = max((number for number, speed in enumerate(speeds) if speed > hard), default=0)
    return next((number for number in range(last, len(steps)) if speeds[number] <= slow), len(steps) - 1)


def track(steps: Sequence[Step], dt: float, die: float, lean: Lean | None = None) -> Track:
    """The track of a die with edge `die` whose last step is its rest; `dt` seconds from step to step.

    How far it still has to roll over is counted backwards from there.
    """
    flat = flat_from(steps, die, lean is not None)
    came, rest = steps[max(0, flat - 1)], steps[-1]
    calm = max(1, flat + ceil(_CALM / dt) + 1 - len(steps))
    tumble, course = 0.0, atan2(came.vy, came.vx)
    poses = [Pose(*rest[:4], tumble, course)] * calm
    for number in range(len(steps) - 1, -1, -1):
        step = steps[number]
        speed = hypot(step.vx, step.vy)
        if number < flat and speed > 1.0:
            course = atan2(step.vy, step.vx)
            tumble += FASTEST * tanh(speed * pi / 2 / die / FASTEST) * dt / (2 * pi)
        poses.append(Pose(*step[:4], tumble, course))
    return Track(tuple(reversed(poses)), dt, lean)

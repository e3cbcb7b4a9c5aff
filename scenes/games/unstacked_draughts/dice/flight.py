"""The flight of dice: how simulated steps become visible poses, contacts, and a verdict on the throw."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from math import atan2, ceil, dist, hypot, pi, sqrt
from typing import Final, Literal, NamedTuple, Self, TypeAlias

from rules.common.resumable import ResumableTask, run_to_end
from scenes.games.unstacked_draughts.dice.rotations import (
    LEVEL,
    Rotation,
    axis_rotation,
    centre_height,
    compose,
    flat_rotation,
    flattening_rotation,
    fold_angle,
    interpolate,
    roll_rotation,
)

Material: TypeAlias = Literal["baize", "wood", "die"]
ThrowKind: TypeAlias = Literal["valid", "off", "rim", "short", "tilt"]
"""The verdict on a throw: "valid", or the reason why it is invalid.

"off": a die lies beside the board; "rim": on a border or the bar; "short": a die hasn't touched the far border where
the rules ask for that; "tilt": a die leans, or lies on the other one.
"""
MAX_ROLL_RATE: Final = 38.0
"""Maximum radians per second of a rolling die; a faster one slips.

Up to an eighth of a turn per frame, the direction of the rotation is visible.
"""
_HARD_PUSH: Final = 3.5
"""Speed, in multiples of `min_roll_speed`, above which a push rolls a flat die over."""
_MIN_SPEED: Final = 4.0  # speed in mm/s up to which a die counts as still
_MAX_SPIN: Final = 20.0  # maximum visible spin in radians per second
_AIR_RADIUS: Final = 1.25  # a die in the air turns as if it rolled with its centre so high, in half edges
_MIN_AIR_SPEED: Final = 120.0  # minimum speed in mm/s at which a die in the air seems to roll
_ROCK_ANGLE: Final = 0.11  # radians by which a die rocks after landing on its face
_FIRST_ROCK_SECONDS: Final = 0.085  # seconds until a rocking die is down again for the first time
_ROCK_SECONDS: Final = 0.145  # seconds until a rocking die is still
_SINK_SECONDS: Final = 0.1  # seconds in which a leaning die comes down beside its support

_MIN_TURN_RATE: Final = 0.36  # radians per second up to which a die counts as still
_HALT_SECONDS: Final = 0.045  # a die that is still for longer has halted


class DieStep(NamedTuple):
    """A simulated state of a die: centre and lowest point above the baize in mm, heading in radians."""

    x: float
    y: float
    height: float
    heading: float
    is_flying: bool = False


class DiePose(NamedTuple):
    """A visible state of a die: its centre (x, y) and its lowest point above the baize, in mm."""

    x: float
    y: float
    height: float
    rotation: Rotation
    """Rotation from the position in which the die lies flat and straight, with its final face up."""


class DieContact(NamedTuple):
    """A contact of a die at `x` (mm), to be heard with a strength of 0 to 1."""

    time: float
    die: int
    material: Material
    strength: float
    x: float


class FinalLean(NamedTuple):
    """The final lean of a die: the direction of its raised side, as a unit vector, and the angle in radians."""

    x: float
    y: float
    angle: float
    drop: float = 0.0  # distance of its lowest point below its support, in mm


@dataclass(frozen=True, slots=True)
class Verdict:
    kind: ThrowKind = "valid"
    slides: bool = False
    """With "tilt": whether a test die that is placed on top would slide off."""


@dataclass(frozen=True, slots=True)
class DieTrack:
    """The poses of one die, `step` seconds apart; before the first and after the last one it is still."""

    poses: tuple[DiePose, ...]
    step: float
    lean: FinalLean | None = None
    landing_index: int = 0  # of the first pose in which the die lies on its final face

    @property
    def seconds(self) -> float:
        return (len(self.poses) - 1) * self.step

    @property
    def rest(self) -> DiePose:
        return self.poses[-1]

    @property
    def has_halt(self) -> bool:
        """Whether the die stops for a while and then moves again."""
        still_seconds = 0.0
        for pose, next_pose in pairwise(self.poses):
            is_slow = dist(pose[:3], next_pose[:3]) <= _MIN_SPEED * self.step
            if is_slow and 2 * dist(pose.rotation, next_pose.rotation) <= _MIN_TURN_RATE * self.step:
                still_seconds += self.step
            elif still_seconds > _HALT_SECONDS:
                return True
            else:
                still_seconds = 0.0
        return False

    def at(self, time: float) -> DiePose:
        """Return the interpolated pose `time` seconds after the throw."""
        step_position = max(0.0, time / self.step)
        index = int(step_position)
        if index >= len(self.poses) - 1:
            return self.rest
        pose, next_pose = self.poses[index : index + 2]
        share = step_position - index
        x, y, height = (a + (b - a) * share for a, b in zip(pose[:3], next_pose[:3], strict=True))
        return DiePose(x, y, height, interpolate(pose.rotation, next_pose.rotation, share))


@dataclass(frozen=True)
class DiceFlight:
    tracks: tuple[DieTrack, ...]
    contacts: tuple[DieContact, ...]  # in chronological order
    verdict: Verdict

    @cached_property
    def seconds(self) -> float:
        """The seconds until all dice are still."""
        return max(track.seconds for track in self.tracks)

    @property
    def has_halt(self) -> bool:
        """Whether a die stops for a while and then moves again."""
        return any(track.has_halt for track in self.tracks)

    def at(self, time: float) -> tuple[DiePose, ...]:
        return tuple(track.at(time) for track in self.tracks)

    def stretch_to(self, seconds: float) -> Self:
        """Return the flight, slowed down if needed to take at least `seconds`."""
        factor = max(1.0, seconds / self.seconds)
        return replace(
            self,
            tracks=tuple(replace(track, step=track.step * factor) for track in self.tracks),
            contacts=tuple(contact._replace(time=contact.time * factor) for contact in self.contacts),
        )


class FlightComputation:
    """A flight that is computed in steps while the cup is shaken."""

    def __init__(self, task: ResumableTask[DiceFlight], min_seconds: float = 0.0) -> None:
        self._task, self._min_seconds = task, min_seconds
        self._flight: DiceFlight | None = None

    @property
    def is_known(self) -> bool:
        return self._flight is not None

    @property
    def flight(self) -> DiceFlight:
        """The flight; the computation is completed first, if needed."""
        if self._flight is None:
            self._flight = run_to_end(self._task).stretch_to(self._min_seconds)
        return self._flight

    def advance(self, until: Callable[[], bool]) -> None:
        """Continue the computation until it is complete or `until` returns True."""
        while self._flight is None and not until():
            try:
                next(self._task)
            except StopIteration as stop:
                flight: DiceFlight = stop.value
                self._flight = flight.stretch_to(self._min_seconds)


def min_roll_speed(die: float) -> float:
    """Return the minimum speed (mm/s) with which a die with this edge (mm) can roll over once more."""
    return 0.3 * sqrt(9810 * die)


def find_rolling_steps(steps: Sequence[DieStep], dt: float, die: float, has_lean: bool) -> list[bool]:
    """Return for each step whether the die rolls in it, rather than lying or sliding.

    A flat die slides when the other one pushes it, unless the push is hard. A die that leans in the end rolls as long
    as it moves.
    """
    speeds = [hypot(b.x - a.x, b.y - a.y) / dt for a, b in pairwise(steps)] + [0.0]
    if has_lean:
        last_moving_index = max((number for number, speed in enumerate(speeds) if speed > _MIN_SPEED), default=-1)
        return [number <= last_moving_index for number in range(len(steps))]
    min_speed, is_rolling, rolling = min_roll_speed(die), True, []
    for step, speed in zip(steps, speeds, strict=True):
        is_rolling = speed > _HARD_PUSH * min_speed or (is_rolling and (speed > min_speed or step.is_flying))
        rolling.append(is_rolling)
    rolling[-1] = False
    return rolling


def make_track(steps: Sequence[DieStep], dt: float, die: float, lean: FinalLean | None = None) -> DieTrack:
    """Return the track of a die with edges of `die` mm, from steps `dt` seconds apart; in the last one it rests.

    The die's rotation is computed backwards from its final position.
    """
    rolling = find_rolling_steps(steps, dt, die, lean is not None)
    landing_index = len(steps) - rolling[::-1].index(True) if True in rolling else 0
    pose_count = max(len(steps), landing_index + ceil(_ROCK_SECONDS / dt) + 1)
    tracker = _RotationTracker(steps, dt, die, lean)
    for number in range(len(steps) - 1, -1, -1):
        tracker.step_back(number, rolling[number])
    rotations = tracker.rotations[::-1] + [tracker.rotations[0]] * (pose_count - len(steps))
    for number in range(landing_index, pose_count - 1):
        rocking = tracker.rocking_rotation(landing_index, (number - landing_index) * dt)
        rotations[number] = compose(rotations[number], rocking)
    drop = lean.drop if lean is not None else 0.0
    poses = []
    for number, rotation in enumerate(rotations):
        x, y, height = steps[min(number, len(steps) - 1)][:3]
        sunk = drop * min(1.0, max(0.0, 1 - (landing_index - number) * dt / _SINK_SECONDS))
        poses.append(DiePose(x, y, height - sunk, rotation))
    return DieTrack(tuple(poses), dt, lean, landing_index)


class _RotationTracker:
    """The computation of a die's rotation, step by step from the last step to the first."""

    def __init__(self, steps: Sequence[DieStep], dt: float, die: float, lean: FinalLean | None) -> None:
        self._steps, self._dt, self._edge, self._lean = steps, dt, die, lean
        self._heading = steps[-1].heading
        self._rotation = flat_rotation(self._heading)
        if lean is not None:
            self._rotation = compose(self._rotation, axis_rotation(lean.y, -lean.x, 0.0, lean.angle))
        self.rotations: list[Rotation] = []  # the last step's first
        self._rolled_radians, self._rolling_count = 0.0, 0
        """Radians that the die rolls from the current step until it lies, and number of steps in which it rolls."""

    def step_back(self, number: int, is_rolling: bool) -> None:
        if self.rotations:
            step, next_step = self._steps[number : number + 2]
            max_spin = _MAX_SPIN * self._dt
            spin = max(-max_spin, min(max_spin, step.heading - next_step.heading))
            self._rotation, self._heading = compose(self._rotation, flat_rotation(spin)), self._heading + spin
            if is_rolling:
                self._roll_back(step, next_step)
            elif self._rolling_count:
                self._flatten_before_roll()
        self.rotations.append(self._rotation)

    def _flatten_before_roll(self) -> None:
        """Correct the rotations of the steps in which the die rolled, so that it lay on a face before them."""
        correction = flattening_rotation(self._rotation)
        for index in range(1, self._rolling_count + 1):
            partial_correction = interpolate(LEVEL, correction, 1 - (index - 1) / self._rolling_count)
            self.rotations[-index] = compose(self.rotations[-index], partial_correction)
        self._rotation, self._rolled_radians, self._rolling_count = compose(self._rotation, correction), 0.0, 0

    def _roll_back(self, step: DieStep, next_step: DieStep) -> None:
        speed = hypot(next_step.x - step.x, next_step.y - step.y) / self._dt
        radius = _AIR_RADIUS if step.is_flying else centre_height(self._rotation)
        visible_speed = max(speed, _MIN_AIR_SPEED) if step.is_flying else speed
        rate = visible_speed / (radius * self._edge / 2)  # in radians per second
        angle = rate / (1 + (rate / MAX_ROLL_RATE) ** 6) ** (1 / 6) * self._dt
        self._rolled_radians, self._rolling_count = self._rolled_radians + angle, self._rolling_count + 1
        self._rotation = compose(self._rotation, roll_rotation(self._roll_direction(step, next_step), -angle))

    def _roll_direction(self, step: DieStep, next_step: DieStep) -> float:
        """Return the direction of rolling, in radians: the die's course, which near the end is square to an edge."""
        course = atan2(next_step.y - step.y, next_step.x - step.x)
        squareness = min(1.0, max(0.0, 2 - self._rolled_radians / (pi / 2)))  # 1 in the last quarter turn
        return course - fold_angle(course - self._heading) * squareness

    def rocking_rotation(self, landing_index: int, time: float) -> Rotation:
        """Return the rotation by rocking over the front edge and back, `time` seconds after the die landed."""
        angle, progress, direction = _ROCK_ANGLE, time / _FIRST_ROCK_SECONDS, 0.0
        if progress >= 1:
            progress = (time - _FIRST_ROCK_SECONDS) / (_ROCK_SECONDS - _FIRST_ROCK_SECONDS)
            angle, direction = _ROCK_ANGLE / 3, pi
        if self._lean is not None:
            course = atan2(-self._lean.y, -self._lean.x)
        else:
            last_steps = self._steps[max(0, landing_index - 1)], self._steps[landing_index]
            course = self._roll_direction(*last_steps) + direction
        return roll_rotation(course, 4 * angle * progress * (1 - progress) if progress < 1 else 0.0)

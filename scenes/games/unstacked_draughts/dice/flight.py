"""The flight of dice: their poses over time, contacts and final position; independent of the faces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from math import atan2, ceil, dist, hypot, pi, sqrt
from typing import Final, Literal, NamedTuple, Self, TypeAlias

from rules.common.resumable import ResumableTask, run_to_end
from scenes.games.unstacked_draughts.dice.turns import (
    LEVEL,
    Turn,
    about,
    between,
    fold_angle,
    reach,
    roll_turn,
    spun,
    then,
    turn_to_flat,
)

Material: TypeAlias = Literal["baize", "wood", "die"]
Kind: TypeAlias = Literal["valid", "off", "rim", "short", "tilt"]
"""Kind of a throw; the first that applies to a die counts, "valid" last.

"off" the board, "rim": on a border or the bar, "short": without touching the far border where that is needed,
"tilt": leaning, or one die on the other.
"""
FASTEST: Final = 38.0
"""Maximum radians per second of a rolling die; a faster one slips.

That is less than an eighth of a turn per frame, so the direction of rotation stays visible.
"""
_HARD: Final = 3.5
"""Speed, in multiples of `rolls_from`, from which a die lying flat is rolled over by a push."""
_CREEPS: Final = 4.0  # speed in mm/s below which a leaning die is still
_SPIN: Final = 20.0  # maximum visible spin in radians per second
_REACH: Final = 1.25
_LEAST: Final = 120.0
"""In the air a die turns as if it rolled with its centre so high, in half edges, at least so fast, in mm/s."""
_ROCK: Final = 0.11
_FIRST: Final = 0.085
_ROCKS: Final = 0.145
"""After landing on its face a die rocks: by `_ROCK` radians, down after `_FIRST`, still after `_ROCKS` seconds."""
_SINKS: Final = 0.1  # seconds until a leaning die has come down beside its support

_HALT: Final = 0.045
"""Seconds of standing still, below `_CREEPS` (mm/s) and `_LEANS` (radians per second), that count as a halt."""
_LEANS: Final = 0.36


class Step(NamedTuple):
    """A simulated state: the die's centre and lowest point above the baize (mm), and its heading (radians)."""

    x: float
    y: float
    height: float
    heading: float
    flies: bool = False


class Pose(NamedTuple):
    """A visible state of a die: x, y of its centre on the table's plane, lowest point above the baize; in mm."""

    x: float
    y: float
    height: float
    turn: Turn
    """Rotation from lying flat and straight with the final face up."""


class Contact(NamedTuple):
    """A contact of a die: at `x` in mm, with a strength of 0 to 1."""

    time: float
    die: int
    material: Material
    strength: float
    x: float


class FinalTilt(NamedTuple):
    """The final lean of a die: the direction of its raised side (a unit vector) and the angle in radians."""

    x: float
    y: float
    angle: float
    drop: float = 0.0
    """Distance of its lowest point below its support, in mm."""


@dataclass(frozen=True, slots=True)
class Verdict:
    kind: Kind = "valid"
    slides: bool = False
    """With "tilt": whether a test die put on top would slide off."""


@dataclass(frozen=True, slots=True)
class Track:
    """The poses of one die, `step` seconds apart. Before the first and after the last it is still."""

    poses: tuple[Pose, ...]
    step: float
    lean: FinalTilt | None = None
    falls: int = 0
    """Index of the pose with which it has landed on its final face."""

    @property
    def seconds(self) -> float:
        """Seconds that the die moves."""
        return (len(self.poses) - 1) * self.step

    @property
    def rest(self) -> Pose:
        return self.poses[-1]

    @property
    def halts(self) -> bool:
        """Whether the die stops and then moves again."""
        still = 0.0
        for here, there in pairwise(self.poses):
            slow = dist(here[:3], there[:3]) <= _CREEPS * self.step
            if slow and 2 * dist(here.turn, there.turn) <= _LEANS * self.step:
                still += self.step
            elif still > _HALT:
                return True
            else:
                still = 0.0
        return False

    def at(self, time: float) -> Pose:
        """Return the pose `time` seconds after the throw, interpolated."""
        place = max(0.0, time / self.step)
        number = int(place)
        if number >= len(self.poses) - 1:
            return self.rest
        here, there = self.poses[number : number + 2]
        part = place - number
        x, y, height = (a + (b - a) * part for a, b in zip(here[:3], there[:3], strict=True))
        return Pose(x, y, height, between(here.turn, there.turn, part))


@dataclass(frozen=True)
class DiceFlight:
    tracks: tuple[Track, ...]
    contacts: tuple[Contact, ...]
    """In chronological order."""
    verdict: Verdict

    @cached_property
    def seconds(self) -> float:
        """Seconds until all dice are still."""
        return max(track.seconds for track in self.tracks)

    @property
    def halts(self) -> bool:
        """Whether a die stops and is then pushed on."""
        return any(track.halts for track in self.tracks)

    def at(self, time: float) -> tuple[Pose, ...]:
        return tuple(track.at(time) for track in self.tracks)

    def stretch_to(self, seconds: float) -> Self:
        """Return the flight slowed down to take at least `seconds`."""
        slower = max(1.0, seconds / self.seconds)
        return replace(
            self,
            tracks=tuple(replace(track, step=track.step * slower) for track in self.tracks),
            contacts=tuple(contact._replace(time=contact.time * slower) for contact in self.contacts),
        )


class Flying:
    """A flight that is computed in steps while the cup is shaken; `flight` completes it."""

    def __init__(self, work: ResumableTask[DiceFlight], least: float = 0.0) -> None:
        self._work, self._least = work, least
        self._flight: DiceFlight | None = None

    @property
    def is_known(self) -> bool:
        return self._flight is not None

    @property
    def flight(self) -> DiceFlight:
        """The flight, computed to its end if needed."""
        if self._flight is None:
            self._flight = run_to_end(self._work).stretch_to(self._least)
        return self._flight

    def go_on(self, until: Callable[[], bool]) -> None:
        """Continue the computation until it is done or `until` returns True."""
        while self._flight is None and not until():
            try:
                next(self._work)
            except StopIteration as done:
                flight: DiceFlight = done.value
                self._flight = flight.stretch_to(self._least)


def rolls_from(die: float) -> float:
    """Return the speed (mm/s) below which a die with this edge (mm) lacks the energy to roll over once more."""
    return 0.3 * sqrt(9810 * die)


def rolling(steps: Sequence[Step], dt: float, die: float, leans: bool) -> list[bool]:
    """Return for each step whether the die rolls over in it, rather than lying or sliding.

    A die already flat slides when pushed by the other, unless pushed hard. One that leans in the end rolls until it
    does.
    """
    speeds = [hypot(b.x - a.x, b.y - a.y) / dt for a, b in pairwise(steps)] + [0.0]
    if leans:
        last = max((number for number, speed in enumerate(speeds) if speed > _CREEPS), default=-1)
        return [number <= last for number in range(len(steps))]
    slow, rolls, found = rolls_from(die), True, []
    for step, speed in zip(steps, speeds, strict=True):
        rolls = speed > _HARD * slow or (rolls and (speed > slow or step.flies))
        found.append(rolls)
    found[-1] = False
    return found


def track(steps: Sequence[Step], dt: float, die: float, lean: FinalTilt | None = None) -> Track:
    """Return the track of a die with an edge of length `die`; steps are `dt` seconds apart, at the last it rests.

    Its rotation is computed backwards from its final position.
    """
    rolls = rolling(steps, dt, die, lean is not None)
    flat = len(steps) - rolls[::-1].index(True) if True in rolls else 0
    end = max(len(steps), flat + ceil(_ROCKS / dt) + 1)
    turning = _Turning(steps, dt, die, lean)
    for number in range(len(steps) - 1, -1, -1):
        turning.back(number, rolls[number])
    turns = turning.turns[::-1] + [turning.turns[0]] * (end - len(steps))
    for number in range(flat, end - 1):
        turns[number] = then(turns[number], turning.rocking_at(flat, (number - flat) * dt))
    drop = lean.drop if lean is not None else 0.0
    poses = []
    for number, turn in enumerate(turns):
        x, y, height = steps[min(number, len(steps) - 1)][:3]
        poses.append(Pose(x, y, height - drop * min(1.0, max(0.0, 1 - (flat - number) * dt / _SINKS)), turn))
    return Track(tuple(poses), dt, lean, flat)


class _Turning:
    """A calculation of a die's rotation step by step, from the last to the first."""

    def __init__(self, steps: Sequence[Step], dt: float, die: float, lean: FinalTilt | None) -> None:
        self._steps, self._dt, self._die, self._lean = steps, dt, die, lean
        self._heading = steps[-1].heading
        self._turn = spun(self._heading)
        if lean is not None:
            self._turn = then(self._turn, about(lean.y, -lean.x, 0.0, lean.angle))
        self.turns: list[Turn] = []  # from the last step on
        self._rolled, self._count = 0.0, 0
        """Radians that it rolls from here until it lies, and the number of those steps."""

    def back(self, number: int, rolls: bool) -> None:
        if self.turns:
            here, there = self._steps[number : number + 2]
            most = _SPIN * self._dt
            spin = max(-most, min(most, here.heading - there.heading))
            self._turn, self._heading = then(self._turn, spun(spin)), self._heading + spin
            if rolls:
                self._roll_back(here, there)
            elif self._count:
                self._level()
        self.turns.append(self._turn)

    def _level(self) -> None:
        """Correct the rotation of later steps, so that the die also lay on a face before it rolled."""
        fix = turn_to_flat(self._turn)
        for number in range(1, self._count + 1):
            self.turns[-number] = then(self.turns[-number], between(LEVEL, fix, 1 - (number - 1) / self._count))
        self._turn, self._rolled, self._count = then(self._turn, fix), 0.0, 0

    def _roll_back(self, here: Step, there: Step) -> None:
        speed = hypot(there.x - here.x, there.y - here.y) / self._dt
        high = _REACH if here.flies else reach(self._turn)
        quick = max(speed, _LEAST) if here.flies else speed
        ideal = quick / (high * self._die / 2)
        angle = ideal / (1 + (ideal / FASTEST) ** 6) ** (1 / 6) * self._dt
        self._rolled, self._count = self._rolled + angle, self._count + 1
        self._turn = then(self._turn, roll_turn(self._way(here, there), -angle))

    def _way(self, here: Step, there: Step) -> float:
        """Return the direction in which it rolls: its course, and near the end at right angles to an edge."""
        course = atan2(there.y - here.y, there.x - here.x)
        return course - fold_angle(course - self._heading) * min(1.0, max(0.0, 2 - self._rolled / (pi / 2)))

    def rocking_at(self, flat: int, time: float) -> Turn:
        """Return the rocking `time` seconds after it has landed on its face: on over its front edge, and back."""
        high, part, way = _ROCK, time / _FIRST, 0.0
        if part >= 1:
            high, part, way = _ROCK / 3, (time - _FIRST) / (_ROCKS - _FIRST), pi
        if self._lean is not None:
            course = atan2(-self._lean.y, -self._lean.x)
        else:
            course = self._way(self._steps[max(0, flat - 1)], self._steps[flat]) + way
        return roll_turn(course, 4 * high * part * (1 - part) if part < 1 else 0.0)

"""A flight of dice: where each die is at every moment, what it hits, how it lies at the end. It knows no faces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from math import atan2, ceil, dist, hypot, pi, sqrt
from typing import Final, Literal, NamedTuple, Self, TypeAlias

from rules.common.resumable import ResumableTask, complete
from scenes.games.unstacked_draughts.dice.turns import (
    LEVEL,
    Turn,
    about,
    between,
    folded,
    levelled,
    reach,
    rolled,
    spun,
    then,
)

Material: TypeAlias = Literal["baize", "wood", "die"]
Kind: TypeAlias = Literal["valid", "off", "rim", "short", "tilt"]
"""How a throw lies: off the board, on a border or the bar, without having touched the far border (where it has to),
tilted or one die on the other. The first of these that a die is counts."""
FASTEST: Final = 38.0
"""Radians a second that a die turns over at most; a faster one slips. From one frame to the next it is then seen to
turn by less than an eighth of a turn, and so in the right direction."""
_HARD: Final = 3.5
"""A die that lies flat is turned over by what makes it so many times as fast as `rolls_from`."""
_CREEPS: Final = 4.0
"""Below this speed, in mm/s, a die that leans stays as it is."""
_SPIN: Final = 20.0
"""Radians a second that a die is seen to spin at most."""
_REACH: Final = 1.25
_LEAST: Final = 120.0
"""In the air a die turns as if it rolled with its centre so high, in half edges, and so fast at least, in mm/s."""
_ROCK: Final = 0.11
_FIRST: Final = 0.085
_ROCKS: Final = 0.145
"""A die that has fallen on its face rises by so many radians over the edge before it, comes down after so many
seconds, and lies still after so many."""
_SINKS: Final = 0.1
"""Seconds until a die that leans has come down beside what bears it."""

_HALT: Final = 0.045
"""Seconds after which a die that moves by less than `_CREEPS` (mm/s) and `_LEANS` (radians a second) stands still."""
_LEANS: Final = 0.36


class Step(NamedTuple):
    """A die at a moment: its centre and its lowest point over the baize (mm), its heading (radians)."""

    x: float
    y: float
    height: float
    heading: float
    flies: bool = False


class Pose(NamedTuple):
    """A die at a moment, as it is seen."""

    x: float
    y: float
    """Its centre, in mm on the table's plane."""
    height: float
    """Its lowest point over the baize, in mm."""
    turn: Turn
    """From how a die lies flat and straight, with the same face up that is up at the end."""


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
    drop: float = 0.0
    """How far its lowest point is below what bears it, in mm."""


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
    falls: int = 0
    """The number of the pose with which it has fallen on the face on which it stays."""

    @property
    def seconds(self) -> float:
        """How long the die moves."""
        return (len(self.poses) - 1) * self.step

    @property
    def rest(self) -> Pose:
        """How it lies at the end."""
        return self.poses[-1]

    @property
    def halts(self) -> bool:
        """Whether the die stands still and moves again then."""
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
        """Where the die is `time` seconds after the throw."""
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
    """One throw, of one die or two."""

    tracks: tuple[Track, ...]
    contacts: tuple[Contact, ...]
    """In their order in time."""
    verdict: Verdict

    @cached_property
    def seconds(self) -> float:
        """How long it is until all dice lie still."""
        return max(track.seconds for track in self.tracks)

    @property
    def halts(self) -> bool:
        """Whether a die stands still and is pushed on then."""
        return any(track.halts for track in self.tracks)

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


class Flying:
    """A flight that is worked out a little at a time while the cup is still shaken; asked for, it is whole."""

    def __init__(self, work: ResumableTask[DiceFlight], least: float = 0.0) -> None:
        """It is seen to take `least` seconds at least."""
        self._work, self._least = work, least
        self._flight: DiceFlight | None = None

    @property
    def known(self) -> bool:
        """Whether it has been worked out."""
        return self._flight is not None

    @property
    def flight(self) -> DiceFlight:
        """The whole of it."""
        if self._flight is None:
            self._flight = complete(self._work).stretched(self._least)
        return self._flight

    def go_on(self, until: Callable[[], bool]) -> None:
        """Work it out further, if it isn't known, until that is so."""
        while self._flight is None and not until():
            try:
                next(self._work)
            except StopIteration as done:
                flight: DiceFlight = done.value
                self._flight = flight.stretched(self._least)


def rolls_from(die: float) -> float:
    """The speed (mm/s) below which a die of this edge (mm) has no swing left to turn over once more."""
    return 0.3 * sqrt(9810 * die)


def rolling(steps: Sequence[Step], dt: float, die: float, leans: bool) -> list[bool]:
    """Of every step, whether the die turns over in it: else it lies, or only slides.

    One that lies flat already and is pushed by the other die slides too, unless it is pushed hard. One that leans in
    the end turns over until it does.
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


def track(steps: Sequence[Step], dt: float, die: float, lean: Lean | None = None) -> Track:
    """The track of a die with edge `die` whose last step is its rest; `dt` seconds from step to step.

    How it turns over on its way is found backwards from how it lies there.
    """
    rolls = rolling(steps, dt, die, lean is not None)
    flat = len(steps) - rolls[::-1].index(True) if True in rolls else 0
    end = max(len(steps), flat + ceil(_ROCKS / dt) + 1)
    turning = _Turning(steps, dt, die, lean)
    for number in range(len(steps) - 1, -1, -1):
        turning.back(number, rolls[number])
    turns = turning.turns[::-1] + [turning.turns[0]] * (end - len(steps))
    for number in range(flat, end - 1):
        turns[number] = then(turns[number], turning.rocked(flat, (number - flat) * dt))
    drop = lean.drop if lean is not None else 0.0
    poses = []
    for number, turn in enumerate(turns):
        x, y, height = steps[min(number, len(steps) - 1)][:3]
        poses.append(Pose(x, y, height - drop * min(1.0, max(0.0, 1 - (flat - number) * dt / _SINKS)), turn))
    return Track(tuple(poses), dt, lean, flat)


class _Turning:
    """How a die is turned, step by step, from the last to the first."""

    def __init__(self, steps: Sequence[Step], dt: float, die: float, lean: Lean | None) -> None:
        self._steps, self._dt, self._die, self._lean = steps, dt, die, lean
        self._heading = steps[-1].heading
        self._turn = spun(self._heading)
        if lean is not None:
            self._turn = then(self._turn, about(lean.y, -lean.x, 0.0, lean.angle))
        self.turns: list[Turn] = []
        """From the last step on."""
        self._rolled, self._count = 0.0, 0
        """How far it rolls from here until it lies, and in how many steps."""

    def back(self, number: int, rolls: bool) -> None:
        """Go on to a step, from the next one."""
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
        """It lay on a face before it rolled, too: let it turn a little otherwise on its way."""
        fix = levelled(self._turn)
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
        self._turn = then(self._turn, rolled(self._way(here, there), -angle))

    def _way(self, here: Step, there: Step) -> float:
        """The direction in which it rolls: where it goes; in the end over one of its edges."""
        course = atan2(there.y - here.y, there.x - here.x)
        return course - folded(course - self._heading) * min(1.0, max(0.0, 2 - self._rolled / (pi / 2)))

    def rocked(self, flat: int, time: float) -> Turn:
        """How it turns so many seconds after it has fallen on its face: on over the edge before it, and back."""
        high, part, way = _ROCK, time / _FIRST, 0.0
        if part >= 1:
            high, part, way = _ROCK / 3, (time - _FIRST) / (_ROCKS - _FIRST), pi
        if self._lean is not None:
            course = atan2(-self._lean.y, -self._lean.x)
        else:
            course = self._way(self._steps[max(0, flat - 1)], self._steps[flat]) + way
        return rolled(course, 4 * high * part * (1 - part) if part < 1 else 0.0)

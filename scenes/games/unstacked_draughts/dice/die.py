"""What every throw has, whatever moves its dice over the plane: they leave the cup, fall, bounce and slow down."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import chain
from math import cos, hypot, pi, sin
from random import Random
from typing import Final, Generic, TypeVar

from rules.common.resumable import ResumableTask
from scenes.games.unstacked_draughts.dice.field import Edge, Field
from scenes.games.unstacked_draughts.dice.flight import (
    Contact,
    DiceFlight,
    Lean,
    Material,
    Step,
    Track,
    Verdict,
    track,
)
from scenes.games.unstacked_draughts.dice.shaking import Toss

DT: Final = 1 / 240
"""Seconds from step to step."""
GRAVITY: Final = 9810.0
BOUNCE: Final = 0.36
"""The share of its speed that a die keeps when it falls on the baize."""
STILL: Final = 70.0
"""A die that falls on something slower than this (mm/s) stays there."""
SLIDING: Final = 4300.0
"""What a die on its face loses of its speed in a second."""
MOUTH: Final = 0.6
"""How high the cup's mouth is, as a share of the wall: the cup is tipped below the rim."""
FULL: Final = 1500.0
"""The speed of a blow, in mm/s, that sounds as loud as any."""
CLATTER: Final = 0.06
"""Blows that are so many seconds apart are heard as one."""
LIGHT: Final = 0.1
"""How strong the blow is with which a die falls from an edge on its face."""
APART: Final = 1.46
"""How far apart dice leave the cup, in edges: enough for them to be turned as they like."""


@dataclass(eq=False)
class Die:
    """A die on its way. Lengths in mm, angles in radians, times in seconds."""

    number: int
    x: float
    y: float
    vx: float
    vy: float
    height: float
    rise: float
    heading: float
    spin: float
    flies: bool = True
    lean: Lean | None = None
    """How it leans, once it does for good."""
    touched: set[Edge] = field(default_factory=set)
    """The long borders that it has touched."""
    steps: list[Step] = field(default_factory=list)
    contacts: list[Contact] = field(default_factory=list)

    @property
    def speed(self) -> float:
        """How fast it goes over the plane."""
        return hypot(self.vx, self.vy)

    def fall(self, floor: float) -> float:
        """Rise or fall for a step over a floor of that height; how fast it comes down on it, or 0."""
        if not self.flies:
            if self.height <= floor:
                self.height = floor
                return 0.0
            self.flies, self.rise = True, 0.0
        self.height += self.rise * DT - GRAVITY * DT * DT / 2
        self.rise -= GRAVITY * DT
        if self.height > floor or self.rise > 0:
            return 0.0
        self.height = floor
        return max(0.0, -self.rise)

    def bounce(self, impact: float, kick: float) -> None:
        """Jump off the floor that it came down on, by `kick` faster than by its spring alone; or stay there."""
        self.rise = BOUNCE * impact + kick
        self.flies = self.rise >= STILL
        if not self.flies:
            self.rise = 0.0

    def jump(self, rise: float) -> None:
        """Rise at least so fast."""
        self.flies, self.rise = True, max(self.rise, rise)

    def go(self, speed: float) -> None:
        """Go on in the same direction at that speed."""
        before = self.speed
        if before > 0:
            self.vx *= speed / before
            self.vy *= speed / before

    def slow(self, loss: float) -> None:
        """Lose that much of its speed."""
        self.go(max(0.0, self.speed - loss))

    def slow_spin(self, loss: float) -> None:
        """Turn on its face more slowly."""
        self.spin = max(0.0, abs(self.spin) - loss) * (1 if self.spin > 0 else -1)

    def swerve(self, random: Random, much: float) -> None:
        """Go on a little to the side of where it went, and spin otherwise."""
        self.vx, self.vy = turned(self.vx, self.vy, random.gauss(0.0, much))
        self.spin += random.gauss(0.0, 0.004) * self.speed


D = TypeVar("D", bound=Die)


class Throw(ABC, Generic[D]):
    """One throw on its way."""

    def __init__(self, field: Field, toss: Toss, seed: int, die: Callable[..., D]) -> None:
        """`die` makes one of the kind that this throw moves."""
        self.field, self.random, self.time = field, Random(seed), 0.0
        self.dice = self._leave_cup(toss, die)

    def _leave_cup(self, toss: Toss, die: Callable[..., D]) -> list[D]:
        """The dice side by side, not quite the same way, one quicker than the other."""
        field, random, speed = self.field, self.random, hypot(toss.vx, toss.vy)
        ux, uy = toss.vx / speed, toss.vy / speed
        found = []
        for number in range(toss.dice):
            aside = (number - (toss.dice - 1) / 2) * APART * field.die
            turn = random.gauss(0.0, 0.08) + (0.11 * (2 * number - 1) if toss.dice == 2 else 0.0)
            vx, vy = turned(ux, uy, turn)
            quick = speed * random.uniform(0.78, 1.0)
            one = die(
                number,
                x=toss.x - uy * aside,
                y=toss.y + ux * aside,
                vx=quick * vx,
                vy=quick * vy,
                height=field.wall * MOUTH * random.uniform(0.85, 1.0),
                rise=random.uniform(-120.0, -20.0),
                heading=random.uniform(-pi, pi),
                spin=random.uniform(-14.0, 14.0),
            )
            found.append(one)
        return found

    def fly(self, shortest: float) -> ResumableTask[DiceFlight]:
        """Let the dice go until they lie, which takes so many seconds at least."""
        going = True
        while going:
            self._note()
            self.time += DT
            going = self.step()
            yield 0.0
        self._note()
        tracks: tuple[Track, ...] = ()
        for die in self.dice:
            tracks += (track(die.steps, DT, self.field.die, die.lean),)
            yield 0.0
        for die, one in zip(self.dice, tracks, strict=True):
            fallen = one.falls * DT
            if all(abs(contact.time - fallen) > CLATTER for contact in die.contacts):
                die.contacts.append(Contact(fallen, die.number, self.ground(die), LIGHT, die.x))
        contacts = sorted(chain.from_iterable(die.contacts for die in self.dice))
        return DiceFlight(tracks, tuple(contacts), self.verdict()).stretched(shortest)

    def _note(self) -> None:
        for die in self.dice:
            die.steps.append(Step(die.x, die.y, die.height, die.heading, die.flies))

    def hit(self, die: D, material: Material, speed: float) -> None:
        """Note that a die has hit something."""
        if speed > STILL:
            die.contacts.append(Contact(self.time, die.number, material, min(1.0, speed / FULL), die.x))

    def ground(self, die: D) -> Material:
        """What a die falls on at last."""
        return "baize"

    @abstractmethod
    def step(self) -> bool:
        """Move the dice on; whether any still moves."""

    @abstractmethod
    def verdict(self) -> Verdict:
        """How the throw lies."""


def turned(x: float, y: float, angle: float) -> tuple[float, float]:
    """A vector turned by so many radians."""
    return x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)


def other_seed(seed: int) -> int:
    """The seed of the throw that is tried after that of `seed`."""
    return Random(seed).getrandbits(32)

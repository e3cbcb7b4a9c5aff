"""The part of a throw that both models share: dice leave the cup, fall, bounce and slow down."""

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
    FinalTilt,
    Material,
    Step,
    Track,
    Verdict,
    track,
)
from scenes.games.unstacked_draughts.dice.shaking import Toss

DT: Final = 1 / 240
GRAVITY: Final = 9810.0
BOUNCE: Final = 0.36
"""Share of its vertical speed that a die keeps when it lands on the baize."""
STILL: Final = 70.0  # speed in mm/s below which a die doesn't bounce
SLIDING: Final = 4300.0  # deceleration of a sliding die in mm/s²
MOUTH: Final = 0.6
"""Height of the cup's mouth as a share of the wall's: the cup is tipped below the rim."""
FULL: Final = 1500.0  # speed in mm/s from which contacts sound at full volume
CLATTER: Final = 0.06  # seconds within which contacts sound as one
LIGHT: Final = 0.1  # strength of the contact when a die falls from an edge onto its face
APART: Final = 1.46  # distance of dice leaving the cup, in edges: enough for any heading


@dataclass(eq=False)
class Die:
    """A die in motion; lengths in mm, angles in radians, times in seconds."""

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
    lean: FinalTilt | None = None
    touched: set[Edge] = field(default_factory=set)
    steps: list[Step] = field(default_factory=list)
    contacts: list[Contact] = field(default_factory=list)

    @property
    def speed(self) -> float:
        return hypot(self.vx, self.vy)

    def fall(self, floor: float) -> float:
        """Fall or rise for a step above a floor; return the impact speed in mm/s, or 0 without an impact."""
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
        """Bounce off the floor, with `kick` added to the rebound speed; or stay there if that is slow."""
        self.rise = BOUNCE * impact + kick
        self.flies = self.rise >= STILL
        if not self.flies:
            self.rise = 0.0

    def jump(self, rise: float) -> None:
        self.flies, self.rise = True, max(self.rise, rise)

    def set_speed(self, speed: float) -> None:
        before = self.speed
        if before > 0:
            self.vx *= speed / before
            self.vy *= speed / before

    def slow_down(self, loss: float) -> None:
        self.set_speed(max(0.0, self.speed - loss))

    def slow_spin(self, loss: float) -> None:
        self.spin = max(0.0, abs(self.spin) - loss) * (1 if self.spin > 0 else -1)

    def swerve(self, random: Random, much: float) -> None:
        """Change direction and spin at random, `much` radians in standard deviation."""
        self.vx, self.vy = rotate_vector(self.vx, self.vy, random.gauss(0.0, much))
        self.spin += random.gauss(0.0, 0.004) * self.speed


D = TypeVar("D", bound=Die)


class Throw(ABC, Generic[D]):
    def __init__(self, field: Field, toss: Toss, seed: int, die: Callable[..., D]) -> None:
        self.field, self.random, self.time = field, Random(seed), 0.0
        self.dice = self._leave_cup(toss, die)

    def _leave_cup(self, toss: Toss, die: Callable[..., D]) -> list[D]:
        """Return the dice side by side at the cup's mouth, with slightly different directions and speeds."""
        field, random, speed = self.field, self.random, hypot(toss.vx, toss.vy)
        ux, uy = toss.vx / speed, toss.vy / speed
        found = []
        for number in range(toss.dice):
            aside = (number - (toss.dice - 1) / 2) * APART * field.die
            turn = random.gauss(0.0, 0.08) + (0.11 * (2 * number - 1) if toss.dice == 2 else 0.0)
            vx, vy = rotate_vector(ux, uy, turn)
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
        """Simulate the throw; the flight lasts at least `shortest` seconds."""
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
        return DiceFlight(tracks, tuple(contacts), self.verdict()).stretch_to(shortest)

    def _note(self) -> None:
        for die in self.dice:
            die.steps.append(Step(die.x, die.y, die.height, die.heading, die.flies))

    def hit(self, die: D, material: Material, speed: float) -> None:
        if speed > STILL:
            die.contacts.append(Contact(self.time, die.number, material, min(1.0, speed / FULL), die.x))

    def ground(self, die: D) -> Material:
        """Return the material on which a die falls at last."""
        return "baize"

    @abstractmethod
    def step(self) -> bool:
        """Advance the dice by one step; return whether any still moves."""

    @abstractmethod
    def verdict(self) -> Verdict:
        """Return the verdict on the throw."""


def rotate_vector(x: float, y: float, angle: float) -> tuple[float, float]:
    return x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)


def other_seed(seed: int) -> int:
    """Return the seed of the next attempt after that with `seed`."""
    return Random(seed).getrandbits(32)

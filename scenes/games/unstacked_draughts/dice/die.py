"""What every thrown die does, by whatever it is moved over the plane: it falls, bounces, is slowed down, is noted."""

from __future__ import annotations

from math import cos, hypot, pi, sin
from random import Random
from typing import Final, NamedTuple

from scenes.games.unstacked_draughts.dice.field import Field
from scenes.games.unstacked_draughts.dice.flight import Contact, Material, Step
from scenes.games.unstacked_draughts.dice.shaking import Toss

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
APART: Final = 1.46
"""How far apart dice leave the cup, in edges: enough for them to be turned as they like."""


class Start(NamedTuple):
    """How a die leaves the cup."""

    x: float
    y: float
    vx: float
    vy: float
    height: float
    rise: float
    heading: float
    spin: float


class Die:
    """A die on its way. Lengths in mm, angles in radians, times in seconds."""

    def __init__(self, number: int, start: Start) -> None:
        self.number = number
        self.x, self.y, self.vx, self.vy, self.height, self.rise, self.heading, self.spin = start
        self.flies = True
        self.steps: list[Step] = []
        self.contacts: list[Contact] = []

    @property
    def speed(self) -> float:
        """How fast it goes over the plane."""
        return hypot(self.vx, self.vy)

    def fall(self, dt: float, floor: float) -> float:
        """Rise or fall for a moment over a floor of that height; how fast it comes down on it, or 0."""
        if not self.flies:
            if self.height <= floor:
                self.height = floor
                return 0.0
            self.flies, self.rise = True, 0.0
        self.height += self.rise * dt - GRAVITY * dt * dt / 2
        self.rise -= GRAVITY * dt
        if self.height > floor or self.rise > 0:
            return 0.0
        self.height = floor
        return max(0.0, -self.rise)

    def bounce(self, impact: float, kick: float) -> None:
        """Jump off the floor that it came down on, by `kick` faster than by its spring alone; or stay there."""
        self.rise = BOUNCE * impact + kick
        if self.rise < STILL:
            self.rise, self.flies = 0.0, False
        else:
            self.flies = True

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

    def hit(self, time: float, material: Material, speed: float) -> None:
        """Note that it has hit something."""
        if speed > STILL:
            self.contacts.append(Contact(time, self.number, material, min(1.0, speed / FULL), self.x))

    def note(self) -> None:
        """Note where it is."""
        self.steps.append(Step(self.x, self.y, self.height, self.heading, self.vx, self.vy))


def leave_cup(field: Field, toss: Toss, random: Random) -> list[Start]:
    """The dice as they leave the cup: side by side, not quite the same way, one quicker than the other."""
    speed = hypot(toss.vx, toss.vy)
    ux, uy = toss.vx / speed, toss.vy / speed
    found = []
    for number in range(toss.dice):
        aside = (number - (toss.dice - 1) / 2) * APART * field.die
        turn = random.gauss(0.0, 0.08) + (0.11 * (2 * number - 1) if toss.dice == 2 else 0.0)
        quick = speed * random.uniform(0.78, 1.0)
        found.append(
            Start(
                toss.x - uy * aside,
                toss.y + ux * aside,
                quick * (ux * cos(turn) - uy * sin(turn)),
                quick * (ux * sin(turn) + uy * cos(turn)),
                field.wall * MOUTH * random.uniform(0.85, 1.0),
                random.uniform(-120.0, -20.0),
                random.uniform(-pi, pi),
                random.uniform(-14.0, 14.0),
            )
        )
    return found

"""The common part of both simulations of a throw: dice leave the cup, fall, bounce and slow down."""

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
    DiceFlight,
    DieContact,
    DieStep,
    DieTrack,
    FinalLean,
    Material,
    Verdict,
    make_track,
)
from scenes.games.unstacked_draughts.dice.shaking import Toss

DT: Final = 1 / 240  # seconds of a step
GRAVITY: Final = 9810.0  # in mm/s²
BOUNCE_SHARE: Final = 0.36  # fraction of its vertical speed that a die keeps when it lands
MIN_BOUNCE_SPEED: Final = 70.0  # vertical speed in mm/s below which a die doesn't bounce
SLIDING_DECELERATION: Final = 4300.0  # deceleration of a sliding die in mm/s²
MOUTH_HEIGHT: Final = 0.6
"""Height of the cup's mouth, as a fraction of the wall's: the cup is tipped below the rim."""
LOUDEST_SPEED: Final = 1500.0  # speed in mm/s from which contacts sound at full volume
CONTACT_SECONDS: Final = 0.06  # seconds within which two contacts sound as one
FALL_STRENGTH: Final = 0.1  # strength of the contact when a die tips from its edge onto a face
MOUTH_DISTANCE: Final = 1.46  # between the centres of dice that leave the cup, in edges: enough for any heading


@dataclass(eq=False)
class Die:
    """A die in motion; lengths in mm, angles in radians, times in seconds."""

    number: int
    x: float
    y: float
    vx: float
    vy: float
    height: float
    rise: float  # vertical speed
    heading: float
    spin: float  # radians per second
    is_flying: bool = True
    lean: FinalLean | None = None  # once it leans for good
    touched: set[Edge] = field(default_factory=set)  # the borders that it has touched
    steps: list[DieStep] = field(default_factory=list)
    contacts: list[DieContact] = field(default_factory=list)

    @property
    def speed(self) -> float:
        return hypot(self.vx, self.vy)

    def fall(self, floor: float) -> float:
        """Move vertically for one step above a floor; return the speed of the impact in mm/s, 0 if there is none."""
        if not self.is_flying:
            if self.height <= floor:
                self.height = floor
                return 0.0
            self.is_flying, self.rise = True, 0.0
        self.height += self.rise * DT - GRAVITY * DT * DT / 2
        self.rise -= GRAVITY * DT
        if self.height > floor or self.rise > 0:
            return 0.0
        self.height = floor
        return max(0.0, -self.rise)

    def bounce(self, impact: float, kick: float) -> None:
        """Bounce off the floor, with `kick` added to the vertical speed, or stay on it if the sum is too small."""
        self.rise = BOUNCE_SHARE * impact + kick
        self.is_flying = self.rise >= MIN_BOUNCE_SPEED
        if not self.is_flying:
            self.rise = 0.0

    def jump(self, rise: float) -> None:
        self.is_flying, self.rise = True, max(self.rise, rise)

    def set_speed(self, speed: float) -> None:
        before = self.speed
        if before > 0:
            self.vx *= speed / before
            self.vy *= speed / before

    def slow_down(self, loss: float) -> None:
        self.set_speed(max(0.0, self.speed - loss))

    def slow_spin(self, loss: float) -> None:
        self.spin = max(0.0, abs(self.spin) - loss) * (1 if self.spin > 0 else -1)

    def swerve(self, random: Random, deviation: float) -> None:
        """Change direction and spin at random; `deviation` is the standard deviation of the direction in radians."""
        self.vx, self.vy = rotate_vector(self.vx, self.vy, random.gauss(0.0, deviation))
        self.spin += random.gauss(0.0, 0.004) * self.speed


DieType = TypeVar("DieType", bound=Die)


class DiceSimulation(ABC, Generic[DieType]):
    """A simulated throw: its dice, the board, and the time since they left the cup."""

    def __init__(self, field: Field, toss: Toss, seed: int, die_type: Callable[..., DieType]) -> None:
        self.field, self.random, self.time = field, Random(seed), 0.0
        self.dice = self._leave_cup(toss, die_type)

    def _leave_cup(self, toss: Toss, die_type: Callable[..., DieType]) -> list[DieType]:
        """Return the dice side by side at the mouth of the cup, with slightly different directions and speeds."""
        field, random, speed = self.field, self.random, hypot(toss.vx, toss.vy)
        ahead_x, ahead_y = toss.vx / speed, toss.vy / speed
        dice = []
        for number in range(toss.dice_count):
            offset = (number - (toss.dice_count - 1) / 2) * MOUTH_DISTANCE * field.die
            deviation = random.gauss(0.0, 0.08) + (0.11 * (2 * number - 1) if toss.dice_count == 2 else 0.0)
            vx, vy = rotate_vector(ahead_x, ahead_y, deviation)
            die_speed = speed * random.uniform(0.78, 1.0)
            new_die = die_type(
                number,
                x=toss.x - ahead_y * offset,
                y=toss.y + ahead_x * offset,
                vx=die_speed * vx,
                vy=die_speed * vy,
                height=field.wall * MOUTH_HEIGHT * random.uniform(0.85, 1.0),
                rise=random.uniform(-120.0, -20.0),
                heading=random.uniform(-pi, pi),
                spin=random.uniform(-14.0, 14.0),
            )
            dice.append(new_die)
        return dice

    def run(self, min_seconds: float) -> ResumableTask[DiceFlight]:
        """Simulate the throw and return its flight, which takes at least `min_seconds`."""
        is_moving = True
        while is_moving:
            self._record_steps()
            self.time += DT
            is_moving = self.advance()
            yield 0.0
        self._record_steps()
        tracks: tuple[DieTrack, ...] = ()
        for die in self.dice:
            tracks += (make_track(die.steps, DT, self.field.die, die.lean),)
            yield 0.0
        for die, track in zip(self.dice, tracks, strict=True):
            time, material = track.landing_index * DT, self.ground_material(die)
            if all(abs(contact.time - time) > CONTACT_SECONDS for contact in die.contacts):
                die.contacts.append(DieContact(time, die.number, material, FALL_STRENGTH, die.x))
        contacts = sorted(chain.from_iterable(die.contacts for die in self.dice))
        return DiceFlight(tracks, tuple(contacts), self.find_verdict()).stretch_to(min_seconds)

    def _record_steps(self) -> None:
        for die in self.dice:
            die.steps.append(DieStep(die.x, die.y, die.height, die.heading, die.is_flying))

    def add_contact(self, die: DieType, material: Material, speed: float) -> None:
        """Record a contact if it is fast enough to be heard."""
        if speed > MIN_BOUNCE_SPEED:
            die.contacts.append(DieContact(self.time, die.number, material, min(1.0, speed / LOUDEST_SPEED), die.x))

    def ground_material(self, die: DieType) -> Material:
        return "baize"

    @abstractmethod
    def advance(self) -> bool:
        """Advance the dice by one step; return whether any still moves."""

    @abstractmethod
    def find_verdict(self) -> Verdict:
        """Return that the throw is valid, or the reason why it isn't."""


def rotate_vector(x: float, y: float, angle: float) -> tuple[float, float]:
    return x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)


def next_seed(seed: int) -> int:
    """Return the seed with which a throw is repeated."""
    return Random(seed).getrandbits(32)

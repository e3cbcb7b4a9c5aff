"""The simulation of throws that are always valid: the dice move as round bodies that can't leave the tray.

The duration is chosen first, and the dice slow down accordingly. The radius of a fast die is about half an edge; it
grows to the distance of a corner before the die lies, so that dice never overlap.
"""

from __future__ import annotations

from dataclasses import replace
from math import hypot
from typing import Final

from rules.common.resumable import ResumableTask
from scenes.games.unstacked_draughts.dice.dice_simulation import (
    DT,
    SLIDING_DECELERATION,
    DiceSimulation,
    Die,
    next_seed,
)
from scenes.games.unstacked_draughts.dice.field import CORNER_DISTANCE, Edge, Field
from scenes.games.unstacked_draughts.dice.flight import DiceFlight, Verdict, min_roll_speed
from scenes.games.unstacked_draughts.dice.shaking import MAX_SPEED, MIN_SPEED, Toss

MIN_SECONDS: Final = 0.9  # minimum seconds of a throw
_ROLL_SECONDS: Final = (0.66, 1.12)
"""Seconds of rolling in the slowest and in the fastest throw, before the dice slide."""
_FIRST_ROLL_SHARES: Final = (0.84, 0.95)  # range of the fraction of this time in which the first die to stop rolls
_MIN_RADIUS: Final = 0.56  # radius of a fast die, in edges
_MAX_RADIUS: Final = CORNER_DISTANCE + 0.1  # radius of a die at rest, in edges
_GROWTH_TIMES: Final = (0.45, 0.9)  # fractions of the rolling time between which the radius grows
_WALL_BOUNCE: Final = 0.62
_DICE_BOUNCE: Final = 0.75
"""Fraction of their speed that dice keep when they hit a wall, or each other."""
_SPEED_RESERVE: Final = 1.2
"""Excess over the minimum rolling speed that a die keeps, as a fraction of that speed; falls to 0 during the roll."""
_MAX_RETRIES: Final = 12


def simulate_throw(field: Field, toss: Toss, seed: int, far_edge: Edge | None = None) -> ResumableTask[DiceFlight]:
    """Simulate a throw that is always valid.

    With `far_edge`, the throw is repeated straighter and faster until all dice touch that border. A throw in which a
    die stops and moves again is repeated, too.
    """
    straight_speed = max(hypot(toss.vx, toss.vy), 0.7 * MAX_SPEED) * (1 if far_edge == "bottom" else -1)
    for retry in range(_MAX_RETRIES + 1):
        straightening = 0.0 if far_edge is None else retry / _MAX_RETRIES
        vx, vy = toss.vx * (1 - straightening), toss.vy + (straight_speed - toss.vy) * straightening
        simulation = RoundDiceSimulation(field, replace(toss, vx=vx, vy=vy), seed)
        flight = yield from simulation.run(MIN_SECONDS)
        if flight.has_halt:
            seed = next_seed(seed)
        elif far_edge is None or all(far_edge in die.touched for die in simulation.dice):
            break
    return flight


class RoundDiceSimulation(DiceSimulation[Die]):
    def __init__(self, field: Field, toss: Toss, seed: int) -> None:
        super().__init__(field, toss, seed, Die)
        relative_speed = (min(hypot(toss.vx, toss.vy), MAX_SPEED) - MIN_SPEED) / (MAX_SPEED - MIN_SPEED)
        roll_seconds = _ROLL_SECONDS[0] + (_ROLL_SECONDS[1] - _ROLL_SECONDS[0]) * max(0.0, relative_speed) ** 0.7
        self._roll_ends = [roll_seconds * self.random.uniform(0.95, 1.05)] * len(self.dice)
        first_to_stop = self.random.randrange(len(self.dice))
        self._roll_ends[first_to_stop] *= self.random.uniform(*_FIRST_ROLL_SHARES)

    def advance(self) -> bool:
        for die, roll_end in zip(self.dice, self._roll_ends, strict=True):
            self._slow_down(die, roll_end)
            die.x += die.vx * DT
            die.y += die.vy * DT
            die.heading += die.spin * DT
            impact = die.fall(0.0)
            if impact:
                self.add_contact(die, "baize", impact)
                die.bounce(impact, die.speed * (0.02 + 0.13 * self.random.random() ** 2))
                die.swerve(self.random, 0.1)
            self._bounce_off_walls(die, self._radius_now(roll_end))
        if len(self.dice) == 2:
            self._bounce_off_each_other(self.dice[0], self.dice[1], self._radius_now(min(self._roll_ends)))
        return any(die.is_flying or die.speed > 0 for die in self.dice)

    def find_verdict(self) -> Verdict:
        return Verdict()

    def _radius_now(self, roll_end: float) -> float:
        """Return the radius, in mm, of a die that stops rolling at the time `roll_end`."""
        growth_start, growth_end = _GROWTH_TIMES
        growth = min(1.0, max(0.0, (self.time / roll_end - growth_start) / (growth_end - growth_start)))
        return (_MIN_RADIUS + (_MAX_RADIUS - _MIN_RADIUS) * growth) * self.field.die

    def _slow_down(self, die: Die, roll_end: float) -> None:
        """Slow a die down so that it stops rolling at the time `roll_end`, whatever it has hit; then it slides."""
        roll_speed = min_roll_speed(self.field.die)
        remaining = roll_end - self.time
        if remaining > DT:
            slowed = die.speed - (die.speed - roll_speed) * DT / remaining
            die.set_speed(max(slowed, roll_speed * (1 + _SPEED_RESERVE * remaining / roll_end)))
        elif not die.is_flying:
            die.slow_down(SLIDING_DECELERATION * DT)
        die.slow_spin((14.0 if die.speed > roll_speed else 180.0) * DT)

    def _bounce_off_walls(self, die: Die, radius: float) -> None:
        x, y = self.field.tray.nearest_point(die.x, die.y, radius)
        blow = 0.0
        if (x - die.x) * die.vx < 0:
            blow, die.vx = abs(die.vx), -_WALL_BOUNCE * die.vx
        if y != die.y:
            die.touched.add("top" if y > die.y else "bottom")
        if (y - die.y) * die.vy < 0:
            blow, die.vy = max(blow, abs(die.vy)), -_WALL_BOUNCE * die.vy
        die.x, die.y = x, y
        if blow:
            self._knock(die, blow)
            self.add_contact(die, "wood", blow)

    def _knock(self, die: Die, blow: float) -> None:
        """Let a die swerve and perhaps jump after a lateral blow, whose speed is `blow`."""
        die.swerve(self.random, 0.06)
        rise = 0.22 * blow * self.random.random()
        if rise > 100:
            die.jump(rise)

    def _bounce_off_each_other(self, a: Die, b: Die, radius: float) -> None:
        dx, dy = b.x - a.x, b.y - a.y
        distance = hypot(dx, dy)
        if distance >= 2 * radius:
            return
        dx, dy = (dx / distance, dy / distance) if distance > 0 else (1.0, 0.0)
        overlap = radius - distance / 2
        a.x, a.y, b.x, b.y = a.x - dx * overlap, a.y - dy * overlap, b.x + dx * overlap, b.y + dy * overlap
        closing = (a.vx - b.vx) * dx + (a.vy - b.vy) * dy
        if closing > 0:
            blow = closing * (1 + _DICE_BOUNCE) / 2
            a.vx, a.vy, b.vx, b.vy = a.vx - blow * dx, a.vy - blow * dy, b.vx + blow * dx, b.vy + blow * dy
            self._knock(a, blow)
            self._knock(b, blow)
            self.add_contact(a, "die", closing)
        for die in (a, b):
            die.x, die.y = self.field.tray.nearest_point(die.x, die.y, radius)

"""Simulation of throws that are always valid: the dice move as round bodies that can't leave the tray.

The duration is fixed beforehand, and the dice slow down accordingly. While fast, their radius is about half an
edge; before they lie it grows to a corner's distance, so that they never overlap.
"""

from __future__ import annotations

from dataclasses import replace
from math import hypot
from typing import Final

from rules.common.resumable import ResumableTask
from scenes.games.unstacked_draughts.dice.die import DT, SLIDING, Die, Throw, other_seed
from scenes.games.unstacked_draughts.dice.field import REACH, Edge, Field
from scenes.games.unstacked_draughts.dice.flight import DiceFlight, Verdict, rolls_from
from scenes.games.unstacked_draughts.dice.shaking import FASTEST, SLOWEST, Toss

SHORTEST: Final = 0.9  # minimum seconds of a throw
_ROLL: Final = (0.66, 1.12)
"""Seconds of rolling for the slowest and the fastest throw; sliding comes after."""
_SOONER: Final = (0.84, 0.95)  # share of this after which the first die comes down for good
_CLOSEST: Final = 0.56  # radius of a fast die, in edges
_ROOM: Final = REACH + 0.1  # radius of a die that lies, in edges
_ROOMY: Final = (0.45, 0.9)  # shares of the roll between which the radius grows
_WALL: Final = 0.62
_DICE: Final = 0.75
"""Share of their speed that dice keep when they hit a wall, or each other."""
_CARRY: Final = 1.2
"""Speed that a blow leaves beyond what is needed to roll on, as a share of that; decreases to 0 during the roll."""
_TRIES: Final = 12


def tumble(field: Field, toss: Toss, seed: int, far: Edge | None = None) -> ResumableTask[DiceFlight]:
    """Simulate a throw that is always valid.

    With a border as `far`, the throw is repeated straighter and faster until all dice touch it. A throw in which a
    die stops and is then pushed on is repeated, too.
    """
    ahead = max(hypot(toss.vx, toss.vy), 0.7 * FASTEST) * (1 if far == "bottom" else -1)
    for number in range(_TRIES + 1):
        part = 0.0 if far is None else number / _TRIES
        aimed = replace(toss, vx=toss.vx * (1 - part), vy=toss.vy + (ahead - toss.vy) * part)
        one = _Tumble(field, aimed, seed)
        flight = yield from one.fly(SHORTEST)
        if flight.halts:
            seed = other_seed(seed)
        elif far is None or all(far in die.touched for die in one.dice):
            break
    return flight


class _Tumble(Throw[Die]):
    def __init__(self, field: Field, toss: Toss, seed: int) -> None:
        super().__init__(field, toss, seed, Die)
        quick = (min(hypot(toss.vx, toss.vy), FASTEST) - SLOWEST) / (FASTEST - SLOWEST)
        roll = _ROLL[0] + (_ROLL[1] - _ROLL[0]) * max(0.0, quick) ** 0.7
        self._ends = [roll * self.random.uniform(0.95, 1.05)] * len(self.dice)
        first = self.random.randrange(len(self.dice))
        self._ends[first] *= self.random.uniform(*_SOONER)

    def step(self) -> bool:
        for die, end in zip(self.dice, self._ends, strict=True):
            self._slow(die, end)
            die.x += die.vx * DT
            die.y += die.vy * DT
            die.heading += die.spin * DT
            impact = die.fall(0.0)
            if impact:
                self.hit(die, "baize", impact)
                die.bounce(impact, die.speed * (0.02 + 0.13 * self.random.random() ** 2))
                die.swerve(self.random, 0.1)
            self._keep_in(die, self._room(end))
        if len(self.dice) == 2:
            self._keep_apart(self.dice[0], self.dice[1], self._room(min(self._ends)))
        return any(die.flies or die.speed > 0 for die in self.dice)

    def verdict(self) -> Verdict:
        return Verdict()

    def _room(self, end: float) -> float:
        begin, done = _ROOMY
        part = min(1.0, max(0.0, (self.time / end - begin) / (done - begin)))
        return (_CLOSEST + (_ROOM - _CLOSEST) * part) * self.field.die

    def _slow(self, die: Die, end: float) -> None:
        """Slow a die so that it stops rolling when its time is over, whatever it has hit; then it slides."""
        slow = rolls_from(self.field.die)
        left = end - self.time
        if left > DT:
            die.set_speed(max(die.speed - (die.speed - slow) * DT / left, slow * (1 + _CARRY * left / end)))
        elif not die.flies:
            die.slow_down(SLIDING * DT)
        die.slow_spin((14.0 if die.speed > slow else 180.0) * DT)

    def _keep_in(self, die: Die, room: float) -> None:
        x, y = self.field.tray.nearest(die.x, die.y, room)
        blow = 0.0
        if (x - die.x) * die.vx < 0:
            blow, die.vx = abs(die.vx), -_WALL * die.vx
        if y != die.y:
            die.touched.add("top" if y > die.y else "bottom")
        if (y - die.y) * die.vy < 0:
            blow, die.vy = max(blow, abs(die.vy)), -_WALL * die.vy
        die.x, die.y = x, y
        if blow:
            self._knock(die, blow)
            self.hit(die, "wood", blow)

    def _knock(self, die: Die, blow: float) -> None:
        die.swerve(self.random, 0.06)
        rise = 0.22 * blow * self.random.random()
        if rise > 100:
            die.jump(rise)

    def _keep_apart(self, a: Die, b: Die, room: float) -> None:
        dx, dy = b.x - a.x, b.y - a.y
        far = hypot(dx, dy)
        if far >= 2 * room:
            return
        dx, dy = (dx / far, dy / far) if far > 0 else (1.0, 0.0)
        push = room - far / 2
        a.x, a.y, b.x, b.y = a.x - dx * push, a.y - dy * push, b.x + dx * push, b.y + dy * push
        closing = (a.vx - b.vx) * dx + (a.vy - b.vy) * dy
        if closing > 0:
            blow = closing * (1 + _DICE) / 2
            a.vx, a.vy, b.vx, b.vy = a.vx - blow * dx, a.vy - blow * dy, b.vx + blow * dx, b.vy + blow * dy
            self._knock(a, blow)
            self._knock(b, blow)
            self.hit(a, "die", closing)
        for die in (a, b):
            die.x, die.y = self.field.tray.nearest(die.x, die.y, room)

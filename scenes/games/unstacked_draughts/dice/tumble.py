"""A throw that is always valid: the dice tumble into the tray as round bodies that nothing lets out.

How long they roll is known beforehand, and they lose their speed accordingly. While they are quick they are about as
round as their edges are long; before they lie each gets the room that its corners may need, so that they
never overlap.
"""

from __future__ import annotations

from math import cos, hypot, sin
from random import Random
from typing import Final

from scenes.games.unstacked_draughts.dice.die import SLIDING, Die, leave_cup
from scenes.games.unstacked_draughts.dice.field import REACH, Edge, Field
from scenes.games.unstacked_draughts.dice.flight import DiceFlight, Verdict, flight, rolls_from, track
from scenes.games.unstacked_draughts.dice.shaking import FASTEST, SLOWEST, Toss

_DT: Final = 1 / 240
_EVERY: Final = 2
"""Every second step is a pose of the track."""
SHORTEST: Final = 0.9
"""Seconds that a throw takes at least."""
_ROLL: Final = (0.66, 1.12)
"""Seconds that dice roll which leave the cup at the slowest, and at the fastest; sliding and rocking come after."""
_SOONER: Final = (0.84, 0.95)
"""The share of this after which the first die comes down for good."""
_CLOSEST: Final = 0.56
"""How near a quick die's centre comes to a wall, and half as near as two dice come to each other; in edges."""
_ROOM: Final = REACH + 0.1
"""The same when they lie."""
_ROOMY: Final = (0.45, 0.9)
"""From when to when, as shares of the roll, they get this room."""
_WALL: Final = 0.62
_DICE: Final = 0.75
"""The share of their speed that dice keep when they hit a wall, or each other."""
_CARRY: Final = 1.2
"""A blow leaves a die so much more than what it needs to roll on, as a share of that: at first all, less and less."""
_TRIES: Final = 12


def tumble(field: Field, toss: Toss, seed: int, far: Edge | None = None) -> DiceFlight:
    """The flight of a throw that is always valid. If a border is named `far`, all dice touch it on their way."""
    toss = toss.within(field)
    aimed, found = toss, _Throw(field, toss, seed)
    found.run()
    for number in range(1, _TRIES + 1):
        if far is None or found.touches(far):
            break
        aimed = _towards(toss, far, number / _TRIES)
        found = _Throw(field, aimed, seed)
        found.run()
    dice = found.dice
    return flight(
        [track(die.steps, _DT * _EVERY, field.die) for die in dice], [die.contacts for die in dice], Verdict()
    ).stretched(SHORTEST)


def _towards(toss: Toss, far: Edge, part: float) -> Toss:
    """A toss that goes more to the far border: at `part` 1 straight there and fast."""
    ahead = 1 if far == "bottom" else -1
    speed = hypot(toss.vx, toss.vy)
    return Toss(
        toss.x,
        toss.y,
        toss.vx * (1 - part),
        toss.vy + (ahead * max(speed, 0.7 * FASTEST) - toss.vy) * part,
        toss.dice,
    )


class _Throw:
    """One throw on its way."""

    def __init__(self, field: Field, toss: Toss, seed: int) -> None:
        self._field = field
        self._random = Random(seed)
        self._time = 0.0
        hand = hypot(toss.vx, toss.vy)
        quick = (min(hand, FASTEST) - SLOWEST) / (FASTEST - SLOWEST)
        roll = _ROLL[0] + (_ROLL[1] - _ROLL[0]) * max(0.0, quick) ** 0.7
        self.dice = [Die(number, start) for number, start in enumerate(leave_cup(field, toss, self._random))]
        self._ends = [roll * self._random.uniform(0.95, 1.05)] * len(self.dice)
        first = self._random.randrange(len(self.dice))
        self._ends[first] *= self._random.uniform(*_SOONER)
        self._touched: list[set[Edge]] = [set() for _ in self.dice]

    def touches(self, edge: Edge) -> bool:
        """Whether all dice have touched that border."""
        return all(edge in touched for touched in self._touched)

    def run(self) -> None:
        """Let the dice roll until they lie."""
        count = 0
        while True:
            if count % _EVERY == 0:
                for die in self.dice:
                    die.note()
                if not any(die.flies or die.speed > 0 for die in self.dice):
                    return
            self._step()
            count += 1

    def _step(self) -> None:
        self._time += _DT
        for die, end in zip(self.dice, self._ends, strict=True):
            self._slow(die, end)
            die.x += die.vx * _DT
            die.y += die.vy * _DT
            die.heading += die.spin * _DT
            impact = die.fall(_DT, 0.0)
            if impact:
                self._land(die, impact)
            self._keep_in(die, self._room(end))
        if len(self.dice) == 2:
            self._keep_apart(self.dice[0], self.dice[1], self._room(min(self._ends)))

    def _room(self, end: float) -> float:
        """How far a die is to keep from the walls just now, in mm."""
        begin, done = _ROOMY
        part = min(1.0, max(0.0, (self._time / end - begin) / (done - begin)))
        return (_CLOSEST + (_ROOM - _CLOSEST) * part) * self._field.die

    def _slow(self, die: Die, end: float) -> None:
        """So that it can't roll any more just when its time is over, whatever it has hit; then it slides out."""
        slow = rolls_from(self._field.die)
        left = end - self._time
        if left > _DT:
            die.go(max(die.speed - (die.speed - slow) * _DT / left, slow * (1 + _CARRY * left / end)))
        elif not die.flies:
            die.slow(SLIDING * _DT)
        die.slow_spin((14.0 if die.speed > slow else 180.0) * _DT)

    def _land(self, die: Die, impact: float) -> None:
        die.hit(self._time, "baize", impact)
        die.bounce(impact, die.speed * (0.02 + 0.13 * self._random.random() ** 2))
        self._swerve(die, 0.1)

    def _swerve(self, die: Die, much: float) -> None:
        """It goes on a little to the side of where it went, and spins otherwise."""
        angle = self._random.gauss(0.0, much)
        die.vx, die.vy = (
            die.vx * cos(angle) - die.vy * sin(angle),
            die.vx * sin(angle) + die.vy * cos(angle),
        )
        die.spin += self._random.gauss(0.0, 0.004) * die.speed

    def _keep_in(self, die: Die, room: float) -> None:
        """Let it bounce off the walls."""
        tray = self._field.tray
        x, y = tray.nearest(die.x, die.y, room)
        if (x, y) == (die.x, die.y):
            return
        blow = 0.0
        if x != die.x and (x - die.x) * die.vx < 0:
            blow, die.vx = abs(die.vx), -_WALL * die.vx
        if y != die.y:
            self._touched[die.number].add("top" if y > die.y else "bottom")
            if (y - die.y) * die.vy < 0:
                blow, die.vy = max(blow, abs(die.vy)), -_WALL * die.vy
        die.x, die.y = x, y
        if blow:
            self._knock(die, blow)
            die.hit(self._time, "wood", blow)

    def _knock(self, die: Die, blow: float) -> None:
        """A blow from the side lets it jump a little."""
        self._swerve(die, 0.06)
        rise = 0.22 * blow * self._random.random()
        if rise > 100:
            die.flies, die.rise = True, max(die.rise, rise)

    def _keep_apart(self, a: Die, b: Die, room: float) -> None:
        """Let two dice bounce off each other."""
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
            a.hit(self._time, "die", closing)
        for die in (a, b):
            die.x, die.y = self._field.tray.nearest(die.x, die.y, room)

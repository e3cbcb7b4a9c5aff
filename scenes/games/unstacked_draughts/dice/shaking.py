"""Shaking the cup and throwing: from mouse motion to the velocity of the dice."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from itertools import pairwise
from math import cos, hypot, pi, sin
from random import Random
from typing import Final, NamedTuple, Self

from scenes.games.unstacked_draughts.dice.field import Edge, Field

SLOWEST: Final = 300.0
FASTEST: Final = 2600.0
"""Minimum and maximum speed (mm/s) of dice from a moving cup."""
REST: Final = 60.0  # speed in mm/s below which the hand is at rest
WINDOW: Final = 0.08  # seconds before the release that determine the velocity
GENTLE: Final = (570.0, 700.0)
LONG: Final = (740.0, 795.0)
"""Speeds (mm/s) of a standard throw, and of one that has to reach the far border."""
_SHORTEST: Final = 0.01  # minimum seconds of a motion, whatever the events' times say
_MEMORY: Final = 0.25  # seconds of shaking that determine the rattle
_LOUDEST: Final = 1400.0  # mean speed in mm/s with which the cup rattles loudest


@dataclass(frozen=True, slots=True)
class Toss:
    """The input of a throw: position of the cup's mouth (mm), velocity (mm/s), number of dice."""

    x: float
    y: float
    vx: float
    vy: float
    dice: int = 2

    @classmethod
    def standard(cls, field: Field, edge: Edge, dice: int = 2, seed: int = 0, long: bool = False) -> Self:
        """Return a gentle throw from the player at `edge`, or one `long` enough to touch the opposite border."""
        random = Random(seed)
        tray, side = field.tray, 1 if edge == "top" else -1
        deep = (tray.bottom - tray.top) * (random.uniform(0.77, 0.81) if long else random.uniform(0.2, 0.3))
        x = tray.left + (tray.right - tray.left) * random.uniform(0.4, 0.6)
        y = tray.top + deep if edge == "top" else tray.bottom - deep
        speed = random.uniform(*(LONG if long else GENTLE))
        angle = side * pi / 2 + random.uniform(-0.2, 0.2) * (1 if long else 1.5)
        return cls(*field.mouth(x, y), speed * cos(angle), speed * sin(angle), dice)


class _Sample(NamedTuple):
    time: float
    x: float
    y: float


class Shaking:
    """A cup in the hand, which derives speed and rattle from mouse motions."""

    def __init__(self, scale: float) -> None:
        """`scale` is the mm on the table per pixel."""
        self._scale = scale
        self._samples: deque[_Sample] = deque()

    def move(self, time: float, x: float, y: float) -> None:
        samples = self._samples
        if samples and time == samples[-1].time:
            samples.pop()
        samples.append(_Sample(time, x * self._scale, y * self._scale))
        while len(samples) > 2 and samples[1].time < time - _MEMORY:
            samples.popleft()

    def velocity(self, now: float) -> tuple[float, float] | None:
        """Return the recent velocity in mm/s, limited to that of dice; None for a hand at rest."""
        if not self._samples:
            return None
        last = self._samples[-1]
        begin = max(now - WINDOW, self._samples[0].time)
        if last.time <= begin:
            return None
        x, y = self._place(begin)
        span = max(now - begin, _SHORTEST)
        vx, vy = (last.x - x) / span, (last.y - y) / span
        speed = hypot(vx, vy)
        if speed < REST:
            return None
        part = min(max(speed, SLOWEST), FASTEST) / speed
        return vx * part, vy * part

    def _place(self, time: float) -> tuple[float, float]:
        before, after = next((a, b) for a, b in pairwise(self._samples) if b.time > time)
        part = (time - before.time) / (after.time - before.time)
        return before.x + (after.x - before.x) * part, before.y + (after.y - before.y) * part

    def strength(self, now: float) -> float:
        """Return the strength of the rattle, 0 to 1, from the distance covered in the last quarter of a second."""
        recent = ((a, b) for a, b in pairwise(self._samples) if b.time >= now - _MEMORY)
        way = sum(hypot(b.x - a.x, b.y - a.y) for a, b in recent)
        return min(1.0, way / _MEMORY / _LOUDEST)

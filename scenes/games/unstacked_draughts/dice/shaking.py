"""The hand that shakes the cup and throws: what it does with the mouse, and what the dice get of it."""

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
"""The speeds (mm/s) with which dice leave a moving cup."""
REST: Final = 60.0
"""A hand slower than this (mm/s) rests."""
WINDOW: Final = 0.08
"""Seconds before the release that count for the velocity."""
GENTLE: Final = (570.0, 700.0)
LONG: Final = (740.0, 795.0)
"""The speeds (mm/s) of a standard throw, and of one that has to reach the far border."""
_SHORTEST: Final = 0.01
"""Seconds that a motion takes at least, whatever the events' times say."""
_MEMORY: Final = 0.25
"""Seconds of shaking that count for the rattle."""
_LOUDEST: Final = 1400.0
"""The hand's mean speed, in mm/s, with which the cup rattles loudest."""


@dataclass(frozen=True, slots=True)
class Toss:
    """What the hand gives: where the cup's mouth is (mm), the velocity (mm/s), and how many dice leave it."""

    x: float
    y: float
    vx: float
    vy: float
    dice: int = 2

    @classmethod
    def standard(cls, field: Field, edge: Edge, dice: int = 2, seed: int = 0, long: bool = False) -> Self:
        """A gentle throw of whoever sits at `edge`; if wished, `long` enough to touch the border across."""
        random = Random(seed)
        tray, side = field.tray, 1 if edge == "top" else -1
        deep = (tray.bottom - tray.top) * (random.uniform(0.77, 0.81) if long else random.uniform(0.2, 0.3))
        x = tray.left + (tray.right - tray.left) * random.uniform(0.4, 0.6)
        y = tray.top + deep if edge == "top" else tray.bottom - deep
        speed = random.uniform(*(LONG if long else GENTLE))
        angle = side * pi / 2 + random.uniform(-0.2, 0.2) * (1 if long else 1.5)
        return cls(*field.mouth(x, y), speed * cos(angle), speed * sin(angle), dice)


class _Sample(NamedTuple):
    """Where the hand was: seconds, mm."""

    time: float
    x: float
    y: float


class Shaking:
    """A cup in the hand: told of every motion of the mouse, it knows how fast it goes and how much it rattles."""

    def __init__(self, scale: float) -> None:
        """`scale`: mm on the table for a pixel."""
        self._scale = scale
        self._samples: deque[_Sample] = deque()

    def move(self, time: float, x: float, y: float) -> None:
        """The mouse is at a point, in pixels."""
        samples = self._samples
        if samples and time == samples[-1].time:
            samples.pop()
        samples.append(_Sample(time, x * self._scale, y * self._scale))
        while len(samples) > 2 and samples[1].time < time - _MEMORY:
            samples.popleft()

    def velocity(self, now: float) -> tuple[float, float] | None:
        """The hand's velocity of the last moments in mm/s, as dice get it; None: it rests."""
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
        """Where the hand was at a moment between the first and the last sample."""
        before, after = next((a, b) for a, b in pairwise(self._samples) if b.time > time)
        part = (time - before.time) / (after.time - before.time)
        return before.x + (after.x - before.x) * part, before.y + (after.y - before.y) * part

    def strength(self, now: float) -> float:
        """How much it rattles, 0 to 1: by the way that the hand has gone in the last quarter of a second."""
        recent = ((a, b) for a, b in pairwise(self._samples) if b.time >= now - _MEMORY)
        way = sum(hypot(b.x - a.x, b.y - a.y) for a, b in recent)
        return min(1.0, way / _MEMORY / _LOUDEST)

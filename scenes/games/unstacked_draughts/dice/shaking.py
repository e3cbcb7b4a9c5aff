"""Shaking and throwing of a cup: the velocity of the dice and the strength of the rattle, from mouse motions."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from itertools import pairwise
from math import cos, hypot, pi, sin
from random import Random
from typing import Final, NamedTuple, Self

from scenes.games.unstacked_draughts.dice.field import Edge, Field

MIN_SPEED: Final = 300.0
MAX_SPEED: Final = 2600.0
"""Minimum and maximum speed (mm/s) of dice that leave a moving cup."""
REST_SPEED: Final = 60.0  # speed in mm/s below which the hand is at rest
VELOCITY_SECONDS: Final = 0.08  # seconds before the release in which the velocity is measured
GENTLE_SPEEDS: Final = (570.0, 700.0)
LONG_SPEEDS: Final = (740.0, 795.0)
"""Ranges of speeds (mm/s) of a standard throw, and of one that has to reach the far border."""
_MIN_SPAN: Final = 0.01  # minimum seconds over which a velocity is measured, as events' times are coarse
_MEMORY_SECONDS: Final = 0.25  # seconds of motions that are kept, which determine the rattle
_LOUDEST_SPEED: Final = 1400.0  # mean speed of the cup, in mm/s, from which it rattles loudest


@dataclass(frozen=True, slots=True)
class Toss:
    """The input of a throw: position of the cup's mouth (mm), velocity (mm/s), number of dice."""

    x: float
    y: float
    vx: float
    vy: float
    dice_count: int = 2

    @classmethod
    def standard(cls, field: Field, edge: Edge, dice_count: int = 2, seed: int = 0, is_long: bool = False) -> Self:
        """Return a gentle throw from the player at `edge`; if `is_long`, it can touch the opposite border."""
        random = Random(seed)
        tray, direction = field.tray, 1 if edge == "top" else -1
        depth = (tray.bottom - tray.top) * (random.uniform(0.77, 0.81) if is_long else random.uniform(0.2, 0.3))
        x = tray.left + (tray.right - tray.left) * random.uniform(0.4, 0.6)
        y = tray.top + depth if edge == "top" else tray.bottom - depth
        speed = random.uniform(*(LONG_SPEEDS if is_long else GENTLE_SPEEDS))
        angle = direction * pi / 2 + random.uniform(-0.2, 0.2) * (1 if is_long else 1.5)
        return cls(*field.nearest_mouth(x, y), speed * cos(angle), speed * sin(angle), dice_count)


class _Sample(NamedTuple):
    time: float
    x: float
    y: float


class Shaking:
    """The recent motions of a cup in the hand."""

    def __init__(self, scale: float) -> None:
        """Begin without motions; `scale` is the number of mm on the table in a pixel."""
        self._scale = scale
        self._samples: deque[_Sample] = deque()

    def move(self, time: float, x: float, y: float) -> None:
        samples = self._samples
        if samples and time == samples[-1].time:
            samples.pop()
        samples.append(_Sample(time, x * self._scale, y * self._scale))
        while len(samples) > 2 and samples[1].time < time - _MEMORY_SECONDS:
            samples.popleft()

    def velocity(self, now: float) -> tuple[float, float] | None:
        """Return the velocity that the hand gives the dice, in mm/s; None if the hand is at rest."""
        if not self._samples:
            return None
        last = self._samples[-1]
        since = max(now - VELOCITY_SECONDS, self._samples[0].time)
        if last.time <= since:
            return None
        x, y = self._position_at(since)
        span = max(now - since, _MIN_SPAN)
        vx, vy = (last.x - x) / span, (last.y - y) / span
        speed = hypot(vx, vy)
        if speed < REST_SPEED:
            return None
        scale = min(max(speed, MIN_SPEED), MAX_SPEED) / speed
        return vx * scale, vy * scale

    def _position_at(self, time: float) -> tuple[float, float]:
        before, after = next((before, after) for before, after in pairwise(self._samples) if after.time > time)
        share = (time - before.time) / (after.time - before.time)
        return before.x + (after.x - before.x) * share, before.y + (after.y - before.y) * share

    def strength(self, now: float) -> float:
        """Return the strength of the rattle, 0 to 1, from the distance covered in the last quarter of a second."""
        recent = ((a, b) for a, b in pairwise(self._samples) if b.time >= now - _MEMORY_SECONDS)
        distance = sum(hypot(b.x - a.x, b.y - a.y) for a, b in recent)
        return min(1.0, distance / _MEMORY_SECONDS / _LOUDEST_SPEED)

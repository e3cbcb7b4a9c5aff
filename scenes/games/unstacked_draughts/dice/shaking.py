"""The hand that shakes the cup and throws: what it does with the mouse, and what the dice get of it."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from math import cos, hypot, isfinite, pi, sin
from random import Random
from typing import Final, Self

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

    def within(self, field: Field) -> Self:
        """The toss as it is done: over the tray, at a speed that dice leave a cup with. `ValueError` without dice.

        What is no number counts as the tray's middle, and as a hand that just tips the cup.
        """
        if self.dice not in (1, 2):
            raise ValueError(f"a throw is of one die or two, not {self.dice}")
        tray = field.tray
        x, y = field.mouth(
            self.x if isfinite(self.x) else (tray.left + tray.right) / 2,
            self.y if isfinite(self.y) else (tray.top + tray.bottom) / 2,
        )
        vx, vy = clamped(self.vx, self.vy) or (0.0, SLOWEST)
        return type(self)(x, y, vx, vy, self.dice)


def clamped(vx: float, vy: float) -> tuple[float, float] | None:
    """A velocity between the slowest and the fastest that dice leave a cup with; None where the hand rests.

    None too for what is no number; an infinite speed isn't one.
    """
    if not (isfinite(vx) and isfinite(vy)):
        return None
    largest = max(abs(vx), abs(vy))
    if largest == 0:
        return None
    x, y = vx / largest, vy / largest
    speed = largest * hypot(x, y)
    if speed < REST:
        return None
    wished = min(max(speed, SLOWEST), FASTEST) / hypot(x, y)
    return x * wished, y * wished


class Shaking:
    """A cup in the hand: told of every motion of the mouse, it knows how fast it goes and how much it rattles."""

    def __init__(self, scale: float) -> None:
        """`scale`: mm on the table for a pixel. `ValueError` if that is no size."""
        if not (isfinite(scale) and scale > 0):
            raise ValueError("a pixel is some millimetres wide")
        self._scale = scale
        self._samples: deque[tuple[float, float, float]] = deque()

    def move(self, time: float, x: float, y: float) -> None:
        """The mouse is at a point, in pixels. What is no number, or goes back in time, is not heeded."""
        if not (isfinite(time) and isfinite(x) and isfinite(y)):
            return
        samples = self._samples
        if samples and time < samples[-1][0]:
            return
        if samples and time == samples[-1][0]:
            samples.pop()
        samples.append((time, x * self._scale, y * self._scale))
        while len(samples) > 2 and samples[1][0] < time - _MEMORY:
            samples.popleft()

    def velocity(self, now: float) -> tuple[float, float] | None:
        """The hand's velocity of the last moments in mm/s, as dice get it; None: it rests."""
        samples = self._samples
        recent = [sample for sample in samples if sample[0] >= now - WINDOW]
        if not recent:
            return None
        first = samples[len(samples) - len(recent) - 1] if len(recent) < len(samples) else recent[0]
        last = recent[-1]
        begin = max(first[0], now - WINDOW)
        span = max(now, last[0]) - begin
        if last[0] <= first[0]:
            return None
        part = (begin - first[0]) / (recent[0][0] - first[0]) if recent[0][0] > first[0] else 0.0
        x = first[1] + (recent[0][1] - first[1]) * part
        y = first[2] + (recent[0][2] - first[2]) * part
        span = max(span, _SHORTEST)
        return clamped((last[1] - x) / span, (last[2] - y) / span)

    def strength(self, now: float) -> float:
        """How much it rattles, 0 to 1: by the way that the hand has gone in the last quarter of a second."""
        way = 0.0
        before: tuple[float, float, float] | None = None
        for sample in self._samples:
            if before is not None and sample[0] >= now - _MEMORY:
                way += hypot(sample[1] - before[1], sample[2] - before[2])
            before = sample
        return min(1.0, way / _MEMORY / _LOUDEST)

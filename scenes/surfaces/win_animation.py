"""The win animation: a light over the winner's tokens, which rise one after another. Pure; seconds and pixels."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from math import pi, sin
from typing import Final

from rules.contract import Seat, Table, Target
from scenes.surfaces.flights import Mover, smooth
from scenes.surfaces.layout import Box, Spots
from scenes.surfaces.motion import Cue, Frame

BEFORE: Final = 0.12
LIFT: Final = 0.44
APART: Final = 0.06
LONGEST: Final = 1.3
"""Until the first token rises; how long each is up; from one to the next; the longest time in all."""
HIGH: Final = 0.16
"""How high tokens rise, as a share of their size."""
BRIGHTENS: Final = 0.35
DIMS: Final = 0.3
"""How long the light fades in, and how long it fades out."""


@dataclass(frozen=True, slots=True)
class Light:
    """A round light on the table: its centre and its radius."""

    x: float
    y: float
    reach: float


@dataclass(frozen=True, slots=True)
class WinAnimation:
    """The film. `rising`: the targets whose tokens rise, in their order; `speed`: so many times as fast as usual."""

    last: Table
    spots: Spots
    rising: tuple[Target, ...]
    light: Light
    speed: float = 1.0
    cues: tuple[Cue, ...] = ()
    forward = True
    lands = above = binding = False

    @property
    def _apart(self) -> float:
        return min(APART, (LONGEST - BEFORE - LIFT) / max(1, len(self.rising) - 1))

    @property
    def _length(self) -> float:
        return max(BRIGHTENS + DIMS, BEFORE + LIFT + self._apart * max(0, len(self.rising) - 1))

    @property
    def seconds(self) -> float:
        return self._length / self.speed

    def shine(self, time: float) -> float:
        """How bright the light is, 0 to 1."""
        time *= self.speed
        return smooth(time / BRIGHTENS) * (1 - smooth((time - self._length + DIMS) / DIMS))

    def at(self, time: float) -> Frame:
        """The frame `time` seconds after the start."""
        if time >= self.seconds:
            return Frame(self.last)
        resting, movers = dict(self.last), []
        for number, target in enumerate(self.rising):
            part = (time * self.speed - BEFORE - number * self._apart) / LIFT
            if not 0 < part < 1:
                continue
            up, tokens, spot = sin(pi * part) ** 2, resting.pop(target), self.spots[target]
            looks = [token.look for token in tokens]
            for high, token in enumerate(tokens):
                x, y, size = spot.lie(looks, high)
                movers.append(Mover(token, x, y - HIGH * spot.size * up, size, lift=up, at=target))
        return Frame(resting, tuple(movers))


def honoured(
    table: Table, spots: Spots, area: Box, emblems: Sequence[str], winners: Collection[Seat]
) -> tuple[tuple[Target, ...], Light]:
    """The targets of the winners' tokens on the board, from the left, and the light over them.

    `emblems`: a sprite for each seat, whose name begins as those of the seat's tokens ("duck_chess/white-king").
    """
    sides = {_side(emblems[seat].rpartition("/")[2]) for seat in winners}
    there = [
        target
        for target, tokens in table.items()
        if _side(tokens[-1].look) in sides and not target.startswith("taken")
    ]
    there.sort(key=lambda target: (spots[target].x, -spots[target].y))
    middle = Light(area.x + area.h / 2, area.y + area.h / 2, 0.6 * area.h)
    if there:
        x, y = (sum(way) / len(there) for way in zip(*((spots[one].x, spots[one].y) for one in there), strict=True))
        middle = replace(middle, x=x, y=y)
    return tuple(there), middle


def _side(look: str) -> str:
    return look.partition("-")[0]

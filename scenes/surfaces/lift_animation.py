"""Lifting of tokens: under the mouse, in the hand, and back to their place. Pure.

Times in seconds, places in pixels.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import hypot, sin
from math import pi as half_turn
from typing import Final

from rules.contract import Target, Token
from scenes.surfaces.flights import Mover, Place, eased, smooth

RISE: Final = 0.08
"""Seconds in which a thing rises from the table, or sinks back, by whatever height."""
POINTED: Final = 0.4
PICKED: Final = 0.8
"""How far a thing is lifted that the pointer could take, and one that is picked; 1 is the hand's height."""
UP: Final = 0.09
"""How much higher a thing is seen that is lifted by 1 and stands where it stood, as a share of its size."""
NEAR: Final = 0.12
FAR: Final = 0.22
"""Seconds of the shortest and of the longest way home."""


def raised(mover: Mover, level: float) -> Mover:
    """The same, lifted so far above where it stands."""
    return replace(mover, y=mover.y - UP * mover.size * level, lift=max(mover.lift, level)) if level else mover


@dataclass(frozen=True, slots=True)
class Held:
    """What the pointer holds: tokens from the top of a target, and where the lowest one's centre belongs.

    They are on their way there since `since`, from (`dx`, `dy`) beside it, lifted by `level` already.
    """

    target: Target
    tokens: tuple[Token, ...]
    x: float
    y: float
    since: float = -RISE
    dx: float = 0.0
    dy: float = 0.0
    level: float = 1.0

    def hangs(self, now: float) -> bool:
        return now >= self.since + RISE

    def at(self, now: float) -> tuple[float, float, float]:
        """The lowest one's centre, and how far it is lifted."""
        left = 1 - eased((now - self.since) / RISE)
        return self.x + self.dx * left, self.y + self.dy * left, 1 - (1 - self.level) * left


@dataclass(frozen=True, slots=True)
class Homing:
    """Things that were let go where they may not lie: from there, each to its place; they lay on `target`."""

    target: Target
    tokens: tuple[Token, ...]
    starts: tuple[tuple[float, float], ...]
    ends: tuple[Place, ...]
    since: float
    seconds: float

    def over(self, now: float) -> bool:
        return now >= self.since + self.seconds

    def at(self, now: float) -> list[Mover]:
        """Where they are now, the lowest first: they come down as they arrive, and settle."""
        part = min(1.0, max(0.0, (now - self.since) / self.seconds))
        near, lift = eased(part), 1 - smooth(part)
        squash = sin(half_turn * max(0.0, part - 0.7) / 0.3)
        movers = []
        for token, (x, y), (left, top, size) in zip(self.tokens, self.starts, self.ends, strict=True):
            movers.append(Mover(token, x + (left - x) * near, y + (top - y) * near, size, lift=lift, squash=squash))
        return movers


def way_home(
    target: Target,
    tokens: tuple[Token, ...],
    starts: tuple[tuple[float, float], ...],
    ends: tuple[Place, ...],
    now: float,
    speed: float,
) -> Homing:
    """The way of things that were let go, `speed` times as fast as usual; the longer the farther it is."""
    (x, y), (left, top, size) = starts[0], ends[0]
    cells = hypot(left - x, top - y) / size
    return Homing(target, tokens, starts, ends, now, min(FAR, NEAR + 0.02 * cells) / speed)


@dataclass(frozen=True, slots=True)
class _Rise:
    """From one height to another since a moment."""

    start: float
    end: float
    since: float

    def at(self, now: float) -> float:
        return self.start + (self.end - self.start) * eased((now - self.since) / RISE)


class Rising:
    """How far each thing on the table is lifted that stays there."""

    def __init__(self) -> None:
        self._rises: dict[Target, _Rise] = {}

    def want(self, heights: Mapping[Target, float], now: float) -> None:
        """From now on things shall be so high; what isn't named lies on the table."""
        for target in heights.keys() | self._rises.keys():
            end = heights.get(target, 0.0)
            rise = self._rises.get(target)
            if (0.0 if rise is None else rise.end) != end:
                self._rises[target] = _Rise(0.0 if rise is None else rise.at(now), end, now)

    def drop(self, target: Target) -> float:
        """A thing has left its place: how high it was meant to be there."""
        rise = self._rises.pop(target, None)
        return 0.0 if rise is None else rise.end

    def clear(self) -> None:
        self._rises.clear()

    def at(self, now: float) -> dict[Target, float]:
        """How high everything is that doesn't lie."""
        for target in [one for one, rise in self._rises.items() if not rise.end and now >= rise.since + RISE]:
            del self._rises[target]
        return {target: rise.at(now) for target, rise in self._rises.items()}

    def moves(self, now: float) -> bool:
        """Whether anything is between two heights."""
        return any(now < rise.since + RISE for rise in self._rises.values())

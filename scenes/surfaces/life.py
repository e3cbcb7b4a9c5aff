"""The idle animation of a living thing on the table: when it blinks, hops and cries. Pure; times in seconds."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

BLINK: Final = 0.14
SQUASH: Final = 0.08
QUACK: Final = 0.25
"""Seconds of a blink, of the squash after a landing, of a cry."""
CRY: Final = 0.12
"""Seconds from a landing to the cry."""
HOP: Final = 0.34
"""Seconds of a hop on the spot."""
SELDOM: Final = (3.0, 6.5)
"""The least and the most seconds from one blink to the next."""
DROWSY: Final = 30.0
"""Seconds without an input after which it stays still."""


@dataclass(frozen=True, slots=True)
class Mood:
    """How a living token is shown now."""

    act: str = ""
    """"blink", "squash", "quack", or nothing."""
    watched: tuple[float, float] | None = None
    """The point of the window that it looks at."""
    hop: float = 0.0
    """How high it is in a hop, 0 to 1."""


class Life:
    """When a living thing does what. The stage tells it of landings, of calls and of every input."""

    def __init__(self) -> None:
        self._random = Random()
        self._stirred = 0.0
        self._blink: float | None = None
        self._landed: float | None = None
        self._cries: float | None = None
        self._hopped: float | None = None

    def stir(self, now: float) -> None:
        """There was an input."""
        self._stirred = now
        if self._blink is None:
            self._blink = now + self._random.uniform(*SELDOM)

    def land(self, now: float, cries: bool) -> None:
        """It has landed; soon it cries once, if it `cries` at all."""
        self._landed = now
        self._cries = now + CRY if cries else None

    def call(self, now: float) -> None:
        """It is its turn: it hops once."""
        self._hopped = now

    def heard(self, now: float) -> bool:
        """Whether its cry is due; True once."""
        due = self._cries is not None and now >= self._cries
        if due:
            self._cries = None
        return due

    def act(self, now: float, cries: bool, blinks: bool) -> str:
        """Its act: see `Mood.act`."""
        if self._landed is not None:
            since = now - self._landed
            if since < SQUASH:
                return "squash"
            if cries and CRY <= since < CRY + QUACK:
                return "quack"
        if not blinks or self._blink is None or now < self._blink:
            return ""
        if now < self._blink + BLINK:
            return "blink"
        following = now + self._random.uniform(*SELDOM)
        self._blink = following if following - self._stirred <= DROWSY else None
        return ""

    def hop(self, now: float) -> float:
        """How high it is in its hop, 0 to 1."""
        if self._hopped is None or not self._hopped <= now < self._hopped + HOP:
            return 0.0
        part = (now - self._hopped) / HOP
        return 4 * part * (1 - part)

    def pace(self, now: float, cries: bool, blinks: bool) -> float | None:
        """Seconds until it changes; None: not without a call or a landing."""
        moments = []
        if self._hopped is not None and now < self._hopped + HOP:
            moments.append(now)
        if self._landed is not None:
            moments += [self._landed + SQUASH, *((self._landed + CRY, self._landed + CRY + QUACK) if cries else ())]
        if self._cries is not None:
            moments.append(self._cries)
        if blinks and self._blink is not None:
            moments += [self._blink, self._blink + BLINK]
        return min((moment - now for moment in moments if moment >= now), default=None)

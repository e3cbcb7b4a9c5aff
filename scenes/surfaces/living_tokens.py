"""The idle animation of a living token: when it blinks, hops and cries. Pure; times in seconds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

from rules.contract import Target
from scenes.surfaces.constants import (
    BLINK_INTERVAL_SECONDS,
    BLINK_SECONDS,
    CRY_DELAY_SECONDS,
    DOZE_AFTER_SECONDS,
    HOP_SECONDS,
    QUACK_SECONDS,
    TRACE_FADE_SECONDS,
)


@dataclass(frozen=True, slots=True)
class Mood:
    """The current appearance of a living token."""

    act: str = ""  # "blink", "quack", or empty
    watched: tuple[float, float] | None = None  # point of the window that it looks at
    hop: float = 0.0  # height within its hop, 0 to 1
    traces: Mapping[Target, float] = field(default_factory=dict)  # opacity of the marks of its former places, 0 to 1


class Life:
    """The schedule of a living token's acts; the stage reports landings, calls and input to it."""

    def __init__(self) -> None:
        self._random = Random()
        self._stirred = 0.0
        self._blink: float | None = None
        self._landed: float | None = None
        self._cries: float | None = None
        self._hopped: float | None = None
        self._left: frozenset[Target] = frozenset()
        self._left_before: frozenset[Target] = frozenset()
        self._faded = 0.0
        """Former places, those before them, and the time until which the marks fade."""

    def stir(self, now: float) -> None:
        """Record an input, which keeps it awake."""
        self._stirred = now
        if self._blink is None:
            self._blink = now + self._random.uniform(*BLINK_INTERVAL_SECONDS)

    def land(self, now: float, cries: bool) -> None:
        """Record a landing; if `cries`, a cry follows after `CRY_DELAY_SECONDS` seconds."""
        self._landed = now
        self._cries = now + CRY_DELAY_SECONDS if cries else None

    def call(self, moment: float) -> None:
        """Schedule one hop at `moment`, when its turn begins."""
        self._hopped = moment

    def traces(self, left: frozenset[Target], now: float, still: bool) -> dict[Target, float]:
        """Return the opacities for `Mood.traces`, updating them to `left`; without a fade if `still`."""
        if left != self._left:
            self._left_before, self._left, self._faded = self._left, left, now if still else now + TRACE_FADE_SECONDS
        part = 1.0 if now >= self._faded else 1 - (self._faded - now) / TRACE_FADE_SECONDS
        going = {} if part == 1 else dict.fromkeys(self._left_before, 1 - part)
        return {**going, **dict.fromkeys(left, part)}

    def finish_traces(self) -> None:
        self._faded = 0.0

    def take_due_cry(self, now: float) -> bool:
        """Return whether its cry is due; True only once per cry."""
        due = self._cries is not None and now >= self._cries
        if due:
            self._cries = None
        return due

    def act(self, now: float, cries: bool, blinks: bool) -> str:
        if (
            cries
            and self._landed is not None
            and CRY_DELAY_SECONDS <= now - self._landed < CRY_DELAY_SECONDS + QUACK_SECONDS
        ):
            return "quack"
        if not blinks or self._blink is None or now < self._blink:
            return ""
        if now < self._blink + BLINK_SECONDS:
            return "blink"
        following = now + self._random.uniform(*BLINK_INTERVAL_SECONDS)
        self._blink = following if following - self._stirred <= DOZE_AFTER_SECONDS else None
        return ""

    def hop(self, now: float) -> float:
        if self._hopped is None or not self._hopped <= now < self._hopped + HOP_SECONDS:
            return 0.0
        part = (now - self._hopped) / HOP_SECONDS
        return 4 * part * (1 - part)

    def pace(self, now: float, cries: bool, blinks: bool) -> float | None:
        """Return the seconds until its next change; None: no change without a call or a landing."""
        moments = []
        if self._hopped is not None and now < self._hopped + HOP_SECONDS:
            moments.append(max(now, self._hopped))
        if now < self._faded:
            moments.append(now)
        if self._landed is not None:
            moments += (
                [self._landed + CRY_DELAY_SECONDS, self._landed + CRY_DELAY_SECONDS + QUACK_SECONDS] if cries else []
            )
        if self._cries is not None:
            moments.append(self._cries)
        if blinks and self._blink is not None:
            moments += [self._blink, self._blink + BLINK_SECONDS]
        return min((moment - now for moment in moments if moment >= now), default=None)

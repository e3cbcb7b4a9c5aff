"""The times at which living tokens, such as the duck, blink, hop and cry. No pygame.

The fading of the marks of their former places is timed here too.
"""

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
    """The current appearance of a living token and of the marks of its former places."""

    act: str = ""  # "blink", "quack", or empty
    watched: tuple[float, float] | None = None  # point of the window that it looks at
    hop: float = 0.0  # current height of its hop, 0 to 1
    traces: Mapping[Target, float] = field(default_factory=dict)  # opacity of the marks of its former places, 0 to 1


class LivingToken:
    """The schedule of a living token's animations; the stage reports inputs, landings and turns to it."""

    def __init__(self) -> None:
        self._random = Random()
        self._last_input = 0.0
        self._blink_at: float | None = None
        self._landed_at: float | None = None
        self._cry_at: float | None = None
        self._hop_at: float | None = None
        self._traced_targets: frozenset[Target] = frozenset()
        self._fading_targets: frozenset[Target] = frozenset()
        self._fade_end = 0.0
        """The marked places, the places marked before them, and the time when the change between the two ends."""

    def note_input(self, now: float) -> None:
        """Record the time of an input by the person, after which the token blinks for some time."""
        self._last_input = now
        if self._blink_at is None:
            self._blink_at = now + self._random.uniform(*BLINK_INTERVAL_SECONDS)

    def note_landing(self, now: float, can_cry: bool) -> None:
        """Record the time of a landing; if `can_cry`, a cry follows after `CRY_DELAY_SECONDS` seconds."""
        self._landed_at = now
        self._cry_at = now + CRY_DELAY_SECONDS if can_cry else None

    def schedule_hop(self, time: float) -> None:
        self._hop_at = time

    def update_traces(self, former_places: frozenset[Target], now: float, is_still: bool) -> dict[Target, float]:
        """Return the opacities for `Mood.traces`; unless `is_still`, new places' marks fade in and old ones out."""
        if former_places != self._traced_targets:
            self._fading_targets, self._traced_targets, self._fade_end = (
                self._traced_targets,
                former_places,
                now if is_still else now + TRACE_FADE_SECONDS,
            )
        progress = 1.0 if now >= self._fade_end else 1 - (self._fade_end - now) / TRACE_FADE_SECONDS
        fading = {} if progress == 1 else dict.fromkeys(self._fading_targets, 1 - progress)
        return {**fading, **dict.fromkeys(former_places, progress)}

    def finish_traces(self) -> None:
        self._fade_end = 0.0

    def take_due_cry(self, now: float) -> bool:
        """Return whether a cry is due; it is True only once per cry."""
        is_due = self._cry_at is not None and now >= self._cry_at
        if is_due:
            self._cry_at = None
        return is_due

    def advance_act(self, now: float, can_cry: bool, can_blink: bool) -> str:
        """Return the current `Mood.act`, and schedule the next blink after the end of one."""
        since_landing = -1.0 if self._landed_at is None else now - self._landed_at
        if can_cry and CRY_DELAY_SECONDS <= since_landing < CRY_DELAY_SECONDS + QUACK_SECONDS:
            return "quack"
        if not can_blink or self._blink_at is None or now < self._blink_at:
            return ""
        if now < self._blink_at + BLINK_SECONDS:
            return "blink"
        next_blink = now + self._random.uniform(*BLINK_INTERVAL_SECONDS)
        self._blink_at = next_blink if next_blink - self._last_input <= DOZE_AFTER_SECONDS else None
        return ""

    def hop(self, now: float) -> float:
        """Return the current height of the hop, 0 to 1."""
        if self._hop_at is None or not self._hop_at <= now < self._hop_at + HOP_SECONDS:
            return 0.0
        progress = (now - self._hop_at) / HOP_SECONDS
        return 4 * progress * (1 - progress)

    def wait_seconds(self, now: float, can_cry: bool, can_blink: bool) -> float | None:
        """Return the seconds until the next change; None if only an input, a landing or a hop can cause one."""
        times = []
        if self._hop_at is not None and now < self._hop_at + HOP_SECONDS:
            times.append(max(now, self._hop_at))
        if now < self._fade_end:
            times.append(now)
        if self._landed_at is not None and can_cry:
            times += [self._landed_at + CRY_DELAY_SECONDS, self._landed_at + CRY_DELAY_SECONDS + QUACK_SECONDS]
        if self._cry_at is not None:
            times.append(self._cry_at)
        if can_blink and self._blink_at is not None:
            times += [self._blink_at, self._blink_at + BLINK_SECONDS]
        return min((time - now for time in times if time >= now), default=None)

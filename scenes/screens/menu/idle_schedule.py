"""The timing of the idle animations on the menu: rare, one at a time to its end, while a person is there. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from scenes.screens.constants import IDLE_FRAME_SECONDS
from scenes.surfaces.constants import BLINK_INTERVAL_SECONDS, DOZE_AFTER_SECONDS


class IdleSchedule:
    def __init__(self, lengths: Sequence[float]) -> None:
        """Take the durations of the animations in seconds; 0 for a game without one."""
        self._lengths = lengths
        self._random = Random()
        self._seen = 0.0
        self._due: float | None = None
        self._begun: tuple[int, float] | None = None
        self._last = -1

    def note_activity(self, now: float) -> None:
        """Take note of an action by the person."""
        self._seen = now
        if self._due is None and self._begun is None:
            self._due = now + self._random.uniform(*BLINK_INTERVAL_SECONDS)

    def stop(self) -> None:
        """Run no animations until the next `notice`."""
        self._due = self._begun = None

    def at(self, now: float) -> tuple[int, float] | None:
        """Return the number of the running animation and the seconds it has run."""
        if self._begun is None and self._due is not None and now >= self._due:
            self._begin(now)
        if self._begun is None:
            return None
        number, start = self._begun
        if now < start + self._lengths[number]:
            return number, now - start
        following = max(now, start + self._random.uniform(*BLINK_INTERVAL_SECONDS))
        self._begun, self._due = None, following if following - self._seen <= DOZE_AFTER_SECONDS else None
        return None

    def _begin(self, now: float) -> None:
        """Begin an animation other than the last one, unless it is much too late, as after a sheet covered all."""
        assert self._due is not None
        able = [number for number, seconds in enumerate(self._lengths) if seconds]
        others = [number for number in able if number != self._last] or able
        self._due = None
        if others and now - self._seen <= DOZE_AFTER_SECONDS:
            self._last = self._random.choice(others)
            self._begun = (self._last, now)

    def pace(self, now: float) -> float | None:
        """Return the seconds until the next change; None if there is none before the next `notice`."""
        if self._begun is not None:
            return IDLE_FRAME_SECONDS
        return None if self._due is None else max(0.0, self._due - now)

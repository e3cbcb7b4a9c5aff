"""The times of idle animations on the menu: one now and then, unless the person is inactive for long. No pygame."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from scenes.screens.constants import IDLE_END_SECONDS, IDLE_FRAME_SECONDS, IDLE_INTERVAL_SECONDS


class IdleSchedule:
    def __init__(self, durations: Sequence[float]) -> None:
        """Make a schedule for animations of these durations, in seconds; 0 stands for a game without an animation."""
        self._durations = durations
        self._random = Random()
        self._last_activity_at = 0.0
        self._due_at: float | None = None
        self._running: tuple[int, float] | None = None  # the number of the running animation, and its start
        self._last_animation = -1  # the number of the last one; -1: none yet

    def note_activity(self, now: float) -> None:
        """Record an action by the person; until `IDLE_END_SECONDS` after the last one, animations may begin."""
        self._last_activity_at = now
        if self._due_at is None and self._running is None:
            self._due_at = now + self._random.uniform(*IDLE_INTERVAL_SECONDS)

    def stop(self) -> None:
        """End the running animation, and run none until the next activity."""
        self._due_at = self._running = None

    def advance(self, now: float) -> tuple[int, float] | None:
        """Begin or end an animation if it is time; return the number and age of the running one, or None."""
        if self._running is None and self._due_at is not None and now >= self._due_at:
            self._begin(now)
        if self._running is None:
            return None
        number, start = self._running
        if now < start + self._durations[number]:
            return number, now - start
        following = max(now, start + self._random.uniform(*IDLE_INTERVAL_SECONDS))
        self._running = None
        self._due_at = following if following - self._last_activity_at <= IDLE_END_SECONDS else None
        return None

    def _begin(self, now: float) -> None:
        """Begin an animation, if possible another than last time, unless the person was inactive for too long."""
        assert self._due_at is not None
        candidates = [number for number, seconds in enumerate(self._durations) if seconds]
        others = [number for number in candidates if number != self._last_animation] or candidates
        self._due_at = None
        if others and now - self._last_activity_at <= IDLE_END_SECONDS:
            self._last_animation = self._random.choice(others)
            self._running = (self._last_animation, now)

    def wait_seconds(self, now: float) -> float | None:
        """Return the seconds until the next change; None if there is none before the next activity."""
        if self._running is not None:
            return IDLE_FRAME_SECONDS
        return None if self._due_at is None else max(0.0, self._due_at - now)

"""Time controls: none, or minutes with an increment. All times are seconds; callers pass the current time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from rules.common.quoting import shown
from rules.contract import NATURE, Seat


@dataclass(frozen=True, slots=True)
class Control:
    """`minutes` for the whole match and `increment` seconds after each turn; 0 minutes: no clock."""

    minutes: int = 0
    increment: int = 0

    def __str__(self) -> str:
        return f"{self.minutes}+{self.increment}" if self.minutes else "none"

    @classmethod
    def read(cls, text: str) -> Self:
        """Read `none` or minutes+seconds such as `10+5`. Raises ValueError with a sentence."""
        if text == "none":
            return cls()
        minutes, plus, increment = text.partition("+")
        ascii_digits = minutes.isascii() and increment.isascii() and minutes.isdigit() and increment.isdigit()
        if not plus or not ascii_digits or not 1 <= int(minutes) <= 600 or int(increment) > 600:
            raise ValueError(f'"{shown(text, 20)}" is no time control: write none, or minutes+seconds such as 10+5.')
        return cls(int(minutes), int(increment))


class Clock:
    """The seconds left to each seat. Only the seat to move loses time, and only while the clock runs."""

    def __init__(self, control: Control, seats: int) -> None:
        self.control = control
        self._left = [60.0 * control.minutes] * seats
        self._running: Seat | None = None
        self._since = 0.0

    @property
    def runs(self) -> bool:
        """Whether the time of a seat is running."""
        return self._running is not None

    def left(self, seat: Seat, now: float) -> float:
        """Seconds left to a seat, never below 0."""
        spent = now - self._since if seat == self._running else 0.0
        return max(0.0, self._left[seat] - spent)

    def start(self, seat: Seat, now: float) -> None:
        """Start the time of `seat` at `now`; first stop the seat whose time ran."""
        self.stop(now)
        if self.control.minutes:
            self._running, self._since = seat, now

    def stop(self, now: float) -> None:
        """Stop the clock, for a pause or at the end."""
        if self._running is not None:
            self._left[self._running] -= now - self._since
            self._running = None

    def flagged(self, now: float) -> Seat | None:
        """The seat whose time is up, or None."""
        if self._running is not None and self.left(self._running, now) <= 0.0:
            return self._running
        return None

    def add(self, seat: Seat, seconds: float) -> None:
        """Add seconds to a seat: the increment after a turn, or the time of an undone turn. Nature has no time."""
        if self.control.minutes and seat != NATURE:
            self._left[seat] += seconds

"""Time controls, and the clock of a match. The clock counts seconds; callers pass the current time as `now`."""

import copy
from dataclasses import dataclass
from typing import Final, Self

from rules.common.quoting import make_printable
from rules.contract import NATURE, Seat

MAX_TIME: Final = 600  # maximum minutes of a match, and maximum increment in seconds
_LATE_SUFFIX: Final = " from turn 2"


@dataclass(frozen=True, slots=True)
class Control:
    """A time control: `minutes` for each seat, and `increment` seconds added after each turn; 0 minutes: no clock."""

    minutes: int = 0
    increment: int = 0
    late: bool = False  # the first turn of each seat takes no time from its clock and adds none

    def __str__(self) -> str:
        return f"{self.minutes}+{self.increment}{_LATE_SUFFIX if self.late else ''}" if self.minutes else "none"

    @classmethod
    def read(cls, text: str) -> Self:
        """Read `none`, minutes+seconds such as `10+5`, or `10+5 from turn 2`. Raises ValueError with a sentence."""
        if text == "none":
            return cls()
        minutes, _, increment = text.removesuffix(_LATE_SUFFIX).partition("+")
        try:
            return cls.read_numbers(minutes, increment, late=text.endswith(_LATE_SUFFIX))
        except ValueError:
            known = "none, or minutes+seconds such as 10+5"
            raise ValueError(
                f'"{make_printable(text, 40)}" is no time control: write {known}{_LATE_SUFFIX} or 10+5.'
            ) from None

    @classmethod
    def read_numbers(cls, minutes: str, increment: str, late: bool = False) -> Self:
        """Read 1 to `MAX_TIME` minutes and an increment of 0 to `MAX_TIME` seconds. Raises ValueError otherwise."""
        if not all(digits.isascii() and digits.isdigit() and len(digits) < 9 for digits in (minutes, increment)):
            raise ValueError("not two numbers")
        if not (1 <= int(minutes) <= MAX_TIME and int(increment) <= MAX_TIME):
            raise ValueError("out of bounds")
        return cls(int(minutes), int(increment), late)


class Clock:
    """The clock of a match: the seconds left to each seat; at most one seat's time runs at once."""

    def __init__(self, control: Control, seats: int) -> None:
        self.control = control
        self._seconds_left = [60.0 * control.minutes] * seats
        self._running: Seat | None = None
        self._started_at = 0.0

    def copy(self) -> Self:
        clone = copy.copy(self)
        clone._seconds_left = list(self._seconds_left)
        return clone

    @property
    def is_running(self) -> bool:
        return self._running is not None

    def seconds_left(self, seat: Seat, now: float) -> float:
        spent = now - self._started_at if seat == self._running else 0.0
        return max(0.0, self._seconds_left[seat] - spent)

    def start(self, seat: Seat, now: float) -> None:
        self.stop(now)
        if self.control.minutes:
            self._running, self._started_at = seat, now

    def stop(self, now: float) -> None:
        if self._running is not None:
            self._seconds_left[self._running] -= now - self._started_at
            self._running = None

    def find_flagged_seat(self, now: float) -> Seat | None:
        if self._running is not None and self.seconds_left(self._running, now) <= 0.0:
            return self._running
        return None

    def add_seconds(self, seat: Seat, seconds: float) -> None:
        """Add seconds, perhaps negative, to the time left to a seat. Does nothing for Nature or without a clock."""
        if self.control.minutes and seat != NATURE:
            self._seconds_left[seat] += seconds

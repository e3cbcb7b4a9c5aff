"""The clock of a match whose rules limit the time of each turn. No pygame.

Its events are played in `play_moves`; its texts are in `shown_state`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from rules.contract import Seat
from rules.match import Match
from scenes.table.constants import TENTH_POLL_SECONDS, TICKING_SECONDS
from scenes.ui.constants import SHORT_TURN_SECONDS


@dataclass(frozen=True, slots=True)
class TurnClock:
    """The clock of a match whose rules limit the time of each turn."""

    match: Match
    persons: Sequence[Seat]
    is_stopped: bool  # whether the clock waits for the players: before the first turn, and after a reopening

    @property
    def is_waiting(self) -> bool:
        """Whether the match goes on and its clock waits for the players."""
        return self.is_stopped and self.match.outcome() is None

    @property
    def has_begun(self) -> bool:
        return bool(self.match.plies) or self.match.spent_seconds > 0.0

    def read_tick(self, now: float) -> tuple[int, int] | None:
        """Return (number of plies, seconds left for the turn, rounded up); None if no time limit applies now."""
        left = self.match.turn_seconds_left(now) if self.match.outcome() is None else None
        return None if left is None else (len(self.match.plies), ceil(left))

    def is_covered(self, is_below_screen: bool) -> bool:
        """Return whether the board is hidden because time stands still; `is_below_screen`: below another screen."""
        if self.match.outcome() is not None or not self.persons:
            return False
        return (is_below_screen or self.is_stopped) and self.has_begun

    def wait_seconds(self, now: float) -> float | None:
        """Return the seconds until the clock has an event or shows another time; None while it stands still."""
        due, match_seconds_left = self.match.seconds_to_event(now), self.match.match_seconds_left(now)
        turn_seconds_left = self.match.turn_seconds_left(now)
        if due is None or turn_seconds_left is None:
            return None
        turn_change = (
            TENTH_POLL_SECONDS if turn_seconds_left <= SHORT_TURN_SECONDS + 1 else turn_seconds_left % 1 + 0.001
        )
        return min(due, turn_change, due if match_seconds_left is None else match_seconds_left % 1 + 0.001)


def is_tick(before: tuple[int, int] | None, tick: tuple[int, int] | None) -> bool:
    """Return whether one of the last seconds of a turn began between two results of `read_tick`."""
    if before is None or tick is None:
        return False
    return tick < before and tick[0] == before[0] and tick[1] <= TICKING_SECONDS

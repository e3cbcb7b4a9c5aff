"""The clocks of a match whose rules give each turn a time. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from rules.contract import Seat
from rules.match import Match
from scenes.table.constants import TENTH_POLL_SECONDS, TICKING_SECONDS
from scenes.ui.clock_text import SHORT_TURN


@dataclass(frozen=True, slots=True)
class GameClock:
    """The clocks of a match whose rules give a time."""

    match: Match
    persons: Sequence[Seat]
    is_stopped: bool  # whether they wait for the players: before the first turn, and after a reopening

    @property
    def is_waiting(self) -> bool:
        """Whether the clocks of a match that goes on wait for the players."""
        return self.is_stopped and self.match.outcome() is None

    @property
    def has_begun(self) -> bool:
        return bool(self.match.plies) or self.match.spent_seconds > 0.0

    def read_tick(self, now: float) -> tuple[int, int] | None:
        """Return the plies played and the whole seconds left of the turn; None where no turn has a time."""
        left = self.match.turn_left(now) if self.match.outcome() is None else None
        return None if left is None else (len(self.match.plies), ceil(left))

    def is_covered(self, below: bool) -> bool:
        """Whether the board is hidden because time stands still. `below`: another screen lies over the table."""
        if self.match.outcome() is not None or not self.persons:
            return False
        return (below or self.is_stopped) and self.has_begun

    def pace(self, now: float) -> float | None:
        """Return the seconds until a clock does something or shows something else; None while none runs."""
        match = self.match
        due, turn, whole = match.seconds_to_event(now), match.turn_left(now), match.match_left(now)
        if due is None or turn is None:
            return None
        shown = TENTH_POLL_SECONDS if turn <= SHORT_TURN + 1 else turn % 1 + 0.001
        return min(due, shown, due if whole is None else whole % 1 + 0.001)


def is_tick(before: tuple[int, int] | None, tick: tuple[int, int] | None) -> bool:
    """Return whether one of the last seconds of a turn has begun between two looks at its clock."""
    if before is None or tick is None:
        return False
    return tick < before and tick[0] == before[0] and tick[1] <= TICKING_SECONDS

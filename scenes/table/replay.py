"""Looking back on a match: a turn picked in the list, one turn on as it happened, and the whole match as a replay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.match import Change
from scenes.table import status_text

if TYPE_CHECKING:
    from scenes.table.controller import MatchController

FIRST_TURN: Final = 0.3
"""Seconds until the first turn of a replay."""
TURN_PACE: Final = 1.0
"""Seconds from one turn to the next."""


class Replay:
    """What is looked back on, as far as it moves; which position that is, the ply cursor says."""

    def __init__(self, match: MatchController) -> None:
        self._table = match
        self.due: float | None = None
        """When the replay goes on, while it runs."""

    def toggle(self) -> None:
        """Let the match run, from its beginning if nothing comes after what is shown; or stop it."""
        cursor = self._table.cursor
        if self.due is not None:
            self.due = None
            return
        if cursor.live or cursor.at_end:
            self._table.look(0)
        self.due = self._table.now() + FIRST_TURN

    def first(self) -> None:
        """The position before the first turn."""
        self._table.look(0)

    def previous(self) -> None:
        """One turn back."""
        self._table.look(self._table.cursor.back())

    def next(self) -> None:
        """One turn on."""
        self.due = None
        self._step_on()

    def last(self) -> None:
        """The position after the last turn."""
        self._table.look(len(self._table.match.plies))

    def pick(self, cell: int) -> None:
        """The position after the turn in a cell of the list."""
        span = status_text.span_in(self._table.session, cell)
        if span is not None:
            self._table.look(span.last)
            self._table.refresh()

    def _step_on(self) -> None:
        table, span = self._table, self._table.cursor.on()
        if span is None:
            return
        table.listener.jump()
        for ply in range(span.first, span.last):
            before, after = table.match.positions[ply : ply + 2]
            table.listener.animate(Change(before, after, table.match.plies[ply].move), {}, False)
        table.cursor.look(span.last)
        table.go_on()

    def update(self, now: float) -> None:
        """Go on, when it is time."""
        if self.due is not None and now >= self.due and self._table.settled:
            self._step_on()
            self.due = None if self._table.cursor.at_end else now + TURN_PACE
            self._table.refresh()

    def pace(self, now: float) -> float | None:
        """Seconds until `update` is wanted; while something moves, that is what comes next."""
        return None if self.due is None or not self._table.settled else max(0.0, self.due - now)

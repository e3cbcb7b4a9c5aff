"""Looking back on a match: turns shown again, one picked in the list, the next one, the whole match as a replay."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Literal

from rules.contract import NATURE
from rules.match import Change, Span
from scenes.table import status_text
from scenes.table.policy import FIRST_TURN, REST_AT_LINE, TURN_PACE

if TYPE_CHECKING:
    from scenes.table.facts import MatchHost


class Replay:
    """What is looked back on, as far as it moves; which position that is, the ply cursor says. What is shown again
    leads to the position that lies there: nothing waits for it, and whatever happens ends it."""

    def __init__(self, match: MatchHost) -> None:
        self._table = match
        self.due: float | None = None
        """When the replay goes on, while it runs."""
        self.pointed: int | None = None
        self.pointed_due: float | None = None
        """The cell of the list that the pointer or the keyboard is on, and when its turn is shown again."""
        self._quiet = False
        """What was shown again last was so for that."""

    # --- shown again

    @property
    def again_turns(self) -> range:
        """The plies that a key shows again; none where nothing was played, or it may not be seen now.

        Those of the others since the person's last turn, and what was done since; else, and where one looks back,
        those of the last turn on the board.
        """
        table, cursor, match = self._table, self._table.cursor, self._table.match
        if table.chance.covers or table.chance.pending or table.stopped:
            return range(0)
        spans = [span for span in match.turns() if span.first < cursor.ply]
        if not spans or spans[-1].seat == NATURE:
            return range(0)
        persons, position = table.session.persons, match.position
        seat = persons[0] if len(persons) == 1 else position.to_move
        under_way = spans[-1].seat == seat == position.to_move and len(spans) > 1
        ended = spans[:-1] if under_way else spans
        others = list(takewhile(lambda span: span.seat not in (seat, NATURE), reversed(ended)))
        first = others[-1] if others and cursor.live else spans[-1]
        return range(first.first, cursor.ply)

    def again(self) -> None:
        """Show the last turns again, or stop that."""
        table, plies = self._table, self.again_turns
        if table.listener.repeating:
            table.listener.jump()
        elif plies:
            self._show(plies, "again")
        elif not (table.chance.covers or table.chance.pending):
            table.listener.say(table.words("table.nothing_again"))

    def _show(self, plies: range, kind: Literal["step", "again"], quiet: bool = False) -> None:
        match, self._quiet = self._table.match, quiet
        positions = match.positions
        changes = [Change(positions[ply], positions[ply + 1], match.plies[ply].move) for ply in plies]
        self._table.listener.repeat(changes, kind, quiet)

    def point(self, cell: int | None) -> None:
        """The pointer or the keyboard is on this cell of the list: if its turn is the last on the board it is shown
        again after a while, until they leave it."""
        self.pointed = cell
        wanted = cell is not None and self._table.settings.animation != "off"
        self.pointed_due = self._table.now() + REST_AT_LINE if wanted else None
        if self._quiet and self._table.listener.repeating:
            self._table.listener.jump()
        self._table.listener.mark()

    def _show_pointed(self) -> None:
        table, cell = self._table, self.pointed
        self.pointed_due = None
        if cell is None or cell != table.state.current or not self.again_turns or not table.listener.uncovered:
            return
        if self._rests and self.due is None and not table.choosing:
            span = status_text.span_in(table.session, cell)
            if span is not None:
                self._show(range(span.first, table.cursor.ply), "again", quiet=True)

    # --- looking back

    def toggle(self) -> None:
        """Let the match run, from its beginning if nothing comes after what is shown; or stop it."""
        cursor = self._table.cursor
        if self.due is not None:
            self.due = None
            return
        if cursor.live or cursor.at_end:
            self._table.look(0)
        self.due = self._table.now() + FIRST_TURN

    def next(self) -> None:
        """One turn on."""
        self.due = None
        self._step_on()

    def pick(self, cell: int) -> None:
        """The position after the turn in a cell of the list, and how it came to that."""
        span = status_text.span_in(self._table.session, cell)
        if span is not None:
            self._go(span)
            self._table.refresh()

    def _step_on(self) -> None:
        span = self._table.cursor.on()
        if span is not None:
            due = self.due
            self._go(span)
            self.due = due

    def _go(self, span: Span) -> None:
        table = self._table
        table.look(span.last)
        if table.cursor.ply == span.last:
            self._show(range(span.first, span.last), "step")

    def update(self, now: float) -> None:
        """Go on, when it is time."""
        if self.pointed_due is not None and now >= self.pointed_due and self._table.settled:
            self._show_pointed()
        if self.due is not None and now >= self.due and self._rests:
            self._step_on()
            self.due = None if self._table.cursor.at_end else now + TURN_PACE
            self._table.refresh()

    @property
    def _rests(self) -> bool:
        return self._table.settled and not self._table.listener.repeating

    def pace(self, now: float) -> float | None:
        """Seconds until `update` is wanted; while something moves, that is what comes next."""
        wanted = [self.due] if self._rests and self.due is not None else []
        wanted += [self.pointed_due] if self._table.settled and self.pointed_due is not None else []
        return max(0.0, min(wanted) - now) if wanted else None

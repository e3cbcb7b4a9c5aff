"""The programs at the table: when they are asked, and what becomes of their answers.

A turn is played after a pause, a hint is shown, trouble is said. Whom to ask, and how, opponents.py knows.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from rules import abilities
from rules.contract import Move, Position
from scenes.table.opponents import Opponents, Reply
from scenes.table.replay import TURN_PACE

if TYPE_CHECKING:
    from scenes.table.controller import MatchController

LOOK: Final = 0.015
"""Seconds between two looks for an answer."""
LONGEST: Final = 10.0
"""No pace of a match between computers makes it wait longer for a turn, in seconds."""


class Programs:
    """What the programs of a match answered, and the adviser."""

    def __init__(self, match: MatchController) -> None:
        self._table = match
        self.opponents = Opponents(match.app, match.session)
        self._reply: Reply | None = None
        """The turn that waits for its moment."""
        self._asked_at = self._due = 0.0

    @property
    def answered(self) -> bool:
        """Whether a turn waits for its moment."""
        return self._reply is not None

    @property
    def busy(self) -> bool:
        """Whether an answer is waited for, or waits for its moment."""
        return self.answered or self.opponents.thinker.busy

    # --- asking

    def ask(self) -> None:
        """Whoever is a program may move too, or has to: it is asked, if it isn't being asked already."""
        table, opponents = self._table, self.opponents
        if self._reply is not None or opponents.asked is not None:
            return
        position = table.match.position
        self._asked_at = table.now()
        if not abilities.shows_hints(position):
            if table.chance.opening_move() is None:
                opponents.attend(position)
        elif not table.waiting and table.session.computer(position.to_move):
            opponents.think(position, table.match.turn_left(self._asked_at))

    def advise(self) -> None:
        """Look for a hint."""
        table = self._table
        if table.mine and table.clock is None and not self.opponents.thinker.busy:
            self.opponents.advise(table.match.position)
            table.note = table.words("table.hint_wait")

    def forget(self) -> None:
        """The match goes another way: nothing that was asked is wanted any more."""
        self.opponents.stop()
        self._reply = None

    # --- answers

    def update(self, now: float) -> None:
        """Take what came back, and play the turn whose moment has come."""
        reply = self.opponents.poll()
        if reply is not None:
            self._take(reply, now)
        if self._reply is not None and now >= self._due and self._may_move:
            self._play(self._reply, now)

    def pace(self, now: float) -> float | None:
        """Seconds until `update` is wanted."""
        wanted = [LOOK] if self.opponents.watched else []
        if self._reply is not None and self._may_move:
            wanted.append(max(0.0, self._due - now))
        return min(wanted, default=None)

    @property
    def _may_move(self) -> bool:
        """Whether nothing on the table has to come to rest first."""
        return self._table.chance.must_finish or self._table.settled

    def _take(self, reply: Reply, now: float) -> None:
        table, words = self._table, self._table.words
        table.note = None
        if reply.failed:
            table.note = words("table.no_hint" if reply.hint else "table.opponent_gone")
            if reply.trouble is not None:
                table.note = self.opponents.noted(reply.trouble)
                table.listener.ask_about(reply.trouble)
        elif reply.hint:
            table.hints.take(reply.moves)
        elif reply.delay is not None:
            self._reply, self._due = reply, self._asked_at + reply.delay
        else:
            pause = self.pause if table.clock is None else table.clock.most(self.pause, now)
            self._reply, self._due = reply, now + pause
        table.refresh()

    @property
    def pause(self) -> float:
        """Seconds from a program's answer to its move."""
        table = self._table
        if table.session.persons:
            return table.listener.breath
        pace = table.session.pace
        return TURN_PACE if pace is None else min(LONGEST, pace)

    def _play(self, reply: Reply, now: float) -> None:
        table = self._table
        if table.strike(now):
            return
        self._reply = None
        if _lawful(table.match.position, reply.moves):
            table.show([table.match.play(move, now) for move in reply.moves])
        else:
            self._begin_anew(now)

    def _begin_anew(self, now: float) -> None:
        """What was answered can't be played. Where somebody has left half a turn that no longer comes to an end it is
        taken back, and the program asked again; else it has given up."""
        table, changes = self._table, []
        while (change := table.match.take_back(now)) is not None:
            changes.append(change)
        if changes:
            table.show(changes)
            return
        table.storage.log("The opponent's process answered: a turn against the rules")
        table.note = table.words("table.opponent_gone")
        table.refresh()


def _lawful(position: Position, moves: Iterable[Move]) -> bool:
    for move in moves:
        if position.outcome() is not None or not abilities.is_legal(position, move):
            return False
        position = position.play(move)
    return True

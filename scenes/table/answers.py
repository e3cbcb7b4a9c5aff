"""The computer at the table: when it is asked, and what becomes of its answers.

A turn is played after a breath, a hint is shown, trouble is said. Whom to ask, and how, is opposition.py's.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from rules import abilities
from rules.contract import Position
from scenes.table.opponents import Reply
from scenes.table.replay import TURN_PACE

if TYPE_CHECKING:
    from scenes.table.scene import MatchScene

LOOK: Final = 0.015
"""Seconds between two looks for an answer."""
LONGEST: Final = 10.0
"""No pace of a match between computers makes it wait longer for a turn, in seconds."""


class Answers:
    """What the computer players of a match answered, and the adviser."""

    def __init__(self, scene: MatchScene) -> None:
        self._scene = scene
        self.reply: Reply | None = None
        """The turn that waits for its moment."""
        self._asked_at = self._due = 0.0

    # --- asking

    def ask(self) -> None:
        """Whoever is a program may move too, or has to: it is asked, if it isn't being asked already."""
        scene = self._scene
        if self.reply is not None or scene.opposition.asked is not None:
            return
        position = scene.match.position
        self._asked_at = scene.app.now()
        if not abilities.shows_hints(position):
            if scene.chance.opening_move() is None:
                scene.opposition.attend(position)
        elif not scene.host.waiting and scene.opposition.computer(position.to_move):
            scene.opposition.think(position, scene.match.turn_left(self._asked_at))

    def advise(self) -> None:
        """Look for a hint."""
        scene = self._scene
        if scene.mine and not scene.hourglass.there and not scene.opposition.thinker.busy:
            scene.opposition.advise(scene.match.position)
            scene.note = scene.app.words("table.hint_wait")

    def forget(self) -> None:
        """The match goes another way: nothing that was asked is wanted any more."""
        self._scene.opposition.stop()
        self.reply = None

    # --- answers

    def update(self, now: float) -> None:
        """Take what came back, and play the turn whose moment has come."""
        reply = self._scene.opposition.poll()
        if reply is not None:
            self._take(reply)
        if self.reply is not None and now >= self._due and self._may_move:
            self._play(self.reply)

    def pace(self, now: float) -> float | None:
        """Seconds until `update` is wanted."""
        wanted = [LOOK] if self._scene.opposition.watched else []
        if self.reply is not None and self._may_move:
            wanted.append(max(0.0, self._due - now))
        return min(wanted, default=None)

    @property
    def _may_move(self) -> bool:
        """Whether nothing on the table has to come to rest first."""
        return self._scene.chance.must_finish or not self._scene.stage.moving

    def _take(self, reply: Reply) -> None:
        """An answer came back."""
        scene, words = self._scene, self._scene.app.words
        scene.note = None
        if reply.failed:
            scene.note = words("table.no_hint" if reply.hint else "table.opponent_gone")
            if reply.trouble is not None:
                scene.note = scene.opposition.noted(reply.trouble)
                scene.app.stack.push(scene.opposition.question(reply.trouble))
        elif reply.hint:
            scene.hinting.take(reply.moves)
        elif reply.delay is not None:
            self.reply, self._due = reply, self._asked_at + reply.delay
        else:
            self.reply, self._due = reply, scene.app.now() + scene.hourglass.most(self.breath())
        scene.refresh()

    def breath(self) -> float:
        """Seconds from the computer's answer to its move."""
        scene = self._scene
        if scene.sitting.persons:
            return scene.stage.breath
        pace = scene.sitting.pace
        return TURN_PACE if pace is None else min(LONGEST, pace)

    def _play(self, reply: Reply) -> None:
        """Play the whole turn that the computer chose."""
        scene, now = self._scene, self._scene.app.now()
        if scene.hourglass.strike(now):
            return
        self.reply = None
        if not _lawful(scene.match.position, reply.moves):
            self._begin_anew(now)
            return
        changes = [scene.match.play(move, now) for move in reply.moves]
        scene.keep()
        scene.show(changes)

    def _begin_anew(self, now: float) -> None:
        """What was answered can't be played. Where somebody has left half a turn that no longer comes to an end it is
        taken back, and the computer asked again; else it has given up."""
        scene = self._scene
        changes = []
        while (change := scene.match.take_back(now)) is not None:
            changes.append(change)
        if changes:
            scene.keep()
            scene.show(changes)
        else:
            scene.app.storage.log("The opponent's process answered: a turn against the rules")
            scene.note = scene.app.words("table.opponent_gone")
            scene.refresh()


def _lawful(position: Position, moves: Iterable[Any]) -> bool:
    """Whether these moves can be played from here."""
    for move in moves:
        if position.outcome() is not None or not abilities.is_legal(position, move):
            return False
        position = position.play(move)
    return True

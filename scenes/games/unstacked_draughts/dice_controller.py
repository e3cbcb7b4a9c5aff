"""Nature's part in a match with dice: what they show, what that does to the match, what is due by itself. Pure.

A throw is a move of its player; it is played at once, and the match then waits for Nature, whose move is made when
the dice lie (`land`). Their faces come from the seal, whatever the hand does. How they fly is `dice_view.py`'s.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Final

from rules.contract import NATURE, Move
from rules.unstacked_draughts.match_equity import game_chance
from rules.unstacked_draughts.moves import Begin, Fail, Roll, Tilt
from rules.unstacked_draughts.options import Options
from rules.unstacked_draughts.position import Position
from rules.unstacked_draughts.state import Phase
from scenes.games.unstacked_draughts import dice_text
from scenes.games.unstacked_draughts.dice.flight import Verdict
from scenes.table.chance import BEATS, ChanceController
from scenes.table.sealed_chance import SealedChance
from scenes.table.state import Said

if TYPE_CHECKING:
    from scenes.table.facts import MatchHost

READ: Final = 0.45
"""Seconds more after a throw, in which it is read, at normal speed."""
NEXT_GAME: Final = 2.5
"""Seconds until computers among themselves begin the next game."""


class DiceController(ChanceController):
    """The chance controller of a match with dice."""

    def __init__(self, host: MatchHost) -> None:
        super().__init__(host)
        assert isinstance(host.match.options, Options)
        self.options = host.match.options
        self.sealed = SealedChance(host.session)
        if not self.told_by_players and host.match.outcome() is None:
            self.sealed.fill()
        self.faces: tuple[int, ...] = ()
        """What the dice show that came to lie last."""
        self._due: float | None = None
        """When the next game begins."""

    # --- what is going on

    @property
    def position(self) -> Position:
        """Where the match stands."""
        position = self._host.match.position
        assert isinstance(position, Position)
        return position

    @property
    def must_finish(self) -> bool:
        return self.pending and self.position.attentive

    @property
    def told_by_players(self) -> bool:
        """Whether the players throw dice of their own and say what these show."""
        return self.options.dice == "own"

    @property
    def count(self) -> int:
        """How many dice fly: each throws one for who begins."""
        return 1 if self.position.next is None else 2

    def leaves(self, move: Move) -> bool:
        return self._host.settings.dice_by_hand and move.seat in self._host.session.persons

    def beat(self) -> float:
        plies, beat = self._host.match.plies, super().beat()
        if plies and plies[-1].move.seat == NATURE:
            beat += READ * beat / BEATS["normal"]
        return beat

    def opening_move(self) -> Move | None:
        match, position = self._host.match, self.position
        if match.outcome() is not None or position.phase is not Phase.WON or match.full:
            return None
        return Begin(position.to_move)

    # --- what is told

    def share(self) -> float | None:
        position, wish = self._host.cursor.position, self._host.settings.chances
        assert isinstance(position, Position)
        over = self._host.match.outcome() is not None
        tells = wish == "on" or (wish == "usual" and (over or not position.attentive))  # nobody still has to look
        return game_chance(position) if tells else None

    def said(self) -> Said | None:
        return dice_text.said(self._host, self.pending, self.opening_move() is not None)

    # --- what happens

    def shown(self) -> tuple[int, ...]:
        """The faces that the dice on their way are seen to have: those that they come to lie with; 0 for none that
        could be read where the throw may be covered, which must not be a judgement of it."""
        roll = self.position.roll
        if self.must_finish and roll is not None and roll.double:
            return (0,) * self.count
        return self._thrown()

    def _thrown(self) -> tuple[int, ...]:
        return self.sealed.pair(self.position.throws)[: self.count]

    def land(self, verdict: Verdict) -> None:
        """The dice lie as `verdict` says: make Nature's move."""
        self.faces = faces = self._thrown()
        move: Move
        match verdict.kind:
            case "valid":
                move = Roll(faces)
            case "tilt":
                move = Tilt(faces, verdict.slides)
            case failed:
                move = Fail(failed)
        self._host.show_outcome(self._host.match.play_chance(move, now=self._host.now()))

    def tell(self, faces: Sequence[int]) -> None:
        """The players' own dice show this."""
        if self._host.taken_over():
            return
        change = self._host.match.play_chance(Roll(tuple(faces)), now=self._host.now(), anew=True)
        self._host.show_outcome(change)

    def update_seal(self) -> None:
        self.sealed.update()

    def forget(self) -> None:
        self._due = None

    def update(self, now: float) -> None:
        """Computers among themselves begin the next game after a while."""
        move = self._own_opening()
        if move is None:
            self._due = None
        elif self._due is None:
            self._due = now + NEXT_GAME
        elif now >= self._due:
            self._due = None
            self._host.carry_out(move)

    def pace(self, now: float) -> float | None:
        if self._own_opening() is None:
            return None
        return 0.0 if self._due is None else max(0.0, self._due - now)

    def _own_opening(self) -> Move | None:
        return self.opening_move() if not self._host.session.persons and self._host.goes_on else None


def flight_seed(shown: str, throw: int) -> int:
    """What the little that differs from flight to flight comes from: the seal of the dice, which everybody sees, and
    the number of the throw. So the same hand throws alike when a throw that was not kept is made again."""
    return Random(f"{shown} {throw}").getrandbits(32)

"""The position of Unstacked Draughts as `Match` plays it. Sections are those of README.md.

A throw, its result (a move of Nature) and each use of a die are moves of their own. In attentive mode a lying roll
can still be claimed while the next dice fly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from rules import contract
from rules.contract import NATURE, Beat, Gesture, Outcome, Remark, Seat
from rules.unstacked_draughts import effects, refusals
from rules.unstacked_draughts.engine.board import FACES, OFF, State, after
from rules.unstacked_draughts.moves import (
    LETTERS,
    ONE_DIE,
    TWO_DICE,
    Answer,
    Begin,
    Cover,
    Fail,
    FalseClaim,
    Move,
    Roll,
    Throw,
    Tilt,
    Use,
    throw_results,
)
from rules.unstacked_draughts.state import Dispute, GameState, LyingRoll, Phase

DOUBLES: Final = ("bezas", "double-deux", "ternes", "carmes", "quines", "sonnes")  # names of 1-1 to 6-6 (section 4)


@dataclass(frozen=True, slots=True)
class Position(GameState):
    # functions of a state, which are methods here
    table = effects.table
    gesture = effects.gesture
    refusal = refusals.find_reason

    @property
    def may_undo(self) -> bool:
        return not self.attentive

    @property
    def shows_hints(self) -> bool:
        return not self.attentive

    @property
    def game(self) -> int:
        """The number of the game in the match, counted from 1."""
        return sum(self.points) + (self.winner is None)

    @property
    def score(self) -> tuple[tuple[int, int], int]:
        return self.points, self.options.goal

    @property
    def turn_started(self) -> bool:
        if self.phase is Phase.REST:
            return self.attentive
        return self.phase not in (Phase.FLYING, Phase.DISPUTE) and not self.priority

    def actors(self) -> frozenset[Seat]:
        return frozenset((self.to_move, *(move.seat for move in self.player_moves())))

    def legal_moves(self, seat: Seat | None = None) -> tuple[Move, ...]:
        if seat == NATURE:
            return self._dice_moves()
        if seat is not None:
            return tuple(move for move in self.player_moves() if move.seat == seat)
        return self._dice_moves() + self.player_moves()

    def _dice_moves(self) -> tuple[Move, ...]:
        if self.phase is not Phase.FLYING:
            return ()
        return throw_results(self.next is None, self.options.dice == "real", self.options.far_border)

    def faults(self) -> dict[Gesture, Move]:
        """Return the false claims by gesture (section 6): picking a checker on the point of an unusable die."""
        return {
            Gesture(frozenset((target,))): claim
            for claim in self.false_claims()
            for target in effects.point_targets(claim.seat, claim.die)
        }

    def automatic_move(self) -> Use | None:
        if self.attentive or self.phase is not Phase.REST:
            return None
        return self.first_use()

    def sample(self, rng: Random) -> Roll:
        return Roll(tuple(rng.choice(FACES) for _ in range(1 if self.next is None else 2)))

    def chances(self) -> tuple[tuple[Roll, int], ...]:
        return tuple((roll, 1) for roll in (ONE_DIE if self.next is None else TWO_DICE))

    def play(self, move: contract.Move) -> Position:
        assert isinstance(move, Move)
        if self.false_claim is not None:
            return replace(self, false_claim=None).play(move)
        match move:
            case Use():
                return self._use(move)
            case FalseClaim():
                return self._note_false_claim(move)
            case Roll():
                return self._count_throw()._accept_roll(move.dice)
            case Throw():
                return replace(self, phase=Phase.FLYING, dead_roll=None, lost_claims=())
            case Begin():
                return self._begin_game()
            case Fail():
                return self._count_throw()._void_throw()
            case Tilt():
                dispute = Dispute(move.dice, move.slides)
                return replace(self._count_throw(), phase=Phase.DISPUTE, dispute=dispute, alarmed=False)
            case Answer():
                return self._answer(move.word)
            case Cover(right=True):
                assert self.roll is not None
                roll = replace(self.roll, covers=self.roll.covers + 1, locked=True)
                return replace(self._count_throw()._void_throw(), roll=roll)
            case Cover():
                return replace(self, alarmed=True)

    def _count_throw(self) -> Position:
        return replace(self, throws=self.throws + 1)

    def _use(self, move: Use) -> Position:
        """Return the position after a use of a die (sections 3 and 4); in assisted mode a used-up roll ends."""
        roll, seat = self.roll, move.seat
        assert roll is not None
        free = roll.free if seat == roll.thrower else self.leftovers()
        index = next(index for index in free if roll.dice[index] == move.die)
        roll = roll.use_die(index, LETTERS[seat] + move.kind)
        state = after(self.sides[seat], move.die)
        assert state is not None
        sides = (state, self.sides[1]) if seat == 0 else (self.sides[0], state)
        if state == OFF:
            return self._win(seat, sides, roll)
        after_use = replace(self, sides=sides, roll=roll)
        return after_use._unlock_cup() if self.attentive else after_use._end_used_roll()

    def _note_false_claim(self, claim: FalseClaim) -> Position:
        """Return the position after a false claim; its seat can't claim anything more of this roll (section 6)."""
        assert self.roll is not None
        claims = sorted((*self.roll.false_claims, claim), key=lambda noted: noted.seat)
        roll = replace(self.roll, false_claims=tuple(claims))
        return replace(self, roll=roll, false_claim=claim)._unlock_cup()

    def _unlock_cup(self) -> Position:
        """Return the position with the cup unlocked if a cover had locked it and no claim is left."""
        roll = self.roll
        if roll is None or not roll.locked or self.claims():
            return self
        return replace(self, roll=replace(roll, locked=False))

    def _end_used_roll(self) -> Position:
        """Return the position ready for the next throw if the lying roll can't be used further, else as it is."""
        if self.first_use() is not None:
            return self
        return replace(self, phase=Phase.READY, roll=None, dead_roll=self.roll)

    def _win(self, seat: Seat, sides: tuple[State, State], roll: LyingRoll) -> Position:
        points = (self.points[0] + (seat == 0), self.points[1] + (seat == 1))
        phase = Phase.OVER if points[seat] == self.options.goal else Phase.WON
        return replace(self, sides=sides, points=points, phase=phase, roll=None, dead_roll=roll)

    def _accept_roll(self, dice: tuple[int, ...]) -> Position:
        """Return the position after valid dice; claims still open on the previous roll are lost (section 6)."""
        if self.next is None:
            return self._accept_priority(dice[0])
        roll = LyingRoll(self.next, (dice[0], dice[1]))
        rest = replace(
            self,
            next=roll.thrower if roll.double else 1 - roll.thrower,
            phase=Phase.REST,
            roll=roll,
            dispute=None,
            alarmed=False,
            lost_claims=tuple(self.unclaimed_dice()),
            rolls=self.rolls + 1,
        )
        return rest if self.attentive else rest._end_used_roll()

    def _accept_priority(self, die: int) -> Position:
        """Return the position after a die for priority. The higher die begins; equal dice are thrown again."""
        if not self.priority:
            return replace(self, phase=Phase.PRIORITY, priority=die, dispute=None)
        left = LyingRoll(NATURE, (self.priority, die))
        after_throws = replace(self, priority=0, dispute=None, dead_roll=left, rolls=self.rolls + 1)
        if left.double:
            return replace(after_throws, phase=Phase.PRIORITY)
        return replace(after_throws, phase=Phase.READY, next=0 if self.priority > die else 1)

    def _void_throw(self) -> Position:
        """Return the position in the phase before the throw; claims on the previous roll stay open."""
        phase = Phase.READY if self.roll is None else Phase.REST
        return replace(self, phase=Phase.PRIORITY if self.next is None else phase, dispute=None, alarmed=False)

    def accept_dice(self) -> Position:
        """Return the position after the disputed dice have been accepted."""
        assert self.dispute is not None
        return self._accept_roll(self.dispute.dice)

    def _answer(self, word: str) -> Position:
        """Return the position after an answer about a tilted die (section 8).

        The die counts if both say yes, or if one does, tests it, and the test die stays.
        """
        assert self.dispute is not None
        answers = (*self.dispute.answers, word == "yes")
        if answers == (True, True) or (word == "test" and not self.dispute.slides):
            return self.accept_dice()
        if answers == (False, False) or word in ("test", "waive"):
            return self._void_throw()
        return replace(self, dispute=replace(self.dispute, answers=answers))

    def _begin_game(self) -> Position:
        fresh = Position(points=self.points, options=self.options, throws=self.throws, rolls=self.rolls)
        if self.options.loser_begins:
            return replace(fresh, next=self.to_move)
        return replace(fresh, next=None, phase=Phase.PRIORITY)

    def outcome(self) -> Outcome | None:
        if self.phase is not Phase.OVER:
            return None
        return Outcome("borne-off", (0 if self.sides[0] == OFF else 1,), self.points)

    def text(self) -> str:
        if not self.turn_started:
            raise ValueError("a position has no text in the middle of a turn")
        side = "-" if self.next is None else LETTERS[self.next]
        text = f"UD1 {self.sides[0]} {self.sides[1]} {side} {self.points[0]}-{self.points[1]}/{self.options.goal}"
        return text if self.roll is None else f"{text} {self.roll.text()}"

    def roll_name(self) -> str | None:
        """Return the name of the double on the table, one of `DOUBLES`; None if there is no double."""
        roll = self.roll or self.dead_roll
        if self.phase is Phase.FLYING or roll is None or not roll.double or roll.thrower == NATURE:
            return None
        return DOUBLES[roll.dice[0] - 1]

    def effects(self, move: contract.Move) -> Sequence[Beat]:
        assert isinstance(move, Move)
        return effects.effects(self, self.play(move), move)

    def remarks(self) -> tuple[Remark, ...]:
        found = []
        if self.lost_claims:
            found.append(Remark("lost", (), {"dice": ", ".join(map(str, sorted(self.lost_claims, reverse=True)))}))
        if self.roll is not None and self.roll.locked:
            found.append(Remark("covered", (effects.CUPS[self.throwing_seat],)))
        if self.false_claim is not None:
            claim = self.false_claim
            is_thrower = self.roll is not None and self.roll.thrower == claim.seat
            target = effects.point_targets(claim.seat, claim.die)[0]
            found.append(Remark("false-use" if is_thrower else "false-claim", (target,), {"die": str(claim.die)}))
        if self.alarmed:
            found.append(Remark("false-alarm", (effects.TRAY,)))
        return tuple(found)

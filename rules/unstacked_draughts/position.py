"""Positions of Unstacked Draughts (Paris, 1699): the frozen value. Clauses are those of README.md.

One decision is one move: a throw, what the dice then do (Nature's), one die used. A roll that lies is `roll`; in
attentive mode it lives on, with all rights to it, while the next dice fly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final, Literal

from rules import contract
from rules.contract import NATURE, Beat, Gesture, Outcome, Refusal, Remark, Seat, Table, Target
from rules.unstacked_draughts import looks, refusals
from rules.unstacked_draughts.engine.board import FACES, OFF, START, State, after, best, kind, usable
from rules.unstacked_draughts.lying import Dispute, Lying
from rules.unstacked_draughts.moves import (
    LETTERS,
    ONE,
    TWO,
    USES,
    Alarm,
    Answer,
    Begin,
    Cover,
    Fail,
    Move,
    Roll,
    Test,
    Throw,
    Tilt,
    Use,
    Waive,
    falls,
    other_than,
)
from rules.unstacked_draughts.phase import Phase

DOUBLES: Final = ("bezas", "double-deux", "ternes", "carmes", "quines", "sonnes")
"""The old names of the doubles, 1-1 to 6-6 (section 4)."""


@dataclass(frozen=True, slots=True)
class Options:
    """What is chosen before play (section 11)."""

    mode: Literal["assisted", "attentive"] = "assisted"
    """Whether dice go over by themselves, or whoever doesn't claim loses them."""
    dice: Literal["valid", "real", "own"] = "valid"
    """Dice that always lie well, dice that may fail, or real ones on the players' own table."""
    goal: Literal[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] = 3
    """Points of the match."""
    loser_begins: bool = False
    """Whether the loser of a game throws first in the next one; otherwise there is a throw for it."""
    first: Literal["white", "black", "priority"] = "white"
    """Who throws first in the first game."""
    far_border: bool = False
    """Whether real dice have to touch the far border."""


@dataclass(frozen=True, slots=True)
class Position:
    """The men of both, who throws next, the score, and how far things have gone."""

    sides: tuple[State, State] = (START, START)
    next: Seat | None = 0
    """Who throws next, once the lying roll is played; None until that has been thrown for. In a game that is won, as
    if play went on."""
    points: tuple[int, int] = (0, 0)
    """Games won, White's and Black's."""
    options: Options = field(default_factory=Options)
    phase: Phase = Phase.READY
    roll: Lying | None = None
    """What lies and can still be used, at `REST`; in attentive mode also while the next dice fly."""
    dispute: Dispute | None = None
    priority: int = 0
    """White's die where it has been thrown for priority and Black's has not, else 0."""
    alarmed: bool = False
    """Somebody has covered these flying dice without a right."""
    left: Lying | None = field(default=None, compare=False)
    """Dice that still lie though nobody can use them any more: until the next throw."""
    lost: tuple[int, ...] = field(default=(), compare=False)
    """Dice of the roll before the lying one that could have been claimed and were not (attentive)."""
    throws: int = field(default=0, compare=False)
    """Throws that came to an end since the match began, of one die or two, valid or not, covered ones too."""
    rolls: int = field(default=0, compare=False)
    """Rolls that stood since then, those for priority in pairs."""

    @property
    def attentive(self) -> bool:
        return self.options.mode == "attentive"

    @property
    def may_undo(self) -> bool:
        return not self.attentive

    @property
    def shows_hints(self) -> bool:
        return not self.attentive

    @property
    def game(self) -> int:
        """Which game of the match it is, from 1."""
        return sum(self.points) + (self.winner is None)

    @property
    def score(self) -> tuple[tuple[int, int], int]:
        return self.points, self.options.goal

    @property
    def flyer(self) -> Seat:
        """Whose dice fly, or who throws next."""
        if self.next is None:
            return 1 if self.priority else 0
        return self.next

    @property
    def winner(self) -> Seat | None:
        """Who has won this game."""
        return self.sides.index(OFF) if OFF in self.sides else None

    @property
    def to_move(self) -> Seat:
        match self.phase:
            case Phase.FLYING:
                return NATURE
            case Phase.REST:
                return self._at_rest()
            case Phase.DISPUTE:
                return self._asked()
            case Phase.WON | Phase.OVER:
                return 1 if self.sides[0] == OFF else 0
        return self.flyer

    def _at_rest(self) -> Seat:
        roll = self.roll
        assert roll is not None
        if self.own_uses():
            return roll.thrower
        if not self.attentive or roll.locked:
            return other_than(roll.thrower)
        return self.flyer

    def _asked(self) -> Seat:
        """Whose word about the tilted die is wanted: White's, Black's, then that of the one who lets it count."""
        assert self.dispute is not None
        answers = self.dispute.answers
        return answers.index(True) if len(answers) == 2 else len(answers)

    @property
    def turn_started(self) -> bool:
        if self.phase is Phase.REST:
            return self.attentive
        return self.phase not in (Phase.FLYING, Phase.DISPUTE) and not self.priority

    def actors(self) -> frozenset[Seat]:
        return frozenset((self.to_move, *(move.seat for move in self.players_moves())))

    # What may be done

    def legal_moves(self, seat: Seat | None = None) -> tuple[Move, ...]:
        if seat == NATURE:
            return self._nature()
        if seat is not None:
            return tuple(move for move in self.players_moves() if move.seat == seat)
        return self._nature() + self.players_moves()

    def _nature(self) -> tuple[Move, ...]:
        """What flying dice may do."""
        if self.phase is not Phase.FLYING:
            return ()
        return falls(self.next is None, self.options.dice == "real", self.options.far_border)

    def players_moves(self) -> tuple[Move, ...]:
        """What those who sit at the table may do."""
        match self.phase:
            case Phase.READY | Phase.PRIORITY:
                return (Throw(self.flyer),)
            case Phase.FLYING:
                return self._hand()
            case Phase.REST:
                return self._rest_moves()
            case Phase.DISPUTE:
                return self._answers()
            case Phase.WON:
                return (Begin(self.to_move),)
        return ()

    def _hand(self) -> tuple[Move, ...]:
        """Section 6: the one who doesn't throw may lay a hand over the dice, with a right or without."""
        if not self.attentive or self.next is None:
            return ()
        watcher = other_than(self.next)
        if self.may_cover():
            return (Cover(watcher),)
        return () if self.alarmed else (Alarm(watcher),)

    def may_cover(self) -> bool:
        """Whether the flying dice are those of a second throw, and the other has a claim on the double before."""
        return self.roll is not None and self.roll.double and bool(self.claims())

    def _rest_moves(self) -> tuple[Move, ...]:
        roll = self.roll
        assert roll is not None
        own = self.own_uses()
        if not self.attentive:
            return own or self.claims()
        if own:
            return (*own, *self.claims())
        claims = self.claims()
        return claims if roll.locked else (*claims, Throw(self.flyer))

    def own_uses(self) -> tuple[Use, ...]:
        """What the thrower can do with the dice that are free (section 3)."""
        roll = self.roll
        if roll is None:
            return ()
        seat, state = roll.thrower, self.sides[roll.thrower]
        faces = dict.fromkeys(roll.dice[at] for at in roll.free)
        return tuple(USES[seat, die, kind(state)] for die in faces if usable(state, die))

    def leftovers(self) -> list[int]:
        """The numbers of the free dice that the thrower doesn't use when he plays all he can from here on."""
        roll = self.roll
        if roll is None:
            return []
        free = roll.free
        _, _, rest = best(self.sides[roll.thrower], [roll.dice[at] for at in free])
        if roll.double:
            return free[len(free) - len(rest) :]
        return [at for at in free if roll.dice[at] in rest]

    def claims(self) -> tuple[Use, ...]:
        """What the other one can do with leftovers right now."""
        roll = self.roll
        if roll is None:
            return ()
        seat = other_than(roll.thrower)
        state = self.sides[seat]
        faces = dict.fromkeys(roll.dice[at] for at in self.leftovers())
        found = tuple(USES[seat, die, kind(state)] for die in faces if usable(state, die))
        return tuple(use for use in found if not self.void(use)) if found and state[0] == "o" else found

    def void(self, claim: Use) -> bool:
        """Whether a claim would finish, but the thrower can finish on the same roll and so wins (section 6)."""
        roll = self.roll
        assert roll is not None
        if after(self.sides[claim.seat], claim.die) != OFF:
            return False
        return best(self.sides[roll.thrower], [roll.dice[at] for at in roll.free])[0] == OFF

    def _answers(self) -> tuple[Move, ...]:
        assert self.dispute is not None
        seat = self._asked()
        if len(self.dispute.answers) == 2:
            return (Test(seat), Waive(seat))
        return (Answer(seat, True), Answer(seat, False))

    def automatic_move(self) -> Use | None:
        if self.attentive or self.phase is not Phase.REST:
            return None
        return self.first_use()

    def first_use(self) -> Use | None:
        """Again and again the first usable die as named: the thrower's, then what goes over (section 4)."""
        uses = self.own_uses() or self.claims()
        return uses[0] if uses else None

    def sample(self, rng: Random) -> Roll:
        return Roll(tuple(rng.choice(FACES) for _ in range(1 if self.next is None else 2)))

    def chances(self) -> tuple[tuple[Roll, int], ...]:
        return tuple((roll, 1) for roll in (ONE if self.next is None else TWO))

    # What is done

    def play(self, move: contract.Move) -> Position:
        assert isinstance(move, Move)
        match move:
            case Use():
                return self._use(move)
            case Roll():
                return self._stand(move.dice, self.throws + 1)
            case Throw():
                return replace(self, phase=Phase.FLYING, left=None, lost=())
            case Begin():
                return self._begin()
            case Fail():
                return self._again(self.throws + 1)
            case Tilt():
                dispute = Dispute(move.dice, move.slides)
                return replace(self, phase=Phase.DISPUTE, dispute=dispute, alarmed=False, throws=self.throws + 1)
            case Answer():
                return self._answer(move.yes)
            case Test():
                assert self.dispute is not None
                return self._again() if self.dispute.slides else self.accepted()
            case Waive():
                return self._again()
            case Cover():
                assert self.roll is not None
                roll = replace(self.roll, covers=self.roll.covers + 1, locked=True)
                return replace(self._again(self.throws + 1), roll=roll)
            case Alarm():
                return replace(self, alarmed=True)

    def _use(self, move: Use) -> Position:
        """Sections 3 and 4. In assisted mode a roll that nobody can use further is closed with that."""
        roll, seat = self.roll, move.seat
        assert roll is not None
        free = roll.free if seat == roll.thrower else self.leftovers()
        at = next(at for at in free if roll.dice[at] == move.die)
        roll = roll.used(at, LETTERS[seat] + move.kind)
        state = after(self.sides[seat], move.die)
        assert state is not None
        sides = (state, self.sides[1]) if seat == 0 else (self.sides[0], state)
        if state == OFF:
            return self._win(seat, sides, roll)
        used = Position(
            sides,
            self.next,
            self.points,
            self.options,
            Phase.REST,
            roll,
            lost=self.lost,
            throws=self.throws,
            rolls=self.rolls,
        )
        if self.attentive:
            unlocked = roll.locked and not used.claims()
            return replace(used, roll=replace(roll, locked=False)) if unlocked else used
        return used._closed()

    def _closed(self) -> Position:
        """In assisted mode: the same, or if the lying roll is of no use any more, ready for the next throw."""
        if self.first_use() is not None:
            return self
        return replace(self, phase=Phase.READY, roll=None, left=self.roll)

    def _win(self, seat: Seat, sides: tuple[State, State], roll: Lying) -> Position:
        """Section 5: a game is a point, whatever the loser has left."""
        points = (self.points[0] + (seat == 0), self.points[1] + (seat == 1))
        phase = Phase.OVER if points[seat] == self.options.goal else Phase.WON
        return replace(self, sides=sides, points=points, phase=phase, roll=None, left=roll)

    def _stand(self, dice: tuple[int, ...], throws: int | None = None) -> Position:
        """The dice are valid. What could have been claimed of the roll before is lost (section 6)."""
        throws = self.throws if throws is None else throws
        if self.next is None:
            return self._stand_for_priority(dice[0], throws)
        thrower = self.next
        roll = Lying(thrower, (dice[0], dice[1]))
        rest = Position(
            self.sides,
            thrower if roll.double else other_than(thrower),
            self.points,
            self.options,
            Phase.REST,
            roll,
            lost=tuple(self.unclaimed()),
            throws=throws,
            rolls=self.rolls + 1,
        )
        return rest if self.attentive else rest._closed()

    def unclaimed(self) -> list[int]:
        """The dice of the lying roll that the other one could still claim, one after the other."""
        roll = self.roll
        if roll is None or not self.claims():
            return []
        state = self.sides[other_than(roll.thrower)]
        return best(state, [roll.dice[at] for at in self.leftovers()])[1]

    def _stand_for_priority(self, die: int, throws: int) -> Position:
        """Section 5: the higher die begins; equal ones are both thrown again."""
        if not self.priority:
            return replace(self, phase=Phase.PRIORITY, priority=die, dispute=None, throws=throws)
        left = Lying(NATURE, (self.priority, die))
        thrown = replace(self, priority=0, dispute=None, left=left, throws=throws, rolls=self.rolls + 1)
        if left.double:
            return replace(thrown, phase=Phase.PRIORITY)
        return replace(thrown, phase=Phase.READY, next=0 if self.priority > die else 1)

    def _again(self, throws: int | None = None) -> Position:
        """As if it had not been thrown; rights to the roll before live on."""
        phase = Phase.READY if self.roll is None else Phase.REST
        return replace(
            self,
            phase=Phase.PRIORITY if self.next is None else phase,
            dispute=None,
            alarmed=False,
            throws=self.throws if throws is None else throws,
        )

    def accepted(self) -> Position:
        """In a dispute: what it would be if the dice counted."""
        assert self.dispute is not None
        return self._stand(self.dispute.dice)

    def _answer(self, yes: bool) -> Position:
        """Section 8: both must agree; whoever alone lets it count may test it."""
        assert self.dispute is not None
        answers = (*self.dispute.answers, yes)
        if answers == (True, True):
            return self.accepted()
        if answers == (False, False):
            return self._again()
        return replace(self, dispute=replace(self.dispute, answers=answers))

    def _begin(self) -> Position:
        """The next game: the loser throws first, or it is thrown for."""
        fresh = Position(points=self.points, options=self.options, throws=self.throws, rolls=self.rolls)
        if self.options.loser_begins:
            return replace(fresh, next=self.to_move)
        return replace(fresh, next=None, phase=Phase.PRIORITY)

    # What it looks like

    def outcome(self) -> Outcome | None:
        if self.phase is not Phase.OVER:
            return None
        return Outcome("borne-off", (0 if self.sides[0] == OFF else 1,), self.points)

    def text(self) -> str:
        """Section 10; also while a roll lies in attentive mode."""
        if not self.turn_started:
            raise ValueError("a position has no text while dice fly or go over")
        side = "-" if self.next is None else LETTERS[self.next]
        text = f"UD1 {self.sides[0]} {self.sides[1]} {side} {self.points[0]}-{self.points[1]}/{self.options.goal}"
        return text if self.roll is None else f"{text} {self.roll.text()}"

    def roll_name(self) -> str | None:
        """The old name of the double that lies, one of `DOUBLES`."""
        roll = self.roll or self.left
        if self.phase is Phase.FLYING or roll is None or not roll.double or roll.thrower == NATURE:
            return None
        return DOUBLES[roll.dice[0] - 1]

    def table(self) -> Table:
        return looks.table(self)

    def effects(self, move: contract.Move) -> Sequence[Beat]:
        assert isinstance(move, Move)
        return looks.effects(self, move)

    def gesture(self, move: contract.Move) -> Gesture:
        """Of Nature's moves none: an empty one."""
        assert isinstance(move, Move)
        return looks.gesture(self, move)

    def forced(self) -> frozenset[Target]:
        return frozenset()

    def remarks(self) -> tuple[Remark, ...]:
        found = []
        if self.lost:
            found.append(Remark("lost", (), {"dice": ", ".join(map(str, self.lost))}))
        if self.roll is not None and self.roll.locked:
            found.append(Remark("covered", (looks.CUPS[self.flyer],)))
        if self.alarmed:
            found.append(Remark("false-alarm", (looks.TRAY,)))
        return tuple(found)

    def refusal(self, gesture: Gesture) -> Refusal | None:
        return refusals.why(self, gesture)

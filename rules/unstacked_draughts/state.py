"""The state of a match of Unstacked Draughts, and the moves of its players. Sections are those of README.md.

`position.Position` adds what each move does to the state.
"""

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final, Self

from rules.contract import NATURE, Seat
from rules.unstacked_draughts.engine.board import FACES, OFF, START, State, after, kind, usable, use_all
from rules.unstacked_draughts.moves import LETTERS, USES, Answer, Begin, Cover, FalseClaim, Move, Throw, Use
from rules.unstacked_draughts.options import Options

FREE: Final = "-"  # mark of an unused die


class Phase(Enum):
    PRIORITY = "priority"  # each player throws one die to decide who begins
    READY = "ready"  # the next throw can be made
    FLYING = "flying"  # the dice are thrown and haven't come to rest
    REST = "rest"  # a roll lies and can be used
    DISPUTE = "dispute"  # a die is tilted, and the players must decide whether it counts
    WON = "won"  # a game is won and the match goes on
    OVER = "over"  # the match is won


@dataclass(frozen=True, slots=True)
class LyingRoll:
    """Two dice on the table. A mark is `FREE`, or the using side's letter and the kind of use, as `wv` or `b^`."""

    thrower: Seat  # `NATURE` for the dice of both players for priority
    dice: tuple[int, int]
    marks: tuple[str, str] = (FREE, FREE)
    covers: int = 0  # number of later throws that were covered
    locked: bool = False  # whether the cup is locked after a cover until the claims are made
    false_claims: tuple[FalseClaim, ...] = ()  # at most one of each seat, which then can't claim anything more

    @property
    def double(self) -> bool:
        return self.dice[0] == self.dice[1]

    @property
    def free(self) -> list[int]:
        return [index for index in (0, 1) if self.marks[index] == FREE]

    def has_false_claim(self, seat: Seat) -> bool:
        return any(claim.seat == seat for claim in self.false_claims)

    def used_by(self, seat: Seat) -> list[int]:
        return [die for die, mark in zip(self.dice, self.marks, strict=True) if mark[0] == LETTERS[seat]]

    def use_die(self, index: int, mark: str) -> Self:
        marks = (mark, self.marks[1]) if index == 0 else (self.marks[0], mark)
        return replace(self, marks=marks)

    def text(self) -> str:
        """Return the last part of a position text, in brackets (section 10)."""
        words = [LETTERS[self.thrower], *(f"{die}{mark}" for die, mark in zip(self.dice, self.marks, strict=True))]
        words += [f"c{self.covers}"] if self.covers else []
        words += [*(["!"] if self.locked else []), *map(str, self.false_claims)]
        return f"[{' '.join(words)}]"


@dataclass(frozen=True, slots=True)
class Dispute:
    """Dice, one of them tilted, and the answers so far, White's first; `slides` is defined in `Tilt`."""

    dice: tuple[int, ...]
    slides: bool
    answers: tuple[bool, ...] = ()


@dataclass(frozen=True, slots=True)
class GameState:
    sides: tuple[State, State] = (START, START)
    next: Seat | None = 0
    """The next seat to throw, in a won game as if it weren't over; None until priority is decided."""
    points: tuple[int, int] = (0, 0)  # games won
    options: Options = field(default_factory=Options)
    phase: Phase = Phase.READY
    roll: LyingRoll | None = None  # usable roll, in attentive mode also while the next dice fly
    dispute: Dispute | None = None
    priority: int = 0  # White's die for priority if Black's is still to be thrown, else 0
    alarmed: bool = False  # whether a player has covered the flying dice without a claim
    false_claim: FalseClaim | None = field(default=None, compare=False)  # last move, if it was a false claim
    dead_roll: LyingRoll | None = field(default=None, compare=False)  # roll that lies unusable, until the next throw
    lost_claims: tuple[int, ...] = field(default=(), compare=False)  # claimable dice lost with the previous roll
    throws: int = field(default=0, compare=False)  # number of ended throws in the match, valid or not
    rolls: int = field(default=0, compare=False)  # number of valid rolls in the match; priority counts as one

    @property
    def attentive(self) -> bool:
        return self.options.mode == "attentive"

    @property
    def throwing_seat(self) -> Seat:
        """The seat whose dice are flying, or that throws next."""
        if self.next is None:
            return 1 if self.priority else 0
        return self.next

    @property
    def winner(self) -> Seat | None:
        return self.sides.index(OFF) if OFF in self.sides else None

    @property
    def to_move(self) -> Seat:
        match self.phase:
            case Phase.FLYING:
                return NATURE
            case Phase.REST:
                return self._to_move_at_rest()
            case Phase.DISPUTE:
                return self._answering_seat()
            case Phase.WON | Phase.OVER:
                return 1 if self.sides[0] == OFF else 0
        return self.throwing_seat

    def _to_move_at_rest(self) -> Seat:
        roll = self.roll
        assert roll is not None
        if self.own_uses():
            return roll.thrower
        if not self.attentive or roll.locked:
            return 1 - roll.thrower
        return self.throwing_seat

    def _answering_seat(self) -> Seat:
        """Return the seat that answers next: White, Black, then the player who alone says that the die counts."""
        assert self.dispute is not None
        answers = self.dispute.answers
        return answers.index(True) if len(answers) == 2 else len(answers)

    def player_moves(self) -> tuple[Move, ...]:
        match self.phase:
            case Phase.READY | Phase.PRIORITY:
                return (Throw(self.throwing_seat),)
            case Phase.FLYING:
                return self._cover_moves()
            case Phase.REST:
                return self._rest_moves()
            case Phase.DISPUTE:
                return self._answer_moves()
            case Phase.WON:
                return (Begin(self.to_move),)
        return ()

    def _cover_moves(self) -> tuple[Move, ...]:
        if not self.attentive or self.next is None:
            return ()
        has_claim = self.roll is not None and self.roll.double and bool(self.claims())
        return () if self.alarmed and not has_claim else (Cover(1 - self.next, has_claim),)

    def _rest_moves(self) -> tuple[Move, ...]:
        roll = self.roll
        assert roll is not None
        own = self.own_uses()
        if not self.attentive:
            return own or self.claims()
        if own:
            return (*own, *self.claims())
        claims = self.claims()
        return claims if roll.locked else (*claims, Throw(self.throwing_seat))

    def own_uses(self) -> tuple[Use, ...]:
        """Return the possible uses of the lying roll by its thrower."""
        roll = self.roll
        if roll is None:
            return ()
        seat, state = roll.thrower, self.sides[roll.thrower]
        faces = dict.fromkeys(roll.dice[index] for index in roll.free)
        return tuple(USES[seat, die, kind(state)] for die in faces if usable(state, die))

    def leftovers(self) -> list[int]:
        """Return the indices of the dice that are free after all possible uses by the thrower."""
        roll = self.roll
        if roll is None:
            return []
        free = roll.free
        _, _, rest = use_all(self.sides[roll.thrower], [roll.dice[index] for index in free])
        if roll.double:
            return free[len(free) - len(rest) :]
        return [index for index in free if roll.dice[index] in rest]

    def claims(self) -> tuple[Use, ...]:
        """Return the uses of leftovers that are possible now for the player who didn't throw."""
        roll = self.roll
        is_barred = roll is not None and roll.has_false_claim(1 - roll.thrower)
        return () if is_barred else self.unbarred_claims()

    def unbarred_claims(self) -> tuple[Use, ...]:
        """Return the claims that would be possible if no false claim barred them."""
        roll = self.roll
        if roll is None:
            return ()
        seat = 1 - roll.thrower
        state = self.sides[seat]
        faces = dict.fromkeys(roll.dice[index] for index in self.leftovers())
        found = tuple(USES[seat, die, kind(state)] for die in faces if usable(state, die))
        return tuple(use for use in found if not self.is_void(use)) if found and state[0] == "o" else found

    def is_void(self, claim: Use) -> bool:
        """Return whether a claim would win, but the thrower can win first with the same roll (section 6)."""
        roll = self.roll
        assert roll is not None
        if after(self.sides[claim.seat], claim.die) != OFF:
            return False
        return use_all(self.sides[roll.thrower], [roll.dice[index] for index in roll.free])[0] == OFF

    def _answer_moves(self) -> tuple[Move, ...]:
        assert self.dispute is not None
        seat = self._answering_seat()
        if len(self.dispute.answers) == 2:
            return (Answer(seat, "test"), Answer(seat, "waive"))
        return (Answer(seat, "yes"), Answer(seat, "no"))

    def first_use(self) -> Use | None:
        """Return the use of the first usable die, by the thrower if possible, else as a leftover (section 4)."""
        uses = self.own_uses() or self.claims()
        return uses[0] if uses else None

    def unclaimed_dice(self) -> list[int]:
        """Return the dice that the player who didn't throw could claim if no false claim barred them."""
        roll = self.roll
        if roll is None or not self.unbarred_claims():
            return []
        state = self.sides[1 - roll.thrower]
        return use_all(state, [roll.dice[index] for index in self.leftovers()])[1]

    def false_claims(self) -> tuple[FalseClaim, ...]:
        """Return the possible false claims of dice that aren't the seat's to use; none after one in this roll."""
        roll = self.roll
        if roll is None or self.phase is not Phase.REST or self.options.false_claims == "free" or not self.attentive:
            return ()
        own = use_all(self.sides[roll.thrower], [roll.dice[index] for index in roll.free])[1]
        found = []
        for seat in (0, 1):
            if not roll.has_false_claim(seat):
                rights = {*(own if seat == roll.thrower else self.unclaimed_dice()), *roll.used_by(seat)}
                found += [FalseClaim(seat, die) for die in FACES if die not in rights]
        return tuple(found)

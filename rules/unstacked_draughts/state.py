"""The table of Unstacked Draughts, and the possible moves of the players. Clauses are those of README.md.

`GameState` holds the fields of a position and the facts derived from them; `Position` adds the effects of moves.
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
    PRIORITY = "priority"  # each player throws one die for who begins
    READY = "ready"  # the next throw can be made
    FLYING = "flying"  # the dice have been thrown and not come to lie
    REST = "rest"  # a roll lies and can be used
    DISPUTE = "dispute"  # a tilted die lies, and the players must decide if it counts
    WON = "won"  # a game is won and the match goes on
    OVER = "over"  # the match is won


@dataclass(frozen=True, slots=True)
class LyingRoll:
    """Two dice on the table as they are named, each with a mark: `-`, or its user and the way: `wv`, `b^`."""

    thrower: Seat  # `NATURE` for two dice thrown for priority
    dice: tuple[int, int]
    marks: tuple[str, str] = (FREE, FREE)
    covers: int = 0  # throws that were covered since
    locked: bool = False  # whether a cover has locked the cup until its claims are taken
    false_claims: tuple[FalseClaim, ...] = ()  # White's first, one a seat at most; ends its claims on these dice

    @property
    def double(self) -> bool:
        return self.dice[0] == self.dice[1]

    @property
    def free(self) -> list[int]:
        return [at for at in (0, 1) if self.marks[at] == FREE]

    def has_false_claim(self, seat: Seat) -> bool:
        return any(claim.seat == seat for claim in self.false_claims)

    def used_by(self, seat: Seat) -> list[int]:
        return [die for die, mark in zip(self.dice, self.marks, strict=True) if mark[0] == LETTERS[seat]]

    def use_die(self, at: int, mark: str) -> Self:
        marks = (mark, self.marks[1]) if at == 0 else (self.marks[0], mark)
        return replace(self, marks=marks)

    def text(self) -> str:
        """Return the text of the roll at the end of a position text (section 10)."""
        words = [LETTERS[self.thrower], *(f"{die}{mark}" for die, mark in zip(self.dice, self.marks, strict=True))]
        words += [f"c{self.covers}"] if self.covers else []
        words += [*(["!"] if self.locked else []), *map(str, self.false_claims)]
        return f"[{' '.join(words)}]"


@dataclass(frozen=True, slots=True)
class Dispute:
    """Dice of which one is tilted, and the answers of White and then Black."""

    dice: tuple[int, ...]
    slides: bool
    answers: tuple[bool, ...] = ()


@dataclass(frozen=True, slots=True)
class GameState:
    sides: tuple[State, State] = (START, START)
    next: Seat | None = 0
    """Next to throw after the lying roll, in a won game as if play went on; None before priority is decided."""
    points: tuple[int, int] = (0, 0)  # games won
    options: Options = field(default_factory=Options)
    phase: Phase = Phase.READY
    roll: LyingRoll | None = None  # still usable, at `REST`; in attentive mode also while the next dice fly
    dispute: Dispute | None = None
    priority: int = 0  # White's die if thrown for priority and Black's has not been, else 0
    alarmed: bool = False  # whether a player has covered these flying dice without a right
    false_claim: FalseClaim | None = field(default=None, compare=False)  # the last move, if it was one
    left: LyingRoll | None = field(default=None, compare=False)  # unusable, on the table until the next throw
    lost: tuple[int, ...] = field(default=(), compare=False)  # dice of the roll before, lost unclaimed
    throws: int = field(default=0, compare=False)  # ended in the match, of one die or two; invalid, covered too
    rolls: int = field(default=0, compare=False)  # valid since the match began; two dice for priority are one

    @property
    def attentive(self) -> bool:
        return self.options.mode == "attentive"

    @property
    def flyer(self) -> Seat:
        """Seat whose dice fly, or that throws next."""
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
                return self._asked_seat()
            case Phase.WON | Phase.OVER:
                return 1 if self.sides[0] == OFF else 0
        return self.flyer

    def _to_move_at_rest(self) -> Seat:
        roll = self.roll
        assert roll is not None
        if self.own_uses():
            return roll.thrower
        if not self.attentive or roll.locked:
            return 1 - roll.thrower
        return self.flyer

    def _asked_seat(self) -> Seat:
        """Return the next to answer on the tilted die: White, Black, then the player who alone lets it count."""
        assert self.dispute is not None
        answers = self.dispute.answers
        return answers.index(True) if len(answers) == 2 else len(answers)

    def players_moves(self) -> tuple[Move, ...]:
        match self.phase:
            case Phase.READY | Phase.PRIORITY:
                return (Throw(self.flyer),)
            case Phase.FLYING:
                return self._cover_moves()
            case Phase.REST:
                return self._rest_moves()
            case Phase.DISPUTE:
                return self._answers()
            case Phase.WON:
                return (Begin(self.to_move),)
        return ()

    def _cover_moves(self) -> tuple[Move, ...]:
        if not self.attentive or self.next is None:
            return ()
        watcher = 1 - self.next
        right = self.roll is not None and self.roll.double and bool(self.claims())
        return () if self.alarmed and not right else (Cover(watcher, right),)

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
        roll = self.roll
        if roll is None:
            return ()
        seat, state = roll.thrower, self.sides[roll.thrower]
        faces = dict.fromkeys(roll.dice[at] for at in roll.free)
        return tuple(USES[seat, die, kind(state)] for die in faces if usable(state, die))

    def leftovers(self) -> list[int]:
        """Return the numbers of the free dice left after all possible uses of the thrower."""
        roll = self.roll
        if roll is None:
            return []
        free = roll.free
        _, _, rest = use_all(self.sides[roll.thrower], [roll.dice[at] for at in free])
        if roll.double:
            return free[len(free) - len(rest) :]
        return [at for at in free if roll.dice[at] in rest]

    def claims(self) -> tuple[Use, ...]:
        """Return the other player's possible uses of leftovers right now."""
        roll = self.roll
        ended = roll is not None and roll.has_false_claim(1 - roll.thrower)
        return () if ended else self.rights()

    def rights(self) -> tuple[Use, ...]:
        """Return the claims that are open unless a false one has ended them."""
        roll = self.roll
        if roll is None:
            return ()
        seat = 1 - roll.thrower
        state = self.sides[seat]
        faces = dict.fromkeys(roll.dice[at] for at in self.leftovers())
        found = tuple(USES[seat, die, kind(state)] for die in faces if usable(state, die))
        return tuple(use for use in found if not self.is_void(use)) if found and state[0] == "o" else found

    def is_void(self, claim: Use) -> bool:
        """Return whether a claim would finish, but the thrower finishes first on the same roll (section 6)."""
        roll = self.roll
        assert roll is not None
        if after(self.sides[claim.seat], claim.die) != OFF:
            return False
        return use_all(self.sides[roll.thrower], [roll.dice[at] for at in roll.free])[0] == OFF

    def _answers(self) -> tuple[Move, ...]:
        assert self.dispute is not None
        seat = self._asked_seat()
        if len(self.dispute.answers) == 2:
            return (Answer(seat, "test"), Answer(seat, "waive"))
        return (Answer(seat, "yes"), Answer(seat, "no"))

    def first_use(self) -> Use | None:
        """Return the use of the first usable die as named: the thrower's, then that of a leftover (section 4)."""
        uses = self.own_uses() or self.claims()
        return uses[0] if uses else None

    def unclaimed_dice(self) -> list[int]:
        """Return the dice of the lying roll that the other player could claim, if no false claim barred it."""
        roll = self.roll
        if roll is None or not self.rights():
            return []
        state = self.sides[1 - roll.thrower]
        return use_all(state, [roll.dice[at] for at in self.leftovers()])[1]

    def false_claims(self) -> tuple[FalseClaim, ...]:
        """Return the false claims of each seat: of every die that it doesn't use of this roll, once a roll."""
        roll = self.roll
        if roll is None or self.phase is not Phase.REST or self.options.false_claims == "free" or not self.attentive:
            return ()
        own = use_all(self.sides[roll.thrower], [roll.dice[at] for at in roll.free])[1]
        found = []
        for seat in (0, 1):
            if not roll.has_false_claim(seat):
                rights = {*(own if seat == roll.thrower else self.unclaimed_dice()), *roll.used_by(seat)}
                found += [FalseClaim(seat, die) for die in FACES if die not in rights]
        return tuple(found)

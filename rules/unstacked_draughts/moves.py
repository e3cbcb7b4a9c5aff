"""The moves of Unstacked Draughts: moves of the players, and results of throws, which are Nature's moves."""

from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Final, Literal, TypeAlias

from rules.contract import NATURE, Seat
from rules.unstacked_draughts.engine.board import FACES

LETTERS: Final = "wb"  # letters of the sides in texts and targets; White is seat 0
SIDES: Final = ("White", "Black")


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw of both dice, or of one die for priority."""

    seat: Seat

    def __str__(self) -> str:
        return "throw"


@dataclass(frozen=True, slots=True)
class Roll:
    """Valid dice that have come to rest: two, in the order in which they are named, or one for priority."""

    dice: tuple[int, ...]

    seat: ClassVar[Seat] = NATURE

    def __str__(self) -> str:
        return "".join(map(str, self.dice))


@dataclass(frozen=True, slots=True)
class Fail:
    """An invalid throw: a die left the board, lies on the rim, or didn't touch the far border."""

    kind: Literal["off", "rim", "short"]

    seat: ClassVar[Seat] = NATURE

    def __str__(self) -> str:
        return self.kind


@dataclass(frozen=True, slots=True)
class Tilt:
    """Dice, one of them tilted. The players don't know `slides`: whether a test die on it would slide off."""

    dice: tuple[int, ...]
    slides: bool

    seat: ClassVar[Seat] = NATURE

    def __str__(self) -> str:
        return f"tilt{''.join(map(str, self.dice))}{'s' if self.slides else ''}"


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer about a tilted die: whether it counts; from a player who alone said yes, whether it is tested."""

    seat: Seat
    word: Literal["yes", "no", "test", "waive"]

    def __str__(self) -> str:
        return f"{LETTERS[self.seat]}-{self.word}"


@dataclass(frozen=True, slots=True)
class Use:
    """The use of a die on the point of its number, by its thrower or as a leftover."""

    seat: Seat
    die: int
    kind: str  # `v` if the checker goes down, `^` if it is borne off

    def __str__(self) -> str:
        return f"{LETTERS[self.seat]}{self.die}{self.kind}"


@dataclass(frozen=True, slots=True)
class FalseClaim:
    """A claim or play of a die by a seat that can't use it (README.md, section 6)."""

    seat: Seat
    die: int

    def __str__(self) -> str:
        return f"{LETTERS[self.seat]}{self.die}?"


@dataclass(frozen=True, slots=True)
class Cover:
    """A hand that stops the flying dice to claim dice of the double before; without such a claim, a false alarm."""

    seat: Seat
    right: bool = True  # whether there is a claim

    def __str__(self) -> str:
        return f"{LETTERS[self.seat]}-{'cover' if self.right else 'alarm'}"


@dataclass(frozen=True, slots=True)
class Begin:
    seat: Seat

    def __str__(self) -> str:
        return "begin"


Move: TypeAlias = Throw | Roll | Fail | Tilt | Answer | Use | FalseClaim | Cover | Begin

USES: Final = {(seat, die, use): Use(seat, die, use) for seat in (0, 1) for die in FACES for use in "v^"}
ONE_DIE: Final = tuple(Roll((face,)) for face in FACES)  # results of one die, for priority
TWO_DICE: Final = tuple(Roll((first, second)) for first in FACES for second in FACES)  # results of two dice


@cache
def throw_results(priority: bool, real: bool, far: bool) -> tuple[Move, ...]:
    """Return all possible results of a throw: of one die if `priority`, else of two (README.md, section 8).

    If `real`, a throw can fail or leave a die tilted; if also `far`, it can fall short of the far border.
    """
    rolls = ONE_DIE if priority else TWO_DICE
    if not real:
        return rolls
    fails = (Fail("off"), Fail("rim"), *((Fail("short"),) if far else ()))
    return (*rolls, *fails, *(Tilt(roll.dice, slides) for roll in rolls for slides in (False, True)))

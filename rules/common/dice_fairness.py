"""Whether dice are even: how often each face and pair came, beside what is expected, and how likely that is.

Two dice are thrown at once; a pair is in the order in which they are named. The tests are Pearson's chi-square. It
adds (observed - expected)^2 / expected over all cells; even dice make it about as large as the degrees of freedom.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal, TypeAlias

from rules.common.dice import PAIRS, ROLLS, Pair

ENOUGH: Final = 5.0
"""How much must be expected in every cell, or chi-square says nothing."""

Verdict: TypeAlias = Literal["few", "even", "unusual", "uneven", "too-even"]
"""In words: too few throws to tell; as even as dice should be; as uneven as even dice are once in a hundred times;
once in a thousand times; more even than even dice are but once in a thousand times."""


@dataclass(frozen=True, slots=True)
class ChiSquare:
    """The outcome of a test."""

    value: float
    freedom: int
    """Degrees of freedom."""
    enough: bool = True
    """Whether there was enough in every cell."""

    @property
    def p(self) -> float:
        """How likely even dice are at least as uneven."""
        return p_value(self.value, self.freedom)

    @property
    def verdict(self) -> Verdict:
        if not self.enough:
            return "few"
        p = self.p
        if p < 0.001:
            return "uneven"
        if p < 0.01:
            return "unusual"
        return "too-even" if p > 0.999 else "even"


@dataclass(frozen=True, slots=True)
class Counts:
    """How often what came in a number of throws of two dice."""

    cells: tuple[int, ...]
    """As `PAIRS`."""

    @classmethod
    def of(cls, throws: Iterable[Pair]) -> Counts:
        """The counts of these throws."""
        cells = [0] * len(PAIRS)
        for first, second in throws:
            cells[6 * first + second - 7] += 1
        return cls(tuple(cells))

    @property
    def throws(self) -> int:
        return sum(self.cells)

    @property
    def faces(self) -> tuple[int, ...]:
        """How often 1 to 6 came, both dice together."""
        return tuple(
            sum(number * pair.count(face) for pair, number in zip(PAIRS, self.cells, strict=True))
            for face in range(1, 7)
        )

    @property
    def rolls(self) -> tuple[int, ...]:
        """As `ROLLS`: how often each came, in either order."""
        return tuple(
            sum(number for pair, number in zip(PAIRS, self.cells, strict=True) if pair in (roll, roll[::-1]))
            for roll in ROLLS
        )

    def expected_face(self) -> float:
        """How often each face is expected."""
        return self.throws / 3

    def expected_roll(self, roll: Pair) -> float:
        """How often a roll is expected: a double half as often as the others."""
        return self.throws / (36 if roll[0] == roll[1] else 18)

    def faces_test(self) -> ChiSquare:
        """5 degrees of freedom."""
        return chi_square(self.faces, [self.expected_face()] * 6)

    def rolls_test(self) -> ChiSquare:
        """20 degrees of freedom."""
        return chi_square(self.rolls, [self.expected_roll(roll) for roll in ROLLS])

    def pairs_test(self) -> ChiSquare:
        """35 degrees of freedom; it sees too if one die differs from the other."""
        return chi_square(self.cells, [self.throws / 36] * 36)


def chi_square(observed: Sequence[int], expected: Sequence[float], freedom: int | None = None) -> ChiSquare:
    """How far counts are from what is expected; degrees of freedom are one less than the cells unless given."""
    value = sum((seen - due) ** 2 / due for seen, due in zip(observed, expected, strict=True) if due)
    return ChiSquare(value, len(observed) - 1 if freedom is None else freedom, min(expected) >= ENOUGH)


def successive_test(throws: Sequence[Pair]) -> ChiSquare:
    """Whether a throw tells anything of the next: for each die, how often which face follows which.

    What follows a face should be any of the six alike, so each of the six rows gives 5 degrees of freedom.
    """
    follows = [[0] * 6 for _ in range(6)]
    for before, after in pairwise(throws):
        for die in (0, 1):
            follows[before[die] - 1][after[die] - 1] += 1
    return chi_square(
        [number for row in follows for number in row], [sum(row) / 6 for row in follows for _ in row], freedom=30
    )


def p_value(value: float, freedom: int) -> float:
    """The chance that chi-square with so many degrees of freedom is at least `value`.

    It is the upper incomplete gamma function Q(freedom / 2, value / 2), summed from Q(1/2, x) = erfc(sqrt x) or
    Q(1, x) = exp(-x) by Q(a + 1, x) = Q(a, x) + x^a exp(-x) / gamma(a + 1), of which all parts are positive.
    """
    x = value / 2
    if x <= 0:
        return 1.0
    a, total = (0.5, math.erfc(math.sqrt(x))) if freedom % 2 else (1.0, math.exp(-x))
    while a < freedom / 2:
        total += math.exp(a * math.log(x) - x - math.lgamma(a + 1))
        a += 1
    return min(total, 1.0)

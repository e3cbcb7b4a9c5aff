"""Statistical tests of whether two dice are fair: counts of faces and pairs, and Pearson's chi-square tests."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, Self, TypeAlias

from rules.common.dice import PAIRS, ROLLS, Pair

ENOUGH: Final = 5.0  # minimum expected count per cell for which the chi-square test is valid

Verdict: TypeAlias = Literal["few", "even", "unusual", "uneven", "too-even"]
"""The verdict of a test.

"few": too few throws for the test. "even": 0.01 <= p <= 0.999. "unusual": p < 0.01. "uneven": p < 0.001.
"too-even": p > 0.999.
"""


@dataclass(frozen=True, slots=True)
class ChiSquare:
    value: float
    freedom: int  # degrees of freedom
    enough: bool = True  # every cell has an expected count of at least ENOUGH

    @property
    def p(self) -> float:
        """The probability that fair dice give at least this value."""
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
    cells: tuple[int, ...]  # count of each pair, in the order of PAIRS; shape (36,)

    @classmethod
    def of(cls, throws: Iterable[Pair]) -> Self:
        cells = [0] * len(PAIRS)
        for first, second in throws:
            cells[6 * first + second - 7] += 1
        return cls(tuple(cells))

    @property
    def throws(self) -> int:
        return sum(self.cells)

    @property
    def faces(self) -> tuple[int, ...]:
        """The counts of the faces 1 to 6, both dice together; shape (6,)."""
        return tuple(
            sum(number * pair.count(face) for pair, number in zip(PAIRS, self.cells, strict=True))
            for face in range(1, 7)
        )

    @property
    def rolls(self) -> tuple[int, ...]:
        """The counts of the unordered pairs, in the order of `ROLLS`; shape (21,)."""
        return tuple(
            sum(number for pair, number in zip(PAIRS, self.cells, strict=True) if pair in (roll, roll[::-1]))
            for roll in ROLLS
        )

    def expected_face(self) -> float:
        return self.throws / 3

    def expected_roll(self, roll: Pair) -> float:
        return self.throws / (36 if roll[0] == roll[1] else 18)

    def faces_test(self) -> ChiSquare:
        """Return the test of the faces, with 5 degrees of freedom."""
        return chi_square(self.faces, [self.expected_face()] * 6)

    def rolls_test(self) -> ChiSquare:
        """Return the test of the unordered pairs, with 20 degrees of freedom."""
        return chi_square(self.rolls, [self.expected_roll(roll) for roll in ROLLS])


def chi_square(observed: Sequence[int], expected: Sequence[float], freedom: int | None = None) -> ChiSquare:
    """Return the chi-square test of counts. `freedom` defaults to the number of cells minus 1."""
    value = sum((count - mean) ** 2 / mean for count, mean in zip(observed, expected, strict=True) if mean)
    return ChiSquare(value, len(observed) - 1 if freedom is None else freedom, min(expected) >= ENOUGH)


def p_value(value: float, freedom: int) -> float:
    """Return the probability that a chi-square variable with `freedom` degrees of freedom is at least `value`.

    It is the upper incomplete gamma function Q(freedom / 2, value / 2), summed from Q(1/2, x) = erfc(sqrt x) or
    Q(1, x) = exp(-x) by Q(a + 1, x) = Q(a, x) + x^a exp(-x) / gamma(a + 1). All terms are positive.
    """
    x = value / 2
    if x <= 0:
        return 1.0
    a, total = (0.5, math.erfc(math.sqrt(x))) if freedom % 2 else (1.0, math.exp(-x))
    while a < freedom / 2:
        total += math.exp(a * math.log(x) - x - math.lgamma(a + 1))
        a += 1
    return min(total, 1.0)

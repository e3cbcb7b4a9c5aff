"""Two statistical tests of dice that the app doesn't show: ordered pairs, and successive throws."""

from collections.abc import Sequence
from itertools import pairwise

from rules.common.dice import Pair
from rules.common.dice_fairness import ChiSquare, Counts, chi_square


def pairs_test(counts: Counts) -> ChiSquare:
    """Test the ordered pairs; 35 degrees of freedom. It also detects a difference between the two dice."""
    return chi_square(counts.cells, [counts.throws / 36] * 36)


def successive_test(throws: Sequence[Pair]) -> ChiSquare:
    """Test whether after each face all six are equally likely, for each die: six rows of 5 degrees of freedom."""
    follows = [[0] * 6 for _ in range(6)]
    for before, after in pairwise(throws):
        for die in (0, 1):
            follows[before[die] - 1][after[die] - 1] += 1
    expected = [sum(row) / 6 for row in follows for _ in row]
    return chi_square([number for row in follows for number in row], expected, freedom=30)

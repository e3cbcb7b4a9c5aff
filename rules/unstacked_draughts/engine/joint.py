"""A number for every joint state of the two sides: its index in the table of chances.

Points with stacks of equal height are alike: the contents of a pair of opposite points may be exchanged with those
of another pair of points 1 to 3, or of points 4 to 6, without a change of the chance. So a joint state is two
multisets of three pairs each; merged this way, the 1943 x 1943 states are 178 229.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import comb
from typing import Final

from rules.unstacked_draughts.engine.board import FULL, START, State

_MOST: Final = {"d": START, "o": FULL}  # most checkers of a side of either kind on each point


def _pairs(own: str, other: str, point: int) -> list[tuple[int, int]]:
    """Return the possible contents of a pair of opposite points, in order, for two kinds of sides (`d` or `o`)."""
    return list(product(range(int(_MOST[own][point]) + 1), range(int(_MOST[other][point]) + 1)))


def _multisets(kinds: int) -> int:
    return comb(kinds + 2, 3)


def _bases() -> tuple[dict[str, int], int]:
    bases, total = {}, 0
    for own, other in product(_MOST, _MOST):
        bases[own + other] = total
        total += _multisets(len(_pairs(own, other, 1))) * _multisets(len(_pairs(own, other, 4)))
    return bases, total


_BASES, SIZE = _bases()  # total of the numbers; some belong to no state, as `d000000` is never written


@lru_cache(maxsize=256)
def _first_points(own: State, other: State) -> int:
    above = _multisets(len(_pairs(own[0], other[0], 4)))
    return _BASES[own[0] + other[0]] + _rank(own[1:], other[1:], int(_MOST[other[0]][1]) + 1) * above


@lru_cache(maxsize=256)
def _last_points(other_kind: str, own: str, other: str) -> int:
    return _rank(own, other, int(_MOST[other_kind][4]) + 1)


def _rank(own: str, other: str, width: int) -> int:
    """Return the number of the multiset of three pairs of digits; the other's digits are below `width`."""
    low, middle, high = sorted(int(one) * width + int(two) for one, two in zip(own, other, strict=True))
    return comb(high + 2, 3) + comb(middle + 1, 2) + low


def number_of(own: State, other: State) -> int:
    """Return the number of a joint state, below `SIZE`. The states aren't checked (see `board.problem`)."""
    return _first_points(own[:4], other[:4]) + _last_points(other[0], own[4:], other[4:])


def joint_states() -> Iterator[tuple[State, State]]:
    """Yield one of each kind of like joint states: 178 229, including those with a finished side."""
    for own, other in product(_MOST, _MOST):
        first = combinations_with_replacement(_pairs(own, other, 1), 3)
        last = list(combinations_with_replacement(_pairs(own, other, 4), 3))
        for multiset in first:
            for rest in last:
                pairs = (*multiset, *rest)
                one = own + "".join(str(digit) for digit, _ in pairs)
                two = other + "".join(str(digit) for _, digit in pairs)
                if "d000000" not in (one, two):
                    yield one, two

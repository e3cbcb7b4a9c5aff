"""Numbers for the joint states of both sides: their indices in the table of chances.

The chance doesn't change if the contents of two pairs of opposite points are exchanged, both on points 1 to 3 or both
on points 4 to 6. Therefore a joint state is numbered as two multisets of three pairs; this merges the 1943 x 1943
states into 178 229.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import comb
from typing import Final

from rules.unstacked_draughts.engine.board import FULL, START, State

_MAXIMA: Final = {"d": START, "o": FULL}  # by letter of the state, the largest digit of each point


def _pairs(own: str, other: str, point: int) -> list[tuple[int, int]]:
    """Return the possible digits of two opposite points, in ascending order; `own` and `other` are `d` or `o`."""
    return list(product(range(int(_MAXIMA[own][point]) + 1), range(int(_MAXIMA[other][point]) + 1)))


def _count_multisets(own: str, other: str, point: int) -> int:
    """Return how many multisets of three pairs there are on points 1 to 3 if `point` is 1, on 4 to 6 if it is 4."""
    return comb(len(_pairs(own, other, point)) + 2, 3)


def _list_bases() -> tuple[dict[str, int], int]:
    """Return the first number for each pair of letters, `dd` to `oo`, and how many numbers there are in all."""
    bases, total = {}, 0
    for own, other in product(_MAXIMA, _MAXIMA):
        bases[own + other] = total
        total += _count_multisets(own, other, 1) * _count_multisets(own, other, 4)
    return bases, total


_BASES, SIZE = _list_bases()  # some numbers belong to no state, because `d000000` is never used


@lru_cache(maxsize=256)
def _number_of_low_points(own: State, other: State) -> int:
    """Return the part of the number that the letters and points 1 to 3 determine."""
    rank = _rank(own[1:], other[1:], int(_MAXIMA[other[0]][1]) + 1)
    return _BASES[own[0] + other[0]] + rank * _count_multisets(own[0], other[0], 4)


@lru_cache(maxsize=256)
def _number_of_high_points(other_letter: str, own: str, other: str) -> int:
    """Return the part of the number that points 4 to 6 determine."""
    return _rank(own, other, int(_MAXIMA[other_letter][4]) + 1)


def _rank(own: str, other: str, width: int) -> int:
    """Return the number of a multiset of three pairs of digits; the digits of `other` are below `width`."""
    low, middle, high = sorted(int(first) * width + int(second) for first, second in zip(own, other, strict=True))
    return comb(high + 2, 3) + comb(middle + 1, 2) + low


def number_of(own: State, other: State) -> int:
    """Return the number of a joint state, below `SIZE`. The states aren't checked (see `board.problem`)."""
    return _number_of_low_points(own[:4], other[:4]) + _number_of_high_points(other[0], own[4:], other[4:])


def joint_states() -> Iterator[tuple[State, State]]:
    """Yield one joint state for each number in use, 178 229 in all, also those in which a side is finished."""
    for own, other in product(_MAXIMA, _MAXIMA):
        high_points = list(combinations_with_replacement(_pairs(own, other, 4), 3))
        for low_pairs in combinations_with_replacement(_pairs(own, other, 1), 3):
            for high_pairs in high_points:
                pairs = (*low_pairs, *high_pairs)
                own_state = own + "".join(str(digit) for digit, _ in pairs)
                other_state = other + "".join(str(digit) for _, digit in pairs)
                if "d000000" not in (own_state, other_state):
                    yield own_state, other_state

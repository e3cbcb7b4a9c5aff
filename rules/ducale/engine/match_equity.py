"""Match equity: the chance to win the match from the totals after a round (README.md, section 16)."""

from collections.abc import Sequence
from math import exp, sqrt
from typing import Final

LOSS: Final = (10.0, 8.0)
"""Average points that a round costs the last one, between two and among more; gives the number of rounds left."""
SPREAD: Final = (11.2, 7.0)
"""Scale in points of the luck of one round, between two players and among more.

A lead of this size multiplies a chance by e. Among more than two this is less than was counted in matches, and
plays better (section 16).
"""


def win_chances(totals: Sequence[int], rounds: int, target: int, most_rounds: int) -> list[float]:
    """Return each seat's chance to win the match with these totals after `rounds` rounds; equal winners share.

    The match ends after `most_rounds` rounds, or, if that is 0, once a total reaches `target` points.
    """
    more = int(len(totals) > 2)
    least, most = min(totals), max(totals)
    if most_rounds:
        left = float(most_rounds - rounds)
    else:
        left = 0.0 if most >= target else max((target - most) / LOSS[more], 1.0)
    if left <= 0:
        first = [total == least for total in totals]
        return [won / sum(first) for won in first]
    scale = SPREAD[more] * sqrt(left)
    parts = [exp((least - total) / scale) for total in totals]
    whole = sum(parts)
    return [part / whole for part in parts]

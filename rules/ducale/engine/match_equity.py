"""Match equity: the chance to win the match from the totals after a round (README.md, section 16)."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from typing import Final

LOSS: Final = (10.0, 8.0)
"""Points that a round costs the last one on average, between two and among more: so many rounds are left."""
SPREAD: Final = (11.2, 7.0)
"""Scale in points of the luck of one round between two players: a lead of so many makes a chance e times as good;
likewise. Among more than two this is less than was counted in matches, and plays better (section 16)."""


def win_chances(totals: Sequence[int], rounds: int, target: int, most_rounds: int) -> list[float]:
    """By seat, the chance to win the match with these totals after so many rounds; equal winners share.

    The match ends after `most_rounds` rounds, or if that is 0, when somebody has `target` points.
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

"""What points are good for: the chance to win the match from the totals after a round (README.md, section 16)."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from typing import TYPE_CHECKING, Final

from rules.ducale.scores import ranks

if TYPE_CHECKING:
    from rules.ducale.options import Options

LOSS: Final = (10.0, 8.0)
"""Points that a round costs the last one on average, between two and among more: so many rounds are left."""
SPREAD: Final = (11.2, 7.0)
"""Points by which luck parts two players in a round, on a scale where e times the chance is a step; likewise. Among
more than two this is less than was counted in matches, and plays better (section 16)."""


def chances(options: Options, totals: Sequence[int], rounds: int) -> list[float]:
    """Each seat's chance to win the match with these totals after so many rounds; equal winners share."""
    more = int(len(totals) > 2)
    most = max(totals)
    if options.rounds:
        left = float(options.rounds - rounds)
    else:
        left = 0.0 if most >= options.target else max((options.target - most) / LOSS[more], 1.0)
    if left <= 0:
        first = [rank == 1 for rank in ranks(totals)]
        return [won / sum(first) for won in first]
    scale = SPREAD[more] * sqrt(left)
    least = min(totals)
    parts = [exp((least - total) / scale) for total in totals]
    whole = sum(parts)
    return [part / whole for part in parts]

"""Match equity: the chance to win the match from the totals after a round (README.md, section 16)."""

from collections.abc import Sequence
from math import exp, sqrt
from typing import Final

# Each constant has a value for two players and one for more.
LOSS: Final = (10.0, 8.0)
"""The average points per round of the player who is last in the match, from which the rounds left are estimated."""
SPREAD: Final = (11.2, 7.0)
"""The lead in points that multiplies the odds between two players by e, with one round left.

For more than two players it is smaller than measured, because the computer plays better with it (section 16).
"""


def win_chances(totals: Sequence[int], rounds: int, target: int, max_rounds: int) -> list[float]:
    """Return each seat's chance to win the match with these totals after `rounds` rounds; tied winners share the win.

    The match ends after `max_rounds` rounds, or if `max_rounds` is 0, once a total reaches `target` points.
    """
    column = int(len(totals) > 2)
    least, most = min(totals), max(totals)
    if max_rounds:
        rounds_left = float(max_rounds - rounds)
    else:
        rounds_left = 0.0 if most >= target else max((target - most) / LOSS[column], 1.0)
    if rounds_left <= 0:
        has_won = [total == least for total in totals]
        return [won / sum(has_won) for won in has_won]
    scale = SPREAD[column] * sqrt(rounds_left)
    weights = [exp((least - total) / scale) for total in totals]
    total_weight = sum(weights)
    return [weight / total_weight for weight in weights]

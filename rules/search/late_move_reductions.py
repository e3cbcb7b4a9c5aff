"""Late move reductions: moves late in the move order are searched to a lower depth."""

from math import log


def reductions(base: float, slope: float) -> list[int]:
    """Return the reductions in plies, at index depth << 6 | tried; `tried` is how many moves came before at the node.

    An entry is base + log(depth) * log(tried) / slope, truncated, or 0 if depth or tried is 0; both are below 64.
    """
    table = [0] * (64 * 64)
    for depth in range(1, 64):
        for tried in range(1, 64):
            table[depth << 6 | tried] = int(base + log(depth) * log(tried) / slope)
    return table

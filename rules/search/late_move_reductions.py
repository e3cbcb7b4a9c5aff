"""Late move reductions: moves late in the move order are searched to a lower depth."""

from math import log


def reductions(base: float, slope: float) -> list[int]:
    """Return the reductions in plies by depth << 6 | moves already searched at the node, both below 64.

    An entry is base + log(depth) * log(tried) / slope, truncated; 0 where either is 0.
    """
    table = [0] * (64 * 64)
    for depth in range(1, 64):
        for tried in range(1, 64):
            table[depth << 6 | tried] = int(base + log(depth) * log(tried) / slope)
    return table

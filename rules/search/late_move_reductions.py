"""How much less deep what comes late in the order is looked at."""

from __future__ import annotations

from math import log


def reductions(base: float, slope: float) -> list[int]:
    """Depth << 6 | moves tried before -> plies less, both up to 63: base + log(depth) * log(tried) / slope."""
    table = [0] * (64 * 64)
    for depth in range(1, 64):
        for tried in range(1, 64):
            table[depth << 6 | tried] = int(base + log(depth) * log(tried) / slope)
    return table

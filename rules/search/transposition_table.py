"""The transposition table and the packing of its entries.

An entry is score + INFINITE | bound << _BOUND_AT | depth << _DEPTH_AT | best << BEST_AT; it is never 0. `best` is the
best move found, in the game's own encoding. The score of a proved win or loss counts the plies from the position
itself, not from the root.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from rules.search.iterative_deepening import INFINITE, SURE

NO_CUTOFF: Final = 32001  # result of `cutoff` if the position must be searched; beyond `INFINITE`
BEST_AT: Final = 25
_EXACT: Final = 0
_AT_LEAST: Final = 1
_AT_MOST: Final = 2
_BOUND_AT: Final = 16
_DEPTH_AT: Final = 18

_LOW_62: Final = 0x3FFFFFFFFFFFFFFF
_SALT_STEP: Final = 1 << 40


@final
class TranspositionTable:
    """A map from position keys to entries. Replacement policy: a new entry always replaces the old one."""

    def __init__(self, megabytes: int) -> None:
        """Create a table of at most `megabytes` (at least 1). The number of entries is a power of two."""
        entries = 1 << 15
        while entries << 5 <= megabytes << 20:
            entries <<= 1
        self._mask: i64 = entries - 1
        self._keys = vec[i64]([0] * entries)
        self._entries = vec[i64]([0] * entries)
        self._salt: i64 = 0

    def clear(self) -> None:
        """Invalidate all entries, by changing the salt of the keys so that no earlier key matches."""
        self._salt = (self._salt + _SALT_STEP) & _LOW_62

    def probe(self, key: i64) -> i64:
        """Return the entry of the position `key`, or 0 if there is none."""
        key ^= self._salt
        at = key & self._mask
        if self._keys[at] != key:
            return 0
        return self._entries[at]

    def store(self, key: i64, score: i64, ply: i64, alpha: i64, beta: i64, depth: i64, best: i64) -> None:
        """Store the result of a search of `key`, `ply` plies from the root, with the window (alpha, beta).

        `depth`: 0 to 127 plies. `best`: 0 to (1 << 38) - 1.
        """
        bound: i64 = _EXACT
        if score >= beta:
            bound = _AT_LEAST
        elif score <= alpha:
            bound = _AT_MOST
        if score > SURE:
            score += ply
        elif score < -SURE:
            score -= ply
        key ^= self._salt
        at = key & self._mask
        self._keys[at] = key
        self._entries[at] = (score + INFINITE) | bound << _BOUND_AT | depth << _DEPTH_AT | best << BEST_AT


def cutoff(entry: i64, depth: i64, alpha: i64, beta: i64, ply: i64) -> i64:
    """Return the score of an entry if it makes a search to `depth` unnecessary, otherwise `NO_CUTOFF`.

    The score of a proved win or loss counts the plies from the root, which is `ply` plies before the position.
    """
    if (entry >> _DEPTH_AT & 127) < depth:
        return NO_CUTOFF
    found = (entry & 0xFFFF) - INFINITE
    if found > SURE:
        found -= ply
    elif found < -SURE:
        found += ply
    bound = entry >> _BOUND_AT & 3
    if bound == _EXACT or (bound == _AT_LEAST and found >= beta) or (bound == _AT_MOST and found <= alpha):
        return found
    return NO_CUTOFF

"""The table of positions met in a search, and how an entry of it is packed.

An entry is score + INFINITE | bound << BOUND_AT | depth << DEPTH_AT | best << BEST_AT, never 0; `best` is the game's
own: the best move found there. A sure win is kept by its distance from the position, not from the root.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

WIN: Final = 30000
"""The score of a win on the spot; a win in n plies is WIN - n."""
SURE: Final = WIN - 1000
"""Scores beyond this, either way, are wins seen to the end."""
INFINITE: Final = 32000

EXACT: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2
BOUND_AT: Final = 16
DEPTH_AT: Final = 18
BEST_AT: Final = 25

_LOW_62: Final = 0x3FFFFFFFFFFFFFFF
_NEXT_SALT: Final = 1 << 40


@final
class TranspositionTable:
    """Position key -> entry; a new one takes the place of whatever was there."""

    def __init__(self, megabytes: int) -> None:
        """`megabytes`: its size, 1 at least."""
        entries = 1 << 15
        while entries << 5 <= megabytes << 20:
            entries <<= 1
        self._mask: i64 = entries - 1
        self._keys = vec[i64]([0] * entries)
        self._entries = vec[i64]([0] * entries)
        self._salt: i64 = 0

    def clear(self) -> None:
        """Begin anew, for another root: what other searches kept doesn't match any more."""
        self._salt = (self._salt + _NEXT_SALT) & _LOW_62

    def probe(self, key: i64) -> i64:
        """The entry of a position, or 0."""
        key ^= self._salt
        at = key & self._mask
        if self._keys[at] != key:
            return 0
        return self._entries[at]

    def store(self, key: i64, score: i64, ply: i64, bound: i64, depth: i64, best: i64) -> None:
        """Keep what was found for the position `key`, `ply` plies from the root: `depth` up to 127, `best` below
        1 << 38."""
        if score > SURE:
            score += ply
        elif score < -SURE:
            score -= ply
        key ^= self._salt
        at = key & self._mask
        self._keys[at] = key
        self._entries[at] = (score + INFINITE) | bound << BOUND_AT | depth << DEPTH_AT | best << BEST_AT


def score_of(entry: i64, ply: i64) -> i64:
    """The score of an entry for a position `ply` plies from the root."""
    found = (entry & 0xFFFF) - INFINITE
    if found > SURE:
        found -= ply
    elif found < -SURE:
        found += ply
    return found

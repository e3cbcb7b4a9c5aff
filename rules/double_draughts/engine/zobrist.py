"""Zobrist keys of positions. They have 62 bits, so that they fit a native vector, signed or unsigned."""

from random import Random
from typing import Final

from rules.double_draughts.engine.board import WHITE

TURN: Final = 7 * 64  # index in `KEYS` of the key for White to move


def _random_keys() -> list[int]:
    rng = Random(2011)
    return [0] * 64 + [rng.getrandbits(62) for _ in range(6 * 64 + 1)]


KEYS: Final = _random_keys()  # by piece code * 64 + square; 0 for empty squares


def key_of(cells: bytes, side: int) -> int:
    """Return the key of 64 piece codes with `side` to move; bytes after the 64th are ignored."""
    key = KEYS[TURN] if side == WHITE else 0
    for square in range(64):
        key ^= KEYS[64 * cells[square] + square]
    return key

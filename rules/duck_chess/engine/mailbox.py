"""Codes, steps and Zobrist keys of the engine's board of Duck Chess.

A piece move is a number. Outside the engine it is `start | end << 6 | promotion << 12` with squares (promotion 0, or
2 to 5 for N B R Q). Inside, it is the *step* `start | end << 7 | promotion << 14 | special << 17` with cells of
`rules.search.mailbox`. A turn is a step with the cell of its duck from bit `DUCK_SHIFT` on.
"""

from random import Random
from typing import Final

from rules.search.mailbox import OFFSETS

WHITE: Final = 0  # side that begins: seat 0
BLACK: Final = 1

PIECES: Final = ".PNBRQKpnbrqk*"  # code -> letter; 1 to 6 White's men, 7 to 12 Black's, 13 duck and border
DUCK: Final = 13
WALL: Final = 13
PAWN: Final = 1
KNIGHT: Final = 2
BISHOP: Final = 3
ROOK: Final = 4
QUEEN: Final = 5
KING: Final = 6

# Values of `special` in a step.
DOUBLE_STEP: Final = 1
EN_PASSANT: Final = 2
CASTLING: Final = 3
STEP_MASK: Final = 0xFFFFF  # the bits of the step in a turn
DUCK_SHIFT: Final = 20  # position of the duck's cell in a turn


def _direction_table() -> list[int]:
    table = [0] * 256
    for offset in OFFSETS[:8]:
        for distance in range(1, 8):
            table[128 + distance * offset] = offset
    return table


DIRECTIONS: Final = _direction_table()  # difference of two cells + 128 -> offset of a straight or diagonal way, or 0

SIDE_KEY: Final = 14 << 7  # index in `ZOBRIST_KEYS` for Black to move
CASTLING_KEY: Final = SIDE_KEY + 1  # index, plus the castling rights, for the sixteen sets of them
EN_PASSANT_KEY: Final = SIDE_KEY + 32  # index, plus the cell crossed, for a possible en passant


def _random_keys() -> list[int]:
    rng = Random(2016)
    return [0] * 128 + [rng.getrandbits(62) for _ in range(15 * 128 + 128)]


ZOBRIST_KEYS: Final = _random_keys()
"""Random keys by code << 7 | cell, also for the duck, 0 for empty cells; then the keys with the indices above."""


def _kept_rights() -> list[int]:
    table = [15] * 120
    for cell, lost in ((21, 2), (28, 1), (25, 3), (91, 8), (98, 4), (95, 12)):
        table[cell] = 15 - lost
    return table


KEPT_RIGHTS: Final = _kept_rights()  # cell -> castling rights that remain after a step from or to it

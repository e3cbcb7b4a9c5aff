"""The words in which the board of Duck Chess speaks: sides, men, squares and cells, and the numbers that mix a key.

Two ways to say a square: outside 0 to 63 from a1, h1 at 7, h8 at 63; inside a *cell* of a mailbox of 10 x 12, 21 for
a1, 98 for h8, 0 for none. Two ways to say a piece move: outside `start | end << 6 | promotion << 12` (promotion 0 or
2 to 5 for N B R Q), inside the *step* `start | end << 7 | promotion << 14 | special << 17` of cells.
"""

from __future__ import annotations

from random import Random
from typing import Final

WHITE: Final = 0
"""The side that begins: seat 0."""
BLACK: Final = 1

PIECES: Final = ".PNBRQKpnbrqk*"
"""A cell's letter by its code: 0 empty, 1 to 6 White's, 7 to 12 Black's, 13 the duck (and the border)."""
DUCK: Final = 13
WALL: Final = 13
PAWN: Final = 1
KNIGHT: Final = 2
BISHOP: Final = 3
ROOK: Final = 4
QUEEN: Final = 5
KING: Final = 6

NAMES: Final = [file + rank for rank in "12345678" for file in "abcdefgh"]
"""Square -> its name."""

DOUBLE: Final = 1
PASSING: Final = 2
CASTLING: Final = 3
"""What is special about a step: a pawn's two cells, en passant, castling."""

CELLS: Final = [21 + square % 8 + 10 * (square // 8) for square in range(64)]
"""Square -> cell."""
SQUARES: Final = [
    (cell - 21) % 10 + 8 * ((cell - 21) // 10) if 21 <= cell <= 98 and 1 <= cell % 10 <= 8 else -1
    for cell in range(120)
]
"""Cell -> square, -1 on the border."""

STEPS: Final = [10, -10, 1, -1, 11, 9, -9, -11, 21, 19, 12, 8, -8, -12, -19, -21]
"""Four straight ways, four diagonal ones, eight of the knight."""
FIRST_WAY: Final = [0, 0, 8, 4, 0, 0, 0]
LAST_WAY: Final = [0, 0, 16, 8, 4, 8, 8]
"""Kind of man -> the part of `STEPS` that it moves by."""

TURN: Final = 14 << 7
"""Where in `KEYS` the number for Black to move is."""
CASTLING_KEY: Final = TURN + 1
"""From here on the numbers for the sixteen sets of castling rights."""
PASSING_KEY: Final = TURN + 32
"""From here on, by cell of the crossed square, the numbers for an en passant that some pawn could use."""


def _random_keys() -> list[int]:
    rng = Random(2016)
    return [0] * 128 + [rng.getrandbits(62) for _ in range(15 * 128 + 128)]


KEYS: Final = _random_keys()
"""Code << 7 | cell -> random number, the duck's too; 0 for empty cells. Then the numbers that are no man's."""


def _right_table() -> list[int]:
    table = [15] * 120
    for cell, lost in ((21, 2), (28, 1), (25, 3), (91, 8), (98, 4), (95, 12)):
        table[cell] = 15 - lost
    return table


RIGHTS: Final = _right_table()
"""Cell -> the castling rights that a step from or to it leaves."""

"""How good a position of Duck Chess looks, in hundredths of a pawn.

What each man is worth on his cell is summed while steps are made: `man_values` packs the value in the middle game,
the value in the ending and the man's share of the phase, seen from White, into one number. `judge` adds what men are
worth together.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from rules.duck_chess.engine.board import Board
from rules.duck_chess.engine.mailbox import BLACK, CELLS

ENDING: Final = 1 << 24
PHASE: Final = 1 << 48
_HALF: Final = 1 << 23
_LOW: Final = ENDING - 1
FULL: Final = 24
"""The phase of the start: 1 a knight or bishop, 2 a rook, 4 a queen."""

_MIDDLE: Final = (0, 90, 330, 300, 430, 1000, 0)
_LATE: Final = (0, 120, 310, 300, 520, 1050, 0)
SHARES: Final = (0, 0, 1, 1, 2, 4, 0)
TEMPO: Final = 15


def man_values() -> list[int]:
    """Code << 7 | cell -> packed value."""
    table = [0] * (14 * 128)
    for square in range(64):
        for kind in range(1, 7):
            rank, file = square // 8, square % 8
            centre = 6 - abs(2 * rank - 7) // 2 - abs(2 * file - 7) // 2
            middle, late = _MIDDLE[kind], _LATE[kind]
            if kind == 1:
                middle += 4 * rank + 3 * centre
                late += (0, 0, 5, 15, 35, 70, 130, 0)[rank]
            elif kind == 2:
                middle += 10 * centre
                late += 8 * centre
            elif kind in (3, 5):
                middle += 4 * centre - (8 if rank == 0 else 0)
                late += 4 * centre
            elif kind == 4:
                middle += 2 * centre + (15 if rank == 6 else 0)
            else:
                middle += -12 * rank - 6 * centre
                late += 8 * centre
            packed = middle + late * ENDING
            table[kind << 7 | CELLS[square]] = packed + SHARES[kind] * PHASE
            table[kind + 6 << 7 | CELLS[square ^ 56]] = -packed + SHARES[kind] * PHASE
    return table


def unpack(packed: int) -> tuple[int, int]:
    """The value in the middle game and in the ending of a packed sum without a phase."""
    middle = ((packed + _HALF) & _LOW) - _HALF
    return middle, (packed - middle) // ENDING


def judge(board: Board) -> i64:
    """What the men are worth together: the score for the side to move."""
    total = board.total + _HALF
    middle = (total & _LOW) - _HALF
    total = (total >> 24) + _HALF
    late = (total & _LOW) - _HALF
    phase = total >> 24
    if phase > FULL:
        phase = FULL
    score = (middle * phase + late * (FULL - phase)) // FULL
    if board.side == BLACK:
        score = -score
    return score + TEMPO

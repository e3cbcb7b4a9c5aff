"""Static evaluation of Duck Chess, in hundredths of a pawn: piece-square values tapered by the phase of the game.

An entry of the table packs the values in middlegame and endgame, seen from White, and the man's share of the phase.
"""

from typing import Final

from mypy_extensions import i64

from rules.duck_chess.engine.board import Board
from rules.duck_chess.engine.mailbox import BLACK
from rules.search.mailbox import CELLS

ENDGAME: Final = 1 << 24
PHASE: Final = 1 << 48
_HALF: Final = 1 << 23
_LOW: Final = ENDGAME - 1
FULL: Final = 24  # phase at the start of a match, the sum of all `SHARES`

_MIDDLEGAME: Final = (0, 90, 330, 300, 430, 1000, 0)
_ENDGAME: Final = (0, 120, 310, 300, 520, 1050, 0)
SHARES: Final = (0, 0, 1, 1, 2, 4, 0)  # kind of man -> share of the phase
TEMPO: Final = 15
_FADES_AFTER: Final = 10  # quiet turns after which scores are scaled down
_FADES_OVER: Final = 180  # each further quiet turn takes this fraction, 1 / 180, from the score


def piece_square_table() -> list[int]:
    table = [0] * (14 * 128)
    for square in range(64):
        for kind in range(1, 7):
            rank, file = square // 8, square % 8
            centre = 6 - abs(2 * rank - 7) // 2 - abs(2 * file - 7) // 2
            middlegame, endgame = _MIDDLEGAME[kind], _ENDGAME[kind]
            if kind == 1:
                middlegame += 4 * rank + 3 * centre
                endgame += (0, 0, 5, 15, 35, 70, 130, 0)[rank]
            elif kind == 2:
                middlegame += 10 * centre
                endgame += 8 * centre
            elif kind in (3, 5):
                middlegame += 4 * centre - (8 if rank == 0 else 0)
                endgame += 4 * centre
            elif kind == 4:
                middlegame += 2 * centre + (15 if rank == 6 else 0)
            else:
                middlegame += -12 * rank - 6 * centre
                endgame += 8 * centre
            packed = middlegame + endgame * ENDGAME
            table[kind << 7 | CELLS[square]] = packed + SHARES[kind] * PHASE
            table[kind + 6 << 7 | CELLS[square ^ 56]] = -packed + SHARES[kind] * PHASE
    return table


def evaluate(board: Board) -> i64:
    """Return the static score for the side to move."""
    total = board.piece_square_sum + _HALF
    middlegame = (total & _LOW) - _HALF
    total = (total >> 24) + _HALF
    endgame = (total & _LOW) - _HALF
    phase = total >> 24
    if phase > FULL:
        phase = FULL
    score = (middlegame * phase + endgame * (FULL - phase)) // FULL
    if board.side == BLACK:
        score = -score
    return score + TEMPO


def scaled_evaluation(board: Board, quiet: i64) -> i64:
    """Return the static score, lowered by quiet turns so that the side ahead makes progress (fifty-move scaling)."""
    score = evaluate(board)
    if quiet > _FADES_AFTER:
        score -= score * (quiet - _FADES_AFTER) // _FADES_OVER
    return score

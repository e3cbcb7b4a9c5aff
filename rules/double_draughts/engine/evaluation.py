"""Evaluation of Double Draughts in hundredths of a Man, fitted by logistic regression to self-play (NOTES.md).

The search keeps the sum of the piece-square values up to date; `evaluate` adds terms that depend on several pieces. A
*packed sum* holds the sum of the values, plus `ZERO`, in its lower 24 bits and the number of pieces above these bits.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from rules.double_draughts.engine.board import WHITE
from rules.double_draughts.engine.movegen import DE_BRUIJN, square_table

ZERO: Final = 1 << 23  # packed sum of an empty board; smaller values are negative
_VALUE: Final = 0xFFFFFF  # bits of the value in a packed sum
PIECE: Final = 1 << 24  # one piece in a packed sum

_MAN: Final = (
    (95, 122, 122, 132),
    (101, 93, 100, 94),
    (98, 92, 92, 85),
    (117, 97, 98, 97),
    (115, 118, 114, 110),
    (118, 140, 148, 152),
    (146, 205, 212, 208),
)
"""The value of a Man by row, its home row first, and by distance from the nearer side of the board."""
_KING: Final = 205
_LOW_KING: Final = 175  # a King of the third-level game slides only diagonally
_TRIPLE: Final = 235
_CENTRE: Final = (0, 8, 9, 8)  # bonus of a King or Triple by distance from the edge, once for file and once for rank
_FIRST_KING: Final = 70  # bonus for having any King
_TEMPO: Final = 4
_MOP_UP_BELOW: Final = 9 * PIECE  # number of pieces below which the mop-up evaluation is added
_TWO_KINGS_AHEAD: Final = (
    320  # least lead that wins with Kings alone: games played out show that one King isn't enough
)
_QUIET_SCALE: Final = 160  # quiet plies at which a score would be 0; the scaling makes the side ahead avoid them


def piece_square_table(levels: int) -> list[int]:
    """Return the table, indexed by piece code * 64 + square, of what pieces add to a packed sum, seen from White."""
    table = [0] * (7 * 64)
    for square in range(64):
        for code in range(1, 7):
            is_white = code > 3
            row = square // 8 if is_white else 7 - square // 8
            side_distance = min(square % 8, 7 - square % 8)
            level = (code - 1) % 3 + 1
            if level == 1:
                value = _MAN[row][side_distance] if row < 7 else 0
            else:
                king = _KING if levels == 2 else (_LOW_KING if level == 2 else _TRIPLE)
                value = king + _CENTRE[side_distance] + _CENTRE[min(row, 7 - row)]
            table[64 * code + square] = (value if is_white else -value) + PIECE
    return table


def _edge_table() -> list[int]:
    """Return the table, indexed by square, of the bonus of the side ahead for an enemy King there."""
    table = []
    for square in range(64):
        x, y = square % 8, square // 8
        table.append(12 * max(abs(2 * x - 7), abs(2 * y - 7)) // 2 + 4 * (abs(2 * x - 7) + abs(2 * y - 7)) // 2)
    return table


def _distance_table() -> list[int]:
    """Return the table, by square << 6 | square, of what the distance of opposing Kings costs the side ahead."""
    table = []
    for first in range(64):
        for second in range(64):
            table.append(4 * max(abs(first % 8 - second % 8), abs(first // 8 - second // 8)))
    return table


_EDGE_BONUS: Final = _edge_table()
_DISTANCE_COST: Final = _distance_table()


@final
class Evaluation:
    def __init__(self) -> None:
        self._squares = vec[i64](square_table())
        self._edge_bonus = vec[i64](_EDGE_BONUS)
        self._distance_cost = vec[i64](_DISTANCE_COST)

    def evaluate(self, own: i64, enemy: i64, kings: i64, packed: i64, quiet: i64, side: i64) -> i64:
        """Return the score of a position without captures for `side`, which is to move and has the pieces `own`."""
        score = (packed & _VALUE) - ZERO
        if side != WHITE:
            score = -score
        score += _TEMPO
        if own & kings != 0:
            score += _FIRST_KING
        if enemy & kings != 0:
            score -= _FIRST_KING
        if packed < _MOP_UP_BELOW:
            score = self._mop_up(score, own, enemy, kings) if score >= 0 else -self._mop_up(-score, enemy, own, kings)
        if quiet != 0:
            score = score * (_QUIET_SCALE - quiet) // _QUIET_SCALE
        return score

    def _mop_up(self, score: i64, strong: i64, weak: i64, kings: i64) -> i64:
        """Return the score of the side ahead, adapted to its chances to catch the enemy Kings.

        Cornered enemy Kings raise the score, their distance from own Kings lowers it, and too few pieces divide it.
        """
        targets = weak & kings
        if targets == 0:
            return score
        if (strong | weak) & ~kings == 0 and score < _TWO_KINGS_AHEAD:
            return score // 8
        rest = strong & (strong - 1)
        if rest & (rest - 1) == 0:
            return score // 4  # two pieces can't catch a King
        chasers = strong & kings
        squares = self._squares
        while targets != 0:
            low = targets & -targets
            targets ^= low
            at = squares[(low * DE_BRUIJN >> 58) & 63]
            score += self._edge_bonus[at]
            rest = chasers
            while rest != 0:
                bit = rest & -rest
                rest ^= bit
                score -= self._distance_cost[at << 6 | squares[(bit * DE_BRUIJN >> 58) & 63]]
        return score

"""Evaluation of Double Draughts, in centi-men, fitted by logistic regression to self-play (NOTES.md).

The search sums the packed piece-square values while moves are made; `evaluate` adds terms of several pieces.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from rules.double_draughts.engine.board import WHITE
from rules.double_draughts.engine.movegen import DE_BRUIJN, square_table

ZERO: Final = 1 << 23  # packed sum of an empty board: value 0 with room for negative ones below
_VALUE: Final = 0xFFFFFF  # bits of a packed sum that hold the value; above them lies the number of pieces
PIECE: Final = 1 << 24

_MAN: Final = (
    (95, 122, 122, 132),
    (101, 93, 100, 94),
    (98, 92, 92, 85),
    (117, 97, 98, 97),
    (115, 118, 114, 110),
    (118, 140, 148, 152),
    (146, 205, 212, 208),
)
"""Value of a Man by rank, from its home row on, and by distance from the nearer side of the board."""
_KING: Final = 205
_LOW_KING: Final = 175  # a King of the third-level game slides only diagonally
_TRIPLE: Final = 235
_CENTRE: Final = (0, 8, 9, 8)  # bonus of a King or Triple, for file and rank each, by distance from the edge
_FIRST_KING: Final = 70  # bonus for having any King
_TEMPO: Final = 4
_MANY: Final = 9 * PIECE  # packed number of pieces below which the mop-up evaluation is added
_TWO_KINGS_AHEAD: Final = 320  # least winning lead of Kings alone, found by playing out: two more win, one doesn't
_QUIET_SCALE: Final = 160  # quiet plies that would scale a score to 0: thus the side ahead avoids quiet plies


def piece_square_table(levels: int) -> list[int]:
    """Return a table: piece code * 64 + square -> packed value and count, seen from White."""
    table = [0] * (7 * 64)
    for square in range(64):
        for code in range(1, 7):
            white = code > 3
            rank = square // 8 if white else 7 - square // 8
            aside = min(square % 8, 7 - square % 8)
            kind = (code - 1) % 3 + 1
            if kind == 1:
                value = _MAN[rank][aside] if rank < 7 else 0
            else:
                top = _KING if levels == 2 else (_LOW_KING if kind == 2 else _TRIPLE)
                value = top + _CENTRE[aside] + _CENTRE[min(rank, 7 - rank)]
            table[64 * code + square] = (value if white else -value) + PIECE
    return table


def _edge_table() -> list[int]:
    table = []
    for square in range(64):
        x, y = square % 8, square // 8
        table.append(12 * max(abs(2 * x - 7), abs(2 * y - 7)) // 2 + 4 * (abs(2 * x - 7) + abs(2 * y - 7)) // 2)
    return table


def _distance_table() -> list[int]:
    """Return square << 6 | square -> cost to the side ahead of a King this far from an enemy King."""
    table = []
    for a in range(64):
        for b in range(64):
            table.append(4 * max(abs(a % 8 - b % 8), abs(a // 8 - b // 8)))
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
        """Return the score of a position without captures for `side`, to move, with the pieces `own`."""
        score = (packed & _VALUE) - ZERO
        if side != WHITE:
            score = -score
        score += _TEMPO
        if own & kings != 0:
            score += _FIRST_KING
        if enemy & kings != 0:
            score -= _FIRST_KING
        if packed < _MANY:
            score = self._mop_up(score, own, enemy, kings) if score >= 0 else -self._mop_up(-score, enemy, own, kings)
        if quiet != 0:
            score = score * (_QUIET_SCALE - quiet) // _QUIET_SCALE
        return score

    def _mop_up(self, score: i64, strong: i64, weak: i64, kings: i64) -> i64:
        """Return `score` of the side ahead in an ending: better for enemy Kings at the edge and own ones near."""
        targets = weak & kings
        if targets == 0:
            return score
        if (strong | weak) & ~kings == 0 and score < _TWO_KINGS_AHEAD:
            return score // 8
        rest = strong & (strong - 1)
        if rest & (rest - 1) == 0:
            return score // 4  # two pieces don't catch a King
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

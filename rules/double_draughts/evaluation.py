"""How good a position of Double Draughts looks, in centi-men (a hundredth of a Man).

What each piece is worth on its square is summed while moves are made: `place_values` packs the value, seen from White,
and a count of the piece's kind into one number a piece and square. `Evaluation.judge` adds what pieces are worth
together. The numbers were fitted to the results of games that the engine played against itself.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from rules.double_draughts.board import WHITE
from rules.double_draughts.moves import bit_table

_ONE_BIT: Final = 0x03F79D71B4CB0A89

ZERO: Final = 1 << 23
"""The packed sum of an empty board: value 0 with room for negative ones below."""
_VALUE: Final = 0xFFFFFF
"""The bits of a packed sum that hold the value; counts of five bits for each piece code lie above them."""
_COUNT_SHIFT: Final = 24

_MAN: Final = (
    (100, 128, 116, 132),
    (98, 93, 95, 92),
    (97, 91, 91, 84),
    (118, 101, 98, 96),
    (124, 116, 126, 116),
    (128, 144, 152, 148),
    (160, 196, 212, 218),
)
"""What a Man is worth by its rank, from its home row on, and by its distance from the nearer side of the board."""
_KING: Final = 235
_LOW_KING: Final = 200
"""A King of the third-level game slides diagonally alone."""
_TRIPLE: Final = 265
_CENTRE: Final = (0, 6, 8, 10)
"""What it adds to a King or Triple, for file and rank, to stand so far from the edge."""
_FIRST_KING: Final = 80
"""What it is worth to have a King at all."""
_TEMPO: Final = 4
_TRADE: Final = 4
"""What being ahead gains as pieces go: score * this // (pieces + 4)."""
_FEW: Final = 8
"""Up to so many pieces Kings are hunted."""
_PATIENCE: Final = 160
"""The score is scaled by (this - quiet plies) / this, so that something gets done."""


def place_values(levels: int) -> list[int]:
    """Piece code * 64 + square -> packed value and count, seen from White."""
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
            table[64 * code + square] = (value if white else -value) + (1 << (_COUNT_SHIFT + 5 * (code - 1)))
    return table


def _edge_table() -> list[int]:
    """Square -> what it is worth to the other side that a hunted King stands there."""
    table = []
    for square in range(64):
        x, y = square % 8, square // 8
        table.append(12 * max(abs(2 * x - 7), abs(2 * y - 7)) // 2 + 4 * (abs(2 * x - 7) + abs(2 * y - 7)) // 2)
    return table


def _distance_table() -> list[int]:
    """Square << 6 | square -> what it costs a hunter to be so far off."""
    table = []
    for a in range(64):
        for b in range(64):
            table.append(4 * max(abs(a % 8 - b % 8), abs(a // 8 - b // 8)))
    return table


_EDGES: Final = _edge_table()
_APART: Final = _distance_table()


@final
class Evaluation:
    """What pieces are worth together."""

    def __init__(self) -> None:
        self._bits = vec[i64](bit_table())
        self._edges = vec[i64](_EDGES)
        self._apart = vec[i64](_APART)

    def judge(self, own: i64, enemy: i64, kings: i64, packed: i64, quiet: i64, side: i64) -> i64:
        """The score of a position without captures for `side`, to move, whose pieces are `own`."""
        score = (packed & _VALUE) - ZERO
        if side != WHITE:
            score = -score
        counts = packed >> _COUNT_SHIFT
        black = (counts & 31) + (counts >> 5 & 31) + (counts >> 10 & 31)
        white = (counts >> 15 & 31) + (counts >> 20 & 31) + (counts >> 25 & 31)
        score += _TEMPO
        if own & kings != 0:
            score += _FIRST_KING
        if enemy & kings != 0:
            score -= _FIRST_KING
        if score < 0:
            worse = self._ahead(-score, enemy, own, kings, black + white)
            return -(worse * (_PATIENCE - quiet) // _PATIENCE)
        better = self._ahead(score, own, enemy, kings, black + white)
        return better * (_PATIENCE - quiet) // _PATIENCE

    def _ahead(self, score: i64, strong: i64, weak: i64, kings: i64, pieces: i64) -> i64:
        """`score` of the side that is ahead, with what helps it to win: fewer pieces, and a weak side without room."""
        score += score * _TRADE // (pieces + 4)
        high = weak & kings
        if pieces > _FEW or high == 0:
            return score
        if strong & ~kings == 0 and strong & (strong - 1) & ((strong & (strong - 1)) - 1) == 0:
            return score // 8  # one or two Kings don't catch one (measured)
        hunters = strong & kings
        bits = self._bits
        while high != 0:
            low = high & -high
            high ^= low
            prey = bits[(low * _ONE_BIT >> 58) & 63]
            score += self._edges[prey]
            rest = hunters
            while rest != 0:
                bit = rest & -rest
                rest ^= bit
                score -= self._apart[prey << 6 | bits[(bit * _ONE_BIT >> 58) & 63]]
        return score

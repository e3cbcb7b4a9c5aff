"""How clearly a level sees: what a position is worth to it, and which threats it overlooks."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from rules.duck_chess.board import Board
from rules.duck_chess.evaluation import judge

_AT_EASE: Final = 10
"""From so many quiet turns on a score is scaled down,"""
_PATIENCE: Final = 180
"""by the quiet turns beyond them in so many."""
_LOW_62: Final = 0x3FFFFFFFFFFFFFFF
_SPREAD: Final = 0x1E3779B97F4A7C15


@final
class Eyes:
    """The judgement of one level in one search; `noise`, `blind` and `seed` are as in `Core.place`."""

    def __init__(self) -> None:
        self.blind: i64 = 0
        self._seed: i64 = 0
        self._noise: i64 = 0

    def set_up(self, seed: int, noise: int, blind: int) -> None:
        """See so clearly from now on."""
        self._seed = seed & _LOW_62
        self._noise = noise
        self.blind = blind

    def judge(self, board: Board, quiet: i64) -> i64:
        """Hundredths of a pawn for the side to move; what is ahead is worth less the longer nothing is done with
        it."""
        score = judge(board)
        if quiet > _AT_EASE:
            score -= score * (quiet - _AT_EASE) // _PATIENCE
        if self._noise != 0:
            random = ((board.key ^ self._seed) * _SPREAD >> 30) & 1023
            score += (random * (2 * self._noise + 1) >> 10) - self._noise
        return score

    def overlook(self, key: i64) -> bool:
        """Whether a threat of the position `key` is not seen."""
        return self.blind != 0 and ((key ^ self._seed) * _SPREAD >> 44) & 255 < self.blind

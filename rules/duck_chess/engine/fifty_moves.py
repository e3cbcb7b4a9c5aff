"""What a position of Duck Chess is worth to who waits for something to happen in it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from rules.duck_chess.engine.board import Board
from rules.duck_chess.engine.evaluation import judge

_AT_EASE: Final = 10
"""From so many quiet turns on a score is scaled down,"""
_PATIENCE: Final = 180
"""by the quiet turns beyond them in so many."""


def judge_patiently(board: Board, quiet: i64) -> i64:
    """Hundredths of a pawn for the side to move; what is ahead is worth less the longer nothing is done with it."""
    score = judge(board)
    if quiet > _AT_EASE:
        score -= score * (quiet - _AT_EASE) // _PATIENCE
    return score

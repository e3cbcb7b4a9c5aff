"""The no-progress rule of Ducart in the search: 100 turns without kill or promotion (README.md, section 8)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from rules.ducart.engine.evaluation import evaluate
from rules.ducart.engine.grid import Grid

_SCALED_FROM: Final = 20
"""Turns without kill or promotion from which on the evaluation is changed."""
_SCALE_TURNS: Final = 90
"""Where the match ends drawn: a score falls by a part in so many with each turn."""
_LEAD_BONUS: Final = 8
"""Where the count decides: what the side that is ahead gains with each turn."""

ENDLESS: Final = 0
DRAWN: Final = 1
COUNTED: Final = 2
"""What 100 turns without kill or promotion are: nothing, a draw, or the count decides."""


def scaled_evaluation(grid: Grid, quiet_turns: i64, no_progress_rule: i64) -> i64:
    """`evaluate`, scaled by the turns since the last kill or promotion: towards 0, or towards who leads the count."""
    score = evaluate(grid)
    if quiet_turns > _SCALED_FROM:
        if no_progress_rule == DRAWN:
            score -= score * (quiet_turns - _SCALED_FROM) // _SCALE_TURNS
        elif no_progress_rule == COUNTED:
            score += count_lead(grid) * (quiet_turns - _SCALED_FROM) * _LEAD_BONUS
    return score


def count_lead(grid: Grid) -> i64:
    """By the count (section 8: Sweepers, then all pieces): 1 if the side to move is ahead, -1 if behind, else 0."""
    side = grid.side
    ahead = grid.sweepers[side] - grid.sweepers[side ^ 1]
    if ahead == 0:
        ahead = grid.pieces[side] - grid.pieces[side ^ 1]
    if ahead > 0:
        return 1
    if ahead < 0:
        return -1
    return 0

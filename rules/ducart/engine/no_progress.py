"""What a hundred turns without kill or promotion are, and what a position is worth on the way there."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from rules.ducart.engine.evaluation import judge
from rules.ducart.engine.grid import Grid

_AT_EASE: Final = 20
"""From so many turns without kill or promotion on, what is said of a position changes towards what ends the match:"""
_FADE: Final = 90
"""a score fades by the turns beyond them in so many, where it ends drawn;"""
_LEAD: Final = 8
"""or by so much a turn for who is ahead, where it is counted."""

ENDLESS: Final = 0
DRAWN: Final = 1
COUNTED: Final = 2
"""What a hundred turns without kill or promotion are: nothing, a drawn match, or counted (section 8.4)."""


def judge_towards(grid: Grid, quiet: i64, hundred: i64) -> i64:
    """The score for the side to move, `quiet` turns after the last kill or promotion."""
    score = judge(grid)
    if quiet > _AT_EASE:
        if hundred == DRAWN:
            score -= score * (quiet - _AT_EASE) // _FADE
        elif hundred == COUNTED:
            score += lead(grid) * (quiet - _AT_EASE) * _LEAD
    return score


def lead(grid: Grid) -> i64:
    """1 if the side to move is ahead by the count of section 10, Sweepers before all pieces; -1 if behind, or 0."""
    side = grid.side
    ahead = grid.sweepers[side] - grid.sweepers[side ^ 1]
    if ahead == 0:
        ahead = grid.pieces[side] - grid.pieces[side ^ 1]
    if ahead > 0:
        return 1
    if ahead < 0:
        return -1
    return 0

"""The no-progress rule of Ducart in the search: 100 turns without a kill or a promotion (README.md, section 8)."""

from typing import Final

from mypy_extensions import i64

from rules.ducart.engine.evaluation import evaluate
from rules.ducart.engine.grid import Grid

QUIET_LIMIT: Final = 100  # turns without a kill or a promotion that end the game (section 8.5)
_SCALED_FROM: Final = 20  # turns without kill or promotion after which the evaluation is scaled
_SCALE_TURNS: Final = 90  # further quiet turns at which the score would be 0 under `DRAWN`
_LEAD_BONUS: Final = 8  # bonus per turn after `_SCALED_FROM`, under `COUNTED`, for the side that leads the count

# Effects of 100 turns without kill or promotion: none, a draw, or a decision by the count.
ENDLESS: Final = 0
DRAWN: Final = 1
COUNTED: Final = 2


def scaled_evaluation(grid: Grid, quiet_turns: i64, no_progress_rule: i64) -> i64:
    """Return the static score, moved by quiet turns: towards 0 if `DRAWN`, in favour of the leader if `COUNTED`."""
    score = evaluate(grid)
    if quiet_turns > _SCALED_FROM:
        if no_progress_rule == DRAWN:
            score -= score * (quiet_turns - _SCALED_FROM) // _SCALE_TURNS
        elif no_progress_rule == COUNTED:
            score += count_lead(grid) * (quiet_turns - _SCALED_FROM) * _LEAD_BONUS
    return score


def count_lead(grid: Grid) -> i64:
    """Return 1 if the side to move leads the count of Sweepers, then pieces (section 8), -1 if behind, 0 if level."""
    side = grid.side
    ahead = grid.sweepers[side] - grid.sweepers[side ^ 1]
    if ahead == 0:
        ahead = grid.pieces[side] - grid.pieces[side ^ 1]
    if ahead > 0:
        return 1
    if ahead < 0:
        return -1
    return 0

"""Steps for Ducart's quiescence search: kills of enemy pieces, and promotions of enemy Sweepers."""

from mypy_extensions import i64

from rules.ducart.engine.grid import Grid
from rules.ducart.engine.mailbox import (
    ACTOR_AT,
    CREEPER,
    LEAPER,
    PUSH,
    SLEPT,
    STEAL,
    STEALER,
    SWEEPER,
    TARGET_AT,
    THIRD_AT,
)
from rules.ducart.engine.movegen import is_flanked


def list_tactical_steps(grid: Grid, base: i64) -> i64:
    """List the tactical steps of the side to move in `grid.steps` from index `base` on; return the index after them.

    Kills that promote the killing Sweeper are left out, because they lose more than they win.
    """
    cells = grid.cells
    side = grid.side
    next_index = base
    if grid.sweepers[0] == 0 or grid.sweepers[1] == 0:
        return next_index
    steps = grid.steps
    enemy: i64 = 8 - 8 * side
    ahead: i64 = 10 - 20 * side
    gap: i64 = 9 - 7 * side
    home_row: i64 = 2 + 7 * side
    sweeper = SWEEPER + 8 - enemy
    stealer = STEALER + 8 - enemy
    creeper = CREEPER + 8 - enemy
    cell: i64 = 21
    while cell <= 98:
        code = cells[cell]
        if code == sweeper:
            if cell // 10 + ahead // 10 != gap:
                next_index = _list_kills(grid, cell, cell + ahead - 1, enemy, next_index)
        elif code == stealer:
            if cell // 10 == home_row and (grid.own_flank or not is_flanked(grid, cell)):
                next_index = _list_steals(grid, cell, enemy + SWEEPER, next_index)
        elif code == creeper and cell // 10 == home_row + ahead // 5:
            pushed = cell - ahead
            end = pushed - ahead
            free = cells[end] == 0 and (grid.own_flank or not is_flanked(grid, end))
            if free and cells[pushed] & 15 == enemy + SWEEPER:
                steps[next_index] = PUSH | cell << ACTOR_AT | pushed << TARGET_AT | end << THIRD_AT
                next_index += 1
        cell += 1
    return next_index


def _list_kills(grid: Grid, start: i64, end: i64, enemy: i64, next_index: i64) -> i64:
    cells = grid.cells
    last = end + 2
    while end <= last:
        target = cells[end]
        can_be_killed = target != 0 and target < 32 and target & 8 == enemy and target & 7 != LEAPER
        if can_be_killed and not is_flanked(grid, end):
            grid.steps[next_index] = start << ACTOR_AT | end << TARGET_AT
            next_index += 1
        end += 1
    return next_index


def _list_steals(grid: Grid, start: i64, sweeper: i64, next_index: i64) -> i64:
    """List the steals by the Stealer on `start`, on its home row, of Sweepers with this code, slept or not."""
    cells = grid.cells
    near_only = grid.near_only
    end: i64 = 21
    while end <= 98:
        if cells[end] & ~SLEPT == sweeper and (not near_only or _are_neighbours(start, end)):
            grid.steps[next_index] = STEAL | start << ACTOR_AT | end << TARGET_AT
            next_index += 1
        end += 1
    return next_index


def _are_neighbours(first: i64, second: i64) -> bool:
    gap = second - first
    if gap < 0:
        gap = -gap
    return gap == 1 or (gap >= 9 and gap <= 11)

"""Steps for Ducart's quiescence search: kills of enemy pieces, and promotions of enemy Sweepers."""

from mypy_extensions import i64

from rules.ducart.engine.grid import Grid
from rules.ducart.engine.mailbox import A_AT, ACTOR_AT, B_AT, CREEPER, LEAPER, PUSH, SLEPT, STEAL, STEALER, SWEEPER
from rules.ducart.engine.movegen import is_flanked


def list_tactical_steps(grid: Grid, base: i64) -> i64:
    """List the tactical steps of the side to move in `grid.steps` from `base` on; return the index after them.

    A kill that promotes its own Sweeper is left out: it loses more than it wins.
    """
    cells = grid.cells
    side = grid.side
    at = base
    if grid.sweepers[0] == 0 or grid.sweepers[1] == 0:
        return at
    steps = grid.steps
    enemy: i64 = 8 - 8 * side
    ahead: i64 = 10 - 20 * side
    far: i64 = 9 - 7 * side
    home: i64 = 2 + 7 * side
    sweeper = SWEEPER + 8 - enemy
    stealer = STEALER + 8 - enemy
    creeper = CREEPER + 8 - enemy
    cell: i64 = 21
    while cell <= 98:
        code = cells[cell]
        if code == sweeper:
            if cell // 10 + ahead // 10 != far:
                at = _list_kills(grid, cell, cell + ahead - 1, enemy, at)
        elif code == stealer:
            if cell // 10 == home and (grid.own_flank or not is_flanked(grid, cell)):
                at = _list_steals(grid, cell, enemy + SWEEPER, at)
        elif code == creeper and cell // 10 == home + ahead // 5:
            pushed = cell - ahead
            end = pushed - ahead
            free = cells[end] == 0 and (grid.own_flank or not is_flanked(grid, end))
            if free and cells[pushed] & 15 == enemy + SWEEPER:
                steps[at] = PUSH | cell << ACTOR_AT | pushed << A_AT | end << B_AT
                at += 1
        cell += 1
    return at


def _list_kills(grid: Grid, start: i64, end: i64, enemy: i64, at: i64) -> i64:
    cells = grid.cells
    last = end + 2
    while end <= last:
        target = cells[end]
        alive = target != 0 and target < 32 and target & 8 == enemy and target & 7 != LEAPER
        if alive and not is_flanked(grid, end):
            grid.steps[at] = start << ACTOR_AT | end << A_AT
            at += 1
        end += 1
    return at


def _list_steals(grid: Grid, start: i64, sweeper: i64, at: i64) -> i64:
    """List steals of the Sweepers with this code, also slept ones, to `start` on the Stealer's home row."""
    cells = grid.cells
    near = grid.near
    end: i64 = 21
    while end <= 98:
        if cells[end] & ~SLEPT == sweeper and (not near or _neighbours(start, end)):
            grid.steps[at] = STEAL | start << ACTOR_AT | end << A_AT
            at += 1
        end += 1
    return at


def _neighbours(one: i64, other: i64) -> bool:
    far = other - one
    if far < 0:
        far = -far
    return far == 1 or (far >= 9 and far <= 11)

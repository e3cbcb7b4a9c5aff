"""Move generation of Ducart: the legal steps of a position (README.md, sections 4 to 7), written to `Grid.steps`.

It runs at every node of a search; for speed each kind of piece has a function of its own, which repeats code.
"""

from mypy_extensions import i64

from rules.ducart.engine.grid import Grid
from rules.ducart.engine.mailbox import (
    ACTOR_AT,
    CREEPER,
    HEAL,
    HEALER,
    KEEPER,
    LEAPER,
    PUSH,
    SLEEP,
    SLEEPER,
    SLEPT,
    STEAL,
    STEALER,
    SWEEPER,
    TARGET_AT,
    THIRD_AT,
    TRANSFER,
    WALL,
)


def list_steps(grid: Grid, base: i64) -> i64:
    """List the legal steps of the side to move in `grid.steps` from index `base` on; return the index after them.

    There are none once a side has no Sweeper, which ends the game (section 8.1).
    """
    if grid.sweepers[0] == 0 or grid.sweepers[1] == 0:
        return base
    cells = grid.cells
    side = grid.side
    own_on: i64 = 32 + 32 * side
    next_index = base
    cell: i64 = 21
    while cell <= 98:
        code = cells[cell]
        if code != 0:
            if code >= 32:
                if code & own_on != 0 and not is_keeper_locked(grid, code):
                    next_index = _list_keeper(grid, cell, next_index)
            elif code & SLEPT == 0 and code >> 3 == side:
                kind = code & 7
                if kind == SWEEPER:
                    next_index = _list_sweeper(grid, cell, next_index)
                elif kind == KEEPER:
                    next_index = _list_keeper(grid, cell, next_index)
                elif kind == CREEPER:
                    next_index = _list_creeper(grid, cell, next_index)
                elif kind == SLEEPER:
                    next_index = _list_sleeper(grid, cell, next_index)
                elif kind == HEALER:
                    next_index = _list_healer(grid, cell, next_index)
                elif kind == STEALER:
                    next_index = _list_stealer(grid, cell, next_index)
                else:
                    next_index = _list_leaper(grid, cell, next_index)
        cell += 1
    return next_index


def is_keeper_locked(grid: Grid, stack: i64) -> bool:
    """Return whether the Keeper on the stack with this code can't leave it (section 7)."""
    return stack & 7 == STEALER and (stack & SLEPT == 0 or grid.push_only)


def is_flanked(grid: Grid, cell: i64) -> bool:
    """Return whether a Leaper beside `cell` keeps Sweepers from entering it (section 6)."""
    return grid.cells[cell - 1] & 7 == LEAPER or grid.cells[cell + 1] & 7 == LEAPER


def _list_sweeper(grid: Grid, start: i64, next_index: i64) -> i64:
    """List the steps to the three cells ahead; each cell that matters to the flank ban is read only once."""
    cells = grid.cells
    steps = grid.steps
    end = start + 9 - 20 * grid.side
    last = end + 2
    before = cells[end - 1]
    target = cells[end]
    while end <= last:
        after = cells[end + 1]
        if target < 32 and target & 7 != LEAPER and before & 7 != LEAPER and after & 7 != LEAPER:
            steps[next_index] = start << ACTOR_AT | end << TARGET_AT
            next_index += 1
        before = target
        target = after
        end += 1
    return next_index


def _list_slides(grid: Grid, start: i64, direction: i64, end_direction: i64, next_index: i64) -> i64:
    cells = grid.cells
    steps = grid.steps
    directions = grid.directions
    while direction < end_direction:
        stride = directions[direction]
        end = start + stride
        while cells[end] == 0:
            steps[next_index] = start << ACTOR_AT | end << TARGET_AT
            next_index += 1
            end += stride
        direction += 1
    return next_index


def _list_keeper(grid: Grid, start: i64, next_index: i64) -> i64:
    cells = grid.cells
    steps = grid.steps
    directions = grid.directions
    direction: i64 = 0
    while direction < 4:
        stride = directions[direction]
        end = start + stride
        while cells[end] == 0:
            steps[next_index] = start << ACTOR_AT | end << TARGET_AT
            next_index += 1
            end += stride
        target = cells[end]
        if target < 32 and target & 7 != LEAPER and end != grid.fresh:
            steps[next_index] = start << ACTOR_AT | end << TARGET_AT
            next_index += 1
        direction += 1
    return next_index


def _list_creeper(grid: Grid, start: i64, next_index: i64) -> i64:
    cells = grid.cells
    steps = grid.steps
    directions = grid.directions
    direction: i64 = 8
    while direction < 16:
        end = start + directions[direction]
        if cells[end] == 0:
            steps[next_index] = start << ACTOR_AT | end << TARGET_AT
            next_index += 1
        direction += 1
    direction = 0
    while direction < 4:
        stride = directions[direction]
        direction += 1
        pushed = start + stride
        target = cells[pushed]
        end = pushed + stride
        if target == 0 or target == WALL or pushed == grid.fresh or cells[end] != 0:
            continue
        if target & 7 == SWEEPER and not grid.own_flank and is_flanked(grid, end):
            continue
        steps[next_index] = PUSH | start << ACTOR_AT | pushed << TARGET_AT | end << THIRD_AT
        next_index += 1
    return next_index


def _list_sleeper(grid: Grid, start: i64, next_index: i64) -> i64:
    next_index = _list_slides(grid, start, 4, 8, next_index)
    cells = grid.cells
    directions = grid.directions
    direction: i64 = 0
    while direction < 8:
        end = start + directions[direction]
        target = cells[end]
        if target & 15 != 0 and target & SLEPT == 0 and target & 7 != LEAPER and end != grid.fresh:
            grid.steps[next_index] = SLEEP | start << ACTOR_AT | end << TARGET_AT
            next_index += 1
        direction += 1
    return next_index


def _list_healer(grid: Grid, start: i64, next_index: i64) -> i64:
    next_index = _list_slides(grid, start, 0, 8, next_index)
    cells = grid.cells
    directions = grid.directions
    direction: i64 = 0
    while direction < 8:
        if cells[start + directions[direction]] & SLEPT != 0:
            grid.steps[next_index] = HEAL | start << ACTOR_AT
            return next_index + 1
        direction += 1
    return next_index


def _list_stealer(grid: Grid, start: i64, next_index: i64) -> i64:
    cells = grid.cells
    steps = grid.steps
    directions = grid.directions
    near_only = grid.near_only
    banned: i64 = LEAPER  # besides Leapers, kind that can't be stolen: Sweepers if a Leaper is beside the Stealer
    if not grid.own_flank and is_flanked(grid, start):
        banned = SWEEPER
    direction: i64 = 0
    while direction < 8:
        end = start + directions[direction]
        direction += 1
        target = cells[end]
        if target == 0:
            steps[next_index] = start << ACTOR_AT | end << TARGET_AT
            next_index += 1
        elif target >= 32:
            if target != WALL and not is_keeper_locked(grid, target):
                steps[next_index] = TRANSFER | start << ACTOR_AT | end << TARGET_AT
                next_index += 1
        elif near_only and target & 7 != LEAPER and target & 7 != banned and end != grid.fresh:
            steps[next_index] = STEAL | start << ACTOR_AT | end << TARGET_AT
            next_index += 1
    if not near_only:
        fresh = grid.fresh
        end = 21
        while end <= 98:
            target = cells[end]
            alive = target != 0 and target < 32 and target & 7 != LEAPER and target & 7 != banned
            if alive and end != start and end != fresh:
                steps[next_index] = STEAL | start << ACTOR_AT | end << TARGET_AT
                next_index += 1
            end += 1
    return next_index


def _list_leaper(grid: Grid, start: i64, next_index: i64) -> i64:
    """List each end of a leap once: straight if possible, else by the first waypoint in the order a1, a2 … (11.1)."""
    cells = grid.cells
    steps = grid.steps
    reached_by = grid.reached_by
    grid.leap_number += 1
    leap_number = grid.leap_number
    code = cells[start]
    cells[start] = 0
    reached_by[start] = leap_number
    direction: i64 = 0
    while direction < 4:
        stride = grid.directions[direction]
        end = start + stride
        target = cells[end]
        while target < 32:
            if target == 0:
                steps[next_index] = start << ACTOR_AT | end << TARGET_AT
                next_index += 1
                reached_by[end] = leap_number
            end += stride
            target = cells[end]
        direction += 1
    stop = start - 1
    while cells[stop] < 32:
        stop -= 1
    next_index = _list_bent_leaps(grid, start, stop + 1, start, 1, next_index)
    stop = start - 10
    while cells[stop] < 32:
        stop -= 10
    next_index = _list_bent_leaps(grid, start, stop + 10, 120, 10, next_index)
    next_index = _list_bent_leaps(grid, start, start + 1, 120, 1, next_index)
    cells[start] = code
    return next_index


def _list_bent_leaps(grid: Grid, start: i64, waypoint: i64, stop: i64, stride: i64, next_index: i64) -> i64:
    """List the leaps that turn at a right angle on a waypoint.

    The waypoints are the cells from `waypoint` on in strides of `stride`, up to a stack, the border or `stop`.
    """
    cells = grid.cells
    steps = grid.steps
    reached_by = grid.reached_by
    leap_number = grid.leap_number
    aside: i64 = 11 - stride
    while waypoint < stop:
        target = cells[waypoint]
        if target >= 32:
            break
        if target == 0 and waypoint != start:
            leap_by = start << ACTOR_AT | waypoint << THIRD_AT
            end = waypoint + aside
            while cells[end] == 0:
                if reached_by[end] != leap_number:
                    reached_by[end] = leap_number
                    steps[next_index] = leap_by | end << TARGET_AT
                    next_index += 1
                end += aside
            end = waypoint - aside
            while cells[end] == 0:
                if reached_by[end] != leap_number:
                    reached_by[end] = leap_number
                    steps[next_index] = leap_by | end << TARGET_AT
                    next_index += 1
                end -= aside
        waypoint += stride
    return next_index

"""List, notation and perft of the legal steps of a Ducart position (README.md, sections 3 to 8 and 11.1).

A side that can do nothing has no steps.
"""

from typing import Final

from mypy_extensions import i64

from rules.common.squares import NAMES
from rules.ducart.engine.grid import Grid, becomes_leaper
from rules.ducart.engine.mailbox import (
    ACTOR_AT,
    HEAL,
    KEEPER,
    LETTERS,
    MOVE,
    PUSH,
    SLEEP,
    STEAL,
    TARGET_AT,
    THIRD_AT,
    TRANSFER,
)
from rules.ducart.engine.movegen import list_steps
from rules.search.mailbox import SQUARES

_SIGNS: Final = {SLEEP: "~", STEAL: "<>", TRANSFER: "<"}


def legal_steps(grid: Grid) -> list[int]:
    """Return all legal steps, unordered; none once a side has no Sweeper, or if the side to move can do nothing."""
    count = list_steps(grid, 0)
    return [grid.steps[i] for i in range(count)]


def promotes(grid: Grid, step: i64) -> bool:
    """Return whether a legal step makes a Sweeper of either side a Leaper."""
    kind = step & 15
    actor = step >> ACTOR_AT & 127
    target = step >> TARGET_AT & 127
    if kind == MOVE:
        return grid.cells[actor] < 32 and becomes_leaper(grid.cells[actor], target)
    if kind == STEAL:
        return becomes_leaper(grid.cells[target], actor)
    return kind == PUSH and becomes_leaper(grid.cells[target], step >> THIRD_AT)


def step_text(grid: Grid, step: i64) -> str:
    kind = step & 15
    actor = step >> ACTOR_AT & 127
    target = step >> TARGET_AT & 127
    code = grid.cells[actor]
    letter = LETTERS[KEEPER if code >= 32 else code & 7]
    start = f"{letter}{NAMES[SQUARES[actor]]}"
    if kind == HEAL:
        return f"{start}+"
    end = NAMES[SQUARES[target]]
    promotion = "=L" if promotes(grid, step) else ""
    third = NAMES[SQUARES[step >> THIRD_AT]] if step >> THIRD_AT else ""
    if kind == PUSH:
        return f"{start}>{end}-{third}{promotion}"
    if kind != MOVE:
        return f"{start}{_SIGNS[kind]}{end}{promotion}"
    if third:
        return f"{start}-{third}-{end}"
    sign = "-" if grid.cells[target] == 0 else "^" if letter == "K" else "x"
    return f"{start}{sign}{end}{promotion}"


def perft(grid: Grid, depth: i64, base: i64 = 0) -> i64:
    """Return the number of sequences of `depth` turns; steps are listed from index `base` on.

    A missed turn counts as a turn. The game ends if neither side can do anything, or if a side has no Sweeper
    (section 8). Counters, such as the 100 turns without progress, don't end it.
    """
    top = list_steps(grid, base)
    if top == base:
        return _perft_pass(grid, depth, base)
    if depth == 1:
        return top - base
    count: i64 = 0
    at = base
    while at < top:
        step = grid.steps[at]
        at += 1
        grid.make(step)
        count += perft(grid, depth - 1, top)
        grid.unmake(step)
    return count


def _perft_pass(grid: Grid, depth: i64, base: i64) -> i64:
    fresh = grid.fresh
    grid.pass_turn()
    count: i64 = 0
    if list_steps(grid, base) != base:
        count = 1 if depth == 1 else perft(grid, depth - 1, base)
    grid.pass_turn()
    grid.fresh = fresh
    return count

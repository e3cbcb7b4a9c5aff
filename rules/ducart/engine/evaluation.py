"""How good a position of Ducart looks, in hundredths of what a Sweeper in the middle of a game is worth.

What lies on each cell, asleep or kept, is summed while steps are made (`piece_values`, seen from Gold). `judge` adds
what depends on more than one cell: how many Sweepers each side has, which have passed each other, and whose Stealer
is ready to take one (census.py).
"""

from __future__ import annotations

from random import Random
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from rules.ducart.engine.grid import FRESH_KEY, Grid
from rules.ducart.engine.incremental_evaluation import (
    BLUE_AT,
    BLUE_ROWS_AT,
    FIELD,
    FREE_AT,
    GOLD_ROWS,
    LEAPERS_AT,
    READY_AT,
    SHELTERED_AT,
)
from rules.ducart.engine.mailbox import BLUE_ON, CELLS, KEEPER, KEPT, SLEPT, STEALER, SWEEPER
from rules.ducart.engine.movegen import flanked

COUNTS: Final = [0, 420, 660, 840, 990, 1120, 1240, 1350, 1450]
"""How many Sweepers -> what they are worth together: each the more, the fewer there are."""
READY: Final = 60
"""An awake Stealer on its home row: it takes a Sweeper wherever that stands."""
PASSED: Final = -5
"""A Sweeper that no enemy one can meet any more."""
TEMPO: Final = 10
SHELTERED: Final = 25
"""The last Sweeper with a Keeper of its own on it: nobody can kill or steal it."""
STUCK: Final = 100
"""Nothing but Sweepers can move: they run out of moves,"""
SPARE: Final = 10
"""each of which puts that off."""

_AWAKE: Final = (0, 20, 70, 50, 70, 60, 150, 40)
"""Kind -> worth beside what `COUNTS` says of Sweepers."""
_ASLEEP: Final = (0, 5, 25, 15, 20, 15, 50, 40)
_HELD: Final = (0, 15, 25, 15, 20, 20, 40, 40)
"""With a Keeper on it."""
_HOME: Final = 40
"""An awake Stealer on its home row, where it can take Sweepers."""
_ADVANCE: Final = (0, 0, 2, 4, 4, 2, -5, 0)
"""Rows gone -> what that adds to a Sweeper."""


def _lower(code: int, square: int) -> int:
    """What a piece is worth to its owner; `code` with the marks of its state."""
    kind, blue = code & 7, code >> 3 & 1
    row = 7 - square // 8 if blue else square // 8
    if code & KEPT:
        worth = _HELD[kind]
    elif code & SLEPT:
        worth = _ASLEEP[kind]
    else:
        worth = _AWAKE[kind]
        if kind == STEALER and row == 0:
            worth += _HOME
    if kind == SWEEPER:
        worth += _ADVANCE[row]
    return worth


def piece_values() -> list[int]:
    """Code << 7 | cell -> worth, Blue's negative; 0 for what can't be."""
    table = [0] * (129 << 7)
    for code in range(1, 128):
        if code & 7 == 0 or code & KEPT == KEPT:
            continue
        for square in range(64):
            worth = -_lower(code, square) if code & 8 else _lower(code, square)
            if code >= BLUE_ON:
                worth -= _AWAKE[KEEPER]
            elif code & KEPT:
                worth += _AWAKE[KEEPER]
            table[code << 7 | CELLS[square]] = worth
    return table


def random_keys() -> list[int]:
    """Code << 7 | cell -> random number, 0 for nothing; then those of `SIDE_KEY` and `FRESH_KEY`."""
    rng = Random(1908)
    return [0] * 128 + [rng.getrandbits(62) for _ in range(FRESH_KEY + 128 - 128)]


_COUNTS: Final = vec[i64](COUNTS)


def judge(grid: Grid) -> i64:
    """The score for the side to move. It runs at every node, so all that can be is summed while steps are made."""
    sweepers = grid.sweepers
    golds = sweepers[0]
    blues = sweepers[1]
    gold = grid.census
    blue = gold >> BLUE_AT
    gold_rows = grid.rows & GOLD_ROWS
    blue_rows = grid.rows >> BLUE_ROWS_AT << 4
    score = grid.total + _COUNTS[golds] - _COUNTS[blues] + PASSED * _passed(gold_rows, blue_rows)
    if golds == 1 and gold >> SHELTERED_AT & FIELD != 0:
        score += SHELTERED
    if blues == 1 and blue >> SHELTERED_AT & FIELD != 0:
        score -= SHELTERED
    ready = (gold >> READY_AT & FIELD) - (blue >> READY_AT & FIELD)
    if (gold | blue) >> LEAPERS_AT & FIELD != 0 and not grid.own_flank:
        ready += _kept_off(grid, STEALER + 8, 91) - _kept_off(grid, STEALER, 21)
    score += READY * ready
    if gold >> FREE_AT & FIELD == 0:
        score -= _stuck(gold_rows, -4)
    if blue >> FREE_AT & FIELD == 0:
        score += _stuck(blue_rows, 4)
    if grid.side != 0:
        score = -score
    return score + TEMPO


def _kept_off(grid: Grid, stealer: i64, cell: i64) -> i64:
    """How many awake Stealers with this code, on the row that begins with `cell`, can't take a Sweeper for a Leaper
    beside them."""
    cells = grid.cells
    count: i64 = 0
    last = cell + 7
    while cell <= last:
        if cells[cell] == stealer and flanked(grid, cell):
            count += 1
        cell += 1
    return count


def _passed(gold_rows: i64, blue_rows: i64) -> i64:
    """How many of Gold's Sweepers have no enemy one before them, less Blue's; by the four bits of each row."""
    highest: i64 = 28
    while highest > 0 and blue_rows >> highest == 0:
        highest -= 4
    lowest: i64 = 0
    while lowest < 28 and gold_rows >> lowest & 15 == 0:
        lowest += 4
    return _total(gold_rows >> highest) - _total(blue_rows << (28 - lowest) & 0xFFFFFFFF)


def _total(rows: i64) -> i64:
    """The sum of the four bits of each of eight rows."""
    pairs = (rows & 0x0F0F0F0F) + (rows >> 4 & 0x0F0F0F0F)
    return pairs * 0x01010101 >> 24 & 255


def _stuck(rows: i64, way: i64) -> i64:
    """What it costs that only Sweepers can move, by the four bits of each row; `way` is -4 for Gold's, 4 for Blue's:
    each step that one of them can make before it promotes puts the end off."""
    cost: i64 = STUCK
    row: i64 = 24
    if way > 0:
        row = 4
    spare: i64 = 0
    while row >= 0 and row <= 28:
        cost -= SPARE * spare * (rows >> row & 15)
        spare += 1
        row += way
    if cost < 0:
        return 0
    return cost

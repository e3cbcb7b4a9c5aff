"""Static evaluation of Ducart, in hundredths of what a Sweeper in the middle of a game is worth.

`Grid` sums piece-square values, which depend on sleep and Keepers too, and the features of incremental_evaluation.py
while steps are made. `evaluate` adds what depends on more than one cell: Sweepers left, passed Sweepers, Stealers
that can take one, sheltered last Sweepers, and sides that have only Sweepers to move.
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
from rules.ducart.engine.mailbox import BLUE_ON, KEEPER, KEPT, SLEPT, STEALER, SWEEPER
from rules.ducart.engine.movegen import flanked
from rules.search.mailbox import CELLS

SWEEPER_VALUES: Final = [0, 420, 660, 840, 990, 1120, 1240, 1350, 1450]
"""How many Sweepers a side has -> what they are worth together: each the more, the fewer there are."""
READY_STEALER: Final = 60
"""An awake Stealer on its home row: it can take a Sweeper anywhere."""
PASSED_SWEEPER: Final = -5
"""A passed Sweeper: no enemy Sweeper is on a row ahead of it."""
TEMPO: Final = 10
"""The side to move."""
SHELTERED_SWEEPER: Final = 25
"""A last Sweeper with a Keeper of its own on it: it can't be killed or stolen."""
ONLY_SWEEPERS: Final = 100
"""The penalty of a side that has only Sweepers to move: it runs out of moves."""
SPARE_STEP: Final = 10
"""What is taken off that penalty for each step a Sweeper has before it promotes."""

_AWAKE: Final = (0, 20, 70, 50, 70, 60, 150, 40)
"""Kind -> piece value; of Sweepers what is added to `SWEEPER_VALUES`."""
_ASLEEP: Final = (0, 5, 25, 15, 20, 15, 50, 40)
"""The same for a slept piece."""
_KEPT: Final = (0, 15, 25, 15, 20, 20, 40, 40)
"""The same for a kept piece."""
_HOME: Final = 40
"""What is added for an awake Stealer on its home row."""
_ADVANCE: Final = (0, 0, 2, 4, 4, 2, -5, 0)
"""Rows from its home row -> what is added for a Sweeper."""


def _piece_square_value(code: int, square: int) -> int:
    """What the piece of a code is worth to its owner on a square, without a Keeper on it."""
    kind, blue = code & 7, code >> 3 & 1
    row = 7 - square // 8 if blue else square // 8
    if code & KEPT:
        value = _KEPT[kind]
    elif code & SLEPT:
        value = _ASLEEP[kind]
    else:
        value = _AWAKE[kind]
        if kind == STEALER and row == 0:
            value += _HOME
    if kind == SWEEPER:
        value += _ADVANCE[row]
    return value


def piece_square_table() -> list[int]:
    """Code << 7 | cell -> value seen from Gold; 0 for codes that can't be."""
    table = [0] * (129 << 7)
    for code in range(1, 128):
        if code & 7 == 0 or code & KEPT == KEPT:
            continue
        for square in range(64):
            value = -_piece_square_value(code, square) if code & 8 else _piece_square_value(code, square)
            if code >= BLUE_ON:
                value -= _AWAKE[KEEPER]
            elif code & KEPT:
                value += _AWAKE[KEEPER]
            table[code << 7 | CELLS[square]] = value
    return table


def zobrist_keys() -> list[int]:
    """Zobrist keys: code << 7 | cell -> random number, 0 if it is empty; then those of `SIDE_KEY` and `FRESH_KEY`."""
    rng = Random(1908)
    return [0] * 128 + [rng.getrandbits(62) for _ in range(FRESH_KEY + 128 - 128)]


_SWEEPER_VALUES: Final = vec[i64](SWEEPER_VALUES)


def evaluate(grid: Grid) -> i64:
    """The static score for the side to move."""
    sweepers = grid.sweepers
    golds = sweepers[0]
    blues = sweepers[1]
    gold = grid.features
    blue = gold >> BLUE_AT
    gold_rows = grid.sweeper_rows & GOLD_ROWS
    blue_rows = grid.sweeper_rows >> BLUE_ROWS_AT << 4
    score = (
        grid.piece_square_sum
        + _SWEEPER_VALUES[golds]
        - _SWEEPER_VALUES[blues]
        + PASSED_SWEEPER * _passed(gold_rows, blue_rows)
    )
    if golds == 1 and gold >> SHELTERED_AT & FIELD != 0:
        score += SHELTERED_SWEEPER
    if blues == 1 and blue >> SHELTERED_AT & FIELD != 0:
        score -= SHELTERED_SWEEPER
    ready = (gold >> READY_AT & FIELD) - (blue >> READY_AT & FIELD)
    if (gold | blue) >> LEAPERS_AT & FIELD != 0 and not grid.own_flank:
        ready += _flanked_stealers(grid, STEALER + 8, 91) - _flanked_stealers(grid, STEALER, 21)
    score += READY_STEALER * ready
    if gold >> FREE_AT & FIELD == 0:
        score -= _only_sweepers_penalty(gold_rows, -4)
    if blue >> FREE_AT & FIELD == 0:
        score += _only_sweepers_penalty(blue_rows, 4)
    if grid.side != 0:
        score = -score
    return score + TEMPO


def _flanked_stealers(grid: Grid, stealer: i64, cell: i64) -> i64:
    """How many Stealers with this code on the row that begins with `cell` can't take a Sweeper, because a Leaper
    stands beside them."""
    cells = grid.cells
    count: i64 = 0
    last = cell + 7
    while cell <= last:
        if cells[cell] == stealer and flanked(grid, cell):
            count += 1
        cell += 1
    return count


def _passed(gold_rows: i64, blue_rows: i64) -> i64:
    """Gold's passed Sweepers less Blue's; both are given as four bits a row."""
    highest: i64 = 28
    while highest > 0 and blue_rows >> highest == 0:
        highest -= 4
    lowest: i64 = 0
    while lowest < 28 and gold_rows >> lowest & 15 == 0:
        lowest += 4
    return _row_sum(gold_rows >> highest) - _row_sum(blue_rows << (28 - lowest) & 0xFFFFFFFF)


def _row_sum(rows: i64) -> i64:
    pairs = (rows & 0x0F0F0F0F) + (rows >> 4 & 0x0F0F0F0F)
    return pairs * 0x01010101 >> 24 & 255


def _only_sweepers_penalty(rows: i64, shift: i64) -> i64:
    """The penalty of a side that has only Sweepers to move, given as four bits a row; `shift` to the next row back is
    -4 for Gold, 4 for Blue."""
    penalty: i64 = ONLY_SWEEPERS
    row: i64 = 24
    if shift > 0:
        row = 4
    spare: i64 = 0
    while row >= 0 and row <= 28:
        penalty -= SPARE_STEP * spare * (rows >> row & 15)
        spare += 1
        row += shift
    if penalty < 0:
        return 0
    return penalty

"""Static evaluation of Ducart, in hundredths of the value of a Sweeper in the middle of a game.

`Grid` keeps the piece-square sum and the features of incremental_evaluation.py up to date; `evaluate` adds the terms
that depend on more than one cell.
"""

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
from rules.ducart.engine.movegen import is_flanked
from rules.search.mailbox import CELLS

SWEEPER_VALUES: Final = [0, 420, 660, 840, 990, 1120, 1240, 1350, 1450]
"""Value of all Sweepers of a side, indexed by their number; the fewer there are, the more each is worth."""
READY_STEALER: Final = 60  # bonus for an awake Stealer on its home row, which can promote an enemy Sweeper anywhere
PASSED_SWEEPER: Final = -5  # value of a passed Sweeper, with no enemy Sweeper on a row ahead of it
TEMPO: Final = 10  # bonus of the side to move
SHELTERED_SWEEPER: Final = 25  # bonus of a last Sweeper under its own Keeper: it can't be killed or stolen
ONLY_SWEEPERS: Final = 100  # penalty for a side that can move only Sweepers, because it will run out of moves
SPARE_STEP: Final = 10  # reduction of `ONLY_SWEEPERS` for each step that a Sweeper can make before it promotes

_AWAKE: Final = (0, 20, 70, 50, 70, 60, 150, 40)  # kind -> value if awake; a Sweeper's is added to `SWEEPER_VALUES`
_ASLEEP: Final = (0, 5, 25, 15, 20, 15, 50, 40)  # values of slept pieces
_KEPT: Final = (0, 15, 25, 15, 20, 20, 40, 40)  # values of kept pieces
_HOME: Final = 40  # bonus of an awake Stealer on its home row
_ADVANCE: Final = (0, 0, 2, 4, 4, 2, -5, 0)  # bonus of a Sweeper, indexed by its distance from its home row


def _piece_square_value(code: int, square: int) -> int:
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
    """Return the table, indexed by code << 7 | cell, of piece-square values for Gold; 0 for impossible codes."""
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
    """Return random keys, indexed by code << 7 | cell, 0 for empty cells.

    The keys at `SIDE_KEY` and from `FRESH_KEY` on follow.
    """
    rng = Random(1908)
    return [0] * 128 + [rng.getrandbits(62) for _ in range(FRESH_KEY + 128 - 128)]


_SWEEPER_VALUES: Final = vec[i64](SWEEPER_VALUES)


def evaluate(grid: Grid) -> i64:
    """Return the static score for the side to move."""
    sweepers = grid.sweepers
    gold_sweepers = sweepers[0]
    blue_sweepers = sweepers[1]
    gold = grid.features
    blue = gold >> BLUE_AT
    gold_rows = grid.sweeper_rows & GOLD_ROWS
    blue_rows = grid.sweeper_rows >> BLUE_ROWS_AT << 4
    score = (
        grid.piece_square_sum
        + _SWEEPER_VALUES[gold_sweepers]
        - _SWEEPER_VALUES[blue_sweepers]
        + PASSED_SWEEPER * _passed_difference(gold_rows, blue_rows)
    )
    if gold_sweepers == 1 and gold >> SHELTERED_AT & FIELD != 0:
        score += SHELTERED_SWEEPER
    if blue_sweepers == 1 and blue >> SHELTERED_AT & FIELD != 0:
        score -= SHELTERED_SWEEPER
    ready_stealers = (gold >> READY_AT & FIELD) - (blue >> READY_AT & FIELD)
    if (gold | blue) >> LEAPERS_AT & FIELD != 0 and not grid.own_flank:
        ready_stealers += _count_flanked_stealers(grid, STEALER + 8, 91) - _count_flanked_stealers(grid, STEALER, 21)
    score += READY_STEALER * ready_stealers
    if gold >> FREE_AT & FIELD == 0:
        score -= _only_sweepers_penalty(gold_rows, -4)
    if blue >> FREE_AT & FIELD == 0:
        score += _only_sweepers_penalty(blue_rows, 4)
    if grid.side != 0:
        score = -score
    return score + TEMPO


def _count_flanked_stealers(grid: Grid, stealer: i64, cell: i64) -> i64:
    """Return the number of Stealers with this code that can steal no Sweeper, because a Leaper is beside them.

    They are counted in the row whose first cell is `cell`.
    """
    cells = grid.cells
    count: i64 = 0
    last = cell + 7
    while cell <= last:
        if cells[cell] == stealer and is_flanked(grid, cell):
            count += 1
        cell += 1
    return count


def _passed_difference(gold_rows: i64, blue_rows: i64) -> i64:
    """Return the number of passed Sweepers of Gold minus the number of Blue's.

    The arguments hold the number of Sweepers on each row in four bits.
    """
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
    """Return the penalty for a side that can move only Sweepers.

    `rows` holds the number of its Sweepers on each row in four bits. A step of `shift` bits, -4 for Gold and 4 for
    Blue, leads to the next row towards its home row.
    """
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

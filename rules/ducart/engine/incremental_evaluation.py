"""Tables for the parts of the evaluation that `Grid` updates as steps are made and unmade.

Each table has a number for every code on every cell; `Grid` sums the numbers of all cells. The *features* hold four
counts for each side, each masked by `FIELD`, Blue's from bit `BLUE_AT` on. The *Sweeper rows* hold the number of
Sweepers on each row in four bits: Gold's on rows 1 to 7 from bit 0 on, Blue's on rows 2 to 8 from `BLUE_ROWS_AT` on;
no Sweeper stands on its far row.
"""

from typing import Final

from rules.ducart.engine.mailbox import BLUE_ON, KEPT, LEAPER, SLEPT, STEALER, SWEEPER
from rules.search.mailbox import CELLS

FREE_AT: Final = 0  # count of pieces other than Sweepers that are neither slept, kept nor locked
READY_AT: Final = 5  # count of awake Stealers on the home row
SHELTERED_AT: Final = 10  # count of Sweepers with a Keeper of their own on them
LEAPERS_AT: Final = 15  # count of Leapers of either side on this side's home row
BLUE_AT: Final = 20
FIELD: Final = 31

BLUE_ROWS_AT: Final = 28
GOLD_ROWS: Final = 0xFFFFFFF


def feature_table(push_only: bool) -> list[int]:
    """Return the table, indexed by code << 7 | cell, of what each code on each cell adds to the features.

    `push_only`: only a push frees a Keeper from a Stealer.
    """
    table = [0] * (129 << 7)
    for code in _codes():
        for square in range(64):
            blue = code >> 3 & 1
            count = 0
            if code & 7 == LEAPER and square // 8 in (0, 7):
                count += 1 << LEAPERS_AT << BLUE_AT * (square // 8 // 7)
            if code & KEPT:
                keeper = int(code >= BLUE_ON)
                locked = code & 7 == STEALER and (push_only or not code & SLEPT)
                count += (not locked) << FREE_AT << BLUE_AT * keeper
                if code & 7 == SWEEPER and keeper == blue:
                    count += 1 << SHELTERED_AT << BLUE_AT * blue
            elif not code & SLEPT and code & 7 != SWEEPER:
                count += 1 << FREE_AT << BLUE_AT * blue
                if code & 7 == STEALER and square // 8 == 7 * blue:
                    count += 1 << READY_AT << BLUE_AT * blue
            table[code << 7 | CELLS[square]] = count
    return table


def sweeper_row_table() -> list[int]:
    """Return the table, indexed by code << 7 | cell, of what each code on each cell adds to the Sweeper rows."""
    table = [0] * (129 << 7)
    for code in _codes():
        if code & 7 != SWEEPER:
            continue
        for square in range(64):
            row = square // 8
            if code & 8 and row != 0:
                table[code << 7 | CELLS[square]] = 1 << BLUE_ROWS_AT + 4 * (row - 1)
            elif not code & 8 and row != 7:
                table[code << 7 | CELLS[square]] = 1 << 4 * row
    return table


def _codes() -> list[int]:
    return [code for code in range(1, 128) if code & 7 != 0 and code & KEPT != KEPT]

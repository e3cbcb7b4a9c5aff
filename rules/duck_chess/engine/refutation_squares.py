"""Refutation sets of the search: the squares where a duck stops the opponent's best reply."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from rules.duck_chess.engine.mailbox import CASTLING, DIRECTIONS

REPETITION: Final = -1  # in place of a reply's step: the duck's square has made a draw by repetition
_ROOM: Final = 16  # upper limit of the squares that stop one reply


@final
class RefutationSquares:
    """The cells where the duck is still to be tried at each ply, listed in `cells` from index `base(ply)` on."""

    def __init__(self, plies: int) -> None:
        self.cells = vec[i64]([0] * (plies * _ROOM))
        self._directions = vec[i64](DIRECTIONS)

    def base(self, ply: i64) -> i64:
        return ply * _ROOM

    def list_between(self, base: i64, king: i64, slider: i64, old_duck: i64) -> i64:
        """List the cells between a king and a slider, without the cell `old_duck`; return their number."""
        direction = self._directions[slider - king + 128]
        next_index = base
        cell = king + direction
        while cell != slider:
            if cell != old_duck:
                self.cells[next_index] = cell
                next_index += 1
            cell += direction
        return next_index - base

    def move_to_front(self, base: i64, count: i64, cell: i64) -> None:
        cells = self.cells
        i = base
        while i < base + count:
            if cells[i] == cell:
                cells[i] = cells[base]
                cells[base] = cell
            i += 1

    def list_refuting(self, base: i64, grid: vec[i64], step: i64, duck: i64, old_duck: i64, tried: i64) -> i64:
        """List the cells where a duck stops the reply `step`, after which the duck goes to `duck` (0: anywhere).

        Returns the number of cells. The cells `old_duck` and `tried` are left out. If `step` is 0 or `REPETITION`,
        the opponent's score doesn't come from a step, and no cell is listed.
        """
        if step <= 0:
            return 0
        cells = self.cells
        next_index = base
        start = step & 127
        end = step >> 7 & 127
        direction = self._directions[end - start + 128]
        if grid[end] == 0 and end != old_duck and end != tried:
            cells[next_index] = end
            next_index += 1
        if direction != 0:
            cell = start + direction
            while cell != end:
                if cell != old_duck and cell != tried:
                    cells[next_index] = cell
                    next_index += 1
                cell += direction
        if step >> 17 == CASTLING and end < start and end - 1 != old_duck and end - 1 != tried:
            cells[next_index] = end - 1
            next_index += 1
        if duck != 0 and duck != old_duck and duck != tried and grid[duck] == 0:
            i = base
            while i < next_index and cells[i] != duck:
                i += 1
            if i == next_index:
                cells[next_index] = duck
                next_index += 1
        return next_index - base

    def keep_refuting(self, base: i64, count: i64, step: i64, duck: i64) -> i64:
        """Drop the first of `count` cells, where a duck was tried, and all that don't stop the reply found then.

        Returns the number of cells left. The reply is `step`, after which the duck goes to `duck`. If `step` is
        `REPETITION`, only the first cell is dropped; if it is 0, all are.
        """
        cells = self.cells
        kept = base
        i = base + 1
        if step == REPETITION:
            while i < base + count:
                cells[i - 1] = cells[i]
                i += 1
            return count - 1
        if step == 0:
            return 0
        start = step & 127
        end = step >> 7 & 127
        direction = self._directions[end - start + 128]
        while i < base + count:
            cell = cells[i]
            i += 1
            stops = cell == end
            if cell == duck or (step >> 17 == CASTLING and end < start and cell == end - 1):
                stops = True
            if not stops and direction != 0:
                passed = start + direction
                while passed != end and passed != cell:
                    passed += direction
                stops = passed == cell
            if stops:
                cells[kept] = cell
                kept += 1
        return kept - base

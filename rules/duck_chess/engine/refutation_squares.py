"""Where a duck stops a reply: the squares that are left to try once the opponent's best reply is known."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from rules.duck_chess.engine.danger import STRIDES
from rules.duck_chess.engine.mailbox import CASTLING

CAME_BACK: Final = -1
"""In place of the reply's step: the position is drawn because it stood before, which says nothing of other ducks."""
_ROOM: Final = 16
"""More than there are squares that stop one reply."""


@final
class Stops:
    """Cells where the duck may yet do better, ply by ply, each list the first at `base(ply)` of `cells`."""

    def __init__(self, plies: int) -> None:
        self.cells = vec[i64]([0] * (plies * _ROOM))
        self._strides = STRIDES

    def base(self, ply: i64) -> i64:
        """Where the list of a ply begins."""
        return ply * _ROOM

    def shield(self, base: i64, king: i64, slider: i64, before: i64) -> i64:
        """List the cells between a king and a slider but the one where the duck has stood; returns how many."""
        stride = self._strides[slider - king + 128]
        at = base
        cell = king + stride
        while cell != slider:
            if cell != before:
                self.cells[at] = cell
                at += 1
            cell += stride
        return at - base

    def prefer(self, base: i64, count: i64, cell: i64) -> None:
        """Put a cell first, if it is listed."""
        cells = self.cells
        i = base
        while i < base + count:
            if cells[i] == cell:
                cells[i] = cells[base]
                cells[base] = cell
            i += 1

    def block(self, base: i64, grid: vec[i64], step: i64, duck: i64, before: i64, tried: i64) -> i64:
        """List the cells that stop the reply `step` with its own duck on `duck` (0: anywhere), but not `before`,
        where the duck has stood, nor `tried`; returns how many. A reply 0 is none: the opponent is well off without
        a step."""
        if step <= 0:
            return 0
        cells = self.cells
        at = base
        start = step & 127
        end = step >> 7 & 127
        stride = self._strides[end - start + 128]
        if grid[end] == 0 and end != before and end != tried:
            cells[at] = end
            at += 1
        if stride != 0:
            cell = start + stride
            while cell != end:
                if cell != before and cell != tried:
                    cells[at] = cell
                    at += 1
                cell += stride
        if step >> 17 == CASTLING and end < start and end - 1 != before and end - 1 != tried:
            cells[at] = end - 1
            at += 1
        if duck != 0 and duck != before and duck != tried and grid[duck] == 0:
            i = base
            while i < at and cells[i] != duck:
                i += 1
            if i == at:
                cells[at] = duck
                at += 1
        return at - base

    def narrow(self, base: i64, count: i64, step: i64, duck: i64) -> i64:
        """Leave, of the cells but the first, those that stop this reply too; returns how many."""
        cells = self.cells
        left = base
        i = base + 1
        if step == CAME_BACK:
            while i < base + count:
                cells[i - 1] = cells[i]
                i += 1
            return count - 1
        if step == 0:
            return 0
        start = step & 127
        end = step >> 7 & 127
        stride = self._strides[end - start + 128]
        while i < base + count:
            cell = cells[i]
            i += 1
            stops = cell == end
            if cell == duck or (step >> 17 == CASTLING and end < start and cell == end - 1):
                stops = True
            if not stops and stride != 0:
                at = start + stride
                while at != end and at != cell:
                    at += stride
                stops = at == cell
            if stops:
                cells[left] = cell
                left += 1
        return left - base

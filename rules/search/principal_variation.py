"""The principal variation of a search, as a table with one row per ply."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64


@final
class PrincipalVariation:
    """A triangular table with the best moves from each ply on, in the game's encoding."""

    def __init__(self, plies: int) -> None:
        self._plies: i64 = plies
        self._moves = vec[i64]([0] * (plies * plies))
        self._ends = vec[i64]([0] * (plies + 2))

    def moves(self) -> list[int]:
        return [self._moves[i] for i in range(self._ends[0])]

    def clear(self, ply: i64) -> None:
        self._ends[ply] = ply

    def extend(self, ply: i64, move: i64) -> None:
        """Set the row of `ply` to `move`, followed by the row of the next ply."""
        self.join(ply, move, self, ply + 1)

    def join(self, ply: i64, move: i64, source: PrincipalVariation, row: i64) -> None:
        """Set the row of `ply` to `move`, followed by the moves of `row` of `source` from the next ply on."""
        self._moves[ply * self._plies + ply] = move
        self.copy(ply, source, row)
        if self._ends[ply] <= ply:
            self._ends[ply] = ply + 1

    def copy(self, ply: i64, source: PrincipalVariation, row: i64) -> None:
        """Copy the moves of `row` of `source` from the next ply on into the row of `ply`."""
        moves = self._moves
        found = source._moves
        base = ply * self._plies
        from_base = row * self._plies
        end = source._ends[row]
        i = ply + 1
        while i < end:
            moves[base + i] = found[from_base + i]
            i += 1
        self._ends[ply] = end

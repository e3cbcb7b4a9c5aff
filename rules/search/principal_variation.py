"""The best line found, from each ply of a search on."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64


@final
class PrincipalVariation:
    """A row for each ply: the best moves from there on, as numbers of the game's own."""

    def __init__(self, plies: int) -> None:
        """`plies`: how deep it may go."""
        self._plies: i64 = plies
        self._moves = vec[i64]([0] * (plies * plies))
        self._ends = vec[i64]([0] * (plies + 2))

    def moves(self) -> list[int]:
        """The line from the root."""
        return [self._moves[i] for i in range(self._ends[0])]

    def clear(self, ply: i64) -> None:
        """Nothing is known from `ply` on."""
        self._ends[ply] = ply

    def extend(self, ply: i64, move: i64) -> None:
        """The best from `ply` on is this move and what was found from the next ply on."""
        self.join(ply, move, self, ply + 1)

    def join(self, ply: i64, move: i64, other: PrincipalVariation, row: i64) -> None:
        """The best from `ply` on is this move and what a row of `other` says from the next ply on."""
        self._moves[ply * self._plies + ply] = move
        self.copy(ply, other, row)
        if self._ends[ply] <= ply:
            self._ends[ply] = ply + 1

    def copy(self, ply: i64, other: PrincipalVariation, row: i64) -> None:
        """The row of `ply` goes on from the next ply like a row of `other`."""
        moves = self._moves
        found = other._moves
        base = ply * self._plies
        from_base = row * self._plies
        end = other._ends[row]
        i = ply + 1
        while i < end:
            moves[base + i] = found[from_base + i]
            i += 1
        self._ends[ply] = end

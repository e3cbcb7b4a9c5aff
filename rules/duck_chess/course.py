"""What a search has to remember of its way: the positions that stood before, and the best line found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from rules.duck_chess.board import Board
from rules.duck_chess.mailbox import DUCK, KEYS

_ROOM: Final = 512


@final
class Path:
    """The positions of the match since its last irreversible turn, then those of the line under search."""

    def __init__(self, plies: int) -> None:
        """`plies`: how deep the line may go."""
        self._earliest = _ROOM - plies - 8
        self._duck_keys = vec[i64](KEYS[DUCK << 7 : DUCK + 1 << 7])
        self._keys = vec[i64]([0] * _ROOM)
        self._ducks = vec[i64]([0] * _ROOM)
        self.root: i64 = 0
        """How many positions come before the root."""

    def begin(self, stood: Sequence[bytes]) -> None:
        """Forget all but what stood before the root, as `Search.set_up` has it."""
        self.root = 0
        for earlier in stood[-self._earliest :]:
            board = Board(earlier, earlier[64], earlier[65], earlier[66] - 1)
            self.enter(board, 0)
            self.root += 1

    def enter(self, board: Board, ply: i64) -> i64:
        """Note the position `ply` turns from the root; returns its key, the duck's with it."""
        at = self.root + ply
        duck = board.duck
        key = board.key ^ self._duck_keys[duck]
        self._keys[at] = key
        self._ducks[at] = duck
        return key

    def repeated(self, key: i64, quiet: i64, ply: i64) -> bool:
        """Whether the position stood before on the line under search, whose players can force it again, or twice in
        the match. `quiet`: turns since the last irreversible one."""
        keys = self._keys
        at = self.root + ply
        back = at - quiet
        if back < 0:
            back = 0
        times: i64 = 0
        i = at - 4
        while i >= back:
            if keys[i] == key:
                times += 1
                if i > self.root or times == 2:
                    return True
            i -= 2
        return False

    def returning(self, key: i64, quiet: i64, ply: i64, before: i64) -> i64:
        """Where a duck that stood on `before` brings back a position, with `key` for all but the duck; or 0."""
        at = self.root + ply
        back = at - quiet
        if back < 0:
            back = 0
        i = at - 4
        while i >= back:
            cell = self._ducks[i]
            if cell != 0 and cell != before and self._keys[i] ^ self._duck_keys[cell] == key:
                return cell
            i -= 2
        return 0


@final
class Line:
    """The best turns from each ply on: a step each, and the cell of its duck << 20."""

    def __init__(self, plies: int) -> None:
        self._plies: i64 = plies
        self._turns = vec[i64]([0] * (plies * plies))
        self._ends = vec[i64]([0] * (plies + 2))
        self._tails = vec[i64]([0] * (plies * plies))
        self._tail_ends = vec[i64]([0] * (plies + 2))

    def turns(self) -> list[int]:
        """The line from the root."""
        return [self._turns[i] for i in range(self._ends[0])]

    def clear(self, ply: i64) -> None:
        """Nothing is known from `ply` on."""
        self._ends[ply] = ply

    def drop_tail(self, ply: i64) -> None:
        """Nothing is known of what follows the turn under way."""
        self._tail_ends[ply] = 0

    def keep_tail(self, ply: i64) -> None:
        """What was found from the next ply on follows the turn under way."""
        turns = self._turns
        tails = self._tails
        base = ply * self._plies
        next_base = base + self._plies
        end = self._ends[ply + 1]
        i = ply + 1
        while i < end:
            tails[base + i] = turns[next_base + i]
            i += 1
        self._tail_ends[ply] = end

    def extend(self, ply: i64, step: i64, duck: i64) -> None:
        """The best from `ply` on is this turn and the tail kept."""
        turns = self._turns
        tails = self._tails
        base = ply * self._plies
        turns[base + ply] = step | duck << 20
        end = self._tail_ends[ply]
        i = ply + 1
        while i < end:
            turns[base + i] = tails[base + i]
            i += 1
        self._ends[ply] = i

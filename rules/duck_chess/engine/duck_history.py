"""Where the duck stood in the positions that led to one under search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from rules.duck_chess.engine.board import Board
from rules.duck_chess.engine.mailbox import DUCK, KEYS
from rules.search.key_history import KeyHistory

SOONEST: Final = 4
"""Turns after which a position may come again."""


@final
class Course:
    """The positions of the match since its last irreversible turn, then those of the line under search."""

    def __init__(self, plies: int) -> None:
        """`plies`: how deep the line may go."""
        self.key_history = KeyHistory(plies, SOONEST)
        self._duck_keys = vec[i64](KEYS[DUCK << 7 : DUCK + 1 << 7])
        self._ducks = vec[i64]([0] * len(self.key_history.keys))

    def begin(self, stood: Sequence[bytes]) -> None:
        """Forget all but what stood before the root, as `Search.set_up` has it."""
        boards = [Board(earlier, earlier[64], earlier[65], earlier[66] - 1) for earlier in stood]
        self.key_history.reset([board.key ^ self._duck_keys[board.duck] for board in boards])
        for i in range(self.key_history.root):
            self._ducks[i] = boards[i - self.key_history.root].duck

    def enter(self, board: Board, ply: i64) -> i64:
        """Note the position `ply` turns from the root; returns its key, the duck's with it."""
        duck = board.duck
        key = board.key ^ self._duck_keys[duck]
        self.key_history.push(key, ply)
        self._ducks[self.key_history.root + ply] = duck
        return key

    def returning(self, key: i64, quiet: i64, ply: i64, before: i64) -> i64:
        """Where a duck that stood on `before` brings back a position, with `key` for all but the duck; or 0."""
        at = self.key_history.root + ply
        back = at - quiet
        if back < 0:
            back = 0
        i = at - SOONEST
        while i >= back:
            cell = self._ducks[i]
            if cell != 0 and cell != before and self.key_history.keys[i] ^ self._duck_keys[cell] == key:
                return cell
            i -= 2
        return 0

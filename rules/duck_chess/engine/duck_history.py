"""Detection of repetitions in the match and on the line searched, and of duck squares that repeat a position."""

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from rules.duck_chess.engine.board import Board
from rules.duck_chess.engine.mailbox import DUCK, ZOBRIST_KEYS
from rules.search.key_history import KeyHistory

SHORTEST_CYCLE: Final = 4  # fewest turns after which a position can be repeated


@final
class DuckHistory:
    """The keys and duck cells of positions since the last irreversible turn, first in the match, then on the line."""

    def __init__(self, plies: int) -> None:
        self.key_history = KeyHistory(plies, SHORTEST_CYCLE)
        self._duck_keys = vec[i64](ZOBRIST_KEYS[DUCK << 7 : DUCK + 1 << 7])
        self._ducks = vec[i64]([0] * len(self.key_history.keys))

    def reset(self, history: Sequence[bytes]) -> None:
        """Replace all positions by the ones before the root, given in the form that `Search.set_position` takes."""
        boards = [Board(earlier, earlier[64], earlier[65], earlier[66] - 1) for earlier in history]
        self.key_history.reset([board.key ^ self._duck_keys[board.duck] for board in boards])
        for i in range(self.key_history.root):
            self._ducks[i] = boards[i - self.key_history.root].duck

    def push(self, board: Board, ply: i64) -> i64:
        """Add the position `ply` turns after the root; return its key, which includes the duck."""
        duck = board.duck
        key = board.key ^ self._duck_keys[duck]
        self.key_history.push(key, ply)
        self._ducks[self.key_history.root + ply] = duck
        return key

    def repeating_duck(self, key: i64, quiet: i64, ply: i64, old_duck: i64) -> i64:
        """Return a cell, other than `old_duck`, where a duck would repeat a position; 0 if there is none.

        `key` is the key of a position without its duck, `ply` turns after the root and `quiet` turns after the last
        irreversible turn.
        """
        at = self.key_history.root + ply
        back = at - quiet
        if back < 0:
            back = 0
        i = at - SHORTEST_CYCLE
        while i >= back:
            cell = self._ducks[i]
            if cell != 0 and cell != old_duck and self.key_history.keys[i] ^ self._duck_keys[cell] == key:
                return cell
            i -= 2
        return 0

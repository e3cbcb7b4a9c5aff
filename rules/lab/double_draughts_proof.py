"""The board of proofs for Double Draughts (see `proof`). Sections are those of the game's README.md.

The match ends if a side has no pieces or no legal move (section 6). Draws by quiet turns are ignored; `sound` tells
whether they are impossible.
"""

from __future__ import annotations

from typing import final

from rules.double_draughts.engine.board import QUIET_LIMIT, State
from rules.double_draughts.position import Position
from rules.double_draughts.turns import path_counts
from rules.lab.proof import WON


@final
class DraughtsProofBoard:
    """A `ProofBoard` on which each step is the state after a turn."""

    def __init__(self, position: Position) -> None:
        self._board = position.board()
        self._before: list[State] = []

    def steps(self) -> list[State]:
        return list(path_counts(self._board))

    def make(self, step: State) -> int | None:
        board = self._board
        self._before.append(board.state())
        board.restore(step, board.side ^ 1)
        # A side that can't move has lost, with or without pieces (section 6).
        return WON if board.find_jumpers() == 0 and board.find_sliders() == 0 else None

    def unmake(self, step: State) -> None:
        board = self._board
        board.restore(self._before.pop(), board.side ^ 1)

    def key(self) -> tuple[State, int]:
        return self._board.state(), int(self._board.side)

    def hopeless(self, turns: int) -> bool:
        return False


def sound(position: Position, turns: int) -> bool:
    """Return whether no draw by quiet turns is possible within `turns` turns of each side."""
    return position.jumper is None and position.quiet + 2 * turns < QUIET_LIMIT

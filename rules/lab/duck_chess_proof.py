"""Proof of a win within a number of turns in Duck Chess, by the full-width search (`Search.full_width`).

The *attacker* wins *within n turns* if, against every defence, one of its first n turns takes the king or finds no
legal move, which wins too (README.md, section 7). Every piece move of both sides is searched with every duck move,
but squares of the duck that make no difference are searched once. Draws by repetition and by quiet turns are ignored.
"""

from __future__ import annotations

from typing import Final

from rules.duck_chess.engine.board import QUIET_LIMIT
from rules.duck_chess.engine.mailbox import DUCK_SHIFT, STEP_MASK
from rules.duck_chess.engine.movegen import legal_moves
from rules.duck_chess.engine.search import Search
from rules.duck_chess.moves import DuckMove, Move
from rules.duck_chess.opponent import most_hindering_square
from rules.duck_chess.position import Position
from rules.search.iterative_deepening import INFINITE, WIN
from rules.search.mailbox import SQUARES

_NO_LIMIT: Final = 1 << 60


def _never() -> bool:
    return False


class DuckChessProof:
    """Proofs for positions at the start of a turn, or before the duck is placed."""

    def __init__(self) -> None:
        self._search = Search(1)
        self._search.full_width = True

    def wins(self, position: Position, turns: int) -> bool:
        """Return whether the side to move wins within `turns` turns, including this one."""
        if turns == 1 and position.pending is None:
            board = position.board()
            return any(board.takes_king(code) for code in legal_moves(board))
        return self._value(position, 2 * turns - 2, WIN - 2 * turns, WIN - 2 * turns + 1) > WIN - 2 * turns

    def loses(self, position: Position, turns: int) -> bool:
        """Return whether the other side wins within `turns` turns of its own against every first turn."""
        return self._value(position, 2 * turns - 1, -WIN + 2 * turns, -WIN + 2 * turns + 1) <= -WIN + 2 * turns

    def longest(self, position: Position, turns: int) -> tuple[int, tuple[Move, ...]]:
        """Return the number of turns, at most `turns`, in which the other side wins, and a longest defence.

        If the duck's square makes no difference, the most hindering square is chosen. Raises ValueError if the other
        side doesn't win within `turns` turns.
        """
        value = self._value(position, 2 * turns - 1, -INFINITE, INFINITE)
        if value > -WIN + 2 * turns:
            raise ValueError(f"there is no win within {turns} turns")
        return (WIN + value) // 2, self._turn(position)

    def refutation(self, position: Position, turns: int) -> tuple[Move, ...] | None:
        """Return a turn after which the other side doesn't win within `turns` turns of its own, or None."""
        return None if self.loses(position, turns) else self._turn(position)

    def _turn(self, position: Position) -> tuple[Move, ...]:
        board = position.board()
        packed = self._search.line()[0]
        code = board.move_of(packed & STEP_MASK)
        move = next(move for move in position.piece_moves() if move.code == code)
        after = position.play(move)
        if after.pending is None:
            return (move,)
        duck = SQUARES[packed >> DUCK_SHIFT] if packed >> DUCK_SHIFT else most_hindering_square(after, 0)
        return (move, DuckMove(position.side, after.duck, duck))

    def _value(self, position: Position, depth: int, alpha: int, beta: int) -> int:
        pending = position.board().step_of(position.pending.code) if position.pending is not None else 0
        self._search.set_position(position.keys[-1:], 0, pending)
        return self._search.search(depth, alpha, beta, _NO_LIMIT, _never)


def sound(position: Position, turns: int) -> bool:
    """Return whether no draw by quiet turns is possible within `turns` turns of each side."""
    return position.quiet + 2 * turns < QUIET_LIMIT

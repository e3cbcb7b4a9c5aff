"""Move ordering of Double Draughts: table move, captures by number of pieces, killers, history heuristic."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from rules.double_draughts.engine.board import WHITE
from rules.double_draughts.engine.movegen import PLIES, ROOM, MoveGenerator

_MAX_HISTORY: Final = 1 << 28  # highest score of the history heuristic


@final
class MoveOrdering:
    def __init__(self, generator: MoveGenerator) -> None:
        self._generator = generator
        self.scores = vec[i64]([0] * (PLIES * ROOM))
        self._killers = vec[i64]([0])
        self._history = vec[i64]([0])

    def clear(self) -> None:
        self._killers = vec[i64]([0] * (2 * PLIES))
        self._history = vec[i64]([0] * 8192)

    def score_moves(self, base: i64, count: i64, side: i64, ply: i64, table_move: i64) -> None:
        """Write the scores of the `count` moves from index `base` on to the same indices of `scores`.

        `table_move` is that of the transposition table, or -1. Equal scores are ordered by the squares as the mover
        sees them, so both colours choose alike.
        """
        moves = self._generator.moves
        scores = self.scores
        history = self._history
        mirror: i64 = 0 if side == WHITE else 4095
        killer = self._killers[2 * ply]
        older = self._killers[2 * ply + 1]
        i = base
        while i < base + count:
            move = moves[i]
            if move == table_move:
                value: i64 = 1 << 40
            elif move > 4095:
                value = (move >> 28) << 20
            elif move == killer:
                value = 1 << 30
            elif move == older:
                value = 1 << 29
            else:
                value = history[side << 12 | move]
            scores[i] = value << 20 | ((move & 4095) ^ mirror) << 8 | (255 - (i - base))
            i += 1

    def update_history(self, move: i64, side: i64, depth: i64, ply: i64) -> None:
        """Make a slide that caused a cutoff at `depth` a killer, and raise its history score."""
        killers = self._killers
        if killers[2 * ply] != move:
            killers[2 * ply + 1] = killers[2 * ply]
            killers[2 * ply] = move
        at = side << 12 | move
        self._history[at] = min(self._history[at] + depth * depth, _MAX_HISTORY)

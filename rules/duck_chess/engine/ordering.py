"""In which order the steps of a position are tried, what is likely to refute the turn before first, and how deep."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from rules.duck_chess.engine.board import Board
from rules.duck_chess.engine.danger import LOST, attacker
from rules.duck_chess.engine.mailbox import QUEEN

WORTH: Final = [0, 1, 3, 3, 5, 9, 20, 1, 3, 3, 5, 9, 20, 0]
"""Code -> what a man is worth, roughly; more than 9 is a king."""

_TABLE: Final = 1 << 40
_TAKING: Final = 1 << 30
_KILLER: Final = 1 << 29
_OLDER: Final = 1 << 28
_COUNTER: Final = 1 << 27
_MOST_HISTORY: Final = 1 << 26
_POOR_TAKING: Final = -1000
_USELESS: Final = -3000
_POOR_PROMOTION: Final = -2000


@final
class Order:
    """What quiet steps have refuted so far, and how promising that makes the steps of a position."""

    def __init__(self, room: int, plies: int) -> None:
        """`room` steps on the way down a search, `plies` turns deep."""
        self.promise = vec[i64]([0] * room)
        """Index in `Board.steps` -> how promising the step is; below 0 it takes what is sure to be taken back, or
        promotes to less than a queen."""
        self.worth = vec[i64](WORTH)
        """`WORTH`."""
        self._killers = vec[i64]([0] * (2 * plies))
        self._history = vec[i64]([0] * (14 << 7))
        self._counters = vec[i64]([0] * (14 << 7))

    def forget(self) -> None:
        """Begin anew, for another root."""
        for kept in (self._killers, self._history, self._counters):
            i: i64 = 0
            while i < len(kept):
                kept[i] = 0
                i += 1

    def rate(self, board: Board, first: i64, last: i64, ply: i64, before: i64, table_step: i64, least: i64) -> None:
        """Rate the steps listed from `first` up to `last`. `before`: the enemy's step that led here with its man's
        code << 20; `table_step`: what was best here before. `least`: captures of a man worth less are of no
        use."""
        grid = board.grid
        steps = board.steps
        promise = self.promise
        worth = self.worth
        history = self._history
        killer = self._killers[2 * ply]
        older = self._killers[2 * ply + 1]
        counter = self._counters[_place(before)]
        side = board.side
        i = first
        while i < last:
            step = steps[i]
            end = step >> 7 & 127
            target = grid[end]
            code = grid[step & 127]
            value: i64 = 0
            if step == table_step:
                value = _TABLE
            elif target != 0:
                value = worth[target]
                if value < least and step >> 14 & 7 == 0:
                    value = _USELESS
                elif value < worth[code] and value <= 9 and attacker(board, end, side) == LOST:
                    value += _POOR_TAKING
                else:
                    value = _TAKING + 64 * value - worth[code]
            elif step >> 14 & 7 == QUEEN:
                value = _TAKING + 500
            elif step >> 14 & 7 != 0:
                value = _POOR_PROMOTION
            elif step == killer:
                value = _KILLER
            elif step == older:
                value = _OLDER
            elif step == counter:
                value = _COUNTER
            else:
                value = history[code << 7 | end]
            promise[i] = value
            i += 1

    def praise(self, step: i64, code: i64, depth: i64, ply: i64, before: i64) -> None:
        """Try a quiet step of the man `code`, which refuted what came `before`, early elsewhere."""
        killers = self._killers
        if killers[2 * ply] != step:
            killers[2 * ply + 1] = killers[2 * ply]
            killers[2 * ply] = step
        self._counters[_place(before)] = step
        at = code << 7 | (step >> 7 & 127)
        value = self._history[at] + depth * depth
        if value > _MOST_HISTORY:
            value = _MOST_HISTORY
        self._history[at] = value


def _place(before: i64) -> i64:
    """Where the answer to a step with its man's code << 20 is kept."""
    return (before >> 20) << 7 | (before >> 7 & 127)

"""Move ordering of Duck Chess's search: table move, captures, killers, counter move, history heuristic."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from rules.duck_chess.engine.attacks import UNSTOPPABLE, find_attacker
from rules.duck_chess.engine.board import Board
from rules.duck_chess.engine.mailbox import QUEEN

PIECE_VALUES: Final = [0, 1, 3, 3, 5, 9, 20, 1, 3, 3, 5, 9, 20, 0]  # code -> value in pawns; only a king's is above 9

_TABLE: Final = 1 << 40
_CAPTURE: Final = 1 << 30
_KILLER: Final = 1 << 29
_SECOND_KILLER: Final = 1 << 28
_COUNTER_MOVE: Final = 1 << 27
_MOST_HISTORY: Final = 1 << 26
_LOSING_CAPTURE: Final = -1000
_FUTILE_CAPTURE: Final = -3000
_UNDERPROMOTION: Final = -2000


@final
class MoveOrdering:
    def __init__(self, room: int, plies: int) -> None:
        self.scores = vec[i64]([0] * room)
        """The scores by index in `Board.steps`.

        They are negative for losing captures, futile captures, and promotions to less than a queen without a capture.
        """
        self.piece_values = vec[i64](PIECE_VALUES)
        self._killers = vec[i64]([0] * (2 * plies))
        self._history = vec[i64]([0] * (14 << 7))
        self._counter_moves = vec[i64]([0] * (14 << 7))

    def clear(self) -> None:
        for table in (self._killers, self._history, self._counter_moves):
            i: i64 = 0
            while i < len(table):
                table[i] = 0
                i += 1

    def score_steps(
        self, board: Board, first: i64, last: i64, ply: i64, previous: i64, table_step: i64, min_capture: i64
    ) -> None:
        """Score the steps from index `first` up to, not including, `last`.

        `previous` is the enemy's last step | code of its man << 20. `table_step` is the transposition table's
        step. A capture of a man worth less than `min_capture` pawns is futile.
        """
        grid = board.grid
        steps = board.steps
        scores = self.scores
        history = self._history
        killer = self._killers[2 * ply]
        second_killer = self._killers[2 * ply + 1]
        counter_move = self._counter_moves[_counter_index(previous)]
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
                value = self._capture_score(board, step, code, target, min_capture)
            elif step >> 14 & 7 == QUEEN:
                value = _CAPTURE + 500
            elif step >> 14 & 7 != 0:
                value = _UNDERPROMOTION
            elif step == killer:
                value = _KILLER
            elif step == second_killer:
                value = _SECOND_KILLER
            elif step == counter_move:
                value = _COUNTER_MOVE
            else:
                value = history[code << 7 | end]
            scores[i] = value
            i += 1

    def _capture_score(self, board: Board, step: i64, code: i64, target: i64, min_capture: i64) -> i64:
        own = self.piece_values[code]
        value = self.piece_values[target]
        if value < min_capture and step >> 14 & 7 == 0:
            return _FUTILE_CAPTURE
        if value < own and value <= 9 and find_attacker(board, step >> 7 & 127, board.side) == UNSTOPPABLE:
            return value + _LOSING_CAPTURE
        # Most valuable victim first, then least valuable attacker (MVV-LVA).
        return _CAPTURE + 64 * value - own

    def update_history(self, step: i64, code: i64, depth: i64, ply: i64, previous: i64) -> None:
        """Record a quiet step, of a man with this code, that refuted the step `previous`.

        The step becomes a killer and the counter move, and its history score grows by the square of the depth.
        """
        killers = self._killers
        if killers[2 * ply] != step:
            killers[2 * ply + 1] = killers[2 * ply]
            killers[2 * ply] = step
        self._counter_moves[_counter_index(previous)] = step
        at = code << 7 | (step >> 7 & 127)
        value = self._history[at] + depth * depth
        if value > _MOST_HISTORY:
            value = _MOST_HISTORY
        self._history[at] = value


def _counter_index(previous: i64) -> i64:
    return (previous >> 20) << 7 | (previous >> 7 & 127)

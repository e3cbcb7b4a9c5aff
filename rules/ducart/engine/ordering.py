"""Move ordering of Ducart's search: table step, static gain, killers, countermove, history heuristic.

The search picks the best remaining step and swaps it to the front, so the order of steps with equal scores depends on
earlier swaps: with another way of sorting the search would visit other nodes.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from rules.ducart.engine.evaluation import SWEEPER_VALUES
from rules.ducart.engine.grid import Grid, becomes_leaper
from rules.ducart.engine.mailbox import (
    ACTOR_AT,
    BLUE_ON,
    HEAL,
    KEEPER,
    LEAPER,
    MOVE,
    PUSH,
    SLEEP,
    SLEPT,
    STEAL,
    SWEEPER,
    TARGET_AT,
    THIRD_AT,
)

GAIN_AT: Final = 8  # scores are hundredths of a Sweeper << GAIN_AT
_TABLE_STEP: Final = 1 << 40  # score of the transposition table's step; the next three are added to a step's score
_FIRST_KILLER: Final = 120 << GAIN_AT
_SECOND_KILLER: Final = 100 << GAIN_AT
_COUNTERMOVE: Final = 80 << GAIN_AT
_MOST_HISTORY: Final = 1 << 14  # limit of the absolute history score
_SWEEPER_VALUES: Final = vec[i64](SWEEPER_VALUES)


@final
class StepOrder:
    def __init__(self, room: int, plies: int) -> None:
        self.scores = vec[i64]([0] * room)  # index in `Grid.steps` -> score; the highest is tried first
        self._killers = vec[i64]([0] * (2 * plies))  # 2 * ply, 2 * ply + 1 -> the last two quiet cutoff steps
        self._history = vec[i64]([0] * (1 << 14))  # `history_index` of a step -> score
        self._countermoves = vec[i64]([0] * (1 << 14))  # `history_index` of the enemy's step -> last cutoff step

    def clear(self) -> None:
        for table in (self._killers, self._history, self._countermoves):
            i: i64 = 0
            while i < len(table):
                table[i] = 0
                i += 1

    def score_steps(self, grid: Grid, first: i64, last: i64, ply: i64, previous: i64, table_step: i64) -> i64:
        """Score the steps from index `first` up to, not including, `last`; return the index of the highest score.

        `previous` is the `history_index` of the enemy's step before, `table_step` the transposition table's step.
        """
        steps = grid.steps
        scores = self.scores
        killers = self._killers
        countermove = self._countermoves[previous]
        killer = killers[2 * ply]
        second_killer = killers[2 * ply + 1]
        self._score_by_gain(grid, first, last)
        top = first
        highest: i64 = -_TABLE_STEP
        i = first
        while i < last:
            step = steps[i]
            value = scores[i]
            if step == table_step:
                value = _TABLE_STEP
            elif step == killer:
                value += _FIRST_KILLER
            elif step == second_killer:
                value += _SECOND_KILLER
            elif step == countermove:
                value += _COUNTERMOVE
            scores[i] = value
            if value > highest:
                highest = value
                top = i
            i += 1
        return top

    def _score_by_gain(self, grid: Grid, first: i64, last: i64) -> None:
        """Score steps by static gain and history.

        For speed `static_gain` and `history_index` are inlined for most steps: moves to an empty cell and steals,
        unless a Sweeper enters the first or last row. Values that the steps of one actor share are looked up once.
        """
        cells = grid.cells
        steps = grid.steps
        values = grid.piece_square_table
        history = self._history
        scores = self.scores
        sign = 1 - 2 * grid.side
        last_actor: i64 = 0
        code: i64 = 0
        leaving: i64 = 0
        i = first
        while i < last:
            step = steps[i]
            actor = step >> ACTOR_AT & 127
            if actor != last_actor:
                last_actor = actor
                code = cells[actor]
                leaving = -values[code << 7 | actor]
                if code >= 32:
                    leaving += values[(code & 31) << 7 | actor]
                    code = KEEPER + 8 * grid.side
            kind = step & 15
            target = step >> TARGET_AT & 127
            target_code = cells[target]
            if kind == MOVE and target_code == 0 and (code & 7 != SWEEPER or 28 < target < 91):
                value = sign * (leaving + values[code << 7 | target])
            elif kind == STEAL and (target_code & 7 != SWEEPER or 28 < actor < 91):
                arriving = values[target_code << 7 | actor] - values[target_code << 7 | target]
                value = sign * (leaving + values[code << 7 | target] + arriving)
            else:
                value = static_gain(grid, step)
                if kind == HEAL:
                    target = actor
            scores[i] = (value << GAIN_AT) + history[kind << 11 | code << 7 | target]
            i += 1

    def pick_best(self, first: i64, last: i64) -> i64:
        """Return the index of the highest score from index `first` up to, not including, `last`."""
        scores = self.scores
        top = first
        highest = scores[first]
        i = first + 1
        while i < last:
            value = scores[i]
            if value > highest:
                highest = value
                top = i
            i += 1
        return top

    def record_cutoff(self, grid: Grid, step: i64, depth: i64, ply: i64, previous: i64) -> None:
        """Record that a quiet step, which has been unmade, caused a cutoff.

        `previous` is the `history_index` of the enemy's step before.
        """
        killers = self._killers
        if killers[2 * ply] != step:
            killers[2 * ply + 1] = killers[2 * ply]
            killers[2 * ply] = step
        self._countermoves[previous] = step
        self._update_history(history_index(grid, step), 32 * depth * depth)

    def lower_history(self, grid: Grid, step: i64, depth: i64) -> None:
        self._update_history(history_index(grid, step), -32 * depth * depth)

    def _update_history(self, at: i64, bonus: i64) -> None:
        """Add a bonus, clipped to ±2048, to a history score; a part of the old score is dropped, to bound it."""
        if bonus > 2048:
            bonus = 2048
        elif bonus < -2048:
            bonus = -2048
        size = bonus
        if size < 0:
            size = -size
        value = self._history[at]
        self._history[at] = value + bonus - value * size // _MOST_HISTORY


def history_index(grid: Grid, step: i64) -> i64:
    """Return an index, below 1 << 14, for the kind, piece and target cell of a step before it is made on `grid`."""
    code = grid.cells[step >> ACTOR_AT & 127]
    if code >= 32:
        code = KEEPER + 8 * grid.side
    target = step >> TARGET_AT & 127
    kind = step & 15
    if kind == HEAL:
        target = step >> ACTOR_AT & 127
    return kind << 11 | (code & 15) << 7 | target


def static_gain(grid: Grid, step: i64) -> i64:
    """Return what a step that isn't made on `grid` would gain in material and piece-square values."""
    values = grid.piece_square_table
    kind = step & 15
    actor = step >> ACTOR_AT & 127
    target = step >> TARGET_AT & 127
    code = grid.cells[actor]
    target_code = grid.cells[target]
    total: i64 = 0
    if kind == MOVE:
        total = _move_gain(grid, actor, target)
    elif kind == STEAL:
        total = values[code << 7 | target] - values[code << 7 | actor] - values[target_code << 7 | target]
        total += _landing_gain(grid, target_code, actor)
    elif kind == SLEEP:
        total = values[(target_code | SLEPT) << 7 | target] - values[target_code << 7 | target]
    elif kind == PUSH:
        total = -values[target_code << 7 | target]
        if target_code >= 32:
            left_behind: i64 = KEEPER | SLEPT
            if target_code >= BLUE_ON:
                left_behind += 8
            total += values[left_behind << 7 | target]
        total += _landing_gain(grid, target_code & 31, step >> THIRD_AT & 127)
    elif kind == HEAL:
        total = _heal_gain(grid, actor)
    else:
        total = values[(target_code & 31) << 7 | target] - values[target_code << 7 | target]
        total += values[(code | (target_code & 96)) << 7 | actor] - values[code << 7 | actor]
    if grid.side != 0:
        return -total
    return total


def _move_gain(grid: Grid, start: i64, end: i64) -> i64:
    values = grid.piece_square_table
    code = grid.cells[start]
    target_code = grid.cells[end]
    total = -values[code << 7 | start]
    if code >= 32:
        total += values[(code & 31) << 7 | start]
        code = KEEPER + 8 * grid.side
    if target_code != 0:
        total -= values[target_code << 7 | end]
        if code & 7 == KEEPER:
            return total + values[(target_code | 32 + 32 * grid.side) << 7 | end]
        if target_code & 7 == SWEEPER:
            total += _sweeper_loss(grid, target_code)
    return total + _landing_gain(grid, code, end)


def _landing_gain(grid: Grid, code: i64, cell: i64) -> i64:
    """Return the value, seen from Gold, of a piece that enters a cell, where a Sweeper may become a Leaper."""
    if becomes_leaper(code, cell):
        return _sweeper_loss(grid, code) + grid.piece_square_table[((code & 8) + LEAPER) << 7 | cell]
    return grid.piece_square_table[code << 7 | cell]


def _heal_gain(grid: Grid, healer: i64) -> i64:
    values = grid.piece_square_table
    total: i64 = 0
    direction: i64 = 0
    while direction < 8:
        cell = healer + grid.directions[direction]
        code = grid.cells[cell]
        if code & SLEPT != 0:
            total += values[(code ^ SLEPT) << 7 | cell] - values[code << 7 | cell]
        direction += 1
    return total


def _sweeper_loss(grid: Grid, code: i64) -> i64:
    """Return the change in material, seen from Gold, if the side of a Sweeper with this code loses it."""
    owner = code >> 3 & 1
    count = grid.sweepers[owner]
    value = _SWEEPER_VALUES[count - 1] - _SWEEPER_VALUES[count]
    if owner != 0:
        return -value
    return value

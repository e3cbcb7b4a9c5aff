"""Move ordering of Ducart's search: table step, static gain, killers, countermove, history heuristic.

Steps are picked by a selection that swaps, so the order among equal scores depends on earlier swaps: a different
sort would visit different nodes.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from rules.ducart.engine.evaluation import SWEEPER_VALUES
from rules.ducart.engine.grid import Grid, becomes_leaper
from rules.ducart.engine.mailbox import (
    A_AT,
    ACTOR_AT,
    B_AT,
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
)

_TABLE_STEP: Final = 1 << 40  # score of the transposition table's step; the other three are added to a step's score
GAIN_AT: Final = 8  # scale: 1 << GAIN_AT of history score count as a hundredth of gain
_FIRST_KILLER: Final = 120 << GAIN_AT
_SECOND_KILLER: Final = 100 << GAIN_AT
_COUNTERMOVE: Final = 80 << GAIN_AT
_MOST_HISTORY: Final = 1 << 14  # limit of the absolute history score
_SWEEPER_VALUES: Final = vec[i64](SWEEPER_VALUES)


@final
class StepOrder:
    def __init__(self, room: int, plies: int) -> None:
        self.scores = vec[i64]([0] * room)  # index in `Grid.steps` -> score; the highest is tried first
        self._killers = vec[i64]([0] * (2 * plies))  # 2 * ply, 2 * ply + 1 -> the last two quiet steps that cut off
        self._history = vec[i64]([0] * (1 << 14))
        self._countermoves = vec[i64]([0] * (1 << 14))  # `history_index` of the enemy's step -> last step to cut off

    def clear(self) -> None:
        for kept in (self._killers, self._history, self._countermoves):
            i: i64 = 0
            while i < len(kept):
                kept[i] = 0
                i += 1

    def score_steps(self, grid: Grid, first: i64, last: i64, ply: i64, previous: i64, table_step: i64) -> i64:
        """Score the steps from `first` up to before `last`; return the index of the highest score.

        `previous`: the `history_index` of the enemy's step that led here; `table_step`: the transposition table's.
        """
        steps = grid.steps
        scores = self.scores
        killers = self._killers
        countermove = self._countermoves[previous]
        killer = killers[2 * ply]
        second_killer = killers[2 * ply + 1]
        self._rate(grid, first, last)
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

    def _rate(self, grid: Grid, first: i64, last: i64) -> None:
        """Score steps by static gain and history.

        Most steps move a piece to an empty cell or steal one, without a Sweeper on the first or last row: for these
        `static_gain` and `history_index` are inlined, and values shared by an actor's steps are looked up once.
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
            a = step >> A_AT & 127
            target = cells[a]
            if kind == MOVE and target == 0 and (code & 7 != SWEEPER or 28 < a < 91):
                value = sign * (leaving + values[code << 7 | a])
            elif kind == STEAL and (target & 7 != SWEEPER or 28 < actor < 91):
                arriving = values[target << 7 | actor] - values[target << 7 | a]
                value = sign * (leaving + values[code << 7 | a] + arriving)
            else:
                value = static_gain(grid, step)
                if kind == HEAL:
                    a = actor
            scores[i] = (value << GAIN_AT) + history[kind << 11 | code << 7 | a]
            i += 1

    def pick_best(self, first: i64, last: i64) -> i64:
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
        """Favour a quiet step, not made now, that caused a cutoff after the step indexed `previous`."""
        killers = self._killers
        if killers[2 * ply] != step:
            killers[2 * ply + 1] = killers[2 * ply]
            killers[2 * ply] = step
        self._countermoves[previous] = step
        self._update_history(history_index(grid, step), 32 * depth * depth)

    def lower_history(self, grid: Grid, step: i64, depth: i64) -> None:
        self._update_history(history_index(grid, step), -32 * depth * depth)

    def _update_history(self, at: i64, bonus: i64) -> None:
        """Add a bonus clipped to ±2048; its effect shrinks as the score nears its limit."""
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
    """Return the index of a step, which is not made, by kind, piece and target; below 1 << 14."""
    code = grid.cells[step >> ACTOR_AT & 127]
    if code >= 32:
        code = KEEPER + 8 * grid.side
    target = step >> A_AT & 127
    kind = step & 15
    if kind == HEAL:
        target = step >> ACTOR_AT & 127
    return kind << 11 | (code & 15) << 7 | target


def static_gain(grid: Grid, step: i64) -> i64:
    """Return the change in material and piece-square values by a step, which is not made, for the side to move."""
    values = grid.piece_square_table
    kind = step & 15
    actor = step >> ACTOR_AT & 127
    a = step >> A_AT & 127
    code = grid.cells[actor]
    target = grid.cells[a]
    total: i64 = 0
    if kind == MOVE:
        total = _move_gain(grid, actor, a)
    elif kind == STEAL:
        total = values[code << 7 | a] - values[code << 7 | actor] - values[target << 7 | a]
        total += _landing_gain(grid, target, actor)
    elif kind == SLEEP:
        total = values[(target | SLEPT) << 7 | a] - values[target << 7 | a]
    elif kind == PUSH:
        total = -values[target << 7 | a]
        if target >= 32:
            stays: i64 = KEEPER | SLEPT
            if target >= BLUE_ON:
                stays += 8
            total += values[stays << 7 | a]
        total += _landing_gain(grid, target & 31, step >> B_AT & 127)
    elif kind == HEAL:
        total = _heal_gain(grid, actor)
    else:
        total = values[(target & 31) << 7 | a] - values[target << 7 | a]
        total += values[(code | (target & 96)) << 7 | actor] - values[code << 7 | actor]
    if grid.side != 0:
        return -total
    return total


def _move_gain(grid: Grid, start: i64, end: i64) -> i64:
    values = grid.piece_square_table
    code = grid.cells[start]
    target = grid.cells[end]
    total = -values[code << 7 | start]
    if code >= 32:
        total += values[(code & 31) << 7 | start]
        code = KEEPER + 8 * grid.side
    if target != 0:
        total -= values[target << 7 | end]
        if code & 7 == KEEPER:
            return total + values[(target | 32 + 32 * grid.side) << 7 | end]
        if target & 7 == SWEEPER:
            total += _sweeper_loss(grid, target)
    return total + _landing_gain(grid, code, end)


def _landing_gain(grid: Grid, code: i64, cell: i64) -> i64:
    """Return the value, seen from Gold, of a piece after it comes to a cell; a Sweeper may become a Leaper."""
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
    """Return the change, seen from Gold, if the side of this Sweeper has one less."""
    owner = code >> 3 & 1
    count = grid.sweepers[owner]
    value = _SWEEPER_VALUES[count - 1] - _SWEEPER_VALUES[count]
    if owner != 0:
        return -value
    return value

"""Move ordering of Ducart's search: table step, static gain, killers, countermove, history heuristic.

Steps are picked by a selection that swaps, so among equal scores the order depends on the swaps before: another way
of sorting visits other nodes.
"""

from __future__ import annotations

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

_TABLE_STEP: Final = 1 << 40
"""The score of the step from the transposition table; the other three are added to a step's score."""
GAIN_AT: Final = 8
"""1 << this of history score counts as a hundredth of gain."""
_FIRST_KILLER: Final = 120 << GAIN_AT
_SECOND_KILLER: Final = 100 << GAIN_AT
_COUNTERMOVE: Final = 80 << GAIN_AT
_MOST_HISTORY: Final = 1 << 14
"""No history score is larger, either way."""
_SWEEPER_VALUES: Final = vec[i64](SWEEPER_VALUES)


@final
class StepOrder:
    """What caused cutoffs so far in a search, and by that the ordering scores of a position's steps."""

    def __init__(self, room: int, plies: int) -> None:
        """`room`: how many steps one line of a search lists; `plies`: its turns."""
        self.scores = vec[i64]([0] * room)
        """Index in `Grid.steps` -> ordering score of the step: the higher, the earlier."""
        self._killers = vec[i64]([0] * (2 * plies))
        """2 * ply, + 1 -> the last two quiet steps that caused a cutoff there."""
        self._history = vec[i64]([0] * (1 << 14))
        """`history_index` of a step -> its history score."""
        self._countermoves = vec[i64]([0] * (1 << 14))
        """`history_index` of the enemy's step -> the step that last caused a cutoff after it."""

    def clear(self) -> None:
        """Forget everything, for another root."""
        for kept in (self._killers, self._history, self._countermoves):
            i: i64 = 0
            while i < len(kept):
                kept[i] = 0
                i += 1

    def score_steps(self, grid: Grid, first: i64, last: i64, ply: i64, previous: i64, table_step: i64) -> i64:
        """Score the steps listed from `first` up to before `last`; returns the index of the highest score.

        `previous`: the `history_index` of the enemy's step that led here; `table_step`: the transposition table's.
        Most steps move a piece to an empty cell or steal one, and no Sweeper comes to the first or last row: for
        these `static_gain` and `history_index` are written out, and what an actor's steps share is looked up once.
        """
        steps = grid.steps
        cells = grid.cells
        values = grid.piece_square_table
        history = self._history
        scores = self.scores
        first_killer = self._killers[2 * ply]
        second_killer = self._killers[2 * ply + 1]
        countermove = self._countermoves[previous]
        sign: i64 = 1
        if grid.side != 0:
            sign = -1
        last_actor: i64 = 0
        code: i64 = 0
        leaving: i64 = 0
        top = first
        highest: i64 = -_TABLE_STEP
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
            value = (value << GAIN_AT) + history[kind << 11 | code << 7 | a]
            if step == table_step:
                value = _TABLE_STEP
            elif step == first_killer:
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

    def pick_best(self, first: i64, last: i64) -> i64:
        """The index, from `first` up to before `last`, of the first step with the highest score."""
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
        """Try a quiet step, which is not made, earlier: it caused a cutoff after the step indexed `previous`."""
        killers = self._killers
        if killers[2 * ply] != step:
            killers[2 * ply + 1] = killers[2 * ply]
            killers[2 * ply] = step
        self._countermoves[previous] = step
        self._update_history(history_index(grid, step), 32 * depth * depth)

    def lower_history(self, grid: Grid, step: i64, depth: i64) -> None:
        """Try a step, which is not made, later: the step that caused a cutoff came after it."""
        self._update_history(history_index(grid, step), -32 * depth * depth)

    def _update_history(self, at: i64, bonus: i64) -> None:
        """Add a bonus, up to 2048 either way; it counts the less, the nearer the score is to its limit."""
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
    """Where the history tables keep a step that is not made: its kind, its piece and its target; below 1 << 14."""
    code = grid.cells[step >> ACTOR_AT & 127]
    if code >= 32:
        code = KEEPER + 8 * grid.side
    target = step >> A_AT & 127
    kind = step & 15
    if kind == HEAL:
        target = step >> ACTOR_AT & 127
    return kind << 11 | (code & 15) << 7 | target


def static_gain(grid: Grid, step: i64) -> i64:
    """What a step, which is not made, changes in material and piece-square values at once, for the side to move."""
    cells = grid.cells
    values = grid.piece_square_table
    side = grid.side
    kind = step & 15
    actor = step >> ACTOR_AT & 127
    a = step >> A_AT & 127
    code = cells[actor]
    target = cells[a]
    total: i64 = 0
    sweeper_terms: i64 = 0
    if kind == MOVE:
        total = -values[code << 7 | actor]
        if code >= 32:
            total += values[(code & 31) << 7 | actor]
            code = KEEPER + 8 * side
        if target != 0:
            total -= values[target << 7 | a]
            if code & 7 == KEEPER:
                code = target | 32 + 32 * side
            elif target & 7 == SWEEPER:
                sweeper_terms = _sweeper_loss(grid, target)
        if code < 16 and becomes_leaper(code, a):
            sweeper_terms += _sweeper_loss(grid, code)
            code += LEAPER - SWEEPER
        total += values[code << 7 | a]
    elif kind == STEAL:
        total = values[code << 7 | a] - values[code << 7 | actor] - values[target << 7 | a]
        if becomes_leaper(target, actor):
            sweeper_terms = _sweeper_loss(grid, target)
            target = (target & 8) + LEAPER
        total += values[target << 7 | actor]
    elif kind == SLEEP:
        total = values[(target | SLEPT) << 7 | a] - values[target << 7 | a]
    elif kind == PUSH:
        b = step >> B_AT & 127
        total = -values[target << 7 | a]
        if target >= 32:
            stays: i64 = KEEPER | SLEPT
            if target >= BLUE_ON:
                stays += 8
            total += values[stays << 7 | a]
            target &= 31
        if becomes_leaper(target, b):
            sweeper_terms = _sweeper_loss(grid, target)
            target = (target & 8) + LEAPER
        total += values[target << 7 | b]
    elif kind == HEAL:
        direction: i64 = 0
        while direction < 8:
            a = actor + grid.directions[direction]
            target = cells[a]
            if target & SLEPT != 0:
                total += values[(target ^ SLEPT) << 7 | a] - values[target << 7 | a]
            direction += 1
    else:
        total = values[(target & 31) << 7 | a] - values[target << 7 | a]
        total += values[(code | (target & 96)) << 7 | actor] - values[code << 7 | actor]
    total += sweeper_terms
    if side != 0:
        return -total
    return total


def _sweeper_loss(grid: Grid, code: i64) -> i64:
    """What it changes, seen from Gold, if the side of this Sweeper has one less."""
    owner = code >> 3 & 1
    count = grid.sweepers[owner]
    value = _SWEEPER_VALUES[count - 1] - _SWEEPER_VALUES[count]
    if owner != 0:
        return -value
    return value

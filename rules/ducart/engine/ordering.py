"""In which order the steps of a position are tried: what gains first, then what has refuted others before."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from rules.ducart.engine.evaluation import COUNTS
from rules.ducart.engine.grid import Grid
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

_TABLE: Final = 1 << 40
GAIN_AT: Final = 8
"""A hundredth of gain is worth 1 << this of history."""
_KILLER: Final = 120 << GAIN_AT
_OLDER: Final = 100 << GAIN_AT
_COUNTER: Final = 80 << GAIN_AT
_MOST_HISTORY: Final = 1 << 14
_COUNTS: Final = vec[i64](COUNTS)


@final
class Order:
    """What steps have refuted so far, and how promising that makes the steps of a position."""

    def __init__(self, room: int, plies: int) -> None:
        """`room` steps on the way down a search, `plies` turns deep."""
        self.promise = vec[i64]([0] * room)
        """Index in `Grid.steps` -> how promising the step is."""
        self._killers = vec[i64]([0] * (2 * plies))
        self._history = vec[i64]([0] * (1 << 14))
        self._counters = vec[i64]([0] * (1 << 14))

    def forget(self) -> None:
        """Begin anew, for another root."""
        for kept in (self._killers, self._history, self._counters):
            i: i64 = 0
            while i < len(kept):
                kept[i] = 0
                i += 1

    def rate(self, grid: Grid, first: i64, last: i64, ply: i64, before: i64, table_step: i64) -> i64:
        """Rate the steps listed from `first` up to `last`; returns the index of the `best`. `before`: the `trace` of
        the enemy's step that led here; `table_step`: what was best here before.

        Most steps move a piece to an empty cell or steal one, and no Sweeper comes to the first or last row: what
        `gain` and `trace` say of these is written out, and what all steps of an actor share is looked up once."""
        steps = grid.steps
        cells = grid.cells
        values = grid.values
        history = self._history
        promise = self.promise
        killer = self._killers[2 * ply]
        older = self._killers[2 * ply + 1]
        counter = self._counters[before]
        sign: i64 = 1
        if grid.side != 0:
            sign = -1
        whose: i64 = 0
        code: i64 = 0
        leaving: i64 = 0
        top = first
        high: i64 = -_TABLE
        i = first
        while i < last:
            step = steps[i]
            actor = step >> ACTOR_AT & 127
            if actor != whose:
                whose = actor
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
                coming = values[target << 7 | actor] - values[target << 7 | a]
                value = sign * (leaving + values[code << 7 | a] + coming)
            else:
                value = gain(grid, step)
                if kind == HEAL:
                    a = actor
            value = (value << GAIN_AT) + history[kind << 11 | code << 7 | a]
            if step == table_step:
                value = _TABLE
            elif step == killer:
                value += _KILLER
            elif step == older:
                value += _OLDER
            elif step == counter:
                value += _COUNTER
            promise[i] = value
            if value > high:
                high = value
                top = i
            i += 1
        return top

    def best(self, first: i64, last: i64) -> i64:
        """The index, from `first` up to before `last`, of the first among the most promising steps."""
        promise = self.promise
        top = first
        high = promise[first]
        i = first + 1
        while i < last:
            value = promise[i]
            if value > high:
                high = value
                top = i
            i += 1
        return top

    def praise(self, grid: Grid, step: i64, depth: i64, ply: i64, before: i64) -> None:
        """Try a step, which refuted what came `before`, early elsewhere. The step is not made."""
        killers = self._killers
        if killers[2 * ply] != step:
            killers[2 * ply + 1] = killers[2 * ply]
            killers[2 * ply] = step
        self._counters[before] = step
        self._learn(trace(grid, step), 32 * depth * depth)

    def blame(self, grid: Grid, step: i64, depth: i64) -> None:
        """Try a step, which was tried before what refuted, later elsewhere. The step is not made."""
        self._learn(trace(grid, step), -32 * depth * depth)

    def _learn(self, at: i64, bonus: i64) -> None:
        if bonus > 2048:
            bonus = 2048
        elif bonus < -2048:
            bonus = -2048
        size = bonus
        if size < 0:
            size = -size
        value = self._history[at]
        self._history[at] = value + bonus - value * size // _MOST_HISTORY


def trace(grid: Grid, step: i64) -> i64:
    """A number below 1 << 14 for a step that is not made: its kind, the piece that acts and where it ends or acts."""
    code = grid.cells[step >> ACTOR_AT & 127]
    if code >= 32:
        code = KEEPER + 8 * grid.side
    target = step >> A_AT & 127
    kind = step & 15
    if kind == HEAL:
        target = step >> ACTOR_AT & 127
    return kind << 11 | (code & 15) << 7 | target


def gain(grid: Grid, step: i64) -> i64:
    """What a step that is not made wins at once by the worth of pieces, for the side to move."""
    cells = grid.cells
    values = grid.values
    side = grid.side
    kind = step & 15
    actor = step >> ACTOR_AT & 127
    a = step >> A_AT & 127
    code = cells[actor]
    target = cells[a]
    total: i64 = 0
    swept: i64 = 0
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
                swept = _lost(grid, target)
        if code & 7 == SWEEPER and far(code, a) and code < 16:
            swept += _lost(grid, code)
            code += LEAPER - SWEEPER
        total += values[code << 7 | a]
    elif kind == STEAL:
        total = values[code << 7 | a] - values[code << 7 | actor] - values[target << 7 | a]
        if target & 7 == SWEEPER and far(target, actor):
            swept = _lost(grid, target)
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
        if target & 7 == SWEEPER and far(target, b):
            swept = _lost(grid, target)
            target = (target & 8) + LEAPER
        total += values[target << 7 | b]
    elif kind == HEAL:
        way: i64 = 0
        while way < 8:
            a = actor + grid.ways[way]
            target = cells[a]
            if target & SLEPT != 0:
                total += values[(target ^ SLEPT) << 7 | a] - values[target << 7 | a]
            way += 1
    else:
        total = values[(target & 31) << 7 | a] - values[target << 7 | a]
        total += values[(code | (target & 96)) << 7 | actor] - values[code << 7 | actor]
    total += swept
    if side != 0:
        return -total
    return total


def far(code: i64, cell: i64) -> bool:
    """Whether a Sweeper with this code becomes a Leaper on the cell."""
    if code & 8 == 0:
        return cell > 90
    return cell < 29


def _lost(grid: Grid, code: i64) -> i64:
    """What it makes, seen from Gold, that the side of this Sweeper has one less."""
    owner = code >> 3 & 1
    count = grid.sweepers[owner]
    value = _COUNTS[count - 1] - _COUNTS[count]
    if owner != 0:
        return -value
    return value

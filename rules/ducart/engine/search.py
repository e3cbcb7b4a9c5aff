"""The computer's eye for Ducart: alpha-beta over turns, with what it has met kept in a table.

Scores are hundredths for the side to move, as evaluation.py says. At the end of each line blows are looked at until
there is none worth it (blows.py). Typed for mypyc (a conditional expression, a tuple to look in, `min` and a loop
over `range` box numbers: none of them stands in what runs at every node); interpreted and compiled runs visit the
same nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from rules.ducart.engine.evaluation import piece_values, random_keys
from rules.ducart.engine.grid import ROOM, Grid
from rules.ducart.engine.incremental_evaluation import piece_census, sweeper_rows
from rules.ducart.engine.movegen import list_steps
from rules.ducart.engine.no_progress import COUNTED, DRAWN, ENDLESS, judge_towards, lead
from rules.ducart.engine.ordering import GAIN_AT, Order, trace
from rules.ducart.engine.tactical_moves import list_blows
from rules.search.evaluation_noise import EvaluationNoise
from rules.search.key_history import KeyHistory
from rules.search.late_move_reductions import reductions
from rules.search.principal_variation import PrincipalVariation
from rules.search.transposition_table import (
    AT_LEAST,
    AT_MOST,
    BEST_AT,
    BOUND_AT,
    DEPTH_AT,
    EXACT,
    INFINITE,
    SURE,
    WIN,
    TranspositionTable,
    score_of,
)

PASS: Final = 15
"""The step of a missed turn: no kind of turn has this number."""
PLIES: Final = 96
"""How many turns deep a search may go."""
_DEEPEST: Final = 60
_SOONEST: Final = 2
"""Turns after which a position may come again: what is slept and healed is back so soon."""
_HUNDRED: Final = 100
_SEEN_COMING: Final = 84
"""From so many quiet turns on the table tells positions apart by them."""
_QUIET_SPREAD: Final = 0x1E3779B97F4A7C15
_LOW_62: Final = 0x3FFFFFFFFFFFFFFF
_POLL_EVERY: Final = 512
_HOPE: Final = 60
"""What a blow at the edge may bring beyond what it wins at once."""
_NEAR: Final = 3
"""Where at most so many turns are left to look at, out of the main line, positions this much too good for each of
them are left as they are,"""
_AMPLE: Final = 120
_CHANGE: Final = 60
"""steps that don't promise what is missing but for so much a turn are left out,"""
_PROMISING: Final = 60 << GAIN_AT
"""and late ones that promise less than this."""
_FLOORS: Final = 64 * ROOM
"""Room for the steps of all positions on the way down."""


def _never() -> bool:
    return False


@final
class Search:
    """The search of one position after another."""

    def __init__(self, megabytes: int = 64) -> None:
        """`megabytes`: the size of the table, 1 at least."""
        self.nodes: i64 = 0
        self.stopped = False
        self._pause: i64 = 0
        self._limit: i64 = 0
        self._poll: Callable[[], bool] = _never
        self._memory = TranspositionTable(megabytes)
        self._grid = Grid(bytes(64), 0, -1, 0, 0)
        self._keys = vec[i64](random_keys())
        self._values = vec[i64](piece_values())
        self._censuses = vec[i64](piece_census(False))
        self._push_only_censuses = vec[i64](piece_census(True))
        self._rows = vec[i64](sweeper_rows())
        self._noise = EvaluationNoise()
        self._hundred: i64 = DRAWN
        self._reductions = vec[i64](reductions(0.5, 2.0))
        self._order = Order(_FLOORS, PLIES)
        self._key_history = KeyHistory(PLIES, _SOONEST)
        self._line = PrincipalVariation(PLIES)
        self._last = vec[i64]([0] * (PLIES + 2))
        """Ply -> `trace` of the step that led there, 0 for a missed turn."""
        self._quiet: i64 = 0
        self._sudden = False

    def set_up(
        self,
        stood: Sequence[bytes],
        flags: int,
        quiet: int = 0,
        hundred: int = DRAWN,
        sudden: bool = False,
        seed: int = 0,
        noise: int = 0,
        blind: int = 0,
    ) -> None:
        """Make the last of the positions `stood` the root; the others came before it since the last kill or
        promotion. Each is 64 codes, side and the fresh Creeper's square + 1. `flags` as in `Grid`; `quiet` turns are
        without kill or promotion, `hundred` says what a hundred are (hundred.py); `sudden`: the next kill ends the
        match. `noise`, `blind` and `seed` are as in `Core.set_position`. Nothing is kept of earlier searches."""
        before = []
        for cells in stood[:-1]:
            before.append(self._weighed(cells, flags, 0).key)
        self._grid = self._weighed(stood[-1], flags, _FLOORS)
        self._key_history.reset(before)
        self._noise = EvaluationNoise(seed, noise, blind)
        self._hundred = hundred
        self._order.forget()
        self._memory.clear()
        self.nodes = 0
        self._quiet = quiet
        self._sudden = sudden
        self._line.clear(0)

    def _weighed(self, stood: bytes, flags: int, room: int) -> Grid:
        """The board of one of `set_up`'s positions."""
        grid = Grid(stood[:64], stood[64], stood[65] - 1, flags, room)
        censuses = self._push_only_censuses if grid.push_only else self._censuses
        grid.weigh(self._keys, self._values, censuses, self._rows)
        return grid

    def search(self, depth: int, alpha: int, beta: int, limit: int, poll: Callable[[], bool]) -> int:
        """Search `depth` turns, up to 60, within the window; the score is that of `line`.

        It is broken off, which sets `stopped`, once `nodes` reaches `limit` or `poll` says so.
        """
        self.stopped = False
        self._limit = limit
        self._poll = poll
        self._pause = 0
        self._line.clear(0)
        self._last[0] = 0
        return self._search(min(depth, _DEEPEST), alpha, beta, 0, self._quiet, 0)

    def line(self) -> list[int]:
        """The best steps found by the last `search`, `PASS` among them; none if none came up to its alpha."""
        return self._line.moves()

    def safest(self) -> int:
        """The first step of the root that doesn't lose at once if there is one; `PASS` if there is none at all."""
        grid = self._grid
        count = list_steps(grid, 0)
        for i in range(count):
            step = grid.steps[i]
            pieces = grid.pieces[0] + grid.pieces[1]
            grid.make(step)
            value = self._ended(1, 0, pieces)
            grid.unmake(step)
            if value <= 0:
                return step
        return grid.steps[0] if count else PASS

    def _rest(self) -> bool:
        """Look at the budget; True if the search is to end."""
        if self.stopped:
            return True
        if self.nodes >= self._limit or self._poll():
            self.stopped = True
            self._pause = 0
            return True
        self._pause = min(self._limit, self.nodes + _POLL_EVERY)
        return False

    def _ended(self, ply: i64, quiet: i64, pieces: i64) -> i64:
        """The score for the side to move if the match has ended by count of Sweepers, by sudden death or by its
        hundredth quiet turn (section 8), else -1 for a drawn end and 0 for none. `pieces` were there a turn ago."""
        grid = self._grid
        own = grid.sweepers[grid.side]
        enemy = grid.sweepers[grid.side ^ 1]
        if own == 0:
            if enemy == 0:
                return -1
            return ply - WIN
        if enemy == 0:
            return WIN - ply
        if self._sudden and grid.pieces[0] + grid.pieces[1] != pieces:
            return lead(grid) * (WIN - ply)
        if quiet >= _HUNDRED:
            hundred = self._hundred
            if hundred == COUNTED:
                ahead = lead(grid)
                if ahead != 0:
                    return ahead * (WIN - ply)
                return -1
            if hundred == DRAWN:
                return -1
        return 0

    def _search(self, depth: i64, alpha: i64, beta: i64, ply: i64, quiet: i64, floor: i64) -> i64:
        """The value for the side to move, alpha-beta by principal variation, fail-soft. The match goes on here.

        It runs at every node, and a call is dear; so what every node needs is all here."""
        grid = self._grid
        self._line.clear(ply)
        self.nodes += 1
        if self.nodes >= self._pause and self._rest():
            return 0
        if depth <= 0 or ply >= PLIES - 2 or floor > _FLOORS - ROOM:
            return self._settle(alpha, beta, ply, quiet, floor)
        key = grid.key
        if quiet >= _SEEN_COMING:
            key = (key ^ quiet * _QUIET_SPREAD) & _LOW_62
        self._key_history.push(grid.key, ply)
        if (
            ply != 0
            and quiet >= 2
            and self._hundred != ENDLESS
            and self._key_history.is_repetition(grid.key, quiet, ply)
        ):
            return 0
        table_step: i64 = 0
        entry = self._memory.probe(key)
        if entry != 0:
            table_step = entry >> BEST_AT
            if ply != 0 and (entry >> DEPTH_AT & 127) >= depth:
                found = score_of(entry, ply)
                bound = entry >> BOUND_AT & 3
                if bound == EXACT or (bound == AT_LEAST and found >= beta) or (bound == AT_MOST and found <= alpha):
                    return found
        before = self._last[ply]
        least: i64 = -INFINITE << GAIN_AT
        enough: i64 = ROOM
        if ply != 0 and beta - alpha == 1 and -SURE < beta < SURE:
            stand = judge_towards(grid, quiet, self._hundred) + self._noise.error(grid.key)
            if depth <= _NEAR and stand - _AMPLE * depth >= beta:
                return stand
            if depth >= _NEAR and stand >= beta and before != 0 and self._pass_holds(depth, beta, ply, quiet, floor):
                return beta
            if self.stopped:
                return 0
            if depth <= _NEAR:
                least = (alpha - stand - _CHANGE * depth) << GAIN_AT
                enough = 6 + 6 * depth * depth
        last = list_steps(grid, floor)
        if last == floor:
            return self._miss(depth, alpha, beta, ply, quiet, floor)
        top = self._order.rate(grid, floor, last, ply, before, table_step)
        steps = grid.steps
        promise = self._order.promise
        first_alpha = alpha
        best: i64 = -INFINITE
        best_step: i64 = 0
        pieces = grid.pieces[0] + grid.pieces[1]
        sweepers = grid.sweepers[0] + grid.sweepers[1]
        i = floor
        while i < last:
            if i > floor:
                top = self._order.best(i, last)
            step = steps[top]
            tried = i - floor
            if best > -SURE and (promise[top] <= least or (tried >= enough and promise[top] < _PROMISING)):
                break
            if top != i:
                steps[top] = steps[i]
                promise[top] = promise[i]
                steps[i] = step
            i += 1
            self._last[ply + 1] = trace(grid, step)
            grid.make(step)
            calm = grid.pieces[0] + grid.pieces[1] == pieces and grid.sweepers[0] + grid.sweepers[1] == sweepers
            next_quiet: i64 = 0
            if calm:
                next_quiet = quiet + 1
            value = self._ended(ply + 1, next_quiet, pieces)
            if value != 0:
                self._line.clear(ply + 1)
                value = -value
                if value == 1:
                    value = 0
            elif tried == 0:
                value = -self._search(depth - 1, -beta, -alpha, ply + 1, next_quiet, last)
            else:
                less: i64 = 0
                if depth >= 2 and calm and tried >= 3:
                    column = tried
                    if column > 63:
                        column = 63
                    less = self._reductions[depth << 6 | column]
                    if less >= depth - 1:
                        less = depth - 2
                        if less < 0:
                            less = 0
                value = -self._search(depth - 1 - less, -alpha - 1, -alpha, ply + 1, next_quiet, last)
                if value > alpha and less > 0 and not self.stopped:
                    value = -self._search(depth - 1, -alpha - 1, -alpha, ply + 1, next_quiet, last)
                if alpha < value < beta and not self.stopped:
                    value = -self._search(depth - 1, -beta, -alpha, ply + 1, next_quiet, last)
            grid.unmake(step)
            if self.stopped:
                return best
            if value > best:
                best = value
                if value > alpha:
                    best_step = step
                    self._line.extend(ply, step)
                    alpha = value
                    if value >= beta:
                        if calm:
                            self._order.praise(grid, step, depth, ply, before)
                        j = floor
                        while j < i - 1:
                            self._order.blame(grid, steps[j], depth)
                            j += 1
                        break
        bound = EXACT
        if best >= beta:
            bound = AT_LEAST
        elif best <= first_alpha:
            bound = AT_MOST
            if best_step == 0:
                best_step = table_step
        self._memory.store(key, best, ply, bound, depth, best_step)
        return best

    def _settle(self, alpha: i64, beta: i64, ply: i64, quiet: i64, floor: i64) -> i64:
        """The value where only blows are looked at any more."""
        grid = self._grid
        stand = judge_towards(grid, quiet, self._hundred) + self._noise.error(grid.key)
        if stand >= beta or ply >= PLIES - 2 or floor > _FLOORS - ROOM:
            return stand
        last = list_blows(grid, floor)
        if last == floor:
            return stand
        best = stand
        if stand > alpha:
            alpha = stand
        top = self._order.rate(grid, floor, last, ply, 0, 0)
        steps = grid.steps
        promise = self._order.promise
        pieces = grid.pieces[0] + grid.pieces[1]
        i = floor
        while i < last:
            if i > floor:
                top = self._order.best(i, last)
            step = steps[top]
            if promise[top] <= (alpha - stand - _HOPE) << GAIN_AT:
                break
            if top != i:
                steps[top] = steps[i]
                promise[top] = promise[i]
                steps[i] = step
            i += 1
            grid.make(step)
            if self._noise.overlooks(grid.key):
                grid.unmake(step)
                continue
            value = self._ended(ply + 1, 0, pieces)
            if value != 0:
                value = -value
                if value == 1:
                    value = 0
            else:
                self.nodes += 1
                value = -self._settle(-beta, -alpha, ply + 1, 0, last)
            grid.unmake(step)
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        break
        return best

    def _miss(self, depth: i64, alpha: i64, beta: i64, ply: i64, quiet: i64, floor: i64) -> i64:
        """The value where the side to move can do nothing: drawn if the other can't either (section 8.5)."""
        grid = self._grid
        key = grid.key
        fresh = grid.fresh
        grid.flip()
        value: i64 = 0
        if list_steps(grid, floor) != floor:
            value = self._ended(ply + 1, quiet + 1, grid.pieces[0] + grid.pieces[1])
            if value == 0:
                self._last[ply + 1] = 0
                value = -self._search(depth - 1, -beta, -alpha, ply + 1, quiet + 1, floor)
            else:
                self._line.clear(ply + 1)
                value = -value
                if value == 1:
                    value = 0
        grid.side ^= 1
        grid.key = key
        grid.fresh = fresh
        if value > alpha:
            self._line.extend(ply, PASS)
        return value

    def _pass_holds(self, depth: i64, beta: i64, ply: i64, quiet: i64, floor: i64) -> bool:
        """Whether the side to move would stand above `beta` even if it missed its turn."""
        grid = self._grid
        key = grid.key
        fresh = grid.fresh
        if self._ended(ply + 1, quiet + 1, grid.pieces[0] + grid.pieces[1]) != 0:
            return False
        grid.flip()
        self._last[ply + 1] = 0
        less: i64 = 3 + depth // 4
        value = -self._search(depth - less, -beta, 1 - beta, ply + 1, quiet + 1, floor)
        grid.side ^= 1
        grid.key = key
        grid.fresh = fresh
        self._line.clear(ply)
        return value >= beta and not self.stopped

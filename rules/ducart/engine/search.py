"""Alpha-beta search of Ducart (README.md): principal variation search, each pruning technique named in a comment.

Scores are hundredths of a Sweeper for the side to move; steps are numbers (mailbox.py). In code compiled by mypyc,
conditional expressions, `in` on a tuple, `min` and loops over `range` box numbers, so the code that runs at every
node has none of them. Interpreted and compiled runs visit the same nodes.
"""

from collections.abc import Callable, Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from rules.ducart.engine.evaluation import piece_square_table, zobrist_keys
from rules.ducart.engine.grid import ROOM, Grid
from rules.ducart.engine.incremental_evaluation import feature_table, sweeper_row_table
from rules.ducart.engine.movegen import list_steps
from rules.ducart.engine.no_progress import COUNTED, DRAWN, ENDLESS, QUIET_LIMIT, count_lead, scaled_evaluation
from rules.ducart.engine.ordering import GAIN_AT, StepOrder, history_index
from rules.ducart.engine.tactical_moves import list_tactical_steps
from rules.search.evaluation_noise import EvaluationNoise
from rules.search.iterative_deepening import INFINITE, SURE, WIN
from rules.search.key_history import KeyHistory
from rules.search.late_move_reductions import reductions
from rules.search.principal_variation import PrincipalVariation
from rules.search.stoppable_search import StoppableSearch
from rules.search.transposition_table import BEST_AT, NO_CUTOFF, TranspositionTable, cutoff

PASS: Final = 15  # stands for the step of a missed turn; no kind of turn has this number
PLIES: Final = 96  # maximum number of turns from the root to a position searched
_MAX_DEPTH: Final = 60  # maximum depth of `search` in turns
_MIN_REPETITION_DISTANCE: Final = 2  # fewest turns after which a position can be repeated, by a sleep and a heal
_QUIET_KEY_FROM: Final = 84  # least number of quiet turns that is part of the table's key, because the limit is near
_QUIET_KEY_FACTOR: Final = 0x1E3779B97F4A7C15
_LOW_62: Final = 0x3FFFFFFFFFFFFFFF
_DELTA_MARGIN: Final = 60  # delta pruning: most that a tactical step is expected to gain beyond its static gain
_FUTILITY_DEPTH: Final = 3  # most turns left for futility pruning, and fewest for a null move
_REVERSE_FUTILITY_MARGIN: Final = 120  # reverse futility: margin above beta, for each turn left
_FUTILITY_MARGIN: Final = 60  # for each turn left; steps are skipped if static score, margin, gain don't beat alpha
_LATE_STEP_SCORE: Final = 60 << GAIN_AT  # late move pruning: late steps with a lower ordering score are skipped
_STEP_ROOM: Final = 64 * ROOM


@final
class Search(StoppableSearch):
    def __init__(self, megabytes: int = 64) -> None:
        super().__init__()
        self._table = TranspositionTable(megabytes)
        self._grid = Grid(bytes(64), 0, -1, 0, 0)
        self._zobrist = vec[i64](zobrist_keys())
        self._piece_square_table = vec[i64](piece_square_table())
        self._feature_table = vec[i64](feature_table(False))
        self._push_only_feature_table = vec[i64](feature_table(True))
        self._row_table = vec[i64](sweeper_row_table())
        self._noise = EvaluationNoise()
        self._no_progress_rule: i64 = DRAWN
        self._reductions = vec[i64](reductions(0.5, 2.0))
        self._step_order = StepOrder(_STEP_ROOM, PLIES)
        self._key_history = KeyHistory(PLIES, _MIN_REPETITION_DISTANCE)
        self._variation = PrincipalVariation(PLIES)
        self._step_indices = vec[i64]([0] * (PLIES + 2))  # ply -> `history_index` of the step to it; 0: a pass
        self._quiet_turns: i64 = 0
        self._is_sudden_death = False

    def set_position(
        self,
        positions: Sequence[bytes],
        flags: int,
        quiet_turns: int = 0,
        no_progress_rule: int = DRAWN,
        sudden: bool = False,
        seed: int = 0,
        noise: int = 0,
        blind: int = 0,
    ) -> None:
        """Make the last of `positions` the root; the others are the earlier ones since the last kill or promotion.

        A position is 64 codes, the side and the fresh Creeper's square + 1. `flags` are those of `Grid`. If `sudden`,
        the next kill ends the match. `seed`, `noise` and `blind` are those of `Core.set_position`.
        """
        earlier = []
        for position in positions[:-1]:
            earlier.append(self._grid_of(position, flags, 0).key)
        self._grid = self._grid_of(positions[-1], flags, _STEP_ROOM)
        self._key_history.reset(earlier)
        self._noise = EvaluationNoise(seed, noise, blind)
        self._no_progress_rule = no_progress_rule
        self._step_order.clear()
        self._table.clear()
        self.nodes = 0
        self._quiet_turns = quiet_turns
        self._is_sudden_death = sudden
        self.exclude(())
        self._variation.clear(0)

    def _grid_of(self, position: bytes, flags: int, room: int) -> Grid:
        grid = Grid(position[:64], position[64], position[65] - 1, flags, room)
        features = self._push_only_feature_table if grid.push_only else self._feature_table
        grid.use_tables(self._zobrist, self._piece_square_table, features, self._row_table)
        return grid

    def search(self, depth: int, alpha: int, beta: int, limit: int, poll: Callable[[], bool]) -> int:
        """Search to a depth of `depth` turns, but at most 60; see `Core.search`."""
        self._start(limit, poll)
        self._variation.clear(0)
        self._step_indices[0] = 0
        return self._search(min(depth, _MAX_DEPTH), alpha, beta, 0, self._quiet_turns, 0)

    def line(self) -> list[int]:
        """Return the principal variation of the last `search` as steps and `PASS`; empty if no step beat alpha."""
        return self._variation.moves()

    def first_safe_step(self) -> int:
        """Return the first step of the root that doesn't lose at once, else the first step, else `PASS`."""
        grid = self._grid
        count = list_steps(grid, 0)
        for i in range(count):
            step = grid.steps[i]
            pieces = grid.pieces[0] + grid.pieces[1]
            grid.make(step)
            value = self._end_score(1, 0, pieces)
            grid.unmake(step)
            if value <= 0:
                return step
        return grid.steps[0] if count else PASS

    def _end_score(self, ply: i64, quiet_turns: i64, pieces: i64) -> i64:
        """Return the score for the side to move if the match has ended, -1 for a draw, or 0 if it goes on.

        It ends by Sweepers, sudden death or the no-progress rule (section 8). `pieces`: number of pieces a turn ago.
        """
        grid = self._grid
        own_sweepers = grid.sweepers[grid.side]
        enemy_sweepers = grid.sweepers[grid.side ^ 1]
        if own_sweepers == 0:
            if enemy_sweepers == 0:
                return -1
            return ply - WIN
        if enemy_sweepers == 0:
            return WIN - ply
        if self._is_sudden_death and grid.pieces[0] + grid.pieces[1] != pieces:
            return count_lead(grid) * (WIN - ply)
        if quiet_turns >= QUIET_LIMIT:
            no_progress_rule = self._no_progress_rule
            if no_progress_rule == COUNTED:
                ahead = count_lead(grid)
                if ahead != 0:
                    return ahead * (WIN - ply)
                return -1
            if no_progress_rule == DRAWN:
                return -1
        return 0

    def _search(self, depth: i64, alpha: i64, beta: i64, ply: i64, quiet_turns: i64, first: i64) -> i64:
        """Return the fail-soft value, for the side to move, of a position in which the match hasn't ended.

        `depth` turns are left, `ply` were made, the last `quiet_turns` were without a kill or a promotion. Steps are
        listed from index `first` on.
        """
        grid = self._grid
        self._variation.clear(ply)
        self.nodes += 1
        if self.nodes >= self._next_poll and self._out_of_budget():
            return 0
        if depth <= 0 or ply >= PLIES - 2 or first > _STEP_ROOM - ROOM:
            return self._quiescence(alpha, beta, ply, quiet_turns, first)
        key = grid.key  # zobrist
        if quiet_turns >= _QUIET_KEY_FROM:
            key = (key ^ quiet_turns * _QUIET_KEY_FACTOR) & _LOW_62
        self._key_history.push(grid.key, ply)
        if (
            ply != 0
            and quiet_turns >= 2
            and self._no_progress_rule != ENDLESS
            and self._key_history.is_repetition(grid.key, quiet_turns, ply)
        ):
            return 0
        # Transposition table: a cutoff if the entry is deep enough, else its best step is tried first.
        if ply == 0:
            key ^= self._excluded_count
        table_step: i64 = 0
        entry = self._table.probe(key)
        if entry != 0:
            table_step = entry >> BEST_AT
            if ply != 0:
                table_score = cutoff(entry, depth, alpha, beta, ply)
                if table_score != NO_CUTOFF:
                    return table_score
        previous_index = self._step_indices[ply]
        futility_limit: i64 = -INFINITE << GAIN_AT
        late_from: i64 = ROOM
        if ply != 0 and beta - alpha == 1 and -SURE < beta < SURE:
            static_score = scaled_evaluation(grid, quiet_turns, self._no_progress_rule)
            static_score += self._noise.error(grid.key)
            # Reverse futility pruning.
            if depth <= _FUTILITY_DEPTH and static_score - _REVERSE_FUTILITY_MARGIN * depth >= beta:
                return static_score
            # Null move pruning; never two null moves in a row.
            if (
                depth >= _FUTILITY_DEPTH
                and static_score >= beta
                and previous_index != 0
                and self._null_move_fails_high(depth, beta, ply, quiet_turns, first)
            ):
                return beta
            if self.stopped:
                return 0
            if depth <= _FUTILITY_DEPTH:
                futility_limit = (alpha - static_score - _FUTILITY_MARGIN * depth) << GAIN_AT
                late_from = 6 + 6 * depth * depth
        last = list_steps(grid, first)
        if last == first:
            return self._search_missed_turn(depth, alpha, beta, ply, quiet_turns, first)
        if ply == 0 and self._excluded_count != 0:
            last = self._drop_excluded(grid.steps, grid.steps, last)
        top = self._step_order.score_steps(grid, first, last, ply, previous_index, table_step)
        steps = grid.steps
        scores = self._step_order.scores
        first_alpha = alpha
        best: i64 = -INFINITE
        best_step: i64 = 0
        pieces = grid.pieces[0] + grid.pieces[1]
        sweepers = grid.sweepers[0] + grid.sweepers[1]
        i = first
        while i < last:
            if i > first:
                top = self._step_order.pick_best(i, last)
            step = steps[top]
            tried = i - first
            # Futility and late move pruning: all later steps have lower scores, so they are skipped too.
            if best > -SURE and (
                scores[top] <= futility_limit or (tried >= late_from and scores[top] < _LATE_STEP_SCORE)
            ):
                break
            if top != i:
                steps[top] = steps[i]
                scores[top] = scores[i]
                steps[i] = step
            i += 1
            self._step_indices[ply + 1] = history_index(grid, step)
            grid.make(step)
            is_quiet = grid.pieces[0] + grid.pieces[1] == pieces and grid.sweepers[0] + grid.sweepers[1] == sweepers
            next_quiet_turns: i64 = 0
            if is_quiet:
                next_quiet_turns = quiet_turns + 1
            value = self._end_score(ply + 1, next_quiet_turns, pieces)
            if value != 0:
                self._variation.clear(ply + 1)
                value = -value
                if value == 1:  # a draw, see `_end_score`
                    value = 0
            elif tried == 0:
                value = -self._search(depth - 1, -beta, -alpha, ply + 1, next_quiet_turns, last)
            else:
                # Late move reduction, then a null window; a step that beats alpha is searched again in full.
                reduction: i64 = 0
                if depth >= 2 and is_quiet and tried >= 3:
                    column = tried
                    if column > 63:
                        column = 63
                    reduction = self._reductions[depth << 6 | column]
                    if reduction >= depth - 1:
                        reduction = depth - 2
                        if reduction < 0:
                            reduction = 0
                value = -self._search(depth - 1 - reduction, -alpha - 1, -alpha, ply + 1, next_quiet_turns, last)
                if value > alpha and reduction > 0 and not self.stopped:
                    value = -self._search(depth - 1, -alpha - 1, -alpha, ply + 1, next_quiet_turns, last)
                if alpha < value < beta and not self.stopped:
                    value = -self._search(depth - 1, -beta, -alpha, ply + 1, next_quiet_turns, last)
            grid.unmake(step)
            if self.stopped:
                return best
            if value > best:
                best = value
                if value > alpha:
                    best_step = step
                    self._variation.extend(ply, step)
                    alpha = value
                    if value >= beta:
                        if is_quiet:
                            self._step_order.record_cutoff(grid, step, depth, ply, previous_index)
                        j = first
                        while j < i - 1:
                            self._step_order.lower_history(grid, steps[j], depth)
                            j += 1
                        break
        if best_step == 0:
            best_step = table_step
        self._table.store(key, best, ply, first_alpha, beta, depth, best_step)
        return best

    def _quiescence(self, alpha: i64, beta: i64, ply: i64, quiet_turns: i64, first: i64) -> i64:
        """Return the fail-soft value if only tactical steps are searched; the side to move may stand pat."""
        grid = self._grid
        static_score = scaled_evaluation(grid, quiet_turns, self._no_progress_rule) + self._noise.error(grid.key)
        if static_score >= beta or ply >= PLIES - 2 or first > _STEP_ROOM - ROOM:
            return static_score
        last = list_tactical_steps(grid, first)
        if last == first:
            return static_score
        best = static_score
        if static_score > alpha:  # stand pat
            alpha = static_score
        top = self._step_order.score_steps(grid, first, last, ply, 0, 0)
        steps = grid.steps
        scores = self._step_order.scores
        pieces = grid.pieces[0] + grid.pieces[1]
        i = first
        while i < last:
            if i > first:
                top = self._step_order.pick_best(i, last)
            step = steps[top]
            # Delta pruning.
            if scores[top] <= (alpha - static_score - _DELTA_MARGIN) << GAIN_AT:
                break
            if top != i:
                steps[top] = steps[i]
                scores[top] = scores[i]
                steps[i] = step
            i += 1
            grid.make(step)
            if self._noise.overlooks(grid.key):
                grid.unmake(step)
                continue
            value = self._end_score(ply + 1, 0, pieces)
            if value != 0:
                value = -value
                if value == 1:  # a draw, see `_end_score`
                    value = 0
            else:
                self.nodes += 1
                value = -self._quiescence(-beta, -alpha, ply + 1, 0, last)
            grid.unmake(step)
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        break
        return best

    def _search_missed_turn(self, depth: i64, alpha: i64, beta: i64, ply: i64, quiet_turns: i64, first: i64) -> i64:
        """Return the value if the side to move can do nothing; it is 0 if the other side can't either (section 8)."""
        grid = self._grid
        key = grid.key
        fresh = grid.fresh
        grid.pass_turn()
        value: i64 = 0
        if list_steps(grid, first) != first:
            value = self._end_score(ply + 1, quiet_turns + 1, grid.pieces[0] + grid.pieces[1])
            if value == 0:
                self._step_indices[ply + 1] = 0
                value = -self._search(depth - 1, -beta, -alpha, ply + 1, quiet_turns + 1, first)
            else:
                self._variation.clear(ply + 1)
                value = -value
                if value == 1:  # a draw, see `_end_score`
                    value = 0
        grid.side ^= 1
        grid.key = key
        grid.fresh = fresh
        if value > alpha:
            self._variation.extend(ply, PASS)
        return value

    def _null_move_fails_high(self, depth: i64, beta: i64, ply: i64, quiet_turns: i64, first: i64) -> bool:
        """Return whether a search of reduced depth fails high although the side to move misses its turn."""
        grid = self._grid
        key = grid.key
        fresh = grid.fresh
        if self._end_score(ply + 1, quiet_turns + 1, grid.pieces[0] + grid.pieces[1]) != 0:
            return False
        grid.pass_turn()
        self._step_indices[ply + 1] = 0
        reduction: i64 = 3 + depth // 4
        value = -self._search(depth - reduction, -beta, 1 - beta, ply + 1, quiet_turns + 1, first)
        grid.side ^= 1
        grid.key = key
        grid.fresh = fresh
        self._variation.clear(ply)
        return value >= beta and not self.stopped

"""The computer's eye for Duck Chess: alpha-beta over whole turns, by refutation sets.

After the opponent's whole reply a position no longer depends on where our duck stood. So a piece is moved, the duck
lifted, and the reply searched once: what it comes to is what every duck gets that stands in no way of that reply, and
the least that any duck gets. Only a duck on the way of the reply, on its empty landing square, or where the reply
wants its own duck can do better; those are tried, and each new reply found leaves only the squares that stop it too.

A depth is counted in turns. Scores are hundredths of a pawn for the side to move. Steps and cells: mailbox.py. Typed
for mypyc (a conditional expression, a tuple to look in, `min` and a loop over `range` box numbers: none of them
stands in what runs at every node); interpreted and compiled runs visit the same nodes.

In a search no position is entered whose side to move can take the king: such turns are never looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from rules.duck_chess.engine.board import ROOM, Board
from rules.duck_chess.engine.danger import LOST, SAFE, STRIDES, aimed, attacker, uncovered
from rules.duck_chess.engine.duck_history import Course
from rules.duck_chess.engine.evaluation import man_values
from rules.duck_chess.engine.fifty_moves import judge_patiently
from rules.duck_chess.engine.mailbox import CELLS, DUCK, KING, PASSING, PAWN
from rules.duck_chess.engine.ordering import Order
from rules.duck_chess.engine.refutation_squares import CAME_BACK, Stops
from rules.search.evaluation_noise import EvaluationNoise
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

PLIES: Final = 96
"""How many turns deep a search may go."""
_DEEPEST: Final = 60
_QUIET_LIMIT: Final = 100
_POLL_EVERY: Final = 512
_STEP: Final = 0xFFFFF
"""The bits of a step where its duck's cell stands above them."""
_DUCK_AT: Final = 20
_HOPE: Final = 200
"""What a capture at the edge may bring beyond the man it takes."""
_FLOORS: Final = 32 * ROOM
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
        self.exact = False
        """Whether every turn is looked at and positions at the edge are judged as they lie: the plain value."""
        self._pause: i64 = 0
        self._limit: i64 = 0
        self._poll: Callable[[], bool] = _never
        self._memory = TranspositionTable(megabytes)
        self._board = Board(bytes(64), 0, 0, -1)
        self._values = vec[i64](man_values())
        self._noise = EvaluationNoise()
        self._strides = STRIDES
        self._reductions = vec[i64](reductions(0.3, 2.2))
        self._order = Order(_FLOORS, PLIES)
        self._stops = Stops(PLIES)
        self._course = Course(PLIES)
        self._key_history = self._course.key_history
        self._line = PrincipalVariation(PLIES)
        self._tails = PrincipalVariation(PLIES)
        """What follows the turn under way, where its duck is still to be put."""
        self._reply_step = vec[i64]([0] * (PLIES + 2))
        self._reply_duck = vec[i64]([0] * (PLIES + 2))
        self._last = vec[i64]([0] * (PLIES + 2))
        self._dangers = vec[i64]([0] * (PLIES + 2))
        self._quiet: i64 = 0
        self._pending: i64 = 0
        self._placed: i64 = 0

    def set_up(
        self,
        stood: Sequence[bytes],
        quiet: int = 0,
        pending: int = 0,
        seed: int = 0,
        noise: int = 0,
        blind: int = 0,
    ) -> None:
        """Make the last of the positions `stood` the root; the others came before it in the match, since the last
        irreversible turn. Each is 64 codes, side, castling rights and square crossed + 1, all as `Board` takes them.
        `pending` is the step made in mid-turn, where only the duck is still to be put. `noise`, `blind` and `seed`
        are as in `Core.set_position`. Nothing is kept of earlier searches."""
        cells = stood[-1]
        self._course.begin(stood[:-1])
        self._board = Board(cells, cells[64], cells[65], cells[66] - 1, _FLOORS)
        board = self._board
        board.values = self._values
        for square in range(64):
            code: i64 = cells[square]
            if code != 0 and code != DUCK:
                board.total += self._values[code << 7 | CELLS[square]]
        self._noise = EvaluationNoise(seed, noise, blind)
        self._order.forget()
        self._memory.clear()
        self.nodes = 0
        self._quiet = quiet
        self._pending = pending
        self._line.clear(0)

    def search(self, depth: int, alpha: int, beta: int, limit: int, poll: Callable[[], bool]) -> int:
        """Search `depth` turns, up to 60, within the window; the score is that of `line`.

        It is broken off, which sets `stopped`, once `nodes` reaches `limit` or `poll` says so.
        """
        self.stopped = False
        self._limit = limit
        self._poll = poll
        self._pause = 0
        self._line.clear(0)
        if self._pending == 0:
            return self._search(min(depth, _DEEPEST), alpha, beta, 0, self._quiet, 0)
        return self._iterate_duck(min(depth, _DEEPEST), alpha, beta)

    def _iterate_duck(self, depth: i64, alpha: i64, beta: i64) -> i64:
        """`search` where the piece has moved and only the duck is to be put."""
        board = self._board
        step = self._pending
        side = board.side
        duck = board.duck
        code = board.grid[step & 127]
        self._last[1] = step | code << 20
        calm = board.grid[step >> 7 & 127] == 0 and code != PAWN + 6 * side
        board.make(step)
        danger = attacker(board, board.men[side << 6], side)
        self._dangers[0] = danger
        value: i64 = 2 - WIN
        self._placed = 0
        self._tails.clear(0)
        if danger != LOST:
            value = self._after(depth - 1, alpha, beta, 0, self._quiet + 1 if calm else 0, 0, danger, duck, 0)
        board.unmake(step)
        board.put_duck(duck)
        if value > alpha:
            self._extend(0, step, self._placed)
        return value

    def board(self) -> Board:
        """The root, to look at."""
        return self._board

    def line(self) -> list[int]:
        """The best turns found by the last `search`: each a step, and the cell of its duck << 20, 0 for any cell
        that isn't in the way of the reply; none if no turn came up to its alpha."""
        return self._line.moves()

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

    def _search(self, depth: i64, alpha: i64, beta: i64, ply: i64, quiet: i64, floor: i64) -> i64:
        """The value for the side to move, alpha-beta by principal variation, fail-soft."""
        board = self._board
        self._line.clear(ply)
        self._reply_step[ply] = 0
        self._reply_duck[ply] = 0
        self.nodes += 1
        if self.nodes >= self._pause and self._rest():
            return 0
        side = board.side
        duck = board.duck
        table_step: i64 = 0
        table_duck: i64 = 0
        key: i64 = 0
        if depth > 0:
            key = self._course.enter(board, ply)
            if ply != 0 and duck != 0 and quiet >= 4 and self._key_history.is_repetition(key, quiet, ply):
                self._reply_step[ply] = CAME_BACK
                return 0
            entry = self._memory.probe(key)
            if entry != 0 and not self.exact:
                table_step = entry >> BEST_AT & _STEP
                table_duck = entry >> BEST_AT + _DUCK_AT
                if ply != 0 and (entry >> DEPTH_AT & 127) >= depth:
                    found = score_of(entry, ply)
                    bound = entry >> BOUND_AT & 3
                    if (
                        bound == EXACT
                        or (bound == AT_LEAST and found >= beta)
                        or (bound == AT_MOST and found <= alpha)
                    ):
                        self._reply_step[ply] = table_step
                        self._reply_duck[ply] = table_duck
                        return found
        king = board.men[side << 6]
        threat: i64 = SAFE
        before = self._last[ply]
        if ply < 2 or self._dangers[ply - 2] != SAFE or before >> 14 & 63 != 0:
            threat = attacker(board, king, side)
        elif before != 0:
            threat = aimed(board, king, before & 127, before >> 7 & 127, self._strides, side)
        best: i64 = -INFINITE
        noisy = False
        deep = ply >= PLIES - 2 or floor > _FLOORS - ROOM or (self.exact and depth <= 0)
        stand: i64 = 0
        if depth <= 0 or deep:
            stand = judge_patiently(board, quiet) + self._noise.error(board.key)
            # A king that no duck can save must move, or its attacker be taken.
            forced = threat == LOST or (threat != SAFE and duck != 0 and threat + king == 2 * duck)
            if not forced or depth < -6 or deep:
                best = stand
                if stand >= beta or deep:
                    return stand
                if stand > alpha:
                    alpha = stand
                noisy = True
        elif threat == SAFE and ply != 0 and not self.exact and beta - alpha == 1 and -SURE < beta < SURE:
            stand = judge_patiently(board, quiet) + self._noise.error(board.key)
            if depth <= 4 and stand - 90 * depth >= beta:
                return stand
            if depth >= 2 and stand >= beta and self._last[ply] != 0 and self._pass(depth, beta, ply, floor):
                return beta
            if self.stopped:
                return 0
        first = floor
        last = board.list_steps(first, noisy)
        if last == first:
            if noisy:
                return best
            return WIN - ply
        if quiet >= _QUIET_LIMIT and ply != 0:
            return 0
        least: i64 = -1
        if noisy and not self.exact:
            least = (alpha - stand - _HOPE) // 100
        self._order.rate(board, first, last, ply, self._last[ply], table_step, least)
        steps = board.steps
        order = self._order.promise
        worth = self._order.worth
        enemy_king = KING + 6 - 6 * side
        first_alpha = alpha
        best_step: i64 = 0
        best_duck: i64 = 0
        tried: i64 = 0
        i = first
        while i < last:
            top = i
            j = i + 1
            while j < last:
                if order[j] > order[top]:
                    top = j
                j += 1
            step = steps[top]
            value_of = order[top]
            if top != i:
                steps[top] = steps[i]
                order[top] = order[i]
                steps[i] = step
            i += 1
            start = step & 127
            end = step >> 7 & 127
            code = board.grid[start]
            target = board.grid[end]
            if noisy and not self.exact:
                if value_of < 0:
                    break
                if stand + _HOPE + 100 * worth[target] < alpha and step >> 14 & 7 == 0:
                    continue
            if target == enemy_king:
                if ply != 0 and self._noise.blind != 0:
                    continue  # the side that moved here overlooked it
                best = WIN - ply - 1
                best_step = step
                best_duck = 0
                self._tails.clear(ply)
                self._extend(ply, step, 0)
                break
            kind = code - 6 * side
            calm = target == 0 and step >> 14 & 7 == 0 and step >> 17 != PASSING
            board.make(step)
            danger: i64 = SAFE
            if kind == KING or threat != SAFE or step >> 17 == PASSING:
                danger = attacker(board, board.men[side << 6], side)
            else:
                danger = uncovered(board, king, start, self._strides, side)
            if danger != SAFE and depth <= 1 and self._noise.overlooks(board.key):
                danger = SAFE
            if danger == LOST:
                board.unmake(step)
                if best < ply + 2 - WIN:
                    best = ply + 2 - WIN
                    if ply == 0 and best > alpha:
                        self._tails.clear(0)
                        self._extend(0, step, 0)
                continue
            self._last[ply + 1] = step | code << 20
            self._dangers[ply] = danger
            new_quiet = quiet + 1 if calm and kind != PAWN else 0
            hint: i64 = 0
            if step == table_step:
                hint = table_duck
            if tried == 0:
                value = self._after(depth - 1, alpha, beta, ply, new_quiet, last, danger, duck, hint)
            else:
                less: i64 = 0
                if depth >= 2 and calm and tried >= 3 and threat == SAFE and not self.exact:
                    column = tried
                    if column > 63:
                        column = 63
                    less = self._reductions[depth << 6 | column]
                    if less >= depth - 1:
                        less = depth - 2
                value = self._after(depth - 1 - less, alpha, alpha + 1, ply, new_quiet, last, danger, duck, hint)
                if value > alpha and less > 0 and not self.stopped:
                    value = self._after(depth - 1, alpha, alpha + 1, ply, new_quiet, last, danger, duck, self._placed)
                if alpha < value < beta and not self.stopped:
                    value = self._after(depth - 1, alpha, beta, ply, new_quiet, last, danger, duck, self._placed)
            board.unmake(step)
            if duck != 0:
                board.grid[duck] = DUCK
                board.duck = duck
            if self.stopped:
                return best
            tried += 1
            if value > best:
                best = value
                if value > alpha:
                    best_step = step
                    best_duck = self._placed
                    self._extend(ply, step, best_duck)
                    alpha = value
                    if value >= beta:
                        if calm and depth > 0:
                            self._order.praise(step, code, depth, ply, self._last[ply])
                        break
        self._reply_step[ply] = best_step
        self._reply_duck[ply] = best_duck
        if depth > 0 and not self.exact:
            bound = EXACT
            if best >= beta:
                bound = AT_LEAST
            elif best <= first_alpha:
                bound = AT_MOST
                if best_step == 0:
                    best_step = table_step
                    best_duck = table_duck
            self._memory.store(key, best, ply, bound, depth, best_step | best_duck << _DUCK_AT)
        return best

    def _after(
        self,
        depth: i64,
        alpha: i64,
        beta: i64,
        ply: i64,
        quiet: i64,
        floor: i64,
        danger: i64,
        before: i64,
        hint: i64,
    ) -> i64:
        """The value for the side that has moved its piece and now puts the duck, which was on `before`; where it goes
        is in `_placed`, 0 for any square that isn't in the way of the reply. It is left lifted.

        `danger`: as `attacker` says of its king. `hint`: where the duck may do well.
        """
        board = self._board
        grid = board.grid
        if board.duck != 0:
            grid[board.duck] = 0
            board.duck = 0
        stops = self._stops
        base = stops.base(ply)
        count: i64 = 0
        best: i64 = -INFINITE
        placed: i64 = 0
        cell: i64 = 0
        value: i64 = 0
        if danger == SAFE:
            if alpha < 0 and quiet >= 4 and depth >= 0:
                cell = self._course.returning(board.key, quiet, ply + 1, before)
                if cell != 0:
                    hint = cell
            trying = hint != 0 and hint != before and grid[hint] == 0
            while True:
                cell = 0
                if trying:
                    cell = hint
                    grid[cell] = DUCK
                    board.duck = cell
                value = -self._search(depth, -beta, -alpha, ply + 1, quiet, floor)
                if cell != 0:
                    grid[cell] = 0
                    board.duck = 0
                if self.stopped:
                    self._placed = placed
                    return best
                if value > best:
                    best = value
                    placed = cell
                    if value > alpha:
                        self._follow(ply, beta - alpha)
                        alpha = value
                        if value >= beta:
                            self._placed = placed
                            return best
                # A position that came back says nothing of other ducks.
                if not trying or self._reply_step[ply + 1] != CAME_BACK:
                    break
                trying = False
            count = stops.block(base, grid, self._reply_step[ply + 1], self._reply_duck[ply + 1], before, cell)
        else:
            count = stops.shield(base, board.men[(board.side ^ 1) << 6], danger, before)
            best = ply + 2 - WIN
            if hint != 0:
                stops.prefer(base, count, hint)
        while count > 0:
            cell = stops.cells[base]
            grid[cell] = DUCK
            board.duck = cell
            if best <= alpha and placed == 0 and beta - alpha > 1 and danger != SAFE:
                value = -self._search(depth, -beta, -alpha, ply + 1, quiet, floor)
            else:
                value = -self._search(depth, -alpha - 1, -alpha, ply + 1, quiet, floor)
                if alpha < value < beta and not self.stopped:
                    value = -self._search(depth, -beta, -alpha, ply + 1, quiet, floor)
            grid[cell] = 0
            board.duck = 0
            if self.stopped:
                self._placed = placed
                return best
            if value > best:
                best = value
                placed = cell
                if value > alpha:
                    self._follow(ply, beta - alpha)
                    alpha = value
                    if value >= beta:
                        break
            count = stops.narrow(base, count, self._reply_step[ply + 1], self._reply_duck[ply + 1])
        self._placed = placed
        return best

    def _follow(self, ply: i64, window: i64) -> None:
        """Keep what follows the turn under way, where the line is wanted."""
        if window > 1:
            self._tails.copy(ply, self._line, ply + 1)
        else:
            self._tails.clear(ply)

    def _extend(self, ply: i64, step: i64, duck: i64) -> None:
        """The best from `ply` on is this turn and what follows it."""
        self._line.join(ply, step | duck << _DUCK_AT, self._tails, ply)

    def _pass(self, depth: i64, beta: i64, ply: i64, floor: i64) -> bool:
        """Whether the side to move, whose king is safe, stands above `beta` even if it passes, its duck lifted."""
        board = self._board
        duck = board.duck
        crossed = board.crossed
        key = board.key
        if duck != 0:
            board.grid[duck] = 0
            board.duck = 0
        board.flip()
        self._last[ply + 1] = 0
        self._dangers[ply] = SAFE
        less: i64 = 3 + depth // 4
        value = -self._search(depth - less, -beta, 1 - beta, ply + 1, 0, floor)
        board.side ^= 1
        board.key = key
        board.crossed = crossed
        if duck != 0:
            board.grid[duck] = DUCK
            board.duck = duck
        self._line.clear(ply)
        self._reply_step[ply] = 0
        self._reply_duck[ply] = 0
        return value >= beta and not self.stopped

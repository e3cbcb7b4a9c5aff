"""Search of Duck Chess: alpha-beta over whole turns, with refutation sets for the duck.

After the opponent's whole reply a position no longer depends on where our duck stood. So the search makes a piece
move, lifts the duck, and searches the reply once: the score is a lower bound for every duck square, and exact for
every square that doesn't stop this reply. Only the squares on the reply's path, its empty target, and the square to
which the reply moves the duck can be better. These are tried; each new reply leaves only those that stop it as well.

Depths are in turns. Turns after which the own king can be captured are left out. For mypyc see Ducart's search.
"""

from collections.abc import Callable, Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from rules.duck_chess.engine.attacks import SAFE, UNSTOPPABLE, attacker_after, discovered_attacker, find_attacker
from rules.duck_chess.engine.board import QUIET_LIMIT, ROOM, Board
from rules.duck_chess.engine.duck_history import DuckHistory
from rules.duck_chess.engine.evaluation import piece_square_table, scaled_evaluation
from rules.duck_chess.engine.mailbox import DUCK, DUCK_SHIFT, EN_PASSANT, KING, PAWN, STEP_MASK
from rules.duck_chess.engine.movegen import generate_steps
from rules.duck_chess.engine.ordering import MoveOrdering
from rules.duck_chess.engine.refutation_squares import REPETITION, RefutationSquares
from rules.search.evaluation_noise import EvaluationNoise
from rules.search.iterative_deepening import INFINITE, SURE, WIN
from rules.search.late_move_reductions import reductions
from rules.search.principal_variation import PrincipalVariation
from rules.search.stoppable_search import StoppableSearch
from rules.search.transposition_table import BEST_AT, NO_CUTOFF, TranspositionTable, cutoff

PLIES: Final = 96  # maximum number of turns from the root to a position searched
_MAX_DEPTH: Final = 60  # maximum depth of `search` in turns
_DELTA: Final = 200  # delta pruning: most that a capture may gain beyond the value of the captured man
_MARGIN: Final = 90  # reverse futility pruning: margin for each turn of depth
_STEP_ROOM: Final = 32 * ROOM  # room for the steps of all positions of a line


@final
class Search(StoppableSearch):
    def __init__(self, megabytes: int = 64) -> None:
        super().__init__()
        self.full_width = False  # whether pruning, reductions, quiescence and transposition table are switched off
        self._table = TranspositionTable(megabytes)
        self._board = Board(bytes(64), 0, 0, -1)
        self._piece_square = vec[i64](piece_square_table())
        self._noise = EvaluationNoise()
        self._reductions = vec[i64](reductions(0.3, 2.2))
        self._ordering = MoveOrdering(_STEP_ROOM, PLIES)
        self._refutations = RefutationSquares(PLIES)
        self._duck_history = DuckHistory(PLIES)
        self._key_history = self._duck_history.key_history
        self._line = PrincipalVariation(PLIES)
        self._continuation = PrincipalVariation(PLIES)
        # Indexed by ply: the best step; the cell to which it moves the duck; the step that led to the ply | the code
        # of its man << 20; after the step made at the ply, the result of `find_attacker` for the mover's king.
        self._reply_step = vec[i64]([0] * (PLIES + 2))
        self._reply_duck = vec[i64]([0] * (PLIES + 2))
        self._previous = vec[i64]([0] * (PLIES + 2))
        self._attack_after_step = vec[i64]([0] * (PLIES + 2))
        self._quiet: i64 = 0
        self._pending: i64 = 0
        self._duck: i64 = 0

    def set_position(
        self,
        history: Sequence[bytes],
        quiet: int = 0,
        pending: int = 0,
        seed: int = 0,
        noise: int = 0,
        blind: int = 0,
    ) -> None:
        """Make the last of `history` the root; the others are the earlier ones since the last irreversible turn.

        A position is 64 codes, side, castling rights and crossed square + 1. `quiet` is the number of turns since the
        last capture or pawn's move, `pending` the step made in mid-turn, or 0. For the rest see `Core.set_position`.
        """
        cells = history[-1]
        self._duck_history.reset(history[:-1])
        self._board = Board(cells, cells[64], cells[65], cells[66] - 1, _STEP_ROOM)
        self._board.evaluate_from(self._piece_square)
        self._noise = EvaluationNoise(seed, noise, blind)
        self._ordering.clear()
        self._table.clear()
        self.nodes = 0
        self._quiet = quiet
        self._pending = pending
        self.exclude(())
        self._line.clear(0)

    def search(self, depth: int, alpha: int, beta: int, limit: int, poll: Callable[[], bool]) -> int:
        """Search to a depth of `depth` turns, but at most 60; see `Core.search`."""
        self._start(limit, poll)
        self._line.clear(0)
        if self._pending == 0:
            return self._search(min(depth, _MAX_DEPTH), alpha, beta, 0, self._quiet, 0)
        return self._search_pending(min(depth, _MAX_DEPTH), alpha, beta)

    def _search_pending(self, depth: i64, alpha: i64, beta: i64) -> i64:
        """Return the value of a root in mid-turn, for the side that must place the duck."""
        board = self._board
        step = self._pending
        side = board.side
        duck = board.duck
        code = board.grid[step & 127]
        self._previous[1] = step | code << 20
        is_quiet = board.grid[step >> 7 & 127] == 0 and code != PAWN + 6 * side
        board.make(step)
        danger = find_attacker(board, board.men[side << 6], side)
        self._attack_after_step[0] = danger
        value: i64 = 2 - WIN
        self._duck = 0
        self._continuation.clear(0)
        if danger != UNSTOPPABLE:
            quiet: i64 = 0
            if is_quiet:
                quiet = self._quiet + 1
            value = self._search_duck(depth - 1, alpha, beta, 0, quiet, 0, danger, duck, 0)
        board.unmake(step)
        board.put_duck(duck)
        if value > alpha:
            self._update_line(0, step, self._duck)
        return value

    def board(self) -> Board:
        return self._board

    def line(self) -> list[int]:
        """Return the principal variation of the last `search` as turns; empty if no turn beat alpha.

        A turn whose duck may go to any cell that doesn't stop the reply has 0 as the cell of the duck.
        """
        return self._line.moves()

    def _search(self, depth: i64, alpha: i64, beta: i64, ply: i64, quiet: i64, first: i64) -> i64:
        """Return the fail-soft value for the side to move, by principal variation search.

        At depth 0 or less this is the quiescence search, with only captures and promotions to queens. `quiet` is the
        number of turns in a row without a capture or a pawn's move. Steps are listed from index `first` on.
        Leaves the best step and its duck's cell in `_reply_step` and `_reply_duck`.
        """
        board = self._board
        self._line.clear(ply)
        self._reply_step[ply] = 0
        self._reply_duck[ply] = 0
        self.nodes += 1
        if self.nodes >= self._next_poll and self._out_of_budget():
            return 0
        side = board.side
        duck = board.duck
        table_step: i64 = 0
        table_duck: i64 = 0
        key: i64 = 0
        if depth > 0:
            key = self._duck_history.push(board, ply)
            if ply != 0 and duck != 0 and quiet >= 4 and self._key_history.is_repetition(key, quiet, ply):
                self._reply_step[ply] = REPETITION
                return 0
            if ply == 0:
                key ^= self._excluded_count
            entry = self._table.probe(key)
            if entry != 0 and not self.full_width:
                table_step = entry >> BEST_AT & STEP_MASK
                table_duck = entry >> BEST_AT + DUCK_SHIFT
                if ply != 0:
                    found = cutoff(entry, depth, alpha, beta, ply)
                    if found != NO_CUTOFF:
                        self._reply_step[ply] = table_step
                        self._reply_duck[ply] = table_duck
                        return found
        king = board.men[side << 6]
        attacker: i64 = SAFE
        previous = self._previous[ply]
        if ply < 2 or self._attack_after_step[ply - 2] != SAFE or previous >> 14 & 63 != 0:
            attacker = find_attacker(board, king, side)
        elif previous != 0:
            attacker = attacker_after(board, king, previous & 127, previous >> 7 & 127, side)
        best: i64 = -INFINITE
        quiescence = False
        at_limit = ply >= PLIES - 2 or first > _STEP_ROOM - ROOM or (self.full_width and depth <= 0)
        static_score: i64 = 0
        if depth <= 0 or at_limit:
            static_score = scaled_evaluation(board, quiet) + self._noise.error(board.key)
            # Stand pat, unless no duck can save the king: then, for up to six turns, all steps are searched.
            forced = attacker == UNSTOPPABLE or (attacker != SAFE and duck != 0 and attacker + king == 2 * duck)
            if not forced or depth < -6 or at_limit:
                best = static_score
                if static_score >= beta or at_limit:
                    return static_score
                if static_score > alpha:
                    alpha = static_score
                quiescence = True
        elif attacker == SAFE and ply != 0 and not self.full_width and beta - alpha == 1 and -SURE < beta < SURE:
            static_score = scaled_evaluation(board, quiet) + self._noise.error(board.key)
            # Reverse futility pruning, then a null move.
            if depth <= 4 and static_score - _MARGIN * depth >= beta:
                return static_score
            if depth >= 2 and static_score >= beta and previous != 0 and self._try_null_move(depth, beta, ply, first):
                return beta
            if self.stopped:
                return 0
        last = generate_steps(board, first, quiescence)
        if last == first:
            if quiescence:
                return best
            return WIN - ply  # who can move no piece wins, as in `Position.outcome`
        if ply == 0 and self._excluded_count != 0:
            last = self._drop_excluded(board.steps, board.steps, last)
        if quiet >= QUIET_LIMIT and ply != 0:
            return 0
        min_capture: i64 = -1
        if quiescence and not self.full_width:
            min_capture = (alpha - static_score - _DELTA) // 100
        self._ordering.score_steps(board, first, last, ply, previous, table_step, min_capture)
        steps = board.steps
        scores = self._ordering.scores
        piece_values = self._ordering.piece_values
        enemy_king = KING + 6 - 6 * side
        old_alpha = alpha
        best_step: i64 = 0
        best_duck: i64 = 0
        tried: i64 = 0
        i = first
        while i < last:
            top = i
            j = i + 1
            while j < last:
                if scores[j] > scores[top]:
                    top = j
                j += 1
            step = steps[top]
            score = scores[top]
            if top != i:
                steps[top] = steps[i]
                scores[top] = scores[i]
                steps[i] = step
            i += 1
            start = step & 127
            end = step >> 7 & 127
            code = board.grid[start]
            target = board.grid[end]
            if quiescence and not self.full_width:
                if score < 0:
                    break
                # Delta pruning.
                if static_score + _DELTA + 100 * piece_values[target] < alpha and step >> 14 & 7 == 0:
                    continue
            if target == enemy_king:
                if ply != 0 and self._noise.blind != 0:
                    continue  # the side that moved before overlooked this capture
                best = WIN - ply - 1
                best_step = step
                best_duck = 0
                self._continuation.clear(ply)
                self._update_line(ply, step, 0)
                break
            kind = code - 6 * side
            is_quiet = target == 0 and step >> 14 & 7 == 0 and step >> 17 != EN_PASSANT
            board.make(step)
            danger: i64 = SAFE
            if kind == KING or attacker != SAFE or step >> 17 == EN_PASSANT:
                danger = find_attacker(board, board.men[side << 6], side)
            else:
                danger = discovered_attacker(board, king, start, side)
            if danger != SAFE and depth <= 1 and self._noise.overlooks(board.key):
                danger = SAFE
            if danger == UNSTOPPABLE:
                board.unmake(step)
                if best < ply + 2 - WIN:
                    best = ply + 2 - WIN
                    if ply == 0 and best > alpha:
                        self._continuation.clear(0)
                        self._update_line(0, step, 0)
                continue
            self._previous[ply + 1] = step | code << 20
            self._attack_after_step[ply] = danger
            new_quiet = quiet + 1 if is_quiet and kind != PAWN else 0
            hint: i64 = 0
            if step == table_step:
                hint = table_duck
            # Late move reductions, and null windows after the first step; steps that beat alpha are searched again.
            if tried == 0:
                value = self._search_duck(depth - 1, alpha, beta, ply, new_quiet, last, danger, duck, hint)
            else:
                reduced: i64 = depth - 1
                if depth >= 2 and is_quiet and tried >= 3 and attacker == SAFE and not self.full_width:
                    column = tried
                    if column > 63:
                        column = 63
                    reduced -= self._reductions[depth << 6 | column]
                    if reduced < 1:
                        reduced = 1
                value = self._search_duck(reduced, alpha, alpha + 1, ply, new_quiet, last, danger, duck, hint)
                if value > alpha and reduced < depth - 1 and not self.stopped:
                    hint = self._duck
                    value = self._search_duck(depth - 1, alpha, alpha + 1, ply, new_quiet, last, danger, duck, hint)
                if alpha < value < beta and not self.stopped:
                    value = self._search_duck(depth - 1, alpha, beta, ply, new_quiet, last, danger, duck, self._duck)
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
                    best_duck = self._duck
                    self._update_line(ply, step, best_duck)
                    alpha = value
                    if value >= beta:
                        if is_quiet and depth > 0:
                            self._ordering.update_history(step, code, depth, ply, previous)
                        break
        self._reply_step[ply] = best_step
        self._reply_duck[ply] = best_duck
        if depth > 0 and not self.full_width:
            if best_step == 0 and best <= old_alpha:
                best_step = table_step
                best_duck = table_duck
            self._table.store(key, best, ply, old_alpha, beta, depth, best_step | best_duck << DUCK_SHIFT)
        return best

    def _search_duck(
        self, depth: i64, alpha: i64, beta: i64, ply: i64, quiet: i64, first: i64, danger: i64, lifted: i64, hint: i64
    ) -> i64:
        """Return the value for the side that has moved a piece and now places the duck, which was on `lifted`.

        Sets `_duck` to the best cell, or to 0 if the best are all cells that don't stop the reply. The duck is lifted
        afterwards. `danger` is the result of `find_attacker` for the side's king, `hint` a cell to try first, or 0.
        """
        board = self._board
        grid = board.grid
        if board.duck != 0:
            grid[board.duck] = 0
            board.duck = 0
        squares = self._refutations
        base = squares.base(ply)
        count: i64 = 0
        best: i64 = -INFINITE
        best_cell: i64 = 0
        cell: i64 = 0
        value: i64 = 0
        if danger == SAFE:
            if alpha < 0 and quiet >= 4 and depth >= 0:
                cell = self._duck_history.repeating_duck(board.key, quiet, ply + 1, lifted)
                if cell != 0:
                    hint = cell
            trying = hint != 0 and hint != lifted and grid[hint] == 0
            while True:
                cell = 0
                if trying:
                    cell = hint
                    grid[cell] = DUCK
                    board.duck = cell
                value = -self._search(depth, -beta, -alpha, ply + 1, quiet, first)
                if cell != 0:
                    grid[cell] = 0
                    board.duck = 0
                if self.stopped:
                    self._duck = best_cell
                    return best
                if value > best:
                    best = value
                    best_cell = cell
                    if value > alpha:
                        self._keep_continuation(ply, beta - alpha)
                        alpha = value
                        if value >= beta:
                            self._duck = best_cell
                            return best
                # A draw by repetition says nothing about other duck squares.
                if not trying or self._reply_step[ply + 1] != REPETITION:
                    break
                trying = False
            step = self._reply_step[ply + 1]
            count = squares.list_refuting(base, grid, step, self._reply_duck[ply + 1], lifted, cell)
        else:
            count = squares.list_between(base, board.men[(board.side ^ 1) << 6], danger, lifted)
            best = ply + 2 - WIN
            if hint != 0:
                squares.move_to_front(base, count, hint)
        while count > 0:
            cell = squares.cells[base]
            grid[cell] = DUCK
            board.duck = cell
            if best <= alpha and best_cell == 0 and beta - alpha > 1 and danger != SAFE:
                value = -self._search(depth, -beta, -alpha, ply + 1, quiet, first)
            else:
                value = -self._search(depth, -alpha - 1, -alpha, ply + 1, quiet, first)
                if alpha < value < beta and not self.stopped:
                    value = -self._search(depth, -beta, -alpha, ply + 1, quiet, first)
            grid[cell] = 0
            board.duck = 0
            if self.stopped:
                self._duck = best_cell
                return best
            if value > best:
                best = value
                best_cell = cell
                if value > alpha:
                    self._keep_continuation(ply, beta - alpha)
                    alpha = value
                    if value >= beta:
                        break
            count = squares.keep_refuting(base, count, self._reply_step[ply + 1], self._reply_duck[ply + 1])
        self._duck = best_cell
        return best

    def _keep_continuation(self, ply: i64, window: i64) -> None:
        """Set `_continuation` to the line that follows the turn just searched, or to nothing for a null window."""
        if window > 1:
            self._continuation.copy(ply, self._line, ply + 1)
        else:
            self._continuation.clear(ply)

    def _update_line(self, ply: i64, step: i64, duck: i64) -> None:
        self._line.join(ply, step | duck << DUCK_SHIFT, self._continuation, ply)

    def _try_null_move(self, depth: i64, beta: i64, ply: i64, first: i64) -> bool:
        """Return whether a search of reduced depth fails high although the side to move lifts the duck and passes."""
        board = self._board
        duck = board.duck
        ep_cell = board.ep_cell
        key = board.key
        if duck != 0:
            board.grid[duck] = 0
            board.duck = 0
        board.make_null()
        self._previous[ply + 1] = 0
        self._attack_after_step[ply] = SAFE
        reduction: i64 = 3 + depth // 4
        value = -self._search(depth - reduction, -beta, 1 - beta, ply + 1, 0, first)
        board.side ^= 1
        board.key = key
        board.ep_cell = ep_cell
        if duck != 0:
            board.grid[duck] = DUCK
            board.duck = duck
        self._line.clear(ply)
        self._reply_step[ply] = 0
        self._reply_duck[ply] = 0
        return value >= beta and not self.stopped

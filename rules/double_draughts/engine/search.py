"""Search of Double Draughts: alpha-beta with bitboards as arguments, so that no move has to be unmade.

At depth 0 only captures are searched; they are compulsory, so there is no standing pat. A position is drawn
after 80 quiet plies, if it stood before on the line, or if it stood twice in the match (README.md, section 6). With
three pieces or fewer the endgame table gives the score, unless the quiet plies might run out or the level overlooks
captures.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from rules.common.packed import TableError
from rules.double_draughts.engine.board import QUIET_LIMIT, WHITE, Board
from rules.double_draughts.engine.endgames import MAX_PIECES, Endgames, load
from rules.double_draughts.engine.evaluation import PIECE, ZERO, Evaluation, piece_square_table
from rules.double_draughts.engine.movegen import DE_BRUIJN, PLIES, ROOM, MoveGenerator, square_table
from rules.double_draughts.engine.ordering import MoveOrdering
from rules.double_draughts.engine.zobrist import KEYS, TURN, key_of
from rules.search.evaluation_noise import EvaluationNoise
from rules.search.iterative_deepening import INFINITE, SURE, WIN
from rules.search.key_history import KeyHistory
from rules.search.principal_variation import PrincipalVariation
from rules.search.stoppable_search import StoppableSearch
from rules.search.transposition_table import BEST_AT, NO_CUTOFF, TranspositionTable, cutoff

_MAX_DEPTH: Final = 48

_MIN_CYCLE: Final = 4  # fewest plies after which a position can be repeated
_LOW_BITS: Final = 4095  # bits of a key by which positions are counted, to save most comparisons of keys
_NEAR_LIMIT: Final = 60  # least number of quiet plies that is part of the transposition table's key

_ENDGAME_BELOW: Final = (MAX_PIECES + 1) * PIECE  # number of pieces below which the endgame table is used

_LOW_62: Final = 0x3FFFFFFFFFFFFFFF
_QUIET_HASH: Final = 0x1E3779B97F4A7C15
_RANK_1: Final = 0xFF
_RANK_8: Final = -0x0100000000000000  # bits 56 to 63


@final
class Search(StoppableSearch):
    def __init__(self, megabytes: int, endgames: Callable[[], Endgames] = load) -> None:
        """Allocate a transposition table of `megabytes`, at least 1; `endgames` may raise TableError."""
        super().__init__()
        self._noise = EvaluationNoise()
        self._table = TranspositionTable(megabytes)
        self._keys = vec[i64](KEYS)
        self._values = vec[i64]([0])
        self._evaluation = Evaluation()
        self._squares = vec[i64](square_table())
        self._generator = MoveGenerator()
        self._ordering = MoveOrdering(self._generator)
        self._line = PrincipalVariation(PLIES)
        self._line_captured = PrincipalVariation(PLIES)
        self._key_history = KeyHistory(PLIES, _MIN_CYCLE)
        self._key_counts = vec[i64]([0])
        self._root = Board(bytes(64), 0, 2)
        self._levels: i64 = 2
        self._side: i64 = 0
        self._jumper: i64 = -1
        self._quiet: i64 = 0
        self._key: i64 = 0
        self._packed: i64 = ZERO
        self._load_endgames = endgames
        self._endgames: Endgames | None = None
        self._is_endgame_table_missing = False
        self._uses_endgames = False

    def set_up(
        self, root: Board, jumper: int, quiet: int, earlier: Iterable[bytes], seed: int, noise: int, blind: int
    ) -> None:
        """Set the root of the search and forget earlier searches.

        `jumper` is the square of the piece that must go on jumping, or -1. `earlier` holds the positions since the
        last irreversible turn, without `root`, as cells and side to move (1 byte). `seed`, `noise` and `blind` are
        those of `Core.set_position`.
        """
        cells = root.cells()
        self._root = root
        self._levels = root.levels
        self._side = root.side
        self._jumper = jumper
        self._quiet = quiet
        self._noise = EvaluationNoise(seed, noise, blind)
        self._uses_endgames = blind == 0 and root.levels == 2 and not self._is_endgame_table_missing
        self._values = vec[i64](piece_square_table(int(root.levels)))
        self._generator.levels = root.levels
        self._ordering.clear()
        self._key_counts = vec[i64]([0] * (_LOW_BITS + 1))
        self._table.clear()
        self.nodes = 0
        self._packed = ZERO
        for square in range(64):
            code = cells[square]
            if code != 0:
                self._packed += self._values[64 * code + square]
        self._key_history.reset([key_of(position, position[64]) for position in earlier])
        for i in range(self._key_history.root):
            self._key_counts[self._key_history.keys[i] & _LOW_BITS] += 1
        self._key = key_of(cells, int(root.side))
        self.exclude(())

    def search(self, depth: int, alpha: int, beta: int, limit: int, poll: Callable[[], bool]) -> int:
        """Search `depth` plies, up to 48, as `Core.search` does."""
        root = self._root
        own, enemy = (root.white, root.black) if root.side == WHITE else (root.black, root.white)
        self._start(limit, poll)
        self._line.clear(0)
        self._line_captured.clear(0)
        return self._search(
            own,
            enemy,
            root.kings,
            root.triples,
            self._key,
            self._packed,
            self._quiet,
            min(depth, _MAX_DEPTH),
            alpha,
            beta,
            0,
        )

    def line(self) -> list[tuple[int, ...]]:
        """Return the principal variation of the last `search` as paths of squares; it may be empty."""
        board = self._root
        side, state = board.side, board.state()
        paths: list[tuple[int, ...]] = []
        jumper = self._jumper
        for move, captured in zip(self._line.moves(), self._line_captured.moves(), strict=True):
            path = self._path(board, jumper, move, captured)
            for start, end in pairwise(path):
                board.hop(start, end)
            paths.append(path)
            jumper = -1
        board.restore(state, side)
        return paths

    def replies(self) -> int:
        """Return the number of legal turns at the root; captures by one piece to the same board count once."""
        return self._generate(self._root, self._jumper)

    def first(self) -> tuple[int, ...]:
        self._generate(self._root, self._jumper)
        generator = self._generator
        return self._path(self._root, self._jumper, generator.moves[0], generator.captured[0])

    def _generate(self, board: Board, jumper: i64) -> i64:
        """Write the moves of `board` to the generator's buffers from index 0 on; return their number."""
        generator = self._generator
        own, enemy = (board.white, board.black) if board.side == WHITE else (board.black, board.white)
        jumpers = generator.find_jumpers(own, enemy, board.kings, board.side)
        if jumper >= 0:
            jumpers = 1
            jumpers <<= jumper
        if jumpers != 0:
            return generator.list_captures(jumpers, own, enemy, board.kings, board.triples, board.side, 0)
        straight = board.triples if self._levels == 3 else board.kings
        return generator.list_slides(own, enemy, board.kings, straight, board.side, 0)

    def _path(self, board: Board, jumper: i64, move: i64, captured: i64) -> tuple[int, ...]:
        """Return the squares of a move; of a capture, those of the first path that captures exactly `captured`."""
        if captured == 0:
            return (move & 63, move >> 6 & 63)
        return self._capture_paths(board, jumper)[(move, captured)]

    def _capture_paths(self, board: Board, jumper: i64) -> dict[tuple[int, int], tuple[int, ...]]:
        generator = self._generator
        generator.records_paths = True
        generator.paths = {}
        self._generate(board, jumper)
        generator.records_paths = False
        return generator.paths

    def exclude_paths(self, paths: Sequence[tuple[int, ...]]) -> None:
        captures = {path: move for (move, _), path in self._capture_paths(self._root, self._jumper).items()}
        self.exclude([captures.get(path, path[0] | path[1] << 6) for path in paths])

    def _evaluate(self, own: i64, enemy: i64, kings: i64, key: i64, packed: i64, quiet: i64, side: i64) -> i64:
        return self._evaluation.evaluate(own, enemy, kings, packed, quiet, side) + self._noise.error(key)

    def _search(
        self,
        own: i64,
        enemy: i64,
        kings: i64,
        triples: i64,
        key: i64,
        packed: i64,
        quiet: i64,
        depth: i64,
        alpha: i64,
        beta: i64,
        ply: i64,
    ) -> i64:
        """Return the fail-soft score by principal variation search.

        This is one long function because fewer calls make it faster when interpreted.
        """
        self._line.clear(ply)
        self._line_captured.clear(ply)
        self.nodes += 1
        if self.nodes >= self._next_poll and self._out_of_budget():
            return 0
        if own == 0:
            return ply - WIN
        side = self._side ^ (ply & 1)
        counts = self._key_counts
        may_repeat = quiet >= _MIN_CYCLE and ply != 0 and counts[key & _LOW_BITS] != 0
        if may_repeat and self._key_history.is_repetition(key, quiet, ply):
            return 0
        if packed < _ENDGAME_BELOW and ply != 0 and self._uses_endgames:
            exact = self._probe_endgames(own, enemy, kings, side, quiet, ply)
            if exact != INFINITE:
                return exact
        generator = self._generator
        straight = triples if self._levels == 3 else kings
        table_key: i64 = 0
        table_move: i64 = -1
        base = ply * ROOM
        if depth <= 0 or ply >= PLIES - 1:
            # Quiescence: without a capture the position is evaluated, else all captures are searched.
            jumpers = generator.find_jumpers(own, enemy, kings, side)
            if jumpers == 0:
                if not generator.can_slide(own, enemy, kings, straight, side):
                    return ply - WIN
                if quiet >= QUIET_LIMIT:
                    return 0
                return self._evaluate(own, enemy, kings, key, packed, quiet, side)
            if ply >= PLIES - 1 or self._noise.overlooks(key):
                return self._evaluate(own, enemy, kings, key, packed, quiet, side)
        else:
            table_key = key if quiet < _NEAR_LIMIT else key ^ (quiet * _QUIET_HASH & _LOW_62)
            if ply == 0:
                table_key ^= self._excluded_count
            entry = self._table.probe(table_key)
            if entry != 0:
                table_move = entry >> BEST_AT
                if ply != 0:
                    stored = cutoff(entry, depth, alpha, beta, ply)
                    if stored != NO_CUTOFF and self._is_before_limit(stored, quiet, ply):
                        return stored
            jumpers = generator.find_jumpers(own, enemy, kings, side)
            if ply == 0 and self._jumper >= 0:
                jumpers = 1
                jumpers <<= self._jumper
        if jumpers != 0:
            if quiet >= QUIET_LIMIT:
                return 0
            count = generator.list_captures(jumpers, own, enemy, kings, triples, side, base)
            self.nodes += generator.hops >> 4
        else:
            count = generator.list_slides(own, enemy, kings, straight, side, base)
            if count == 0:
                return ply - WIN
            if quiet >= QUIET_LIMIT:
                return 0
            self._key_history.push(key, ply)
            counts[key & _LOW_BITS] += 1
        new_depth = depth - 1
        if new_depth < 0:
            new_depth = 0
        if jumpers != 0 and count == 1 and depth > 0:
            new_depth = depth  # extension for a forced capture
        moves = generator.moves
        captured = generator.captured
        if ply == 0 and self._excluded_count != 0:
            count = self._drop_excluded(moves, captured, count)
        self._ordering.score_moves(base, count, side, ply, table_move)
        scores = self._ordering.scores
        keys = self._keys
        values = self._values
        squares = self._squares
        white: i64 = 3 if side == WHITE else 0
        king_row = _RANK_8 if side == WHITE else _RANK_1
        triple_row: i64 = 0
        if self._levels == 3:
            triple_row = _RANK_1 if side == WHITE else _RANK_8
        passed_key = key ^ keys[TURN]
        best: i64 = -INFINITE
        best_move: i64 = 0
        first_alpha = alpha
        tried: i64 = 0
        while tried < count:
            # selection sort, as a cutoff makes the rest of the order unnecessary
            top = base + tried
            i = top + 1
            while i < base + count:
                if scores[i] > scores[top]:
                    top = i
                i += 1
            move = moves[top]
            taken = captured[top]
            if top != base + tried:
                moves[top] = moves[base + tried]
                captured[top] = captured[base + tried]
                scores[top] = scores[base + tried]
                moves[base + tried] = move
                captured[base + tried] = taken

            start = move & 63
            end = move >> 6 & 63
            start_bit: i64 = 1
            start_bit <<= start
            end_bit: i64 = 1
            end_bit <<= end
            level: i64 = 1
            if kings & start_bit != 0:
                level = 3 if triples & start_bit != 0 else 2
            start_bit = ~start_bit
            new_level = level
            if end_bit & king_row != 0 and level == 1:
                new_level = 2
            elif end_bit & triple_row != 0 and level == 2:
                new_level = 3
            new_own = own & start_bit | end_bit
            new_enemy = enemy
            new_kings = kings & start_bit
            new_triples = triples & start_bit
            if new_level > 1:
                new_kings |= end_bit
                if new_level > 2:
                    new_triples |= end_bit
            before = (white + level) << 6 | start
            after = (white + new_level) << 6 | end
            new_key = passed_key ^ keys[before] ^ keys[after]
            new_packed = packed - values[before] + values[after]
            new_quiet: i64 = 0
            if jumpers != 0:
                rest = taken
                while rest != 0:
                    bit = rest & -rest
                    rest ^= bit
                    captured_piece = (4 - white) << 6 | squares[(bit * DE_BRUIJN >> 58) & 63]
                    if kings & bit != 0:
                        captured_piece += 128 if triples & bit != 0 else 64
                    new_key ^= keys[captured_piece]
                    new_packed -= values[captured_piece]
                new_enemy = enemy & ~taken
                new_kings &= ~taken
                new_triples &= ~taken
            elif level == new_level and level > 1:
                new_quiet = quiet + 1

            if tried == 0:
                score = -self._search(
                    new_enemy, new_own, new_kings, new_triples, new_key, new_packed, new_quiet,
                    new_depth, -beta, -alpha, ply + 1,
                )  # fmt: skip
            else:
                # late move reductions; a null window first, then the full one if the move turns out better
                reduction: i64 = 0
                if depth >= 3 and tried >= 3 and jumpers == 0 and new_level == level:
                    reduction = 1 if tried < 10 or depth < 6 else 2
                score = -self._search(
                    new_enemy, new_own, new_kings, new_triples, new_key, new_packed, new_quiet,
                    new_depth - reduction, -alpha - 1, -alpha, ply + 1,
                )  # fmt: skip
                if score > alpha and (reduction != 0 or score < beta):
                    score = -self._search(
                        new_enemy, new_own, new_kings, new_triples, new_key, new_packed, new_quiet,
                        new_depth, -beta, -alpha, ply + 1,
                    )  # fmt: skip
            if self.stopped:
                break
            tried += 1
            if score > best:
                best = score
                best_move = move
                if score > alpha:
                    alpha = score
                    self._line.extend(ply, move)
                    self._line_captured.extend(ply, taken)
                    if score >= beta:
                        if jumpers == 0:
                            self._ordering.update_history(move, side, depth, ply)
                        break
        if jumpers == 0:
            counts[key & _LOW_BITS] -= 1
        if self.stopped:
            return best
        if depth > 0:
            self._table.store(table_key, best, ply, first_alpha, beta, depth, best_move)
        return best

    def _probe_endgames(self, own: i64, enemy: i64, kings: i64, side: i64, quiet: i64, ply: i64) -> i64:
        """Return the exact score; INFINITE if the quiet plies may run out before the end, or there is no table."""
        endgames = self._endgames
        if endgames is None:
            try:
                endgames = self._load_endgames()
            except TableError:
                self._is_endgame_table_missing = True
                self._uses_endgames = False
                return INFINITE
            self._endgames = endgames
        value = endgames.value(own, enemy, kings, side)
        if value == 0:
            return 0
        if quiet + value - 1 > QUIET_LIMIT:
            return INFINITE
        if value & 1 == 0:
            return WIN - ply - value + 1
        return ply + value - 1 - WIN

    def _is_before_limit(self, score: i64, quiet: i64, ply: i64) -> bool:
        """Return whether a stored score is no sure win or loss, or one that comes before the limit of quiet plies."""
        size = score
        if size < 0:
            size = -size
        return size <= SURE or quiet + WIN - size - ply <= QUIET_LIMIT

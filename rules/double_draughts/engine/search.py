"""The computer's eye for Double Draughts: alpha-beta over bitboards that are passed down and never taken back.

`Engine` searches one position, a `Core` of rules/search/iterative_deepening.py, where deepening, budgets and clocks
are. The recursion is here, for bitboards as arguments need no making and unmaking. Scores are centi-men for the
side to move.
Bitboards are as in board.py, moves as in moves.py. Typed for mypyc; interpreted and compiled runs visit the same
nodes.

Drawn games (digest, section 6): the 80th quiet ply, tested after the lack of moves; a position that stood before on
the line under search, since whoever could force it once can again; and one that stood twice in the match.

With three pieces left the result is looked up (endgames.py) and its score exact: a win in n plies is WIN - n, unless
quiet plies might run out before it; then the search goes on as if nothing were known. Who overlooks captures at the
edge of its sight doesn't know the table either.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from rules import contract
from rules.common.packed import TableError
from rules.double_draughts.engine.board import WHITE
from rules.double_draughts.engine.endgames import MOST, Endgames, load
from rules.double_draughts.engine.evaluation import PIECE, ZERO, Evaluation, place_values
from rules.double_draughts.engine.movegen import ONE_BIT, PLIES, ROOM, Moves, bit_table
from rules.double_draughts.engine.zobrist import KEYS, TURN, key_of
from rules.double_draughts.position import Hop, Position
from rules.search.evaluation_noise import EvaluationNoise
from rules.search.key_history import KeyHistory
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

_DEEPEST: Final = 48
"""Plies that an iteration may look ahead."""

_SOONEST: Final = 4
"""Plies after which a position may come again."""
_SEEN: Final = 4095
"""The bits of a key that count where it may have been seen."""
_QUIET_LIMIT: Final = 80
_LATE: Final = 60
"""From so many quiet plies on the table keeps positions apart by their count: the limit is in sight."""

_FEW: Final = (MOST + 1) * PIECE
"""With fewer pieces than these the result is in the table."""

_LOW_62: Final = 0x3FFFFFFFFFFFFFFF
_SPREAD: Final = 0x1E3779B97F4A7C15
_RANK_1: Final = 0xFF
_RANK_8: Final = -0x0100000000000000
"""Bits 56 to 63."""


def _never() -> bool:
    return False


@final
class Engine:
    """The search of one position after another; see `rules.search.iterative_deepening.Core`."""

    def __init__(self, megabytes: int = 16, endgames: Callable[[], Endgames] = load) -> None:
        """`megabytes`: what the table of positions may take, at least 1. `endgames`: brings the table of endings when
        it is first needed; without one (TableError) the search does alone."""
        self.nodes: i64 = 0
        self.stopped = False
        self._pause: i64 = 0
        self._limit: i64 = 0
        self._poll: Callable[[], bool] = _never
        self._noise = EvaluationNoise()
        self._table = TranspositionTable(megabytes)
        self._keys = vec[i64](KEYS)
        self._values = vec[i64]([0])
        self._evaluation = Evaluation()
        self._bits = vec[i64](bit_table())
        self._lister = Moves()
        self._order = vec[i64]([0] * (PLIES * ROOM))
        self._killers = vec[i64]([0])
        self._history = vec[i64]([0])
        self._line = PrincipalVariation(PLIES)
        self._line_captured = PrincipalVariation(PLIES)
        self._key_history = KeyHistory(PLIES, _SOONEST)
        self._seen = vec[i64]([0])
        self._position = Position(bytes(64), 0)
        self._levels: i64 = 2
        self._side: i64 = 0
        self._jumper: i64 = -1
        self._key: i64 = 0
        self._packed: i64 = ZERO
        self._bring = endgames
        self._endgames: Endgames | None = None
        self._missing = False
        self._knows = False

    def set_position(self, position: contract.Position, seed: int = 0, noise: int = 0, blind: int = 0) -> None:
        """Make `position` the root; nothing is kept of earlier searches.

        `noise`: centi-men by which each judgement may be off, either way. `blind`: of 256 captures at the edge of
        what is looked at, how many are overlooked. Both vary with `seed`.
        """
        assert isinstance(position, Position)
        self._position = position
        self._levels = position.levels
        self._side = position.side
        self._jumper = -1 if position.jumper is None else position.jumper
        self._noise = EvaluationNoise(seed, noise, blind)
        self._knows = blind == 0 and position.levels == 2 and not self._missing
        self._values = vec[i64](place_values(position.levels))
        self._lister.levels = position.levels
        self._killers = vec[i64]([0] * (2 * PLIES))
        self._history = vec[i64]([0] * 8192)
        self._seen = vec[i64]([0] * (_SEEN + 1))
        self._table.clear()
        self.nodes = 0
        self._packed = ZERO
        for square in range(64):
            code = position.cells[square]
            if code != 0:
                self._packed += self._values[64 * code + square]
        # The match's positions since the last irreversible turn go before the line under search.
        earlier = position.keys[:-1] if self._jumper < 0 else ()
        self._key_history.reset([key_of(stood, stood[64]) for stood in earlier])
        for i in range(self._key_history.root):
            self._seen[self._key_history.keys[i] & _SEEN] += 1
        self._key = key_of(position.cells, position.side)

    def search(self, depth: int, alpha: int, beta: int, limit: int, poll: Callable[[], bool]) -> int:
        """Search `depth` plies, up to 48, within the window; the score is that of `line`.

        It is broken off, which sets `stopped`, once `nodes` reaches `limit` or `poll`, called every 256 nodes, says
        so.
        """
        position = self._position
        black, white, kings, triples = position.board().state()
        own, enemy = (white, black) if position.side == WHITE else (black, white)
        self.stopped = False
        self._limit = limit
        self._poll = poll
        self._pause = 0
        self._line.clear(0)
        self._line_captured.clear(0)
        return self._search(
            own, enemy, kings, triples, self._key, self._packed, position.quiet, min(depth, _DEEPEST), alpha, beta, 0
        )

    def line(self) -> list[list[Hop]]:
        """The best turns found by the last `search`, from the root on, hop by hop; none if it found none."""
        turns: list[list[Hop]] = []
        position = self._position
        jumper = self._jumper
        for move, captured in zip(self._line.moves(), self._line_captured.moves(), strict=True):
            turn = self._hops(position, jumper, move, captured)
            for hop in turn:
                position = position.play(hop)
            turns.append(turn)
            jumper = -1
        return turns

    def replies(self) -> int:
        """How many moves the root has."""
        return self._list(self._position, self._jumper)

    def first(self) -> list[Hop]:
        """Some legal turn of the root."""
        self._list(self._position, self._jumper)
        return self._hops(self._position, self._jumper, self._lister.moves[0], self._lister.captured[0])

    def _list(self, position: Position, jumper: i64) -> i64:
        """List the merged moves of a position, those of `jumper` alone if it is not -1; returns how many."""
        lister = self._lister
        black, white, kings, triples = position.board().state()
        own, enemy = (white, black) if position.side == WHITE else (black, white)
        jumpers = lister.jumpers(own, enemy, kings, position.side)
        if jumper >= 0:
            jumpers = 1
            jumpers <<= jumper
        if jumpers != 0:
            return lister.captures(jumpers, own, enemy, kings, triples, position.side, 0)
        return lister.slides(own, enemy, kings, triples if self._levels == 3 else kings, position.side, 0)

    def _hops(self, position: Position, jumper: i64, move: i64, captured: i64) -> list[Hop]:
        """A move as hops: a slide, or the first path that takes `captured`."""
        seat = position.side
        if captured == 0:
            return [Hop(seat, move & 63, move >> 6 & 63, False)]
        lister = self._lister
        lister.recording = True
        lister.trails = {}
        self._list(position, jumper)
        lister.recording = False
        trail = lister.trails[(move, captured)]
        return [Hop(seat, trail[i], trail[i + 1], True) for i in range(len(trail) - 1)]

    def _rest(self) -> bool:
        """Look at the budget; True if the search is to end."""
        if self.stopped:
            return True
        if self.nodes >= self._limit or self._poll():
            self.stopped = True
            self._pause = 0
            return True
        self._pause = min(self._limit, self.nodes + 256)
        return False

    def _judge(self, own: i64, enemy: i64, kings: i64, key: i64, packed: i64, quiet: i64, side: i64) -> i64:
        """The judgement of a position, as clear as the level's eyes are."""
        return self._evaluation.judge(own, enemy, kings, packed, quiet, side) + self._noise.error(key)

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
        """Alpha-beta by principal variation, fail-soft. One function, for a call is dear where it is interpreted."""
        self._line.clear(ply)
        self._line_captured.clear(ply)
        self.nodes += 1
        if self.nodes >= self._pause and self._rest():
            return 0
        if own == 0:
            return ply - WIN
        side = self._side ^ (ply & 1)
        seen = self._seen
        if quiet >= 4 and ply != 0 and seen[key & _SEEN] != 0 and self._key_history.is_repetition(key, quiet, ply):
            return 0
        if packed < _FEW and ply != 0 and self._knows:
            known = self._end(own, enemy, kings, side, quiet, ply)
            if known != INFINITE:
                return known
        lister = self._lister
        straight = triples if self._levels == 3 else kings
        table_key: i64 = 0
        table_move: i64 = -1
        base = ply * ROOM
        if depth <= 0 or ply >= PLIES - 1:
            jumpers = lister.jumpers(own, enemy, kings, side)
            if jumpers == 0:
                if not lister.mobile(own, enemy, kings, straight, side):
                    return ply - WIN
                if quiet >= _QUIET_LIMIT:
                    return 0
                return self._judge(own, enemy, kings, key, packed, quiet, side)
            if ply >= PLIES - 1 or self._noise.overlooks(key):
                return self._judge(own, enemy, kings, key, packed, quiet, side)
        else:
            table_key = key if quiet < _LATE else key ^ (quiet * _SPREAD & _LOW_62)
            entry = self._table.probe(table_key)
            if entry != 0:
                table_move = entry >> BEST_AT
                if ply != 0 and (entry >> DEPTH_AT & 127) >= depth:
                    found = score_of(entry, ply)
                    bound = entry >> BOUND_AT & 3
                    if (
                        bound == EXACT
                        or (bound == AT_LEAST and found >= beta)
                        or (bound == AT_MOST and found <= alpha)
                    ) and self._in_time(found, quiet, ply):
                        return found
            jumpers = lister.jumpers(own, enemy, kings, side)
            if ply == 0 and self._jumper >= 0:
                jumpers = 1
                jumpers <<= self._jumper
        if jumpers != 0:
            count = lister.captures(jumpers, own, enemy, kings, triples, side, base)
            self.nodes += lister.hops >> 4
        else:
            count = lister.slides(own, enemy, kings, straight, side, base)
            if count == 0:
                return ply - WIN
            if quiet >= _QUIET_LIMIT:
                return 0
            self._key_history.push(key, ply)
            seen[key & _SEEN] += 1
        self._sort(base, count, side, ply, table_move)

        moves = lister.moves
        captured = lister.captured
        order = self._order
        keys = self._keys
        values = self._values
        bits = self._bits
        white: i64 = 3 if side == WHITE else 0
        last = _RANK_8 if side == WHITE else _RANK_1
        home: i64 = 0
        if self._levels == 3:
            home = _RANK_1 if side == WHITE else _RANK_8
        turned = key ^ keys[TURN]
        below = depth - 1
        if below < 0:
            below = 0
        if jumpers != 0 and count == 1 and depth > 0:
            below = depth  # a forced capture costs no depth
        best: i64 = -INFINITE
        best_move: i64 = 0
        first_alpha = alpha
        tried: i64 = 0
        while tried < count:
            # The best of the rest comes next.
            top = base + tried
            i = top + 1
            while i < base + count:
                if order[i] > order[top]:
                    top = i
                i += 1
            move = moves[top]
            taken = captured[top]
            if top != base + tried:
                moves[top] = moves[base + tried]
                captured[top] = captured[base + tried]
                order[top] = order[base + tried]
                moves[base + tried] = move
                captured[base + tried] = taken

            start = move & 63
            end = move >> 6 & 63
            lifted: i64 = 1
            lifted <<= start
            laid: i64 = 1
            laid <<= end
            level: i64 = 1
            if kings & lifted != 0:
                level = 3 if triples & lifted != 0 else 2
            lifted = ~lifted
            risen = level
            if laid & last != 0 and level == 1:
                risen = 2
            elif laid & home != 0 and level == 2:
                risen = 3
            new_own = own & lifted | laid
            new_enemy = enemy
            new_kings = kings & lifted
            new_triples = triples & lifted
            if risen > 1:
                new_kings |= laid
                if risen > 2:
                    new_triples |= laid
            before = (white + level) << 6 | start
            after = (white + risen) << 6 | end
            new_key = turned ^ keys[before] ^ keys[after]
            new_packed = packed - values[before] + values[after]
            new_quiet: i64 = 0
            if jumpers != 0:
                rest = taken
                while rest != 0:
                    bit = rest & -rest
                    rest ^= bit
                    gone = (4 - white) << 6 | bits[(bit * ONE_BIT >> 58) & 63]
                    if kings & bit != 0:
                        gone += 128 if triples & bit != 0 else 64
                    new_key ^= keys[gone]
                    new_packed -= values[gone]
                new_enemy = enemy & ~taken
                new_kings &= ~taken
                new_triples &= ~taken
            elif level == risen and level > 1:
                new_quiet = quiet + 1

            if tried == 0:
                score = -self._search(
                    new_enemy, new_own, new_kings, new_triples, new_key, new_packed, new_quiet,
                    below, -beta, -alpha, ply + 1,
                )  # fmt: skip
            else:
                less: i64 = 0
                if depth >= 3 and tried >= 3 and jumpers == 0 and risen == level:
                    less = 1 if tried < 10 or depth < 6 else 2
                score = -self._search(
                    new_enemy, new_own, new_kings, new_triples, new_key, new_packed, new_quiet,
                    below - less, -alpha - 1, -alpha, ply + 1,
                )  # fmt: skip
                if score > alpha and (less != 0 or score < beta):
                    score = -self._search(
                        new_enemy, new_own, new_kings, new_triples, new_key, new_packed, new_quiet,
                        below, -beta, -alpha, ply + 1,
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
                            self._praise(move, side, depth, ply)
                        break
        if jumpers == 0:
            seen[key & _SEEN] -= 1
        if self.stopped:
            return best
        if depth > 0:
            bound = EXACT
            if best >= beta:
                bound = AT_LEAST
            elif best <= first_alpha:
                bound = AT_MOST
            self._table.store(table_key, best, ply, bound, depth, best_move)
        return best

    def _end(self, own: i64, enemy: i64, kings: i64, side: i64, quiet: i64, ply: i64) -> i64:
        """The exact score of a position in the table; INFINITE if the quiet plies may not suffice, or without one."""
        endgames = self._endgames
        if endgames is None:
            try:
                endgames = self._bring()
            except TableError:
                self._missing = True
                self._knows = False
                return INFINITE
            self._endgames = endgames
        value = endgames.value(own, enemy, kings, side)
        if value == 0:
            return 0
        if quiet + value - 1 > _QUIET_LIMIT:
            return INFINITE
        if value & 1 == 0:
            return WIN - ply - value + 1
        return ply + value - 1 - WIN

    def _in_time(self, found: i64, quiet: i64, ply: i64) -> bool:
        """Whether a win or loss that was seen with another count of quiet plies comes before the last of these."""
        far = found
        if far < 0:
            far = -far
        return far <= SURE or quiet + WIN - far - ply <= _QUIET_LIMIT

    def _sort(self, base: i64, count: i64, side: i64, ply: i64, table_move: i64) -> None:
        """How promising each move is; of equals both colours take the same one, seen from their sides."""
        moves = self._lister.moves
        order = self._order
        history = self._history
        mirror: i64 = 0 if side == WHITE else 4095
        killer = self._killers[2 * ply]
        older = self._killers[2 * ply + 1]
        i = base
        while i < base + count:
            move = moves[i]
            if move == table_move:
                value: i64 = 1 << 40
            elif move > 4095:
                value = (move >> 28) << 20
            elif move == killer:
                value = 1 << 30
            elif move == older:
                value = 1 << 29
            else:
                value = history[side << 12 | move]
            order[i] = value << 20 | ((move & 4095) ^ mirror) << 8 | (255 - (i - base))
            i += 1

    def _praise(self, move: i64, side: i64, depth: i64, ply: i64) -> None:
        """A slide that refuted what came before is tried early elsewhere."""
        killers = self._killers
        if killers[2 * ply] != move:
            killers[2 * ply + 1] = killers[2 * ply]
            killers[2 * ply] = move
        at = side << 12 | move
        self._history[at] = min(self._history[at] + depth * depth, 1 << 28)

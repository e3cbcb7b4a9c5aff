"""The mutable board of Ducart for the search: a mailbox with make and unmake (README.md, sections 3 to 7)."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from rules.ducart.engine.mailbox import (
    ACTOR_AT,
    BLUE_ON,
    CREEPER,
    HEAL,
    KEEPER,
    LEAPER,
    MOVE,
    NEAR_ONLY,
    OWN_FLANK,
    PUSH,
    PUSH_ONLY,
    SLEEP,
    SLEPT,
    STEAL,
    SWEEPER,
    TARGET_AT,
    THIRD_AT,
    WALL,
)
from rules.search.mailbox import CELLS, OFFSETS

ROOM: Final = 1024  # upper limit of the number of steps of one position in `Grid.steps`
_UNDO: Final = 1536  # size of the stack for `unmake`; each step stores six numbers
SIDE_KEY: Final = 128 << 7  # index in `Grid.zobrist` of the key for Blue to move
FRESH_KEY: Final = SIDE_KEY + 1  # first index in `Grid.zobrist` of the keys for a fresh Creeper, one for each cell

_DIRECTIONS: Final = vec[i64](OFFSETS)
_NOTHING: Final = vec[i64]([0] * (129 << 7))


def becomes_leaper(code: i64, cell: i64) -> bool:
    """Return whether a piece that enters a cell becomes a Leaper: it is a Sweeper, and the cell is on its far row.

    The code of a stack stands for its lower piece.
    """
    return code & 7 == SWEEPER and ((cell > 90) if code & 8 == 0 else (cell < 29))


@final
class Grid:
    def __init__(self, codes: bytes, side: int, fresh: int, flags: int, room: int) -> None:
        """Set up a position.

        `codes` are those of the squares, a1 first, `fresh` is the square of a fresh Creeper or -1, `flags` a sum of
        `NEAR_ONLY`, `OWN_FLANK` and `PUSH_ONLY`, `room` is the size of `steps`.
        """
        self.side: i64 = side
        self.fresh: i64 = CELLS[fresh] if fresh >= 0 else 0
        self.near_only = flags & NEAR_ONLY != 0
        self.own_flank = flags & OWN_FLANK != 0
        self.push_only = flags & PUSH_ONLY != 0
        self.cells = vec[i64]([WALL] * 120)  # cell -> code
        self.sweepers = vec[i64]([0, 0])
        self.pieces = vec[i64]([0, 0])  # side -> number of its pieces, Sweepers included
        self.steps = vec[i64]([0] * room)  # output of `list_steps`
        self.reached_by = vec[i64]([0] * 120)  # cell -> `leap_number` of the last Leaper that reached it
        self.leap_number: i64 = 0  # counts the Leapers whose leaps were listed
        self.directions = _DIRECTIONS
        self.zobrist = _NOTHING  # code << 7 | cell -> key; then the keys of `SIDE_KEY` and `FRESH_KEY`
        self.piece_square_table = _NOTHING  # code << 7 | cell -> value, seen from Gold
        self._feature_table = _NOTHING
        self._row_table = _NOTHING
        self.key: i64 = 0
        # The next three are sums over all cells; see incremental_evaluation.py.
        self.piece_square_sum: i64 = 0
        self.features: i64 = 0
        self.sweeper_rows: i64 = 0
        self._undo = vec[i64]([0] * _UNDO)
        self._top: i64 = 0
        self._set_up(codes)

    def _set_up(self, codes: bytes) -> None:
        for square in range(64):
            code: i64 = codes[square]
            self.cells[CELLS[square]] = code
            if code & 15 != 0:
                self.pieces[code >> 3 & 1] += 1
                if code & 7 == SWEEPER:
                    self.sweepers[code >> 3 & 1] += 1
            if code >= 32:
                self.pieces[code >> 6] += 1

    def use_tables(self, zobrist: vec[i64], piece_squares: vec[i64], features: vec[i64], rows: vec[i64]) -> None:
        """Set the tables for the key and the sums, and compute both anew. The tables are 0 for empty cells."""
        self.zobrist = zobrist
        self.piece_square_table = piece_squares
        self._feature_table = features
        self._row_table = rows
        self.key = 0
        self.piece_square_sum = 0
        self.features = 0
        self.sweeper_rows = 0
        for square in range(64):
            cell: i64 = CELLS[square]
            at = self.cells[cell] << 7 | cell
            self.key ^= zobrist[at]
            self.piece_square_sum += piece_squares[at]
            self.features += features[at]
            self.sweeper_rows += rows[at]
        if self.side != 0:
            self.key ^= zobrist[SIDE_KEY]
        if self.fresh != 0:
            self.key ^= zobrist[FRESH_KEY + self.fresh]

    def _set_cell(self, cell: i64, code: i64) -> None:
        before = self.cells[cell] << 7 | cell
        after = code << 7 | cell
        self.key ^= self.zobrist[before] ^ self.zobrist[after]
        self.piece_square_sum += self.piece_square_table[after] - self.piece_square_table[before]
        self.features += self._feature_table[after] - self._feature_table[before]
        self.sweeper_rows += self._row_table[after] - self._row_table[before]
        self.cells[cell] = code

    def _promote_if_arrived(self, cell: i64, code: i64) -> i64:
        """Return the code of a piece after it has entered a cell; if it becomes a Leaper, count one Sweeper fewer."""
        if becomes_leaper(code, cell):
            self.sweepers[code >> 3 & 1] -= 1
            return LEAPER + (code & 8)
        return code

    def make(self, step: i64) -> None:
        cells = self.cells
        actor = step >> ACTOR_AT & 127
        target = step >> TARGET_AT & 127
        kind = step & 15
        self._save_undo(cells[actor], cells[target])
        if self.fresh != 0:
            self.key ^= self.zobrist[FRESH_KEY + self.fresh]
            self.fresh = 0
        if kind == MOVE:
            self._move(actor, target)
        elif kind == STEAL:
            code = cells[actor]
            self._set_cell(actor, self._promote_if_arrived(actor, cells[target]))
            self._set_cell(target, code)
        elif kind == SLEEP:
            self._set_cell(target, cells[target] | SLEPT)
        elif kind == PUSH:
            self._push(target, step >> THIRD_AT & 127)
        elif kind == HEAL:
            self._undo[self._top - 1] = self._wake_neighbours(actor)
        else:
            code = cells[target]
            self._set_cell(target, code & 31)
            self._set_cell(actor, cells[actor] | (code & 96))
        self.key ^= self.zobrist[SIDE_KEY]
        self.side ^= 1

    def _save_undo(self, actor_code: i64, target_code: i64) -> None:
        undo = self._undo
        top = self._top  # of six numbers; the sixth, the woken neighbours, is written by `make` for a heal
        undo[top] = self.key
        undo[top + 1] = self.piece_square_sum
        undo[top + 2] = self.features
        undo[top + 3] = self.sweeper_rows
        undo[top + 4] = (
            self.fresh
            | self.sweepers[0] << 8
            | self.sweepers[1] << 16
            | self.pieces[0] << 24
            | self.pieces[1] << 32
            | actor_code << 40
            | target_code << 48
        )
        self._top = top + 6

    def _push(self, pushed: i64, end: i64) -> None:
        code = self.cells[pushed]
        left_behind: i64 = 0
        if code >= 32:
            left_behind = KEEPER | SLEPT
            if code >= BLUE_ON:
                left_behind += 8
            code &= 31
        self._set_cell(end, self._promote_if_arrived(end, code))
        self._set_cell(pushed, left_behind)

    def _move(self, start: i64, end: i64) -> None:
        side = self.side
        code = self.cells[start]
        left_behind: i64 = 0
        if code >= 32:
            left_behind = code & 31
            code = KEEPER + 8 * side
        target = self.cells[end]
        kind = code & 7
        if target != 0:
            if kind == KEEPER:
                code = target | 32 + 32 * side
            else:
                owner = target >> 3 & 1
                self.pieces[owner] -= 1
                if target & 7 == SWEEPER:
                    self.sweepers[owner] -= 1
        if kind == SWEEPER:
            code = self._promote_if_arrived(end, code)
        elif kind == CREEPER:
            self.fresh = end
            self.key ^= self.zobrist[FRESH_KEY + end]
        self._set_cell(start, left_behind)
        self._set_cell(end, code)

    def _wake_neighbours(self, healer: i64) -> i64:
        """Wake the neighbours of a Healer; return a number with a bit for each direction in which one woke."""
        woken: i64 = 0
        bit: i64 = 1
        direction: i64 = 0
        while direction < 8:
            cell = healer + self.directions[direction]
            code = self.cells[cell]
            if code & SLEPT != 0:
                self._set_cell(cell, code ^ SLEPT)
                woken |= bit
            bit <<= 1
            direction += 1
        return woken

    def unmake(self, step: i64) -> None:
        cells = self.cells
        undo = self._undo
        actor = step >> ACTOR_AT & 127
        kind = step & 15
        top = self._top - 6
        self._top = top
        saved = undo[top + 4]
        if kind == HEAL:
            woken = undo[top + 5]
            direction: i64 = 0
            while woken != 0:
                if woken & 1 != 0:
                    cells[actor + self.directions[direction]] |= SLEPT
                woken >>= 1
                direction += 1
        else:
            if kind == PUSH:
                cells[step >> THIRD_AT & 127] = 0
            cells[actor] = saved >> 40 & 255
            cells[step >> TARGET_AT & 127] = saved >> 48
        self.key = undo[top]
        self.piece_square_sum = undo[top + 1]
        self.features = undo[top + 2]
        self.sweeper_rows = undo[top + 3]
        self.fresh = saved & 255
        self.sweepers[0] = saved >> 8 & 255
        self.sweepers[1] = saved >> 16 & 255
        self.pieces[0] = saved >> 24 & 255
        self.pieces[1] = saved >> 32 & 255
        self.side ^= 1

    def pass_turn(self) -> None:
        """Make a missed turn or a null move. To unmake it, restore `side`, `key` and `fresh`."""
        if self.fresh != 0:
            self.key ^= self.zobrist[FRESH_KEY + self.fresh]
            self.fresh = 0
        self.key ^= self.zobrist[SIDE_KEY]
        self.side ^= 1

    def codes(self) -> bytes:
        """Return the codes of the 64 squares, a1 first, in the form that `__init__` takes."""
        return bytes([self.cells[cell] for cell in CELLS])

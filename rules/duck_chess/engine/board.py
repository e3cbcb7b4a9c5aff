"""The mutable board of Duck Chess: a mailbox with piece lists, make and unmake (README.md, sections 2 to 6).

The duck has the code of the border, so that nothing lands on it, slides past it or captures it.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from rules.duck_chess.engine.mailbox import (
    BLACK,
    CASTLING,
    CASTLING_KEY,
    DIRECTIONS,
    DOUBLE_STEP,
    DUCK,
    EN_PASSANT,
    EN_PASSANT_KEY,
    KEPT_RIGHTS,
    KING,
    PAWN,
    SIDE_KEY,
    WALL,
    ZOBRIST_KEYS,
)
from rules.search.mailbox import CELLS, OFFSETS, SQUARES

QUIET_LIMIT: Final = 100  # quiet turns in a row, without a capture or a pawn's move, that make a draw (section 7.3)
ROOM: Final = 1024  # upper limit of the number of steps of one position in `Board.steps`
_UNDO_ROOM: Final = 1024  # size of the stack for `unmake`; each step stores three numbers

_NATIVE_KEYS: Final = vec[i64](ZOBRIST_KEYS)
_NATIVE_OFFSETS: Final = vec[i64](OFFSETS)
_NATIVE_DIRECTIONS: Final = vec[i64](DIRECTIONS)
_NATIVE_KEPT_RIGHTS: Final = vec[i64](KEPT_RIGHTS)
_NO_PIECE_SQUARE: Final = vec[i64]([0] * (14 * 128))


@final
class Board:
    def __init__(self, cells: bytes, side: int, castling: int, ep: int, room: int = 3 * ROOM) -> None:
        """Set up a position.

        `cells` are 64 codes of `PIECES`, a1 first, with at most one duck and one king a side. `castling` has
        bits 1 2 4 8 for K Q k q. `ep` is the square a double step has just crossed, or -1. `room`: size of `steps`.
        """
        self.side: i64 = side
        self.castling: i64 = castling
        self.ep_cell: i64 = CELLS[ep] if ep >= 0 else 0
        self.duck: i64 = 0
        self.grid = vec[i64]([WALL] * 120)  # cell -> code
        self.men = vec[i64]([0] * 128)  # side << 6 | slot -> cell of that man, 0 once captured; slot 0 is the king's
        self.slots = vec[i64]([0] * 120)
        self.counts = vec[i64]([1, 1])  # side -> number of slots in use
        self.steps = vec[i64]([0] * room)
        self.piece_square = _NO_PIECE_SQUARE  # code << 7 | cell -> value; zeros until `evaluate_from`
        self.piece_square_sum: i64 = 0  # sum of `piece_square` over all men
        self.key: i64 = 0  # Zobrist key of men, side, castling rights and a usable en passant, without the duck
        self._keys = _NATIVE_KEYS
        self.offsets = _NATIVE_OFFSETS
        self.directions = _NATIVE_DIRECTIONS
        self._kept_rights = _NATIVE_KEPT_RIGHTS
        self._undo = vec[i64]([0] * _UNDO_ROOM)
        self._top: i64 = 0
        self._set_up(cells)
        self.key ^= self._keys[CASTLING_KEY + castling]
        if side == BLACK:
            self.key ^= self._keys[SIDE_KEY]
        if self.ep_cell != 0:
            self._toggle_en_passant()

    def _set_up(self, cells: bytes) -> None:
        for square in range(64):
            code: i64 = cells[square]
            cell: i64 = CELLS[square]
            self.grid[cell] = code
            if code == DUCK:
                self.duck = cell
            elif code != 0:
                owner: i64 = 1 if code > KING else 0
                slot: i64 = 0
                if code - 6 * owner != KING:
                    slot = self.counts[owner]
                    self.counts[owner] = slot + 1
                self.men[owner << 6 | slot] = cell
                self.slots[cell] = slot
                self.key ^= self._keys[code << 7 | cell]

    @property
    def ep(self) -> int:
        """The square that a double step has just crossed, even if no pawn can capture there, or -1."""
        return SQUARES[self.ep_cell] if self.ep_cell != 0 else -1

    def evaluate_from(self, table: vec[i64]) -> None:
        """Set the table `piece_square`, and compute `piece_square_sum` anew."""
        self.piece_square = table
        self.piece_square_sum = 0
        for cell in CELLS:
            code = self.grid[cell]
            if code != 0 and code != DUCK:
                self.piece_square_sum += table[code << 7 | cell]

    def cells(self) -> bytes:
        codes = bytearray(64)
        for square in range(64):
            codes[square] = self.grid[CELLS[square]]
        return bytes(codes)

    def takes_king(self, move: int) -> bool:
        target = self.grid[CELLS[move >> 6 & 63]]
        return target == KING or target == KING + 6

    def play_piece(self, move: int) -> None:
        """Make a legal piece move, which can't be unmade. The duck stays, and the other side is to move."""
        self.make(self.step_of(move))
        self._top = 0

    def make_null(self) -> None:
        """Make a null move. To unmake it, restore `side`, `key` and `ep_cell`."""
        self.key ^= self._keys[SIDE_KEY]
        if self.ep_cell != 0:
            self._toggle_en_passant()
            self.ep_cell = 0
        self.side ^= 1

    def move_of(self, step: i64) -> int:
        start: i64 = SQUARES[step & 127]
        end: i64 = SQUARES[step >> 7 & 127]
        return start | end << 6 | (step >> 14 & 7) << 12

    def step_of(self, move: int) -> i64:
        start: i64 = CELLS[move & 63]
        end: i64 = CELLS[move >> 6 & 63]
        step = start | end << 7 | (move >> 12) << 14
        kind = self.grid[start] - 6 * self.side
        distance = end - start
        if kind == PAWN:
            if distance == 20 or distance == -20:
                step |= DOUBLE_STEP << 17
            elif end == self.ep_cell and distance != 10 and distance != -10:
                step |= EN_PASSANT << 17
        elif kind == KING and (distance == 2 or distance == -2):
            step |= CASTLING << 17
        return step

    def put_duck(self, cell: i64) -> None:
        """Place the duck on an empty cell, or lift it if `cell` is 0."""
        if self.duck != 0:
            self.grid[self.duck] = 0
        if cell != 0:
            self.grid[cell] = DUCK
        self.duck = cell

    def _pawn_beside(self, landed: i64, pawn: i64) -> bool:
        return self.grid[landed - 1] == pawn or self.grid[landed + 1] == pawn

    def _toggle_en_passant(self) -> None:
        ahead: i64 = 10 - 20 * self.side
        if self._pawn_beside(self.ep_cell - ahead, PAWN + 6 * self.side):
            self.key ^= self._keys[EN_PASSANT_KEY + self.ep_cell]

    def make(self, step: i64) -> None:
        """Make a legal step; the duck stays, and the other side is to move."""
        grid = self.grid
        slots = self.slots
        keys = self._keys
        piece_square = self.piece_square
        undo = self._undo
        side = self.side
        start = step & 127
        end = step >> 7 & 127
        code = grid[start]
        target = grid[end]
        slot = slots[start]
        top = self._top
        undo[top] = self.castling | self.ep_cell << 4 | target << 11 | slots[end] << 15
        undo[top + 1] = self.key
        undo[top + 2] = self.piece_square_sum
        self._top = top + 3
        if self.ep_cell != 0:
            self._toggle_en_passant()
            self.ep_cell = 0
        key = self.key ^ keys[SIDE_KEY] ^ keys[code << 7 | start] ^ keys[code << 7 | end]
        piece_square_sum = self.piece_square_sum + piece_square[code << 7 | end] - piece_square[code << 7 | start]
        if target != 0:
            self.men[(side ^ 1) << 6 | slots[end]] = 0
            key ^= keys[target << 7 | end]
            piece_square_sum -= piece_square[target << 7 | end]
        grid[start] = 0
        grid[end] = code
        self.men[side << 6 | slot] = end
        slots[end] = slot
        if self.castling != 0:
            rights = self.castling & self._kept_rights[start] & self._kept_rights[end]
            key ^= keys[CASTLING_KEY + self.castling] ^ keys[CASTLING_KEY + rights]
            self.castling = rights
        self.key = key
        self.piece_square_sum = piece_square_sum
        self.side ^= 1
        if step >> 14 != 0:
            self._make_special(step, code)

    def _make_special(self, step: i64, code: i64) -> None:
        """Finish a promotion, a double step, en passant or castling; `side` has changed to the enemy already."""
        grid = self.grid
        keys = self._keys
        piece_square = self.piece_square
        enemy = self.side
        end = step >> 7 & 127
        ahead: i64 = 20 * enemy - 10
        special = step >> 17
        if special == 0:
            promoted = (step >> 14 & 7) + 6 - 6 * enemy
            grid[end] = promoted
            self.key ^= keys[code << 7 | end] ^ keys[promoted << 7 | end]
            self.piece_square_sum += piece_square[promoted << 7 | end] - piece_square[code << 7 | end]
        elif special == DOUBLE_STEP:
            self.ep_cell = end - ahead
            if self._pawn_beside(end, PAWN + 6 * enemy):
                self.key ^= keys[EN_PASSANT_KEY + self.ep_cell]
        elif special == EN_PASSANT:
            taken = end - ahead
            pawn = grid[taken]
            grid[taken] = 0
            self.men[enemy << 6 | self.slots[taken]] = 0
            self.key ^= keys[pawn << 7 | taken]
            self.piece_square_sum -= piece_square[pawn << 7 | taken]
        else:
            corner = end + 1 if end > (step & 127) else end - 2
            self._move_rook(corner, end - 1 if end > (step & 127) else end + 1)

    def _move_rook(self, start: i64, end: i64) -> None:
        side = self.side ^ 1
        code = self.grid[start]
        slot = self.slots[start]
        self.grid[start] = 0
        self.grid[end] = code
        self.men[side << 6 | slot] = end
        self.slots[end] = slot
        self.key ^= self._keys[code << 7 | start] ^ self._keys[code << 7 | end]
        self.piece_square_sum += self.piece_square[code << 7 | end] - self.piece_square[code << 7 | start]

    def unmake(self, step: i64) -> None:
        """Unmake the last step made; the duck must be where it was before the step, or lifted."""
        grid = self.grid
        men = self.men
        slots = self.slots
        side = self.side ^ 1
        start = step & 127
        end = step >> 7 & 127
        top = self._top - 3
        self._top = top
        saved = self._undo[top]
        special = step >> 17
        if special == CASTLING:
            if end > start:
                self._move_rook(end - 1, end + 1)
            else:
                self._move_rook(end + 1, end - 2)
        code = grid[end]
        if step >> 14 & 7 != 0:
            code = PAWN + 6 * side
        slot = slots[end]
        grid[start] = code
        men[side << 6 | slot] = start
        slots[start] = slot
        target = saved >> 11 & 15
        grid[end] = target
        slots[end] = saved >> 15
        if target != 0:
            men[(side ^ 1) << 6 | saved >> 15] = end
        if special == EN_PASSANT:
            taken = end - 10 + 20 * side
            grid[taken] = PAWN + 6 * (side ^ 1)
            men[(side ^ 1) << 6 | slots[taken]] = taken
        self.castling = saved & 15
        self.ep_cell = saved >> 4 & 127
        self.key = self._undo[top + 1]
        self.piece_square_sum = self._undo[top + 2]
        self.side = side

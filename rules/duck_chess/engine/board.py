"""The mutable core of Duck Chess: a mailbox of 10 x 12 cells, with make and unmake.

Source: the digest (README.md), sections 2 to 6. The board lies within a border, and the duck is stored with the
border's code, so that no rule of movement has to know of it: nothing lands on it, slides past it or takes it. Typed
for mypyc, equal when interpreted.

Squares, cells, moves and steps are said as mailbox.py tells.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from rules.duck_chess.engine.mailbox import (
    BISHOP,
    BLACK,
    CASTLING,
    CASTLING_KEY,
    CELLS,
    DOUBLE,
    DUCK,
    KEYS,
    KING,
    KNIGHT,
    NAMES,
    PASSING,
    PASSING_KEY,
    PAWN,
    QUEEN,
    RIGHTS,
    ROOK,
    SQUARES,
    STEPS,
    TURN,
    WALL,
    WHITE,
)

ROOM: Final = 1024
"""More than any position has steps."""
_UNDO: Final = 1024
"""Room for what takes back the steps made."""

_NATIVE_KEYS: Final = vec[i64](KEYS)
_NATIVE_STEPS: Final = vec[i64](STEPS)
_NATIVE_RIGHTS: Final = vec[i64](RIGHTS)
_NO_VALUES: Final = vec[i64]([0] * (14 * 128))


@final
class Board:
    """Men, duck, side to move, castling rights and the square a pawn has just crossed."""

    def __init__(self, cells: bytes, side: int, castling: int, ep: int, room: int = 3 * ROOM) -> None:
        """`cells` are 64 codes of `PIECES` from a1, at most one duck and one king a side. `castling` has bits 1 2 4 8
        for K Q k q. `ep` is the square that a pawn's double step has just crossed, or -1. `room` is for the steps of
        all positions on the way down a search."""
        self.side: i64 = side
        self.castling: i64 = castling
        self.crossed: i64 = CELLS[ep] if ep >= 0 else 0
        """The cell that a pawn has just crossed, or 0."""
        self.duck: i64 = 0
        """The duck's cell, 0 if it isn't on the board."""
        self.grid = vec[i64]([WALL] * 120)
        """Cell -> code."""
        self.men = vec[i64]([0] * 128)
        """Side << 6 | slot -> cell of that man, 0 once he is taken. Slot 0 is the king's."""
        self.slots = vec[i64]([0] * 120)
        """Cell of a man -> his slot."""
        self.counts = vec[i64]([1, 1])
        """Side -> how many slots are in use."""
        self.steps = vec[i64]([0] * room)
        """What `list_steps` fills."""
        self.values = _NO_VALUES
        """Code << 7 | cell -> what such a man counts in `total`. Whoever searches sets it, and `total` with it."""
        self.total: i64 = 0
        """The sum of `values` over all men."""
        self.key: i64 = 0
        """The `KEYS` of men, side to move, castling rights and usable en passant, mixed; the duck isn't in it."""
        self._keys = _NATIVE_KEYS
        self.ways = _NATIVE_STEPS
        """`STEPS`."""
        self._rights = _NATIVE_RIGHTS
        self._undo = vec[i64]([0] * _UNDO)
        self._top: i64 = 0
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
        self.key ^= self._keys[CASTLING_KEY + castling]
        if side == BLACK:
            self.key ^= self._keys[TURN]
        if self.crossed != 0:
            ahead: i64 = 10 if side == WHITE else -10
            if self._usable(self.crossed - ahead, PAWN + 6 * side):
                self.key ^= self._keys[PASSING_KEY + self.crossed]

    @property
    def ep(self) -> int:
        """The square that a pawn has just crossed, or -1; whether any pawn can take there isn't asked."""
        return SQUARES[self.crossed] if self.crossed != 0 else -1

    def cells(self) -> bytes:
        """The 64 codes from a1, as `__init__` takes them."""
        codes = bytearray(64)
        for square in range(64):
            codes[square] = self.grid[CELLS[square]]
        return bytes(codes)

    def moves(self) -> list[int]:
        """All legal piece moves, king captures among them; none once a king is gone."""
        found: list[int] = []
        if self.men[0] == 0 or self.men[64] == 0:
            return found
        count = self.list_steps(0, False)
        i: i64 = 0
        while i < count:
            found.append(self.outside(self.steps[i]))
            i += 1
        return found

    def ducks(self, move: int) -> list[int]:
        """The squares where the duck may go after a legal piece move, from a1 on; none after a king's capture."""
        if self.takes_king(move):
            return []
        step = self.inside(move)
        self.make(step)
        found = [square for square in range(64) if self.grid[CELLS[square]] == 0]
        self.unmake(step)
        return found

    def takes_king(self, move: int) -> bool:
        """Whether a legal piece move takes the enemy king, which ends the game without a duck."""
        target = self.grid[CELLS[move >> 6 & 63]]
        return target == KING or target == KING + 6

    def play(self, move: int, duck: int) -> None:
        """Play a whole legal turn: the piece, then the duck to the square `duck`. It can't be taken back."""
        self.play_piece(move)
        self.put_duck(CELLS[duck])

    def play_piece(self, move: int) -> None:
        """Play the first half of a turn, or a king's capture. The duck stays where it was and is still to be put, but
        `side` is the other one from here on. It can't be taken back."""
        self.make(self.inside(move))
        self._top = 0

    def turns(self) -> list[str]:
        """All legal turns in UCI text, in no order; a king's capture as `<from><to>,<to><from>`."""
        found: list[str] = []
        if self.men[0] == 0 or self.men[64] == 0:
            return found
        count = self.list_steps(0, False)
        grid = self.grid
        i: i64 = 0
        while i < count:
            step = self.steps[i]
            start = NAMES[SQUARES[step & 127]]
            end = NAMES[SQUARES[step >> 7 & 127]]
            promotion = step >> 14 & 7
            head = start + end + ("", "", "n", "b", "r", "q")[promotion] + "," + end
            target = grid[step >> 7 & 127]
            if target == KING or target == KING + 6:
                found.append(head + start)
            else:
                self.make(step)
                for square in range(64):
                    if grid[CELLS[square]] == 0:
                        found.append(head + NAMES[square])
                self.unmake(step)
            i += 1
        return found

    def perft(self, depth: int) -> int:
        """The number of sequences of `depth` turns; a king's capture ends one. The automatic draws are ignored."""
        if depth == 0:
            return 1
        if self.men[0] == 0 or self.men[64] == 0:
            return 0
        return self._perft(depth, 0)

    def _perft(self, depth: i64, base: i64) -> i64:
        """`perft`, with its steps listed from index `base` on."""
        top = self.list_steps(base, False)
        grid = self.grid
        squares: i64 = 64 if self.duck == 0 else 63
        i: i64 = 0
        while i < 128:
            if self.men[i] != 0:
                squares -= 1
            i += 1
        count: i64 = 0
        at = base
        while at < top:
            step = self.steps[at]
            at += 1
            target = grid[step >> 7 & 127]
            if target == KING or target == KING + 6:
                count += 1 if depth == 1 else 0
            elif depth == 1:
                count += squares
                if target != 0 or step >> 17 == PASSING:
                    count += 1
            else:
                before = self.duck
                self.make(step)
                cell: i64 = 21
                while cell <= 98:
                    if grid[cell] == 0 and cell != before:
                        self.put_duck(cell)
                        count += self._perft(depth - 1, top)
                        self.put_duck(before)
                    cell += 1
                self.unmake(step)
        return count

    def flip(self) -> None:
        """Pass the turn on without a step. To take it back, put back `side`, `key` and `crossed`."""
        self.key ^= self._keys[TURN]
        if self.crossed != 0:
            ahead: i64 = 10 - 20 * self.side
            if self._usable(self.crossed - ahead, PAWN + 6 * self.side):
                self.key ^= self._keys[PASSING_KEY + self.crossed]
            self.crossed = 0
        self.side ^= 1

    def outside(self, step: i64) -> int:
        """A step as a piece move."""
        start: i64 = SQUARES[step & 127]
        end: i64 = SQUARES[step >> 7 & 127]
        return start | end << 6 | (step >> 14 & 7) << 12

    def inside(self, move: int) -> i64:
        """A legal piece move of this position as a step."""
        start: i64 = CELLS[move & 63]
        end: i64 = CELLS[move >> 6 & 63]
        step = start | end << 7 | (move >> 12) << 14
        kind = self.grid[start] - 6 * self.side
        wide = end - start
        if kind == PAWN:
            if wide == 20 or wide == -20:
                step |= DOUBLE << 17
            elif end == self.crossed and wide != 10 and wide != -10:
                step |= PASSING << 17
        elif kind == KING and (wide == 2 or wide == -2):
            step |= CASTLING << 17
        return step

    def put_duck(self, cell: i64) -> None:
        """Put the duck on an empty cell, or lift it with 0."""
        if self.duck != 0:
            self.grid[self.duck] = 0
        if cell != 0:
            self.grid[cell] = DUCK
        self.duck = cell

    def list_steps(self, base: i64, noisy: bool) -> i64:
        """List the legal steps in `steps` from index `base` on, only captures and promotions to queens if `noisy`.
        Returns the index after the last.

        It runs at every node of a search, and a call is dear; so all is here but what is rare."""
        grid = self.grid
        men = self.men
        steps = self.steps
        ways = self.ways
        side = self.side
        first = side << 6
        last = first + self.counts[side]
        lowest: i64 = 7 - 6 * side
        highest: i64 = 12 - 6 * side
        own = 6 * side
        crossed = self.crossed
        ahead: i64 = 10 - 20 * side
        home = 30 + 50 * side
        lowest_calm: i64 = 31
        highest_calm: i64 = 88
        at = base
        i = first
        while i < last:
            start = men[i]
            i += 1
            if start == 0:
                continue
            kind = grid[start] - own
            if kind == PAWN:
                end = start + ahead
                if grid[end] == 0:
                    if end < lowest_calm or end > highest_calm:
                        at = self._list_promotions(start | end << 7, at, noisy)
                    elif not noisy:
                        steps[at] = start | end << 7
                        at += 1
                        if home < start and start < home + 9 and grid[end + ahead] == 0:
                            steps[at] = start | (end + ahead) << 7 | DOUBLE << 17
                            at += 1
                end -= 1
                beyond = end + 2
                while end <= beyond:
                    target = grid[end]
                    if target == 0:
                        if end == crossed:
                            steps[at] = start | end << 7 | PASSING << 17
                            at += 1
                    elif lowest <= target and target <= highest:
                        if end < lowest_calm or end > highest_calm:
                            at = self._list_promotions(start | end << 7, at, noisy)
                        else:
                            steps[at] = start | end << 7
                            at += 1
                    end += 2
                continue
            way: i64 = 0
            end_way: i64 = 8
            if kind == KNIGHT:
                way = 8
                end_way = 16
            elif kind == BISHOP:
                way = 4
            elif kind == ROOK:
                end_way = 4
            if kind < BISHOP or kind > QUEEN:
                while way < end_way:
                    end = start + ways[way]
                    target = grid[end]
                    if target == 0:
                        if not noisy:
                            steps[at] = start | end << 7
                            at += 1
                    elif lowest <= target and target <= highest:
                        steps[at] = start | end << 7
                        at += 1
                    way += 1
                if kind == KING and not noisy and self.castling >> (2 * side) & 3 != 0:
                    at = self._list_castling(start, at)
                continue
            while way < end_way:
                stride = ways[way]
                end = start + stride
                target = grid[end]
                while target == 0:
                    if not noisy:
                        steps[at] = start | end << 7
                        at += 1
                    end += stride
                    target = grid[end]
                if lowest <= target and target <= highest:
                    steps[at] = start | end << 7
                    at += 1
                way += 1
        return at

    def _list_promotions(self, step: i64, at: i64, noisy: bool) -> i64:
        """List a pawn's last step with what it may become; returns the next index."""
        steps = self.steps
        steps[at] = step | QUEEN << 14
        at += 1
        if not noisy:
            steps[at] = step | KNIGHT << 14
            steps[at + 1] = step | ROOK << 14
            steps[at + 2] = step | BISHOP << 14
            at += 3
        return at

    def _list_castling(self, start: i64, at: i64) -> i64:
        """List castling (digest, section 5) from index `at` on; returns the next index."""
        grid = self.grid
        rights = self.castling >> (2 * self.side)
        if rights & 1 != 0 and grid[start + 1] == 0 and grid[start + 2] == 0:
            self.steps[at] = start | (start + 2) << 7 | CASTLING << 17
            at += 1
        if rights & 2 != 0 and grid[start - 1] == 0 and grid[start - 2] == 0 and grid[start - 3] == 0:
            self.steps[at] = start | (start - 2) << 7 | CASTLING << 17
            at += 1
        return at

    def _usable(self, landed: i64, pawn: i64) -> bool:
        """Whether a `pawn` stands beside the cell where a double step has just ended."""
        return self.grid[landed - 1] == pawn or self.grid[landed + 1] == pawn

    def make(self, step: i64) -> None:
        """Make a legal step and pass the turn on; the duck stays."""
        grid = self.grid
        men = self.men
        slots = self.slots
        keys = self._keys
        values = self.values
        undo = self._undo
        side = self.side
        start = step & 127
        end = step >> 7 & 127
        code = grid[start]
        target = grid[end]
        slot = slots[start]
        key = self.key ^ keys[TURN]
        top = self._top
        undo[top] = self.castling | self.crossed << 4 | target << 11 | slots[end] << 15
        undo[top + 1] = self.key
        undo[top + 2] = self.total
        self._top = top + 3
        if self.crossed != 0:
            ahead: i64 = 10 - 20 * side
            if self._usable(self.crossed - ahead, PAWN + 6 * side):
                key ^= keys[PASSING_KEY + self.crossed]
            self.crossed = 0
        at = code << 7
        key ^= keys[at | start] ^ keys[at | end]
        total = self.total + values[at | end] - values[at | start]
        if target != 0:
            men[(side ^ 1) << 6 | slots[end]] = 0
            key ^= keys[target << 7 | end]
            total -= values[target << 7 | end]
        grid[start] = 0
        grid[end] = code
        men[side << 6 | slot] = end
        slots[end] = slot
        if self.castling != 0:
            rights = self.castling & self._rights[start] & self._rights[end]
            if rights != self.castling:
                key ^= keys[CASTLING_KEY + self.castling] ^ keys[CASTLING_KEY + rights]
                self.castling = rights
        self.key = key
        self.total = total
        self.side = side ^ 1
        if step >> 14 != 0:
            self._make_special(step, code)

    def _make_special(self, step: i64, code: i64) -> None:
        """The rest of a step that is a promotion, a double step, en passant or castling; `side` is the enemy's."""
        grid = self.grid
        keys = self._keys
        values = self.values
        enemy = self.side
        end = step >> 7 & 127
        ahead: i64 = 20 * enemy - 10
        special = step >> 17
        if special == 0:
            grown = (step >> 14 & 7) + 6 - 6 * enemy
            grid[end] = grown
            self.key ^= keys[code << 7 | end] ^ keys[grown << 7 | end]
            self.total += values[grown << 7 | end] - values[code << 7 | end]
        elif special == DOUBLE:
            self.crossed = end - ahead
            if self._usable(end, PAWN + 6 * enemy):
                self.key ^= keys[PASSING_KEY + self.crossed]
        elif special == PASSING:
            taken = end - ahead
            pawn = grid[taken]
            grid[taken] = 0
            self.men[enemy << 6 | self.slots[taken]] = 0
            self.key ^= keys[pawn << 7 | taken]
            self.total -= values[pawn << 7 | taken]
        else:
            corner = end + 1 if end > (step & 127) else end - 2
            self._move_rook(corner, end - 1 if end > (step & 127) else end + 1)

    def _move_rook(self, start: i64, end: i64) -> None:
        """Move the castling rook of the side that isn't to move."""
        side = self.side ^ 1
        code = self.grid[start]
        slot = self.slots[start]
        self.grid[start] = 0
        self.grid[end] = code
        self.men[side << 6 | slot] = end
        self.slots[end] = slot
        self.key ^= self._keys[code << 7 | start] ^ self._keys[code << 7 | end]
        self.total += self.values[code << 7 | end] - self.values[code << 7 | start]

    def unmake(self, step: i64) -> None:
        """Take back the last step made; the duck must stand where it stood then, or be lifted."""
        grid = self.grid
        men = self.men
        slots = self.slots
        side = self.side ^ 1
        start = step & 127
        end = step >> 7 & 127
        top = self._top - 3
        self._top = top
        kept = self._undo[top]
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
        target = kept >> 11 & 15
        grid[end] = target
        slots[end] = kept >> 15
        if target != 0:
            men[(side ^ 1) << 6 | kept >> 15] = end
        if special == PASSING:
            taken = end - 10 + 20 * side
            grid[taken] = PAWN + 6 * (side ^ 1)
            men[(side ^ 1) << 6 | slots[taken]] = taken
        self.castling = kept & 15
        self.crossed = kept >> 4 & 127
        self.key = self._undo[top + 1]
        self.total = self._undo[top + 2]
        self.side = side

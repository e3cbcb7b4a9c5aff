"""Move generation for the search; captures along different paths that lead to the same board are one move.

A move is start | end << 6 | a hash of the captured squares << 12 | their number << 28. The bitboard of the captured
squares is stored beside it. The list is cut short on boards with more captures than any known game has had.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from rules.double_draughts.engine.board import WHITE

PLIES: Final = 128
ROOM: Final = 256  # most moves of one ply; 24 Kings have at most 192 slides, and further captures are left out
_MAX_HOPS: Final = 2048  # most hops tried to list the captures of a position; known games need a few hundred

DE_BRUIJN: Final = 0x03F79D71B4CB0A89  # the top six bits of its product with a bit tell the square of the bit

_RANKS_1_7: Final = 0x00FFFFFFFFFFFFFF
_RANKS_1_6: Final = 0x0000FFFFFFFFFFFF
_FILES_A_G: Final = 0x7F7F7F7F7F7F7F7F
_FILES_A_G_RANKS_1_7: Final = 0x007F7F7F7F7F7F7F
_FILES_A_F: Final = 0x3F3F3F3F3F3F3F3F
_FILES_A_F_RANKS_1_6: Final = 0x00003F3F3F3F3F3F
_FILES_B_H: Final = -0x0101010101010102
_FILES_B_H_RANKS_1_7: Final = 0x00FEFEFEFEFEFEFE
_FILES_C_H: Final = -0x0303030303030304
_FILES_C_H_RANKS_1_6: Final = 0x0000FCFCFCFCFCFC


def _landing_table() -> list[int]:
    """Return the squares two steps away, -1 off the board, indexed by square * 8 + direction (see `board.shift`)."""
    table = []
    for square in range(64):
        for dx, dy in ((0, 2), (2, 2), (2, 0), (2, -2), (0, -2), (-2, -2), (-2, 0), (-2, 2)):
            x, y = square % 8 + dx, square // 8 + dy
            table.append(8 * y + x if 0 <= x < 8 and 0 <= y < 8 else -1)
    return table


_LANDINGS: Final = _landing_table()


def square_table() -> list[int]:
    """Return the squares of bits, indexed by `(bit * DE_BRUIJN >> 58) & 63`."""
    table = [0] * 64
    for square in range(64):
        table[((DE_BRUIJN << square) >> 58) & 63] = square
    return table


@final
class MoveGenerator:
    """A generator that fills `moves` and `captured`, which have `ROOM` entries for each ply."""

    def __init__(self) -> None:
        self.levels: i64 = 2
        self.moves = vec[i64]([0] * (PLIES * ROOM))
        self.captured = vec[i64]([0] * (PLIES * ROOM))
        self.hops: i64 = 0  # number of hops tried for the last list of captures
        self.records_paths = False
        self.paths: dict[tuple[int, int], tuple[int, ...]] = {}  # first recorded path by move and captured squares
        self._landings = vec[i64](_LANDINGS)
        self._squares = vec[i64](square_table())
        self._path: list[int] = [0] * 32
        self._count: i64 = 0
        self._first: i64 = 0
        self._base: i64 = 0
        self._start: i64 = 0
        self._king = False
        self._flip: i64 = 0
        self._promotion_row: i64 = 0

    def find_jumpers(self, own: i64, enemy: i64, kings: i64, side: i64) -> i64:
        empty = ~(own | enemy)
        if side == WHITE:
            found = own & _FILES_A_F_RANKS_1_6 & (enemy >> 9) & (empty >> 18)
            found |= own & _FILES_C_H_RANKS_1_6 & (enemy >> 7) & (empty >> 14)
        else:
            found = own & _FILES_A_F & (enemy << 7) & (empty << 14)
            found |= own & _FILES_C_H & (enemy << 9) & (empty << 18)
        own_kings = own & kings
        if own_kings != 0:
            if side == WHITE:
                found |= own_kings & _FILES_A_F & (enemy << 7) & (empty << 14)
                found |= own_kings & _FILES_C_H & (enemy << 9) & (empty << 18)
            else:
                found |= own_kings & _FILES_A_F_RANKS_1_6 & (enemy >> 9) & (empty >> 18)
                found |= own_kings & _FILES_C_H_RANKS_1_6 & (enemy >> 7) & (empty >> 14)
            found |= own_kings & _RANKS_1_6 & (enemy >> 8) & (empty >> 16)
            found |= own_kings & (enemy << 8) & (empty << 16)
            found |= own_kings & _FILES_A_F & (enemy >> 1) & (empty >> 2)
            found |= own_kings & _FILES_C_H & (enemy << 1) & (empty << 2)
        return found

    def can_slide(self, own: i64, enemy: i64, kings: i64, straight: i64, side: i64) -> bool:
        """Return whether an `own` piece can slide; the pieces `straight` slide in all directions."""
        empty = ~(own | enemy)
        high = own & kings
        diagonal = own if side == WHITE else high
        if diagonal & _FILES_A_G_RANKS_1_7 & (empty >> 9) != 0 or diagonal & _FILES_B_H_RANKS_1_7 & (empty >> 7) != 0:
            return True
        diagonal = high if side == WHITE else own
        if diagonal & _FILES_A_G & (empty << 7) != 0 or diagonal & _FILES_B_H & (empty << 9) != 0:
            return True
        high = own & straight
        if high == 0:
            return False
        if high & _RANKS_1_7 & (empty >> 8) != 0 or high & (empty << 8) != 0:
            return True
        return high & _FILES_A_G & (empty >> 1) != 0 or high & _FILES_B_H & (empty << 1) != 0

    def list_slides(self, own: i64, enemy: i64, kings: i64, straight: i64, side: i64, base: i64) -> i64:
        """Write the slides to the buffers from index `base` on; return their number."""
        empty = ~(own | enemy)
        high = own & kings
        at = base
        diagonal = own if side == WHITE else high
        at = self._add_slides(diagonal & _FILES_A_G_RANKS_1_7 & (empty >> 9), 9, at)
        at = self._add_slides(diagonal & _FILES_B_H_RANKS_1_7 & (empty >> 7), 7, at)
        diagonal = high if side == WHITE else own
        at = self._add_slides(diagonal & _FILES_A_G & (empty << 7), -7, at)
        at = self._add_slides(diagonal & _FILES_B_H & (empty << 9), -9, at)
        high = own & straight
        if high != 0:
            at = self._add_slides(high & _RANKS_1_7 & (empty >> 8), 8, at)
            at = self._add_slides(high & (empty << 8), -8, at)
            at = self._add_slides(high & _FILES_A_G & (empty >> 1), 1, at)
            at = self._add_slides(high & _FILES_B_H & (empty << 1), -1, at)
        return at - base

    def _add_slides(self, movers: i64, step: i64, at: i64) -> i64:
        """Write the slides of these pieces by `step` from index `at` on; return the index after them."""
        if movers == 0:
            return at
        moves = self.moves
        captured = self.captured
        squares = self._squares
        while movers != 0:
            low = movers & -movers
            movers ^= low
            start = squares[(low * DE_BRUIJN >> 58) & 63]
            moves[at] = start | (start + step) << 6
            captured[at] = 0
            at += 1
        return at

    def list_captures(
        self, jumpers: i64, own: i64, enemy: i64, kings: i64, triples: i64, side: i64, base: i64
    ) -> i64:
        """Write the captures of `jumpers` to the buffers from index `base` on; return their number.

        In an unfinished capture `jumpers` is the piece that must go on.
        """
        squares = self._squares
        self.hops = 0
        self._count = base
        self._base = base
        self._flip = 0 if side == WHITE else 4
        while jumpers != 0:
            low = jumpers & -jumpers
            jumpers ^= low
            start = squares[(low * DE_BRUIJN >> 58) & 63]
            self._start = start
            self._first = self._count
            self._king = kings & low != 0
            # row on which the jumper rises a level, which ends its turn (README.md, section 4)
            self._promotion_row = -1
            if not self._king:
                self._promotion_row = 7 if side == WHITE else 0
            elif self.levels == 3 and triples & low == 0:
                self._promotion_row = 0 if side == WHITE else 7
            self._path[0] = start
            self._list_captures(start, (own | enemy) ^ low, enemy, 0, 0)
        return self._count - base

    def _list_captures(self, square: i64, occupied: i64, enemy: i64, taken: i64, count: i64) -> bool:
        """Add the captures of a jumper that is on `square` after `count` hops; return whether it can jump from there.

        The jumper itself is not in `occupied`.
        """
        landings = self._landings
        flip = self._flip
        found = False
        d: i64 = 0 if self._king else 1
        while d < 8:
            end = landings[square * 8 + (d ^ flip)]
            d += 1 if self._king else 6  # Men: north-east and north-west, seen from their side
            if end < 0:
                continue
            over: i64 = 1
            over <<= (square + end) >> 1
            end_bit: i64 = 1
            end_bit <<= end
            if enemy & over == 0 or occupied & end_bit != 0:
                continue
            found = True
            if self.hops >= _MAX_HOPS and self._count > self._base:
                return True
            self.hops += 1
            self._path[count + 1] = end
            promotes = end >> 3 == self._promotion_row
            if promotes or not self._list_captures(end, occupied ^ over, enemy ^ over, taken | over, count + 1):
                self._add_capture(end, taken | over, count + 1)
        return found

    def _add_capture(self, end: i64, taken: i64, count: i64) -> None:
        at = self._count
        if at - self._base >= ROOM:
            return
        moves = self.moves
        captured = self.captured
        hashed = (taken ^ taken >> 16 ^ taken >> 32 ^ taken >> 48) & 0xFFFF
        move = self._start | end << 6 | hashed << 12 | count << 28
        i = self._first
        while i < at:
            if moves[i] == move and captured[i] == taken:
                return
            i += 1
        moves[at] = move
        captured[at] = taken
        self._count = at + 1
        if self.records_paths:
            self.paths[(move, taken)] = tuple(self._path[: count + 1])

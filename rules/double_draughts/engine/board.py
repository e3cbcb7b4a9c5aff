"""The mutable board of Double Draughts (README.md, sections 1 to 4), as bitboards: a1 is bit 0, h8 bit 63.

Bitboards are unsigned when interpreted and signed when compiled by mypyc. Therefore they are compared only with 0 and
each other, and masks leave out bit 63 and come before a left shift or after a right one. A bit is made by shifting a
variable in place, because mypyc shifts a literal in 32 bits.
"""

from typing import Final, TypeAlias, final

from mypy_extensions import i64

QUIET_LIMIT: Final = 80  # quiet plies after which the game is drawn: 40 turns of each side (section 6)
BLACK: Final = 0  # begins the game
WHITE: Final = 1

PIECES: Final = ".mktMKT"  # letters of the piece codes: 0 empty, 1 to 3 Black's levels, 4 to 6 White's

# Results of `Board.hop`
GOES_ON: Final = 0  # the jumper must go on
OVER: Final = 1  # the turn is over
PROMOTED: Final = 2  # the turn is over, and the piece has risen a level

_NOT_H: Final = 0x7F7F7F7F7F7F7F7F
_BELOW_8: Final = 0x00FFFFFFFFFFFFFF
_BELOW_8_NOT_H: Final = 0x007F7F7F7F7F7F7F

State: TypeAlias = tuple[int, int, int, int]
"""The bitboards black, white, kings (level 2 or more) and triples; the side to move is not included."""


def level_of(code: int) -> int:
    """Return the number of checkers in a piece; 0 for an empty square."""
    return (code + 2) % 3 + 1 if code else 0


def owner_of(code: int) -> int | None:
    return None if code == 0 else (WHITE if code > 3 else BLACK)


def shift(b: i64, d: i64) -> i64:
    """Return the squares of `b` moved one step in direction `d`, without those that would leave the board.

    Directions go clockwise from 0, north, to 7, north-west. Odd ones are diagonal; d ^ 4 is opposite to d.
    """
    if d < 4:
        if d < 2:
            return (b & _BELOW_8) << 8 if d == 0 else (b & _BELOW_8_NOT_H) << 9
        return (b & _NOT_H) << 1 if d == 2 else (b & _NOT_H) >> 7
    if d < 6:
        return (b >> 8) & _BELOW_8 if d == 4 else (b >> 9) & _BELOW_8_NOT_H
    return (b >> 1) & _NOT_H if d == 6 else ((b & _BELOW_8) << 7) & _NOT_H


def bit_index(bit: i64) -> i64:
    n: i64 = 0
    if bit & 0xFFFFFFFF == 0:
        n = 32
        bit >>= 32
    if bit & 0xFFFF == 0:
        n += 16
        bit >>= 16
    if bit & 0xFF == 0:
        n += 8
        bit >>= 8
    if bit & 0xF == 0:
        n += 4
        bit >>= 4
    if bit & 3 == 0:
        n += 2
        bit >>= 2
    return n if bit & 1 != 0 else n + 1


def squares(b: i64) -> list[int]:
    """Return the squares of a bitboard, lowest first."""
    found: list[int] = []
    while b != 0:
        low = b & -b
        found.append(bit_index(low))
        b ^= low
    return found


@final
class Board:
    """A position; between the hops of a turn the side to move stays the same."""

    def __init__(self, cells: bytes, side: i64, levels: i64) -> None:
        """Set up 64 piece codes, a1 first; `levels` is 2, or 3 in the game with Triples (section 2)."""
        self.black: i64 = 0
        self.white: i64 = 0
        self.kings: i64 = 0
        self.triples: i64 = 0
        self.side: i64 = side
        self.levels: i64 = levels
        for square in range(64):
            code: i64 = cells[square]
            bit: i64 = 1
            bit <<= square
            if code == 0:
                continue
            if code > 3:
                self.white |= bit
                code -= 3
            else:
                self.black |= bit
            if code > 1:
                self.kings |= bit
            if code > 2:
                self.triples |= bit

    def cells(self) -> bytes:
        codes = bytearray(64)
        for square in range(64):
            codes[square] = self.code(square)
        return bytes(codes)

    def code(self, square: i64) -> i64:
        bit: i64 = 1
        bit <<= square
        level: i64 = 1
        if self.kings & bit != 0:
            level = 3 if self.triples & bit != 0 else 2
        if self.black & bit != 0:
            return level
        return level + 3 if self.white & bit != 0 else 0

    def state(self) -> State:
        return (self.black, self.white, self.kings, self.triples)

    def restore(self, state: State, side: i64) -> None:
        self.black = state[0]
        self.white = state[1]
        self.kings = state[2]
        self.triples = state[3]
        self.side = side

    def find_jumpers(self) -> i64:
        """Return a bitboard of the pieces of the side to move that can jump."""
        if self.side == BLACK:
            own, enemy = self.black, self.white
        else:
            own, enemy = self.white, self.black
        empty = ~(own | enemy)
        found: i64 = 0
        d: i64 = 0
        while d < 8:
            back = d ^ 4
            near = shift(enemy & shift(empty, back), back) & own
            if d & 1 == 0 or (d == 1 or d == 7) != (self.side == WHITE):
                near &= self.kings  # Men jump only along the two diagonals forward
            found |= near
            d += 1
        return found

    def find_sliders(self) -> i64:
        """Return a bitboard of the pieces of the side to move that could slide if no jump were compulsory."""
        own = self.black if self.side == BLACK else self.white
        empty = ~(self.black | self.white)
        straight = self.triples if self.levels == 3 else self.kings
        found: i64 = 0
        d: i64 = 0
        while d < 8:
            near = shift(empty, d ^ 4) & own
            if d & 1 == 0:
                near &= straight
            elif (d == 1 or d == 7) != (self.side == WHITE):
                near &= self.kings
            found |= near
            d += 1
        return found

    def find_landings(self, square: i64) -> i64:
        """Return a bitboard of the squares to which the piece on `square`, of the side to move, can jump."""
        bit: i64 = 1
        bit <<= square
        enemy = self.white if self.side == BLACK else self.black
        empty = ~(self.black | self.white)
        king = self.kings & bit != 0
        found: i64 = 0
        d: i64 = 0
        while d < 8:
            if king or (d & 1 != 0 and (d == 1 or d == 7) == (self.side == WHITE)):
                found |= shift(shift(bit, d) & enemy, d) & empty
            d += 1
        return found

    def find_slides(self, square: i64) -> i64:
        """Return a bitboard of the squares to which the piece on `square` could slide if no jump were compulsory."""
        bit: i64 = 1
        bit <<= square
        empty = ~(self.black | self.white)
        king = self.kings & bit != 0
        straight = (self.triples if self.levels == 3 else self.kings) & bit != 0
        found: i64 = 0
        d: i64 = 0
        while d < 8:
            if (straight if d & 1 == 0 else king) or (d & 1 != 0 and (d == 1 or d == 7) == (self.side == WHITE)):
                found |= shift(bit, d) & empty
            d += 1
        return found

    def hop(self, start: i64, end: i64) -> i64:
        """Make a legal jump or slide; return GOES_ON, OVER or PROMOTED. After the last two the other side is to move.

        A piece that rises a level ends its turn even if it could jump on (section 4).
        """
        origin: i64 = 1
        origin <<= start
        target: i64 = 1
        target <<= end
        king = self.kings & origin != 0
        triple = self.triples & origin != 0
        change = end - start
        jump = change & 1 == 0 and change != 8 and change != -8
        if jump:
            over: i64 = 1
            over <<= (start + end) >> 1
            self.black &= ~over
            self.white &= ~over
            self.kings &= ~over
            self.triples &= ~over
        if self.side == BLACK:
            self.black ^= origin | target
        else:
            self.white ^= origin | target
        if king:
            self.kings ^= origin | target
        if triple:
            self.triples ^= origin | target
        result: i64 = OVER
        row = end >> 3 if self.side == WHITE else 7 - (end >> 3)
        if row == 7 and not king:
            self.kings |= target
            result = PROMOTED
        elif row == 0 and king and not triple and self.levels == 3:
            self.triples |= target
            result = PROMOTED
        elif jump and self.find_landings(end) != 0:
            return GOES_ON
        self.side ^= 1
        return result

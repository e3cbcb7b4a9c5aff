"""Numbers of positions of the two-level game with few pieces: their indices in the endgame table.

Positions are seen from the side to move, whose Men go up; a position and its mirror image between the files d and e
have the same number. Each material (numbers of Men and Kings of both sides) has a block of numbers. A number in the
block joins the codes of the squares of all pieces, 6 bits each, but 5 for the first code, which is always even.

The code of a square is 8 * rank + 2 * (distance from the nearer side) + (1 on the files e to h), so code ^ 1 is the
mirror image, and code ^ 56 the square seen from the other side. Equal pieces are in the order of their codes. If the
first piece that isn't one of a pair of equal pieces on mirrored squares is on the files e to h, the mirror image of
the position is numbered instead.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from rules.double_draughts.engine.movegen import DE_BRUIJN, square_table

Material = tuple[int, int, int, int]  # numbers of Men and Kings of the side to move, then of its opponent

FLIP: Final = 56  # `code ^ FLIP` is the code of a square seen from the other side
_FILES: Final = (0, 2, 4, 6, 7, 5, 3, 1)


def code_table() -> list[int]:
    return [8 * (square // 8) + _FILES[square % 8] for square in range(64)]


def materials(pieces: int) -> list[Material]:
    """Return all materials of `pieces` pieces, at least one a side, in the order of their blocks.

    A promotion leads to a material that comes earlier in the list.
    """
    found = []
    for men in range(pieces + 1):
        for own in range(1, pieces):
            for own_men in range(max(0, men - pieces + own), min(men, own) + 1):
                enemy_men = men - own_men
                found.append((own_men, own - own_men, enemy_men, pieces - own - enemy_men))
    return found


def material_index(own_men: i64, own_kings: i64, enemy_men: i64, enemy_kings: i64) -> i64:
    """Return the index in `Numbering.bases` of a material with at most 7 pieces of each kind."""
    return own_men << 9 | own_kings << 6 | enemy_men << 3 | enemy_kings


def block_size(pieces: i64) -> i64:
    """Return the size of the block of a material with this number of pieces."""
    size: i64 = 32
    while pieces > 1:
        size *= 64
        pieces -= 1
    return size


@final
class Numbering:
    """The numbers of all positions with 2 to `max_pieces` pieces; those with fewer pieces have lower numbers."""

    def __init__(self, max_pieces: int) -> None:
        self.bases = vec[i64]([-1] * 4096)  # first number of each material's block, or -1
        self.size: i64 = 0
        for pieces in range(2, max_pieces + 1):
            for own_men, own_kings, enemy_men, enemy_kings in materials(pieces):
                self.bases[material_index(own_men, own_kings, enemy_men, enemy_kings)] = self.size
                self.size += block_size(pieces)
        # of the position last numbered: the codes of its pieces, and whether it is its own mirror image
        self.codes = vec[i64]([0] * (max_pieces + 1))
        self.is_symmetric = False
        self._code_of = vec[i64](code_table())
        self._squares = vec[i64](square_table())
        self._count: i64 = 0

    def number(self, own: i64, enemy: i64, kings: i64, flip: i64) -> i64:
        """Return the number of a position of bitboards; `flip` is 0 if the side to move goes up, else `FLIP`."""
        self._count = 0
        own_men = self._add_codes(own & ~kings, flip)
        own_kings = self._add_codes(own & kings, flip)
        enemy_men = self._add_codes(enemy & ~kings, flip)
        enemy_kings = self._add_codes(enemy & kings, flip)
        base = self.bases[own_men << 9 | own_kings << 6 | enemy_men << 3 | enemy_kings]
        second = own_men
        third = second + own_kings
        fourth = third + enemy_men
        codes = self.codes
        count = self._count
        self.is_symmetric = True
        i: i64 = 0
        while i < count:
            code = codes[i]
            after = i + 1
            if after < count and codes[after] == code ^ 1 and after != second and after != third and after != fourth:
                i += 2  # skip a mirrored pair of equal pieces
                continue
            self.is_symmetric = False
            if code & 1 != 0:
                self._mirror(second, third, fourth)
            break
        offset = codes[0] >> 1
        i = 1
        while i < count:
            offset = offset << 6 | codes[i]
            i += 1
        return base + offset

    def _add_codes(self, pieces: i64, flip: i64) -> i64:
        """Add the codes of equal pieces to `codes`, in ascending order; return their number."""
        codes = self.codes
        first = self._count
        at = first
        while pieces != 0:
            bit = pieces & -pieces
            pieces ^= bit
            code = self._code_of[self._squares[(bit * DE_BRUIJN >> 58) & 63]] ^ flip
            i = at
            while i > first and codes[i - 1] > code:
                codes[i] = codes[i - 1]
                i -= 1
            codes[i] = code
            at += 1
        self._count = at
        return at - first

    def _mirror(self, second: i64, third: i64, fourth: i64) -> None:
        """Mirror `codes`; the arguments are the indices at which the second to fourth kind of piece begins."""
        codes = self.codes
        codes[0] ^= 1
        i: i64 = 1
        while i < self._count:
            code = codes[i] ^ 1
            before = codes[i - 1]
            if before == code + 1 and code & 1 == 0 and i != second and i != third and i != fourth:
                codes[i - 1] = code
                codes[i] = before
            else:
                codes[i] = code
            i += 1

"""Numbers of positions of the two-level game with few pieces: their indices in the endgame table.

Positions that the mirror between the files d and e, or a change of colours, turns into each other have one number.
Every position is seen from the side to move, whose Men go up. A material (numbers of Men and Kings of either side)
has a block of numbers; within it 6 bits give the place of each piece, 5 that of the first. A square's code there is
8 * rank + 2 * (distance from the nearer side) + (1 on the files e to h), so that code ^ 1 is its mirror image and
code ^ 56 the square seen from the other side. Like pieces stand in the order of their codes; the first piece that
isn't one of a mirrored pair stands on the files a to d. Bitboards are as in board.py.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from rules.double_draughts.engine.movegen import DE_BRUIJN, square_table

Material = tuple[int, int, int, int]  # numbers of Men and Kings of the side to move, then of its opponent

CHANGED: Final = 56  # mask: `code ^ CHANGED` is the code of the square seen from the other side
_FILES: Final = (0, 2, 4, 6, 7, 5, 3, 1)


def code_table() -> list[int]:
    return [8 * (square // 8) + _FILES[square % 8] for square in range(64)]


def materials(pieces: int) -> list[Material]:
    """Return all materials with a number of pieces, at least one a side, in the order of their blocks.

    Results of a turn with as many pieces (a Man less, a King more) come earlier.
    """
    found = []
    for men in range(pieces + 1):
        for own in range(1, pieces):
            for own_men in range(max(0, men - pieces + own), min(men, own) + 1):
                rest = pieces - own
                found.append((own_men, own - own_men, men - own_men, rest - men + own_men))
    return found


def key(own_men: i64, own_kings: i64, enemy_men: i64, enemy_kings: i64) -> i64:
    """Return the index in `Numbering.bases` of these numbers of pieces, each at most 7."""
    return own_men << 9 | own_kings << 6 | enemy_men << 3 | enemy_kings


def places(pieces: i64) -> i64:
    count: i64 = 32
    while pieces > 1:
        count *= 64
        pieces -= 1
    return count


@final
class Numbering:
    """The numbers of all positions with 2 to `most` pieces; fewer pieces have lower numbers."""

    def __init__(self, most: int) -> None:
        self.bases = vec[i64]([-1] * 4096)  # material -> first number of its block, -1 without a block
        self.size: i64 = 0
        for pieces in range(2, most + 1):
            for own_men, own_kings, enemy_men, enemy_kings in materials(pieces):
                self.bases[key(own_men, own_kings, enemy_men, enemy_kings)] = self.size
                self.size += places(pieces)
        self.codes = vec[i64]([0] * (most + 1))  # pieces last numbered: own Men, own Kings, enemy Men, Kings
        self.symmetric = False  # whether the position last numbered is its own mirror image
        self._code_of = vec[i64](code_table())
        self._squares = vec[i64](square_table())
        self._count: i64 = 0

    def number(self, own: i64, enemy: i64, kings: i64, change: i64) -> i64:
        """Return the number of a position of 2 to `most` pieces, some of each side.

        `change` is 0 if the side to move goes up, else `CHANGED`.
        """
        self._count = 0
        own_men = self._gather(own & ~kings, change)
        own_kings = self._gather(own & kings, change)
        enemy_men = self._gather(enemy & ~kings, change)
        enemy_kings = self._gather(enemy & kings, change)
        base = self.bases[own_men << 9 | own_kings << 6 | enemy_men << 3 | enemy_kings]
        second = own_men
        third = second + own_kings
        fourth = third + enemy_men
        codes = self.codes
        count = self._count
        self.symmetric = True
        i: i64 = 0
        while i < count:
            code = codes[i]
            after = i + 1
            if after < count and codes[after] == code ^ 1 and after != second and after != third and after != fourth:
                i += 2  # skip a mirrored pair of like pieces
                continue
            self.symmetric = False
            if code & 1 != 0:
                self._mirror(second, third, fourth)
            break
        found = codes[0] >> 1
        i = 1
        while i < count:
            found = found << 6 | codes[i]
            i += 1
        return base + found

    def _gather(self, pieces: i64, change: i64) -> i64:
        """Add the codes of like pieces, in order; return their number."""
        codes = self.codes
        first = self._count
        at = first
        while pieces != 0:
            bit = pieces & -pieces
            pieces ^= bit
            code = self._code_of[self._squares[(bit * DE_BRUIJN >> 58) & 63]] ^ change
            i = at
            while i > first and codes[i - 1] > code:
                codes[i] = codes[i - 1]
                i -= 1
            codes[i] = code
            at += 1
        self._count = at
        return at - first

    def _mirror(self, second: i64, third: i64, fourth: i64) -> None:
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

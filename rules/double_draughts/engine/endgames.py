"""The endgame table: the exact result of every position of the two-level game with two or three pieces.

`python -m rules.lab endgames` makes it. `data/endgames.bin` holds one byte for each position, in the order of
`numbering`: 0 for a draw, or else the plies to the end + 1.
"""

from functools import cache
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from rules.common import packed
from rules.double_draughts.engine.board import WHITE
from rules.double_draughts.engine.numbering import FLIP, Numbering

FILE: Final = "data/endgames.bin"
MAGIC: Final = b"DDE1"
MAX_PIECES: Final = 3  # maximum number of pieces of a position in the table
_NAME: Final = "table of endings"


@final
class Endgames:
    """The values of all positions with 2 to `max_pieces` pieces, at least one a side."""

    def __init__(self, values: bytes, max_pieces: int = MAX_PIECES) -> None:
        self.max_pieces = max_pieces
        self._numbering = Numbering(max_pieces)
        self._values = vec[u8](values)

    def value(self, own: i64, enemy: i64, kings: i64, side: i64) -> i64:
        """Return the value of a position for `side`, which is to move and has the pieces `own` (bitboards).

        It is 0 for a draw, or else the plies to the end + 1: an odd number of plies wins, an even one loses.
        """
        flip: i64 = FLIP
        if side == WHITE:
            flip = 0
        return i64(self._values[self._numbering.number(own, enemy, kings, flip)])


@cache
def load() -> Endgames:
    """Return the packaged table, which is read at the first call. Raises TableError."""
    return Endgames(unpack(packed.load("rules.double_draughts", FILE, _NAME)))


def unpack(data: bytes, max_pieces: int = MAX_PIECES) -> bytes:
    """Unpack the values from the content of a table file. Raises TableError."""
    return packed.unpack(MAGIC, data, Numbering(max_pieces).size, _NAME)

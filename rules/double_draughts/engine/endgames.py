"""The endgame table: the exact result of every position of the two-level game with two or three pieces.

`data/endgames.bin` (by `python -m rules.lab endgames`) holds a byte for each number of `numbering.py`: 0 if the
position is drawn, else plies to the end + 1.
"""

from functools import cache
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from rules.common import packed
from rules.double_draughts.engine.board import WHITE
from rules.double_draughts.engine.numbering import CHANGED, Numbering

FILE: Final = "data/endgames.bin"
MAGIC: Final = b"DDE1"
MOST: Final = 3  # most pieces of a position in the table
_NAME: Final = "table of endings"


@final
class Endgames:
    """The values of all positions of 2 to `most` pieces, at least one a side."""

    def __init__(self, values: bytes, most: int = MOST) -> None:
        self.most = most
        self._numbering = Numbering(most)
        self._values = vec[u8](values)

    def value(self, own: i64, enemy: i64, kings: i64, side: i64) -> i64:
        """Return the value of a position for `side`, to move, with the pieces `own`; bitboards as in board.py.

        0 if it is drawn, else plies to the end + 1: an odd number of plies wins, an even one loses.
        """
        change: i64 = CHANGED
        if side == WHITE:
            change = 0
        return i64(self._values[self._numbering.number(own, enemy, kings, change)])


@cache
def load() -> Endgames:
    """Return the table that ships, read at the first call. Raises TableError."""
    return Endgames(unpack(packed.load("rules.double_draughts", FILE, _NAME)))


def unpack(data: bytes, most: int = MOST) -> bytes:
    return packed.unpack(MAGIC, data, Numbering(most).size, _NAME)

"""The endgame table: the exact result of every position of the two-level game with two or three pieces.

`data/endgames.bin` (by `python -m rules.lab endgames`) holds a byte for each number of `numbering.py`: 0 if the
position is drawn, else plies to the end + 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from rules.common import packed
from rules.double_draughts.engine.board import WHITE, Board
from rules.double_draughts.engine.numbering import CHANGED, Numbering

FILE: Final = "data/endgames.bin"
MAGIC: Final = b"DDE1"
MOST: Final = 3
"""The most pieces of a position in the table."""
_NAME: Final = "table of endings"


@dataclass(frozen=True, slots=True)
class Ending:
    """How a position ends if the winner goes the shortest way and the loser the longest."""

    winner: int | None
    """The seat that wins, None if neither can force it."""
    plies: int
    """Turns of both sides together until the loser has no piece or no move; 0 in a drawn game."""


@final
class Endgames:
    """The values of all positions of 2 to `most` pieces, at least one a side."""

    def __init__(self, values: bytes, most: int = MOST) -> None:
        """`values`: a byte a number, as in the file."""
        self.most = most
        self._numbering = Numbering(most)
        self._values = vec[u8](values)

    def value(self, own: i64, enemy: i64, kings: i64, side: i64) -> i64:
        """The value of a position for `side`, to move, whose pieces are `own`; bitboards as in board.py.

        0 if it is drawn, else plies to the end + 1: an odd number of plies wins, an even one loses.
        """
        change: i64 = CHANGED
        if side == WHITE:
            change = 0
        return i64(self._values[self._numbering.number(own, enemy, kings, change)])

    def probe(self, board: Board) -> Ending | None:
        """The ending of a position at the start of a turn; None if it isn't in the table.

        Quiet plies and repetition are ignored: the result holds if the quiet plies so far and those to come are 80
        at most and no position on the way has stood twice.
        """
        pieces: i64 = 0
        rest = board.black | board.white
        while rest != 0:
            rest &= rest - 1
            pieces += 1
        if board.levels != 2 or pieces > self.most or board.black == 0 or board.white == 0:
            return None
        own, enemy = (board.white, board.black) if board.side == WHITE else (board.black, board.white)
        value = self.value(own, enemy, board.kings, board.side)
        if value == 0:
            return Ending(None, 0)
        return Ending(board.side if value % 2 == 0 else 1 - board.side, value - 1)


def probe(board: Board) -> Ending | None:
    """The ending of a position of two or three pieces at the start of a turn, as `Endgames.probe` tells it.

    Raises TableError.
    """
    return load().probe(board)


@cache
def load() -> Endgames:
    """The table that ships, read when it is first asked for. Raises TableError."""
    return Endgames(unpack(packed.load("rules.double_draughts", FILE, _NAME)))


def pack(values: bytes) -> bytes:
    """The file for a table of values."""
    return packed.pack(MAGIC, values)


def unpack(data: bytes, most: int = MOST) -> bytes:
    """The values in a file that `pack` has made. Raises TableError."""
    return packed.unpack(MAGIC, data, Numbering(most).size, _NAME)

"""The exact chance to win a game of Unstacked Draughts, looked up in a table.

`rules/lab/chances.py` makes the table, `chances.bin` beside this file. It holds 16 bits a joint state: a chance is
off by at most 1/131070. The file, packed as packed.py says, holds the differences of successive chances modulo
2**16: all lower bytes, then all upper ones.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Sequence
from functools import cache
from itertools import accumulate, pairwise
from typing import Final

from rules.common import packed
from rules.unstacked_draughts.engine.board import OFF, State, best
from rules.unstacked_draughts.engine.joint import PLACES, place

FILE: Final = "data/chances.bin"
MAGIC: Final = b"UDC1"
SURE: Final = 65535
"""How the table writes the chance 1."""
_NAME: Final = "table of chances"


def chance(own: State, other: State) -> float:
    """The chance to win the game for the side next to throw, `own`, with no roll lying that could still be used.

    It is 1 for a finished side and 0 against one. Trusts its caller about the sides. Raises TableError.
    """
    return load()[place(own, other)] / SURE


def chance_after(thrower: State, other: State, free: Sequence[int], *, double: bool) -> float:
    """The chance of the thrower of a lying roll, if whatever can be used of its `free` dice will be (section 4).

    `double` tells whether the roll was one, used up or not: then the thrower throws again. Raises TableError.
    """
    thrower, other = roll(thrower, other, free)
    if thrower == OFF:
        return 1.0
    if other == OFF:
        return 0.0
    return chance(thrower, other) if double else 1 - chance(other, thrower)


def roll(thrower: State, other: State, free: Sequence[int]) -> tuple[State, State]:
    """Both sides once all is used of these dice: the thrower's, then what goes over, unless he has finished."""
    thrower, _, left = best(thrower, free)
    return thrower, other if thrower == OFF else best(other, left)[0]


@cache
def load() -> array[int]:
    """The table, by number of the joint state (`joint.place`); read once. Raises TableError."""
    return unpack(packed.load("rules.unstacked_draughts", FILE, _NAME))


def pack(chances: Sequence[int]) -> bytes:
    """The file for a table of chances from 0 to `SURE`."""
    steps = [(following - before) % (SURE + 1) for before, following in pairwise([0, *chances])]
    data = struct.pack(f"<{len(steps)}H", *steps)
    return packed.pack(MAGIC, data[0::2] + data[1::2])


def unpack(data: bytes) -> array[int]:
    """The table in a file that `pack` has made. Raises TableError."""
    planes = packed.unpack(MAGIC, data, 2 * PLACES, _NAME)
    mixed = bytearray(len(planes))
    mixed[0::2], mixed[1::2] = planes[:PLACES], planes[PLACES:]
    steps = struct.unpack(f"<{PLACES}H", mixed)
    return array("H", [total % (SURE + 1) for total in accumulate(steps)])

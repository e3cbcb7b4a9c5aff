"""The exact chance to win a game of Unstacked Draughts, looked up in a table.

`python -m rules.lab chances` makes the table, `data/chances.bin`. It holds 16 bits for each joint state (`joint`),
so a chance is off by at most 1/131070. The file is packed by `rules.common.packed`; it holds the differences of
successive chances modulo 2**16, first all lower bytes, then all upper ones.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Sequence
from functools import cache
from itertools import accumulate, pairwise
from typing import Final

from rules.common import packed
from rules.unstacked_draughts.engine.board import OFF, State, use_all
from rules.unstacked_draughts.engine.joint import SIZE, number_of

FILE: Final = "data/chances.bin"
MAGIC: Final = b"UDC1"
SURE: Final = 65535  # entry of the table for the chance 1
_NAME: Final = "table of chances"


def chance(own: State, other: State) -> float:
    """Return the chance of the side `own`, which throws next, to win the game. Raises TableError.

    The chance is 1 if `own` has borne off all checkers, 0 if `other` has. The states aren't checked.
    """
    return load()[number_of(own, other)] / SURE


def chance_after(thrower: State, other: State, free: Sequence[int], *, double: bool) -> float:
    """Return the thrower's chance to win the game after all uses of a roll's `free` dice (README.md, section 4).

    After a `double` the thrower throws again. Raises TableError.
    """
    thrower, other = play_roll(thrower, other, free)
    if thrower == OFF:
        return 1.0
    if other == OFF:
        return 0.0
    return chance(thrower, other) if double else 1 - chance(other, thrower)


def play_roll(thrower: State, other: State, free: Sequence[int]) -> tuple[State, State]:
    """Return both sides after all uses of these dice, by the thrower and then by the other if the game isn't won."""
    thrower, _, left = use_all(thrower, free)
    return thrower, other if thrower == OFF else use_all(other, left)[0]


@cache
def load() -> array[int]:
    """Return the table, which is indexed by `joint.number_of`. Raises TableError."""
    return unpack(packed.load("rules.unstacked_draughts", FILE, _NAME))


def pack(chances: Sequence[int]) -> bytes:
    """Return a table of chances, from 0 to `SURE`, as the bytes of a file."""
    steps = [(following - before) % (SURE + 1) for before, following in pairwise([0, *chances])]
    data = struct.pack(f"<{len(steps)}H", *steps)
    return packed.pack(MAGIC, data[0::2] + data[1::2])


def unpack(data: bytes) -> array[int]:
    """Return the table of chances in a file. Raises TableError."""
    halves = packed.unpack(MAGIC, data, 2 * SIZE, _NAME)
    interleaved = bytearray(len(halves))
    interleaved[0::2], interleaved[1::2] = halves[:SIZE], halves[SIZE:]
    steps = struct.unpack(f"<{SIZE}H", interleaved)
    return array("H", [total % (SURE + 1) for total in accumulate(steps)])

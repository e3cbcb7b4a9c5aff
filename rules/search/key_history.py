"""Positions that come again: those of the match, and those on the line under search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

_ROOM: Final = 512


@final
class KeyHistory:
    """The keys of the match since its last irreversible turn, then those of the line under search."""

    def __init__(self, plies: int, soonest: int) -> None:
        """`plies`: how deep the line may go; `soonest`: after how many plies a position may come again, an even
        number."""
        self._most = _ROOM - plies - 8
        self._soonest: i64 = soonest
        self.keys = vec[i64]([0] * _ROOM)
        """From the earliest on; the root's stands at `root`."""
        self.root: i64 = 0
        """How many positions come before the root."""

    def reset(self, stood: Sequence[int]) -> None:
        """Forget all but the keys of what stood before the root."""
        self.root = 0
        for key in stood[-self._most :]:
            self.keys[self.root] = key
            self.root += 1

    def push(self, key: i64, ply: i64) -> None:
        """Note the position `ply` plies from the root."""
        self.keys[self.root + ply] = key

    def is_repetition(self, key: i64, quiet: i64, ply: i64) -> bool:
        """Whether the position `ply` plies from the root stood before on the line under search, whose players can
        force it again, or twice in the match. `quiet`: plies since the last irreversible one."""
        keys = self.keys
        at = self.root + ply
        back = at - quiet
        if back < 0:
            back = 0
        times: i64 = 0
        i = at - self._soonest
        while i >= back:
            if keys[i] == key:
                times += 1
                if i > self.root or times == 2:
                    return True
            i -= 2
        return False

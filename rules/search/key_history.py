"""History of position keys, for detecting repetitions in the match and on the current line."""

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

_ROOM: Final = 512


@final
class KeyHistory:
    """Position keys of the match since its last irreversible turn, followed by those of the current line."""

    def __init__(self, plies: int, soonest: int) -> None:
        """Create an empty history for lines of up to `plies`.

        `soonest`: minimum number of plies between two occurrences of a position; it must be even.
        """
        self._most = _ROOM - plies - 8
        self._soonest: i64 = soonest
        self.keys = vec[i64]([0] * _ROOM)  # oldest first; shape (_ROOM,); that of the root has the index `root`
        self.root: i64 = 0

    def reset(self, stood: Sequence[int]) -> None:
        """Clear the history and enter the keys `stood` of the positions before the root, oldest first."""
        self.root = 0
        for key in stood[-self._most :]:
            self.keys[self.root] = key
            self.root += 1

    def push(self, key: i64, ply: i64) -> None:
        self.keys[self.root + ply] = key

    def is_repetition(self, key: i64, quiet: i64, ply: i64) -> bool:
        """Return whether the key occurred before on the current line, after the root, or twice in all.

        `quiet`: plies since the last irreversible one; older positions are not compared.
        """
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

"""The history of position keys by which a search detects repetitions, in the match and on the current line."""

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

_CAPACITY: Final = 512


@final
class KeyHistory:
    """Position keys of the match since its last irreversible turn, followed by those of the current line."""

    def __init__(self, plies: int, min_distance: int) -> None:
        """Create an empty history for lines of up to `plies`.

        `min_distance` is the minimum number of plies between two occurrences of a position; it must be even.
        """
        self._max_earlier = _CAPACITY - plies - 8
        self._min_distance: i64 = min_distance
        self.keys = vec[i64]([0] * _CAPACITY)  # oldest first; the key of the root has the index `root`
        self.root: i64 = 0

    def reset(self, earlier_keys: Sequence[int]) -> None:
        """Clear the history and enter the keys of the positions before the root, oldest first."""
        self.root = 0
        for key in earlier_keys[-self._max_earlier :]:
            self.keys[self.root] = key
            self.root += 1

    def push(self, key: i64, ply: i64) -> None:
        self.keys[self.root + ply] = key

    def is_repetition(self, key: i64, quiet: i64, ply: i64) -> bool:
        """Return whether the key occurred before on the current line after the root, or twice before in all.

        `key` belongs to ply `ply` of the line. An irreversible ply was `quiet` plies ago; older keys don't count.
        """
        keys = self.keys
        at = self.root + ply
        oldest = at - quiet
        if oldest < 0:
            oldest = 0
        count: i64 = 0
        i = at - self._min_distance
        while i >= oldest:
            if keys[i] == key:
                count += 1
                if i > self.root or count == 2:
                    return True
            i -= 2
        return False

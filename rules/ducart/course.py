"""What a search has to remember of its way: the positions that stood before, and the best line found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

_ROOM: Final = 512


@final
class Path:
    """The keys of the match since its last kill or promotion, then those of the line under search."""

    def __init__(self, plies: int) -> None:
        """`plies`: how deep the line may go."""
        self._most = _ROOM - plies - 8
        self._keys = vec[i64]([0] * _ROOM)
        self._root: i64 = 0

    def begin(self, stood: Sequence[int]) -> None:
        """Forget all but the keys of what stood before the root."""
        self._root = 0
        for key in stood[-self._most :]:
            self._keys[self._root] = key
            self._root += 1

    def enter(self, key: i64, ply: i64) -> None:
        """Note the position `ply` turns from the root."""
        self._keys[self._root + ply] = key

    def repeated(self, key: i64, quiet: i64, ply: i64) -> bool:
        """Whether the position `ply` turns from the root stood before on the line under search, whose players can
        force it again, or twice in the match. `quiet`: turns since the last kill or promotion. What is slept and
        healed again comes back within two turns."""
        keys = self._keys
        at = self._root + ply
        back = at - quiet
        if back < 0:
            back = 0
        times: i64 = 0
        i = at - 2
        while i >= back:
            if keys[i] == key:
                times += 1
                if i > self._root or times == 2:
                    return True
            i -= 2
        return False


@final
class Line:
    """The best steps from each ply on."""

    def __init__(self, plies: int) -> None:
        self._plies: i64 = plies
        self._steps = vec[i64]([0] * (plies * plies))
        self._ends = vec[i64]([0] * (plies + 2))

    def steps(self) -> list[int]:
        """The line from the root."""
        return [self._steps[i] for i in range(self._ends[0])]

    def clear(self, ply: i64) -> None:
        """Nothing is known from `ply` on."""
        self._ends[ply] = ply

    def extend(self, ply: i64, step: i64) -> None:
        """The best from `ply` on is this step and what was found from the next ply on."""
        steps = self._steps
        base = ply * self._plies
        next_base = base + self._plies
        steps[base + ply] = step
        end = self._ends[ply + 1]
        i = ply + 1
        while i < end:
            steps[base + i] = steps[next_base + i]
            i += 1
        self._ends[ply] = i

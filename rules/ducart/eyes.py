"""How clearly a level sees: what a position is worth to it, and which blows it overlooks."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from rules.ducart.evaluation import judge
from rules.ducart.grid import Grid

_AT_EASE: Final = 20
"""From so many turns without kill or promotion on, what is said of a position changes towards what ends the match:"""
_FADE: Final = 90
"""a score fades by the turns beyond them in so many, where it ends drawn;"""
_LEAD: Final = 8
"""or by so much a turn for who is ahead, where it is counted."""
_LOW_62: Final = 0x3FFFFFFFFFFFFFFF
_SPREAD: Final = 0x1E3779B97F4A7C15

ENDLESS: Final = 0
DRAWN: Final = 1
COUNTED: Final = 2
"""What a hundred turns without kill or promotion are: nothing, a drawn match, or counted (section 8.4)."""


@final
class Eyes:
    """The judgement of one level in one search; `noise`, `blind` and `seed` are as in `Core.place`."""

    def __init__(self) -> None:
        self.blind: i64 = 0
        self.hundred: i64 = DRAWN
        self._seed: i64 = 0
        self._noise: i64 = 0

    def set_up(self, seed: int, noise: int, blind: int, hundred: int) -> None:
        """See so clearly from now on."""
        self._seed = seed & _LOW_62
        self._noise = noise
        self.blind = blind
        self.hundred = hundred

    def judge(self, grid: Grid, quiet: i64) -> i64:
        """The score for the side to move, `quiet` turns after the last kill or promotion."""
        score = judge(grid)
        if quiet > _AT_EASE:
            if self.hundred == DRAWN:
                score -= score * (quiet - _AT_EASE) // _FADE
            elif self.hundred == COUNTED:
                score += lead(grid) * (quiet - _AT_EASE) * _LEAD
        if self._noise != 0:
            random = ((grid.key ^ self._seed) * _SPREAD >> 30) & 1023
            score += (random * (2 * self._noise + 1) >> 10) - self._noise
        return score

    def overlook(self, key: i64) -> bool:
        """Whether a blow that leads to the position `key` is not seen."""
        return self.blind != 0 and ((key ^ self._seed) * _SPREAD >> 44) & 255 < self.blind


def lead(grid: Grid) -> i64:
    """1 if the side to move is ahead by the count of section 10, Sweepers before all pieces; -1 if behind, or 0."""
    side = grid.side
    ahead = grid.sweepers[side] - grid.sweepers[side ^ 1]
    if ahead == 0:
        ahead = grid.pieces[side] - grid.pieces[side ^ 1]
    if ahead > 0:
        return 1
    if ahead < 0:
        return -1
    return 0

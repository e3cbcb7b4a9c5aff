"""The moves of Double Draughts. Each move is one hop of a turn (README.md, section 3)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from rules.common.squares import NAMES
from rules.contract import Seat

_JUMPS: Final = (2, 14, 16, 18)  # differences between the squares of a jump; those of a slide are 1, 7, 8 and 9


@dataclass(frozen=True, slots=True)
class Hop:
    """One slide or jump of a piece; squares are numbered from 0 (a1) to 63 (h8)."""

    seat: Seat
    start: int
    end: int
    jump: bool

    def __str__(self) -> str:
        return f"{NAMES[self.start]}{'x' if self.jump else '-'}{NAMES[self.end]}"

    @property
    def over(self) -> int:
        return (self.start + self.end) // 2


def hops(seat: Seat, path: Sequence[int]) -> list[Hop]:
    return [Hop(seat, start, end, abs(start - end) in _JUMPS) for start, end in pairwise(path)]

"""The moves of Double Draughts: one decision is one hop (README.md, section 3)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from rules.common.squares import NAMES
from rules.contract import Seat

_JUMPS: Final = (2, 14, 16, 18)  # changes of the square's number in a jump; in a slide it changes by 1, 7, 8 or 9


@dataclass(frozen=True, slots=True)
class Hop:
    """One slide or jump of one piece, between squares 0 (a1) to 63 (h8)."""

    seat: Seat
    start: int
    end: int
    jump: bool

    def __str__(self) -> str:
        return f"{NAMES[self.start]}{'x' if self.jump else '-'}{NAMES[self.end]}"

    @property
    def over(self) -> int:
        """Square that a jump passes: midway on file and rank, so midway in number too."""
        return (self.start + self.end) // 2


def hops(seat: Seat, path: Sequence[int]) -> list[Hop]:
    return [Hop(seat, start, end, abs(start - end) in _JUMPS) for start, end in pairwise(path)]

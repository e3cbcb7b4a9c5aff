"""The moves of Duck Chess as values: a turn is a piece move, then a duck move (README.md, section 2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from rules.common.squares import NAMES
from rules.contract import Seat


@dataclass(frozen=True, slots=True)
class PieceMove:
    """The first move of a turn, and the only one if it captures the king. Squares are 0 (a1) to 63 (h8)."""

    seat: Seat
    start: int
    end: int
    promotion: int = 0  # kind into which a pawn is promoted: 2 to 5 for N B R Q; 0 for none

    def __str__(self) -> str:
        return f"{NAMES[self.start]}{NAMES[self.end]}{'..nbrq'[self.promotion] if self.promotion else ''}"

    @property
    def code(self) -> int:
        return self.start | self.end << 6 | self.promotion << 12

    @staticmethod
    def from_code(seat: Seat, code: int) -> PieceMove:
        return PieceMove(seat, code & 63, code >> 6 & 63, code >> 12)


@dataclass(frozen=True, slots=True)
class DuckMove:
    """The second move of a turn. `start` is None while the duck isn't on the board (section 2)."""

    seat: Seat
    start: int | None
    end: int

    def __str__(self) -> str:
        return f"@{NAMES[self.end]}"


Move: TypeAlias = PieceMove | DuckMove

"""Several matches of one sitting: who begins, and the running score."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from rules.contract import Outcome


@dataclass(frozen=True, slots=True)
class Series:
    """`seating[seat]` is the player who sits there, by number; `points[player]` counts a win 1, a drawn match ½."""

    seating: tuple[int, ...]
    points: tuple[float, ...]
    played: int = 0

    @classmethod
    def begin(cls, players: int) -> Self:
        """A sitting of so many players, in their first seats."""
        return cls(tuple(range(players)), (0.0,) * players)

    def scored(self, outcome: Outcome) -> Self:
        """After a match that ended so."""
        won = {self.seating[seat] for seat in outcome.winners}
        share = (1.0 / len(won)) if won else 1.0 / len(self.points)
        winners = won or set(range(len(self.points)))
        points = tuple(had + (share if player in winners else 0.0) for player, had in enumerate(self.points))
        return replace(self, points=points, played=self.played + 1)

    def turned(self) -> Self:
        """For the next match: everybody moves up one seat, so that two players change sides."""
        return replace(self, seating=self.seating[1:] + self.seating[:1])

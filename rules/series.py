"""A series of matches between the same players: their seats and their score."""

from dataclasses import dataclass, replace
from typing import Self

from rules.contract import Outcome


@dataclass(frozen=True, slots=True)
class Series:
    """A series of matches; `seating[seat]` is the number of the player on that seat.

    `points[player]` is the score: a match gives one point, shared equally by its winners, or by all if it is drawn.
    """

    seating: tuple[int, ...]
    points: tuple[float, ...]
    played: int = 0

    @classmethod
    def begin(cls, players: int) -> Self:
        return cls(tuple(range(players)), (0.0,) * players)

    def add_outcome(self, outcome: Outcome) -> Self:
        won = {self.seating[seat] for seat in outcome.winners}
        share = (1.0 / len(won)) if won else 1.0 / len(self.points)
        winners = won or set(range(len(self.points)))
        points = tuple(before + (share if player in winners else 0.0) for player, before in enumerate(self.points))
        return replace(self, points=points, played=self.played + 1)

    def change_seats(self) -> Self:
        """Return the series with each player moved to the seat before, so that two players change sides."""
        return replace(self, seating=self.seating[1:] + self.seating[:1])

"""Which position of the match the board shows: the match itself, or one that is looked back on, perhaps as a film."""

from __future__ import annotations

from rules.contract import Move, Position
from rules.match import Change, Match, Span


class PlyCursor:
    """A place in a match; `shown`: plies on the board, None as it stands. Looking back begins at the end."""

    def __init__(self, match: Match, looking_back: bool) -> None:
        self.match = match
        self.shown: int | None = len(match.plies) if looking_back else None
        self.aside: tuple[Change, ...] = ()
        """What lies there instead of what came next; `look` takes it off."""

    @property
    def live(self) -> bool:
        """Whether the board shows the match as it stands."""
        return self.shown is None

    @property
    def ply(self) -> int:
        """How many plies are on the board."""
        return len(self.match.plies) if self.shown is None else self.shown

    @property
    def position(self) -> Position:
        """What the board shows."""
        return self.seen(0)

    @property
    def at_end(self) -> bool:
        """Whether nothing comes after."""
        return self.ply >= len(self.match.plies)

    def look(self, ply: int | None) -> None:
        """Show the position after `ply` plies. The last one of a match that goes on is the match itself."""
        live = ply is None or (ply >= len(self.match.plies) and self.match.outcome() is None)
        self.shown, self.aside = None if live else ply, ()

    def back(self) -> int:
        """Where the turn before begins; from what lies there instead, where that began."""
        ends = [self.ply] if self.aside else [span.first for span in self.match.turns() if span.first < self.ply]
        return max(ends, default=0)

    def on(self) -> Span | None:
        """The turn that comes next."""
        return next((span for span in self.match.turns() if span.first >= self.ply), None)

    def turn(self, coming: int = 0) -> int | None:
        """The number of the last turn on the board, from 0; the last `coming` plies are not there yet."""
        ply = self.ply - coming
        return max((number for number, span in enumerate(self.match.turns()) if span.first < ply), default=None)

    def seen(self, coming: int) -> Position:
        """What lies on the board while the last `coming` plies are still on their way, if there are so many."""
        if self.aside:
            return (self.aside[0].before, *(change.after for change in self.aside))[-1 - coming]
        return self.match.positions[max(0, self.ply - coming)]

    def steps(self, coming: int = 0) -> list[tuple[Position, Move]]:
        """The moves of the last turn on the board (of what lies there instead), but for the last `coming` plies, with
        the positions before."""
        if self.aside:
            return [(change.before, change.move) for change in self.aside[: len(self.aside) - coming]]
        number = self.turn(coming)
        if number is None:
            return []
        span = self.match.turns()[number]
        plies = range(span.first, min(span.last, self.ply - coming))
        return [(self.match.positions[ply], self.match.plies[ply].move) for ply in plies]

"""The place in a match that the board shows: the match itself, or a position that is looked back on. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Self

from rules.contract import NATURE, Move, Position, Seat
from rules.match import Change, Match, Span


@dataclass(frozen=True, slots=True)
class PlyCursor:
    """A place in a match. Methods with `pending` leave the last so many plies out: their animations still run."""

    match: Match
    shown: int | None = None
    """Plies on the board; None shows the match as it stands."""
    aside: tuple[Change, ...] = ()
    """Changes shown instead of the ones that came next."""

    @classmethod
    def at_ply(cls, match: Match, ply: int | None) -> Self:
        """Return the cursor after `ply` plies; the last one of a match that goes on is the match itself."""
        is_live = ply is None or (ply >= len(match.plies) and match.outcome() is None)
        return cls(match, None if is_live else ply)

    @property
    def is_live(self) -> bool:
        """Whether the board shows the match as it stands."""
        return self.shown is None

    @property
    def ply(self) -> int:
        """The number of plies on the board."""
        return len(self.match.plies) if self.shown is None else self.shown

    @property
    def position(self) -> Position:
        return self.position_before(0)

    @property
    def is_at_end(self) -> bool:
        return self.ply >= len(self.match.plies)

    @property
    def previous_ply(self) -> int:
        """The ply at which the turn on the board begins, or what lies there instead."""
        ends = [self.ply] if self.aside else [span.first for span in self.match.turns() if span.first < self.ply]
        return max(ends, default=0)

    @property
    def next_turn(self) -> Span | None:
        return next((span for span in self.match.turns() if span.first >= self.ply), None)

    def turn_number(self, pending: int = 0) -> int | None:
        """Return the number of the last turn on the board, from 0."""
        ply = self.ply - pending
        return max((number for number, span in enumerate(self.match.turns()) if span.first < ply), default=None)

    def position_before(self, pending: int) -> Position:
        """Return the position before the pending plies."""
        if self.aside:
            return (self.aside[0].before, *(change.after for change in self.aside))[-1 - pending]
        return self.match.positions[max(0, self.ply - pending)]

    def list_steps(self, pending: int = 0) -> list[tuple[Position, Move]]:
        """Return the moves of the last turn on the board, or of what lies there instead, each with its position."""
        if self.aside:
            return [(change.before, change.move) for change in self.aside[: len(self.aside) - pending]]
        number = self.turn_number(pending)
        if number is None:
            return []
        span = self.match.turns()[number]
        plies = range(span.first, min(span.last, self.ply - pending))
        return [(self.match.positions[ply], self.match.plies[ply].move) for ply in plies]

    def list_plies_to_repeat(self, persons: Sequence[Seat]) -> range:
        """Return the plies of the others since the person's last turn, or of the last turn on the board."""
        spans = [span for span in self.match.turns() if span.first < self.ply]
        if not spans or spans[-1].seat == NATURE:
            return range(0)
        mover = self.match.position.to_move
        seat = persons[0] if len(persons) == 1 else mover
        is_under_way = spans[-1].seat == seat == mover and len(spans) > 1
        ended = spans[:-1] if is_under_way else spans
        others = list(takewhile(lambda span: span.seat not in (seat, NATURE), reversed(ended)))
        first = others[-1] if others and self.is_live else spans[-1]
        return range(first.first, self.ply)

    def list_changes(self, plies: range) -> list[Change]:
        """Return the changes of plies that were played."""
        positions = self.match.positions
        return [Change(positions[ply], positions[ply + 1], self.match.plies[ply].move) for ply in plies]

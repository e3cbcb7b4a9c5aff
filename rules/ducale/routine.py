"""What the turns of the simple players have in common: take or draw, lay, discard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from rules.ducale.cards import Card
from rules.ducale.moves import Discard, Draw, Move, Rebuild, Take
from rules.ducale.plan import Plan

if TYPE_CHECKING:
    from rules.ducale.position import Position


class Routine(NamedTuple):
    """How a player decides each part of a turn, from what its seat sees."""

    takes: Callable[[Position], bool]
    """Whether it wants the top discard."""
    lays: Callable[[Position], Sequence[Move]]
    """What it lays and lays off, and which jokers it swaps, in order."""
    discards: Callable[[Position, Random], Card]
    """Which card of its hand it throws."""

    def turn(self, view: Position, rng: Random) -> list[Move]:
        """The moves of the seat to move, up to the end of its turn or a card that it can't foresee."""
        if view.phase == "draw":
            if not self.takes(view):
                return [Draw(view.turn) if view.stock else Rebuild(view.turn)]
            take = Take(view.turn)
            return [take, *self.turn(view.play(take), rng)]
        moves = list(self.lays(view))
        for move in moves:
            view = view.play(move)
        if view.phase == "act":
            moves.append(Discard(view.turn, self.discards(view, rng)))
        return moves


def acts(plan: Plan | None) -> Sequence[Move]:
    """What a plan lays; nothing if there is none."""
    return () if plan is None else plan.acts

"""A simple player: lays whatever it can and discards what costs most. It needs nothing but what its seat sees."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Final

from rules.ducale.cards import JOKER, VALUES, Card
from rules.ducale.moves import Move, Take
from rules.ducale.plan import best_plan
from rules.ducale.routine import Routine, acts

if TYPE_CHECKING:
    from rules.ducale.position import Position


def wants_discard(view: Position) -> bool:
    """Whether the top discard leaves fewer points than the hand has without it."""
    if not view.may_take():
        return False
    taken = best_plan(view.play(Take(view.turn)))
    return taken is not None and (taken.out or taken.points < sum(VALUES[card] for card in view.hand))


def dearest(hand: Sequence[Card], rng: Random) -> Card:
    """The card that costs most in hand, no joker if there is another; of equal ones any."""
    most = max((VALUES[card] for card in hand if card != JOKER), default=0)
    return rng.choice([card for card in hand if card != JOKER and VALUES[card] == most] or [JOKER])


_ROUTINE: Final = Routine(
    wants_discard, lambda view: acts(best_plan(view)), lambda view, rng: dearest(view.hand, rng)
)


def greedy(view: Position, rng: Random) -> list[Move]:
    """The moves of the seat to move, up to the end of its turn or a card that it can't foresee."""
    return _ROUTINE.turn(view, rng)

"""A player that counts its outs: the cards that would help what it keeps (README.md, section 16)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Final

from rules.ducale.cards import JOKER, VALUES, Card, without
from rules.ducale.dealing import unseen
from rules.ducale.engine.solver import solve
from rules.ducale.greedy import wants_discard
from rules.ducale.moves import Move
from rules.ducale.plan import best_plan
from rules.ducale.routine import Routine, acts

if TYPE_CHECKING:
    from rules.ducale.position import Position

LASTING: Final = 3.0
"""How many turns an out is worth waiting for: what it would save counts so often against a card's points now."""


def idlest(view: Position, rng: Random) -> Card:
    """The card without which the hand stands best; no joker if there is another."""
    values = prospects(view)
    best = max(values.values(), default=0.0)
    return rng.choice([card for card, value in values.items() if value == best] or [JOKER])


def prospects(view: Position) -> dict[Card, float]:
    """Each natural card of the hand -> what the hand is worth without it: few points, and many cards that would meld
    more of it."""
    unknown = unseen(view)
    naturals = [card for card in dict.fromkeys(view.hand) if card != JOKER]
    return {card: _prospect(without(view.hand, (card,)), unknown) for card in naturals}


def _prospect(hand: Sequence[Card], unknown: Mapping[Card, int]) -> float:
    """What a hand is worth, in points: less those it costs, and what the next card of the stock would save."""
    solution = solve(hand)
    points = solution.min_points
    saved = 0.0
    total = sum(unknown.values())
    for card, count in unknown.items():
        saved += count * (points + VALUES[card] - solve((*hand, card)).min_points)
    return LASTING * saved / max(total, 1) - points


_ROUTINE: Final = Routine(wants_discard, lambda view: acts(best_plan(view)), idlest)


def outs(view: Position, rng: Random) -> list[Move]:
    """The moves of the seat to move, up to the end of its turn or a card that it can't foresee."""
    return _ROUTINE.turn(view, rng)

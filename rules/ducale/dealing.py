"""Deals, shuffles, and cards that might lie where they can't be seen (README.md, sections 2, 7 and 13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from rules.ducale.cards import COPIES, HIDDEN, PACK, Card
from rules.ducale.moves import Deal, Shuffle
from rules.ducale.views import HAND, is_hidden

if TYPE_CHECKING:
    from rules.ducale.position import Position


def sample(position: Position, rng: Random) -> Deal | Shuffle:
    """A deal with a dealer at random in the first round, or a new stock."""
    if position.phase == "shuffle":
        return Shuffle(tuple(shuffled(position.buried, rng)))
    return Deal(rng.choice(position.dealers), tuple(shuffled(PACK, rng)))


def shuffled(cards: Sequence[Card], rng: Random) -> list[Card]:
    """The cards in any order, all equally likely."""
    return rng.sample(cards, len(cards))


def dealt(position: Position, deal: Deal) -> Position:
    """The first turn of the next round: 13 cards each, one at a time from the dealer's left, then a discard."""
    seats, first = position.seats, (deal.dealer + 1) % position.seats
    end = seats * HAND
    hands = [deal.pack[(seat - first) % seats : end : seats] for seat in range(seats)]
    begun = position.phase == "deal"
    return replace(
        position,
        hands=tuple(hands),
        phase="draw",
        round=position.round if begun else position.round + 1,
        lap=1,
        dealer=deal.dealer,
        turn=first,
        opened=(False,) * seats,
        melds=(),
        stock=deal.pack[end + 1 :],
        discard=deal.pack[end : end + 1],
        owed=(),
        fresh=(),
        next_id=1,
        rebuilds=0,
        scores=position.rows if deal.row is None else (*position.scores, deal.row),
        winner=None,
        one_turn=False,
        begun=None,
        played=(),
        pool=None,
        asked=False,
        sealed=True,
        shuffles=position.shuffles + 1,
    )


def pack_of(position: Position) -> tuple[Card, ...]:
    """The order in which the cards were dealt, of a position at the start of a round."""
    seats, first = position.seats, (position.dealer + 1) % position.seats
    hands = [position.hands[(first + number) % seats] for number in range(seats)]
    return (*(hand[place] for place in range(HAND) for hand in hands), *position.discard, *position.stock)


def unseen(position: Position) -> Counter[Card]:
    """The cards that a view doesn't show, how often each."""
    left = Counter(dict(enumerate(COPIES)))
    left.subtract(card for hand in position.hands for card in hand if card != HIDDEN)
    left.subtract(card for lying in position.melds for card in lying.meld.cards)
    left.subtract(position.discard)
    left.subtract(card for card in position.stock if card != HIDDEN)
    return +left


def deduced(position: Position, rng: Random) -> Position:
    """A view with its hidden cards filled in at random. After a rebuild the stock holds only what it was made of."""
    from rules.ducale.position import FULL

    left = unseen(position)
    if is_hidden(position.stock):
        may = left if position.pool is None else left & Counter(position.pool)
        stock = tuple(shuffled(sorted(may.elements()), rng)[: len(position.stock)])
        left -= Counter(stock)
    else:
        stock = position.stock
    rest = iter(shuffled(sorted(left.elements()), rng))
    hands = tuple(tuple(next(rest) if card == HIDDEN else card for card in hand) for hand in position.hands)
    return replace(position, hands=hands, stock=stock, viewer=FULL)

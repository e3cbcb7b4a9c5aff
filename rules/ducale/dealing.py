"""Nature's moves: deals and shuffles at random, or from a sealed seed (README.md, sections 2 and 7).

The n-th of a match, counted from 0, has the n-th order of its seed: it can be checked with nothing but SHA-256.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from rules.common.dice import Sealed
from rules.ducale.cards import HAND, PACK, Card
from rules.ducale.moves import Deal, Shuffle
from rules.ducale.state import State

_WORD: Final = 4  # bytes of a number


def sample(state: State, rng: Random) -> Deal | Shuffle:
    """Return a deal, by a random dealer in the first round, or a new stock."""
    if state.phase == "shuffle":
        return Shuffle(tuple(rng.sample(state.rebuild_cards, len(state.rebuild_cards))))
    return Deal(rng.choice(state.dealers), tuple(rng.sample(PACK, len(PACK))))


def pack_of(state: State) -> tuple[Card, ...]:
    """Return the order in which the cards were dealt, of a position at the start of a round."""
    seats, first = state.seats, (state.dealer + 1) % state.seats
    hands = [state.hands[(first + number) % seats] for number in range(seats)]
    return (*(hand[place] for place in range(HAND) for hand in hands), *state.discard, *state.stock)


# From a sealed seed


def _numbers(sealed: Sealed, n: int) -> Iterator[int]:
    """Yield the bytes of the digests as big-endian numbers of four bytes."""
    for digest in sealed.digests(n):
        for at in range(0, len(digest), _WORD):
            yield int.from_bytes(digest[at : at + _WORD], "big")


def _below(most: int, numbers: Iterator[int]) -> int:
    """Return a number from 0 to `most` - 1, all equally likely; numbers above the last multiple are skipped."""
    end = 256**_WORD // most * most
    return next(number for number in numbers if number < end) % most


def _order(numbers: Iterator[int], cards: Sequence[Card]) -> tuple[Card, ...]:
    left = list(cards)
    return tuple(left.pop(_below(len(left), numbers)) for _ in cards)


def sealed_move(state: State, sealed: Sealed) -> Deal | Shuffle:
    """Return Nature's move; the first number of the seed's n-th row chooses the dealer, if that is open."""
    numbers = _numbers(sealed, state.shuffles)
    if state.phase == "shuffle":
        return Shuffle(_order(numbers, sorted(state.rebuild_cards)))
    dealers = state.dealers
    dealer = dealers[_below(len(dealers), numbers)] if len(dealers) > 1 else dealers[0]
    return Deal(dealer, _order(numbers, PACK))

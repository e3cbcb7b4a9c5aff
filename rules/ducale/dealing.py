"""Deals and shuffles, at random or from a sealed seed (README.md, sections 2 and 7).

With a sealed seed, the random numbers of the n-th deal or shuffle of a match, counted from 0, follow by SHA-256 from
the seed and n alone, so anybody can check them.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from rules.common.dice import DiceSeed
from rules.ducale.cards import HAND, PACK, Card
from rules.ducale.moves import Deal, Shuffle
from rules.ducale.state import State

_NUMBER_BYTES: Final = 4


def sample(state: State, rng: Random) -> Deal | Shuffle:
    """Return a random new stock if one is due, else a random deal, in the first round by a random dealer."""
    if state.phase == "shuffle":
        return Shuffle(tuple(rng.sample(state.rebuild_cards, len(state.rebuild_cards))))
    return Deal(rng.choice(state.dealers), tuple(rng.sample(PACK, len(PACK))))


def dealt_pack(state: State) -> tuple[Card, ...]:
    """Return all cards in the order in which they were dealt; `state` is the start of a round."""
    seats, first = state.seats, (state.dealer + 1) % state.seats
    hands = [state.hands[(first + offset) % seats] for offset in range(seats)]
    return (*(hand[index] for index in range(HAND) for hand in hands), *state.discard, *state.stock)


def _seed_numbers(sealed: DiceSeed, move_index: int) -> Iterator[int]:
    """Yield the digests for a move as big-endian numbers of four bytes."""
    for digest in sealed.digests(move_index):
        for start in range(0, len(digest), _NUMBER_BYTES):
            yield int.from_bytes(digest[start : start + _NUMBER_BYTES], "big")


def _number_below(end: int, numbers: Iterator[int]) -> int:
    """Return a number from 0 to `end` - 1, all equally likely: too large `numbers` are skipped."""
    multiple = 256**_NUMBER_BYTES // end * end
    return next(number for number in numbers if number < multiple) % end


def _shuffled(numbers: Iterator[int], cards: Sequence[Card]) -> tuple[Card, ...]:
    left = list(cards)
    return tuple(left.pop(_number_below(len(left), numbers)) for _ in cards)


def sealed_move(state: State, sealed: DiceSeed) -> Deal | Shuffle:
    """Return the deal or shuffle that the seed gives. The first deal also gets its dealer from the seed."""
    numbers = _seed_numbers(sealed, state.shuffles)
    if state.phase == "shuffle":
        return Shuffle(_shuffled(numbers, sorted(state.rebuild_cards)))
    dealers = state.dealers
    dealer = dealers[_number_below(len(dealers), numbers)] if len(dealers) > 1 else dealers[0]
    return Deal(dealer, _shuffled(numbers, PACK))

"""Deals and shuffles from a sealed seed (rules/common/dice.py), so that a finished match can be checked card by card.

The n-th deal or shuffle of a match, counted from 0, has the n-th order of its seed: whoever has the seed can work it
out with nothing but SHA-256.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count
from typing import Final

from rules.common.dice import Sealed
from rules.ducale.cards import PACK, Card
from rules.ducale.moves import Deal, Shuffle
from rules.ducale.position import Position

_WORD: Final = 4
"""Bytes of a number."""


def _numbers(sealed: Sealed, n: int) -> Iterator[int]:
    """The SHA-256 of "SEED n 0", then of "SEED n 1" and so on, as numbers of four bytes, the high one first."""
    for block in count():
        digest = sha256(f"{sealed.seed} {n} {block}".encode()).digest()
        for at in range(0, len(digest), _WORD):
            yield int.from_bytes(digest[at : at + _WORD], "big")


def _below(most: int, numbers: Iterator[int]) -> int:
    """A number from 0 to `most` - 1, all equally likely: numbers above the last multiple are passed over."""
    end = 256**_WORD // most * most
    return next(number for number in numbers if number < end) % most


def _order(numbers: Iterator[int], cards: Sequence[Card]) -> tuple[Card, ...]:
    """Of the cards that are left, in their order, number after number chooses the next."""
    left = list(cards)
    return tuple(left.pop(_below(len(left), numbers)) for _ in cards)


def settled(position: Position, sealed: Sealed) -> Deal | Shuffle:
    """Nature's move: the first number of the seed's n-th row chooses the dealer, where that is open."""
    numbers = _numbers(sealed, position.shuffles)
    if position.phase == "shuffle":
        return Shuffle(_order(numbers, sorted(position.buried)))
    dealers = position.dealers
    dealer = dealers[_below(len(dealers), numbers)] if len(dealers) > 1 else dealers[0]
    return Deal(dealer, _order(numbers, PACK))

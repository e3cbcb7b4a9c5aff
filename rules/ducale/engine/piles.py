"""Stock and discard pile as integers, for playouts (README.md, section 16)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from rules.ducale.cards import PACK

_LOW_32: Final = 0xFFFFFFFF


@final
class Piles:
    """Both piles, the top card last, and a generator of random numbers for shuffling."""

    def __init__(self) -> None:
        self.stock = vec[i64]([0] * len(PACK))
        self.stock_size: i64 = 0
        self.discard = vec[i64]([0] * len(PACK))
        self.discard_size: i64 = 0
        self.rng_state: i64 = 1  # 0 to 2**32 - 1

    def copy(self, other: Piles) -> None:
        """Copy the piles of `other`, but not the state of its generator."""
        self.stock_size = other.stock_size
        self.discard_size = other.discard_size
        at: i64 = 0
        while at < self.stock_size:
            self.stock[at] = other.stock[at]
            at += 1
        at = 0
        while at < self.discard_size:
            self.discard[at] = other.discard[at]
            at += 1

    def discard_card(self, card: i64) -> None:
        self.discard[self.discard_size] = card
        self.discard_size += 1

    def add_to_stock(self, card: i64) -> None:
        self.stock[self.stock_size] = card
        self.stock_size += 1

    def random_below(self, end: i64) -> i64:
        """Return a random number from 0 to `end` - 1 (PCG RXS-M-XS, 32 bits)."""
        self.rng_state = (self.rng_state * 747796405 + 2891336453) & _LOW_32
        word = (self.rng_state >> ((self.rng_state >> 28) + 4)) ^ self.rng_state
        word = word * 277803737 & _LOW_32
        word = word >> 22 ^ word
        return word * end >> 32

    def shuffle(self, start: i64) -> None:
        """Shuffle the cards of the stock from index `start` on."""
        at = self.stock_size - 1
        while at > start:
            other = start + self.random_below(at + 1 - start)
            card = self.stock[at]
            self.stock[at] = self.stock[other]
            self.stock[other] = card
            at -= 1

    def rebuild(self) -> None:
        """Shuffle all discards but the top one into a new stock; a single discard becomes the stock."""
        top: i64 = -1
        if self.discard_size > 1:
            self.discard_size -= 1
            top = self.discard[self.discard_size]
        while self.discard_size:
            self.discard_size -= 1
            self.add_to_stock(self.discard[self.discard_size])
        self.shuffle(0)
        if top >= 0:
            self.discard_card(top)

"""The hands of all seats as integers, for playouts (README.md, section 16)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from rules.ducale.cards import CARD_POINTS, JOKER
from rules.ducale.engine.packing import RUN, Packing, bit_of

# Values, in points of the score, of keeping a card …
PAIR: Final = 7  # with another one of its rank
NEIGHBOUR: Final = 7  # with the next card of its suit
NEAR: Final = 4  # with the next but one of its suit
MELDED: Final = 60  # as part of a meld
_SUIT: Final = (1 << 13) - 1


def _suit_values() -> list[int]:
    """Return the values of a card, indexed by bits for the held cards from two places below it to two above."""
    values = []
    for bits in range(32):
        value = NEIGHBOUR * ((bits >> 1 & 1) + (bits >> 3 & 1)) + NEAR * ((bits & 1) + (bits >> 4))
        values.append(MELDED if any(bits & run == run for run in (3, 10, 24)) else value)
    return values


@final
class Hands:
    """The hands of all seats: the cards of each suit as a key (see `runs`), the number of jokers, and the size."""

    def __init__(self, seats: int) -> None:
        self._seats: i64 = seats
        self.keys = vec[i64]([0] * (4 * seats))
        self.jokers = vec[i64]([0] * seats)
        self.sizes = vec[i64]([0] * seats)
        self.suit_values = vec[i64](_suit_values())
        self.values = vec[i64](list(CARD_POINTS))

    def copy(self, other: Hands) -> None:
        at: i64 = 0
        while at < self._seats:
            self.jokers[at] = other.jokers[at]
            self.sizes[at] = other.sizes[at]
            at += 1
        at = 0
        while at < 4 * self._seats:
            self.keys[at] = other.keys[at]
            at += 1

    def add_card(self, seat: i64, card: i64) -> None:
        self.sizes[seat] += 1
        if card == JOKER:
            self.jokers[seat] += 1
            return
        suit = card // 13
        bit = bit_of(card - 13 * suit)
        at = 4 * seat + suit
        if self.keys[at] & bit:
            bit <<= 13
        self.keys[at] |= bit

    def is_melded(self, seat: i64, card: i64) -> bool:
        """Return whether a natural card, in the hand or added to it, makes a meld with natural cards of the hand."""
        suit = card // 13
        rank = card - 13 * suit
        at = 4 * seat
        bit = bit_of(rank)
        held = (self.keys[at + suit] & _SUIT) | bit
        if self._suit_value(held, rank) >= MELDED:
            return True
        suit_count = self._count_suits(seat, rank)
        if not self.keys[at + suit] & bit:
            suit_count += 1
        return suit_count > 2

    def _suit_value(self, held: i64, rank: i64) -> i64:
        """Return the value of a card of `rank` with the `held` ranks of its suit; an ace counts low and high."""
        held |= (held & 1) << 13
        value = self.suit_values[held << 2 >> rank & 27]
        if not rank:
            value += self.suit_values[held >> 11 & 27]
        return value

    def keep_value(self, seat: i64, suit: i64, rank: i64) -> i64:
        """Return the value of keeping a natural card of a hand with the other cards of the hand."""
        at = 4 * seat
        value = self._suit_value(self.keys[at + suit] & _SUIT, rank)
        suit_count = self._count_suits(seat, rank)
        if suit_count == 2:
            value += PAIR
        elif suit_count > 2:
            value += MELDED
        return value

    def _count_suits(self, seat: i64, rank: i64) -> i64:
        """Return in how many suits a hand has the rank."""
        at = 4 * seat
        return (
            (self.keys[at] >> rank & 1)
            + (self.keys[at + 1] >> rank & 1)
            + (self.keys[at + 2] >> rank & 1)
            + (self.keys[at + 3] >> rank & 1)
        )

    def remove_melds(self, seat: i64, packing: Packing) -> None:
        """Remove from a hand the melds that `packing.write_melds` has listed; `sizes` isn't updated."""
        number: i64 = 0
        while number < packing.count:
            code = packing.melds[number]
            if code & 1 == RUN:
                suit = code >> 1 & 3
                place = code >> 3 & 15
                end = place + (code >> 7 & 7)
                joker = (code >> 10) - 1
                while place < end:
                    if place == joker:
                        self.jokers[seat] -= 1
                    else:
                        self.remove_card(seat, suit, bit_of(place if place < 13 else place - 13))
                    place += 1
            else:
                bit = bit_of(code >> 1 & 15)
                suit = 0
                while suit < 4:
                    if code >> 5 >> suit & 1:
                        self.remove_card(seat, suit, bit)
                    suit += 1
                if code >> 9:
                    self.jokers[seat] -= 1
            number += 1

    def remove_card(self, seat: i64, suit: i64, bit: i64) -> None:
        """Remove a natural card; `bit` is 1 << its rank. `sizes` isn't updated."""
        at = 4 * seat + suit
        if self.keys[at] & bit << 13:
            bit <<= 13
        self.keys[at] &= ~bit

    def points(self, seat: i64) -> i64:
        total = self.values[JOKER] * self.jokers[seat]
        suit: i64 = 0
        while suit < 4:
            key = self.keys[4 * seat + suit]
            rank: i64 = 0
            while rank < 13:
                total += self.values[rank] * ((key >> rank & 1) + (key >> rank >> 13 & 1))
                rank += 1
            suit += 1
        return total

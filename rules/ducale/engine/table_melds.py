"""The melds on the table as integers, for playouts (README.md, section 16)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from rules.ducale.engine.packing import RUN, SET, Packing, bit_of

MAX_MELDS: Final = 36  # number of melds that 108 cards can make


@final
class TableMelds:
    """The melds on the table, each as five numbers in `melds`.

    They are RUN, suit, low place and high place, or SET, rank, suits as bits and 0; then the face of the joker or -1.
    """

    def __init__(self) -> None:
        self.melds = vec[i64]([0] * (5 * MAX_MELDS))
        self.count: i64 = 0
        self.joker_room: i64 = 0  # number of melds that take a joker
        self.accepted = vec[i64]([0] * 4)
        """For each suit the ranks that can be laid off, as bits.

        They include the face of a joker if that can move to another meld.
        """

    def copy(self, other: TableMelds) -> None:
        self.count = other.count
        self.joker_room = other.joker_room
        at: i64 = 0
        while at < 4:
            self.accepted[at] = other.accepted[at]
            at += 1
        at = 0
        while at < 5 * self.count:
            self.melds[at] = other.melds[at]
            at += 1

    def add(self, kind: i64, what: i64, low: i64, high: i64, joker: i64) -> None:
        """Add a meld by its five numbers; `accepted` and `joker_room` aren't updated."""
        at = 5 * self.count
        self.melds[at] = kind
        self.melds[at + 1] = what
        self.melds[at + 2] = low
        self.melds[at + 3] = high
        self.melds[at + 4] = joker
        self.count += 1

    def add_all(self, packing: Packing) -> None:
        """Add the melds that `packing.write_melds` has listed; `accepted` and `joker_room` aren't updated."""
        number: i64 = 0
        while number < packing.count:
            code = packing.melds[number]
            if code & 1 == RUN:
                suit = code >> 1 & 3
                low = code >> 3 & 15
                joker = (code >> 10) - 1
                if joker >= 0:
                    joker = 13 * suit + (joker if joker < 13 else joker - 13)
                self.add(RUN, suit, low, low + (code >> 7 & 7) - 1, joker)
            else:
                rank = code >> 1 & 15
                suits = code >> 5 & 15
                joker = -1
                if code >> 9:
                    suit = 0
                    while suits >> suit & 1:
                        suit += 1
                    joker = 13 * suit + rank
                    suits |= bit_of(suit)
                self.add(SET, rank, suits, 0, joker)
            number += 1

    def lay_off(self, card: i64) -> None:
        """Lay off a natural card on a meld that accepts it, or swap it for a joker, which goes to another meld."""
        suit = card // 13
        rank = card - 13 * suit
        bit = bit_of(suit)
        at: i64 = 0
        while at < 5 * self.count:
            if self.melds[at + 4] == card and self.joker_room:
                self.melds[at + 4] = -1
                self.lay_off_joker()
                return
            if self.melds[at] == RUN:
                if self.melds[at + 1] == suit:
                    if self.melds[at + 2] == rank + 1:
                        self.melds[at + 2] -= 1
                        break
                    high = self.melds[at + 3]
                    if high < 13 and (high + 1 == rank or (high == 12 and rank == 0)):
                        self.melds[at + 3] += 1
                        break
            elif self.melds[at + 1] == rank and not self.melds[at + 2] & bit:
                self.melds[at + 2] |= bit
                break
            at += 5
        self.update()

    def lay_off_joker(self) -> bool:
        """Lay off a joker on a meld that has none and isn't full; return whether there is such a meld."""
        at: i64 = 0
        while at < 5 * self.count:
            if self.melds[at + 4] < 0:
                face: i64 = -1
                if self.melds[at] == RUN:
                    if self.melds[at + 2] > 0:
                        self.melds[at + 2] -= 1
                        face = 13 * self.melds[at + 1] + self.melds[at + 2]
                    elif self.melds[at + 3] < 13:
                        self.melds[at + 3] += 1
                        face = 13 * self.melds[at + 1]
                        if self.melds[at + 3] < 13:
                            face += self.melds[at + 3]
                elif self.melds[at + 2] < 15:
                    suit: i64 = 0
                    while self.melds[at + 2] >> suit & 1:
                        suit += 1
                    self.melds[at + 2] |= bit_of(suit)
                    face = 13 * suit + self.melds[at + 1]
                if face >= 0:
                    self.melds[at + 4] = face
                    self.update()
                    return True
            at += 5
        self.update()
        return False

    def update(self) -> None:
        """Set `accepted` and `joker_room` from the melds."""
        suit: i64 = 0
        while suit < 4:
            self.accepted[suit] = 0
            suit += 1
        self.joker_room = 0
        at: i64 = 0
        while at < 5 * self.count:
            has_room = self._accept_run(at) if self.melds[at] == RUN else self._accept_set(at)
            if has_room and self.melds[at + 4] < 0:
                self.joker_room += 1
            at += 5
        if self.joker_room:  # a joker that is swapped out must go to another meld
            self._accept_swaps()

    def _accept_run(self, at: i64) -> bool:
        """Add the cards that fit the run at index `at` to `accepted`; return whether there are any."""
        ends: i64 = 0
        low = self.melds[at + 2]
        high = self.melds[at + 3]
        if low > 0:
            ends = bit_of(low - 1)
        if high < 12:
            ends |= bit_of(high + 1)
        elif high == 12:
            ends |= 1
        self.accepted[self.melds[at + 1]] |= ends
        return ends != 0

    def _accept_set(self, at: i64) -> bool:
        """Add the cards that the set at index `at` lacks to `accepted`; return whether there are any."""
        bit = bit_of(self.melds[at + 1])
        suit: i64 = 0
        while suit < 4:
            if not self.melds[at + 2] >> suit & 1:
                self.accepted[suit] |= bit
            suit += 1
        return self.melds[at + 2] < 15

    def _accept_swaps(self) -> None:
        at: i64 = 4
        while at < 5 * self.count:
            face = self.melds[at]
            if face >= 0:
                suit = face // 13
                self.accepted[suit] |= bit_of(face - 13 * suit)
            at += 5

"""One playout: a round in plain numbers, all hands known, that is played to its end (README.md, section 16).

Of the options only the points of an opening count, and runs that would join are not joined.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from rules.ducale.cards import JOKER
from rules.ducale.engine.hands import Hands
from rules.ducale.engine.packing import Packing, bit_of
from rules.ducale.engine.piles import Piles
from rules.ducale.engine.table_melds import TableMelds

MAX_TURNS: Final = 400  # turns after which a round counts as blocked
NEVER: Final = 99  # limit above every hand: melds and jokers are laid at once
LAY_OFF_COST: Final = 6  # cost, in points of card, of discarding a card that others may lay off
_SUIT: Final = (1 << 13) - 1


@final
class PlayoutState:
    def __init__(self, seats: int, need: int) -> None:
        self.seats: i64 = seats
        self.need: i64 = need
        self.turn: i64 = 0
        self.rebuilds: i64 = 0
        self.hands = Hands(seats)
        self.opened = vec[i64]([0] * seats)
        self.meld_limit = vec[i64]([NEVER] * seats)  # seat -> most cards of another hand at which it lays melds
        self.joker_limit = vec[i64]([NEVER] * seats)
        self.melds_checked = vec[i64]([0] * seats)  # seat -> searched for melds since a card came that may make one
        self.table = TableMelds()
        self.piles = Piles()
        self._packing = Packing()
        self._scratch = Hands(seats)

    # Setting up

    def copy(self, other: PlayoutState) -> None:
        self.turn = other.turn
        self.rebuilds = other.rebuilds
        self.table.copy(other.table)
        self.piles.copy(other.piles)
        self.hands.copy(other.hands)
        at: i64 = 0
        while at < self.seats:
            self.opened[at] = other.opened[at]
            self.melds_checked[at] = other.melds_checked[at]
            self.meld_limit[at] = other.meld_limit[at]
            self.joker_limit[at] = other.joker_limit[at]
            at += 1

    def deal(self, may: vec[i64], others: vec[i64], hidden: vec[i64], left: i64) -> None:
        """Deal the unseen cards: `left` of `may` are the stock; the rest and `others` fill up the hands.

        `hidden` is the number of cards for each hand.
        """
        self.piles.stock_size = 0
        at: i64 = 0
        while at < len(may):
            self.piles.add_to_stock(may[at])
            at += 1
        self.piles.shuffle(0)
        at = 0
        while at < len(others):
            self.piles.add_to_stock(others[at])
            at += 1
        self.piles.shuffle(left)
        seat: i64 = 0
        while seat < self.seats:
            at = 0
            while at < hidden[seat]:
                self.piles.stock_size -= 1
                self.hands.add_card(seat, self.piles.stock[self.piles.stock_size])
                at += 1
            seat += 1

    # The round

    def play(self) -> i64:
        """Play to the end; return the seat that wins, or -1."""
        self.table.update()
        turns: i64 = 0
        while turns < MAX_TURNS:
            turns += 1
            seat = self.turn
            if not self.piles.stock_size and not self._wants_discard():
                if self.rebuilds or not self.piles.discard_size:
                    return -1
                self.piles.rebuild()
                self.rebuilds += 1
            if self._take_and_lay() or not self.hands.sizes[seat]:
                return seat
            self._discard()
            if self.hands.sizes[seat] == 0:
                return seat
            self.turn += 1
            if self.turn == self.seats:
                self.turn = 0
        return -1

    def _take_and_lay(self) -> bool:
        seat = self.turn
        took = self._wants_discard()
        if took:
            self.piles.discard_size -= 1
            card = self.piles.discard[self.piles.discard_size]
        else:
            self.piles.stock_size -= 1
            card = self.piles.stock[self.piles.stock_size]
        self.hands.add_card(seat, card)
        if card != JOKER and self.melds_checked[seat] and self.hands.is_melded(seat, card):
            self.melds_checked[seat] = 0
        least: i64 = NEVER
        other: i64 = 0
        while other < self.seats:
            if other != seat and self.hands.sizes[other] < least:
                least = self.hands.sizes[other]
            other += 1
        jokers = least <= self.joker_limit[seat] or (took and card == JOKER)
        lays = took or least <= self.meld_limit[seat]
        keeps = not lays or (self.hands.jokers[seat] != 0 and not jokers)
        if keeps and self._can_go_out(seat):
            self.opened[seat] = 1
            return True
        if lays:
            self._lay(seat, jokers)
        return False

    def _wants_discard(self) -> bool:
        """Return whether the top discard can be laid at once, without a joker."""
        if not self.piles.discard_size:
            return False
        top = self.piles.discard[self.piles.discard_size - 1]
        seat = self.turn
        opened = self.opened[seat] != 0
        if top == JOKER:
            return opened and self.table.joker_room > 0
        suit = top // 13
        if opened and self.table.accepted[suit] >> (top - 13 * suit) & 1:
            return True
        return self.hands.is_melded(seat, top)

    def _pack(self, seat: i64, jokers: i64) -> None:
        keys, at = self.hands.keys, 4 * seat
        self._packing.pack(keys[at], keys[at + 1], keys[at + 2], keys[at + 3], jokers)

    def _can_go_out(self, seat: i64) -> bool:
        """Return whether all cards but one can be laid at once, after laying off the cards outside melds."""
        packing = self._packing
        self._pack(seat, self.hands.jokers[seat])
        left = self.hands.sizes[seat] - (packing.value & 15)
        if left < 2:
            return self._may_open(seat)
        if not self.opened[seat] and not packing.value:
            return False
        if left - self._count_accepted(seat) > 1 + self.table.joker_room:
            return False
        return self._can_lay_off_rest(seat, left)

    def _may_open(self, seat: i64) -> bool:
        """Return whether the melds just found suffice to open; roughly, by their points in hand."""
        return self.opened[seat] != 0 or self._packing.value >> 4 >= self.need

    def _can_lay_off_rest(self, seat: i64, left: i64) -> bool:
        if not self._may_open(seat):
            return False
        packing = self._packing
        packing.write_melds()
        self._scratch.copy(self.hands)
        self.hands.remove_melds(seat, packing)
        left -= self._count_accepted(seat)
        spare = self.hands.jokers[seat]
        left -= spare if spare < self.table.joker_room else self.table.joker_room
        self.hands.copy(self._scratch)
        return left < 2

    def _count_accepted(self, seat: i64) -> i64:
        count: i64 = 0
        suit: i64 = 0
        while suit < 4:
            both = self.hands.keys[4 * seat + suit] & self.table.accepted[suit]
            while both:
                both &= both - 1
                count += 1
            suit += 1
        return count

    def _lay(self, seat: i64, use_jokers: bool) -> None:
        jokers: i64 = 0
        if use_jokers:
            jokers = self.hands.jokers[seat]
        if not self.melds_checked[seat] or jokers:
            packing = self._packing
            self._pack(seat, jokers)
            if packing.value and self._may_open(seat):
                packing.write_melds()
                self.hands.remove_melds(seat, packing)
                self.hands.sizes[seat] -= packing.value & 15
                self.table.add_all(packing)
                self.opened[seat] = 1
                self.rebuilds = 0
                self.table.update()
            self.melds_checked[seat] = 0 if packing.value and not self.opened[seat] else 1
        if self.opened[seat]:
            self._lay_off(seat, use_jokers)

    def _lay_off(self, seat: i64, use_jokers: bool) -> None:
        at = 4 * seat
        suit: i64 = 0
        while suit < 4:
            both = self.hands.keys[at + suit] & self.table.accepted[suit]
            if not both:
                suit += 1
                continue
            rank: i64 = 0
            while not both >> rank & 1:
                rank += 1
            self.hands.remove_card(seat, suit, bit_of(rank))
            self.hands.sizes[seat] -= 1
            self.table.lay_off(13 * suit + rank)
            self.rebuilds = 0
            suit = 0
        while self.hands.jokers[seat] and (use_jokers or self.hands.sizes[seat] <= self.hands.jokers[seat] + 1):
            if not self.table.lay_off_joker():
                return
            self.rebuilds = 0
            self.hands.jokers[seat] -= 1
            self.hands.sizes[seat] -= 1

    def _discard(self) -> None:
        seat = self.turn
        card = self._choose_discard(seat)
        self.hands.sizes[seat] -= 1
        if card == JOKER:
            self.hands.jokers[seat] -= 1
        else:
            suit = card // 13
            self.hands.remove_card(seat, suit, bit_of(card - 13 * suit))
        self.piles.discard_card(card)

    def _choose_discard(self, seat: i64) -> i64:
        best: i64 = -1000
        chosen: i64 = JOKER
        suit: i64 = 0
        while suit < 4:
            key = self.hands.keys[4 * seat + suit]
            held = key & _SUIT
            twice = key >> 13
            accepted = self.table.accepted[suit]
            rank: i64 = 0
            while held:
                if held & 1:
                    value = self.hands.values[rank]
                    if not twice >> rank & 1:
                        value -= self.hands.keep_value(seat, suit, rank)
                    if accepted >> rank & 1:
                        value -= LAY_OFF_COST
                    if value > best:
                        best = value
                        chosen = 13 * suit + rank
                held >>= 1
                rank += 1
            suit += 1
        return chosen

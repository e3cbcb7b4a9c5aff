"""A round with all cards known, as integers, which a fixed policy plays to its end (README.md, section 16).

To be fast it ignores all options but `open_min`, and doesn't join runs that follow one another.
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
NO_LIMIT: Final = 99  # larger than every hand
LAY_OFF_COST: Final = 6  # cost in points of discarding a card that others may lay off
_SUIT: Final = (1 << 13) - 1


@final
class PlayoutState:
    def __init__(self, seats: int, open_min: int) -> None:
        self.seats: i64 = seats
        self.open_min: i64 = open_min
        self.turn: i64 = 0
        self.rebuilds: i64 = 0
        self.hands = Hands(seats)
        self.opened = vec[i64]([0] * seats)
        # by seat: a seat lays melds, or jokers, only when some other hand has at most so many cards
        self.meld_limit = vec[i64]([NO_LIMIT] * seats)
        self.joker_limit = vec[i64]([NO_LIMIT] * seats)
        self.melds_checked = vec[i64]([0] * seats)  # by seat: 1 if no card taken since the last check makes a meld
        self.table = TableMelds()
        self.piles = Piles()
        self._packing = Packing()
        self._saved_hands = Hands(seats)

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

    def deal(self, for_stock: vec[i64], for_hands: vec[i64], hidden: vec[i64], stock_size: i64) -> None:
        """Deal the unseen cards at random.

        `stock_size` cards of `for_stock` make the stock. The rest of `for_stock` and all of `for_hands` go to the
        hands; `hidden` has the number for each seat.
        """
        self.piles.stock_size = 0
        at: i64 = 0
        while at < len(for_stock):
            self.piles.add_to_stock(for_stock[at])
            at += 1
        self.piles.shuffle(0)
        at = 0
        while at < len(for_hands):
            self.piles.add_to_stock(for_hands[at])
            at += 1
        self.piles.shuffle(stock_size)
        seat: i64 = 0
        while seat < self.seats:
            at = 0
            while at < hidden[seat]:
                self.piles.stock_size -= 1
                self.hands.add_card(seat, self.piles.stock[self.piles.stock_size])
                at += 1
            seat += 1

    def play(self) -> i64:
        """Play the round to its end. Return the seat that wins, or -1 if it is blocked."""
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
        """Take a card and lay what the policy lays. Return whether the seat goes out at once with its whole hand."""
        seat = self.turn
        takes_discard = self._wants_discard()
        if takes_discard:
            self.piles.discard_size -= 1
            card = self.piles.discard[self.piles.discard_size]
        else:
            self.piles.stock_size -= 1
            card = self.piles.stock[self.piles.stock_size]
        self.hands.add_card(seat, card)
        if card != JOKER and self.melds_checked[seat] and self.hands.is_melded(seat, card):
            self.melds_checked[seat] = 0
        smallest: i64 = NO_LIMIT
        other: i64 = 0
        while other < self.seats:
            if other != seat and self.hands.sizes[other] < smallest:
                smallest = self.hands.sizes[other]
            other += 1
        lays_jokers = smallest <= self.joker_limit[seat] or (takes_discard and card == JOKER)
        lays = takes_discard or smallest <= self.meld_limit[seat]
        holds_back = not lays or (self.hands.jokers[seat] != 0 and not lays_jokers)
        if holds_back and self._can_go_out(seat):
            self.opened[seat] = 1
            return True
        if lays:
            self._lay(seat, lays_jokers)
        return False

    def _wants_discard(self) -> bool:
        """Return whether the top discard can be laid at once, without a joker of the hand."""
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
        """Find the best melds of a hand with at most `jokers` jokers."""
        keys, at = self.hands.keys, 4 * seat
        self._packing.pack(keys[at], keys[at + 1], keys[at + 2], keys[at + 3], jokers)

    def _can_go_out(self, seat: i64) -> bool:
        """Return whether all cards, or all but one, can be laid at once, as melds and lay-offs."""
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
        """Return whether the seat has opened or the packed melds suffice, roughly judged by their points in hand."""
        return self.opened[seat] != 0 or self._packing.value >> 4 >= self.open_min

    def _can_lay_off_rest(self, seat: i64, left: i64) -> bool:
        """Return whether at least all but one of the `left` cards outside the packed melds can be laid off."""
        if not self._may_open(seat):
            return False
        packing = self._packing
        packing.write_melds()
        self._saved_hands.copy(self.hands)
        self.hands.remove_melds(seat, packing)
        left -= self._count_accepted(seat)
        spare = self.hands.jokers[seat]
        left -= spare if spare < self.table.joker_room else self.table.joker_room
        self.hands.copy(self._saved_hands)
        return left < 2

    def _count_accepted(self, seat: i64) -> i64:
        """Return how many cards of a hand fit the melds on the table; of two copies only one counts."""
        count: i64 = 0
        suit: i64 = 0
        while suit < 4:
            playable = self.hands.keys[4 * seat + suit] & self.table.accepted[suit]
            while playable:
                playable &= playable - 1
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
            playable = self.hands.keys[at + suit] & self.table.accepted[suit]
            if not playable:
                suit += 1
                continue
            rank: i64 = 0
            while not playable >> rank & 1:
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
            doubled = key >> 13
            accepted = self.table.accepted[suit]
            rank: i64 = 0
            while held:
                if held & 1:
                    value = self.hands.values[rank]
                    if not doubled >> rank & 1:
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

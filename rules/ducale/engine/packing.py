"""A fast search for the disjoint melds of a hand that save most points, for playouts (README.md, section 16).

`solver` is slower, but also finds the most cards and the best opening. A suit's cards are a key as in `runs`. The
worth of melds is one number: their points in hand, shifted left by 4 bits, plus the number of their cards.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from rules.ducale.cards import CARD_POINTS
from rules.ducale.engine.runs import CARDS, FIELD, JOKERED, NATURAL, POINTS

SET: Final = 0
RUN: Final = 1
MELDS: Final = 16  # length of a list of melds; a hand has fewer
_TABLE_SIZE: Final = 1 << 15
_SUIT: Final = (1 << 13) - 1


@final
class Packing:
    """The melds that a hand can lay by itself.

    In `melds` a set is `SET | rank << 1 | suits held << 5 | joker << 9`, and a run is `RUN | suit << 1 | low << 3 |
    size << 7 | (place of the joker + 1) << 10`. Places are 0 to 13, with the ace low at 0 and high at 13.
    """

    def __init__(self) -> None:
        pieces = NATURAL + JOKERED
        self._masks = vec[i64]([piece.mask for piece in pieces])
        self._worths = vec[i64]([(run.value >> POINTS & FIELD) << 4 | run.value >> CARDS for run in pieces])
        self._shapes = vec[i64]([piece.low << 3 | piece.size << 7 | (piece.joker + 1) << 10 for piece in pieces])
        self._natural_count: i64 = len(NATURAL)
        self._piece_count: i64 = len(pieces)
        self._values = vec[i64](list(CARD_POINTS[:13]))
        self._table_keys = vec[i64]([-1] * _TABLE_SIZE)
        self._table_runs = vec[i64]([0] * _TABLE_SIZE)  # results of `_best_runs`
        self._sets = vec[i64]([0] * MELDS)  # sets on the present path of the search
        self._set_count: i64 = 0
        self._best = vec[i64]([0] * (MELDS + 8))  # best sets; from `MELDS` on, the keys left by suit, then the jokers
        self._best_set_count: i64 = 0  # -1 if the hand has no meld
        self.value: i64 = 0  # worth of all melds together
        self.melds = vec[i64]([0] * MELDS)
        self.count: i64 = 0

    def pack(self, k0: i64, k1: i64, k2: i64, k3: i64, jokers: i64) -> None:
        """Set `value` to the worth of the best melds: most points, then most cards. k0 to k3 are the suits' keys."""
        self.value = 0
        self._set_count = 0
        self._best_set_count = -1
        self._try_sets_from(k0, k1, k2, k3, jokers, 0, 0)

    def write_melds(self) -> None:
        """Set `melds` and `count` to the melds that `pack` found."""
        self.count = 0
        if self._best_set_count < 0:
            return
        at: i64 = 0
        while at < self._best_set_count:
            self.melds[self.count] = self._best[at]
            self.count += 1
            at += 1
        suit: i64 = 0
        while suit < 4:
            key = self._best[MELDS + suit]
            jokers = self._best[MELDS + 4 + suit]
            while True:
                piece = (self._best_runs(key, jokers) & 255) - 1
                if piece < 0:
                    break
                self.melds[self.count] = RUN | suit << 1 | self._shapes[piece]
                self.count += 1
                key = _without(key, self._masks[piece])
                if piece >= self._natural_count:
                    jokers -= 1
            suit += 1

    def _try_sets_from(self, k0: i64, k1: i64, k2: i64, k3: i64, jokers: i64, value: i64, start: i64) -> None:
        """Value the hand with the present sets, worth `value`, then with each further set from rank `start` on."""
        self._add_runs(k0, k1, k2, k3, jokers, value)
        ranks = (((k0 | k1) & (k2 | k3)) | (k0 & k1) | (k2 & k3)) & _SUIT
        if not jokers:
            ranks &= ((k0 & k1) & (k2 | k3)) | ((k0 | k1) & (k2 & k3))
        ranks >>= start
        rank = start
        while ranks:
            if ranks & 1:
                self._try_sets_of(k0, k1, k2, k3, jokers, value, rank)
            ranks >>= 1
            rank += 1

    def _try_sets_of(self, k0: i64, k1: i64, k2: i64, k3: i64, jokers: i64, value: i64, rank: i64) -> None:
        bit = bit_of(rank)
        held = (k0 >> rank & 1) | (k1 >> rank & 1) << 1 | (k2 >> rank & 1) << 2 | (k3 >> rank & 1) << 3
        suits: i64 = 3
        while suits < 16:
            if suits & held == suits:
                size = (suits & 1) + (suits >> 1 & 1) + (suits >> 2 & 1) + (suits >> 3)
                n0 = _without(k0, bit) if suits & 1 else k0
                n1 = _without(k1, bit) if suits & 2 else k1
                n2 = _without(k2, bit) if suits & 4 else k2
                n3 = _without(k3, bit) if suits & 8 else k3
                worth = value + (self._values[rank] * size << 4) + size
                code = SET | rank << 1 | suits << 5
                if size > 2:
                    self._sets[self._set_count] = code
                    self._set_count += 1
                    self._try_sets_from(n0, n1, n2, n3, jokers, worth, rank)
                    self._set_count -= 1
                if jokers and 1 < size < 4:
                    self._sets[self._set_count] = code | 512
                    self._set_count += 1
                    self._try_sets_from(n0, n1, n2, n3, jokers - 1, worth + 321, rank)
                    self._set_count -= 1
            suits += 1

    def _add_runs(self, k0: i64, k1: i64, k2: i64, k3: i64, jokers: i64, value: i64) -> None:
        """Add the best runs to sets worth `value`, for each sharing of the jokers among the suits; keep the best."""
        s0: i64 = 0
        while s0 <= jokers:
            v0 = value + (self._best_runs(k0, s0) >> 8)
            s1: i64 = 0
            while s0 + s1 <= jokers:
                v1 = v0 + (self._best_runs(k1, s1) >> 8)
                s2: i64 = 0
                while s0 + s1 + s2 <= jokers:
                    s3 = jokers - s0 - s1 - s2
                    total = v1 + (self._best_runs(k2, s2) >> 8) + (self._best_runs(k3, s3) >> 8)
                    if total > self.value:
                        self.value = total
                        self._keep_best(k0, k1, k2, k3, s0, s1, s2, s3)
                    s2 += 1
                s1 += 1
            s0 += 1

    def _keep_best(self, k0: i64, k1: i64, k2: i64, k3: i64, s0: i64, s1: i64, s2: i64, s3: i64) -> None:
        at: i64 = 0
        while at < self._set_count:
            self._best[at] = self._sets[at]
            at += 1
        self._best_set_count = self._set_count
        self._best[MELDS] = k0
        self._best[MELDS + 1] = k1
        self._best[MELDS + 2] = k2
        self._best[MELDS + 3] = k3
        self._best[MELDS + 4] = s0
        self._best[MELDS + 5] = s1
        self._best[MELDS + 6] = s2
        self._best[MELDS + 7] = s3

    def _best_runs(self, key: i64, jokers: i64) -> i64:
        """Return `worth << 8 | number` of the best runs of a suit with at most `jokers` jokers.

        `number` is 1 + the index of their first piece, or 0 if there are none.
        """
        if not key:
            return 0
        table_key = key << 3 | jokers
        at = (table_key ^ table_key >> 13 ^ table_key * 5 >> 7) & (_TABLE_SIZE - 1)
        if self._table_keys[at] == table_key:
            return self._table_runs[at]
        best: i64 = 0
        chosen: i64 = 0
        number: i64 = 0
        end = self._piece_count if jokers else self._natural_count
        while number < end:
            mask = self._masks[number]
            if key & mask == mask:
                left = jokers - 1 if number >= self._natural_count else jokers
                worth = self._worths[number] + (self._best_runs(_without(key, mask), left) >> 8)
                if worth > best:
                    best = worth
                    chosen = number + 1
            number += 1
        self._table_keys[at] = table_key
        self._table_runs[at] = best << 8 | chosen
        return best << 8 | chosen


def bit_of(place: i64) -> i64:
    """Return 1 << place; mypyc would compile this expression to a shift of 32 bits."""
    one: i64 = 1
    return one << place


def _without(key: i64, mask: i64) -> i64:
    """Return the key without one copy of each card of `mask`; the key must have all these cards."""
    doubled = key >> 13 & mask
    return key & ~(mask ^ doubled) & ~(doubled << 13)

"""The disjoint melds of a hand that save most points, for playouts (README.md, section 16).

`solver` gives more answers, more slowly. A suit's cards are a key as in `runs`; melds are worth `points in hand <<
4 | cards`.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from rules.ducale.cards import VALUES
from rules.ducale.engine.runs import CARDS, FIELD, JOKERED, NATURAL, POINTS

SET: Final = 0
RUN: Final = 1
ROOM: Final = 16  # places for the melds of one hand: more than it can have
_ENTRIES: Final = 1 << 15
_SUIT: Final = (1 << 13) - 1


@final
class Packing:
    """The melds that a hand can lay by itself.

    A set is `SET | rank << 1 | suits held << 5 | joker << 9`; a run is `RUN | suit << 1 | low << 3 | size << 7 |
    (place of the joker + 1) << 10`, places as in `runs`.
    """

    def __init__(self) -> None:
        pieces = NATURAL + JOKERED
        self._masks = vec[i64]([piece.mask for piece in pieces])
        self._worths = vec[i64]([(one.value >> POINTS & FIELD) << 4 | one.value >> CARDS for one in pieces])
        self._shapes = vec[i64]([piece.low << 3 | piece.size << 7 | (piece.joker + 1) << 10 for piece in pieces])
        self._naturals: i64 = len(NATURAL)
        self._pieces: i64 = len(pieces)
        self._values = vec[i64](list(VALUES[:13]))
        self._keys = vec[i64]([-1] * _ENTRIES)
        self._found = vec[i64]([0] * _ENTRIES)
        self._sets = vec[i64]([0] * ROOM)
        self._best = vec[i64]([0] * (ROOM + 8))  # best sets; from `ROOM` on, keys of suits left, then jokers
        self._depth: i64 = 0
        self._sets_of_best: i64 = 0
        self.value: i64 = 0  # worth of the melds together
        self.melds = vec[i64]([0] * ROOM)
        self.count: i64 = 0

    def pack(self, k0: i64, k1: i64, k2: i64, k3: i64, jokers: i64) -> None:
        """Find `value`: the most points, and of those the most cards."""
        self.value = 0
        self._depth = 0
        self._sets_of_best = -1
        self._try_sets_from(k0, k1, k2, k3, jokers, 0, 0)

    def write_melds(self) -> None:
        self.count = 0
        if self._sets_of_best < 0:
            return
        at: i64 = 0
        while at < self._sets_of_best:
            self.melds[self.count] = self._best[at]
            self.count += 1
            at += 1
        suit: i64 = 0
        while suit < 4:
            key = self._best[ROOM + suit]
            jokers = self._best[ROOM + 4 + suit]
            while True:
                piece = (self._run(key, jokers) & 255) - 1
                if piece < 0:
                    break
                self.melds[self.count] = RUN | suit << 1 | self._shapes[piece]
                self.count += 1
                key = _taken(key, self._masks[piece])
                if piece >= self._naturals:
                    jokers -= 1
            suit += 1

    def _try_sets_from(self, k0: i64, k1: i64, k2: i64, k3: i64, jokers: i64, value: i64, start: i64) -> None:
        self._share_jokers(k0, k1, k2, k3, jokers, value)
        ranks = (((k0 | k1) & (k2 | k3)) | (k0 & k1) | (k2 & k3)) & _SUIT
        if not jokers:
            ranks &= ((k0 & k1) & (k2 | k3)) | ((k0 | k1) & (k2 & k3))
        ranks >>= start
        rank = start
        while ranks:
            if ranks & 1:
                self._try_rank(k0, k1, k2, k3, jokers, value, rank)
            ranks >>= 1
            rank += 1

    def _try_rank(self, k0: i64, k1: i64, k2: i64, k3: i64, jokers: i64, value: i64, rank: i64) -> None:
        bit = bit_of(rank)
        held = (k0 >> rank & 1) | (k1 >> rank & 1) << 1 | (k2 >> rank & 1) << 2 | (k3 >> rank & 1) << 3
        suits: i64 = 3
        while suits < 16:
            if suits & held == suits:
                size = (suits & 1) + (suits >> 1 & 1) + (suits >> 2 & 1) + (suits >> 3)
                n0 = _taken(k0, bit) if suits & 1 else k0
                n1 = _taken(k1, bit) if suits & 2 else k1
                n2 = _taken(k2, bit) if suits & 4 else k2
                n3 = _taken(k3, bit) if suits & 8 else k3
                worth = value + (self._values[rank] * size << 4) + size
                code = SET | rank << 1 | suits << 5
                if size > 2:
                    self._sets[self._depth] = code
                    self._depth += 1
                    self._try_sets_from(n0, n1, n2, n3, jokers, worth, rank)
                    self._depth -= 1
                if jokers and 1 < size < 4:
                    self._sets[self._depth] = code | 512
                    self._depth += 1
                    self._try_sets_from(n0, n1, n2, n3, jokers - 1, worth + 321, rank)
                    self._depth -= 1
            suits += 1

    def _share_jokers(self, k0: i64, k1: i64, k2: i64, k3: i64, jokers: i64, value: i64) -> None:
        s0: i64 = 0
        while s0 <= jokers:
            v0 = value + (self._run(k0, s0) >> 8)
            s1: i64 = 0
            while s0 + s1 <= jokers:
                v1 = v0 + (self._run(k1, s1) >> 8)
                s2: i64 = 0
                while s0 + s1 + s2 <= jokers:
                    s3 = jokers - s0 - s1 - s2
                    total = v1 + (self._run(k2, s2) >> 8) + (self._run(k3, s3) >> 8)
                    if total > self.value:
                        self.value = total
                        self._remember(k0, k1, k2, k3, s0, s1, s2, s3)
                    s2 += 1
                s1 += 1
            s0 += 1

    def _remember(self, k0: i64, k1: i64, k2: i64, k3: i64, s0: i64, s1: i64, s2: i64, s3: i64) -> None:
        at: i64 = 0
        while at < self._depth:
            self._best[at] = self._sets[at]
            at += 1
        self._sets_of_best = self._depth
        self._best[ROOM] = k0
        self._best[ROOM + 1] = k1
        self._best[ROOM + 2] = k2
        self._best[ROOM + 3] = k3
        self._best[ROOM + 4] = s0
        self._best[ROOM + 5] = s1
        self._best[ROOM + 6] = s2
        self._best[ROOM + 7] = s3

    def _run(self, key: i64, jokers: i64) -> i64:
        """Return the worth of a suit's runs with at most `jokers` jokers, `<< 8 |` their first piece + 1."""
        if not key:
            return 0
        full = key << 3 | jokers
        at = (full ^ full >> 13 ^ full * 5 >> 7) & (_ENTRIES - 1)
        if self._keys[at] == full:
            return self._found[at]
        best: i64 = 0
        chosen: i64 = 0
        number: i64 = 0
        end = self._pieces if jokers else self._naturals
        while number < end:
            mask = self._masks[number]
            if key & mask == mask:
                left = jokers - 1 if number >= self._naturals else jokers
                worth = self._worths[number] + (self._run(_taken(key, mask), left) >> 8)
                if worth > best:
                    best = worth
                    chosen = number + 1
            number += 1
        self._keys[at] = full
        self._found[at] = best << 8 | chosen
        return best << 8 | chosen


def bit_of(place: i64) -> i64:
    """Return 1 << place, which mypyc would take for a shift of 32 bits."""
    one: i64 = 1
    return one << place


def _taken(key: i64, mask: i64) -> i64:
    doubled = key >> 13 & mask
    return key & ~(mask ^ doubled) & ~(doubled << 13)

"""The exact best melds of a hand (README.md, section 15).

All combinations of sets are tried, because sets connect the suits; what a combination leaves of each suit is then
looked up in `runs`.
"""

from collections.abc import Sequence
from itertools import combinations, product
from typing import Final, NamedTuple, TypeAlias

from rules.ducale.cards import CARD_POINTS, JOKER, Card, hand_without
from rules.ducale.engine.runs import (
    CARDS,
    FIELD,
    GUARDS,
    NATURAL,
    POINTS,
    SUIT,
    best_pieces,
    merge_worth,
    most_worth,
    pack_worth,
    remove_cards,
)
from rules.ducale.melds import HIGH_ACE, Meld, place_points

Suits: TypeAlias = tuple[int, int, int, int]  # a number for each suit


class SetPiece:
    """A set by its rank, the suits of its natural cards, and whether it has a joker; `masks` are its keys by suit."""

    def __init__(self, rank: int, suits: tuple[int, ...], joker: bool) -> None:
        bit = 1 << rank
        size = len(suits) + joker
        self.rank = rank
        self.suits = suits
        self.joker = joker
        self.masks = tuple(bit if suit in suits else 0 for suit in range(4))
        points = len(suits) * CARD_POINTS[rank] + (CARD_POINTS[JOKER] if joker else 0)
        self.value = pack_worth(size, points, size * place_points(rank or HIGH_ACE))

    def meld(self) -> Meld:
        """Return the set as a `Meld`; its joker stands for the first free suit."""
        faces = [13 * suit + self.rank for suit in self.suits]
        if not self.joker:
            return Meld("set", tuple(faces))
        face = next(13 * suit + self.rank for suit in range(4) if suit not in self.suits)
        ordered = tuple(sorted((*faces, face)))
        return Meld("set", ordered, ordered.index(face))


def _sets_by_suits(joker: bool) -> list[list[list[SetPiece]]]:
    """Return the possible sets, indexed by the suits held (as bits) and the rank."""
    sizes = (3, 2) if joker else (4, 3)
    return [
        [
            [
                SetPiece(rank, suits, joker)
                for size in sizes
                for suits in combinations([suit for suit in range(4) if held >> suit & 1], size)
            ]
            for rank in range(13)
        ]
        for held in range(16)
    ]


NATURAL_SETS: Final = _sets_by_suits(False)
JOKERED_SETS: Final = _sets_by_suits(True)
SHARES: Final[list[list[Suits]]] = [
    [share for share in product(range(5), range(5), range(5), range(5)) if sum(share) == jokers]
    for jokers in range(5)
]  # by number of jokers, the ways to share them among the suits


class Selection(NamedTuple):
    """Some sets; by suit, the key (see `runs`) of the cards left for runs and the number of jokers for runs."""

    sets: Sequence[SetPiece]
    keys: Suits
    share: Suits


class Solution:
    """The best melds of a hand, without the table.

    `max_cards` is the most cards that can be melded, `min_points` the fewest points that can be left in hand, and
    `best_opening` the most points of an opening. Each may need other melds, for which there are three lists.
    """

    def __init__(self, cards: Sequence[Card], best: int, selections: list[Selection]) -> None:
        self.cards = cards
        self.max_cards = best >> CARDS
        self.min_points = sum([CARD_POINTS[card] for card in cards]) - (best >> POINTS & FIELD)
        self.best_opening = best & FIELD
        self.out_all = self.max_cards == len(cards)
        self._selections = selections

    @property
    def out_with_discard(self) -> bool:
        """Whether all cards but exactly one can be melded at once."""
        if not self.out_all:
            return self.max_cards == len(self.cards) - 1
        hand = tuple(self.cards)
        return any(solve(hand_without(hand, (card,))).out_all for card in hand)

    def list_longest_melds(self) -> list[Meld]:
        return self._melds(CARDS, self._selections[0])

    def list_costliest_melds(self) -> list[Meld]:
        return self._melds(POINTS, self._selections[1])

    def list_opening_melds(self) -> list[Meld]:
        return self._melds(0, self._selections[2])

    def _melds(self, shift: int, selection: Selection) -> list[Meld]:
        found = [piece.meld() for piece in selection.sets]
        for suit in range(4):
            for piece in best_pieces(selection.keys[suit], selection.share[suit], shift):
                faces = tuple(13 * suit + place % 13 for place in range(piece.low, piece.low + piece.size))
                found.append(Meld("run", faces, piece.joker - piece.low if piece.joker >= 0 else None))
        return join_runs(found)


def join_runs(melds: list[Meld]) -> list[Meld]:
    """Return the melds with consecutive runs of a suit joined, where two runs have at most one joker between them."""
    left = list(melds)
    for low in list(left):
        if low.kind != "run" or low not in left:
            continue
        for high in left:
            if high is low or high.kind != "run" or low.faces[0] // 13 != high.faces[0] // 13:
                continue
            if high.low == low.high + 1 and (low.joker is None or high.joker is None):
                joker = low.joker if high.joker is None else len(low.faces) + high.joker
                left.remove(high)
                left[left.index(low)] = Meld("run", low.faces + high.faces, joker)
                return join_runs(left)
    return left


class _Search:
    """A search over all combinations of sets; each of the three `selections` reaches one number of `best`."""

    def __init__(self, candidates: list[SetPiece]) -> None:
        self.candidates = candidates
        self.best = 0
        self.chosen: list[SetPiece] = []
        self.selections = [Selection([], (0, 0, 0, 0), (0, 0, 0, 0))] * 3

    def run(self, k0: int, k1: int, k2: int, k3: int, jokers: int, value: int, start: int) -> None:
        """Value the hand with the chosen sets, worth `value`, then with each further candidate from `start` on."""
        for share in SHARES[jokers]:
            s0, s1, s2, s3 = share
            total = value + most_worth(k0, s0) + most_worth(k1, s1) + most_worth(k2, s2) + most_worth(k3, s3)
            if ((self.best | GUARDS) - total) & GUARDS != GUARDS:
                self._keep_best(total, (k0, k1, k2, k3), share)
        candidates = self.candidates
        for number in range(start, len(candidates)):
            piece = candidates[number]
            if piece.joker and not jokers:
                return
            m0, m1, m2, m3 = piece.masks
            if k0 & m0 != m0 or k1 & m1 != m1 or k2 & m2 != m2 or k3 & m3 != m3:
                continue
            self.chosen.append(piece)
            n0, n1, n2, n3 = remove_cards(k0, m0), remove_cards(k1, m1), remove_cards(k2, m2), remove_cards(k3, m3)
            self.run(n0, n1, n2, n3, jokers - piece.joker, value + piece.value, number)
            self.chosen.pop()

    def _keep_best(self, total: int, keys: Suits, share: Suits) -> None:
        selection = Selection(list(self.chosen), keys, share)
        best = self.best
        if total >> CARDS > best >> CARDS:
            self.selections[0] = selection
        if total >> POINTS & FIELD > best >> POINTS & FIELD:
            self.selections[1] = selection
        if total & FIELD > best & FIELD:
            self.selections[2] = selection
        self.best = merge_worth(best, total)


def keys_of(cards: Sequence[Card]) -> tuple[list[int], int]:
    """Return the keys of the four suits, and the number of jokers."""
    keys = [0, 0, 0, 0]
    for card in cards:
        if card != JOKER:
            suit, rank = divmod(card, 13)
            bit = 1 << rank
            keys[suit] |= bit << 13 if keys[suit] & bit else bit
    return keys, cards.count(JOKER)


def _possible_sets(keys: Sequence[int], jokers: int) -> list[SetPiece]:
    k0, k1, k2, k3 = keys
    ranks = ((k0 | k1) & (k2 | k3) | k0 & k1 | k2 & k3) & SUIT
    found: list[SetPiece] = []
    jokered: list[SetPiece] = []
    while ranks:
        rank = (ranks & -ranks).bit_length() - 1
        ranks &= ranks - 1
        held = (k0 >> rank & 1) | (k1 >> rank & 1) << 1 | (k2 >> rank & 1) << 2 | (k3 >> rank & 1) << 3
        found += NATURAL_SETS[held][rank]
        if jokers:
            jokered += JOKERED_SETS[held][rank]
    return found + jokered


def solve(cards: Sequence[Card]) -> Solution:
    """Return the best melds of `cards`, at most two copies of each and four jokers."""
    keys, jokers = keys_of(cards)
    search = _Search(_possible_sets(keys, jokers))
    search.run(keys[0], keys[1], keys[2], keys[3], jokers, 0, 0)
    return Solution(cards, search.best, search.selections)


def best_opening_pure(cards: Sequence[Card]) -> int | None:
    """Return the most points of an opening that holds a run without joker; None if there is no such run."""
    keys, jokers = keys_of(cards)
    best = None
    for suit in range(4):
        for piece in NATURAL:
            if piece.mask & keys[suit] != piece.mask:
                continue
            rest = list(keys)
            rest[suit] = remove_cards(keys[suit], piece.mask)
            search = _Search(_possible_sets(rest, jokers))
            search.run(rest[0], rest[1], rest[2], rest[3], jokers, 0, 0)
            shown = (piece.value & FIELD) + (search.best & FIELD)
            best = shown if best is None else max(best, shown)
    return best

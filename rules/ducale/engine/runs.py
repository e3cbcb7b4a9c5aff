"""Runs within one suit: the best that its cards make, in a table by the cards (README.md, section 15).

A suit's cards are a key of 26 bits: bit r is set where a card of rank r is held (0 = ace), bit 13 + r where both are.
What melds are worth is three numbers in one, so that they are added and compared together: the cards melded, the
points that they would cost in hand, and what they count towards an opening.
"""

from __future__ import annotations

from typing import Final

from rules.ducale.cards import VALUES
from rules.ducale.melds import place_points

CARDS: Final = 20
"""Bit where the number of cards begins."""
POINTS: Final = 10
"""Bit where the points in hand begin; the points of an opening begin at 0."""
FIELD: Final = 511
GUARDS: Final = 1 << 29 | 1 << 19 | 1 << 9
"""A bit above each number, so that taking one from another shows which numbers are larger."""
SUIT: Final = (1 << 13) - 1
MOST_KEYS: Final = 300_000
"""Of one table; a full one is emptied."""


def packed(cards: int, points: int, opening: int) -> int:
    """The three numbers in one."""
    return cards << CARDS | points << POINTS | opening


class Piece:
    """A run of 3 to 5 cards: `mask` of the natural ones, which places it spans, where its joker stands (-1: none).

    A longer run is as good as two shorter ones.
    """

    def __init__(self, low: int, size: int, joker: int) -> None:
        places = range(low, low + size)
        naturals = [place for place in places if place != joker]
        mask = 0
        for place in naturals:
            mask |= 1 << place % 13
        points = sum(VALUES[place % 13] for place in naturals) + (20 if joker >= 0 else 0)
        self.low = low
        self.size = size
        self.joker = joker
        self.mask = mask
        self.value = packed(size, points, sum(place_points(place) for place in places))


def _jokered() -> list[Piece]:
    """One for each mask: of those with the same natural cards the one that counts most towards an opening."""
    best: dict[int, Piece] = {}
    for size in (5, 4, 3):
        for low in range(15 - size):
            for joker in range(low, low + size):
                piece = Piece(low, size, joker)
                other = best.get(piece.mask)
                if other is None or other.value < piece.value:
                    best[piece.mask] = piece
    return list(best.values())


NATURAL: Final = [Piece(low, size, -1) for size in (5, 4, 3) for low in range(15 - size)]
JOKERED: Final = _jokered()
TABLES: Final[list[dict[int, int]]] = [{} for _ in range(5)]
"""[jokers][key] -> what the runs of a suit are worth at most."""


def taken(key: int, mask: int) -> int:
    """The key without the cards of `mask`, each of which it has; of two copies one stays."""
    doubled = key >> 13 & mask
    return key & ~(mask ^ doubled) & ~(doubled << 13)


def merged(one: int, other: int) -> int:
    """The larger of each of the three numbers."""
    cards = max(one >> CARDS, other >> CARDS)
    points = max(one >> POINTS & FIELD, other >> POINTS & FIELD)
    return cards << CARDS | points << POINTS | max(one & FIELD, other & FIELD)


def most_worth(key: int, jokers: int) -> int:
    """What the runs of a suit are worth, each of the three numbers at its most, with at most so many jokers."""
    table = TABLES[jokers]
    found = table.get(key)
    if found is not None:
        return found
    best = 0
    for piece, left in _laid(key, jokers):
        value = piece.value + most_worth(taken(key, piece.mask), left)
        if ((best | GUARDS) - value) & GUARDS != GUARDS:
            best = merged(best, value)
    if len(table) >= MOST_KEYS:
        table.clear()
    table[key] = best
    return best


def _laid(key: int, jokers: int) -> list[tuple[Piece, int]]:
    """The pieces that the cards make, each with the jokers that it leaves."""
    held = key & SUIT
    found = [(piece, jokers) for piece in NATURAL if piece.mask & held == piece.mask]
    if jokers:
        found += [(piece, jokers - 1) for piece in JOKERED if piece.mask & held == piece.mask]
    return found


def best_pieces(key: int, jokers: int, shift: int) -> list[Piece]:
    """Pieces whose number at `shift` adds up to the most that the cards can reach."""
    wanted = most_worth(key, jokers) >> shift & FIELD
    if not wanted:
        return []
    for piece, left in _laid(key, jokers):
        rest = taken(key, piece.mask)
        if (piece.value + most_worth(rest, left)) >> shift & FIELD == wanted:
            return [piece, *best_pieces(rest, left, shift)]
    raise AssertionError("some piece is worth what the table says")

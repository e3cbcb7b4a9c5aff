"""Runs within one suit: the best that its cards make, in a table by the cards (README.md, section 15).

A suit's cards are a key of 26 bits: bit r is set if a card of rank r is held (0 = ace), bit 13 + r if both are. The
worth of melds is three numbers in one: cards melded, points that they would cost in hand, points of an opening.
"""

from typing import Final

from rules.ducale.cards import VALUES
from rules.ducale.melds import place_points

CARDS: Final = 20  # lowest bit of the number of cards
POINTS: Final = 10  # lowest bit of the points in hand; the points of an opening begin at bit 0
FIELD: Final = 511
GUARDS: Final = 1 << 29 | 1 << 19 | 1 << 9  # above each number: show by subtraction which numbers are larger
SUIT: Final = (1 << 13) - 1
MOST_KEYS: Final = 300_000  # entries of one table; a full table is emptied


def pack_worth(cards: int, points: int, opening: int) -> int:
    return cards << CARDS | points << POINTS | opening


class Piece:
    """A run of 3 to 5 cards with the `mask` of the natural ones, its places, and the place of its joker (-1: none).

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
        self.value = pack_worth(size, points, sum(place_points(place) for place in places))


def _runs_with_joker() -> list[Piece]:
    """Return one piece for each mask: of those with equal natural cards the best for an opening."""
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
JOKERED: Final = _runs_with_joker()
TABLES: Final[list[dict[int, int]]] = [{} for _ in range(5)]  # [jokers][key] -> the greatest worth of a suit's runs


def remove_cards(key: int, mask: int) -> int:
    """Return the key without the cards of `mask`, each of which it has; of two copies one stays."""
    doubled = key >> 13 & mask
    return key & ~(mask ^ doubled) & ~(doubled << 13)


def merge_worth(one: int, other: int) -> int:
    cards = max(one >> CARDS, other >> CARDS)
    points = max(one >> POINTS & FIELD, other >> POINTS & FIELD)
    return cards << CARDS | points << POINTS | max(one & FIELD, other & FIELD)


def most_worth(key: int, jokers: int) -> int:
    """Return the greatest worth of a suit's runs, each of the three numbers by itself, with `jokers` at most."""
    table = TABLES[jokers]
    found = table.get(key)
    if found is not None:
        return found
    best = 0
    for piece, left in _laid(key, jokers):
        value = piece.value + most_worth(remove_cards(key, piece.mask), left)
        if ((best | GUARDS) - value) & GUARDS != GUARDS:
            best = merge_worth(best, value)
    if len(table) >= MOST_KEYS:
        table.clear()
    table[key] = best
    return best


def _laid(key: int, jokers: int) -> list[tuple[Piece, int]]:
    held = key & SUIT
    found = [(piece, jokers) for piece in NATURAL if piece.mask & held == piece.mask]
    if jokers:
        found += [(piece, jokers - 1) for piece in JOKERED if piece.mask & held == piece.mask]
    return found


def best_pieces(key: int, jokers: int, shift: int) -> list[Piece]:
    """Return pieces whose numbers at `shift` add up to the most that the cards can reach."""
    wanted = most_worth(key, jokers) >> shift & FIELD
    if not wanted:
        return []
    for piece, left in _laid(key, jokers):
        rest = remove_cards(key, piece.mask)
        if (piece.value + most_worth(rest, left)) >> shift & FIELD == wanted:
            return [piece, *best_pieces(rest, left, shift)]
    raise AssertionError("some piece is worth what the table says")

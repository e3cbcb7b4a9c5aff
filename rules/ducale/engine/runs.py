"""The best runs that the cards of one suit make, memoised by these cards (README.md, section 15).

A suit's cards are a key of 26 bits: bit r is set if a card of rank r is held (0 = ace), bit 13 + r if both are. The
worth of melds packs three numbers: the cards melded, their points in hand, and their points for an opening.
"""

from typing import Final

from rules.ducale.cards import CARD_POINTS, JOKER
from rules.ducale.melds import place_points

CARDS: Final = 20  # lowest bit of the number of cards
POINTS: Final = 10  # lowest bit of the points in hand; the points for an opening begin at bit 0
FIELD: Final = 511  # mask of each number
GUARDS: Final = 1 << 29 | 1 << 19 | 1 << 9  # bit above each number; subtracting a larger number clears it
SUIT: Final = (1 << 13) - 1
MAX_ENTRIES: Final = 300_000  # of one table; a full table is emptied


def pack_worth(cards: int, points: int, opening: int) -> int:
    return cards << CARDS | points << POINTS | opening


class Piece:
    """A run of 3 to 5 cards. A longer run is worth as much as the pieces into which it can be cut.

    `mask` has the ranks of the natural cards; `joker` is the place of the joker, or -1.
    """

    def __init__(self, low: int, size: int, joker: int) -> None:
        places = range(low, low + size)
        naturals = [place for place in places if place != joker]
        mask = 0
        for place in naturals:
            mask |= 1 << place % 13
        points = sum(CARD_POINTS[place % 13] for place in naturals) + (CARD_POINTS[JOKER] if joker >= 0 else 0)
        self.low = low
        self.size = size
        self.joker = joker
        self.mask = mask
        self.value = pack_worth(size, points, sum(place_points(place) for place in places))


def _runs_with_joker() -> list[Piece]:
    """Return, for each mask, the piece with a joker that has the most points for an opening."""
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
TABLES: Final[list[dict[int, int]]] = [{} for _ in range(5)]  # results of `most_worth` by jokers and key


def remove_cards(key: int, mask: int) -> int:
    """Return the key without one copy of each card of `mask`; the key must have all these cards."""
    doubled = key >> 13 & mask
    return key & ~(mask ^ doubled) & ~(doubled << 13)


def merge_worth(first: int, second: int) -> int:
    """Return a worth that has, for each of the three numbers, the larger one of `first` and `second`."""
    cards = max(first >> CARDS, second >> CARDS)
    points = max(first >> POINTS & FIELD, second >> POINTS & FIELD)
    return cards << CARDS | points << POINTS | max(first & FIELD, second & FIELD)


def most_worth(key: int, jokers: int) -> int:
    """Return the maximum of each of the three numbers over all runs of a suit with at most `jokers` jokers."""
    table = TABLES[jokers]
    found = table.get(key)
    if found is not None:
        return found
    best = 0
    for piece, left in _possible_pieces(key, jokers):
        value = piece.value + most_worth(remove_cards(key, piece.mask), left)
        if ((best | GUARDS) - value) & GUARDS != GUARDS:
            best = merge_worth(best, value)
    if len(table) >= MAX_ENTRIES:
        table.clear()
    table[key] = best
    return best


def _possible_pieces(key: int, jokers: int) -> list[tuple[Piece, int]]:
    """Return the pieces that the cards make, each with the number of jokers left."""
    held = key & SUIT
    found = [(piece, jokers) for piece in NATURAL if piece.mask & held == piece.mask]
    if jokers:
        found += [(piece, jokers - 1) for piece in JOKERED if piece.mask & held == piece.mask]
    return found


def best_pieces(key: int, jokers: int, shift: int) -> list[Piece]:
    """Return pieces that reach the maximum of the number whose lowest bit is `shift`."""
    wanted = most_worth(key, jokers) >> shift & FIELD
    if not wanted:
        return []
    for piece, left in _possible_pieces(key, jokers):
        rest = remove_cards(key, piece.mask)
        if (piece.value + most_worth(rest, left)) >> shift & FIELD == wanted:
            return [piece, *best_pieces(rest, left, shift)]
    raise AssertionError("no piece has the worth in the table")

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
        self.opening = sum(place_points(place) for place in places)
        self.value = packed(size, points, self.opening)


def _pieces() -> list[Piece]:
    return [Piece(low, size, -1) for size in (5, 4, 3) for low in range(15 - size)]


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


NATURAL: Final = _pieces()
JOKERED: Final = _jokered()


def taken(key: int, mask: int) -> int:
    """The key without the cards of `mask`, each of which it has; of two copies one stays."""
    doubled = key >> 13 & mask
    return key & ~(mask ^ doubled) & ~(doubled << 13)


class Runs:
    """What the runs of a suit are worth at most, each of the three numbers for itself, with up to so many jokers."""

    def __init__(self) -> None:
        self.tables: list[dict[int, int]] = [{0: 0} for _ in range(5)]

    def best(self, key: int, jokers: int) -> int:
        """The value of a suit with at most `jokers` jokers, from the table."""
        table = self.tables[jokers]
        found = table.get(key)
        if found is not None:
            return found
        if len(table) >= MOST_KEYS:
            table.clear()
        held = key & SUIT
        pieces = [piece for piece in NATURAL if piece.mask & held == piece.mask]
        if jokers:
            pieces += [piece for piece in JOKERED if piece.mask & held == piece.mask]
        value = _most(pieces, key, jokers, 0) if pieces else 0
        table[key] = value
        return value


def merged(one: int, other: int) -> int:
    """The larger of each of the three numbers."""
    cards = max(one >> CARDS, other >> CARDS)
    points = max(one >> POINTS & FIELD, other >> POINTS & FIELD)
    return cards << CARDS | points << POINTS | max(one & FIELD, other & FIELD)


def _most(pieces: list[Piece], key: int, jokers: int, start: int) -> int:
    """The largest numbers of all selections of `pieces` from `start` on."""
    best = 0
    for number in range(start, len(pieces)):
        piece = pieces[number]
        if piece.mask & key != piece.mask or (piece.joker >= 0 and not jokers):
            continue
        left = jokers - 1 if piece.joker >= 0 else jokers
        value = piece.value + _most(pieces, taken(key, piece.mask), left, number)
        if ((best | GUARDS) - value) & GUARDS != GUARDS:
            best = merged(best, value)
    return best


def pieces_reaching(key: int, jokers: int, shift: int, wanted: int) -> list[Piece]:
    """Pieces whose number at `shift` adds up to `wanted`, which the cards can reach."""
    held = key & SUIT
    pieces = [
        piece for piece in (*NATURAL, *JOKERED) if piece.mask & held == piece.mask and (piece.joker < 0 or jokers)
    ]
    found = _reaching(pieces, key, jokers, 0, shift, wanted)
    assert found is not None
    return found


def _reaching(pieces: list[Piece], key: int, jokers: int, start: int, shift: int, wanted: int) -> list[Piece] | None:
    if wanted == 0:
        return []
    for number in range(start, len(pieces)):
        piece = pieces[number]
        points_here = piece.value >> shift & FIELD
        if piece.mask & key != piece.mask or (piece.joker >= 0 and not jokers) or points_here > wanted:
            continue
        left = jokers - 1 if piece.joker >= 0 else jokers
        rest = _reaching(pieces, taken(key, piece.mask), left, number, shift, wanted - points_here)
        if rest is not None:
            return [piece, *rest]
    return None


def melded_counts(key: int, jokers: int) -> list[int]:
    """By jokers used, from none: bit n is set where so many cards can be melded in runs of the suit."""
    held = key & SUIT
    pieces = [piece for piece in NATURAL if piece.mask & held == piece.mask]
    if jokers:
        pieces += [piece for piece in JOKERED if piece.mask & held == piece.mask]
    found = [0] * (jokers + 1)
    _add_counts(pieces, key, 0, 0, 0, found)
    return found


def _add_counts(pieces: list[Piece], key: int, used: int, count: int, start: int, found: list[int]) -> None:
    found[used] |= 1 << count
    for number in range(start, len(pieces)):
        piece = pieces[number]
        if piece.mask & key == piece.mask:
            more = used + 1 if piece.joker >= 0 else used
            if more < len(found):
                _add_counts(pieces, taken(key, piece.mask), more, count + piece.size, number, found)

"""The 108 cards of Ducale: numbers, texts, points and operations on hands (README.md, sections 1 and 12)."""

from collections import Counter
from collections.abc import Iterable
from typing import Final, TypeAlias

from rules.common.quoting import make_printable

Card: TypeAlias = int
"""Card number: `13 * suit + rank`, `JOKER` or `HIDDEN`.

Suits S H D C are 0 to 3, ranks ace to king 0 to 12. Both copies of a card have the same number.
"""

SUITS: Final = "SHDC"
RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
JOKER: Final = 52
HIDDEN: Final = 53  # a card that a seat can't see; only in views
ACE: Final = 0
KING: Final = 12

TEXTS: Final = (*(rank + suit for suit in SUITS for rank in RANKS), "JK", "??")
_CARDS_BY_TEXT: Final = {text: card for card, text in enumerate(TEXTS) if card != HIDDEN} | {
    f"T{suit}": 13 * number + 9 for number, suit in enumerate(SUITS)
}
JOKER_POINTS: Final = 20
CARD_POINTS: Final = (
    *(11 if rank == 0 else min(rank + 1, 10) for _ in SUITS for rank in range(13)),
    JOKER_POINTS,
    0,
)
"""Points that each card costs in hand at the end of a round (section 8)."""
PACK: Final[tuple[Card, ...]] = tuple(card for card in range(52) for _ in (1, 2)) + (JOKER,) * 4
COPIES: Final = (*(2 for _ in range(52)), 4)  # copies of each card in the game
HAND: Final = 13  # cards dealt to each player


class CardError(ValueError):
    """Error for a text that is no card; the message is a sentence."""


def suit_of(card: Card) -> int:
    return card // 13


def rank_of(card: Card) -> int:
    return card % 13


def is_hidden(cards: tuple[Card, ...]) -> bool:
    """Return whether the cards of a hand or pile are hidden: either all are, or none is."""
    return bool(cards) and cards[0] == HIDDEN


def hide_cards(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return (HIDDEN,) * len(cards)


def texts(cards: Iterable[Card]) -> str:
    return " ".join(TEXTS[card] for card in cards)


def read(word: str) -> Card:
    """Read a card, also with `T` for 10, in small letters, or with a copy mark `#1` to `#4`. Raises CardError."""
    name, mark, copy = word.partition("#")
    card = _CARDS_BY_TEXT.get(name.upper())
    if card is None or (mark and copy not in ("1", "2", "3", "4")):
        raise CardError(f'"{make_printable(word, 20)}" is no card; write rank and suit as in 7H, 10S, KD, or JK.')
    return card


def hand_without(hand: tuple[Card, ...], cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return `hand` without `cards`, each of which must be in it. The first of equal cards is removed."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def find_missing_card(hand: tuple[Card, ...], cards: Iterable[Card]) -> Card | None:
    """Return the first of `cards` of which `hand` has too few copies, or None."""
    left = list(hand)
    for card in cards:
        if card not in left:
            return card
        left.remove(card)
    return None


def is_full_pack(cards: Iterable[Card]) -> bool:
    """Return whether `cards` are all 108 cards of the game and no others, in any order."""
    counts = Counter(cards)
    return len(counts) == len(COPIES) and all(counts[card] == copies for card, copies in enumerate(COPIES))

"""The orders that a hand can be put in. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.contract import Target

SUITS: Final = "SHCD"
"""Black and red in turn."""
RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def face_of(target: Target) -> str:
    """The card of a target in a hand: "7H", "JK"."""
    return target.partition(":")[2].partition("#")[0]


def _rank(face: str) -> int:
    return len(RANKS) if face == "JK" else RANKS.index(face[:-1])


def _suit(face: str) -> int:
    return len(SUITS) if face == "JK" else SUITS.index(face[-1])


def by_suit(cards: Sequence[Target]) -> list[Target]:
    """Suit after suit, each from the ace up; jokers last."""
    return sorted(cards, key=lambda card: (_suit(face_of(card)), _rank(face_of(card)), card))


def by_rank(cards: Sequence[Target]) -> list[Target]:
    """Rank after rank; jokers last."""
    return sorted(cards, key=lambda card: (_rank(face_of(card)), _suit(face_of(card)), card))


def by_melds(cards: Sequence[Target], melds: Sequence[Sequence[str]]) -> list[Target]:
    """The melds that can be made of them, then the rest by suit."""
    left = by_suit(cards)
    found = []
    for meld in melds:
        for face in meld:
            card = next(one for one in left if face_of(one) == face)
            left.remove(card)
            found.append(card)
    return [*found, *left]

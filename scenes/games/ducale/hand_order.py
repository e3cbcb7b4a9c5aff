"""The order of the cards of a hand: the person's own order, or by suit, rank or melds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.contract import Seat, Table, Target
from rules.ducale.cards import RANKS

SUIT_ORDER: Final = "SHCD"


def is_in_hand(target: Target, seat: Seat) -> bool:
    """Return whether a target is a card of a seat's open hand."""
    return target.startswith(f"h{seat}:")


def order_hand(table: Table, seat: Seat, order: Sequence[Target]) -> tuple[Target, ...]:
    """Return a seat's open hand in the person's order; cards that `order` lacks are last."""
    hand = [target for target in table if is_in_hand(target, seat)]
    ordered = [target for target in order if target in table and is_in_hand(target, seat)]
    return (*ordered, *(target for target in hand if target not in ordered))


def face_of(target: Target) -> str:
    return target.partition(":")[2].partition("#")[0]


def _rank_index(face: str) -> int:
    return len(RANKS) if face == "JK" else RANKS.index(face[:-1])


def _suit_index(face: str) -> int:
    return len(SUIT_ORDER) if face == "JK" else SUIT_ORDER.index(face[-1])


def sort_by_suit(cards: Sequence[Target]) -> list[Target]:
    """Return cards sorted by suit, and from the ace up in each suit; jokers are last."""
    return sorted(cards, key=lambda card: (_suit_index(face_of(card)), _rank_index(face_of(card)), card))


def sort_by_rank(cards: Sequence[Target]) -> list[Target]:
    """Return cards sorted by rank, from the ace up; jokers are last."""
    return sorted(cards, key=lambda card: (_rank_index(face_of(card)), _suit_index(face_of(card)), card))


def sort_by_melds(cards: Sequence[Target], melds: Sequence[Sequence[str]]) -> list[Target]:
    """Return the cards of `melds` first, then the other cards sorted by suit."""
    rest = sort_by_suit(cards)
    sorted_cards = []
    for meld in melds:
        for face in meld:
            card = next(candidate for candidate in rest if face_of(candidate) == face)
            rest.remove(card)
            sorted_cards.append(card)
    return [*sorted_cards, *rest]

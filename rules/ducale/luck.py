"""The luck of a match of Ducale: the jokers that came, less those that were due.

For the cards dealt to a hand as many jokers are due as any thirteen of all cards hold on average; for a card drawn
from the stock, the share of jokers in the stock at that moment. So nobody's play changes what to expect, which is
nought.
What is taken from the discard, or swapped from a meld, is nobody's luck.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from rules.ducale.cards import COPIES, HAND, JOKER, PACK
from rules.ducale.position import Position

DUE: Final = HAND * COPIES[JOKER] / len(PACK)
"""Jokers in a hand that is dealt, on average."""


def luck(positions: Sequence[Position]) -> tuple[float, ...]:
    """By seat: jokers above their due; `positions` are those of a match, with all cards in sight."""
    surplus = [0.0] * positions[0].seats
    for before, after in pairwise(positions):
        if before.phase in ("deal", "end", "blocked"):
            for seat, hand in enumerate(after.hands):
                surplus[seat] += hand.count(JOKER) - DUE
        elif before.phase == "draw" and len(after.stock) == len(before.stock) - 1:
            share = before.stock.count(JOKER) / len(before.stock)
            surplus[before.turn] += (before.stock[0] == JOKER) - share
    return tuple(surplus)

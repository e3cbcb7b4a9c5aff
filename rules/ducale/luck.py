"""The luck of a match of Ducale: the jokers that were dealt and drawn, less those that were due by the cards left.

The expected luck is 0, whatever is played. Cards taken from the discard pile or swapped from a meld don't count.
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

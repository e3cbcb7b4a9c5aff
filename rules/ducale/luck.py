"""Luck in a match of Ducale: the jokers dealt and drawn, less those due by the cards left.

The expected luck is 0 for any play. Cards taken from the discard pile or swapped from a meld don't count.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from rules.ducale.cards import COPIES, HAND, JOKER, PACK
from rules.ducale.position import Position

DUE: Final = HAND * COPIES[JOKER] / len(PACK)  # average number of jokers in a hand that is dealt


def luck(positions: Sequence[Position]) -> tuple[float, ...]:
    """Return each seat's jokers above their due in the positions of a match, with all cards in sight."""
    surplus = [0.0] * positions[0].seats
    for before, after in pairwise(positions):
        if before.phase in ("deal", "end", "blocked"):
            for seat, hand in enumerate(after.hands):
                surplus[seat] += hand.count(JOKER) - DUE
        elif before.phase == "draw" and len(after.stock) == len(before.stock) - 1:
            share = before.stock.count(JOKER) / len(before.stock)
            surplus[before.turn] += (before.stock[0] == JOKER) - share
    return tuple(surplus)

"""Luck in a match of Ducale: how many more jokers than the average a seat was dealt or drew from the stock.

However one plays, the expected luck is 0. Jokers taken from the discard pile or swapped from a meld don't count.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from rules.ducale.cards import COPIES, HAND, JOKER, PACK
from rules.ducale.position import Position

AVERAGE_JOKERS: Final = HAND * COPIES[JOKER] / len(PACK)  # in a hand that is dealt


def luck(positions: Sequence[Position]) -> tuple[float, ...]:
    """Return each seat's jokers above the average; `positions` are all those of a match, with every card known."""
    surplus = [0.0] * positions[0].seats
    for before, after in pairwise(positions):
        if before.phase in ("deal", "end", "blocked"):
            for seat, hand in enumerate(after.hands):
                surplus[seat] += hand.count(JOKER) - AVERAGE_JOKERS
        elif before.phase == "draw" and len(after.stock) == len(before.stock) - 1:
            share = before.stock.count(JOKER) / len(before.stock)
            surplus[before.turn] += (before.stock[0] == JOKER) - share
    return tuple(surplus)

"""Layout of the cards on the menu, with the hand as a fan; without pygame, in heights of the table."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin
from typing import Final

from rules.contract import Table, Token
from scenes.games.ducale.card_layout import MELD_STEP, find_melds
from scenes.games.ducale.table_zones import CARD_RATIO

WIDE: Final = 1.42
CARD: Final = 0.27
HELD: Final = 0.4
"""Heights of a card on the table, and of one in the hand."""
FAN: Final = 8
SPREAD: Final = 6.5
"""Degrees between two of them."""
PIVOT: Final = (0.5 * WIDE, 1.475)
REACH: Final = 0.84
"""Centre of the fan, and the distance of the cards' centres from it."""
LEFT: Final = 0.085
TOP: Final = 0.225
"""Left edge of the first card on the table, and centre y of all of them."""
GAP: Final = 0.04


@dataclass(frozen=True, slots=True)
class CardPose:
    """A card's place: its centre, its height, and its counterclockwise rotation in degrees."""

    token: Token
    x: float
    y: float
    high: float
    turned: float = 0.0
    shade: bool = True


def pose_cards(table: Table) -> list[CardPose]:
    """Return the stock, the discard pile, as many melds as fit, and the first seat's hand; bottom to top."""
    wide = CARD / CARD_RATIO
    cards = []
    left = LEFT
    for pile in ("stock", "discard"):
        for number, token in enumerate(table.get(pile, ())[-3:]):
            at = 0.004 * number
            cards.append(CardPose(token, left + wide / 2 - at, TOP - at, CARD, shade=not number))
        left += wide + GAP
    for meld in find_melds(table).values():
        need = wide * (1 + MELD_STEP * (len(meld) - 1))
        if left + need <= WIDE - LEFT + 0.02:
            for n, target in enumerate(meld):
                cards.append(CardPose(table[target][-1], left + wide * (0.5 + n * MELD_STEP), TOP, CARD))
            left += need + GAP
    hand = [tokens[-1] for target, tokens in table.items() if target.startswith("h0:")][:FAN]
    for number, token in enumerate(hand):
        angle = SPREAD * (number - (len(hand) - 1) / 2)
        x, y = PIVOT[0] + REACH * sin(radians(angle)), PIVOT[1] - REACH * cos(radians(angle))
        cards.append(CardPose(token, x, y, HELD, -angle))
    return cards

"""The cards' layout on the menu's picture, with the hand as a fan. Lengths are in table heights. No pygame."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin
from typing import Final

from rules.contract import Table, Token
from scenes.games.ducale.card_layout import MELD_STEP, find_melds
from scenes.games.ducale.table_zones import CARD_RATIO

TABLE_WIDTH: Final = 1.42
CARD_HEIGHT: Final = 0.27  # of a card on the table
HAND_CARD_HEIGHT: Final = 0.4  # of a card in the hand
MAX_FAN_CARDS: Final = 8
FAN_DEGREES: Final = 6.5  # between two cards of the hand
FAN_CENTRE: Final = (0.5 * TABLE_WIDTH, 1.475)
FAN_RADIUS: Final = 0.84  # distance of the hand's cards from that centre
LEFT_EDGE: Final = 0.085  # of the first card on the table
ROW_Y: Final = 0.225  # centre y of all cards on the table
GROUP_GAP: Final = 0.04  # between two piles or melds


@dataclass(frozen=True, slots=True)
class CardPose:
    """A card of the picture: its centre, its height, and its counterclockwise angle in degrees."""

    token: Token
    x: float
    y: float
    height: float
    angle: float = 0.0
    has_shadow: bool = True


def pose_cards(table: Table) -> list[CardPose]:
    """Return the top cards of both piles, as many melds as fit, and the first seat's hand, from bottom to top."""
    width = CARD_HEIGHT / CARD_RATIO
    cards = []
    left = LEFT_EDGE
    for pile in ("stock", "discard"):
        for number, token in enumerate(table.get(pile, ())[-3:]):  # more aren't visible
            shift = 0.004 * number
            cards.append(CardPose(token, left + width / 2 - shift, ROW_Y - shift, CARD_HEIGHT, has_shadow=not number))
        left += width + GROUP_GAP
    for meld in find_melds(table).values():
        meld_width = width * (1 + MELD_STEP * (len(meld) - 1))
        if left + meld_width <= TABLE_WIDTH - LEFT_EDGE + 0.02:
            for n, target in enumerate(meld):
                x = left + width * (0.5 + n * MELD_STEP)
                cards.append(CardPose(table[target][-1], x, ROW_Y, CARD_HEIGHT))
            left += meld_width + GROUP_GAP
    hand = [tokens[-1] for target, tokens in table.items() if target.startswith("h0:")][:MAX_FAN_CARDS]
    for number, token in enumerate(hand):
        angle = FAN_DEGREES * (number - (len(hand) - 1) / 2)
        x, y = FAN_CENTRE[0] + FAN_RADIUS * sin(radians(angle)), FAN_CENTRE[1] - FAN_RADIUS * cos(radians(angle))
        cards.append(CardPose(token, x, y, HAND_CARD_HEIGHT, -angle))
    return cards

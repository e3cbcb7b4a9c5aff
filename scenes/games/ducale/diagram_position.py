"""Positions of Ducale that diagrams and puzzles describe by a few cards; most other cards go into the stock."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Final

from rules.common.quoting import make_printable
from rules.ducale.cards import PACK, TEXTS
from rules.ducale.position import Position

EMPTY_STOCK: Final = "-"
OTHER_HAND_CARDS: Final = 5  # number of cards in the other player's hand


def compose_position(fields: Mapping[str, str]) -> str:
    """Return the text of a position of two players, the first to draw, from the fields of a diagram.

    `hand` is the first player's hand. `melds`, separated by "|", lie on the table; the first player has laid them and
    thus opened. `discard` is the discard pile from the bottom, and `stock` has the next cards to draw. If `stock` is
    "-", the stock is empty, and all other cards are below the discards. Raises ValueError without `hand`, or if a
    card occurs too often.
    """
    if "hand" not in fields:
        raise ValueError("There is neither a position nor a hand.")
    hand = fields["hand"].split()
    melds = [meld.split() for meld in fields.get("melds", "").split("|") if meld.strip()]
    discard, stock = fields.get("discard", "").split(), fields.get("stock", "").split()
    is_stock_empty = stock == [EMPTY_STOCK]
    stock = [] if is_stock_empty else stock
    remaining = Counter(TEXTS[card] for card in PACK)
    remaining.subtract([*hand, *discard, *stock, *(card.partition("=")[0] for meld in melds for card in meld)])
    missing = [make_printable(card, 20) for card, number in remaining.items() if number < 0]
    if missing:
        raise ValueError(f"There are not so many {', '.join(missing[:5])}.")

    def shuffled_rank(card: str) -> int:
        return sum(ord(letter) * (7919 + 31 * index) for index, letter in enumerate(card, 1)) % 1009

    rest = sorted(remaining.elements(), key=lambda card: (shuffled_rank(card), card))
    other_hand, rest = rest[:OTHER_HAND_CARDS], rest[OTHER_HAND_CARDS:]
    if is_stock_empty:
        discard, rest = [*rest, *discard], []
    if not discard:
        discard, rest = rest[:1], rest[1:]
    state = json.loads(Position(((), ()), phase="draw", lap=2, dealer=1).text())
    state |= {
        "hands": [hand, other_hand],
        "opened": [bool(melds), False],
        "table": [{"id": number, "by": 0, "cards": meld} for number, meld in enumerate(melds, 1)],
        "stock": [*stock, *rest],
        "discard": discard,
        "next_id": len(melds) + 1,
    }
    return json.dumps(state, separators=(",", ":"))


def write_restock_turn(state: str) -> str:
    """Return the turn of chance that makes a new stock of all discards but the top one; the latest is drawn first.

    `state` is the text of a position with an empty stock. Raises ValueError if there are no discards.
    """
    discard = json.loads(state)["discard"]
    if not discard:
        raise ValueError("There are no discards.")
    *below, _ = discard
    return " ".join(["~", *reversed(below)])

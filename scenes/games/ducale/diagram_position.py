"""Positions of Ducale composed of the few cards that matter; the rest of the packs is in the stock."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Final

from rules.common.quoting import make_printable
from rules.ducale.cards import PACK, TEXTS
from rules.ducale.position import Position

EMPTY: Final = "-"
OTHER: Final = 5
"""Cards in the other player's hand."""


def compose_position(fields: Mapping[str, str]) -> str:
    """Return the text of a position from a diagram's fields: two seats, the first is to draw.

    `hand` is the player's; `melds`, separated by "|", are on the table, and then the player has opened; `discard`
    is the discard pile from the bottom, `stock` the next cards to draw; "-" is an empty stock, and the rest is then
    below the discards. Raises ValueError with a sentence when a card is there too often.
    """
    if "hand" not in fields:
        raise ValueError("There is neither a position nor a hand.")
    hand = fields["hand"].split()
    melds = [meld.split() for meld in fields.get("melds", "").split("|") if meld.strip()]
    discard, stock = fields.get("discard", "").split(), fields.get("stock", "").split()
    bare = stock == [EMPTY]
    stock = [] if bare else stock
    left = Counter(TEXTS[card] for card in PACK)
    left.subtract([*hand, *discard, *stock, *(card.partition("=")[0] for meld in melds for card in meld)])
    short = [make_printable(card, 20) for card, number in left.items() if number < 0]
    if short:
        raise ValueError(f"There are not so many {', '.join(short[:5])}.")
    # the remaining cards are shuffled, always in the same way
    mixed = {card: sum(ord(one) * (7919 + 31 * at) for at, one in enumerate(card, 1)) % 1009 for card in left}
    rest = sorted(left.elements(), key=lambda card: (mixed[card], card))
    other, rest = rest[:OTHER], rest[OTHER:]
    if bare:
        discard, rest = [*rest, *discard], []
    if not discard:
        discard, rest = rest[:1], rest[1:]
    state = json.loads(Position(((), ()), phase="draw", lap=2, dealer=1).text())
    state |= {
        "hands": [hand, other],
        "opened": [bool(melds), False],
        "table": [{"id": number, "by": 0, "cards": meld} for number, meld in enumerate(melds, 1)],
        "stock": [*stock, *rest],
        "discard": discard,
        "next_id": len(melds) + 1,
    }
    return json.dumps(state, separators=(",", ":"))


def write_new_stock(state: str) -> str:
    """Return the new stock of a state with an empty stock, as a line: the last discard is drawn first.

    Raises ValueError with a sentence if there are no discards.
    """
    discard = json.loads(state)["discard"]
    if not discard:
        raise ValueError("There are no discards.")
    *below, _ = discard
    return " ".join(["~", *reversed(below)])

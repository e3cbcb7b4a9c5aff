"""A position of Ducale from the few cards that matter in it; the rest of the packs lies in the stock. Pure."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Final

from rules.common.quoting import shown
from rules.ducale.cards import PACK, TEXTS
from rules.ducale.position import Position

EMPTY: Final = "-"
"""What stands for an empty stock."""
OTHER: Final = 5
"""So many cards the other player holds."""


def composed(fields: Mapping[str, str]) -> str:
    """The text of a position with these cards, in fields as a diagram has them: two seats, the first is to take one.

    `hand` is held by whoever plays; `melds`, parted by "|", lie on the table, and whoever plays has then opened;
    `discard` is the pile of discards from below, `stock` what is taken next; "-" is an empty stock, and the rest then
    lies below the discards. Raises ValueError with a sentence when a card is there too often.
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
    short = [shown(card, 20) for card, number in left.items() if number < 0]
    if short:
        raise ValueError(f"There are not so many {', '.join(short[:5])}.")
    # the cards that nobody asked for are mixed, always in the same way
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


def restocked(state: str) -> str:
    """The new stock of a state in which the stock is empty, as a line: what was discarded last is taken first.

    Raises ValueError with a sentence where there is nothing to lay anew.
    """
    discard = json.loads(state)["discard"]
    if not discard:
        raise ValueError("There are no discards.")
    *below, _ = discard
    return " ".join(["~", *reversed(below)])

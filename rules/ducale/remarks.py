"""What the players should be aware of (README.md, sections 6, 7 and 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.contract import Remark, Target
from rules.ducale.cards import JOKER, TEXTS, Card
from rules.ducale.finishing import finishes
from rules.ducale.legality import unfinished
from rules.ducale.looks import STOCK, place
from rules.ducale.views import is_hidden

if TYPE_CHECKING:
    from rules.ducale.position import Position


def of(position: Position) -> tuple[Remark, ...]:
    """Duties first, then what the opening lacks and whether the turn must be taken back, players with one card, and
    that the stock will not be rebuilt."""
    found = []
    if position.phase == "act":
        found += _duties(position)
        if not position.owed and (lack := unfinished(position)) is not None:
            found.append(Remark(_name(lack.code), (), lack.facts))
        if found and not is_hidden(position.hand) and not finishes(position):
            found.append(Remark("dead-end"))
    if position.phase in ("draw", "act"):
        found += [
            Remark("one-card", (f"h{seat}",), {"seat": str(seat)})
            for seat, hand in enumerate(position.hands)
            if len(hand) == 1 and seat != position.turn
        ]
    if position.phase == "draw" and position.blocks:
        found.append(Remark("blocks", (STOCK,)))
    return tuple(found)


def _duties(position: Position) -> list[Remark]:
    naturals = [card for card in position.owed if card != JOKER]
    jokers = len(position.owed) - len(naturals)
    found = [Remark("duty-card", _where(position, card), {"card": TEXTS[card]}) for card in naturals]
    if jokers:
        found.append(Remark("duty-joker", _where(position, JOKER), {"count": str(jokers)}))
    return found


def _where(position: Position, card: Card) -> tuple[Target, ...]:
    """The card in hand that is owed: of like ones that which came last."""
    copies = position.hand.count(card)
    return (place(position.turn, card, copies),) if copies else (f"h{position.turn}",)


def _name(code: str) -> str:
    return code.lower().replace("_", "-")

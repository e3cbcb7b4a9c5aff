"""How the best player keeps its jokers as long as nobody is close to going out (README.md, section 16)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from rules.ducale.cards import JOKER
from rules.ducale.moves import Take
from rules.ducale.plan import Plan, best_plan

if TYPE_CHECKING:
    from rules.ducale.position import Position

CLOSE: Final = 4
"""Cards in another's hand from which on jokers are no longer kept."""


def pressed(view: Position) -> bool:
    """Whether another one is close to going out."""
    return any(len(hand) <= CLOSE for seat, hand in enumerate(view.hands) if seat != view.turn)


def planned(view: Position) -> Plan | None:
    """What to lay: without jokers, unless that ends the round, settles a duty or is pressing."""
    full = best_plan(view)
    if full is None or full.out or pressed(view):
        return full
    return _keeping(view) or full


def _keeping(view: Position) -> Plan | None:
    """The best plan that leaves all jokers in the hand; None if duties need one or no other card would be left."""
    if JOKER not in view.hand or JOKER in view.owed:
        return best_plan(view) if JOKER not in view.hand else None
    rest = tuple(card for card in view.hand if card != JOKER)
    hands = tuple(rest if seat == view.turn else hand for seat, hand in enumerate(view.hands))
    plan = best_plan(replace(view, hands=hands))
    return None if plan is None or plan.laid >= len(rest) else plan


def wants_discard(view: Position) -> bool:
    """Whether the top discard can be laid, without a joker unless that is pressing or ends the round."""
    if not view.may_take():
        return False
    after = view.play(Take(view.turn))
    plan = best_plan(after)
    return plan is not None and (plan.out or pressed(view) or _keeping(after) is not None)

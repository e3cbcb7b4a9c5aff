"""A beginner: lays the first thing it sees, small melds first, and discards any card."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from rules.ducale.cards import JOKER, Card
from rules.ducale.finishing import finishes
from rules.ducale.moves import Lay, LayOff, Move
from rules.ducale.plan import best_plan
from rules.ducale.routine import Routine

if TYPE_CHECKING:
    from rules.ducale.position import Position


def _tempted(view: Position) -> bool:
    """Whether the top discard and two cards of the hand are a meld at a glance."""
    top = view.discard[-1] if view.discard else JOKER
    return view.may_take() and sum(_near(top, card) for card in view.hand) > 1


def _near(one: int, other: int) -> bool:
    """Whether two cards look as if they belonged together."""
    if JOKER in (one, other) or one == other:
        return False
    return one % 13 == other % 13 or (one // 13 == other // 13 and abs(one - other) <= 1)


def _seen(view: Position) -> Move | None:
    """The first act from which the turn can still be ended: what a duty needs, then melds, then lay-offs."""
    acts = [move for move in view.legal_moves() if isinstance(move, (Lay, LayOff))]
    acts.sort(key=lambda act: (not set(view.owed) & set(act.cards), JOKER in act.cards, len(act.cards)))
    for act in acts:
        if finishes(view.play(act)):
            return act
    if not view.owed:
        return None
    plan = best_plan(view)
    assert plan is not None, "a card was taken that can't be laid"
    return plan.acts[0]


def _laid(view: Position) -> list[Move]:
    moves: list[Move] = []
    while view.phase == "act" and (act := _seen(view)) is not None:
        moves.append(act)
        view = view.play(act)
    return moves


def _any_card(view: Position, rng: Random) -> Card:
    """Any card, no joker if there is another."""
    return rng.choice([card for card in view.hand if card != JOKER] or [JOKER])


_ROUTINE: Final = Routine(_tempted, _laid, _any_card)


def novice(view: Position, rng: Random) -> list[Move]:
    """The moves of the seat to move, up to the end of its turn or a card that it can't foresee."""
    return _ROUTINE.turn(view, rng)

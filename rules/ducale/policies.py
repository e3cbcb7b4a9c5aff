"""Policies that choose a turn from the view of a seat without looking ahead (README.md, section 16).

`novice`, `greedy` and `outs` are levels; the joker-saving turn is the default of the best level.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Final, NamedTuple

from rules.abilities import play_all
from rules.ducale.cards import CARD_POINTS, JOKER, Card, hand_without
from rules.ducale.engine.solver import solve
from rules.ducale.movegen import can_finish, legal_moves, may_take
from rules.ducale.moves import Discard, Draw, Lay, LayOff, Move, Rebuild, Take
from rules.ducale.plan import Plan, best_plan
from rules.ducale.state import State
from rules.ducale.views import unseen

FUTURE_WEIGHT: Final = 3.0  # weight of the points that the next card saves on average, against points in hand
CLOSE: Final = 4  # jokers are no longer kept once another hand has at most so many cards


class Policy(NamedTuple):
    wants_discard: Callable[[State], bool]
    choose_acts: Callable[[State], Sequence[Move]]
    choose_discard: Callable[[State, Random], Card]

    def choose_turn(self, view: State, rng: Random) -> list[Move]:
        """Return the moves of the seat to move, to the end of its turn or up to the draw of an unseen card."""
        if view.phase == "draw":
            if not self.wants_discard(view):
                return [Draw(view.turn) if view.stock else Rebuild(view.turn)]
            take = Take(view.turn)
            return [take, *self.choose_turn(view.play(take), rng)]
        moves = list(self.choose_acts(view))
        view = play_all(view, moves)
        if view.phase == "act":
            moves.append(Discard(view.turn, self.choose_discard(view, rng)))
        return moves


def _best_acts(view: State) -> Sequence[Move]:
    plan = best_plan(view)
    return () if plan is None else plan.acts


# The novice lays the first possible meld or lay-off, small ones first, and discards any card.


def _novice_wants_discard(view: State) -> bool:
    """Return whether the top discard may be taken and two cards in hand share its rank or are next to it in suit."""
    top = view.discard[-1] if view.discard else JOKER
    others = [card for card in view.hand if top != JOKER and card not in (JOKER, top)]
    near = [card for card in others if card % 13 == top % 13 or (card // 13 == top // 13 and abs(card - top) <= 1)]
    return may_take(view) and len(near) > 1


def _first_act(view: State) -> Move | None:
    """Return the first meld or lay-off after which the turn can be finished, if possible one with an owed card.

    If there is none, return the first act of the best plan as long as a card is owed, else None.
    """
    acts = [move for move in legal_moves(view) if isinstance(move, (Lay, LayOff))]
    acts.sort(key=lambda act: (not set(view.owed) & set(act.cards), JOKER in act.cards, len(act.cards)))
    for act in acts:
        if can_finish(view.play(act)):
            return act
    if not view.owed:
        return None
    plan = best_plan(view)
    assert plan is not None, "a card was taken that can't be laid"
    return plan.acts[0]


def _novice_acts(view: State) -> list[Move]:
    moves: list[Move] = []
    while view.phase == "act" and (act := _first_act(view)) is not None:
        moves.append(act)
        view = view.play(act)
    return moves


novice: Final = Policy(
    _novice_wants_discard,
    _novice_acts,
    lambda view, rng: rng.choice([card for card in view.hand if card != JOKER] or [JOKER]),
).choose_turn

# The greedy policy lays all that it can, and discards the card that costs most.


def wants_discard(view: State) -> bool:
    """Return whether a turn with the top discard can end the round or leave fewer points than the hand has now."""
    if not may_take(view):
        return False
    taken = best_plan(view.play(Take(view.turn)))
    return taken is not None and (taken.goes_out or taken.points < sum(CARD_POINTS[card] for card in view.hand))


def choose_costliest_card(hand: Sequence[Card], rng: Random) -> Card:
    """Return the natural card that costs most, a random one of several; a joker only if there is nothing else."""
    most = max((CARD_POINTS[card] for card in hand if card != JOKER), default=0)
    return rng.choice([card for card in hand if card != JOKER and CARD_POINTS[card] == most] or [JOKER])


greedy: Final = Policy(wants_discard, _best_acts, lambda view, rng: choose_costliest_card(view.hand, rng)).choose_turn

# The policy `outs` lays like the greedy one, but discards so that many unseen cards (outs) would help the hand.


def _best_discard(view: State, rng: Random) -> Card:
    values = discard_values(view)
    best = max(values.values(), default=0.0)
    return rng.choice([card for card, value in values.items() if value == best] or [JOKER])


def discard_values(view: State) -> dict[Card, float]:
    """Return, for each natural card of the hand, the value in points of the hand without it."""
    unknown = unseen(view)
    naturals = [card for card in dict.fromkeys(view.hand) if card != JOKER]
    return {card: _hand_value(hand_without(view.hand, (card,)), unknown) for card in naturals}


def _hand_value(hand: Sequence[Card], unknown: Mapping[Card, int]) -> float:
    """Return the weighted points that an unseen card saves on average, less those that the best melds leave now."""
    solution = solve(hand)
    points = solution.min_points
    saved = 0.0
    total = sum(unknown.values())
    for card, count in unknown.items():
        saved += count * (points + CARD_POINTS[card] - solve((*hand, card)).min_points)
    return FUTURE_WEIGHT * saved / max(total, 1) - points


outs: Final = Policy(wants_discard, _best_acts, _best_discard).choose_turn

# The joker-saving turn, which the best level plays unless rollouts find a better one.


def _is_opponent_close(view: State) -> bool:
    return any(len(hand) <= CLOSE for seat, hand in enumerate(view.hands) if seat != view.turn)


def joker_saving_plan(view: State) -> Plan | None:
    """Return the best plan that keeps jokers in hand.

    Jokers are laid where that ends the round or settles a duty, or if an opponent has few cards left.
    """
    full = best_plan(view)
    if full is None or full.goes_out or _is_opponent_close(view):
        return full
    return _plan_without_jokers(view) or full


def _plan_without_jokers(view: State) -> Plan | None:
    if JOKER not in view.hand or JOKER in view.owed:
        return best_plan(view) if JOKER not in view.hand else None
    rest = tuple(card for card in view.hand if card != JOKER)
    hands = tuple(rest if seat == view.turn else hand for seat, hand in enumerate(view.hands))
    plan = best_plan(replace(view, hands=hands))
    return None if plan is None or plan.laid_count >= len(rest) else plan


def wants_discard_saving_jokers(view: State) -> bool:
    """Return whether the top discard can be laid without the help of a joker.

    A joker may help if that ends the round or if an opponent has few cards left.
    """
    if not may_take(view):
        return False
    after = view.play(Take(view.turn))
    plan = best_plan(after)
    return plan is not None and (plan.goes_out or _is_opponent_close(view) or _plan_without_jokers(after) is not None)

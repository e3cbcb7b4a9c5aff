"""Policies of computer players that don't look ahead, from the view of a seat (README.md, section 16)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Final, NamedTuple

from rules.abilities import play_all
from rules.ducale.cards import JOKER, VALUES, Card, hand_without
from rules.ducale.engine.solver import solve
from rules.ducale.movegen import can_finish, legal_moves, may_take
from rules.ducale.moves import Discard, Draw, Lay, LayOff, Move, Rebuild, Take
from rules.ducale.plan import Plan, best_plan
from rules.ducale.state import State
from rules.ducale.views import unseen

LASTING: Final = 3.0  # turns for which a helpful card is worth waiting: factor of its saving against points now
CLOSE: Final = 4  # cards in another hand from which on jokers are no longer kept


class Policy(NamedTuple):
    takes: Callable[[State], bool]  # whether it wants the top discard
    lays: Callable[[State], Sequence[Move]]  # its melds, lay-offs and joker swaps, in order
    discards: Callable[[State, Random], Card]  # card of its hand that it discards

    def turn(self, view: State, rng: Random) -> list[Move]:
        """Return the moves of the seat to move, to the end of its turn or to an unforeseeable card."""
        if view.phase == "draw":
            if not self.takes(view):
                return [Draw(view.turn) if view.stock else Rebuild(view.turn)]
            take = Take(view.turn)
            return [take, *self.turn(view.play(take), rng)]
        moves = list(self.lays(view))
        view = play_all(view, moves)
        if view.phase == "act":
            moves.append(Discard(view.turn, self.discards(view, rng)))
        return moves


def _best_acts(view: State) -> Sequence[Move]:
    plan = best_plan(view)
    return () if plan is None else plan.acts


# The novice: lays the first meld that it sees, small ones first, and discards any card.


def _takes_at_a_glance(view: State) -> bool:
    top = view.discard[-1] if view.discard else JOKER
    others = [card for card in view.hand if top != JOKER and card not in (JOKER, top)]
    near = [one for one in others if one % 13 == top % 13 or (one // 13 == top // 13 and abs(one - top) <= 1)]
    return may_take(view) and len(near) > 1


def _first_act(view: State) -> Move | None:
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


def _acts_at_a_glance(view: State) -> list[Move]:
    moves: list[Move] = []
    while view.phase == "act" and (act := _first_act(view)) is not None:
        moves.append(act)
        view = view.play(act)
    return moves


novice: Final = Policy(
    _takes_at_a_glance,
    _acts_at_a_glance,
    lambda view, rng: rng.choice([card for card in view.hand if card != JOKER] or [JOKER]),
).turn

# Greedy: lays all that it can, and discards what costs most.


def wants_discard(view: State) -> bool:
    """Return whether the top discard leaves fewer points than the hand has without it."""
    if not may_take(view):
        return False
    taken = best_plan(view.play(Take(view.turn)))
    return taken is not None and (taken.out or taken.points < sum(VALUES[card] for card in view.hand))


def dearest(hand: Sequence[Card], rng: Random) -> Card:
    """Return the card that costs most in hand, no joker if possible; any of equal ones."""
    most = max((VALUES[card] for card in hand if card != JOKER), default=0)
    return rng.choice([card for card in hand if card != JOKER and VALUES[card] == most] or [JOKER])


greedy: Final = Policy(wants_discard, _best_acts, lambda view, rng: dearest(view.hand, rng)).turn

# Counting outs: greedy, but discards by the unseen cards that would help what it keeps.


def _best_discard(view: State, rng: Random) -> Card:
    values = discard_values(view)
    best = max(values.values(), default=0.0)
    return rng.choice([card for card, value in values.items() if value == best] or [JOKER])


def discard_values(view: State) -> dict[Card, float]:
    """Return each natural card -> value of the hand without it, by its points and the cards that would meld more."""
    unknown = unseen(view)
    naturals = [card for card in dict.fromkeys(view.hand) if card != JOKER]
    return {card: _hand_value(hand_without(view.hand, (card,)), unknown) for card in naturals}


def _hand_value(hand: Sequence[Card], unknown: Mapping[Card, int]) -> float:
    solution = solve(hand)
    points = solution.min_points
    saved = 0.0
    total = sum(unknown.values())
    for card, count in unknown.items():
        saved += count * (points + VALUES[card] - solve((*hand, card)).min_points)
    return LASTING * saved / max(total, 1) - points


outs: Final = Policy(wants_discard, _best_acts, _best_discard).turn

# Saving jokers: the choice of the best player if rollouts show nothing better.


def _opponent_close(view: State) -> bool:
    return any(len(hand) <= CLOSE for seat, hand in enumerate(view.hands) if seat != view.turn)


def joker_saving_plan(view: State) -> Plan | None:
    """Return a plan without jokers, unless they end the round, settle a duty, or an opponent is close to out."""
    full = best_plan(view)
    if full is None or full.out or _opponent_close(view):
        return full
    return _plan_without_jokers(view) or full


def _plan_without_jokers(view: State) -> Plan | None:
    if JOKER not in view.hand or JOKER in view.owed:
        return best_plan(view) if JOKER not in view.hand else None
    rest = tuple(card for card in view.hand if card != JOKER)
    hands = tuple(rest if seat == view.turn else hand for seat, hand in enumerate(view.hands))
    plan = best_plan(replace(view, hands=hands))
    return None if plan is None or plan.laid >= len(rest) else plan


def wants_discard_saving_jokers(view: State) -> bool:
    """Return whether the top discard can be laid; with a joker only to end the round or if an opponent is close."""
    if not may_take(view):
        return False
    after = view.play(Take(view.turn))
    plan = best_plan(after)
    return plan is not None and (plan.out or _opponent_close(view) or _plan_without_jokers(after) is not None)

"""The best level of the computer: flat Monte Carlo over determinizations (README.md, section 16).

All candidate turns are played out with the same deals of the unseen cards; clearly worse ones are dropped on the way.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import Final

from rules.abilities import play_all
from rules.ducale.cards import JOKER, is_hidden
from rules.ducale.engine.packing import RUN, SET
from rules.ducale.engine.playout_state import NO_LIMIT, PlayoutState
from rules.ducale.engine.rollout import Rollout, Unseen
from rules.ducale.movegen import may_take
from rules.ducale.moves import Discard, Draw, Move, Rebuild, Take
from rules.ducale.plan import best_plan
from rules.ducale.policies import CLOSE, discard_values, joker_saving_plan, wants_discard_saving_jokers
from rules.ducale.state import State
from rules.ducale.views import unseen

DEALS_PER_CHECK: Final = 8  # number of deals between two checks for candidates to drop
DROP_ERRORS: Final = 2.0  # standard errors by which a candidate must be worse than the best to be dropped
CHOOSE_ERRORS: Final = 1.0  # standard errors by which a candidate must be better than the policy's turn to be chosen
SINGLE_PLAYOUTS: Final = 200  # most playouts to rate a turn that has no alternative
MAX_DISCARDS: Final = 4  # discards that are tried with the first plan; each further plan has one fewer


@dataclass(eq=False, slots=True)
class Candidate:
    moves: tuple[Move, ...]
    after: State  # state after the moves, as the seat sees it
    number: int = 0  # index among the states of the rollout
    values: list[float] = field(default_factory=list)  # chances to win the match after the round, one for each deal
    points: list[int] = field(default_factory=list)  # totals of the seat after the round, one for each deal

    def mean_value(self) -> float:
        return sum(self.values) / max(len(self.values), 1)


@dataclass(frozen=True, slots=True)
class RatedTurn:
    moves: tuple[Move, ...]
    chance: float | None = None  # chance to win the match; None without rollouts
    points: float | None = None  # expected total after the round


def rate_turns(
    view: State, rng: Random, playouts: int, stop: Callable[[], bool], is_single_rated: bool = True
) -> tuple[list[RatedTurn], int]:
    """Rate turns, each to its end or up to the draw of an unseen card, by at most `playouts` playouts.

    Returns the rated turns, the chosen one first and then the others by their chances, and the number of playouts. A
    turn that has no alternative is played out only if `is_single_rated`. Without playouts only the chosen turn is
    returned.
    """
    candidates = list_candidates(view, rng)
    if len(candidates) == 1:
        playouts = min(playouts, SINGLE_PLAYOUTS) if is_single_rated else 0
    for number, candidate in enumerate(candidates):
        candidate.number = number
    rollout = make_rollout(view, [candidate.after for candidate in candidates])
    played = 0
    left = list(candidates)
    while (len(left) > 1 or len(candidates) == 1) and played + len(left) <= playouts and not stop():
        seed = rng.getrandbits(32)
        for candidate in left:
            candidate.values.append(rollout.value(candidate.number, seed))
            candidate.points.append(rollout.points)
        played += len(left)
        if len(left[0].values) % DEALS_PER_CHECK == 0:
            best = max(left, key=Candidate.mean_value)
            left = [other for other in left if other is best or _lead_in_errors(best, other) < DROP_ERRORS]
    chosen = max(left, key=Candidate.mean_value)
    usual = candidates[0]
    if usual in left and chosen is not usual and _lead_in_errors(chosen, usual) < CHOOSE_ERRORS:
        chosen = usual
    if not chosen.values:
        return [RatedTurn(chosen.moves)], played
    others = [_rate_beside(chosen, other) for other in candidates if other is not chosen]
    others.sort(key=lambda rated: -(rated.chance or 0.0))
    return [_rate_beside(chosen, chosen), *others], played


def _rate_beside(chosen: Candidate, other: Candidate) -> RatedTurn:
    """Rate `other` by how much worse than `chosen` it was in the deals that both had.

    If it was better, its chance counts as equal.
    """
    deals = len(other.values)
    chance_gap = max(0.0, sum(chosen.values[:deals]) / deals - other.mean_value())
    points_gap = (sum(other.points) - sum(chosen.points[:deals])) / deals
    points = sum(chosen.points) / len(chosen.points) + points_gap
    return RatedTurn(other.moves, max(0.0, chosen.mean_value() - chance_gap), points)


def list_candidates(view: State, rng: Random) -> list[Candidate]:
    """Return turns to rate, each to its end or up to the draw of an unseen card; the policy's choice comes first."""
    if view.phase != "draw":
        return _list_after_draw(view, (), rng)
    draw: Move = Draw(view.turn) if view.stock else Rebuild(view.turn)
    if not may_take(view):
        return [Candidate((draw,), view)]
    take = Take(view.turn)
    taking = _list_after_draw(view.play(take), (take,), rng)
    if any(candidate.after.winner is not None for candidate in taking):
        return taking[:1]
    drawing = Candidate((draw,), view)
    return [*taking, drawing] if wants_discard_saving_jokers(view) else [drawing, *taking]


def _lead_in_errors(leader: Candidate, other: Candidate) -> float:
    """Return the mean lead of `leader` over `other` in the deals that both had, in standard errors."""
    gaps = [value - other_value for value, other_value in zip(leader.values, other.values, strict=False)]
    mean = sum(gaps) / len(gaps)
    spread = sum([(gap - mean) ** 2 for gap in gaps]) / max(len(gaps) - 1, 1)
    return mean / (sqrt(spread / len(gaps)) + 1e-9)


def _list_after_draw(view: State, before: tuple[Move, ...], rng: Random) -> list[Candidate]:
    """Return candidates that begin with the moves `before`; `view` is the state after these."""
    plans: list[tuple[Move, ...]] = []
    usual = joker_saving_plan(view)
    if usual is not None:
        plans.append(tuple(usual.acts))
        if usual.goes_out:
            return _with_discards(view, before, plans, rng)[:1]
    full = best_plan(view)
    if full is not None:
        plans.append(tuple(full.acts))
    if not view.owed:
        plans.append(())
    return _with_discards(view, before, list(dict.fromkeys(plans)), rng)


def _with_discards(
    view: State, before: tuple[Move, ...], plans: Sequence[tuple[Move, ...]], rng: Random
) -> list[Candidate]:
    """Return candidates that end each plan with the discards that are best after it."""
    found = []
    for number, plan in enumerate(plans):
        after = play_all(view, plan)
        if after.phase != "act":
            found.append(Candidate((*before, *plan), after))
            continue
        values = discard_values(after)
        cards = sorted(values, key=lambda card: (-values[card], rng.random()))
        for card in (cards or [JOKER])[: MAX_DISCARDS - number]:
            end = Discard(view.turn, card)
            found.append(Candidate((*before, *plan, end), after.play(end)))
    return found


def make_rollout(view: State, afters: Sequence[State]) -> Rollout:
    """Return a rollout of the states `afters`, which follow from `view` and are seen by the same seat."""
    unknown = unseen(view)
    for_stock = unknown if view.pool is None else unknown & Counter(view.pool)
    hidden = [len(hand) if is_hidden(hand) else 0 for hand in view.hands]
    return Rollout(
        [make_playout_state(after, view.turn) for after in afters],
        [-1 if after.winner is None else after.winner for after in afters],
        Unseen(sorted(for_stock.elements()), sorted((unknown - for_stock).elements()), hidden, len(view.stock)),
        view.turn,
        view.scores,
        view.options,
    )


def make_playout_state(state: State, keeper: int) -> PlayoutState:
    """Return a state for playouts with all that is visible in a state between turns.

    In playouts the seat `keeper` keeps melds and jokers in hand until another hand has at most `CLOSE` cards.
    """
    playout = PlayoutState(state.seats, state.options.open_min)
    for seat, hand in enumerate(state.hands):
        if not is_hidden(hand):
            for card in hand:
                playout.hands.add_card(seat, card)
        playout.opened[seat] = int(state.opened[seat])
        playout.meld_limit[seat] = playout.joker_limit[seat] = CLOSE if seat == keeper else NO_LIMIT
    for on_table in state.melds:
        meld = on_table.meld
        joker = -1 if meld.card_of_joker is None else meld.card_of_joker
        if meld.kind == "set":
            playout.table.add(SET, meld.low, sum(1 << face // 13 for face in meld.faces), 0, joker)
        else:
            playout.table.add(RUN, meld.faces[0] // 13, meld.low, meld.high, joker)
    for card in state.discard:
        playout.piles.discard_card(card)
    playout.turn = state.turn
    playout.rebuilds = state.rebuilds
    return playout

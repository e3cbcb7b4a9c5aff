"""The best level: flat Monte Carlo over determinizations, a race of candidates (README.md, section 16)."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import Final

from rules.abilities import play_all
from rules.ducale.cards import JOKER, is_hidden
from rules.ducale.engine.packing import RUN, SET
from rules.ducale.engine.playout_state import NEVER, PlayoutState
from rules.ducale.engine.rollout import Rollout, Unseen
from rules.ducale.movegen import may_take
from rules.ducale.moves import Discard, Draw, Move, Rebuild, Take
from rules.ducale.plan import best_plan
from rules.ducale.policies import CLOSE, discard_values, joker_saving_plan, wants_discard_saving_jokers
from rules.ducale.state import State
from rules.ducale.views import unseen

ROUND: Final = 8  # deals after which candidates may be dropped, each time
DROPPED: Final = 2.0  # standard errors by which a candidate must be worse to be dropped
BETTER: Final = 1.0  # standard errors by which a candidate must be better than the policy's choice
DISCARDS: Final = 4  # most discards that are tried with the first plan, the likeliest ones


@dataclass(eq=False, slots=True)
class Candidate:
    moves: tuple[Move, ...]
    after: State  # state after them, as the seat sees it
    number: int = 0  # index among the states of the rollout
    values: list[float] = field(default_factory=list)  # chances to win the match after the round, one for each deal

    def mean(self) -> float:
        return sum(self.values) / max(len(self.values), 1)


@dataclass(frozen=True, slots=True)
class Decision:
    moves: tuple[Move, ...]
    chance: float | None  # chance to win the match; None without rollouts
    playouts: int


def decide(view: State, rng: Random, playouts: int, stop: Callable[[], bool]) -> Decision:
    """Choose the moves to the end of the turn, or to an unforeseeable card, by at most `playouts` playouts."""
    candidates = candidates_of(view, rng)
    if len(candidates) == 1:
        return Decision(candidates[0].moves, None, 0)
    for number, one in enumerate(candidates):
        one.number = number
    rollout = rollout_of(view, [one.after for one in candidates])
    played = 0
    left = list(candidates)
    while len(left) > 1 and played + len(left) <= playouts and not stop():
        seed = rng.getrandbits(32)
        for one in left:
            one.values.append(rollout.value(one.number, seed))
        played += len(left)
        if len(left[0].values) % ROUND == 0:
            best = max(left, key=Candidate.mean)
            left = [one for one in left if one is best or _lead_in_errors(best, one) < DROPPED]
    best = max(left, key=Candidate.mean)
    usual = candidates[0]
    chosen = usual if usual in left and best is not usual and _lead_in_errors(best, usual) < BETTER else best
    return Decision(chosen.moves, chosen.mean() if chosen.values else None, played)


def candidates_of(view: State, rng: Random) -> list[Candidate]:
    """Return the moves possible to the end of the turn, or to an unforeseeable card, the policy's first."""
    if view.phase != "draw":
        return _finishing(view, (), rng)
    draw: Move = Draw(view.turn) if view.stock else Rebuild(view.turn)
    if not may_take(view):
        return [Candidate((draw,), view)]
    take = Take(view.turn)
    taking = _finishing(view.play(take), (take,), rng)
    if any(one.after.winner is not None for one in taking):
        return taking[:1]
    staying = Candidate((draw,), view)
    return [*taking, staying] if wants_discard_saving_jokers(view) else [staying, *taking]


def _lead_in_errors(one: Candidate, other: Candidate) -> float:
    gaps = [mine - its for mine, its in zip(one.values, other.values, strict=False)]
    mean = sum(gaps) / len(gaps)
    spread = sum([(gap - mean) ** 2 for gap in gaps]) / max(len(gaps) - 1, 1)
    return mean / (sqrt(spread / len(gaps)) + 1e-9)


def _finishing(view: State, before: tuple[Move, ...], rng: Random) -> list[Candidate]:
    plans: list[tuple[Move, ...]] = []
    usual = joker_saving_plan(view)
    if usual is not None:
        plans.append(tuple(usual.acts))
        if usual.out:
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
    found = []
    for number, plan in enumerate(plans):
        after = play_all(view, plan)
        if after.phase != "act":
            found.append(Candidate((*before, *plan), after))
            continue
        values = discard_values(after)
        cards = sorted(values, key=lambda card: (-values[card], rng.random()))
        for card in (cards or [JOKER])[: DISCARDS - number]:
            end = Discard(view.turn, card)
            found.append(Candidate((*before, *plan, end), after.play(end)))
    return found


# From positions to plain numbers


def rollout_of(view: State, afters: Sequence[State]) -> Rollout:
    """Return rollouts of states after one view; `afters` are seen by the seat whose turn it is in `view`."""
    left = unseen(view)
    may = left if view.pool is None else left & Counter(view.pool)
    hidden = [len(hand) if is_hidden(hand) else 0 for hand in view.hands]
    return Rollout(
        [playout_state(after, view.turn) for after in afters],
        [-1 if after.winner is None else after.winner for after in afters],
        Unseen(sorted(may.elements()), sorted((left - may).elements()), hidden, len(view.stock)),
        view.turn,
        view.scores,
        view.options,
    )


def playout_state(state: State, me: int) -> PlayoutState:
    """Return the seen part of a round between turns; the seat `me` keeps its melds and jokers for a while."""
    found = PlayoutState(state.seats, state.options.open_min)
    for seat, hand in enumerate(state.hands):
        if not is_hidden(hand):
            for card in hand:
                found.hands.add_card(seat, card)
        found.opened[seat] = int(state.opened[seat])
        found.meld_limit[seat] = found.joker_limit[seat] = CLOSE if seat == me else NEVER
    for lying in state.melds:
        meld = lying.meld
        joker = -1 if meld.card_of_joker is None else meld.card_of_joker
        if meld.kind == "set":
            found.table.add(SET, meld.low, sum(1 << face // 13 for face in meld.faces), 0, joker)
        else:
            found.table.add(RUN, meld.faces[0] // 13, meld.low, meld.high, joker)
    for card in state.discard:
        found.piles.discard_card(card)
    found.turn = state.turn
    found.rebuilds = state.rebuilds
    return found

"""The best player: what it might do is weighed by playing the round on, with the same cards for each (section 16).

The cards that it doesn't see are filled in as they might be. What its habits would do is given up only for what is
clearly better.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import TYPE_CHECKING, Final

from rules.ducale.cards import JOKER, Card
from rules.ducale.engine.rollout import Trial
from rules.ducale.moves import Discard, Draw, Move, Rebuild, Take
from rules.ducale.outs import prospects
from rules.ducale.patience import planned, wants_discard
from rules.ducale.plan import best_plan

if TYPE_CHECKING:
    from rules.ducale.position import Position

DEALS: Final = 8
"""After so many each time candidates may be given up."""
SURE: Final = 2.0
"""Standard errors by which a candidate must be worse to be given up."""
BETTER: Final = 1.0
"""Standard errors by which one must be better than what habit would do."""
DISCARDS: Final = 4
"""The likeliest discards that are tried."""


class Candidate:
    """What might be done, and how it went."""

    def __init__(self, moves: tuple[Move, ...], after: Position) -> None:
        """`after` is seen by its seat."""
        self.moves = moves
        self.after = after
        self.number = 0
        """Among those that are weighed together."""
        self.values: list[float] = []
        """By deal, the chance to win the match after the round."""

    def mean(self) -> float:
        return sum(self.values) / max(len(self.values), 1)


@dataclass(frozen=True, slots=True)
class Weighed:
    """What came of it."""

    moves: tuple[Move, ...]
    chance: float | None
    """To win the match; None where nothing had to be weighed."""
    playouts: int


def weigh(view: Position, rng: Random, playouts: int, stop: Callable[[], bool]) -> Weighed:
    """What the seat to move does, up to the end of its turn or a card that it can't foresee, by at most so many
    rounds played on."""
    candidates = candidates_of(view, rng)
    if len(candidates) == 1:
        return Weighed(candidates[0].moves, None, 0)
    for number, one in enumerate(candidates):
        one.number = number
    trial = Trial(view, [one.after for one in candidates])
    played = 0
    left = list(candidates)
    while len(left) > 1 and played + len(left) <= playouts and not stop():
        seed = rng.getrandbits(32)
        for one in left:
            one.values.append(trial.value(one.number, seed))
        played += len(left)
        if len(left[0].values) % DEALS == 0:
            best = max(left, key=Candidate.mean)
            left = [one for one in left if one is best or _lead(best, one) < SURE]
    best = max(left, key=Candidate.mean)
    habit = candidates[0]
    chosen = habit if habit in left and best is not habit and _lead(best, habit) < BETTER else best
    return Weighed(chosen.moves, chosen.mean() if chosen.values else None, played)


def candidates_of(view: Position, rng: Random) -> list[Candidate]:
    """What the seat to move might do, up to the end of its turn or a card that it can't foresee; first its habit."""
    return _at_start(view, rng) if view.phase == "draw" else _turns(view, (), rng)


def _lead(one: Candidate, other: Candidate) -> float:
    """By how many standard errors one is better than another in the deals that both have seen."""
    gaps = [mine - its for mine, its in zip(one.values, other.values, strict=False)]
    mean = sum(gaps) / len(gaps)
    spread = sum([(gap - mean) ** 2 for gap in gaps]) / max(len(gaps) - 1, 1)
    return mean / (sqrt(spread / len(gaps)) + 1e-9)


def _at_start(view: Position, rng: Random) -> list[Candidate]:
    """The stock's card, or the discard with what can be done with it."""
    blind: Move = Draw(view.turn) if view.stock else Rebuild(view.turn)
    if not view.may_take():
        return [Candidate((blind,), view)]
    take = Take(view.turn)
    taking = _turns(view.play(take), (take,), rng)
    if any(one.after.winner is not None for one in taking):
        return taking[:1]
    staying = Candidate((blind,), view)
    return [*taking, staying] if wants_discard(view) else [staying, *taking]


def _turns(view: Position, before: tuple[Move, ...], rng: Random) -> list[Candidate]:
    """Ways to end a turn in which a card was taken, the habitual one first."""
    plans: list[tuple[Move, ...]] = []
    usual = planned(view)
    if usual is not None:
        plans.append(tuple(usual.acts))
        if usual.out:
            return _ended(view, before, plans, rng)[:1]
    full = best_plan(view)
    if full is not None:
        plans.append(tuple(full.acts))
    if not view.owed:
        plans.append(())
    return _ended(view, before, list(dict.fromkeys(plans)), rng)


def _ended(
    view: Position, before: tuple[Move, ...], plans: Sequence[tuple[Move, ...]], rng: Random
) -> list[Candidate]:
    """Plans with likely discards, of the first plan most."""
    found = []
    for number, plan in enumerate(plans):
        after = view
        for move in plan:
            after = after.play(move)
        if after.phase != "act":
            found.append(Candidate((*before, *plan), after))
            continue
        for card in _likely(after, rng)[: DISCARDS - number]:
            end = Discard(view.turn, card)
            found.append(Candidate((*before, *plan, end), after.play(end)))
    return found


def _likely(view: Position, rng: Random) -> list[Card]:
    """The discards, the likeliest first."""
    values = prospects(view)
    cards = sorted(values, key=lambda card: (-values[card], rng.random()))
    return cards or [JOKER]

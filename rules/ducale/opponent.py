"""The computer's side of Ducale: four levels that know what their seat sees (README.md, section 16)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from rules import contract
from rules.contract import NATURE
from rules.ducale.flat_monte_carlo import decide
from rules.ducale.hindsight import judge
from rules.ducale.moves import Move
from rules.ducale.policies import greedy, novice, outs
from rules.ducale.position import Position
from rules.game import GameOpponent
from rules.search.budget import Budget, Stop, capped, never
from rules.search.level import Level
from rules.search.opponent import BestPlay, Opponent

Policy = Callable[[Position, Random], list[Move]]
POLICIES: Final[Mapping[int, Policy]] = {1: novice, 2: greedy, 3: outs}
"""By level; the best level decides by rollouts."""
BEST: Final = 4
PLAYOUTS: Final = 400
"""Of the best, where no other number is given."""


def choose(view: contract.Position, level: int, seed: int, playouts: int | None, stop: Stop) -> BestPlay:
    """What the seat to move does at a level, 1 to `BEST`. `view` is made the view of that seat if it shows more.

    The score is 100 * (2 * chance to win the match - 1), 0 where no rollouts were made; nodes are playouts. Raises
    ValueError where nobody is to move.
    """
    assert isinstance(view, Position)
    if view.to_move == NATURE:
        over = view.outcome() is not None
        raise ValueError("the game is over" if over else "the cards are being dealt")
    seat = view.turn
    seen = view if view.viewer == seat else view.seen_by(seat)
    rng = Random(seed)
    if level != BEST:
        return BestPlay(tuple(POLICIES[level](seen, rng)), 0, 0, 0)
    decision = decide(seen, rng, PLAYOUTS if playouts is None else playouts, stop)
    score = 0 if decision.chance is None else round(100 * (2 * decision.chance - 1))
    return BestPlay(decision.moves, score, 0, decision.playouts)


class CardPlayer(Opponent):
    """The opponent: it knows what its seat sees, and plays rounds to their end in Monte Carlo playouts."""

    def choose(self, view: contract.Position, level: Level, rng: Random, stop: Stop = never) -> BestPlay:
        return choose(view, level.number or BEST, rng.getrandbits(60), level.nodes, capped(level.seconds, stop))

    def analyse(
        self,
        view: contract.Position,
        budget: Budget,
        stop: Stop = never,
        tell: Callable[[BestPlay], None] | None = None,
    ) -> BestPlay:
        return choose(view, BEST, 0, budget.nodes, capped(budget.seconds, stop))


OPPONENT: Final = GameOpponent(
    levels=(Level(1), Level(2), Level(3), Level(4, nodes=400, seconds=0.45)),
    create=lambda memory: CardPlayer(),
    judge=judge,
    review_nodes=1_600,
    slowdown=20,
    review_unit="points",
)

"""The computer players of Ducale: four levels, which know only the view of their seat (README.md, section 16)."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from rules import contract
from rules.contract import NATURE
from rules.ducale.flat_monte_carlo import RatedTurn, rate_turns
from rules.ducale.hindsight import judge
from rules.ducale.moves import Move
from rules.ducale.policies import greedy, novice, outs
from rules.ducale.position import Position
from rules.game import GameOpponent
from rules.search.budget import Budget, Stop, cap_seconds, never
from rules.search.level import Level
from rules.search.opponent import BestPlay, Opponent, Tell

Policy = Callable[[Position, Random], list[Move]]
POLICIES: Final[Mapping[int, Policy]] = {1: novice, 2: greedy, 3: outs}  # the best level uses rollouts
BEST: Final = 4
PLAYOUTS: Final = 400  # of one decision of the best level, unless a number is given


def _seen_by_mover(view: contract.Position) -> Position:
    assert isinstance(view, Position)
    if view.to_move == NATURE:
        raise ValueError("the cards are being dealt" if view.outcome() is None else "the game is over")
    return view if view.viewer == view.turn else view.seen_by(view.turn)


def choose(view: contract.Position, level: int, seed: int, playouts: int | None, stop: Stop) -> BestPlay:
    """Choose the moves of the seat to move at a level, 1 to `BEST`, using only what that seat sees.

    The score is 100 * (2 * chance to win the match - 1), or 0 without rollouts; nodes are playouts. Raises ValueError
    if no player is to move.
    """
    view, rng = _seen_by_mover(view), Random(seed)
    if level != BEST:
        return BestPlay(tuple(POLICIES[level](view, rng)), 0, 0, 0)
    turns, played = rate_turns(view, rng, PLAYOUTS if playouts is None else playouts, stop, is_single_rated=False)
    return _best_play(turns[0], played)


def _best_play(turn: RatedTurn, playouts: int) -> BestPlay:
    score = 0 if turn.chance is None else round(100 * (2 * turn.chance - 1))
    return BestPlay(turn.moves, score, 0, playouts, turn.points)


class CardPlayer(Opponent):
    def choose(self, view: contract.Position, level: Level, rng: Random, stop: Stop = never) -> BestPlay:
        return choose(view, level.number or BEST, rng.getrandbits(60), level.nodes, cap_seconds(level.seconds, stop))

    def analyse_lines(
        self, view: contract.Position, count: int, budget: Budget, stop: Stop = never, tell: Tell = lambda lines: None
    ) -> tuple[BestPlay, ...]:
        limit = PLAYOUTS if budget.nodes is None else budget.nodes
        turns, played = rate_turns(_seen_by_mover(view), Random(0), limit, cap_seconds(budget.seconds, stop))
        return tuple(_best_play(turn, played) for turn in turns[:count])


OPPONENT: Final = GameOpponent(
    levels=(Level(1), Level(2), Level(3), Level(4, nodes=400, seconds=0.45)),
    create=lambda memory: CardPlayer(),
    judge=judge,
    review_nodes=1_600,
    slowdown=20,
    review_unit="points",
)

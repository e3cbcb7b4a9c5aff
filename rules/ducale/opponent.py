"""The computer's side of Ducale: what a seat does that knows no more than its view and what all have seen.

Four manners of play, each better than the one before (README.md, section 16). The same view, manner and seed give the
same moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from rules import contract
from rules.contract import NATURE
from rules.ducale import hindsight as past
from rules.ducale.greedy import greedy
from rules.ducale.monte_carlo import weigh
from rules.ducale.moves import Move
from rules.ducale.novice import novice
from rules.ducale.outs import outs
from rules.ducale.position import Position
from rules.teaching.review import Judged

Manner = Callable[[Position, Random], list[Move]]
MANNERS: Final[Mapping[int, Manner]] = {1: novice, 2: greedy, 3: outs}
"""By level; the best one weighs what it does."""
BEST: Final = 4
PLAYOUTS: Final = 400
"""Of the best, where no other number is given."""


@dataclass(frozen=True, slots=True)
class Play:
    """What a seat does."""

    moves: tuple[Move, ...]
    """Up to the end of its turn, or to a card that it can't foresee; at least one."""
    score: int = 0
    """The per cent by which it is likelier to win the match than not; 0 where that isn't weighed up."""
    playouts: int = 0
    """Rounds that were played to their end in thought."""


def choose(view: contract.Position, manner: int, seed: int, playouts: int | None, stop: Callable[[], bool]) -> Play:
    """What the seat to move does in the manner of a level, 1 to `BEST`. `view` is made the view of that seat if it
    shows more. Raises ValueError where nobody is to move.
    """
    assert isinstance(view, Position)
    if view.to_move == NATURE:
        over = view.outcome() is not None
        raise ValueError("the game is over" if over else "the cards are being dealt")
    seat = view.turn
    seen = view if view.viewer == seat else view.seen_by(seat)
    rng = Random(seed)
    if manner != BEST:
        return Play(tuple(MANNERS[manner](seen, rng)))
    weighed = weigh(seen, rng, PLAYOUTS if playouts is None else playouts, stop)
    score = 0 if weighed.chance is None else round(100 * (2 * weighed.chance - 1))
    return Play(weighed.moves, score, weighed.playouts)


def hindsight(
    positions: Sequence[Any], moves: Sequence[Any], starts: Sequence[int], playouts: int, stop: Callable[[], bool]
) -> Iterator[Judged]:
    """The turns of a match judged by the points to be expected, each from what its seat saw, with about so many
    playouts a decision; `starts` are the numbers of the moves that begin them."""
    return past.judged(positions, moves, starts, playouts, stop)

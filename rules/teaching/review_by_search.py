"""The turns of a match judged by searching: for games of two in which nothing is hidden or left to chance.

The position at the beginning of each turn is searched with the same budget of nodes, and its score turned into a
chance to win by a logistic curve. What a turn cost is the chance at its beginning less that of the same seat in the
position that it led to, and nothing if it is the turn that the search would have played. Where a table of endings
knows the result the score is exact, and so is the chance.

The scale of the curve was fitted to the results of our own engine against itself, of 3 000 nodes a turn and an error
of up to 20 centi-men an evaluation, from the arena's openings (greatest likelihood; a draw is half a win and half a
loss; ± is the spread of the fit over matches drawn anew). Of positions sorted by score in seven groups the curve was
off by at most 7 hundredths:

    double-draughts 157 ± 10 centi-men   1 705 positions of 300 matches
    duck-chess      225 ± 16             1 710 positions of 300 matches
    ducart          131 ± 15             1 173 positions of 200 matches, with hundred=counted

Where a hundred turns without progress are a drawn game of Ducart, engines that are alike end nearly all their matches
so, whatever the score (300 of them: 2 999 ± 267, which is no curve): there the chance is that of the decided match.
Among weaker players less is decided by the same score: the curve is the engine's, not theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import exp

from rules.contract import Move, Outcome, Position, Seat
from rules.search.budget import Budget, Stop
from rules.search.iterative_deepening import SURE
from rules.search.opponent import Opponent
from rules.teaching.review import Cost, Judged


def winning_chance(score: int, scale: float) -> float:
    """The chance of the seat that has a score, in centi-men; a win or loss seen to the end is certain."""
    if abs(score) >= SURE:
        return float(score > 0)
    return 1 / (1 + exp(-score / scale))


def judge_by_search(
    scale: float,
) -> Callable[[Opponent, Sequence[Position], Sequence[Move], Sequence[int], int, Stop], Iterator[Judged]]:
    """`GameOpponent.judge` of a game; `scale`: centi-men by which the odds to win grow e times."""

    def judge(
        player: Opponent,
        positions: Sequence[Position],
        moves: Sequence[Move],
        starts: Sequence[int],
        nodes: int,
        stop: Stop,
    ) -> Iterator[Judged]:
        def look(ply: int) -> tuple[float, tuple[Move, ...]]:
            """The first seat's chance, and the best moves of whoever is to move."""
            position = positions[ply]
            outcome = position.outcome()
            if outcome is not None:
                return _result(outcome), ()
            found = player.analyse(position, Budget(nodes), stop)
            chance = winning_chance(found.score, scale)
            return (chance if position.to_move == 0 else 1 - chance), _own(found.line, position.to_move)

        chance, best = look(0)
        for turn, (first, last) in enumerate(pairwise((*starts, len(moves)))):
            after, following = look(last)
            seat = positions[first].to_move
            whole = positions[last].turn_started or positions[last].outcome() is not None
            costs = (_cost(seat, first, chance, after, tuple(moves[first:last]), best),) if whole else ()
            yield Judged(turn, first, 0, chance, costs)
            chance, best = after, following
        yield Judged(len(starts), len(moves), 0, chance)

    return judge


def _result(outcome: Outcome) -> float:
    """The first seat's share of a match that is over."""
    return 0.5 if not outcome.winners else float(0 in outcome.winners)


def _own(line: Sequence[Move], seat: Seat) -> tuple[Move, ...]:
    """The moves of a line before somebody else's first."""
    own: list[Move] = []
    for move in line:
        if move.seat != seat:
            break
        own.append(move)
    return tuple(own)


def _cost(
    seat: Seat, ply: int, before: float, after: float, played: tuple[Move, ...], best: tuple[Move, ...]
) -> Cost:
    """What a turn cost that led from one chance of the first seat to another, where `best` was there."""
    lost = max(0.0, before - after if seat == 0 else after - before)
    if lost == 0 or played == best[: len(played)]:
        return Cost(seat, ply, 0.0)
    return Cost(seat, ply, lost, tuple(map(str, best)))

"""Costs in points of the decisions of a match, judged from the view of the seat then (README.md, section 16).

The moves played and the best other candidate are compared with fresh deals, so that luck gains nothing.
"""

from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from typing import Final, cast

from rules.abilities import play_all
from rules.contract import Seat
from rules.ducale.flat_monte_carlo import Candidate, candidates_of, rollout_of
from rules.ducale.moves import Move, Take
from rules.ducale.position import Position
from rules.ducale.state import State
from rules.ducale.views import seen_by
from rules.search.budget import Stop
from rules.search.opponent import Opponent
from rules.teaching.review import Cost, Judged, PlayedMatch

TRIES: Final = 8  # deals with which every candidate is tried
LEAST: Final = 8  # fewest deals with which two candidates are compared
SURE: Final = 2.0  # standard errors by which a candidate must be better than the moves played


def judge(player: Opponent, played: PlayedMatch, playouts: int, stop: Stop) -> Iterator[Judged]:
    """Judge the players' turns in order by expected points, as `GameOpponent.judge`.

    `playouts`: approximate number for one decision. Ends early once `stop` returns True.
    """
    positions, moves = cast("Sequence[Position]", played.positions), cast("Sequence[Move]", played.moves)
    for turn, (first, last) in played.turns():
        begun = positions[first]
        if begun.phase != "draw" or stop():
            continue
        seat = begun.turn
        value, costs = None, []
        for ply in _decisions(positions, moves, first, last):
            view, done = seen_by(positions[ply], seat), _played(positions, moves, ply, last)
            expected, loss, better = _compared(view, done, playouts, ply)
            value = max(0.0, expected - loss) if value is None else value
            costs.append(Cost(seat, ply, loss, tuple(map(str, better))))
        if value is not None:
            yield Judged(turn, first, seat, value, tuple(costs))


def _decisions(positions: Sequence[Position], moves: Sequence[Move], first: int, last: int) -> Iterator[int]:
    if not positions[last].turn_started:
        return
    yield first
    if isinstance(moves[first], Take):
        return
    for ply in range(first + 1, last):
        if positions[ply].phase == "act":
            yield ply
            return


def _played(positions: Sequence[State], moves: Sequence[Move], ply: int, last: int) -> tuple[Move, ...]:
    unseen = positions[ply].phase == "draw" and not isinstance(moves[ply], Take)
    return tuple(moves[ply : ply + 1 if unseen else last])


def _compared(view: State, played: Sequence[Move], playouts: int, seed: int) -> tuple[float, float, Sequence[Move]]:
    """Return the seat's expected points after its moves, the loss against the best other moves, and those."""
    rng = Random(seed)
    unforeseen = view.phase == "draw" and not isinstance(played[0], Take)  # the card isn't drawn yet
    mine = Candidate(tuple(played), view if unforeseen else play_all(view, played))
    others = [one for one in candidates_of(view, rng) if one.moves != mine.moves]
    seat: Seat = view.turn
    rollout = rollout_of(view, [mine.after, *(one.after for one in others)])

    def points(number: int, deal: int) -> float:
        return rollout.totals(number, deal)[seat]

    best = 0
    if others:
        deals = [rng.getrandbits(32) for _ in range(TRIES)]
        best = min(range(1, len(others) + 1), key=lambda number: sum(points(number, deal) for deal in deals))
    spent = TRIES * len(others)
    deals = [rng.getrandbits(32) for _ in range(max(LEAST, (playouts - spent) // (2 if others else 1)))]
    own = [points(0, deal) for deal in deals]
    expected = sum(own) / len(own)
    if not others:
        return expected, 0.0, ()
    gaps = [mine - points(best, deal) for mine, deal in zip(own, deals, strict=True)]
    gap = sum(gaps) / len(gaps)
    error = sqrt(sum((one - gap) ** 2 for one in gaps) / (len(gaps) - 1) / len(gaps))
    if gap <= SURE * error:
        return expected, 0.0, ()
    return expected, gap, others[best - 1].moves

"""The review of a match: what each decision cost in points, as far as the seat could see (README.md, section 16).

One set of deals finds the best alternative; a second set compares it with the moves played, so that an alternative
that was only lucky in the first set costs nothing.
"""

from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from typing import Final, cast

from rules.abilities import play_all
from rules.contract import Seat
from rules.ducale.flat_monte_carlo import Candidate, list_candidates, make_rollout
from rules.ducale.moves import Move, Take
from rules.ducale.position import Position
from rules.ducale.state import State
from rules.ducale.views import seen_by
from rules.search.budget import Stop
from rules.search.opponent import Opponent
from rules.teaching.review import Cost, Judged, PlayedMatch

TRIAL_DEALS: Final = 8  # deals with which the best alternative is found
MIN_DEALS: Final = 8  # fewest deals with which the alternative is compared with the moves played
SURE_ERRORS: Final = 2.0  # standard errors by which the alternative must beat the moves played for the loss to count


def judge(player: Opponent, played: PlayedMatch, playouts: int, stop: Stop) -> Iterator[Judged]:
    """Yield judgements of the players' turns, in the order of play and in expected points, for `GameOpponent.judge`.

    One decision takes about `playouts` playouts. The judgements end early once `stop` returns True.
    """
    positions, moves = cast("Sequence[Position]", played.positions), cast("Sequence[Move]", played.moves)
    for turn, (first, last) in played.turns():
        begun = positions[first]
        if begun.phase != "draw" or stop():
            continue
        seat = begun.turn
        value, costs = None, []
        for ply in _decision_plies(positions, moves, first, last):
            view, known_moves = seen_by(positions[ply], seat), _known_moves(positions, moves, ply, last)
            expected, loss, better = _compare(view, known_moves, playouts, ply)
            value = max(0.0, expected - loss) if value is None else value
            costs.append(Cost(seat, ply, loss, tuple(map(str, better))))
        if value is not None:
            yield Judged(turn, first, seat, value, tuple(costs))


def _decision_plies(positions: Sequence[Position], moves: Sequence[Move], first: int, last: int) -> Iterator[int]:
    """Yield the judged plies of a finished turn: the choice of a pile and, if it was the stock, the first act."""
    if not positions[last].turn_started:
        return
    yield first
    if isinstance(moves[first], Take):
        return
    for ply in range(first + 1, last):
        if positions[ply].phase == "act":
            yield ply
            return


def _known_moves(positions: Sequence[State], moves: Sequence[Move], ply: int, last: int) -> tuple[Move, ...]:
    """Return the moves of a turn from `ply` on; only the first of them if it draws an unseen card."""
    draws = positions[ply].phase == "draw" and not isinstance(moves[ply], Take)
    return tuple(moves[ply : ply + 1 if draws else last])


def _compare(view: State, played: Sequence[Move], playouts: int, seed: int) -> tuple[float, float, Sequence[Move]]:
    """Compare the moves played with others; return their expected points, what they lose, and the better moves.

    The loss is in points, against the best other moves. Unless it is certain, it is 0 and the better moves are ().
    """
    rng = Random(seed)
    draws = view.phase == "draw" and not isinstance(played[0], Take)
    actual = Candidate(tuple(played), view if draws else play_all(view, played))
    others = [candidate for candidate in list_candidates(view, rng) if candidate.moves != actual.moves]
    seat: Seat = view.turn
    rollout = make_rollout(view, [actual.after, *(candidate.after for candidate in others)])

    def points(number: int, deal: int) -> float:
        return rollout.totals(number, deal)[seat]

    best = 0
    if others:
        deals = [rng.getrandbits(32) for _ in range(TRIAL_DEALS)]
        best = min(range(1, len(others) + 1), key=lambda number: sum(points(number, deal) for deal in deals))
    spent = TRIAL_DEALS * len(others)
    deals = [rng.getrandbits(32) for _ in range(max(MIN_DEALS, (playouts - spent) // (2 if others else 1)))]
    own = [points(0, deal) for deal in deals]
    expected = sum(own) / len(own)
    if not others:
        return expected, 0.0, ()
    gaps = [actual_points - points(best, deal) for actual_points, deal in zip(own, deals, strict=True)]
    loss = sum(gaps) / len(gaps)
    error = sqrt(sum((gap - loss) ** 2 for gap in gaps) / (len(gaps) - 1) / len(gaps))
    if loss <= SURE_ERRORS * error:
        return expected, 0.0, ()
    return expected, loss, others[best - 1].moves

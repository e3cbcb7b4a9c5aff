"""Review of a match by search, for two-player games without hidden information and chance.

The position at the start of each turn is searched with the same node budget. The loss of a turn is its
seat's winning probability before the turn minus the one after it, or 0 if the search would have played the same turn.
"""

from collections.abc import Iterator
from itertools import takewhile

from rules.contract import Move, Outcome, Seat
from rules.search.budget import Budget, Stop
from rules.search.opponent import Opponent
from rules.teaching.review import Cost, Judged, PlayedMatch


def judge_by_search(player: Opponent, played: PlayedMatch, nodes: int, stop: Stop) -> Iterator[Judged]:
    positions, moves = played.positions, played.moves

    def evaluate_ply(ply: int) -> tuple[float, tuple[Move, ...]]:
        position = positions[ply]
        outcome = position.outcome()
        if outcome is not None:
            return _first_seat_points(outcome), ()
        found = player.analyse(position, Budget(nodes), stop)
        assert found.value is not None
        best = tuple(takewhile(lambda move: move.seat == position.to_move, found.moves))
        return (found.value if position.to_move == 0 else 1 - found.value), best

    chance, best = evaluate_ply(0)
    for turn, (first, last) in played.turns():
        after, next_best = evaluate_ply(last)
        seat = positions[first].to_move
        is_finished = positions[last].turn_started or positions[last].outcome() is not None
        costs = (_cost(seat, first, chance, after, tuple(moves[first:last]), best),) if is_finished else ()
        yield Judged(turn, first, 0, chance, costs)
        chance, best = after, next_best
    yield Judged(len(played.starts), len(moves), 0, chance)


def _first_seat_points(outcome: Outcome) -> float:
    return 0.5 if not outcome.winners else float(0 in outcome.winners)


def _cost(
    seat: Seat, ply: int, before: float, after: float, played: tuple[Move, ...], best: tuple[Move, ...]
) -> Cost:
    """Return the loss of a turn; `before` and `after` are the probabilities that seat 0 wins."""
    lost = max(0.0, before - after if seat == 0 else after - before)
    if lost == 0 or played == best[: len(played)]:
        return Cost(seat, ply, 0.0)
    return Cost(seat, ply, lost, tuple(map(str, best)))

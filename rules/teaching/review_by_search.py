"""Review of a match by search, for two-player games without hidden information and chance.

The position at the start of each turn is searched with the same node budget, and a logistic function turns the score
into a winning probability. The loss of a turn is the probability at its start minus that of the same seat after it,
or 0 if the search would have played the same turn.

The scale of the function, in hundredths of a man, was fitted to self-play with 3 000 nodes a turn and a noise of up
to 20, by maximum likelihood with a draw as half a win; ± is from a bootstrap over matches. In seven groups by score
the probability was wrong by at most 0.07; it is less exact for weaker players.

    double-draughts 157 ± 10             1 705 positions of 300 matches
    duck-chess      225 ± 16             1 710 positions of 300 matches
    ducart          131 ± 15             1 173 positions of 200 matches, with hundred=counted

Under Ducart's other rule, where a hundred turns without progress are a draw, equal engines draw nearly all matches
whatever the score: 300 matches gave a useless 2 999 ± 267. So the scale above is used there as well.
"""

from collections.abc import Callable, Iterator
from itertools import takewhile
from math import exp

from rules.contract import Move, Outcome, Seat
from rules.search.budget import Budget, Stop
from rules.search.iterative_deepening import SURE
from rules.search.opponent import Opponent
from rules.teaching.review import Cost, Judged, PlayedMatch


def winning_chance(score: int, scale: float) -> float:
    """Return the winning probability for a score in hundredths of a man; 1 for a proved win, 0 for a proved loss."""
    if abs(score) >= SURE:
        return float(score > 0)
    return 1 / (1 + exp(-score / scale))


def judge_by_search(scale: float) -> Callable[[Opponent, PlayedMatch, int, Stop], Iterator[Judged]]:
    """Return `GameOpponent.judge` for a game. `scale`: score in hundredths of a man that multiplies the odds by e."""

    def judge(player: Opponent, played: PlayedMatch, nodes: int, stop: Stop) -> Iterator[Judged]:
        positions, moves = played.positions, played.moves

        def evaluate_ply(ply: int) -> tuple[float, tuple[Move, ...]]:
            position = positions[ply]
            outcome = position.outcome()
            if outcome is not None:
                return _first_seat_points(outcome), ()
            found = player.analyse(position, Budget(nodes), stop)
            chance = winning_chance(found.score, scale)
            best = tuple(takewhile(lambda move: move.seat == position.to_move, found.moves))
            return (chance if position.to_move == 0 else 1 - chance), best

        chance, best = evaluate_ply(0)
        for turn, (first, last) in played.turns():
            after, next_best = evaluate_ply(last)
            seat = positions[first].to_move
            is_finished = positions[last].turn_started or positions[last].outcome() is not None
            costs = (_cost(seat, first, chance, after, tuple(moves[first:last]), best),) if is_finished else ()
            yield Judged(turn, first, 0, chance, costs)
            chance, best = after, next_best
        yield Judged(len(played.starts), len(moves), 0, chance)

    return judge


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

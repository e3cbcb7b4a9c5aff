"""Review of a match by search, for two-player games without hidden information and chance.

The position at the start of each turn is searched with the same node budget. A logistic function converts the score
to a winning probability. The loss of a turn is the probability at its start minus that of the same seat after it; it
is 0 if the search would have played the same turn. If an endgame table knows the result, the score and the
probability are exact.

The scale of the logistic function was fitted to self-play results of the engine, with 3 000 nodes per turn and an
evaluation noise of up to 20 centi-men, from the arena's openings (maximum likelihood; a draw is half a win and half a
loss; ± is the bootstrap standard error over matches). The positions were sorted by score into seven groups; the error
of the predicted probability was at most 0.07 in each group:

    double-draughts 157 ± 10 centi-men   1 705 positions of 300 matches
    duck-chess      225 ± 16             1 710 positions of 300 matches
    ducart          131 ± 15             1 173 positions of 200 matches, with hundred=counted

If Ducart is played with the rule that a hundred turns without progress are a draw, equal engines draw nearly all
matches whatever the score (300 matches: scale 2 999 ± 267, which is useless). The scale of the other rule is used
there too. Between weaker players the same score predicts the result less well; the scale holds for the engine only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import exp

from rules.contract import Move, Outcome, Seat
from rules.search.budget import Budget, Stop
from rules.search.iterative_deepening import SURE
from rules.search.opponent import Opponent
from rules.teaching.review import Cost, Judged, PlayedMatch


def winning_chance(score: int, scale: float) -> float:
    """The winning probability for a score in centi-men; 1 for a proved win, 0 for a proved loss."""
    if abs(score) >= SURE:
        return float(score > 0)
    return 1 / (1 + exp(-score / scale))


def judge_by_search(scale: float) -> Callable[[Opponent, PlayedMatch, int, Stop], Iterator[Judged]]:
    """Make `GameOpponent.judge` of a game. `scale`: the score in centi-men that multiplies the odds by e."""

    def judge(player: Opponent, played: PlayedMatch, nodes: int, stop: Stop) -> Iterator[Judged]:
        positions, moves = played.positions, played.moves

        def look(ply: int) -> tuple[float, tuple[Move, ...]]:
            """The first seat's winning probability, and the best moves of the seat to move."""
            position = positions[ply]
            outcome = position.outcome()
            if outcome is not None:
                return _result(outcome), ()
            found = player.analyse(position, Budget(nodes), stop)
            chance = winning_chance(found.score, scale)
            return (chance if position.to_move == 0 else 1 - chance), _own(found.line, position.to_move)

        chance, best = look(0)
        for turn, (first, last) in played.turns():
            after, following = look(last)
            seat = positions[first].to_move
            whole = positions[last].turn_started or positions[last].outcome() is not None
            costs = (_cost(seat, first, chance, after, tuple(moves[first:last]), best),) if whole else ()
            yield Judged(turn, first, 0, chance, costs)
            chance, best = after, following
        yield Judged(len(played.starts), len(moves), 0, chance)

    return judge


def _result(outcome: Outcome) -> float:
    return 0.5 if not outcome.winners else float(0 in outcome.winners)


def _own(line: Sequence[Move], seat: Seat) -> tuple[Move, ...]:
    own: list[Move] = []
    for move in line:
        if move.seat != seat:
            break
        own.append(move)
    return tuple(own)


def _cost(
    seat: Seat, ply: int, before: float, after: float, played: tuple[Move, ...], best: tuple[Move, ...]
) -> Cost:
    """The loss of a turn. `before` and `after`: the first seat's winning probabilities. `best`: the best moves."""
    lost = max(0.0, before - after if seat == 0 else after - before)
    if lost == 0 or played == best[: len(played)]:
        return Cost(seat, ply, 0.0)
    return Cost(seat, ply, lost, tuple(map(str, best)))

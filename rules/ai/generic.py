"""An opponent for any game without hidden information that has none of its own.

It uses alpha-beta search by mobility, or flat Monte Carlo in games of chance.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from rules import abilities
from rules.contract import NATURE, Move, Outcome, Position, Seat
from rules.game import GameOpponent
from rules.search.budget import Budget, Stop, cap_seconds, never
from rules.search.iterative_deepening import WIN
from rules.search.level import Level
from rules.search.opponent import BestPlay, Opponent, SearchingOpponent, Tell
from rules.teaching.review import Judged, PlayedMatch
from rules.teaching.review_by_search import judge_by_search

MOVE_VALUE: Final = 5  # value of a legal move, in hundredths of a man
SCALE: Final = 100.0  # score, in hundredths of a man, that multiplies the odds to win by e; not fitted to any game
LONGEST_PLAYOUT: Final = 300  # moves after which a playout counts as drawn
# Nodes are positions, including those of playouts.
LEVELS: Final = (
    Level(1, nodes=300, seconds=1.0, depth=1, noise=40),
    Level(2, nodes=3_000, seconds=2.0, depth=2, noise=10),
    Level(3, nodes=10_000, seconds=4.0),
    Level(4, nodes=100_000, seconds=8.0),
)
_POLL: Final = 64


class MobilityCore:
    """A `Core` with alpha-beta search, in which the seat to move at the root plays against all others together.

    At depth 0 the search goes on to the end of the turn and through forced moves (quiescence), because the number of
    legal moves means nothing where they are forced.
    """

    def __init__(self) -> None:
        self.nodes = 0
        self.stopped = False
        self._line: tuple[Move, ...] = ()
        self._excluded: tuple[Move, ...] = ()

    def set_position(self, position: Position, seed: int = 0, noise: int = 0, blind: int = 0) -> None:
        self.nodes, self.stopped, self._line, self._excluded = 0, False, (), ()
        self._root, self._seat = position, position.to_move
        self._rng, self._noise = Random(seed), noise

    def replies(self) -> int:
        return len(self._root.legal_moves())

    def exclude(self, turns: Sequence[Sequence[Move]]) -> bool:
        self._excluded = tuple(turn[0] for turn in turns)  # lines differ in their first moves
        return len(turns) < self.replies()

    def first(self) -> Sequence[Move]:
        return _first_turn(self._root)

    def line(self) -> Sequence[Sequence[Move]]:
        turns: list[list[Move]] = []
        position = self._root
        for number, move in enumerate(self._line):
            if number == 0 or position.turn_started:
                turns.append([])
            turns[-1].append(move)
            position = position.play(move)
        return turns

    def search(self, depth: int, alpha: int, beta: int, limit: int, poll: Stop) -> int:
        self.stopped, self._limit, self._poll = False, limit, poll
        score, line = self._search(self._root, depth, alpha, beta, 0, (None, None))
        self._line = line if score > alpha else ()
        return score

    def _search(
        self, position: Position, depth: int, alpha: int, beta: int, ply: int, mobility: tuple[int | None, int | None]
    ) -> tuple[int, tuple[Move, ...]]:
        """Return the score and the principal variation.

        `mobility`: the last counts of legal moves, of the root seat and of the others; None after a forced move.
        """
        self.nodes += 1
        if self.nodes >= self._limit or (self.nodes % _POLL == 0 and self._poll()):
            self.stopped = True
            return alpha, ()
        outcome = position.outcome()
        if outcome is not None:
            return _outcome_score(outcome, self._seat, ply), ()
        is_own = position.to_move == self._seat
        moves = position.legal_moves()
        if abilities.forced_targets(position):
            mobility = None, None
        else:
            mobility = (len(moves), mobility[1]) if is_own else (mobility[0], len(moves))
        own_mobility, other_mobility = mobility
        if depth <= 0 and position.turn_started and own_mobility is not None and other_mobility is not None:
            error = self._rng.randint(-self._noise, self._noise) if self._noise else 0
            return MOVE_VALUE * (own_mobility - other_mobility) + error, ()
        best = -WIN if is_own else WIN
        line: tuple[Move, ...] = ()
        for move in self._order_moves(moves, ply):
            score, rest = self._search(position.play(move), depth - 1, alpha, beta, ply + 1, mobility)
            if self.stopped:
                break
            if not line or (score > best if is_own else score < best):
                best, line = score, (move, *rest)
            alpha, beta = (max(alpha, best), beta) if is_own else (alpha, min(beta, best))
            if alpha >= beta:
                break
        return best, line

    def _order_moves(self, moves: Sequence[Move], ply: int) -> Sequence[Move]:
        if ply == 0:
            moves = [move for move in moves if move not in self._excluded]
        first = self._line[ply] if ply < len(self._line) else None
        if first is None or first not in moves:
            return moves
        return [first, *(move for move in moves if move != first)]


class PlayoutOpponent(Opponent):
    """A player that rates each legal move by the same number of random playouts (flat Monte Carlo)."""

    def choose(self, view: Position, level: Level, rng: Random, stop: Stop = never) -> BestPlay:
        rng, stop = Random(rng.getrandbits(60)), cap_seconds(level.seconds, stop)
        return self._choose_turns(view, 1, level.nodes, stop, rng)[0]

    def analyse_lines(
        self, view: Position, count: int, budget: Budget, stop: Stop = never, tell: Tell = lambda lines: None
    ) -> tuple[BestPlay, ...]:
        return self._choose_turns(view, count, budget.nodes, cap_seconds(budget.seconds, stop), Random(0))

    def _choose_turns(
        self, position: Position, count: int, limit: int | None, stop: Stop, rng: Random
    ) -> tuple[BestPlay, ...]:
        seat = position.to_move
        if position.outcome() is not None or seat == NATURE:
            raise ValueError("the game is over" if seat != NATURE else "nobody is to move")
        rated, nodes = _rate_moves(position, limit, stop, rng)
        found: list[tuple[float, list[Move]]] = []
        for share, move in rated[:count]:
            moves, after = [move], position.play(move)
            while after.to_move == seat and after.outcome() is None and not after.turn_started:
                left = None if limit is None else limit - nodes
                ((share, move), *_), spent = _rate_moves(after, left, stop, rng)
                nodes += spent
                moves.append(move)
                after = after.play(move)
            found.append((share, moves))
        found.sort(key=lambda line: -line[0])
        return tuple(BestPlay(tuple(moves), round(100 * (2 * share - 1)), 0, nodes, share) for share, moves in found)


def _rate_moves(
    position: Position, limit: int | None, stop: Stop, rng: Random
) -> tuple[list[tuple[float, Move]], int]:
    """Return (mean points in playouts, 0 to 1; legal move), the best first, and the number of positions."""
    seat = position.to_move
    choices = position.legal_moves(seat)
    value_sums = [0.0] * len(choices)
    rounds = nodes = 0
    while (len(choices) > 1 and not stop() and (limit is None or nodes < limit)) or rounds == 0:
        rounds += 1
        for number, move in enumerate(choices):
            value, position_count = _playout(position.play(move), seat, rng)
            value_sums[number] += value
            nodes += position_count
    rated = [(value_sum / rounds, move) for value_sum, move in zip(value_sums, choices, strict=True)]
    return sorted(rated, key=lambda entry: -entry[0]), nodes


def _playout(position: Position, seat: Seat, rng: Random) -> tuple[float, int]:
    """Play at most `LONGEST_PLAYOUT` random moves; return points of `seat` (0, 0.5, 1) and number of positions."""
    for number in range(LONGEST_PLAYOUT):
        outcome = position.outcome()
        if outcome is not None:
            return (0.5 if not outcome.winners else float(seat in outcome.winners)), number + 1
        if position.to_move == NATURE:
            position = position.play(abilities.sample(position, rng))
        else:
            moves = position.legal_moves()
            if not moves:
                break
            position = position.play(rng.choice(moves))
    return 0.5, LONGEST_PLAYOUT


def _outcome_score(outcome: Outcome, seat: Seat, ply: int) -> int:
    if not outcome.winners:
        return 0
    return WIN - ply if seat in outcome.winners else ply - WIN


def _first_turn(position: Position) -> list[Move]:
    for move in position.legal_moves():
        after = position.play(move)
        if after.turn_started or after.outcome() is not None or after.to_move != position.to_move:
            return [move]
        rest = _first_turn(after)
        if rest:
            return [move, *rest]
    return []


class GenericOpponent(Opponent):
    def __init__(self) -> None:
        self._searching_opponent = SearchingOpponent(MobilityCore(), SCALE)
        self._playout_opponent = PlayoutOpponent()

    def _opponent_for(self, view: Position) -> Opponent:
        return self._playout_opponent if abilities.has_chance(view) else self._searching_opponent

    def choose(self, view: Position, level: Level, rng: Random, stop: Stop = never) -> BestPlay:
        return self._opponent_for(view).choose(view, level, rng, stop)

    def analyse_lines(
        self, view: Position, count: int, budget: Budget, stop: Stop = never, tell: Tell = lambda lines: None
    ) -> tuple[BestPlay, ...]:
        return self._opponent_for(view).analyse_lines(view, count, budget, stop, tell)


def judge(player: Opponent, played: PlayedMatch, nodes: int, stop: Stop) -> Iterator[Judged]:
    if not abilities.has_chance(played.positions[0]):
        yield from judge_by_search(player, played, nodes, stop)


OPPONENT: Final = GameOpponent(
    levels=LEVELS, create=lambda memory: GenericOpponent(), judge=judge, review_nodes=20_000, slowdown=5
)

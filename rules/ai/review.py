"""A match reviewed turn by turn, in the opponent's process: what to expect of each position, and what was better."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.ai.opponents import compiled, opponent, opponent_of
from rules.contract import Move, Position
from rules.game import Game
from rules.search.budget import Stop
from rules.teaching.review import Judged, Unit

Tell = Callable[[Judged], object]


def budget_for(key: str) -> int:
    """Nodes, or playouts, that a review spends on a turn of a game; 0 where it spends none."""
    found = opponent_of(key)
    return found.review_nodes if compiled() else found.review_nodes // found.slowdown


def unit_of(key: str) -> Unit:
    """What the review of a game judges by."""
    return opponent_of(key).review_unit


def review(
    game: Game, start: Position, moves: Sequence[Move], nodes: int, memory: int, stop: Stop, tell: Tell
) -> None:
    """Tell of each turn of a match as soon as it is judged, the first one first, until `stop` says so.

    `nodes` are spent on each, with a table of so many megabytes.
    """
    positions = [start]
    for move in moves:
        positions.append(positions[-1].play(move))
    starts = game.play.turn_starts(positions, moves)
    player = opponent(game.key, memory)
    for judged in opponent_of(game.key).judge(player, positions, moves, starts, nodes, stop):
        if stop():
            return
        tell(judged)

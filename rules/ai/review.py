"""The review of a match in the opponent's process: for each turn the value of the position, and better moves."""

from collections.abc import Callable, Sequence

from rules.ai.opponents import opponent, opponent_of
from rules.contract import Move, Position
from rules.game import Game
from rules.search.budget import Stop
from rules.teaching.review import Judged, PlayedMatch

Tell = Callable[[Judged], object]


def budget_for(key: str, fast: bool = False) -> int:
    """Return the nodes or playouts for each turn of a review, perhaps 0; `fast` says that engines are compiled."""
    found = opponent_of(key)
    return found.review_nodes if fast else found.review_nodes // found.slowdown


def review(
    game: Game, start: Position, moves: Sequence[Move], nodes: int, memory: int, stop: Stop, tell: Tell
) -> None:
    """Judge each turn within `nodes`, in order, and call `tell` with the result, until `stop` returns True.

    `memory` is the size of the transposition table in megabytes.
    """
    positions = [start]
    for move in moves:
        positions.append(positions[-1].play(move))
    played = PlayedMatch(positions, moves, game.play.turn_starts(positions, moves))
    for judged in opponent_of(game.key).judge(opponent(game.key, memory), played, nodes, stop):
        if stop():
            return
        tell(judged)

"""Review of a match, turn by turn, in the opponent's process: the value of each position, and better turns."""

from collections.abc import Callable, Sequence

from rules.ai.opponents import opponent, opponent_of
from rules.contract import Move, Position
from rules.game import Game
from rules.search.budget import Stop
from rules.teaching.review import Judged, PlayedMatch

Tell = Callable[[Judged], object]


def budget_for(key: str, fast: bool = False) -> int:
    """Return the nodes or playouts that a review uses for each turn; may be 0. `fast`: by compiled engines."""
    found = opponent_of(key)
    return found.review_nodes if fast else found.review_nodes // found.slowdown


def review(
    game: Game, start: Position, moves: Sequence[Move], nodes: int, memory: int, stop: Stop, tell: Tell
) -> None:
    """Judge each turn in order within `nodes`, and call `tell` after each, until `stop` returns True.

    `memory`: megabytes for the transposition table.
    """
    positions = [start]
    for move in moves:
        positions.append(positions[-1].play(move))
    played = PlayedMatch(positions, moves, game.play.turn_starts(positions, moves))
    for judged in opponent_of(game.key).judge(opponent(game.key, memory), played, nodes, stop):
        if stop():
            return
        tell(judged)

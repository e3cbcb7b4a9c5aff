"""One turn of the computer as text, for the command line."""

from random import Random

from rules.ai import opponents
from rules.contract import Position
from rules.game import Game
from rules.search.level import full_strength


def answer(
    game: Game,
    position: Position,
    *,
    level: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
) -> str:
    """Return `TURN score S nodes N depth D`. Without `level`, `seconds` and `nodes` the highest level plays.

    Raises ValueError with a sentence.
    """
    if nodes is not None or seconds is not None:
        strength = full_strength(nodes, seconds)
    else:
        strength = opponents.level(game.key, len(opponents.levels_of(game.key)) if level is None else level)
    choice = opponents.opponent(game.key).choose(position, strength, Random(0))
    turn = game.text.write_turn(position, choice.moves)
    return f"{turn} score {choice.score} nodes {choice.nodes} depth {choice.depth}"

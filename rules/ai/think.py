"""One turn of the computer, as text for the console."""

from __future__ import annotations

from random import Random
from typing import Final

from rules.ai import levels
from rules.ai.opponents import opponent
from rules.contract import Position
from rules.game import Game
from rules.search.level import unlimited

_SEED: Final = 0


def answer(
    game: Game,
    position: Position,
    *,
    level: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
) -> str:
    """`TURN score S nodes N depth D`. Without `level`, `seconds` and `nodes` the highest level plays.

    Raises ValueError with a sentence.
    """
    if nodes is not None or seconds is not None:
        strength = unlimited(nodes, seconds)
    else:
        strength = levels.level(game.key, len(levels.levels_of(game.key)) if level is None else level)
    choice = opponent(game.key).choose(position, strength, Random(_SEED))
    turn = game.text.write_turn(position, choice.moves)
    return f"{turn} score {choice.score} nodes {choice.nodes} depth {choice.depth}"

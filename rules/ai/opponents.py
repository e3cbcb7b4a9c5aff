"""The computer opponents of this process; their levels are in each game's `opponent.py`."""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Final

from rules import REGISTRY
from rules.ai import generic
from rules.contract import Position
from rules.game import Game, GameOpponent
from rules.search.level import Level, full_strength
from rules.search.opponent import Opponent

MEMORY: Final = 64  # default size of a transposition table, in megabytes
MOST_MEMORY: Final = 4096
_opponents: Final[dict[str, tuple[int, Opponent]]] = {}
_table_limit: Final = {"most": MOST_MEMORY}  # megabytes of a table in this process; reduced by `shrink_tables`
_SHRINK_FACTOR: Final = 4


def opponent_of(key: str) -> GameOpponent:
    if key not in REGISTRY:
        raise ValueError(f"The computer doesn't play {key}.")
    name = f"{REGISTRY[key]}.opponent"
    if find_spec(name) is None:
        return generic.OPPONENT
    found: GameOpponent = import_module(name).OPPONENT
    return found


def level(key: str, number: int) -> Level:
    """Return level `number`, counted from 1, of a game. Raises ValueError with a sentence if there is none."""
    levels = levels_of(key)
    if not 1 <= number <= len(levels):
        raise ValueError(f"There is no level {number} of {key}; the levels go from 1 to {len(levels)}.")
    return levels[number - 1]


def levels_of(key: str) -> tuple[Level, ...]:
    return opponent_of(key).levels


def opponent(key: str, memory: int | None = None) -> Opponent:
    """Return the opponent of a game, with a table of at most `memory` megabytes, 1 to `MOST_MEMORY`.

    Without `memory`, it is the game's present opponent, or a new one with `MEMORY`. If memory is short, the table is
    smaller. Raises ValueError with a sentence.
    """
    if memory is not None and not 1 <= memory <= MOST_MEMORY:
        raise ValueError(f"The table may take 1 to {MOST_MEMORY} MB, not {memory}.")
    if memory is not None:
        memory = min(memory, _table_limit["most"])
    size, player = _opponents.get(key, (0, None))
    if player is None or memory not in (None, size):
        create = opponent_of(key).create
        _opponents.pop(key, None)  # before the new table exists: memory may be too small for both
        del player
        size = min(MEMORY, _table_limit["most"]) if memory is None else memory
        player = _create_fitting(create, size)
        _opponents[key] = size, player
    return player


def choose_turn_text(
    game: Game,
    position: Position,
    *,
    level_number: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
) -> str:
    """Let the computer choose a turn at a level (default: the highest), or at full strength within seconds or nodes.

    Returns `TURN score S nodes N depth D`. Raises ValueError with a sentence.
    """
    if nodes is not None or seconds is not None:
        strength = full_strength(nodes, seconds)
    else:
        strength = level(game.key, len(levels_of(game.key)) if level_number is None else level_number)
    choice = opponent(game.key).choose(position, strength, Random(0))
    turn = game.text.write_turn(position, choice.moves)
    return f"{turn} score {choice.score} nodes {choice.nodes} depth {choice.depth}"


def shrink_tables() -> bool:
    """Delete all opponents and limit new tables to a quarter of the largest; return False if the largest had 1 MB."""
    most = min(_table_limit["most"], max((size for size, _ in _opponents.values()), default=1))
    _opponents.clear()
    _table_limit["most"] = max(1, most // _SHRINK_FACTOR)
    return most > 1


def _create_fitting(create: Callable[[int], Opponent], size: int) -> Opponent:
    while size > 1:
        try:
            return create(size)
        except MemoryError:
            size //= 2
    return create(1)


def are_engines_compiled() -> bool:
    """Return whether the searches of this process are compiled; all are or none is. Imports no game."""
    place = find_spec("rules.search.transposition_table")
    return place is not None and not str(place.origin).endswith((".py", ".pyc"))

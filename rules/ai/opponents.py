"""The opponents of this process, by game: each is made when it is first asked for, and kept.

An opponent sees what its seat sees, nothing else. A game without a module `opponent` gets the generic one.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Final

from rules import REGISTRY
from rules.ai import generic
from rules.game import GameOpponent
from rules.search.opponent import Opponent

MEMORY: Final = 64
"""Megabytes of a table of positions, where nobody has asked for another size."""
MOST_MEMORY: Final = 4096
_made: Final[dict[str, tuple[int, Opponent]]] = {}
_room: Final = {"most": MOST_MEMORY}
"""Megabytes that a table may have at most in this process: fewer once memory was short."""
_SHRINK: Final = 4


def opponent_of(key: str) -> GameOpponent:
    """How the computer plays a game. Raises ValueError, with a sentence, if there is no such game."""
    if key not in REGISTRY:
        raise ValueError(f"The computer doesn't play {key}.")
    name = f"{REGISTRY[key]}.opponent"
    if find_spec(name) is None:
        return generic.OPPONENT
    found: GameOpponent = import_module(name).OPPONENT
    return found


def opponent(key: str, memory: int | None = None) -> Opponent:
    """The opponent of a game, the same one each time, with a table of at most `memory` megabytes, 1 to `MOST_MEMORY`.

    Without `memory` it is the one of the last time, or one with `MEMORY`. Raises ValueError, with a sentence, if
    there is no such game. Where the machine doesn't give as much, the table is as large as it allows.
    """
    if memory is not None and not 1 <= memory <= MOST_MEMORY:
        raise ValueError(f"The table may take 1 to {MOST_MEMORY} MB, not {memory}.")
    if memory is not None:
        memory = min(memory, _room["most"])
    size, player = _made.get(key, (0, None))
    if player is None or memory not in (None, size):
        create = opponent_of(key).create
        _made.pop(key, None)  # before the new table is there: both may not fit into the machine
        del player
        size = min(MEMORY, _room["most"]) if memory is None else memory
        player = _fitting(create, size)
        _made[key] = size, player
    return player


def shrink() -> bool:
    """Memory was short in the midst of a search: forget all opponents, whose tables go, and from now on give tables a
    quarter of what the largest of them had. False where they had hardly any."""
    most = min(_room["most"], max((size for size, _ in _made.values()), default=1))
    _made.clear()
    _room["most"] = max(1, most // _SHRINK)
    return most > 1


def _fitting(create: Callable[[int], Opponent], size: int) -> Opponent:
    """An opponent with a table of `size` megabytes, or of half, and so on, as there is memory."""
    while size > 1:
        try:
            return create(size)
        except MemoryError:
            size //= 2
    return create(1)


def compiled() -> bool:
    """Whether the searches of this run are compiled: all are, or none. No game is loaded for that."""
    place = find_spec("rules.search.transposition_table")
    return place is not None and not str(place.origin).endswith((".py", ".pyc"))

"""Who sits in the computer's seat, by game: choosing turns and judging positions.

An opponent sees what its seat sees, nothing else. Engines load only when an opponent of their game is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from random import Random
from typing import Final, Protocol

from rules.ai.levels import Level
from rules.contract import Move, Position, Seat
from rules.search.attention import PERFECT
from rules.search.iterative_deepening import Budget, Core, Found, Stop, capped, deepen, never

MEMORY: Final = 64
"""Megabytes of a table of positions, where nobody has asked for another size."""
MOST_MEMORY: Final = 4096


@dataclass(frozen=True, slots=True)
class Choice:
    """What an opponent plays."""

    moves: tuple[Move, ...]
    """Up to the end of the turn; at least one."""
    score: int
    """Centi-men for the seat that moves; ±30000 less n for a win or loss seen in n plies. In a game of luck the per
    cent by which it is likelier to win than to lose."""
    depth: int
    """Plies looked ahead in full."""
    nodes: int


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is best for everyone."""

    score: int
    """Centi-men for the seat to move, as in `Choice`."""
    line: tuple[Move, ...]
    """The best moves of both sides from here on; at least the turn of the seat to move."""
    depth: int
    nodes: int


class Opponent(Protocol):
    """Plays one game. Positions may be in the midst of a turn; one that is over raises ValueError."""

    def choose(self, view: Position, level: Level, rng: Random, stop: Stop = never) -> Choice:
        """A turn, or the rest of one, at `level`; the same for the same view, level and state of `rng` unless
        the level's cap on wall time or `stop` breaks it off. It takes one number from `rng`."""

    def analyse(
        self, view: Position, budget: Budget, stop: Stop = never, tell: Callable[[Analysis], None] | None = None
    ) -> Analysis:
        """The best line that full strength finds within `budget`. `tell` hears of every step on the way there."""

    def react(self, view: Position, seat: Seat, level: Level, seed: int) -> tuple[float, Move] | None:
        """In a game of attention: after how many seconds `seat` does what if nothing happens before, or None.

        To be asked after every change, with one seed for the whole match: what is noticed depends on it.
        """


class Searcher:
    """An opponent that searches: `Core` of any game with nothing hidden."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def _set_position(self, view: Position, seed: int = 0, noise: int = 0, blind: int = 0) -> Core:
        if view.outcome() is not None:
            raise ValueError("the game is over")
        self._core.set_position(view, seed, noise, blind)
        return self._core

    def choose(self, view: Position, level: Level, rng: Random, stop: Stop = never) -> Choice:
        found = deepen(self._set_position(view, rng.getrandbits(60), level.noise, level.blind), level.budget, stop)
        return Choice(found.line[0], found.score, found.depth, found.nodes)

    def analyse(
        self, view: Position, budget: Budget, stop: Stop = never, tell: Callable[[Analysis], None] | None = None
    ) -> Analysis:
        def retell(found: Found) -> None:
            if tell is not None:
                tell(_analysis(found))

        return _analysis(deepen(self._set_position(view), budget, stop, retell))

    def react(self, view: Position, seat: Seat, level: Level, seed: int) -> tuple[float, Move] | None:
        return None


def _analysis(found: Found) -> Analysis:
    moves = tuple(move for turn in found.line for move in turn)
    return Analysis(found.score, moves, found.depth, found.nodes)


class Thrower:
    """An opponent in Unstacked Draughts: luck plays, and it attends."""

    def choose(self, view: Position, level: Level, rng: Random, stop: Stop = never) -> Choice:
        from rules.unstacked_draughts.opponent import choose, evaluate

        return Choice(choose(view, level.attention, rng.getrandbits(60)), evaluate(view), 0, 0)

    def analyse(
        self, view: Position, budget: Budget, stop: Stop = never, tell: Callable[[Analysis], None] | None = None
    ) -> Analysis:
        from rules.unstacked_draughts.opponent import choose, evaluate

        return Analysis(evaluate(view), choose(view, PERFECT, 0), 0, 0)

    def react(self, view: Position, seat: Seat, level: Level, seed: int) -> tuple[float, Move] | None:
        from rules.unstacked_draughts.opponent import react

        return react(view, seat, level.attention, seed)


class CardPlayer:
    """An opponent in Ducale: it knows what its seat sees, and plays rounds to their end in thought."""

    def choose(self, view: Position, level: Level, rng: Random, stop: Stop = never) -> Choice:
        from rules.ducale.opponent import BEST, choose

        play = choose(view, level.number or BEST, rng.getrandbits(60), level.nodes, capped(level.seconds, stop))
        return Choice(play.moves, play.score, 0, play.playouts)

    def analyse(
        self, view: Position, budget: Budget, stop: Stop = never, tell: Callable[[Analysis], None] | None = None
    ) -> Analysis:
        from rules.ducale.opponent import BEST, choose

        play = choose(view, BEST, 0, budget.nodes, capped(budget.seconds, stop))
        return Analysis(play.score, play.moves, 0, play.playouts)

    def react(self, view: Position, seat: Seat, level: Level, seed: int) -> tuple[float, Move] | None:
        return None


def _double_draughts(memory: int) -> Core:
    from rules.double_draughts.opponent import Engine

    return Engine(memory)


def _duck_chess(memory: int) -> Core:
    from rules.duck_chess.opponent import Engine

    return Engine(memory)


def _ducart(memory: int) -> Core:
    from rules.ducart.opponent import Engine

    return Engine(memory)


CORES: Final[Mapping[str, Callable[[int], Core]]] = {
    "double-draughts": _double_draughts,
    "duck-chess": _duck_chess,
    "ducart": _ducart,
}
"""Game key -> a new search with a table of at most so many megabytes. Every game that has one has an opponent."""
PLAYERS: Final[Mapping[str, Callable[[], Opponent]]] = {"unstacked-draughts": Thrower, "ducale": CardPlayer}
"""Game key -> its opponent, of the games without a table of positions."""
_made: Final[dict[str, tuple[int, Opponent]]] = {}
_room: Final = {"most": MOST_MEMORY}
"""Megabytes that a table may have at most in this process: fewer once memory was short."""
_SHRINK: Final = 4


def opponent(key: str, memory: int | None = None) -> Opponent:
    """The opponent of a game, the same one each time, with a table of at most `memory` megabytes, 1 to `MOST_MEMORY`.

    Without `memory` it is the one of the last time, or one with `MEMORY`. Raises ValueError, with a sentence, if
    the game has none. Where the machine doesn't give as much, the table is as large as it allows.
    """
    if memory is not None and not 1 <= memory <= MOST_MEMORY:
        raise ValueError(f"The table may take 1 to {MOST_MEMORY} MB, not {memory}.")
    if memory is not None:
        memory = min(memory, _room["most"])
    size, player = _made.get(key, (0, None))
    if player is None or memory not in (None, size):
        core = CORES.get(key)
        if core is None and key not in PLAYERS:
            raise ValueError(f"The computer doesn't play {key}.")
        _made.pop(key, None)  # before the new table is there: both may not fit into the machine
        del player
        size = min(MEMORY, _room["most"]) if memory is None else memory
        player = PLAYERS[key]() if core is None else Searcher(_fitting(core, size))
        _made[key] = size, player
    return player


def shrink() -> bool:
    """Memory was short in the midst of a search: forget all opponents, whose tables go, and from now on give tables a
    quarter of what the largest of them had. False where they had hardly any."""
    most = min(_room["most"], max((size for size, _ in _made.values()), default=1))
    _made.clear()
    _room["most"] = max(1, most // _SHRINK)
    return most > 1


def _fitting(core: Callable[[int], Core], size: int) -> Core:
    """A search with a table of `size` megabytes, or of half, and so on, as there is memory."""
    while size > 1:
        try:
            return core(size)
        except MemoryError:
            size //= 2
    return core(1)


def compiled() -> bool:
    """Whether the searches of this run are compiled: all are, or none. No game is loaded for that."""
    place = find_spec("rules.search.transposition_table")
    return place is not None and not str(place.origin).endswith((".py", ".pyc"))

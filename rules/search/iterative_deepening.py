"""Iterative deepening with aspiration windows over the `Core` of a game, which searches to one depth per call."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final, Protocol, TypeAlias

from rules.contract import Move, Position
from rules.search.budget import Budget, Stop, cap_seconds, never

# These constants aren't in a compiled module, because opponents are imported before compiled modules are found.
WIN: Final = 30000  # score of an immediate win in every game; a win in n plies scores WIN - n
SURE: Final = WIN - 1000  # scores above SURE are proved wins; scores below -SURE are proved losses
INFINITE: Final = 32000
_WINDOW: Final = 40
_NO_LIMIT: Final = 1 << 60
_SINGLE_MOVE_DEPTH: Final = 4


class Core(Protocol):
    """A game's fixed-depth search. One instance searches many positions, one after the other."""

    @property
    def nodes(self) -> int:
        """The number of nodes searched since `set_position`."""

    @property
    def stopped(self) -> bool:
        """Whether the last `search` was stopped before it finished."""

    def set_position(self, position: Position, seed: int = 0, noise: int = 0, blind: int = 0) -> None:
        """Make `position` the root and discard the results of earlier searches.

        `noise`: the largest error of an evaluation, in hundredths of a man. `blind`: how many out of every 256
        captures, or other tactical moves of the game, at the search horizon are overlooked. `seed` determines which
        errors and oversights occur.
        """

    def replies(self) -> int:
        """Return the number of legal moves, or of whole turns, at the root."""

    def exclude(self, turns: Sequence[Sequence[Move]]) -> bool:
        """Leave `turns` of the root, each the first of a `line`, out of later searches until the next call.

        Returns whether another turn is left; only then may `search` be called. `set_position` ends the exclusion.
        """

    def search(self, depth: int, alpha: int, beta: int, limit: int, poll: Callable[[], bool]) -> int:
        """Search `depth` plies with the window (alpha, beta) and return the score of `line`.

        The search stops, and `stopped` becomes True, once `nodes` reaches `limit` or `poll` returns True. It calls
        `poll` every few milliseconds.
        """

    def line(self) -> Sequence[Sequence[Move]]:
        """Return the principal variation of the last `search`, one item per turn; empty if no move beat alpha."""

    def first(self) -> Sequence[Move]:
        """Return a legal turn without a search."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    line: tuple[tuple[Move, ...], ...]
    score: int  # hundredths of a man for the side to move; beyond ±SURE a proved win or loss
    depth: int  # plies of the last finished iteration; 0 if none finished
    nodes: int


_Line: TypeAlias = tuple[Sequence[Sequence[Move]], int]  # turns and score
Tell: TypeAlias = Callable[[tuple[SearchResult, ...]], None]


def deepen(core: Core, budget: Budget, stop: Stop = never) -> SearchResult:
    return deepen_lines(core, 1, budget, stop)[0]


def deepen_lines(
    core: Core, count: int, budget: Budget, stop: Stop = never, tell: Tell = lambda found: None
) -> tuple[SearchResult, ...]:
    """Search to depth 1, 2 and so on until the budget is spent, `stop` returns True, or wins or losses are proved.

    Returns up to `count` lines (multi-PV), the best first; no two begin with the same turn. With a single legal move
    the depth stays small. `tell` receives the result of each finished depth. An unfinished depth counts only if
    `count` is 1 or no depth was finished.
    """
    poll = cap_seconds(budget.seconds, stop)
    limit = _NO_LIMIT if budget.nodes is None else budget.nodes
    max_depth = min(budget.depth, _SINGLE_MOVE_DEPTH) if core.replies() == 1 else budget.depth
    lines: list[_Line] = [((core.first(),), 0)]
    finished_depth = 0
    for depth in range(1, max_depth + 1):
        found = _list_proved(lines, finished_depth)  # proved lines aren't searched again
        while len(found) < count and core.exclude([turns[0] for turns, _ in found]):
            before = lines[len(found)] if len(found) < len(lines) else ((), 0)
            found.append(_search_line(core, depth, before, limit, poll))
            if core.stopped:
                break
        if core.stopped:
            if count == 1 or finished_depth == 0:
                lines = found[: max(1, len(found) - 1)]
            break
        lines = sorted(found, key=lambda line: -line[1])  # search instability: a later line can turn out better
        finished_depth = depth
        tell(_make_results(lines, finished_depth, core.nodes))
        if len(_list_proved(lines, depth)) == len(lines):
            break
    return _make_results(lines, finished_depth, core.nodes)


def _list_proved(lines: Sequence[_Line], depth: int) -> list[_Line]:
    return list(takewhile(lambda line: abs(line[1]) >= WIN - depth, lines))


def _search_line(core: Core, depth: int, before: _Line, limit: int, poll: Stop) -> _Line:
    line, score = before
    span = _WINDOW if depth > 3 and abs(score) < SURE else 2 * INFINITE
    alpha, beta = max(score - span, -INFINITE), min(score + span, INFINITE)
    while True:
        value = core.search(depth, alpha, beta, limit, poll)
        found_line = core.line()
        if found_line:
            line, score = found_line, value
        if core.stopped or alpha < value < beta:
            return line, score
        alpha, beta = (-INFINITE, beta) if value <= alpha else (alpha, INFINITE)


def _make_results(lines: Sequence[_Line], depth: int, nodes: int) -> tuple[SearchResult, ...]:
    return tuple(SearchResult(tuple(map(tuple, turns)), score, depth, nodes) for turns, score in lines)

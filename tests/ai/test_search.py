"""Iterative deepening over a fake search core."""

from collections.abc import Callable, Sequence
from typing import Any

from rules.search.budget import Budget, never
from rules.search.iterative_deepening import WIN, SearchResult, deepen


class FakeCore:
    """A search core whose iterations cost 100 nodes each and return the given scores by depth.

    A later line scores more than the first, by the sums in `later`.
    """

    def __init__(self, scores: list[int], replies: int = 5, later: tuple[int, ...] = (0, 0)) -> None:
        self.nodes = 0
        self.stopped = False
        self.asked: list[tuple[int, int, int]] = []
        self._scores = scores
        self._replies = replies
        self._later = (0, *later)
        self._excluded = 0
        self._line: list[list[Any]] = []

    def set_position(self, position: Any, seed: int = 0, noise: int = 0, blind: int = 0) -> None:
        raise NotImplementedError

    def replies(self) -> int:
        return self._replies

    def exclude(self, turns: Sequence[Sequence[Any]]) -> bool:
        self._excluded = len(turns)
        return self._excluded < self._replies

    def search(self, depth: int, alpha: int, beta: int, limit: int, poll: Callable[[], bool]) -> int:
        self.asked.append((depth, alpha, beta))
        self.nodes += 100
        self.stopped = poll() or self.nodes > limit
        score = max(self._scores[depth - 1] + self._later[self._excluded], -WIN)
        name = ("best", "second", "third")[self._excluded]
        self._line = [[f"{name} of {depth}"]] if not self.stopped and score > alpha else []
        return min(max(score, alpha), beta)

    def line(self) -> list[list[Any]]:
        return self._line

    def first(self) -> list[Any]:
        return ["any"]


def words(found: SearchResult) -> list[str]:
    return [" ".join(str(move) for move in turn) for turn in found.line]


def test_the_node_budget_ends_a_search_with_the_last_full_iteration() -> None:
    found = deepen(FakeCore([10] * 48), Budget(nodes=350))
    assert (words(found), found.depth, found.score, found.nodes) == (["best of 3"], 3, 10, 400)


def test_the_depth_limit_ends_a_search() -> None:
    assert deepen(FakeCore([10] * 48), Budget(depth=6)).depth == 6


def test_a_search_without_time_still_gives_a_turn() -> None:
    found = deepen(FakeCore([10] * 48), Budget(seconds=0.0))
    assert (words(found), found.depth) == (["any"], 0)


def test_a_search_stopped_at_once_still_gives_a_turn() -> None:
    assert words(deepen(FakeCore([10] * 48), Budget(), lambda: True)) == ["any"]


def test_a_proved_win_is_not_searched_further() -> None:
    assert deepen(FakeCore([0, 0, WIN - 3, 0]), Budget()).depth == 3


def test_a_single_legal_move_gets_a_short_search() -> None:
    assert deepen(FakeCore([0] * 48, replies=1), Budget()).depth < 10


def test_a_score_outside_the_window_is_searched_again() -> None:
    core = FakeCore([0, 0, 0, 0, 500, -500, 0])
    assert deepen(core, Budget(depth=7), never).score == 0
    for depth, score in ((5, 500), (6, -500)):
        first, *_, last = [(alpha, beta) for asked, alpha, beta in core.asked if asked == depth]
        assert not first[0] < score < first[1]
        assert last[0] < score < last[1]

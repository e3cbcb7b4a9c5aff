"""The cases file of Double Draughts, walked in whole turns; the rest is in `test_cases.py`."""

from typing import Any

from rules.double_draughts import turns
from rules.double_draughts.text import read
from tests.rows import cases_of, each


@each(cases_of("double_draughts")["positions"], "name")
def test_walks_over_whole_turns_agree_and_leave_the_board_as_it_was(case: dict[str, Any]) -> None:
    core = read(case["ddfen"]).board()
    before = (core.state(), core.side)
    paths = []
    for path in turns.paths(core):
        assert (core.state(), core.side) == before
        paths.append(path)
    assert turns.count(core) == len(paths) == turns.perft(core, 2)[0]
    results = turns.results(core)
    assert (len(results), sum(results.values())) == (case["distinct_results"], len(paths))
    for ends in {(path[0], path[-1]) for path in paths}:
        same_ends = [path for path in paths if (path[0], path[-1]) == ends]
        found = turns.between(core, *ends)
        assert len(found) == len(set(found)) == min(2, len(same_ends))
        assert set(found) <= set(same_ends)
    assert (core.state(), core.side) == before

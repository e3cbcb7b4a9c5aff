"""The cases file of Double Draughts: played in a match, and walked in whole turns; more in `test_cases.py`."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from rules.contract import Outcome
from rules.double_draughts import GAME, turns
from rules.double_draughts.text import read
from rules.match import Match

CASES: Final[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "cases" / "double_draughts.json").read_text(encoding="utf-8")
)


def named(kind: str) -> pytest.MarkDecorator:
    """The test for every case of a kind."""
    return pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in CASES[kind]])


def outcome_of(words: list[str] | None) -> Outcome | None:
    """The end as the cases file writes it."""
    if words is None:
        return None
    side, reason = words
    return Outcome(reason.replace(" ", "-"), () if side == "draw" else ("bw".index(side),))


@named("scenarios")
def test_scenarios_are_played_hop_by_hop_in_a_match(case: dict[str, Any]) -> None:
    match = Match(GAME.play, position=read(case["start"]))
    for text, full in zip(case["moves"], case["full_moves"], strict=True):
        hops = GAME.text.read_turn(match.position, text)
        assert full == "".join([str(hops[0]), *(str(hop)[2:] for hop in hops[1:])])
        for hop in hops:
            match.play(hop)
    assert match.position.text() == case["end"]
    assert match.outcome() == outcome_of(case["outcome"])
    assert len(match.turns()) == len(case["moves"])


@named("positions")
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

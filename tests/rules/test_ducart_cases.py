"""The cases file of Ducart, made by two independent programs: what `test_cases.py` doesn't ask."""

import hashlib
from typing import Any

import pytest

from rules import console
from rules.ducart import GAME
from rules.ducart.text import read
from rules.errors import PositionError
from tests.rows import each
from tests.rules.ducart import CASES


def test_the_cases_are_all_there() -> None:
    assert len(CASES["scenarios"]) == 65
    assert [len(CASES[kind]) for kind in ("perft", "games", "bad_positions")] == [15, 6, 10]


@each(CASES["perft"], "name")
def test_all_turns_of_a_position_lead_where_the_case_says(case: dict[str, Any]) -> None:
    position = read(case["position"])
    after = "".join(f"{turn} {console.play(GAME, position, [turn]).text()}\n" for turn in GAME.play.turns(position))
    assert hashlib.sha256(after.encode()).hexdigest() == case["turns_sha256"]


def test_a_turn_is_listed_or_not_as_the_case_says() -> None:
    def listed(case: dict[str, Any]) -> bool:
        return case["turn"] in GAME.play.turns(read(case["position"]))

    scenarios = CASES["scenarios"]
    assert [case["rule"] for case in scenarios if listed(case) != case.get("listed", False)] == []


@each(CASES["bad_positions"], "why")
def test_a_bad_position_is_refused_with_its_field_or_row(case: dict[str, Any]) -> None:
    with pytest.raises(PositionError, match=r"Field \d|Row \d|seven fields"):
        read(case["position"])

"""The cases file of Duck Chess, made with pyffish: played in a match. The rest is in `test_cases.py`."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from rules.contract import Outcome
from rules.duck_chess import GAME
from rules.duck_chess.text import read
from rules.match import Match

CASES: Final[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "cases" / "duck_chess.json").read_text(encoding="utf-8")
)


def named(kind: str) -> pytest.MarkDecorator:
    """The test for every case of a kind."""
    return pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in CASES[kind]])


def outcome_of(case: dict[str, Any]) -> Outcome | None:
    """The end of a case: `end` is for the side to move; what may be claimed is automatic here (section 7)."""
    side = " b " in case["final_fen"]
    if case["end"] == "loss":
        assert case["king_gone"]
        return Outcome("king-captured", (1 - side,))
    if case["end"] == "win":
        assert not case["king_gone"]
        return Outcome("stalemate", (int(side),))
    if case["draw_claim"]:
        return Outcome("50-moves" if int(case["final_fen"].split()[4]) >= 100 else "repetition")
    return None


@named("outcomes")
def test_outcomes_are_reached_move_by_move_in_a_match(case: dict[str, Any]) -> None:
    match = Match(GAME.play, position=read(case["fen"]))
    for turn in case["moves"]:
        assert match.outcome() is None
        for move in GAME.text.read_turn(match.position, turn):
            match.play(move)
    assert match.position.text() == case["final_fen"]
    assert match.outcome() == outcome_of(case)

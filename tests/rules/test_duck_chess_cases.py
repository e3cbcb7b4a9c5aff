"""The cases file of Duck Chess, made with pyffish: asked one by one, played in a match, and as one batch."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from rules import console
from rules.contract import Outcome
from rules.duck_chess import GAME
from rules.duck_chess.text import START, read
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


def digest_of(turns: list[str]) -> str:
    return hashlib.sha256("\n".join(sorted(turns)).encode()).hexdigest()


@named("positions")
def test_positions_have_the_turns_of_the_cases(case: dict[str, Any]) -> None:
    position = read(case["fen"])
    turns = console.turns(GAME, position)
    assert (len(turns), digest_of(turns)) == (case["turns"], case["sha256"])
    assert (turns[:1], turns[-1:]) == (case["first"], case["last"])
    assert GAME.perft(position, 2) == [case["turns"], case["perft2"]]


def test_perft_of_the_start_agrees_with_the_cases() -> None:
    assert GAME.perft(read(START), 2) == CASES["perft_start"][:2]


@named("outcomes")
def test_outcomes_are_those_of_the_cases_on_the_console(case: dict[str, Any]) -> None:
    end = console.play(GAME, read(case["fen"]), case["moves"])
    assert end.text() == case["final_fen"]
    assert end.outcome() == outcome_of(case)
    assert len(console.turns(GAME, end)) == case["legal_after"]


@named("outcomes")
def test_outcomes_are_reached_move_by_move_in_a_match(case: dict[str, Any]) -> None:
    match = Match(GAME, position=read(case["fen"]))
    for turn in case["moves"]:
        assert match.outcome() is None
        for move in GAME.read_turn(match.position, turn):
            match.play(move)
    assert match.position.text() == case["final_fen"]
    assert match.outcome() == outcome_of(case)


def batch_cases() -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Every question that the cases file answers, and its answer; a list of turns by its digest."""
    asked: list[tuple[dict[str, Any], dict[str, Any]]] = []

    def ask(question: dict[str, Any], answer: dict[str, Any]) -> None:
        number = len(asked)
        asked.append(({"id": number, "game": "duck-chess", **question}, {"id": number, **answer}))

    for case in CASES["positions"]:
        ask({"ask": "turns", "position": case["fen"]}, {"turns": case["sha256"]})
        ask({"ask": "perft", "position": case["fen"], "depth": 2}, {"perft": [case["turns"], case["perft2"]]})
    for case in CASES["outcomes"]:
        outcome = console.outcome_data(outcome_of(case))
        end = {"position": case["final_fen"], "outcome": outcome}
        ask({"ask": "play", "position": case["fen"], "turns": case["moves"]}, end)
        ask({"ask": "text", "position": case["final_fen"]}, {"position": case["final_fen"]})
        if outcome is None or outcome["reason"] != "repetition":
            ask({"ask": "outcome", "position": case["final_fen"]}, {"outcome": outcome})
    return asked


def test_the_cases_file_goes_through_one_batch() -> None:
    cases = batch_cases()
    questions = "".join(json.dumps(question) + "\n" for question, _ in cases)
    command = [sys.executable, "-m", "rules", "batch"]
    run = subprocess.run(command, input=questions, capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    for (question, expected), answer in zip(cases, answers, strict=True):
        if "turns" in answer:
            assert answer["turns"] == sorted(answer["turns"])
            answer = {**answer, "turns": digest_of(answer["turns"])}
        assert answer == expected, question
    assert run.stderr == ""

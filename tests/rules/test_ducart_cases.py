"""The cases file of Ducart, made by two independent programs: asked one by one, in a match, and as one batch."""

import hashlib
import json
import subprocess
import sys
from typing import Any, Final

import pytest

from rules import console
from rules.contract import Outcome, PositionError, TurnError
from rules.ducart import GAME
from rules.ducart.text import read
from rules.match import Match
from tests.rules.ducart import CASES

LIGHT: Final = 40_000
"""Counts up to this are made without the compiler's help."""


def named(kind: str, name: str) -> pytest.MarkDecorator:
    """The test for every case of a kind."""
    return pytest.mark.parametrize("case", [pytest.param(case, id=case[name]) for case in CASES[kind]])


def outcome_of(told: list[str] | None) -> Outcome | None:
    """The end of a case: winner and reason."""
    if told is None:
        return None
    winner, reason = told
    return Outcome(reason, () if winner == "draw" else ("gb".index(winner),))


def test_the_cases_are_all_there() -> None:
    assert len(CASES["scenarios"]) == 65
    assert [len(CASES[kind]) for kind in ("perft", "games", "bad_positions")] == [15, 6, 10]


@named("perft", "name")
def test_positions_have_the_turns_and_the_counts_of_the_cases(case: dict[str, Any]) -> None:
    position = read(case["position"])
    turns = console.turns(GAME, position)
    assert turns == list(GAME.turns(position)) == case["turns"]
    after = "".join(f"{turn} {console.play(GAME, position, [turn]).text()}\n" for turn in turns)
    assert hashlib.sha256(after.encode()).hexdigest() == case["turns_sha256"]
    counts = [count for count in case["perft"] if count < LIGHT]
    assert GAME.perft(position, len(counts)) == counts


@named("scenarios", "rule")
def test_a_turn_is_played_or_refused_as_the_case_says(case: dict[str, Any]) -> None:
    position = read(case["position"])
    if case["result"] == "illegal":
        with pytest.raises(TurnError) as problem:
            GAME.read_turn(position, case["turn"])
        assert problem.value.code == case["why"].upper()
        assert case["turn"] not in GAME.turns(position)
        return
    after = console.play(GAME, position, [case["turn"]])
    assert (after.text(), after.outcome()) == (case["result"], outcome_of(case["outcome"]))
    assert (case["turn"] in GAME.turns(position)) == case["listed"]


@named("games", "rule")
def test_a_game_ends_as_the_case_says(case: dict[str, Any]) -> None:
    match = Match(GAME, position=read(case["start"]))
    for turn in case["turns"]:
        assert match.outcome() is None
        for move in GAME.read_turn(match.position, turn):
            match.play(move)
    assert match.position.text() == case["final"]
    assert match.outcome() == outcome_of(case["result"])


@named("bad_positions", "why")
def test_a_bad_position_is_refused_with_its_field_or_row(case: dict[str, Any]) -> None:
    with pytest.raises(PositionError, match=r"Field \d|Row \d|seven fields"):
        read(case["position"])


def batch_cases() -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Every question that the cases file answers, and its answer; of a refusal the code."""
    asked: list[tuple[dict[str, Any], dict[str, Any]]] = []

    def ask(question: dict[str, Any], answer: dict[str, Any]) -> None:
        number = len(asked)
        asked.append(({"id": number, "game": "ducart", **question}, {"id": number, **answer}))

    for case in CASES["perft"]:
        counts = [count for count in case["perft"] if count < LIGHT]
        ask({"ask": "turns", "position": case["position"]}, {"turns": case["turns"]})
        ask({"ask": "perft", "position": case["position"], "depth": len(counts)}, {"perft": counts})
    for case in CASES["scenarios"]:
        question = {"ask": "play", "position": case["position"], "turns": [case["turn"]]}
        if case["result"] == "illegal":
            ask(question, {"code": case["why"].upper()})
        else:
            outcome = console.outcome_data(outcome_of(case["outcome"]))
            ask(question, {"position": case["result"], "outcome": outcome})
    for case in CASES["games"]:
        question = {"ask": "play", "position": case["start"], "turns": case["turns"]}
        outcome = console.outcome_data(outcome_of(case["result"]))
        ask(question, {"position": case["final"], "outcome": outcome})
    for case in CASES["bad_positions"]:
        ask({"ask": "text", "position": case["position"]}, {"code": "POSITION"})
    return asked


def test_the_cases_file_goes_through_one_batch() -> None:
    cases = batch_cases()
    questions = "".join(json.dumps(question) + "\n" for question, _ in cases)
    command = [sys.executable, "-m", "rules", "batch"]
    run = subprocess.run(command, input=questions, capture_output=True, text=True, check=True)
    for (question, expected), line in zip(cases, run.stdout.splitlines(), strict=True):
        answer = json.loads(line)
        assert bool(answer.pop("error", "")) == ("code" in expected), question
        assert answer == expected, question
    assert run.stderr == ""

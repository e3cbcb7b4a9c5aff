"""The cases file of Double Draughts: played on the console, in a match, and as one batch."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from rules import console
from rules.contract import Outcome
from rules.double_draughts import GAME, turns
from rules.double_draughts.text import read
from rules.errors import PositionError, TurnError
from rules.match import Match
from tests.rules.play import play_all

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


@named("perft")
def test_perft_agrees_with_the_cases(case: dict[str, Any]) -> None:
    assert GAME.play.perft(read(case["ddfen"]), len(case["counts"])) == case["counts"]


@named("positions")
def test_positions_have_the_turns_of_the_cases(case: dict[str, Any]) -> None:
    position = read(case["ddfen"])
    assert console.turns(GAME, position) == case["moves"]
    results = {play_all(position, GAME.text.read_turn(position, text)) for text in case["moves"]}
    assert len(results) == case["distinct_results"]
    assert position.outcome() == outcome_of(case["outcome"])
    assert GAME.play.perft(position, len(case["perft"])) == case["perft"]


@named("scenarios")
def test_scenarios_are_played_on_the_console(case: dict[str, Any]) -> None:
    start = read(case["start"])
    for text in case.get("illegal_first", []):
        with pytest.raises(TurnError):
            GAME.text.read_turn(start, text)
    end = console.play(GAME, start, case["moves"])
    assert end == console.play(GAME, start, case["full_moves"])
    assert end.text() == case["end"]
    assert end.outcome() == outcome_of(case["outcome"])
    assert console.turns(GAME, end) == case["legal_after"]


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


@pytest.mark.parametrize("text", CASES["ddfen_good"])
def test_good_ddfen_is_written_again_byte_for_byte(text: str) -> None:
    assert read(text).text() == text


@pytest.mark.parametrize(("text", "why"), CASES["ddfen_bad"], ids=[why for _, why in CASES["ddfen_bad"]])
def test_bad_ddfen_is_refused_with_a_sentence(text: str, why: str) -> None:
    with pytest.raises(PositionError, match=r"^[A-Z].*\.$"):
        read(text)


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


def outcome_in_batch(words: list[str] | None) -> dict[str, Any] | None:
    return console.outcome_data(outcome_of(words))


def batch_cases() -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Every question of the cases file and its answer; a refused one has only its `code`."""
    asked: list[tuple[dict[str, Any], dict[str, Any]]] = []

    def ask(question: dict[str, Any], answer: dict[str, Any]) -> None:
        number = len(asked)
        asked.append(({"id": number, "game": "double-draughts", **question}, {"id": number, **answer}))

    for case in CASES["perft"] + CASES["positions"]:
        counts = case.get("counts", case.get("perft"))
        ask({"ask": "perft", "position": case["ddfen"], "depth": len(counts)}, {"perft": counts})
    for case in CASES["positions"]:
        ask({"ask": "turns", "position": case["ddfen"]}, {"turns": case["moves"]})
        ask({"ask": "outcome", "position": case["ddfen"]}, {"outcome": outcome_in_batch(case["outcome"])})
    for case in CASES["scenarios"]:
        end = {"position": case["end"], "outcome": outcome_in_batch(case["outcome"])}
        for turns_played in (case["moves"], case["full_moves"]):
            ask({"ask": "play", "position": case["start"], "turns": turns_played}, end)
        for text in case.get("illegal_first", []):
            ask({"ask": "play", "position": case["start"], "turns": [text]}, {"code": ...})
        ask({"ask": "turns", "position": case["end"]}, {"turns": case["legal_after"]})
    for text in CASES["ddfen_good"]:
        ask({"ask": "text", "position": text}, {"position": text})
    for text, _ in CASES["ddfen_bad"]:
        ask({"ask": "text", "position": text}, {"code": "POSITION"})
    return asked


def test_the_cases_file_goes_through_one_batch() -> None:
    cases = batch_cases()
    questions = "".join(json.dumps(question) + "\n" for question, _ in cases)
    command = [sys.executable, "-m", "rules", "batch"]
    run = subprocess.run(command, input=questions, capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    for (question, expected), answer in zip(cases, answers, strict=True):
        if "code" not in expected:
            assert answer == expected, question
            continue
        assert answer["id"] == expected["id"]
        assert answer["error"].endswith("."), question
        assert answer["code"].isupper(), question
        assert expected["code"] in (..., answer["code"]), question
    assert run.stderr == ""

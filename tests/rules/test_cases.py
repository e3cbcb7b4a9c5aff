"""The cases files of all games (tests/cases/*.json), answered once, by one `python -m rules batch`.

What the console can't be asked is asked in `test_<game>_cases.py`.
"""

import ast
import hashlib
import json
import subprocess
import sys
from collections.abc import Iterator
from itertools import chain
from typing import Any, Final, TypeAlias

import pytest

from rules import GAMES, get
from rules.match import Match
from rules.unstacked_draughts.engine.board import OFF
from tests import rows
from tests.effort import by_effort
from tests.rows import cases_of

LIGHT: Final = 40_000
"""The greatest count of Ducart that is computed without compiled engines."""
ANY_CODE: Final = "any"

Case: TypeAlias = tuple[str, dict[str, Any], dict[str, Any]]
"""A name, a question, and the expected parts of the answer: codes of refusals, checksums of long lists of turns."""


def ended(reason: str, *winners: int) -> dict[str, Any]:
    return {"reason": reason, "winners": list(winners)}


# --- the games


def double_draughts() -> Iterator[Case]:
    def outcome(words: list[str] | None) -> dict[str, Any] | None:
        if words is None:
            return None
        side, reason = words
        return ended(reason.replace(" ", "-"), *(() if side == "draw" else ("bw".index(side),)))

    cases = cases_of("double_draughts")
    for case in cases["perft"] + cases["positions"]:
        counts = case.get("counts", case.get("perft"))
        yield case["name"], {"ask": "perft", "position": case["ddfen"], "depth": len(counts)}, {"perft": counts}
    for case in cases["positions"]:
        name, here = case["name"], {"position": case["ddfen"]}
        yield name, {"ask": "turns", **here}, {"turns": case["moves"]}
        yield name, {"ask": "outcome", **here}, {"outcome": outcome(case["outcome"])}
        for turn in case["moves"]:
            yield name, {"ask": "play", **here, "turns": [turn]}, {}
            yield name, {"ask": "notate", **here, "turn": turn}, {}
    for case in cases["scenarios"]:
        name, end = case["name"], {"position": case["end"], "outcome": outcome(case["outcome"])}
        for turns in (case["moves"], case["full_moves"]):
            yield name, {"ask": "play", "position": case["start"], "turns": turns}, end
        for text in case.get("illegal_first", []):
            yield name, {"ask": "play", "position": case["start"], "turns": [text]}, {"code": ANY_CODE}
        yield name, {"ask": "turns", "position": case["end"]}, {"turns": case["legal_after"]}
    for text in cases["ddfen_good"]:
        yield text, {"ask": "text", "position": text}, {"position": text}
    for text, why in cases["ddfen_bad"]:
        yield why, {"ask": "text", "position": text}, {"code": "POSITION"}


def duck_chess() -> Iterator[Case]:
    """Yield questions and answers: ends are given for the side to move, and claimable draws are automatic (section
    7)."""

    def outcome(case: dict[str, Any]) -> dict[str, Any] | None:
        side = " b " in case["final_fen"]
        assert case["king_gone"] == (case["end"] == "loss")
        if case["end"] == "loss":
            return ended("king-captured", 1 - side)
        if case["end"] == "win":
            return ended("stalemate", int(side))
        if case["draw_claim"]:
            return ended("50-moves" if int(case["final_fen"].split()[4]) >= 100 else "repetition")
        return None

    cases = cases_of("duck_chess")
    for case in cases["positions"]:
        name, here = case["name"], {"position": case["fen"]}
        yield name, {"ask": "turns", **here}, {"turns": case["sha256"]}
        yield name, {"ask": "perft", **here, "depth": 2}, {"perft": [case["turns"], case["perft2"]]}
    yield "start", {"ask": "perft", "depth": 2}, {"perft": cases["perft_start"][:2]}
    for case in cases["outcomes"]:
        name, end, over = case["name"], case["final_fen"], outcome(case)
        yield (
            name,
            {"ask": "play", "position": case["fen"], "turns": case["moves"]},
            {"position": end, "outcome": over},
        )
        yield name, {"ask": "text", "position": end}, {"position": end}
        if over is None or over["reason"] != "repetition":
            yield name, {"ask": "outcome", "position": end}, {"outcome": over}


def ducart() -> Iterator[Case]:
    def outcome(told: list[str] | None) -> dict[str, Any] | None:
        if told is None:
            return None
        winner, reason = told
        return ended(reason, *(() if winner == "draw" else ("gb".index(winner),)))

    cases = cases_of("ducart")
    for case in cases["perft"]:
        name, here = case["name"], {"position": case["position"]}
        counts = [count for count in case["perft"] if count < LIGHT]
        yield name, {"ask": "turns", **here}, {"turns": case["turns"]}
        yield name, {"ask": "perft", **here, "depth": len(counts)}, {"perft": counts}
    for case in cases["scenarios"]:
        question = {"ask": "play", "position": case["position"], "turns": [case["turn"]]}
        if case["result"] == "illegal":
            yield case["rule"], question, {"code": case["why"].upper()}
        else:
            yield case["rule"], question, {"position": case["result"], "outcome": outcome(case["outcome"])}
    for case in cases["games"]:
        question = {"ask": "play", "position": case["start"], "turns": case["turns"]}
        yield case["rule"], question, {"position": case["final"], "outcome": outcome(case["result"])}
    for case in cases["bad_positions"]:
        yield case["why"], {"ask": "text", "position": case["position"]}, {"code": "POSITION"}


def unstacked_draughts() -> Iterator[Case]:
    cases = cases_of("unstacked_draughts")
    for case in cases["states"]:
        name, here = case["position"], {"position": case["position"]}
        yield name, {"ask": "text", **here}, here
        yield name, {"ask": "outcome", **here}, {"outcome": None}
        yield name, {"ask": "perft", **here, "depth": 1}, {"perft": [21]}
        yield name, {"ask": "chance", **here}, {"chance": pytest.approx(case["win"], abs=1e-5)}
    for case in cases["scenarios"]:
        name, line, after = case["note"], case["line"], {"position": case["next"]}
        over = ended("borne-off", "wb".index(line[-1])) if OFF in case["next"] else None
        yield name, {"ask": "play", "position": case["position"], "turns": [line]}, {**after, "outcome": over}
        yield name, {"ask": "notate", "position": case["position"], "turn": line}, {"text": line}
        yield name, {"ask": "outcome", **after}, {"outcome": over}
        yield name, {"ask": "text", **after}, after


def ducale() -> Iterator[Case]:
    cases = cases_of("ducale")
    for case in cases["turns"]:
        question = {"ask": "play", "position": json.dumps(case["state"]), "turns": [case["turn"]]}
        yield case["name"], question, {"position": case["after"]} if case["legal"] else {"code": case["reason"]}
    for number, case in enumerate(cases["positions"]):
        name, here = f"position {number}", {"position": case["line"]}
        yield name, {"ask": "text", **here}, here
        for seat, view in enumerate(case["views"]):
            yield name, {"ask": "views", **here, "seat": seat}, {"view": view}
    names = ("max_cards", "min_points", "out_with_discard", "out_all", "best_opening")
    for case in cases["hands"]:
        yield case["cards"], {"ask": "best", "cards": case["cards"]}, {"best": {name: case[name] for name in names}}


MAKERS: Final = {
    "double-draughts": double_draughts,
    "duck-chess": duck_chess,
    "ducart": ducart,
    "unstacked-draughts": unstacked_draughts,
    "ducale": ducale,
}


def every_case() -> list[tuple[str, *Case]]:
    return list(chain.from_iterable(((key, *case) for case in make()) for key, make in MAKERS.items()))


# --- the answers


def fits(answer: dict[str, Any], expected: dict[str, Any]) -> bool:
    """Whether an answer holds what is expected, and is a refusal if and only if one is."""
    if "code" in expected:
        sentence, code = answer.get("error", ""), answer.get("code", "")
        return sentence.endswith((".", ")")) and code.isupper() and expected["code"] in (ANY_CODE, code)
    return "error" not in answer and all(_as(answer[name], wanted) == wanted for name, wanted in expected.items())


def _as(told: Any, wanted: Any) -> Any:
    match told, wanted:
        case list(), str():
            return hashlib.sha256("\n".join(told).encode()).hexdigest() if told == sorted(told) else "not sorted"
        case str(), dict():
            return json.loads(told)
        case dict(), dict():
            return {name: told.get(name) for name in wanted}
        case _:
            return told


def test_answers_are_compared_with_the_case() -> None:
    assert fits({"id": 1, "turns": ["a", "b"]}, {"turns": hashlib.sha256(b"a\nb").hexdigest()})
    assert not fits({"id": 1, "turns": ["b", "a"]}, {"turns": hashlib.sha256(b"b\na").hexdigest()})
    assert not fits({"id": 1, "position": "x", "outcome": None}, {"position": "x", "outcome": ended("mate", 0)})
    assert not fits({"id": 1, "position": '{"v":1}'}, {"position": {"v": 2}})
    assert not fits({"id": 1, "error": "A sentence.", "code": "KEPT"}, {"code": "OVER"})
    assert not fits({"id": 1, "error": "A sentence.", "code": "KEPT"}, {"perft": [1]})
    assert not fits({"id": 1, "perft": [1]}, {"code": ANY_CODE})


def test_every_game_has_cases() -> None:
    assert set(MAKERS) == {game.key for game in GAMES}


def test_every_table_of_cases_belongs_to_a_test() -> None:
    left = []
    for file in rows.FOLDER.glob("*.json"):
        tests = rows.FOLDER.parents[1].rglob(f"{file.stem}.py")  # of two games' folders, perhaps
        nodes = [node for test in tests for node in ast.parse(test.read_text(encoding="utf-8")).body]
        asked = {
            node.name
            for node in nodes
            if isinstance(node, ast.FunctionDef)
            and any(ast.unparse(one).startswith("rows") for one in node.decorator_list)
        }
        left += [f"{file.name}: {name}" for name in rows.tables(file.stem) if name not in asked]
    assert not left, "\n".join(left)


def test_the_turns_of_a_case_can_be_played_move_by_move_in_a_match() -> None:
    wrong = []
    for key, name, question, expected in every_case():
        game = get(key)
        if question["ask"] != "play" or "position" not in expected or game is None:
            continue
        match = Match(game.play, position=game.text.read(question["position"]))
        for turn in question["turns"]:
            assert match.outcome() is None, name
            for move in game.text.read_turn(match.position, turn):
                match.play(move)
        over = match.outcome()
        end = None if over is None else ended(over.reason, *over.winners)
        if not fits({"position": match.position.text(), "outcome": end}, expected):
            wrong.append(f"{key}, {name}: {match.position.text()}, {end} is not {expected}")
    assert not wrong, "\n".join(wrong)


def test_the_cases_of_all_games_are_answered_by_one_batch() -> None:
    asked = every_case()[3 :: by_effort(20, 1, 1)] if by_effort(True, False, False) else every_case()
    lines = [json.dumps({"id": n, "game": key, **question}) for n, (key, _, question, _) in enumerate(asked)]
    command = [sys.executable, "-m", "rules", "batch"]
    ran = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    assert ran.stderr == "" and [answer["id"] for answer in answers] == list(range(len(asked)))
    wrong = [
        f"{key}, {name}: {answer} is not {expected}, asked for {question}"
        for (key, name, question, expected), answer in zip(asked, answers, strict=True)
        if not fits(answer, expected)
    ]
    assert not wrong, "\n".join(wrong)

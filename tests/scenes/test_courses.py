"""Every lesson of every game can be learnt: it has words, it can be solved, and its named turns are turns."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

import rules
from rules import abilities
from rules.errors import TurnError
from rules.teaching.lessons import Stage, Task, fails, judge, solutions, solve
from scenes.lang import LANGUAGES
from scenes.learning.courses import FOLDER, course, taught

TAUGHT: Final = sorted(path.stem for path in FOLDER.glob("*.toml"))
LONGEST: Final = {"title": 30, "say": 190, "done": 170, "wrong": 170}
"""Characters that have room beside the table of the smallest window with the largest text."""
TASKS: Final = [pytest.param(key, task, id=f"{key}-{task.id}") for key in TAUGHT for task in course(key)]


def stages(task: Task) -> list[Stage]:
    return solve(task, "en")


def listed(task: Task) -> bool:
    """Whether the game tells all turns of a position."""
    try:
        next(task.game.play.turns(task.start), None)
    except TurnError:
        return False
    return True


def test_there_is_a_course_for_every_game() -> None:
    assert set(TAUGHT) == set(rules.KEYS)
    assert all(taught(key) for key in TAUGHT) and not taught("no-such-game")


@pytest.mark.parametrize("key", TAUGHT)
def test_a_course_has_eight_to_twenty_lessons(key: str) -> None:
    assert 8 <= len(course(key)) <= 20


@pytest.mark.parametrize(("key", "task"), TASKS)
def test_a_lesson_can_be_solved(key: str, task: Task) -> None:
    assert [stage.number for stage in stages(task)] == list(range(len(task.steps)))


@pytest.mark.parametrize(("key", "task"), TASKS)
def test_every_named_turn_is_legal_and_reaches_its_step(key: str, task: Task) -> None:
    for stage in stages(task):
        step = task.steps[stage.number]
        for text in step.turns:
            turn = task.game.text.read_turn(stage.before, text)
            assert judge(task, stage.number, stage.before, turn, "en").kind in ("step", "done"), text
        earlier = task.steps[stage.number - 1].moves if stage.number else ()
        for text in step.moves:  # of two decisions in either order the first can't be made again
            assert text in earlier or abilities.read_move(stage.before, task.seat, text) is not None, text


@pytest.mark.parametrize(("key", "task"), TASKS)
def test_where_there_is_a_choice_something_is_wrong(key: str, task: Task) -> None:
    if not listed(task):
        return
    for stage in stages(task):
        wrong = next(fails(task, stage.number, stage.before), None)
        right = {str(turn) for turn in solutions(task, stage.number, stage.before)}
        assert wrong is not None or len(right) == len(list(stage.before.legal_moves(task.seat)))
        if wrong is not None:
            assert judge(task, stage.number, stage.before, wrong, "en").kind in ("wrong", "open")


@pytest.mark.parametrize(("key", "task"), TASKS)
def test_every_slip_is_a_turn_that_somebody_can_make_and_is_wrong(key: str, task: Task) -> None:
    found = stages(task)
    for slip in task.slips:
        for text in slip.turns:
            assert any(slips(task, stage, text) for stage in found), text


def slips(task: Task, stage: Stage, text: str) -> bool:
    """Whether a turn, or a decision, can be made in a step and is wrong there."""
    move = abilities.read_move(stage.before, task.seat, text)
    try:
        turn = (move,) if move is not None else tuple(task.game.text.read_turn(stage.before, text))
    except TurnError:
        return False
    return judge(task, stage.number, stage.before, turn, "en").kind in ("wrong", "open")


@pytest.mark.parametrize(("key", "task"), TASKS)
def test_a_lesson_names_clauses_of_its_digest(key: str, task: Task) -> None:
    digest = Path(str(rules.__file__)).parent / key.replace("-", "_") / "README.md"
    sections = set(re.findall(r"^## (\d+)\.", digest.read_text(encoding="utf-8"), re.MULTILINE))
    assert task.teaches
    assert {clause.partition(".")[0] for clause in task.teaches} <= sections


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("key", "task"), TASKS)
def test_a_lesson_says_no_more_than_there_is_room_for(key: str, task: Task, language: str) -> None:
    told = [(name, task.words[language][name]) for name in LONGEST]
    told += [pair for step in task.steps for pair in step.words.get(language, {}).items()]
    told += [("wrong", slip.words[language]) for slip in task.slips]
    assert [text for name, text in told if len(text) > LONGEST[name]] == []
    if language == "fr":
        assert [text for _, text in told if re.search(r"[^\u00a0][:;!?»]|«[^\u00a0]|'", text)] == []

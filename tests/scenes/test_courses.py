"""Every lesson of every game can be learnt: it has words, it can be solved, and its named turns are turns."""

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Final

import pytest

import rules
from rules import abilities
from rules.errors import TurnError
from rules.lab.lesson_files import StepStart, checked, fails, solve
from rules.teaching.lessons import Task, judge, solutions
from scenes.app.game_files import game_file, games_with
from scenes.app.words import LANGUAGES, Words
from scenes.screens.learn.tasks import LESSONS, course, has_tasks, lesson_words

TAUGHT: Final = games_with(f"{LESSONS}.toml")
LONGEST: Final = {"title": 30, "say": 190, "done": 170, "wrong": 170}
"""Characters that have room beside the table of the smallest window with the largest text."""
TASKS: Final = [(key, task) for key in TAUGHT for task in course(key)]


STAGES: Final[dict[int, list[StepStart]]] = {}


def stages(task: Task) -> list[StepStart]:
    if id(task) not in STAGES:
        STAGES[id(task)] = solve(task)
    return STAGES[id(task)]


def listed(task: Task) -> bool:
    try:
        next(task.game.play.turns(task.start), None)
    except TurnError:
        return False
    return True


def test_there_is_a_course_for_every_game() -> None:
    assert set(TAUGHT) == set(rules.KEYS)
    assert all(has_tasks(key, LESSONS) for key in TAUGHT) and not has_tasks("no-such-game", LESSONS)


def test_a_course_has_eight_to_twenty_lessons() -> None:
    assert {key: count for key in TAUGHT if not 8 <= (count := len(course(key))) <= 20} == {}


def test_every_file_of_lessons_is_in_order() -> None:
    for key in TAUGHT:
        text = game_file(key, f"{LESSONS}.toml").read_text(encoding="utf-8")
        assert checked(text, rules.get(key)) == course(key)


def offending(wrong: Callable[[Task], object]) -> dict[str, object]:
    return {f"{key}-{task.id}": found for key, task in TASKS if (found := wrong(task))}


def test_every_lesson_can_be_solved() -> None:
    def unsolved(task: Task) -> bool:
        return [stage.number for stage in stages(task)] != list(range(len(task.steps)))

    assert offending(unsolved) == {}


def test_every_named_turn_is_legal_and_reaches_its_step() -> None:
    def wrong(task: Task) -> list[str]:
        return [text for stage in stages(task) for text in strayed(task, stage)]

    assert offending(wrong) == {}


def strayed(task: Task, stage: StepStart) -> Iterator[str]:
    step = task.steps[stage.number]
    for text in step.turns:
        turn = task.game.text.read_turn(stage.before, text)
        if judge(task, stage.number, stage.before, turn).kind not in ("step", "done"):
            yield text
    earlier = task.steps[stage.number - 1].moves if stage.number else ()
    for text in step.moves:  # of two decisions in either order the first can't be made again
        if text not in earlier and abilities.read_move(stage.before, task.seat, text) is None:
            yield text


def test_where_there_is_a_choice_something_is_wrong() -> None:
    def all_is_right(task: Task) -> list[int]:
        return [stage.number for stage in stages(task) if not tells_right_from_wrong(task, stage)]

    assert offending(lambda task: listed(task) and all_is_right(task)) == {}


def tells_right_from_wrong(task: Task, stage: StepStart) -> bool:
    wrong = next(fails(task, stage.number, stage.before), None)
    if wrong is not None:
        return judge(task, stage.number, stage.before, wrong).kind in ("wrong", "open")
    right = {str(turn) for turn in solutions(task, stage.number, stage.before)}
    return len(right) == len(list(stage.before.legal_moves(task.seat)))


def test_every_slip_is_a_turn_that_somebody_can_make_and_is_wrong() -> None:
    def none(task: Task) -> list[str]:
        texts = [text for slip in task.slips for text in slip]
        return [text for text in texts if not any(slips(task, stage, text) for stage in stages(task))]

    assert offending(none) == {}


def slips(task: Task, stage: StepStart, text: str) -> bool:
    move = abilities.read_move(stage.before, task.seat, text)
    try:
        turn = (move,) if move is not None else tuple(task.game.text.read_turn(stage.before, text))
    except TurnError:
        return False
    return judge(task, stage.number, stage.before, turn).kind in ("wrong", "open")


def test_a_lesson_says_which_clauses_it_teaches() -> None:
    assert offending(lambda task: not task.teaches) == {}


def test_every_lesson_has_its_sentences_and_no_others() -> None:
    def wrong(task: Task) -> object:
        found = set(said("en").below(f"lesson.{task.game.play.key}.{task.id}"))
        steps = {f"step.{step}.{name}" for step in range(1, len(task.steps) + 1) for name in ("say", "wrong")}
        needed = {*LONGEST, *(f"slip.{slip}" for slip in range(1, len(task.slips) + 1))}
        return (needed - found, found - needed - steps) if not needed <= found <= needed | steps else ()

    assert offending(wrong) == {}
    ids = {key: {name.partition(".")[0] for name in said("en").below(f"lesson.{key}")} for key in TAUGHT}
    assert ids == {key: {task.id for task in course(key)} for key in TAUGHT}


def test_a_step_may_have_a_sentence_of_its_own() -> None:
    triple = partial(lesson_words, said("en"), "double-draughts", "triple")
    assert triple("say") == triple("say", 0) and "Move the King" in triple("say")
    assert "This is a Triple" in triple("say", 1) and triple("done", 1) == triple("done")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_says_no_more_than_there_is_room_for(language: str) -> None:
    def too_long(task: Task) -> list[str]:
        return [text for name, text in told(task, language) if len(text) > LONGEST[name]]

    assert offending(too_long) == {}


def told(task: Task, language: str) -> list[tuple[str, str]]:
    found = said(language).below(f"lesson.{task.game.play.key}.{task.id}")
    return [("wrong" if name.startswith("slip.") else name.rpartition(".")[2], text) for name, text in found.items()]


@cache
def said(language: str) -> Words:
    return Words(language)

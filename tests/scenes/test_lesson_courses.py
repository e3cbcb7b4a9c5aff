"""Every lesson of every game can be learnt: its words, its named turns, its solution, and the same at the table."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache, partial
from typing import Any, Final

import pytest

import rules
from rules import abilities
from rules.contract import NATURE
from rules.errors import TurnError
from rules.lab.lesson_files import StepStart, fails, read_checked, solve
from rules.teaching.lessons import Task, judge, solutions
from scenes.app.game_files import game_file, games_with
from scenes.app.words import LANGUAGES, Words
from scenes.screens.learn.lessons import Lesson
from scenes.screens.learn.tasks import LESSONS, course, has_tasks, lesson_words
from scenes.table import events
from tests.effort import by_effort
from tests.scenes.coach_driver import CoachDriver
from tests.scenes.driver import Tables

TAUGHT: Final = games_with(f"{LESSONS}.toml")
LONGEST: Final = {"title": 30, "say": 190, "done": 170, "wrong": 170}
"""Characters that have room beside the table of the smallest window with the largest text."""
TASKS: Final = [(key, task) for key in TAUGHT for task in course(key)]


@lru_cache(len(TASKS))
def solve_once(key: str, number: int) -> list[StepStart]:
    return solve(course(key)[number])


def stages(task: Task) -> list[StepStart]:
    key = task.game.play.key
    return solve_once(key, course(key).index(task))


def listed(task: Task) -> bool:
    try:
        next(task.game.play.turns(task.start), None)
    except TurnError:
        return False
    return True


def test_every_game_has_a_course_of_eight_to_twenty_lessons_in_order() -> None:
    assert set(TAUGHT) == set(rules.KEYS)
    assert all(has_tasks(key, LESSONS) for key in TAUGHT) and not has_tasks("no-such-game", LESSONS)
    for key in TAUGHT:
        text = game_file(key, f"{LESSONS}.toml").read_text(encoding="utf-8")
        assert read_checked(text, rules.get(key)) == course(key) and 8 <= len(course(key)) <= 20


def offending(wrong: Callable[[Task], object]) -> dict[str, object]:
    return {f"{key}-{task.id}": found for key, task in TASKS if (found := wrong(task))}


def test_every_lesson_can_be_solved() -> None:
    assert offending(lambda task: [stage.number for stage in stages(task)] != list(range(len(task.steps)))) == {}


def test_every_named_turn_is_legal_and_reaches_its_step() -> None:
    assert offending(lambda task: [text for stage in stages(task) for text in strayed(task, stage)]) == {}


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


def test_every_step_with_a_choice_has_a_wrong_turn() -> None:
    def all_is_right(task: Task) -> list[int]:
        return [stage.number for stage in stages(task) if not tells_right_from_wrong(task, stage)]

    assert offending(lambda task: listed(task) and all_is_right(task)) == {}


def tells_right_from_wrong(task: Task, stage: StepStart) -> bool:
    wrong = next(fails(task, stage.number, stage.before), None)
    if wrong is not None:
        return judge(task, stage.number, stage.before, wrong).kind in ("wrong", "open")
    right = {str(turn) for turn in solutions(task, stage.number, stage.before)}
    return len(right) == len(list(stage.before.legal_moves(task.seat)))


def test_every_listed_mistake_is_legal_and_wrong() -> None:
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


def test_every_lesson_names_the_clauses_it_teaches() -> None:
    assert offending(lambda task: not task.teaches) == {}


def test_every_lesson_has_exactly_its_sentences() -> None:
    def wrong(task: Task) -> object:
        found = set(said("en").words_below(f"lesson.{task.game.play.key}.{task.id}"))
        steps = {f"step.{step}.{name}" for step in range(1, len(task.steps) + 1) for name in ("say", "wrong")}
        needed = {*LONGEST, *(f"slip.{slip}" for slip in range(1, len(task.slips) + 1))}
        return (needed - found, found - needed - steps) if not needed <= found <= needed | steps else ()

    assert offending(wrong) == {}
    ids = {key: {name.partition(".")[0] for name in said("en").words_below(f"lesson.{key}")} for key in TAUGHT}
    assert ids == {key: {task.id for task in course(key)} for key in TAUGHT}


def test_step_may_have_a_sentence_of_its_own() -> None:
    triple = partial(lesson_words, said("en"), "double-draughts", "triple")
    assert triple("say") == triple("say", 0) and "Move the King" in triple("say")
    assert "This is a Triple" in triple("say", 1) and triple("done", 1) == triple("done")


@pytest.mark.parametrize("language", LANGUAGES)
def test_lesson_texts_fit_beside_the_table(language: str) -> None:
    def too_long(task: Task) -> list[str]:
        return [text for name, text in told(task, language) if len(text) > LONGEST[name]]

    assert offending(too_long) == {}


def told(task: Task, language: str) -> list[tuple[str, str]]:
    found = said(language).words_below(f"lesson.{task.game.play.key}.{task.id}")
    return [("wrong" if name.startswith("slip.") else name.rpartition(".")[2], text) for name, text in found.items()]


@cache
def said(language: str) -> Words:
    return Words(language)


PLAYED: Final = [
    pytest.param(key, number, id=f"{key}-{task.id}") for key in TAUGHT for number, task in enumerate(course(key))
]


def play_turn(pupil: CoachDriver, turn: Sequence[Any]) -> None:
    for place, move in enumerate(turn, len(pupil.match.plies)):
        match = pupil.match
        if move.seat == NATURE or len(match.plies) > place or abilities.automatic_move(match.position) == move:
            pupil.until(partial(has_happened, pupil, place))
            assert pupil.match.plies[place].move == move
        else:
            pupil.send(events.Play(move, {}))
            pupil.step()


def has_happened(pupil: CoachDriver, place: int) -> bool:
    return len(pupil.match.plies) > place


def mistake(task: Task, stage: StepStart) -> tuple[Any, ...] | None:
    """A wrong turn, or decision, that could be made where a step begins. Other dice would not be the person's."""
    try:
        found = next(fails(task, stage.number, stage.before), None)
    except TurnError:
        return None  # the game doesn't list its turns
    return None if found is None or any(move.seat == NATURE for move in found) else found


@pytest.mark.parametrize(("key", "number"), PLAYED[:: by_effort(2, 1, 1)])
def test_every_lesson_can_be_played_at_the_table(tables: Tables, key: str, number: int) -> None:
    task = course(key)[number]
    app = tables.app(animation="off")
    pupil = CoachDriver(app, Lesson(app, key, number))
    coach = pupil.scene.coach
    for stage in stages(task):
        pupil.waits(stage.number)
        spoken = set(re.findall(r"\b[a-h][1-8]\b", coach.exercise.task_text(stage.number)))
        assert pupil.marks.named == spoken.intersection(pupil.scene.stage.spots), "bug: d4 was spoken of, not shown"
        before = pupil.scene.match.position
        wrong = mistake(task, stage)
        if wrong is not None:
            play_turn(pupil, wrong)
            pupil.until(lambda: coach.state == "wrong")
            assert coach.comment
            pupil.until(lambda: coach.state == "waits")
            assert pupil.scene.match.position == before
        play_turn(pupil, stage.solution)
    pupil.until(lambda: coach.state == "done")
    assert coach.comment == Words("en")(f"lesson.{key}.{task.id}.done")


def test_next_task_is_shown_once_other_players_have_moved(tables: Tables) -> None:
    """The words of the next step name the dice; they were in sight while these still flew."""
    number = next(at for at, task in enumerate(course("unstacked-draughts")) if task.id == "first-throw")
    task = course("unstacked-draughts")[number]
    app = tables.app()
    pupil = CoachDriver(app, Lesson(app, "unstacked-draughts", number))
    coach = pupil.scene.coach
    pupil.waits(0)
    play_turn(pupil, stages(task)[0].solution)
    assert (coach.state, coach.step, coach.shown_step) == ("follows", 1, 0)
    pupil.waits(1)
    assert coach.shown_step == 1

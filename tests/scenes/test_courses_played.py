"""Every lesson of every game can be carried out at the real table, and wrong turns in it are taken back."""

import re
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import pytest

from rules import abilities
from rules.contract import NATURE
from rules.errors import TurnError
from rules.lab.lesson_files import StepStart, fails, solve
from rules.teaching.lessons import Task
from scenes.app.game_files import games_with
from scenes.app.words import Words
from scenes.screens.learn.coach_scene import CoachScene
from scenes.screens.learn.lessons import Lesson
from scenes.screens.learn.tasks import course
from scenes.table import events
from tests.effort import by_effort
from tests.scenes.driver import Driver, Tables, Timed

TAUGHT: Final = games_with("lessons.toml")
LESSONS: Final = [
    pytest.param(key, number, id=f"{key}-{task.id}") for key in TAUGHT for number, task in enumerate(course(key))
]


class Pupil(Driver):
    scene: CoachScene

    def __init__(self, app: Timed, key: str, number: int) -> None:
        self.app = app
        self.scene = CoachScene(app, Lesson(app, key, number))
        self.mouse = (1, 1)
        app.stack.push(self.scene)
        self.step()

    def waits(self, step: int) -> None:
        self.until(lambda: (self.scene.coach.state, self.scene.coach.step) == ("waits", step))

    def makes(self, turn: Sequence[Any]) -> None:
        for place, move in enumerate(turn, len(self.scene.match.plies)):
            match = self.scene.match
            if move.seat == NATURE or len(match.plies) > place or abilities.automatic_move(match.position) == move:
                self.until(partial(self.happened, place))
                assert self.scene.match.plies[place].move == move
            else:
                self.send(events.Play(move, {}))
                self.step()

    def happened(self, place: int) -> bool:
        return len(self.scene.match.plies) > place


def mistake(task: Task, stage: StepStart) -> tuple[Any, ...] | None:
    """A wrong turn, or decision, that could be made where a step begins. Other dice would not be the person's."""
    try:
        found = next(fails(task, stage.number, stage.before), None)
    except TurnError:
        return None  # the game doesn't list its turns
    return None if found is None or any(move.seat == NATURE for move in found) else found


@pytest.mark.parametrize(("key", "number"), LESSONS[:: by_effort(2, 1, 1)])
def test_a_lesson_can_be_carried_out_at_the_table(tables: Tables, key: str, number: int) -> None:
    task = course(key)[number]
    pupil = Pupil(tables.app(animation="off"), key, number)
    coach = pupil.scene.coach
    for stage in solve(task):
        pupil.waits(stage.number)
        spoken = set(re.findall(r"\b[a-h][1-8]\b", coach.exercise.say(stage.number)))
        assert pupil.marks.named == spoken.intersection(pupil.scene.stage.spots), "bug: d4 was spoken of, not shown"
        before = pupil.scene.match.position
        wrong = mistake(task, stage)
        if wrong is not None:
            pupil.makes(wrong)
            pupil.until(lambda: coach.state == "wrong")
            assert coach.said
            pupil.until(lambda: coach.state == "waits")
            assert pupil.scene.match.position == before
        pupil.makes(stage.solution)
    pupil.until(lambda: coach.state == "done")
    assert coach.said == Words("en")(f"lesson.{key}.{task.id}.done")


def test_what_comes_next_is_told_when_others_have_moved(tables: Tables) -> None:
    """The words of the next step name the dice; they were in sight while these still flew."""
    number = next(at for at, task in enumerate(course("unstacked-draughts")) if task.id == "first-throw")
    task = course("unstacked-draughts")[number]
    pupil = Pupil(tables.app(), "unstacked-draughts", number)
    coach = pupil.scene.coach
    pupil.waits(0)
    pupil.makes(solve(task)[0].solution)
    assert (coach.state, coach.step, coach.told) == ("follows", 1, 0)
    pupil.waits(1)
    assert coach.told == 1

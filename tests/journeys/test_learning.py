"""The course of Ducart, and a mistake in a reviewed match, done by keyboard alone."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from typing import Final

import pytest

from rules import KEYS
from rules.ducart import GAME
from rules.lab.lesson_files import StepStart, solve
from rules.teaching.lessons import Task
from scenes.screens.learn.lessons import LessonsScene
from scenes.screens.learn.tasks import course
from tests.journeys.driver import PATIENCE, Person, unseen, wait_for
from tests.scenes.review_driver import save_reviewed

pytestmark = pytest.mark.journey

KEY: Final = GAME.key
TASKS: Final = course(KEY)
AGAIN: Final = 3.0
"""Seconds after which an action without effect is repeated."""
COIN: Final = 10.0
"""Seconds after which the computer would have made the first turn if the coin had fallen so."""
DUCK: Final = "duck-chess"
JUDGED: Final = 8.0
"""Seconds after which the computer has judged a turn, and the turn was taken back."""
ANSWERED: Final = 1.5
"""Seconds after which the computer has begun to answer."""


def in_haste(person: Person) -> None:
    path = person.home / "settings.json"
    settings = json.loads(path.read_text(encoding="utf-8")) | {"animation": "off"}
    path.write_text(json.dumps(settings), encoding="utf-8")


def done(person: Person, key: str = KEY, kind: str = "lessons") -> set[str]:
    try:
        data = json.loads((person.home / f"{kind}.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):  # not yet, or between two names
        return set()
    return set(data.get(key, {}))


def choice_of_the_game(person: Person) -> int:
    """Return the place of a game among those that can be learnt, beside the first one's course."""
    with unseen(person.home) as app:
        return LessonsScene(app, KEYS[0]).games.index(KEY)


def solved_by(person: Person, task: Task, act: Callable[[StepStart], None]) -> None:
    """Go through the steps of a lesson until its file says done; actions without effect are repeated."""
    *first, last = solve(task)
    for stage in first:
        act(stage)
        time.sleep(ANSWERED)
        person.rest()
    ends = time.monotonic() + 30
    while task.id not in done(person) and time.monotonic() < ends:
        act(last)
        again = time.monotonic() + AGAIN
        while task.id not in done(person) and time.monotonic() < again:
            time.sleep(0.05)
    assert task.id in done(person), f"{task.id} was not learnt"


def first_turn(person: Person, act: Callable[[StepStart], None]) -> None:
    """Advance a Sweeper in the first match as soon as it is the person's turn, and check the record."""

    def step_ahead() -> StepStart:
        """Return the step of a Sweeper that the computer's first turn hasn't moved."""
        begun = [record.match.position for record in person.records("matches")]
        position = begun[0] if begun else GAME.play.start(GAME.play.options(), 2)
        steps = (
            move
            for move in position.legal_moves(0)
            if re.fullmatch(r"W([a-h])\d-\1\d", GAME.text.notate(position, [move]))
        )
        return StepStart(0, position, (next(steps),))

    def turns(seat: int) -> int:
        return sum(ply.move.seat == seat for record in person.records("matches") for ply in record.match.plies)

    ends = time.monotonic() + COIN
    while not turns(1) and time.monotonic() < ends:
        time.sleep(0.1)
    ends = time.monotonic() + PATIENCE
    while not turns(0) and time.monotonic() < ends:  # before the computer's first turn nothing can be done
        person.rest()
        act(step_ahead())
        again = time.monotonic() + AGAIN
        while not turns(0) and time.monotonic() < again:
            time.sleep(0.1)
    assert turns(0), "the first turn of the first match never came"
    (record,) = person.records("matches")
    assert [(one.kind, one.level) for one in record.players] == [("person", 0), ("computer", 1)]


class Keyboard:
    """A user without a mouse who moves the focus over the board."""

    def __init__(self, person: Person) -> None:
        self._person = person
        self._here: str | None = None

    def appear(self) -> None:
        """Move the focus into the corner from wherever the first arrow puts it: that depends on the legal moves."""
        self._person.press_key(*8 * ["Left"], *8 * ["Down"])
        self._here = "a1"

    def go(self, square: str) -> None:
        assert self._here is not None
        across, up = ord(square[0]) - ord(self._here[0]), int(square[1]) - int(self._here[1])
        self._person.press_key(*abs(across) * ["Right" if across > 0 else "Left"])
        self._person.press_key(*abs(up) * ["Up" if up > 0 else "Down"])
        self._here = square

    def act(self, stage: StepStart) -> None:
        (move,) = stage.solution
        gesture = stage.before.gesture(move)
        if self._here is None:
            self.appear()
        (start,) = gesture.pick
        assert gesture.drop is not None
        for square in (start, gesture.drop):
            self.go(square)
            self._person.press_key("Return")

    def leave(self) -> None:
        """Forget the place of the focus: the next board begins without one."""
        self._here = None


def test_the_whole_course_by_keyboard_alone(person: Person) -> None:
    keyboard = Keyboard(person)
    in_haste(person)
    person.start()
    person.press_key("l")
    time.sleep(0.5)
    person.press_key("Tab", "Tab", *choice_of_the_game(person) * ["Down"], "Return")
    time.sleep(0.5)
    person.press_key("Return")
    for number, task in enumerate(TASKS):
        person.rest()
        if number == 1:
            person.press_key("h")
            time.sleep(0.5)
            person.look("hint")
        solved_by(person, task, keyboard.act)
        person.rest()
        person.press_key("Return")
        keyboard.leave()
        time.sleep(0.5)
    assert done(person) == {task.id for task in TASKS}
    person.press_key("Return")
    time.sleep(0.5)
    person.look("set-up")
    person.press_key("Return")
    first_turn(person, keyboard.act)
    person.look("first-match")
    assert person.close() == 0


def test_a_mistake_by_keyboard_alone(person: Person) -> None:
    with unseen(person.home) as app:
        save_reviewed(app.storage)
        games = LessonsScene(app, KEYS[0]).games
    in_haste(person)
    person.start()
    person.press_key("p")
    time.sleep(0.5)
    person.press_key("Tab", "Tab", *len(games) * ["Up"], *games.index(DUCK) * ["Down"], "Return")
    time.sleep(0.5)
    person.press_key("Tab", "Tab", "Tab", "Tab", "Tab", "Return")
    person.rest()
    person.look("mistakes")
    person.press_key("Return")
    person.rest()
    for turn in (("a7", "a6", "c3"), ("f8", "e7", "c3")):  # the first one is judged and taken back
        assert not done(person, DUCK, "mistakes")
        for square in turn:
            person.press_key(*square, "Return")
        time.sleep(JUDGED)
        person.rest()
        person.look("-".join(turn))
    wait_for(lambda: done(person, DUCK, "mistakes") or None, "the mistake is solved")
    person.press_key("Escape")
    assert person.close() == 0

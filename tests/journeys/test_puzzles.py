"""The puzzle of the day from the menu to its place on file: a wrong turn is answered, the right ones are played."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import pytest

from rules.double_draughts import GAME
from scenes.screens.learn.tasks import daily, puzzles
from tests.journeys.driver import Person, unseen
from tests.journeys.places import menu
from tests.journeys.screens import reach, until
from tests.patience import sooner_or_later

if TYPE_CHECKING:
    from scenes.app.app import App
    from scenes.screens.learn.coach_scene import CoachScene
    from scenes.screens.learn.puzzles import PuzzlesScene

pytestmark = pytest.mark.journey

KEY: Final = GAME.key


def solved(person: Person) -> set[str]:
    """The puzzles that are on file as solved."""
    try:
        data = json.loads((person.home / "puzzles.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):  # not yet, or between two names
        return set()
    return set(data.get(KEY, {}))


def book(app: App) -> PuzzlesScene:
    """The puzzles of the game."""
    from scenes.screens.learn.puzzles import PuzzlesScene

    return PuzzlesScene(app, KEY)


def table(app: App, number: int, turns: Sequence[str] = ()) -> CoachScene:
    """A puzzle at the table, after these turns of the person, when it waits for the next."""
    from scenes.screens.learn.coach_scene import CoachScene
    from scenes.screens.learn.puzzle_exercise import PuzzleExercise

    scene = CoachScene(app, PuzzleExercise(app, KEY, number))
    app.stack.push(scene)

    def waits() -> bool:
        app.frame()
        return scene.coach.state == "waits" and not scene.stage.moving

    assert sooner_or_later(waits)
    for turn in turns:
        for move in GAME.text.read_turn(scene.match.position, turn):
            scene.controller.show([scene.match.play(move, app.now())])
        assert sooner_or_later(waits)
    return scene


def clicks(scene: Any, turn: str) -> list[tuple[int, int]]:
    """Where to click for a turn: first the man, then where it goes, hop by hop."""
    position = scene.match.position
    found: list[str] = []
    for move in GAME.text.read_turn(position, turn):
        gesture = position.gesture(move)
        (start,), end = gesture.pick, gesture.drop
        found += [start, end] if not found else [end]
        position = position.play(move)
    middles = (scene.stage.spots[at].box.centre for at in found)
    return [(round(x), round(y)) for x, y in middles]


def judged(scene: Any) -> Iterator[tuple[str, str]]:
    """The turns that may be played now, each with its verdict."""
    for turn in GAME.play.turns(scene.match.position):
        moves = GAME.text.read_turn(scene.match.position, turn)
        yield scene.coach.exercise.judge(scene.coach.step, scene.match.position, moves).kind, turn


def make(person: Person, places: Sequence[tuple[int, int]]) -> None:
    """Let go of whatever is held, and click one place after the other."""
    person.click(*places[0], button=3)
    for place in places:
        person.click(*place)
        time.sleep(0.25)


def test_the_puzzle_of_the_day_is_missed_and_then_solved_by_mouse(person: Person) -> None:
    person.start()

    def open_book() -> None:
        person.key("Escape")
        person.press(menu, "menu.puzzles")

    today = reach(person, book, open_book, lambda scene: scene.form.default.rect.center)
    person.look("book")
    number = daily(KEY)
    puzzle = puzzles(KEY)[number]
    kinds: dict[str, str] = reach(
        person,
        partial(table, number=number),
        lambda: person.click(*today),
        lambda scene: dict(judged(scene)),
    )
    wrong = kinds["wrong"]
    with unseen(person.home) as app:
        places = clicks(table(app, number), wrong)
    reach(person, partial(table, number=number, turns=[wrong]), partial(make, person, places), id)
    person.look("wrong")
    assert puzzle.id not in solved(person)

    played: list[str] = []
    while True:
        with unseen(person.home) as app:
            scene = table(app, number, [wrong, *played])
            kind, turn = next((kind, turn) for kind, turn in judged(scene) if kind in ("step", "done"))
            places = clicks(scene, turn)
        played.append(turn)
        if kind == "done":
            break
        after = partial(table, number=number, turns=[wrong, *played])
        reach(person, after, partial(make, person, places), id)
        person.look(f"step-{len(played)}")
    until(
        person,
        partial(make, person, places),
        lambda: True if puzzle.id in solved(person) else None,
        "the puzzle on file as solved",
    )
    person.rest()
    person.look("solved")
    assert len(played) <= puzzle.count
    assert person.close() == 0
    assert not person.records("matches") and not person.records("finished")

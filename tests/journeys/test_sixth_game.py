"""A sixth game, known by its rules alone: set up, played to its end, undone, killed, resumed, reviewed."""

import sys
import time
from functools import partial
from pathlib import Path
from typing import Final

import pytest

import rules
from rules.match import Match
from rules.record import Record
from scenes.app.game_card import card_of
from scenes.app.game_files import ELSEWHERE
from scenes.table.game_ui import ui_of
from tests.journeys.driver import ROOT, Person, wait_for
from tests.journeys.places import answered, begin, result, seat_of_person, spots
from tests.sixth_game import GAME, KEY
from tests.sixth_game.app import HANDSOME
from tests.sixth_game.position import Position
from tests.sixth_game.thinking import think

pytestmark = pytest.mark.journey

AGAIN: Final = 25.0
"""Seconds after which a press that led to nothing is made again."""
LONGEST: Final = 60
"""So many turns of the person a match has at most, or another is begun."""


@pytest.fixture(autouse=True)
def registered(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both the app and whoever looks where things are in it know the game."""
    monkeypatch.setitem(rules.REGISTRY, KEY, "tests.sixth_game")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    person.program = [sys.executable, "-m", "tests.sixth_game.app"]
    card_of.cache_clear()
    ui_of.cache_clear()


def turn(person: Person, match: Match, drag: bool) -> None:
    position = match.position
    assert isinstance(position, Position)
    gesture = position.gesture(think(position))
    places = spots(KEY, position.to_move)
    (start,), end = gesture.pick, gesture.drop
    assert end is not None
    a, b = places[start].box.centre, places[end].box.centre
    if drag:
        person.drag(a, b)
    else:
        person.click(*a)
        person.click(*b)


def play(person: Person, match: Match, turns: int) -> Record:
    record = None
    for number in range(turns):
        plies = len(match.plies)
        turn(person, match, drag=number % 2 == 1)
        record = wait_for(partial(answered, person, plies), f"an answer after ply {plies}")
        match = record.match
        if match.outcome() is not None:
            break
        time.sleep(0.3)
    assert record is not None
    return record


def plies(record: Record) -> list[str]:
    return [str(ply.move) for ply in record.match.plies]


def test_it_is_played_undone_killed_resumed_finished_and_reviewed(person: Person) -> None:
    person.start()
    begin(person, KEY)
    before = play(person, Match(GAME.play), 3)
    person.key("ctrl+z")
    taken = wait_for(lambda: next((one for one in person.records("matches") if len(plies(one)) == 4), None), "undo")
    assert plies(taken) == plies(before)[:4]
    person.key("ctrl+y")
    wait_for(lambda: next((one for one in person.records("matches") if plies(one) == plies(before)), None), "redo")

    person.kill()
    person.start()
    person.rest()
    person.look("resumed")
    (resumed,) = person.records("matches")
    assert plies(resumed) == plies(before)

    record = play(person, resumed.match, LONGEST)
    outcome = record.match.outcome()
    assert outcome is not None and outcome.reason == "connected"
    assert record.players[1 - seat_of_person(record)].level == 1 and not person.records("matches")
    time.sleep(3.0)  # the winner is honoured first, and between two of that film's parts nothing moves
    person.rest()
    person.look("result")
    pressed = [-AGAIN]

    def reviewed() -> Path | None:
        """On a busy machine the first press may only end the film of the winner."""
        if time.monotonic() - pressed[0] >= AGAIN:
            person.press(result, "result.review")
            pressed[0] = time.monotonic()
        return next((person.home / "reviews").glob("*.json"), None)

    kept = wait_for(reviewed, "the review")
    person.rest()
    person.look("review")
    assert kept.stat().st_size > 100
    assert person.close() == 0


def test_with_a_folder_of_its_own_it_has_its_own_men(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HANDSOME, "yes")
    monkeypatch.setitem(ELSEWHERE, KEY, "tests.sixth_game.screen")
    person.start()
    begin(person, KEY)
    record = play(person, Match(GAME.play), 1)
    person.rest()
    person.look("played")
    assert len(plies(record)) == 2
    assert person.close() == 0
    card_of.cache_clear()
    ui_of.cache_clear()

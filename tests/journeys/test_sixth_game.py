"""A sixth game with rules alone: set up, played to its end, undone, killed, resumed and reviewed."""

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
from scenes.table.game_ui import ui_of, view_of
from tests import hands
from tests.journeys.driver import ROOT, Person, moves_of, wait_for
from tests.journeys.places import Board, begin, record_after_answer, result, seat_of_person
from tests.sixth_game import GAME, KEY
from tests.sixth_game.position import Position
from tests.sixth_game.thinking import think

pytestmark = pytest.mark.journey

AGAIN: Final = 100.0
"""Seconds after which a press without effect is repeated."""
LONGEST: Final = 60
"""The person's turns after which another match is begun."""


@pytest.fixture(autouse=True)
def registered(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the game for the app and for the unseen app that finds its widgets."""
    monkeypatch.setitem(rules.REGISTRY, KEY, "tests.sixth_game")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    person.program = [sys.executable, "-m", "tests.sixth_game.app"]
    card_of.cache_clear()
    ui_of.cache_clear()
    view_of.cache_clear()


def play(person: Person, match: Match, turns: int) -> Record:
    record = None
    for number in range(turns):
        plies = len(match.plies)
        assert isinstance(match.position, Position)
        gesture = match.position.gesture(think(match.position))
        Board(person, KEY, match.position.to_move).move(gesture, drag=number % 2 == 1)
        record = wait_for(partial(record_after_answer, person, plies), f"an answer after ply {plies}")
        match = record.match
        if match.outcome() is not None:
            break
        time.sleep(0.3)
    assert record is not None
    return record


def test_a_match_is_played_undone_killed_resumed_finished_and_reviewed(person: Person) -> None:
    person.start()
    begin(person, KEY)
    before = play(person, Match(GAME.play), 3)
    person.press_key("ctrl+z")
    wait_for(lambda: person.moves() == moves_of(before)[:4], "undo")
    person.press_key("ctrl+y")
    wait_for(lambda: person.moves() == moves_of(before), "redo")

    person.kill()
    person.start()
    person.rest("resumed")
    (resumed,) = person.records("matches")
    assert moves_of(resumed) == moves_of(before)

    record = play(person, resumed.match, LONGEST)
    outcome = record.match.outcome()
    assert outcome is not None and outcome.reason == "connected"
    assert record.players[1 - seat_of_person(record)].level == 1 and not person.records("matches")
    time.sleep(3.0)  # the winner is honoured first, and between two of that film's parts nothing moves
    person.rest("result")
    pressed = [-AGAIN]

    def reviewed() -> Path | None:
        """On a busy machine the first press may only end the film of the winner."""
        if time.monotonic() - pressed[0] >= AGAIN:
            person.press(result, "result.review")
            pressed[0] = time.monotonic()
        return next((person.home / "reviews").glob("*.json"), None)

    kept = hands.wait_for(reviewed, "the review", 3 * AGAIN)  # it is stored when it is complete
    person.rest("review")
    assert kept.stat().st_size > 100
    assert person.close() == 0

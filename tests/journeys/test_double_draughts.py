"""Double Draughts from the menu to the result, by real mouse."""

import time
from functools import partial

import pytest

from rules.ai.opponents import opponent
from rules.double_draughts import GAME
from rules.match import Match
from rules.record import Record
from rules.search.level import full_strength
from tests.checks import present
from tests.journeys.driver import Person, moves_of, unseen, wait_for
from tests.journeys.places import Board, begin, record_after_answer, result, seat_of_person

pytestmark = pytest.mark.journey

KEY = GAME.key
NODES = 4_000
"""The person's budget for a turn, enough to beat the lowest level."""


def play_turn(person: Person, match: Match, drag: bool) -> int:
    """Choose a turn and play it hop by hop; return the number of its hops."""
    seat, position, hops = match.position.to_move, match.position, 0
    board = Board(person, KEY, seat)
    for move in opponent(KEY).analyse(position, full_strength(NODES).budget).moves:
        if move.seat != seat or (hops and position.turn_started):
            break
        board.move(position.gesture(move), drag, is_picked=hops > 0)
        position = position.play(move)
        hops += 1
        time.sleep(0.25)
    return hops


def play(person: Person, turns: int | None = None) -> Record:
    plies = -1
    played = 0
    record = None
    if not person.records("matches"):
        play_turn(person, Match(GAME.play), drag=False)
        plies, played = 1, 1
    while turns is None or played < turns:
        record = wait_for(partial(record_after_answer, person, plies), f"the computer's turn after ply {plies}")
        if record.match.outcome() is not None:
            return record
        plies = len(record.match.plies) + play_turn(person, record.match, drag=played % 2 == 1) - 1
        played += 1
    return wait_for(partial(record_after_answer, person, plies), f"the computer's turn after ply {plies}")


def test_a_match_against_level_1_is_set_up_played_and_reviewed(person: Person) -> None:
    person.start()
    person.look("menu")
    begin(person, KEY)
    record = play(person)
    present(record.match.outcome(), "outcome")
    assert record.players[1 - seat_of_person(record)].level == 1
    assert not person.records("matches")
    time.sleep(1.5)
    person.look("result")

    person.press(result, "result.rematch")
    time.sleep(1.0)
    person.look("rematch")
    rematch = wait_for(lambda: person.newest("matches"), "the rematch, which the computer begins")
    assert seat_of_person(rematch) == 1 - seat_of_person(record)
    assert person.close() == 0


@pytest.mark.frozen
def test_a_match_resumes_after_a_power_cut(person: Person) -> None:
    person.start()
    begin(person, KEY)
    before = play(person, turns=4)
    person.kill()
    person.start()
    person.look("resumed")
    (resumed,) = person.records("matches")
    assert moves_of(resumed) == moves_of(before)
    after = play(person, turns=2)
    assert len(after.match.plies) > len(before.match.plies)
    assert moves_of(after)[: len(before.match.plies)] == moves_of(before)
    person.press_key("Escape")
    time.sleep(0.5)
    person.look("pause")
    assert person.running
    with unseen(person.home) as app:
        assert app.storage.open_match() is not None, "the match is still open on file"
    assert person.close() == 0

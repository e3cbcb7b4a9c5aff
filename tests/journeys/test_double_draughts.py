"""Double Draughts from the menu to the result, by real mouse."""

import time
from functools import partial

import pytest

from rules.ai.opponents import opponent
from rules.double_draughts import GAME
from rules.match import Match
from rules.record import Record
from rules.search.level import unlimited
from tests.checks import present
from tests.journeys.driver import Person, unseen, wait_for
from tests.journeys.places import answered, begin, result, seat_of_person, spots

pytestmark = pytest.mark.journey

KEY = GAME.key
NODES = 4_000
"""What the person thinks: enough to beat the lowest level."""


def play_turn(person: Person, match: Match, drag: bool) -> int:
    """Think, and make the turn hop by hop; how many hops it had."""
    places = spots(KEY, match.position.to_move)
    moves = opponent(KEY).analyse(match.position, unlimited(NODES).budget).moves
    hops = 0
    position = match.position
    for move in moves:
        if move.seat != match.position.to_move or (hops and position.turn_started):
            break
        gesture = position.gesture(move)
        (start,), end = gesture.pick, gesture.drop
        assert end is not None
        a, b = places[start].box.centre, places[end].box.centre
        if drag:
            person.drag(a, b)
        else:
            if not hops:
                person.click(*a)
            person.click(*b)
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
        record = wait_for(partial(answered, person, plies), f"the computer's turn after ply {plies}")
        if record.match.outcome() is not None:
            return record
        plies = len(record.match.plies) + play_turn(person, record.match, drag=played % 2 == 1) - 1
        played += 1
    return wait_for(partial(answered, person, plies), f"the computer's turn after ply {plies}")


def test_a_match_against_level_1_is_set_up_played_to_its_end_and_looked_at(person: Person) -> None:
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
def test_a_match_that_the_power_cut_ends_goes_on_where_it_was(person: Person) -> None:
    person.start()
    begin(person, KEY)
    before = play(person, turns=4)
    person.kill()
    person.start()
    person.look("resumed")
    (resumed,) = person.records("matches")
    assert [str(ply.move) for ply in resumed.match.plies] == [str(ply.move) for ply in before.match.plies]
    after = play(person, turns=2)
    assert len(after.match.plies) > len(before.match.plies)
    moves = [str(ply.move) for ply in after.match.plies]
    assert moves[: len(before.match.plies)] == [str(ply.move) for ply in before.match.plies]
    person.key("Escape")
    time.sleep(0.5)
    person.look("pause")
    assert person.running
    with unseen(person.home) as app:
        assert app.storage.open_match() is not None, "the match is still open on file"
    assert person.close() == 0

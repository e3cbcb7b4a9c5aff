"""Looking back: which position of the match the board shows."""

from __future__ import annotations

import pytest

from rules.match import Match, Span
from scenes.surfaces.motion import ways
from scenes.table.ply_cursor import PlyCursor
from tests.scenes.matches import GAME, TWO_HOPS
from tests.scenes.opponents import turn_of


def match_of(turns: int, position: str | None = None) -> Match:
    """A match of so many turns of first legal moves."""
    assert GAME is not None
    match = Match(GAME.play, position=None if position is None else GAME.text.read(position))
    for _ in range(turns):
        for move in turn_of(match.position):
            match.play(move)
    return match


def way(course: PlyCursor) -> tuple[str, ...]:
    """The one way of the last turn on the board."""
    (one,) = ways(course.steps(), lambda *_: None)
    return one.targets


def test_it_shows_the_match_as_it_stands() -> None:
    match = match_of(3)
    course = PlyCursor(match, looking_back=False)
    assert course.live and course.at_end and course.position is match.position
    match.play(match.position.legal_moves()[0])
    assert course.live and course.ply == 4 and course.position is match.position


def test_looking_back_begins_with_the_end() -> None:
    match = match_of(3)
    course = PlyCursor(match, looking_back=True)
    assert not course.live and course.at_end and course.position is match.position
    course.look(0)
    assert not course.live and course.position is match.start
    assert course.turn() is None and course.steps() == []


def test_what_is_still_on_its_way_is_not_seen_yet() -> None:
    match = match_of(2, TWO_HOPS)
    course = PlyCursor(match, looking_back=False)
    seen = [[str(move) for _, move in course.steps(coming)] for coming in range(4)]
    assert seen[0] == [str(match.plies[-1].move)] and seen[1:] == [["b3xd5", "d5xf7"], ["b3xd5"], []]
    assert course.seen(1) is match.positions[2] and course.turn(1) == 0 and course.turn(3) is None
    assert course.seen(9) is match.start and course.steps(9) == []


def test_it_goes_from_turn_to_turn_and_stops_at_the_ends() -> None:
    course = PlyCursor(match_of(3), looking_back=False)
    seen = []
    for _ in range(4):
        course.look(course.back())
        seen.append(course.ply)
    assert seen == [2, 1, 0, 0]
    assert course.on() == Span(0, 0, 1)


def test_the_last_position_of_a_match_that_goes_on_is_the_match_itself() -> None:
    course = PlyCursor(match_of(2), looking_back=True)
    course.look(1)
    assert course.shown == 1
    course.look(2)
    assert course.live and course.on() is None


def test_the_last_position_of_a_match_that_is_over_is_looked_back_on() -> None:
    match = match_of(2)
    match.end("resigned", 0)
    course = PlyCursor(match, looking_back=False)
    course.look(2)
    assert not course.live and course.at_end
    course.look(None)
    assert course.live


def test_a_turn_of_several_hops_is_one_step() -> None:
    course = PlyCursor(match_of(1, TWO_HOPS), looking_back=False)
    assert way(course) == ("b3", "d5", "f7")
    assert course.back() == 0
    course.look(0)
    assert course.on() == Span(1, 0, 2)


@pytest.mark.parametrize(("ply", "turn", "went"), [(0, None, None), (1, 0, ("b3", "d5")), (2, 0, ("b3", "d5", "f7"))])
def test_in_mid_turn_the_way_is_what_has_been_hopped(
    ply: int, turn: int | None, went: tuple[str, ...] | None
) -> None:
    course = PlyCursor(match_of(1, TWO_HOPS), looking_back=False)
    course.look(ply)
    assert course.turn() == turn and (way(course) if course.steps() else None) == went

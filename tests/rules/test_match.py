"""Matches: playing, undo and redo of whole turns, endings outside the rules, and time (rules/match.py)."""

from dataclasses import replace
from itertools import groupby, islice, pairwise
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.clock import Control
from rules.contract import Outcome, Position
from rules.double_draughts import GAME
from rules.double_draughts.text import read
from rules.errors import IllegalMoveError
from rules.match import ENDINGS, Ending, Match, Span
from rules.series import Series
from tests.checks import present

LONG_JUMP: Final = "7m/8/2m5/8/m1m5/1M2M3/8/8 w 2 0 1"
"""White's only turn is b3xd5xb7."""


def played(*turns: str, **arguments: Any) -> Match:
    """Return a match after some turns of 10 seconds a hop, with its clock running."""
    match = Match(GAME.play, **arguments)
    match.start_clock(0.0)
    for turn in turns:
        for hop in GAME.text.read_turn(match.position, turn):
            match.play(hop, 10.0 * (len(match.plies) + 1))
    return match


def hop(match: Match, text: str) -> Any:
    return next(move for move in match.position.legal_moves() if str(move) == text)


def left(match: Match, now: float) -> tuple[float, float]:
    return match.clock.seconds_left(0, now), match.clock.seconds_left(1, now)


# Playing.


def test_a_change_holds_the_states_before_and_after() -> None:
    match = Match(GAME.play)
    move = hop(match, "a6-b5")
    change = match.play(move)
    assert (change.before, change.after, change.move, change.forward) == (match.start, match.position, move, True)


def test_an_illegal_move_is_refused_and_nothing_changes() -> None:
    match = Match(GAME.play)
    later = match.position.play(hop(match, "a6-b5")).legal_moves()[0]
    with pytest.raises(IllegalMoveError, match="is not a legal move"):
        match.play(later)
    assert match.plies == []
    assert match.position == match.start


def test_nothing_is_played_after_the_end() -> None:
    match = played("c3xe5", position=read("8/8/8/8/3k4/2M5/8/8 w 2 0 1"))
    assert match.outcome() == Outcome("no-pieces", (1,))
    resigned = played("a6-b5")
    move = resigned.position.legal_moves()[0]
    resigned.force_end("resigned", 1)
    with pytest.raises(IllegalMoveError, match="over"):
        resigned.play(move)


def test_a_game_without_dice_has_no_chance_moves() -> None:
    with pytest.raises(IllegalMoveError, match="chance"):
        Match(GAME.play).play_chance()


def test_a_jump_of_several_hops_is_one_turn() -> None:
    match = played("b3xd5xb7", "h8-g7", position=read(LONG_JUMP))
    assert match.turns() == [Span(1, 0, 2), Span(0, 2, 3)]
    assert [GAME.text.notation(match, span) for span in match.turns()] == ["b3xb7", "h8-g7"]


# Endings beside the rules.


@pytest.mark.parametrize(
    ("reason", "seat", "winners"),
    [("resigned", 0, (1,)), ("resigned", 1, (0,)), ("time-out", 0, (1,)), ("time-out", 1, (0,)), ("agreed", 1, ())],
)
def test_an_ending_outside_the_rules_has_its_winner(reason: Ending, seat: int, winners: tuple[int, ...]) -> None:
    match = Match(GAME.play)
    match.force_end(reason, seat)
    assert match.outcome() == Outcome(reason, winners)


def test_an_ending_by_the_rules_is_not_replaced_by_a_later_ending() -> None:
    match = played("c3xe5", position=read("8/8/8/8/3k4/2M5/8/8 w 2 0 1"))
    match.force_end("resigned", 1)
    assert match.outcome() == Outcome("no-pieces", (1,))


def test_undo_takes_back_only_the_ending() -> None:
    match = played("a6-b5", "a3-b4")
    match.force_end("resigned", 0)
    assert not match.can_redo
    assert match.undo() == []
    assert match.outcome() is None
    assert len(match.plies) == 2


# Undo, redo, take back.


def test_take_back_undoes_a_single_hop_of_the_unfinished_turn() -> None:
    match = Match(GAME.play, position=read(LONG_JUMP))
    assert match.take_back() is None
    match.play(hop(match, "b3xd5"))
    change = present(match.take_back(), "ply to take back")
    assert (str(change.move), change.after, change.forward) == ("b3xd5", match.start.play(change.move), False)
    assert match.position == match.start
    match.play(hop(match, "b3xd5"))
    match.play(hop(match, "d5xb7"))
    assert match.take_back() is None


def test_taking_back_an_unfinished_turn_gives_no_time_back() -> None:
    """Bug: whoever moved a piece, looked at the board for a minute and took it back had the minute again."""
    match = Match(GAME.play, position=read(LONG_JUMP), control=Control(5, 3))
    seat = match.position.to_move
    match.start_clock(0.0)
    match.play(hop(match, "b3xd5"), 10.0)
    match.take_back(40.0)
    assert match.clock.seconds_left(seat, 40.0) == 260.0
    match.redo(now=41.0)
    assert match.clock.seconds_left(seat, 41.0) == 259.0
    match.undo(now=45.0)
    assert match.clock.seconds_left(seat, 45.0) == 255.0
    match.play(hop(match, "b3xd5"), 50.0)
    match.play(hop(match, "d5xb7"), 52.0)
    assert match.clock.seconds_left(seat, 52.0) == 300.0 - 52.0 + 3.0
    match.undo(now=60.0)
    assert match.clock.seconds_left(seat, 60.0) == 300.0, "a whole turn is given back with its time"


def test_undo_goes_to_the_start_of_a_whole_turn() -> None:
    match = played("b3xd5xb7", "h8-g7", position=read(LONG_JUMP))
    assert [str(change.move) for change in match.undo()] == ["h8-g7"]
    assert [str(change.move) for change in match.undo()] == ["d5xb7", "b3xd5"]
    assert match.position == match.start
    assert match.undo() == []


def test_undo_in_mid_turn_goes_to_the_start_of_the_turn() -> None:
    match = Match(GAME.play, position=read(LONG_JUMP))
    match.play(hop(match, "b3xd5"))
    assert [str(change.move) for change in match.undo()] == ["b3xd5"]


def test_undo_for_a_person_also_takes_back_the_computers_answer() -> None:
    match = played("a6-b5", "a3-b4", "c6-d5", "c3-d4")
    assert [str(change.move) for change in match.undo(persons=[0])] == ["c3-d4", "c6-d5"]
    assert match.position.to_move == 0
    assert [str(change.move) for change in match.undo(persons=[0])] == ["a3-b4", "a6-b5"]
    assert match.undo(persons=[0]) == []


def test_undo_without_a_turn_of_the_person_does_nothing() -> None:
    match = played("a6-b5")
    assert match.undo(persons=[1]) == []
    assert len(match.plies) == 1


def test_redo_goes_to_the_next_turn_of_a_person() -> None:
    match = played("a6-b5", "a3-b4", "c6-d5", "c3-d4")
    end = match.position
    match.undo(persons=[0])
    match.undo(persons=[0])
    assert [str(change.move) for change in match.redo(persons=[0])] == ["a6-b5", "a3-b4"]
    assert [str(change.move) for change in match.redo(persons=[0])] == ["c6-d5", "c3-d4"]
    assert match.position == end
    assert match.redo(persons=[0]) == []


def test_redo_never_stops_in_mid_turn() -> None:
    match = played("b3xd5xb7", "h8-g7", position=read(LONG_JUMP))
    match.undo()
    match.undo()
    assert [str(change.move) for change in match.redo()] == ["b3xd5", "d5xb7"]


def test_playing_discards_undone_turns() -> None:
    match = played("a6-b5", "a3-b4")
    match.undo()
    assert match.can_redo
    match.play(hop(match, "h3-g4"))
    assert not match.can_redo


# Time.

FIVE_SECONDS_A_TURN: Final = Control(1, 5)


def test_a_pause_costs_nothing_and_the_time_before_it_counts() -> None:
    """Bug: a ply's seconds began again after a pause, so that undo and record gave time away."""
    match = Match(GAME.play, control=Control(1))
    match.start_clock(0.0)
    match.pause_clock(8.0)
    match.start_clock(100.0)
    match.play(hop(match, "a6-b5"), 102.0)
    assert match.plies[0].seconds == 10.0
    assert left(match, 102.0) == (50.0, 60.0)
    match.undo(now=102.0)
    assert left(match, 102.0) == (60.0, 60.0)


def test_undo_gives_back_the_time_of_the_turn_and_of_the_interrupted_thought() -> None:
    """Bug: whoever was thinking when a turn was undone lost that time, and only until the match was loaded again."""
    match = played("a6-b5", "a3-b4", control=FIVE_SECONDS_A_TURN)
    before = left(match, 20.0)
    match.undo(now=45.0)
    match.undo(now=50.0)
    assert left(match, 50.0) == (60.0, 60.0)
    match.redo(now=55.0)
    match.redo(now=57.0)
    assert left(match, 57.0) == before
    assert left(match, 58.0) == (before[0] - 1.0, before[1])


def test_a_fallen_flag_that_is_undone_gives_the_decision_its_time_again() -> None:
    """Bug: the clock stood at 0 after undoing a time-out, and the flag fell again at once."""
    match = played("a6-b5", control=Control(1))
    assert match.clock.find_flagged_seat(75.0) == 1
    match.force_end("time-out", 1, 75.0)
    match.undo(now=80.0)
    assert match.clock.find_flagged_seat(80.0) is None
    assert left(match, 80.0) == (50.0, 60.0)


def test_the_clock_stops_after_the_end() -> None:
    match = played("c3xe5", position=read("8/8/8/8/3k4/2M5/8/8 w 2 0 1"), control=Control(1))
    assert not match.clock.is_running
    match.start_clock(50.0)
    assert not match.clock.is_running
    resigned = played("a6-b5", control=Control(1))
    resigned.force_end("resigned", 1, 15.0)
    assert left(resigned, 99.0) == (50.0, 55.0)


def test_with_a_late_clock_first_turns_cost_and_add_no_time() -> None:
    late = replace(FIVE_SECONDS_A_TURN, late=True)
    match = played("b3xd5xb7", position=read(LONG_JUMP), control=late)
    assert (left(match, 500.0), match.clock.find_flagged_seat(500.0), match.plies[1].seconds) == (
        (60.0, 60.0),
        None,
        10.0,
    )
    assert (match.is_clock_waiting(0), match.is_clock_waiting(1)) == (True, False)
    match.play(hop(match, "h8-g7"), 500.0)
    assert not match.is_clock_waiting(0) and match.clock.is_running
    assert left(match, 507.0) == (60.0, 53.0)
    assert match.clock.find_flagged_seat(560.0) == 1


def test_with_a_late_clock_an_undone_first_turn_waits_again() -> None:
    match = played("a6-b5", "a3-b4", control=Control(1, 5, late=True))
    assert left(match, 32.0) == (48.0, 60.0)
    match.undo(now=32.0)
    assert match.is_clock_waiting(1) and left(match, 99.0) == (60.0, 60.0)
    match.redo(now=99.0)
    assert left(match, 101.0) == (58.0, 60.0)
    match.undo([0], now=102.0)
    assert match.is_clock_waiting(0) and not match.clock.is_running and left(match, 900.0) == (60.0, 60.0)


# Whatever is done in whatever order.

STEPS: Final = st.lists(
    st.tuples(
        st.sampled_from(["play"] * 6 + ["undo", "redo", "take back", "go", "pause", *ENDINGS]),
        st.integers(0, 1000),
        st.sampled_from([(), (0,), (1,)]),
    ),
    max_size=40,
)
STARTS: Final = [None, read(LONG_JUMP), read("8/8/1m1m1m2/8/1m1m1m2/8/1m1m1m2/K7 w 2 0 1")]


def check_invariants(match: Match, now: float, thought: float) -> None:
    """Check the invariants of a match; `thought` is the time spent on the current decision."""
    positions = list(match.positions)
    assert positions[0] == match.start
    for (before, after), ply in zip(pairwise(positions), match.plies, strict=True):
        assert ply.move in before.legal_moves()
        assert before.play(ply.move) == after
    starts = [number for number in range(len(match.plies)) if positions[number].turn_started]
    assert [span.first for span in match.turns()] == starts
    free = 2 if match.clock.control.late else 0
    first = sum(len(list(run)) for _, run in islice(groupby(positions, lambda one: one.to_move), free))
    for seat in (0, 1):
        spent = sum(ply.seconds for ply in match.plies[first:] if ply.move.seat == seat)
        if match.position.to_move == seat and len(match.plies) >= first:
            spent += thought
        ended = sum(
            before.to_move == seat != after.to_move for before, after in islice(pairwise(positions), first, None)
        )
        expected = 60.0 * match.clock.control.minutes + match.clock.control.increment * ended - spent
        assert match.clock.seconds_left(seat, now) == pytest.approx(max(0.0, expected))


@given(STEPS, st.sampled_from(STARTS), st.booleans())
def test_positions_plies_and_clocks_agree_after_random_steps(
    steps: list[tuple[str, int, tuple[int, ...]]], start: Position | None, late: bool
) -> None:
    match = Match(GAME.play, position=start, control=Control(30, 7, late))
    now, thought, runs = 0.0, 0.0, False
    for what, number, persons in steps:
        now += number / 16
        if runs and match.outcome() is None:
            thought += number / 16
        check_invariants(match, now, thought)
        plies, ending = len(match.plies), match.ending
        if what == "play" and match.outcome() is None:
            moves = match.position.legal_moves()
            match.play(moves[number % len(moves)], now)
        elif what == "undo":
            own = not match.position.turn_started and match.position.to_move in (persons or (0, 1))
            seconds = [ply.seconds for ply in match.plies]
            match.undo(persons, now)
            if own and ending is None and len(match.plies) < len(seconds):
                thought += sum(seconds[len(match.plies) :])
                plies = len(match.plies)
        elif what == "redo":
            match.redo(persons, now)
        elif what == "take back":
            seconds = [ply.seconds for ply in match.plies]
            if match.take_back(now) is not None:
                thought += seconds[-1]
                plies = len(match.plies)
        elif what == "go":
            match.start_clock(now)
            runs = True
        elif what == "pause":
            match.pause_clock(now)
            runs = False
        elif what in ENDINGS:
            match.force_end(what, number % 2, now)
        if len(match.plies) != plies or (ending is not None and match.ending is None):
            thought = 0.0
        check_invariants(match, now, thought)


# --- Several matches of one session: seats and points


@pytest.mark.parametrize(
    ("seats", "winners", "points"),
    [(2, (0,), (0.0, 1.0)), (2, (), (0.5, 0.5)), (4, (0, 2), (0.0, 0.5, 0.0, 0.5))],
    ids=["the winner", "both of a drawn match", "winners together"],
)
def test_points_go_to_the_players_on_the_winning_seats(
    seats: int, winners: tuple[int, ...], points: tuple[float, ...]
) -> None:
    series = Series.begin(seats).change_seats().add_outcome(Outcome("won", winners))
    assert (series.points, series.played) == (points, 1)


def test_players_move_up_one_seat_and_two_come_back() -> None:
    assert Series.begin(4).change_seats().seating == (1, 2, 3, 0)
    series = Series.begin(2)
    assert series.change_seats().seating == (1, 0) and series.change_seats().change_seats() == series


def test_a_series_is_a_value() -> None:
    series = Series.begin(2)
    series.add_outcome(Outcome("agreed"))
    series.change_seats()
    assert series == Series((0, 1), (0.0, 0.0))

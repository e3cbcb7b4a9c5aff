"""The timed game of Ducart: lost minutes, the hour, sudden death (section 10 of rules/ducart/README.md)."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import GAMES, abilities, record
from rules.contract import Outcome
from rules.ducart import GAME
from rules.ducart.moves import ClockEvent
from rules.ducart.options import Options
from rules.ducart.position import Position
from rules.errors import IllegalMoveError
from rules.match import Match, Ply
from tests.checks import present
from tests.rules.ducart import on
from tests.rules.play import option_sets, read_any


def begun(options: Options | None = None, position: Position | None = None) -> Match:
    """Return a timed match whose clock runs from 1000 on."""
    match = Match(GAME.play, options or Options(timed=True), position=position)
    match.start_clock(1000.0)
    return match


def play(match: Match, turn: str, now: float) -> None:
    for move in GAME.text.read_turn(match.position, turn):
        match.play(move, now)


def text(match: Match) -> str:
    return record.write(record.Record(match, (record.Player(), record.Player())))


def test_a_turn_has_a_minute_and_a_match_an_hour() -> None:
    match = begun()
    left = match.turn_seconds_left(1020.0), match.match_seconds_left(1020.0), match.seconds_to_event(1020.0)
    assert left == (40.0, 3580.0, 40.0)
    play(match, "Wa2-a3", 1059.9)
    assert match.plies[-1].seconds == pytest.approx(59.9)
    assert match.turn_seconds_left(1059.9) == 60.0
    assert match.match_seconds_left(1060.0) == pytest.approx(3540.0)


def test_a_lost_minute_passes_the_turn_and_costs_a_minute_even_if_seen_late() -> None:
    match = begun()
    assert match.play_clock_event(1059.9) is None
    change = present(match.play_clock_event(1063.0), "event of the clock")
    assert (str(change.move), change.move.seat, change.before.table()) == ("time", 0, change.after.table())
    assert (match.position.to_move, match.plies[-1].seconds) == (1, 60.0)
    assert match.turn_seconds_left(1063.0) == 60.0, "the other one has a whole minute from now"
    assert match.position.text().endswith(" b - g 1 1 t")


def test_a_click_after_the_minute_is_too_late() -> None:
    match = begun()
    with pytest.raises(IllegalMoveError):
        play(match, "Wa2-a3", 1060.0)
    assert match.plies == []


def test_a_pause_stops_both_clocks() -> None:
    match = begun()
    match.pause_clock(1030.0)
    assert (
        match.turn_seconds_left(1500.0),
        match.seconds_to_event(1500.0),
        match.pending_event(9999.0),
        match.play_clock_event(9999.0),
    ) == (30, None, None, None)
    match.start_clock(2000.0)
    assert match.seconds_to_event(2010.0) == 20.0
    assert match.play_clock_event(2030.0) is not None, "the clock has run out"


def test_a_lost_minute_may_lose_the_match() -> None:
    match = begun(Options(timed=True, late="loses"))
    play(match, "Wa2-a3", 1010.0)
    assert match.play_clock_event(1070.5) is None
    assert match.outcome() == Outcome("time-out", (0,))
    assert match.play_clock_event(1080.0) is None
    again = record.read(text(match), GAMES).match
    assert again.outcome() == match.outcome()


def test_a_lost_minute_loses_by_the_rules_where_the_options_say_so() -> None:
    timed = GAME.play.start(Options(timed=True, late="loses"), 2)
    assert timed.play(ClockEvent(0, "time")).outcome() == Outcome("time-out", (1,))
    passed = GAME.play.start(Options(timed=True), 2).play(ClockEvent(0, "time"))
    assert (passed.outcome(), passed.to_move) == (None, 1)


def an_hour_of(board: str) -> tuple[Match, float]:
    """Return a match after 71 turns of 50 seconds, and its time: the 72nd turn may last 50 more."""
    match, now = begun(position=on(board, flags="nt")), 1000.0
    for number in range(71):
        now += 50.0
        play(match, ("Hd1-d2", "He8-e7", "Hd2-d1", "He7-e8")[number % 4], now)
    return match, now


def test_the_hour_ends_in_mid_turn_and_the_score_is_counted_at_once() -> None:
    match, now = an_hour_of("4h3/7w/8/8/8/8/WW6/3H4")
    left = match.turn_seconds_left(now), match.match_seconds_left(now), match.seconds_to_event(now)
    assert left == (60.0, 50.0, 50.0)
    assert match.play_clock_event(now + 49.9) is None
    change = present(match.play_clock_event(now + 50.5), "event of the clock")
    assert (str(change.move), change.move.seat, match.plies[-1].seconds) == ("hour", 1, 50.0)
    assert match.outcome() == Outcome("hour", (0,))
    assert match.seconds_to_event(now + 60.0) is None


def test_after_the_hour_of_a_level_game_the_same_side_has_ten_seconds() -> None:
    match, now = an_hour_of("4h3/7w/8/8/8/8/W7/3H4")
    assert match.play_clock_event(now + 50.0) is not None, "the hour is over"
    assert (match.outcome(), match.position.to_move) == (None, 1)
    now += 50.0
    assert (match.turn_seconds_left(now), match.match_seconds_left(now)) == (10.0, None)
    lost = present(match.play_clock_event(now + 10.0), "event of the clock")
    assert (str(lost.move), match.position.to_move) == ("time", 0)


def test_the_hour_precedes_a_minute_that_ends_at_the_same_time() -> None:
    match = begun(position=on("4h3/7w/8/8/8/8/WW6/3H4", flags="nt"))
    for number in range(1, 61):
        assert match.play_clock_event(1000.0 + 60.0 * number) is not None, "each minute ends a turn"
    assert [str(ply.move) for ply in match.plies] == ["time"] * 59 + ["hour"]


def test_undoing_a_resignation_gives_no_time() -> None:
    match = begun()
    match.force_end("resigned", 0, 1040.0)
    assert match.seconds_to_event(1200.0) is None
    match.undo(now=1300.0)
    assert (match.outcome(), match.seconds_to_event(1300.0)) == (None, 20.0)


@settings(deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 80), st.sampled_from(option_sets(GAME)))
def test_a_timed_match_with_events_is_read_back_from_both_records(seed: int, plies: int, options: Options) -> None:
    rng, match = Random(seed), Match(GAME.play, replace(options, timed=True))
    while len(match.plies) < plies and match.outcome() is None:
        position = match.position
        chosen = rng.choice(abilities.clock_events(position) if rng.random() < 0.1 else position.legal_moves())
        match.replay(Ply(chosen, rng.randrange(600) / 10))
    (form,) = (form for form in GAME.text.formats if form.key == "ducart")
    for written in (text(match), form.write(record.Record(match, (record.Player(), record.Player())))):
        again = read_any(written)
        assert list(again.match.positions) == list(match.positions)
        assert again.match.outcome() == match.outcome()
    assert text(record.read(text(match), GAMES).match) == text(match)


def test_clock_events_are_illegal_in_an_untimed_match() -> None:
    match = Match(GAME.play)
    with pytest.raises(IllegalMoveError):
        match.play(ClockEvent(0, "time"))
    assert (
        match.turn_seconds_left(5.0),
        match.match_seconds_left(5.0),
        match.seconds_to_event(5.0),
        match.play_clock_event(5.0),
    ) == (
        None,
        None,
        None,
        None,
    )

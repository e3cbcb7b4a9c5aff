"""A match with its session: what is written down, what comes back, and the score."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rules import get
from rules.clock import Control
from rules.ducart.options import Options
from rules.record import write_options
from scenes.app.storage import Storage
from scenes.table.record_headers import COIN
from scenes.table.session import Session
from tests.rows import rows
from tests.scenes.matches import ANNA, BERT, COMPUTER, LAST_PIECE, begin
from tests.scenes.opponents import turn_of

DUCART = get("ducart")


def play(session: Session, turns: int, seconds: float = 7.0) -> None:
    now = 0.0
    session.match.start_clock(now)
    for _ in range(turns):
        for move in turn_of(session.match.position):
            now += seconds
            session.match.play(move, now)
    session.match.pause_clock(now)


def test_persons_are_the_seats_of_persons() -> None:
    seats = [(ANNA, COMPUTER), (COMPUTER, COMPUTER), (ANNA, BERT)]
    assert [begin(*players).persons for players in seats] == [(0,), (), (0, 1)]


def test_saved_match_is_loaded_with_clock_players_and_score() -> None:
    session = begin(ANNA, COMPUTER, control=Control(5, 3))
    play(session, 6)
    session.series = replace(session.series, points=(1.5, 0.5), played=2)
    again = Session.load(session.id, session.text())
    assert again.text() == session.text()
    assert again.players == session.players and again.series == session.series
    assert again.match.position == session.match.position
    left = [[one.match.clock.seconds_left(seat, 1000.0) for seat in (0, 1)] for one in (session, again)]
    assert left[0] == pytest.approx(left[1])
    assert left[0][0] == pytest.approx(300 - 3 * 7 + 3 * 3)


def test_rematch_swaps_sides_and_keeps_the_score() -> None:
    session = begin(ANNA, COMPUTER)
    assert session.rematch_options == ()
    session.match.force_end("resigned", 1)
    assert session.score_result() and session.series.points == (1.0, 0.0)
    again = session.rematch(Storage())
    assert again.players == (COMPUTER, ANNA) and again.series.points == (1.0, 0.0)
    again.match.force_end("resigned", 0)
    again.score_result()
    assert again.series.points == (2.0, 0.0) and again.series.played == 2


def test_pgn_has_the_round_and_the_level_of_the_computer() -> None:
    game, storage = get("duck-chess"), Storage()
    session = Session.begin(storage, game, game.play.options(), (ANNA, COMPUTER))
    for number in (1, 2):
        assert f'[Round "{number}"]' in session.record_writers()[".pgn"]()
        session.match.force_end("resigned", 0)
        session.score_result()
        for one in (session, Session.load("x", session.text())):
            assert '[Event "Casual game"]\n[Site "Tablier"]\n' in one.record_writers()[".pgn"]()
            assert f'[Round "{number}"]' in one.record_writers()[".pgn"]()
            assert (
                '"Anna"' in one.record_writers()[".pgn"]()
                and '"Computer (Regular)"' in one.record_writers()[".pgn"]()
            )
        session = session.rematch(storage)


def test_pgn_of_an_imported_match_has_no_invented_tags() -> None:
    """Bug: a match that 0.1.0 had read from a PGN with "?" became a casual game at Tablier."""
    head = "Tablier: 1\nGame: duck-chess\nOptions: \nClock: none\nSeat 0: person Anna\nSeat 1: person\n"
    for day, told in (("", "????.??.??"), ("Date: 2026-09-01\n", "2026.09.01")):
        written = Session.load("x", f"{head}{day}\n").record_writers()[".pgn"]()
        tags = f'[Event "?"]\n[Site "?"]\n[Date "{told}"]\n[Round "?"]\n[White "Anna"]\n[Black "?"]\n'
        assert written.startswith(tags)
        assert Session.load("x", written).record_writers()[".pgn"]() == written


def test_rematch_keeps_start_position_clock_and_pace() -> None:
    session = begin(COMPUTER, COMPUTER, position=LAST_PIECE, control=Control(10, 5))
    session.record = replace(session.record, extra={**session.record.extra, "Pace": "2.0"})
    play(session, 1)
    again = session.rematch(Storage())
    assert again.match.position == session.match.start and again.match.has_own_start
    assert again.match.clock.control == Control(10, 5)
    assert again.match.options == session.match.options and again.record.extra["Pace"] == "2.0"


def test_result_is_scored_once_even_after_reloading() -> None:
    session = begin()
    assert not session.score_result()
    session.match.force_end("agreed", 0)
    assert session.score_result() and not session.score_result()
    again = Session.load(session.id, session.text())
    assert not again.score_result() and session.series.points == again.series.points == (0.5, 0.5)


def test_match_is_saved_once_begun_and_an_undone_end_takes_its_points_back() -> None:
    storage, session = Storage(), begin()
    session.save(storage)
    assert storage.list_matches() == [], "nobody has begun it"
    play(session, 2)
    session.match.force_end("resigned", 0)
    session.score_result()
    session.save(storage)
    assert [entry.id for entry in storage.list_matches("finished")] == [session.id]
    session.match.undo()
    session.reopen(storage)
    session.save(storage)
    assert session.series.points == (0.0, 0.0) and session.series.played == 0
    assert [entry.id for entry in storage.list_matches()] == [session.id] and not storage.list_matches("finished")
    session.match.force_end("resigned", 1)
    session.score_result()
    assert session.series.points == (1.0, 0.0)


@rows
def test_invalid_score_is_reset(header: str) -> None:
    text = begin().text().replace("0,1 0,0 0", header)
    series = Session.load("x", text).series
    assert series.points == (0.0, 0.0) and series.played == 0


def test_time_of_an_unfinished_decision_is_saved() -> None:
    session = begin(control=Control(5, 3))
    play(session, 1, seconds=10.0)
    session.match.start_clock(10.0)
    session.match.pause_clock(17.5)
    again = Session.load(session.id, session.text())
    assert again.match.spent_seconds == pytest.approx(7.5)
    assert again.match.clock.seconds_left(1, 0.0) == pytest.approx(300 - 7.5)
    again.match.start_clock(100.0)
    again.match.play(again.match.position.legal_moves()[0], 102.0)
    assert again.match.plies[-1].seconds == pytest.approx(9.5)
    assert "Spent" not in again.text()


def ducart(**options: Any) -> Session:
    return Session.begin(Storage(), DUCART, Options(**options), (ANNA, BERT), rng=Random(1))


def test_ducart_rematch_alternates_the_first_move_and_keeps_colours() -> None:
    session = ducart(first="toss")
    begins = [session.match.position.to_move]
    for _ in range(3):
        session.match.force_end("resigned", 0)
        session.score_result()
        session = session.rematch(Storage())
        begins.append(session.match.position.to_move)
        assert session.players == (ANNA, BERT) and session.series.seating == (0, 1)
    assert begins in ([0, 1, 0, 1], [1, 0, 1, 0])
    assert session.series.points == (0.0, 3.0), "Bert has won them all"


def test_coin_is_tossed_once_per_session() -> None:
    session = ducart(first="toss")
    assert COIN in session.record.extra
    assert COIN not in session.rematch(Storage()).record.extra
    assert COIN not in ducart(first="gold").record.extra


def test_swap_agreed_for_a_rematch_stays() -> None:
    session = ducart(first="gold")
    assert ["swap=yes" in write_options(options) for options in session.rematch_options] == [False, True]
    swapped = session.rematch(Storage(), 1)
    assert {"swap=yes", "first=blue"} <= set(write_options(swapped.match.options).split())
    assert ["swap=yes" in write_options(options) for options in swapped.rematch_options] == [True]
    assert "swap=yes" in write_options(swapped.rematch(Storage()).match.options)


def test_rematch_from_an_own_position_swaps_sides() -> None:
    start = DUCART.text.read("2h5/w7/8/8/8/8/W7/7H b - g 0 0 -")
    session = Session.begin(Storage(), DUCART, Options(first="toss"), (ANNA, BERT), None, start)
    assert COIN not in session.record.extra and session.rematch_options == ()
    again = session.rematch(Storage())
    assert again.players == (BERT, ANNA) and again.match.position == start

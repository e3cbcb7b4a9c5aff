"""A match with its sitting: what is written down, what comes back, and the score."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules import find
from rules.clock import Control
from rules.ducart.options import Options
from rules.errors import RecordError
from rules.record import Player, write_options
from scenes.app.storage import Storage
from scenes.table.session import COIN, Session
from tests.scenes.matches import ANNA, BERT, COMPUTER, GAME, LAST_PIECE, TWO_HOPS
from tests.scenes.opponents import turn_of

DUCART = find("ducart")


def begin(*players: Player, position: str | None = None, control: Control | None = None) -> Session:
    assert GAME is not None
    start = None if position is None else GAME.text.read(position)
    return Session.begin(Storage(), GAME, GAME.play.options(), players or (ANNA, BERT), control, start)


def play(sitting: Session, turns: int, seconds: float = 7.0) -> None:
    """Turns of the first legal moves, each hop so many seconds long."""
    now = 0.0
    sitting.match.go(now)
    for _ in range(turns):
        for move in turn_of(sitting.match.position):
            now += seconds
            sitting.match.play(move, now)
    sitting.match.pause(now)


def test_only_persons_count_as_persons() -> None:
    assert begin(ANNA, COMPUTER).persons == (0,)
    assert begin(COMPUTER, COMPUTER).persons == ()
    assert begin().persons == (0, 1)


def test_what_is_saved_comes_back_with_clock_players_and_score() -> None:
    sitting = begin(ANNA, COMPUTER, control=Control(5, 3))
    play(sitting, 6)
    sitting.series = replace(sitting.series, points=(1.5, 0.5), played=2)
    again = Session.load(sitting.id, sitting.text())
    assert again.text() == sitting.text()
    assert again.players == sitting.players and again.series == sitting.series
    assert again.match.position == sitting.match.position
    left = [[one.match.clock.left(seat, 1000.0) for seat in (0, 1)] for one in (sitting, again)]
    assert left[0] == pytest.approx(left[1])
    assert left[0][0] == pytest.approx(300 - 3 * 7 + 3 * 3)


def test_a_match_in_mid_turn_comes_back_in_mid_turn() -> None:
    sitting = begin(position=TWO_HOPS)
    sitting.match.play(sitting.match.position.legal_moves()[0])
    again = Session.load(sitting.id, sitting.text())
    assert not again.match.position.turn_started
    assert again.match.position == sitting.match.position


def test_a_rematch_changes_sides_and_keeps_the_score() -> None:
    sitting = begin(ANNA, COMPUTER)
    sitting.match.end("resigned", 1)
    assert sitting.score()
    assert sitting.series.points == (1.0, 0.0)
    again = sitting.rematch(Storage())
    assert again.players == (COMPUTER, ANNA)
    assert again.series.points == (1.0, 0.0)
    again.match.end("resigned", 0)
    again.score()
    assert again.series.points == (2.0, 0.0) and again.series.played == 2


def test_a_rematch_begins_where_the_match_did() -> None:
    sitting = begin(position=LAST_PIECE, control=Control(10, 5))
    play(sitting, 1)
    again = sitting.rematch(Storage())
    assert again.match.position == sitting.match.start and again.match.set_up
    assert again.match.clock.control == Control(10, 5)
    assert again.match.options == sitting.match.options


def test_a_rematch_of_two_computers_keeps_their_pace() -> None:
    sitting = begin(COMPUTER, COMPUTER)
    sitting.record = replace(sitting.record, extra={**sitting.record.extra, "Pace": "2.0"})
    again = sitting.rematch(Storage())
    assert again.record.extra["Pace"] == "2.0"


def test_the_result_is_scored_once() -> None:
    sitting = begin()
    assert not sitting.score()
    sitting.match.end("agreed", 0)
    assert sitting.score() and not sitting.score()
    assert sitting.series.points == (0.5, 0.5)


def test_an_end_that_is_undone_gives_its_points_back(tmp_path: Path) -> None:
    storage, sitting = Storage(), begin()
    play(sitting, 2)
    sitting.match.end("resigned", 0)
    sitting.score()
    sitting.save(storage)
    assert [entry.id for entry in storage.list_matches("finished")] == [sitting.id]
    sitting.match.undo()
    sitting.reopen(storage)
    sitting.save(storage)
    assert sitting.series.points == (0.0, 0.0) and sitting.series.played == 0
    assert [entry.id for entry in storage.list_matches()] == [sitting.id] and not storage.list_matches("finished")
    sitting.match.end("resigned", 1)
    sitting.score()
    assert sitting.series.points == (1.0, 0.0)


def test_a_finished_match_that_is_loaded_is_not_scored_again() -> None:
    sitting = begin()
    sitting.match.end("resigned", 0)
    sitting.score()
    again = Session.load(sitting.id, sitting.text())
    assert not again.score()
    assert again.series.points == (0.0, 1.0)


def test_a_match_that_has_not_begun_is_not_kept() -> None:
    storage, sitting = Storage(), begin()
    sitting.save(storage)
    assert storage.list_matches() == []
    play(sitting, 1)
    sitting.save(storage)
    assert [entry.id for entry in storage.list_matches()] == [sitting.id]


def test_a_finished_match_moves_from_the_one_shelf_to_the_other() -> None:
    storage, sitting = Storage(), begin()
    play(sitting, 1)
    sitting.save(storage)
    sitting.match.end("resigned", 0)
    sitting.save(storage)
    assert storage.list_matches() == [] and len(storage.list_matches("finished")) == 1


@pytest.mark.parametrize(
    "header",
    ["", "nonsense", "0,1 1", "0,0 1,0 1", "0,1 1,0,2 1", "1,0 x,y 1", "0,1 1,0 many", "0,1 nan,inf 1", "0,1 -1,0 1"],
)
def test_a_score_that_makes_no_sense_begins_anew(header: str) -> None:
    text = begin().text().replace("0,1 0,0 0", header)
    series = Session.load("x", text).series
    assert series.points == (0.0, 0.0) and series.played == 0


def test_a_record_with_an_error_says_in_which_line() -> None:
    sitting = begin()
    play(sitting, 2)
    text = sitting.text() + "0 a1-a1 3.0\n"
    with pytest.raises(RecordError, match=f"^Line {len(text.splitlines())}: a1-a1"):
        Session.load("x", text)


def test_the_time_of_a_decision_under_way_outlasts_the_closing_of_the_window() -> None:
    sitting = begin(control=Control(5, 3))
    play(sitting, 1, seconds=10.0)
    sitting.match.go(10.0)
    sitting.match.pause(17.5)
    again = Session.load(sitting.id, sitting.text())
    assert again.match.spent == pytest.approx(7.5)
    assert again.match.clock.left(1, 0.0) == pytest.approx(300 - 7.5)
    again.match.go(100.0)
    again.match.play(again.match.position.legal_moves()[0], 102.0)
    assert again.match.plies[-1].seconds == pytest.approx(9.5)
    assert "Spent" not in again.text()


# --- who begins next, where everybody keeps their colour


def ducart(**options: Any) -> Session:
    assert DUCART is not None
    return Session.begin(Storage(), DUCART, Options(**options), (ANNA, BERT), rng=Random(1))


def test_in_ducart_the_first_move_goes_round_and_everybody_keeps_the_colour() -> None:
    sitting = ducart(first="toss")
    begins = [sitting.match.position.to_move]
    for _ in range(3):
        sitting.match.end("resigned", 0)
        sitting.score()
        sitting = sitting.rematch(Storage())
        begins.append(sitting.match.position.to_move)
        assert sitting.players == (ANNA, BERT) and sitting.series.seating == (0, 1)
    assert begins in ([0, 1, 0, 1], [1, 0, 1, 0])
    assert sitting.series.points == (0.0, 3.0), "Bert has won them all"


def test_the_coin_is_tossed_once_a_sitting() -> None:
    sitting = ducart(first="toss")
    assert COIN in sitting.record.extra
    assert COIN not in sitting.rematch(Storage()).record.extra
    assert COIN not in ducart(first="gold").record.extra


def test_a_swap_may_be_agreed_later_and_then_stays() -> None:
    sitting = ducart(first="gold")
    assert ["swap=yes" in write_options(options) for options in sitting.following] == [False, True]
    swapped = sitting.rematch(Storage(), 1)
    assert {"swap=yes", "first=blue"} <= set(write_options(swapped.match.options).split())
    assert ["swap=yes" in write_options(options) for options in swapped.following] == [True]
    assert "swap=yes" in write_options(swapped.rematch(Storage()).match.options)


def test_from_a_position_of_its_own_sides_are_changed_instead() -> None:
    assert DUCART is not None
    start = DUCART.text.read("2h5/w7/8/8/8/8/W7/7H b - g 0 0 -")
    sitting = Session.begin(Storage(), DUCART, Options(first="toss"), (ANNA, BERT), None, start)
    assert COIN not in sitting.record.extra and sitting.following == ()
    again = sitting.rematch(Storage())
    assert again.players == (BERT, ANNA) and again.match.position == start


def test_other_games_change_seats_as_ever() -> None:
    sitting = begin()
    assert sitting.following == ()
    assert sitting.rematch(Storage()).players == (BERT, ANNA)

"""What the paper beside the table says."""

from __future__ import annotations

from typing import Any, Final
from unittest.mock import Mock

import pytest

from rules import GAMES
from rules.clock import Control
from rules.game import Game
from rules.record import Player
from scenes.app.storage import Storage
from scenes.app.words import Words
from scenes.table import result_text, shown_state, turn_text
from scenes.table.model import PlyCursor
from scenes.table.session import Session
from scenes.table.shown_state import make_player_strips
from scenes.table.state import StatusLine
from tests.rows import rows
from tests.scenes.matches import ANNA, BERT, COMPUTER, DUCK, OPEN_KINGS, TWO_HOPS, begin

WORDS = Words("en")
PLAYERS: Final = {"Anna": ANNA, "Bert": BERT, "Regular": COMPUTER}


def said(session: Session, computer: bool = False, note: str | None = None, ply: int | None = None) -> StatusLine:
    return shown_state.describe_status(WORDS, session, PlyCursor.at_ply(session.match, ply), computer, note)


def play_first(session: Session, count: int = 1) -> None:
    for _ in range(count):
        session.match.play(session.match.position.legal_moves()[0])


@rows
def test_status_says_whose_turn_it_is_what_to_do_and_the_winner(
    names: str, position: str | None, plies: int, loser: int | None, facts: dict[str, Any], told: list[Any]
) -> None:
    session = begin(*(PLAYERS[name] for name in names.split()), position=position)
    play_first(session, plies)
    if loser is not None:
        session.match.force_end("resigned", loser)
    assert said(session, **facts) == StatusLine(*told)


@pytest.mark.parametrize(("language", "told"), [("en", "You resigned."), ("fr", "Vous avez abandonné.")])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_only_person_is_addressed_as_you_at_the_end(game: Game, language: str, told: str) -> None:
    for other, words in ((COMPUTER, told), (BERT, "Anna ")):
        session = Session.begin(Storage(), game, game.play.options(), (ANNA, other))
        session.match.force_end("resigned", 0)
        status = shown_state.describe_status(Words(language), session, PlyCursor(session.match), False, None)
        assert status.note.startswith(words)


def test_players_of_the_same_name_have_their_seats_added() -> None:
    strips = make_player_strips(WORDS, begin(COMPUTER, COMPUTER), 0.0)
    assert [(plate.name, plate.detail) for plate in strips] == [("Regular", "Black"), ("Regular", "White")]


def test_finished_match_shows_winner_reason_and_session_score() -> None:
    session = begin()
    play_first(session)
    session.match.force_end("resigned", 1)
    session.score_result()
    assert said(session) == StatusLine("Anna won", "Bert resigned.")
    again = session.rematch(Storage())
    again.match.force_end("agreed", 0)
    again.score_result()
    assert said(again) == StatusLine("Draw", "Draw by agreement. Matches won: Anna 1½, Bert ½")


def test_nameplates_have_names_sides_and_times() -> None:
    """Bug: "Player" stood there for whoever plays alone, and "You" everywhere else."""
    session = begin(ANNA, Player("person", ""), control=Control(5, 0))
    session.match.start_clock(0.0)
    first, second = make_player_strips(WORDS, session, 30.0)
    assert (first.name, first.detail, first.seconds, first.is_to_move) == ("Anna", "Black", 270.0, True)
    assert (second.name, second.detail, second.seconds, second.is_to_move) == ("White", "", 300.0, False)
    session = begin()
    session.match.force_end("agreed", 0)
    assert [(plate.seconds, plate.is_to_move) for plate in make_player_strips(WORDS, session, 9.0)] == [
        (None, False)
    ] * 2
    usual = Player("person", WORDS("setup.default_name"))
    assert [plate.name for plate in make_player_strips(WORDS, begin(usual, COMPUTER), 0.0)] == ["You", "Regular"]
    assert [plate.name for plate in make_player_strips(WORDS, begin(usual, BERT), 0.0)] == ["Player", "Bert"]


def test_turn_list_has_a_gap_where_white_begins() -> None:
    session = begin(position=TWO_HOPS)
    assert turn_text.list_turns(WORDS, session) == []
    play_first(session)
    assert turn_text.list_turns(WORDS, session) == ["…", "b3xd5"]
    play_first(session)
    assert turn_text.list_turns(WORDS, session) == ["…", "b3xd5xf7"]


def test_half_points_are_written_with_a_fraction_sign() -> None:
    assert [result_text.format_points(value) for value in (0.0, 0.5, 1.0, 2.5)] == ["0", "½", "1", "2½"]


def test_length_text_counts_turns_and_minutes() -> None:
    session = begin()
    session.match.start_clock(0.0)
    for seconds in (50.0, 130.0):
        session.match.play(session.match.position.legal_moves()[0], seconds)
        assert result_text.length_text(WORDS, session).startswith("1 turn")
    assert result_text.length_text(WORDS, session) == "1 turn, 2 minutes"
    session.match.play(session.match.position.legal_moves()[0], 140.0)
    assert result_text.length_text(WORDS, session) == "2 turns, 2 minutes"


def half_way(position: str | None = None, plies: int = 1) -> Session:
    start = None if position is None else DUCK.text.read(position)
    session = Session.begin(Storage(), DUCK, DUCK.play.options(), (ANNA, BERT), None, start)
    play_first(session, plies)
    return session


def put(session: Session, note: str | None = None, aided: bool = True, token: str = "put") -> StatusLine:
    return shown_state.describe_status(
        WORDS, session, PlyCursor(session.match), False, note, put_remark=token, shows_warnings=aided
    )


def test_piece_to_put_comes_first_and_warnings_precede_help() -> None:
    words = put(half_way())
    assert words.status == "Now put the duck on an empty square." and "Esc" in words.note and not words.is_warning
    assert put(half_way(), "Looking for a good move").note == "Looking for a good move"
    warned = put(half_way(OPEN_KINGS))
    assert warned.note.startswith("Your king on") and warned.is_warning
    assert "Esc" in put(half_way(OPEN_KINGS), aided=False).note


def test_aiding_remarks_can_be_switched_off() -> None:
    session = half_way(OPEN_KINGS, plies=0)
    aided, alone = (put(session, aided=aided, token="") for aided in (True, False))
    assert aided.note.startswith("Your king on e1") and aided.is_warning
    assert "king" not in alone.note and not alone.is_warning


def test_unfinished_turn_is_listed_with_an_ellipsis() -> None:
    session = half_way()
    (written,) = turn_text.list_turns(WORDS, session)
    assert turn_text.list_turns(WORDS, session, is_unfinished=True) == [f"{written} …"]
    play_first(session)
    (whole,) = turn_text.list_turns(WORDS, session)
    assert whole.startswith(f"{written}@")


def test_turn_list_is_rebuilt_only_on_change_and_notates_each_turn_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A match may have 20 000 turns, and each key that is struck shows the list."""
    session = begin()
    play_first(session, 5)
    listed, worded = (Mock(wraps=one) for one in (turn_text._notate_span, turn_text.notate_turn))
    monkeypatch.setattr(turn_text, "_notate_span", listed)
    monkeypatch.setattr(turn_text, "notate_turn", worded)
    turn_text._NOTATIONS.clear()
    first = turn_text.list_turns(WORDS, session)
    assert turn_text.list_turns(WORDS, session) == first and (listed.call_count, worded.call_count) == (5, 5)
    assert session.match.turns() is session.match.turns()
    turn_text.list_turns(Words("fr"), session)
    assert (listed.call_count, worded.call_count) == (10, 10)
    session.match.undo()
    assert turn_text.list_turns(WORDS, session) == first[:-1] and listed.call_count == 14
    play_first(session)
    assert turn_text.list_turns(WORDS, session) == first and listed.call_count == 19
    session.match.force_end("resigned", 0)
    assert turn_text.list_turns(WORDS, session) == first and (listed.call_count, worded.call_count) == (24, 10)

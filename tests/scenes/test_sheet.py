"""What the paper beside the table says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from rules.clock import Control
from rules.contract import Move, Position
from rules.match import Span
from rules.record import Player
from scenes.app.storage import Storage
from scenes.app.words import Words
from scenes.table import match_text, status_text
from scenes.table.model import PlyCursor
from scenes.table.session import Session
from scenes.table.state import StatusLine
from scenes.table.status_text import player_strips
from tests.scenes.matches import ANNA, BERT, COMPUTER, DUCK, GAME, ONE_CAPTURE, OPEN_KINGS, TWO_HOPS

WORDS = Words("en")


def begin(*players: Player, position: str | None = None, control: Control | None = None) -> Session:
    start = None if position is None else GAME.text.read(position)
    return Session.begin(Storage(), GAME, GAME.play.options(), players or (ANNA, BERT), control, start)


def said(session: Session, computer: bool = False, note: str | None = None, ply: int | None = None) -> StatusLine:
    course = PlyCursor.at_ply(session.match, ply)
    return status_text.describe_status(WORDS, session, course, computer, note)


def play_first(session: Session, count: int = 1) -> None:
    for _ in range(count):
        session.match.play(session.match.position.legal_moves()[0])


def test_at_first_it_says_whose_turn_it_is_and_what_to_do() -> None:
    assert said(begin()).status == "Anna, it is your turn."
    assert "Choose a piece" in said(begin()).note
    assert said(begin(COMPUTER, ANNA, position=None), computer=True) == StatusLine("Regular is thinking")


def test_whoever_begins_with_an_answer_is_helped_too() -> None:
    session = begin(COMPUTER, ANNA)
    play_first(session)
    assert "Choose a piece" in said(session).note
    play_first(session, 2)
    assert said(session).note == ""


def test_a_capture_that_must_be_made_is_pressing_even_in_the_first_turn() -> None:
    capture = said(begin(position=ONE_CAPTURE))
    assert capture.note == "You must capture, with the marked piece." and capture.warning


def test_the_only_person_here_is_spoken_to() -> None:
    assert said(begin(ANNA, COMPUTER)).status == "Your turn"
    for loser, headline in ((0, "You lost"), (1, "You won")):
        session = begin(ANNA, COMPUTER)
        session.match.end("resigned", loser)
        assert said(session).status == headline
    both = begin()
    both.match.end("resigned", 0)
    assert said(both).status == "Bert won"


def test_two_of_one_name_are_told_apart_by_their_seats() -> None:
    session = begin(COMPUTER, COMPUTER)
    assert said(session, computer=True).status == "Black is thinking"
    assert [(plate.name, plate.detail) for plate in player_strips(WORDS, session, 0.0)] == [
        ("Regular", "Black"),
        ("Regular", "White"),
    ]


def test_in_mid_turn_it_says_that_the_piece_must_go_on() -> None:
    session = begin(position=TWO_HOPS)
    play_first(session)
    assert said(session) == StatusLine("Bert, it is your turn.", "The same piece must go on capturing.", warning=True)


def test_a_note_stands_in_the_place_of_remarks() -> None:
    assert said(begin(position=ONE_CAPTURE), note="Looking for a good move").note == "Looking for a good move"


def test_when_the_computer_has_given_up_it_is_not_said_to_be_thinking() -> None:
    gone = said(begin(COMPUTER, ANNA), computer=True, note="It has stopped working.")
    assert gone == StatusLine("Regular to move", "It has stopped working.", warning=True)


def test_looking_back_it_says_after_which_turn() -> None:
    session = begin()
    play_first(session, 3)
    assert said(session, ply=0).status == "Looking back: the beginning"
    assert said(session, ply=2).status == "Looking back: after 1… a3-b4"
    assert said(session, ply=3).status == "Bert, it is your turn."


def test_a_match_that_is_over_says_who_won_and_why_and_the_score_of_more_than_one() -> None:
    session = begin()
    play_first(session)
    session.match.end("resigned", 1)
    session.score()
    assert said(session) == StatusLine("Anna won", "Bert resigned.")
    again = session.rematch(Storage())
    again.match.end("agreed", 0)
    again.score()
    assert said(again) == StatusLine("Draw", "Draw by agreement. Matches won: Anna 1½, Bert ½")


def test_looking_back_on_a_match_that_is_over_the_end_says_the_result() -> None:
    session = begin()
    play_first(session, 2)
    session.match.end("resigned", 1)
    assert said(session, ply=1).status == "Looking back: after 1. a6-b5"
    assert said(session, ply=2).status == "Anna won"


def test_names_sides_and_times_stand_on_the_plates() -> None:
    session = begin(ANNA, Player("person", ""), control=Control(5, 0))
    session.match.go(0.0)
    first, second = player_strips(WORDS, session, 30.0)
    assert (first.name, first.detail, first.seconds, first.running) == ("Anna", "Black", 270.0, True)
    assert (second.name, second.detail, second.seconds, second.running) == ("White", "", 300.0, False)


def test_whoever_plays_alone_without_a_name_is_you_on_the_plate() -> None:
    """Bug: "Player" stood there, and "You" everywhere else."""
    usual = Player("person", WORDS("setup.default_name"))
    assert [plate.name for plate in player_strips(WORDS, begin(usual, COMPUTER), 0.0)] == ["You", "Regular"]
    assert [plate.name for plate in player_strips(WORDS, begin(usual, BERT), 0.0)] == ["Player", "Bert"]


def test_without_a_clock_there_is_no_time_and_after_the_end_nobody_is_to_move() -> None:
    session = begin()
    session.match.end("agreed", 0)
    assert [(plate.seconds, plate.running) for plate in player_strips(WORDS, session, 9.0)] == [(None, False)] * 2


def test_turns_are_written_as_people_do_with_a_gap_where_white_begins() -> None:
    session = begin(position=TWO_HOPS)
    assert status_text.list_turns(WORDS, session) == []
    play_first(session)
    assert status_text.list_turns(WORDS, session) == ["…", "b3xd5"]
    play_first(session)
    assert status_text.list_turns(WORDS, session) == ["…", "b3xd5xf7"]


@pytest.mark.parametrize(("value", "text"), [(0.0, "0"), (0.5, "½"), (1.0, "1"), (2.5, "2½")])
def test_half_points_are_written_as_people_do(value: float, text: str) -> None:
    assert match_text.points(value) == text


def test_the_length_of_a_match_counts_turns_and_minutes() -> None:
    session = begin()
    session.match.go(0.0)
    for seconds in (50.0, 130.0):
        session.match.play(session.match.position.legal_moves()[0], seconds)
        assert match_text.length(WORDS, session).startswith("1 turn")
    assert match_text.length(WORDS, session) == "1 turn, 2 minutes"
    session.match.play(session.match.position.legal_moves()[0], 140.0)
    assert match_text.length(WORDS, session) == "2 turns, 2 minutes"


def test_a_turn_is_put_into_words_once() -> None:
    session = begin()
    play_first(session, 6)
    game, written = session.game, []

    def notate(position: Position, moves: Sequence[Move]) -> str:
        written.append(moves)
        return game.text.notate(position, moves)

    noting = replace(game, text=replace(game.text, notate=notate, notate_in_full=None))
    session.game = noting
    status_text._NOTED.clear()
    first = status_text.list_turns(WORDS, session)
    assert status_text.list_turns(WORDS, session) == first and len(written) == len(first) == 6


def half_way(position: str | None = None) -> Session:
    start = None if position is None else DUCK.text.read(position)
    session = Session.begin(Storage(), DUCK, DUCK.play.options(), (ANNA, BERT), None, start)
    play_first(session)
    return session


def put(session: Session, note: str | None = None, aided: bool = True) -> StatusLine:
    return status_text.describe_status(WORDS, session, PlyCursor(session.match), False, note, put="put", aided=aided)


def test_what_is_still_to_be_put_is_said_first() -> None:
    words = put(half_way())
    assert words.status == "Now put the duck on an empty square." and "Esc" in words.note and not words.warning
    assert put(half_way(), "Looking for a good move").note == "Looking for a good move"


def test_a_warning_goes_before_the_help_unless_it_is_not_wished() -> None:
    warned = put(half_way(OPEN_KINGS))
    assert warned.note.startswith("Your king on") and warned.warning
    assert "Esc" in put(half_way(OPEN_KINGS), aided=False).note


def test_remarks_that_are_an_aid_are_left_out_if_they_are_not_wished() -> None:
    session = Session.begin(Storage(), DUCK, DUCK.play.options(), (ANNA, BERT), None, DUCK.text.read(OPEN_KINGS))
    course = PlyCursor(session.match)
    aided, alone = (
        status_text.describe_status(WORDS, session, course, False, None, aided=aided) for aided in (True, False)
    )
    assert aided.note.startswith("Your king on e1") and aided.warning
    assert "king" not in alone.note and not alone.warning


def test_a_turn_that_lacks_something_is_listed_so() -> None:
    session = half_way()
    (written,) = status_text.list_turns(WORDS, session)
    assert status_text.list_turns(WORDS, session, unfinished=True) == [f"{written} …"]
    play_first(session)
    (whole,) = status_text.list_turns(WORDS, session)
    assert whole.startswith(f"{written}@")


def test_turns_that_were_written_once_are_kept() -> None:
    session = begin()
    play_first(session, 3)
    assert len(set(status_text.list_turns(WORDS, session))) == 3
    for key in status_text._NOTED:
        status_text._NOTED[key] = "as before"
    play_first(session)
    assert status_text.list_turns(WORDS, session)[:3] == ["as before"] * 3
    status_text._NOTED.clear()


def test_the_list_of_turns_is_written_anew_only_when_something_was_played_or_taken_back_or_it_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A match may have 20 000 turns, and each key that is struck shows the list."""
    session = begin()
    play_first(session, 5)
    asked: list[object] = []
    plain = status_text._turn

    def noted(words: Words, session: Session, span: Span) -> str:
        asked.append(span)
        return plain(words, session, span)

    monkeypatch.setattr(status_text, "_turn", noted)
    status_text._NOTED.clear()
    first = status_text.list_turns(WORDS, session)
    assert status_text.list_turns(WORDS, session) == first and len(asked) == len(first) == 5
    assert session.match.turns() is session.match.turns()
    status_text.list_turns(Words("fr"), session)
    assert len(asked) == 10
    session.match.undo()
    assert status_text.list_turns(WORDS, session) == first[:-1] and len(asked) == 14
    play_first(session)
    assert status_text.list_turns(WORDS, session) == first and len(asked) == 19
    session.match.end("resigned", 0)
    assert status_text.list_turns(WORDS, session) == first and len(asked) == 24

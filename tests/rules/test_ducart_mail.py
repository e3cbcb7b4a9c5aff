"""Ducart by mail: lines with check codes, both ways (README.md, section 11.1)."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.ducart import GAME, mail
from rules.ducart.options import Options
from rules.ducart.text import start
from rules.errors import MailError, RecordError
from rules.match import Match
from rules.record import Player, Record
from tests.rows import rows

OWN = "7k/w7/8/3w4/4W3/8/W7/7K b - g 12 33 -"


def played(turns: int, options: Options | None = None, position: str = "", seed: int = 5) -> Match:
    match = Match(GAME.play, options or Options(), position=GAME.text.read(position) if position else None)
    rng = Random(seed)
    while len(match.plies) < turns and match.outcome() is None:
        match.play(rng.choice(match.position.legal_moves()))
    return match


def record(match: Match) -> Record:
    return Record(match, (Player(), Player()))


def refused(match: Match, text: str) -> MailError:
    """Return the error of a text, after checking that it has changed nothing."""
    before = match.position, tuple(match.plies)
    with pytest.raises(MailError) as caught:
        mail.MAIL.read(match, text)
    assert (match.position, tuple(match.plies)) == before
    return caught.value


# --- one line


def test_a_turn_is_written_as_documented_and_played_on_the_other_board() -> None:
    here, there = Match(GAME.play, Options()), Match(GAME.play, Options())
    here.play(GAME.text.read_turn(here.position, "Wd2-d3")[0])
    assert mail.write_line(here, 0) == "1g:Wd2-d3#cdab"
    assert mail.MAIL.read(there, " 1g:Wd2-d3#cdab\n") == [here.plies[0].move]


def test_numbers_count_pairs_from_the_side_that_begins() -> None:
    match = played(5, Options(first="blue"))
    labels = [mail.write_line(match, turn).partition(":")[0] for turn in range(5)]
    assert labels == ["1b", "1g", "2b", "2g", "3b"]


def test_a_letter_may_contain_other_text_and_quotations() -> None:
    match, there = played(2), played(1)
    line = mail.write_line(match, 1)
    letter = f"Dear Anna, at 10:30 I found this:\n> {mail.write_line(match, 0)}\n> > {line}.\nYours, Bert"
    assert [str(move) for move in mail.MAIL.read(there, letter)] == [str(match.plies[1].move)]


@rows
def test_a_broken_line_is_refused_with_a_code_and_changes_nothing(text: str, code: str) -> None:
    problem = refused(Match(GAME.play, Options()), text)
    assert problem.code == code


def test_a_refused_turn_has_its_reason() -> None:
    problem = refused(Match(GAME.play, Options()), "1g:Wd2-d4#cdab")
    assert problem.refusal is not None and problem.refusal.code == "pattern-sweeper"
    assert "from d2 to d4" in str(problem)
    assert problem.facts == {"turn": "1g", "text": "Wd2-d4"}


def test_a_wrong_code_names_the_turn_and_both_codes() -> None:
    problem = refused(Match(GAME.play, Options()), "1g:Wd2-d3#0000")
    assert problem.facts == {"turn": "1g", "there": "0000", "here": "cdab"}
    assert "turn 1g" in str(problem) and "0000" in str(problem) and "cdab" in str(problem)


def test_boards_with_different_options_are_noticed_at_once() -> None:
    problem = refused(Match(GAME.play, Options(hundred="counted")), "1g:Wd2-d3#cdab")
    assert problem.code == "code"


def test_own_and_old_lines_are_recognised_as_known() -> None:
    match = played(3)
    problem = refused(match, mail.write_line(match, 2))
    assert problem.code == "known" and problem.facts == {"turn": "2g"}


def test_a_turn_that_was_played_differently_is_named() -> None:
    match, other = played(3), played(3, seed=6)
    text = mail.write(record(other))
    problem = refused(match, text)
    assert problem.code == "differs"
    first = next(n for n in range(3) if mail.write_line(match, n) != mail.write_line(other, n))
    assert problem.facts["turn"] == ("1g", "1b", "2g")[first]


def test_a_turn_after_the_end_is_refused() -> None:
    match = played(2)
    match.force_end("resigned", 0)
    assert refused(match, "2g:Wd2-d3#cdab").code == "over"


# --- whole matches


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 60), st.integers(0, 10**6), st.integers(0, 95))
def test_the_lines_of_a_match_restore_the_match(turns: int, seed: int, way: int) -> None:
    options = list(mail.possible_options(seed % 2))[way]
    match = played(turns, options, seed=seed)
    again = mail.LINES.read(mail.write(record(match)), GAME.play)
    assert again.match.position == match.position
    assert again.match.options == options
    assert [str(ply.move) for ply in again.match.plies] == [str(ply.move) for ply in match.plies]


def test_the_options_are_found_by_the_code_of_the_first_turn() -> None:
    match = played(1, Options(first="blue", hundred="counted", swap=True, push_only=True))
    again = mail.LINES.read(mail.write_line(match, 0), GAME.play)
    assert again.match.options == match.options


def test_options_that_fit_all_lines_are_chosen_among_those_that_fit_the_first() -> None:
    codes: dict[str, list[tuple[Options, str]]] = {}
    for options in mail.possible_options(1):
        position = start(options)
        for move in position.legal_moves():
            code = mail.check_code(position.play(move))
            codes.setdefault(f"{move}#{code}", []).append((options, str(move)))
    alike = next(found for found in codes.values() if len(found) > 1)
    for options, turn in alike:
        match = Match(GAME.play, options)
        match.play(GAME.text.read_turn(match.position, turn)[0])
        for _ in range(3):
            match.play(match.position.legal_moves()[0])
        assert mail.LINES.read(mail.write(record(match)), GAME.play).match.options == options


def test_the_sender_of_the_last_turn_is_the_remote_player() -> None:
    again = mail.LINES.read("1g:Wd2-d3#cdab", GAME.play)
    assert [player.kind for player in again.players] == ["mail", "person"]


def test_a_match_from_a_custom_position_names_the_position() -> None:
    match = played(3, position=OWN)
    text = mail.write(record(match))
    assert text.splitlines()[0] == OWN and text.splitlines()[1].startswith("1b:")
    again = mail.LINES.read(text, GAME.play)
    assert again.match.position == match.position and again.match.has_own_start


@rows
def test_a_wrong_record_is_refused_with_a_reason(text: str, said: str) -> None:
    with pytest.raises(RecordError, match=said.replace("(", r"\(")):
        mail.LINES.read(text, GAME.play)


def test_a_timed_match_is_written_with_its_events() -> None:
    match = Match(GAME.play, Options(timed=True))
    for word in ("time", "hour", "Wd7-d6"):
        move = GAME.text.read_turn(match.position, word)[0]
        match.play(move)
        if match.outcome() is not None:
            break
    again = mail.LINES.read(mail.write(record(match)), GAME.play)
    assert again.match.position == match.position

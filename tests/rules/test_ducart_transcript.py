"""The record of Ducart with tags, both ways (section 11.1 of rules/ducart/README.md), and how it is told apart."""

import re

import pytest

from rules import record
from rules.contract import Outcome
from rules.ducart import GAME
from rules.ducart.options import Options
from rules.ducart.records import options_of, recognises
from rules.errors import RecordError
from rules.match import Match
from rules.record import Player, Record
from tests.rows import rows
from tests.rules.ducart import START, on
from tests.rules.play import option_sets, read_any

TEXT = f"""[Game "Ducart"]
[Start "{START[:-1]}t"]
[Gold "Anna"]
[Blue "Level 3"]
[Date "2026-11-21"]
[Result "*"]
[Event "Club \\"7\\""]

1. Wd2-d3 We7-e6 2. time Cb8-c6 3. hour Wd3-d4
"""


def written(match: Match, *names: str) -> str:
    players = tuple(Player("person", name) for name in names or ("", ""))
    (form,) = (form for form in GAME.text.formats if form.key == "ducart")
    return form.write(Record(match, players))


def test_a_record_has_players_date_and_every_turn() -> None:
    read = read_any(TEXT)
    assert [player.name for player in read.players] == ["Anna", "Level 3"]
    assert read.extra == {"Date": "2026-11-21", "Ducart-Event": 'Club "7"'}
    assert [str(ply.move) for ply in read.match.plies][2:] == ["time", "Cb8-c6", "hour", "Wd3-d4"]
    assert read.match.position.text().endswith(" b - g 1 5 ot")
    assert (read.match.has_own_start, read.match.options) == (False, Options(timed=True))
    (form,) = (form for form in GAME.text.formats if form.key == "ducart")
    assert form.write(read) == TEXT


def test_the_computer_has_its_level_and_an_unnamed_player_a_question_mark() -> None:
    match = Match(GAME.play)
    (form,) = (form for form in GAME.text.formats if form.key == "ducart")
    text = form.write(Record(match, (Player("computer", level=4), Player())))
    assert '[Game "Ducarté"]' in text
    assert '[Gold "Computer (level 4)"]\n[Blue "?"]' in text
    assert [player.name for player in read_any(text).players] == ["Computer (level 4)", ""]


def test_the_beginning_side_is_first_in_each_pair_of_turns() -> None:
    match = Match(GAME.play, position=on("4h3/7w/8/8/8/8/W7/3H4", "b"))
    for turn in ("Wh7-h6", "Wa2-a3", "Wh6-h5"):
        match.play(GAME.text.read_turn(match.position, turn)[0])
    text = written(match)
    assert text.endswith("\n\n1. Wh7-h6 Wa2-a3 2. Wh6-h5\n")
    again = read_any(text).match
    assert (again.has_own_start, again.start) == (True, match.start)


def test_options_are_those_of_the_position() -> None:
    for options in option_sets(GAME):
        if options.first != "toss":
            told = options_of(Match(GAME.play, options).start)  # type: ignore[arg-type]
            assert told == Options(**{**{name: getattr(options, name) for name in told.__slots__}, "late": "passes"})


def test_a_transcript_is_recognised_by_its_first_tag_in_any_spelling() -> None:
    assert recognises('\ufeff\n\n[Game  "ducarte"]')
    assert not recognises(record.write(Record(Match(GAME.play), (Player(), Player()))))


@rows
def test_a_wrong_transcript_is_refused_with_its_line(old: str, new: str, line: int, words: str) -> None:
    assert old in TEXT
    spoilt = TEXT.replace(old, new)
    if not words:
        assert read_any(spoilt).match.plies
        return
    with pytest.raises(RecordError, match=re.escape(words)) as problem:
        read_any(spoilt)
    assert problem.value.line == line


def test_a_result_contradicted_by_the_turns_is_refused() -> None:
    match = Match(GAME.play, position=on("8/3W4/8/8/8/8/7w/8"))
    match.play(GAME.text.read_turn(match.position, "Wd7-d8=L")[0])
    text = written(match)
    assert '[Result "blue"]\n[Ending "sweepers"]' in text
    with pytest.raises(RecordError, match='by its turns the match ended "blue"'):
        read_any(text.replace('"blue"', '"gold"'))
    with pytest.raises(RecordError, match="comes after the end"):
        read_any(text.rstrip() + " Wh2-h1=L\n")


def test_a_result_without_an_ending_is_a_resignation_or_an_agreement() -> None:
    won = read_any(TEXT.replace('"*"', '"blue"')).match
    drawn = read_any(TEXT.replace('"*"', '"draw"')).match
    assert won.outcome() == Outcome("resigned", (1,))
    assert drawn.outcome() == Outcome("agreed")

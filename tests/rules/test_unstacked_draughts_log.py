"""Matches of Unstacked Draughts as UD1-LOG: written, read again, and refused with the line."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import pytest

from rules import abilities
from rules.errors import RecordError
from rules.match import Match
from rules.record import Player, Record
from rules.unstacked_draughts import GAME
from rules.unstacked_draughts.options import Options
from rules.unstacked_draughts.position import Position
from rules.unstacked_draughts.records import LOG
from tests.checks import error_of
from tests.effort import by_effort
from tests.rows import rows
from tests.rules.play import option_sets, random_match
from tests.rules.unstacked import ASSISTED, ATTENTIVE, act, begin, lines

PLAYERS: Final = (Player("person", "Anna Maria"), Player("computer", 'The "Hawk"', 4))
SOURCE: Final = """\
UD1-LOG
meta white=Anna mode=assisted
meta goal=1 hash=abc
game 1
w 43: 4v 3v
b 11: 1v | 1v
b 51: 5v x1
w 54: 5v 4v
"""


def written(match: Match, **extra: str) -> str:
    return LOG.write(Record(match, PLAYERS, extra))


def read(text: str) -> Record:
    return LOG.read(text, GAME.play)


def refused(text: str) -> str:
    return str(error_of(RecordError, read, text))


def end(match: Match) -> Any:
    """Return what a log keeps of the state of a match."""
    position = match.position
    assert isinstance(position, Position)
    return position, position.throws, position.rolls, match.outcome(), match.options


def test_the_game_in_the_published_rules_is_read() -> None:
    record = read(SOURCE)
    assert lines(record.match) == ["w 43: 4v 3v", "b 11: 1v | 1v", "b 51: 5v x1", "w 54: 5v 4v"]
    assert record.match.position.text() == "UD1 d010012 d011212 b 0-0/1"
    assert record.players == (Player("person", "Anna"), Player("person", ""))
    assert record.extra == {"Dice-Hash": "abc"}


@pytest.mark.parametrize("options", option_sets(GAME), ids=str)
def test_finished_matches_are_read_back_with_their_rolls_and_throws(options: Options) -> None:
    for seed in range(3):
        match = random_match(GAME, options, seed)
        text = written(match)
        again = read(text)
        assert end(again.match) == end(match)
        assert lines(again.match) == lines(match)
        assert LOG.write(Record(again.match, again.players, again.extra)) == text
        assert [player.name for player in again.players] == [player.name for player in PLAYERS]


@pytest.mark.parametrize("options", option_sets(GAME), ids=str)
def test_an_unfinished_match_is_read_back_without_its_current_throw(options: Options) -> None:
    whole = random_match(GAME, options, 5)
    positions: Sequence[Any] = whole.positions
    phases = {position.phase: number for number, position in enumerate(positions)}
    for plies in {
        *range(0, len(whole.plies), max(7, len(whole.plies) // by_effort(3, 40, 40) | 1)),
        *phases.values(),
    }:
        match = random_match(GAME, options, 5, plies)
        text = written(match)
        again = read(text).match
        assert LOG.write(Record(again, PLAYERS)) == text
        stood = [position for position in match.positions if position == again.position]
        assert stood, "it stands where the match has stood"
        assert len(match.plies) - max(at for at, one in enumerate(match.positions) if one == again.position) < 12


def test_a_log_contains_options_and_every_throw() -> None:
    options = replace(ATTENTIVE, first="priority", goal=2, far_border=True)
    match = act(Match(GAME.play, options), "t w; off; t w; l 1; t b; tilt6; w-yes; b-yes")
    act(match, "t b; rim; t b; l 11; u b 1; t b; c w; u w 1; t b; short; t b; tilt65; w-no; b-yes; b-waive")
    act(match, "t b; tilt65; w-yes; b-no; w-test; u b 6; u b 5; t w")
    assert written(match, **{"Dice-Hash": "ab12", "Date": "2026-11-21 15:00"}).splitlines() == [
        "UD1-LOG",
        'meta white="Anna Maria" black="The \\"Hawk\\"" mode=attentive dice=real goal=2 loser_begins=no '
        'first=priority far_border=yes hash=ab12 date="2026-11-21 15:00"',
        "game 1",
        "T w off",
        "T b tilt 6 kept",
        "P 16",
        "T b rim",
        "b 11: 1v | 1v c1",
        "T b cover",
        "T b short",
        "T b tilt 65 again",
        "T b tilt 65 kept",
        "b 65: 6v 5v",
    ]


def test_failed_throws_are_replayed_so_that_throws_are_counted() -> None:
    text = "UD1-LOG\nmeta dice=real goal=1\nT w off\nT w tilt 43 again\nT w tilt 34 kept\nw 43: 4v 3v\nT b rim\n"
    match = read(text).match
    assert (abilities.throws(match.position), match.position.text()) == (4, "UD1 d110122 d111222 b 0-0/1")
    assert LOG.write(read(text)).endswith("\nT w off\nT w tilt 43 again\nT w tilt 43 kept\nw 43: 4v 3v\nT b rim\n")


@rows
def test_a_match_is_logged_as_the_case_says(
    law: str, position: str, mode: str, script: str, meta: str, lines: list[str], stands: int
) -> None:
    """`meta`: what the head holds; `stands`: the number of the position at which the match stands when it is read."""
    match = act(begin(position, ASSISTED if mode == "assisted" else ATTENTIVE), script)
    text = written(match)
    assert meta in text and text.splitlines()[2:] == lines, law
    assert read(text).match.position == match.positions[stands], law


@rows
def test_a_broken_log_is_refused_with_line_and_reason(old: str, new: str, words: str) -> None:
    assert SOURCE.count(old) == 1
    assert words in refused(SOURCE.replace(old, new))


def test_a_line_after_the_end_of_a_match_is_refused() -> None:
    won = 'UD1-LOG\nmeta goal=1 position="UD1 o000010 o000001 w 0-0/1"\nw 55: 5^ x5 #w\n'
    assert read(won).match.outcome() is not None, "the log ends with a won match"
    assert "Line 4: the match is over before this line" in refused(won + "b 65: 6v 5v\n")
    assert "Line 4: the match is over before this game" in refused(won + "game 2\n")
    assert "Line 2: the match can't have ended so" in refused(won.replace("meta", "meta ended=resigned:w"))
    assert "Line 0" not in refused("")


def test_a_log_that_is_too_long_is_refused_without_reading() -> None:
    assert "2000000 are the most" in refused("UD1-LOG\n" + "w" * 2_000_000)
    assert "longer than" in refused("UD1-LOG\nmeta white=" + "w" * 2_000)

"""Unstacked Draughts as text: UD1 positions and roll lines, both ways, and what is wrong with broken ones."""

from dataclasses import replace

import pytest

from rules import console
from rules.errors import PositionError, TurnError
from rules.match import Match
from rules.unstacked_draughts import GAME
from rules.unstacked_draughts.options import Options
from rules.unstacked_draughts.position import Position
from rules.unstacked_draughts.state import Phase
from rules.unstacked_draughts.text import parse, read, with_options
from tests.rows import rows
from tests.rules.unstacked import ASSISTED, ATTENTIVE, act, alone, begin, lines

START = "UD1 d111222 d111222 w 0-0/3"

# Positions

READ = [
    START,
    "UD1 d111222 d111222 - 0-0/3",
    "UD1 d111222 d111222 - 1-2/15",
    "UD1 o222333 d100000 b 0-0/1",
    "UD1 o000000 o000001 b 1-0/3",
    "UD1 o000001 o000000 w 1-3/3",
    "UD1 d110122 d011222 b 0-0/1 [b 1bv 1-]",
    "UD1 d110122 d111222 b 0-0/1 [b 1- 1-]",
    "UD1 d110122 d011222 b 0-0/1 [b 1bv 1- c1 !]",
    "UD1 d010122 d011222 b 0-0/1 [b 1bv 1wv c1]",
    "UD1 o212333 d010011 b 0-0/1 [w 5wv 2w^]",
    "UD1 o212333 d010011 b 0-0/1 [w 2w^ 5wv]",
    "UD1 o022333 o122333 w 0-0/1 [w 1bv 1b^]",
    "UD1 d111222 d111222 b 0-0/1 [w 4- 3-]",
]


@pytest.mark.parametrize("text", READ)
def test_what_was_read_is_written_again_byte_for_byte(text: str) -> None:
    assert read(text).text() == text


def test_a_text_says_the_phase() -> None:
    phases = [read(text).phase for text in READ[:7]]
    assert phases[:2] == [Phase.READY, Phase.PRIORITY]
    assert phases[4:] == [Phase.WON, Phase.OVER, Phase.REST]


@rows
def test_a_broken_position_says_which_field_and_why(text: str, words: str) -> None:
    with pytest.raises(PositionError) as caught:
        read(text)
    assert words in str(caught.value)
    assert str(caught.value).endswith(".")


def test_options_that_the_text_does_not_carry_come_from_outside_and_the_goal_from_the_text() -> None:
    position = with_options(read(START), Options(mode="attentive", dice="real", goal=7, loser_begins=True))
    assert (position.attentive, position.options.dice, position.options.loser_begins) == (True, "real", True)
    assert position.options.goal == 3


def test_a_lying_roll_is_attentive_play_whatever_the_options_say() -> None:
    assert with_options(read(READ[6]), ASSISTED).attentive


def test_there_is_no_text_while_dice_fly_or_go_over() -> None:
    for script in ("t w", "t w; l 43", "t w; l 43; u w 4"):
        with pytest.raises(ValueError, match="no text"):
            act(begin(START, ASSISTED), script).position.text()
    match = act(Match(GAME.play, replace(ASSISTED, first="priority")), "t w; l 4")
    with pytest.raises(ValueError, match="no text"):
        match.position.text()


# Roll lines


@rows
def test_lines_lead_to_the_position_of_the_law(
    law: str, position: str, options: str, turns: list[str], text: str
) -> None:
    after = console.play(GAME, console.position_of(GAME, position, options), turns)
    assert after.text() == text, law


def test_dice_are_read_in_either_order_and_written_as_named() -> None:
    for line in ("w 25: 5v 2^", "w 52: 5v 2^"):
        position = read("UD1 d000010 d010011 w 0-0/1")
        assert GAME.text.write_turn(position, GAME.text.read_turn(position, line)) == line


def test_uses_are_read_in_any_order_that_can_be_played() -> None:
    position = read(START)
    moves = GAME.text.read_turn(position, "w 43: 3v 4v")
    assert [str(move) for move in moves] == ["throw", "43", "w3v", "w4v"]
    assert GAME.text.notate(position, moves) == "w 43: 4v 3v"


@rows
def test_a_broken_line_is_refused_with_a_code_and_the_reason(line: str, code: str, words: str) -> None:
    with pytest.raises(TurnError) as caught:
        GAME.text.read_turn(read(START), line)
    assert caught.value.code == code
    assert words in str(caught.value)
    assert str(caught.value).endswith(".")


def test_before_a_game_that_is_thrown_for_comes_a_priority_throw() -> None:
    start = "UD1 d111222 d111222 - 0-0/3"
    with pytest.raises(TurnError, match="First it is thrown for who begins"):
        GAME.text.read_turn(read(start), "w 43: 4v 3v")
    assert len(console.turns(GAME, read(start))) == 36


def test_a_line_is_refused_once_the_match_is_over_and_while_dice_fly() -> None:
    with pytest.raises(TurnError, match="over"):
        GAME.text.read_turn(read("UD1 o000001 o000000 w 1-3/3"), "w 43: 4v 3v")
    with pytest.raises(TurnError, match="under way"):
        GAME.text.read_turn(act(begin(START), "t w").position, "w 43: 4v 3v")


@rows
def test_an_attentive_line_that_cannot_have_been_played_is_refused(line: str, code: str) -> None:
    with pytest.raises(TurnError) as caught:
        GAME.text.read_turn(with_options(read(START), ATTENTIVE), line)
    assert caught.value.code == code


def test_a_lying_roll_is_played_before_the_next_line() -> None:
    position = read("UD1 d111222 d111222 b 0-0/1 [w 4- 3-]")
    with pytest.raises(TurnError, match="The lying roll, 43, has to be played first"):
        GAME.text.read_turn(position, "b 65: 6v 5v")
    assert console.turns(GAME, position) == []
    assert len(console.turns(GAME, read("UD1 d110122 d111222 b 0-0/1 [w 4wv 3wv]"))) == 21


def test_a_lying_roll_that_was_set_up_is_written_with_its_uses() -> None:
    match = act(begin("UD1 d110122 d011222 b 0-0/1 [b 1bv 1-]"), "u w 1; t b; l 43; u b 4; u b 3")
    assert lines(match) == ["b 11: 1v | 1v", "b 43: 4v 3v"]


def test_a_line_in_its_parts_is_written_as_it_was() -> None:
    for line in ("w 65: 5^ x6 #w", "b 11: 1v | 1v c1", "w 44: ~44", "b 51: x5 ~1"):
        assert str(parse(line)) == line


# perft


def test_perft_agrees_with_playing_every_line() -> None:
    def counted(position: Position, depth: int) -> int:
        turns = list(GAME.play.turns(position))
        return len(turns) if depth == 1 else sum(counted(play_line(position, turn), depth - 1) for turn in turns)

    def play_line(position: Position, turn: str) -> Position:
        for move in GAME.text.read_turn(position, turn):
            position = position.play(move)
        return position

    for text in ("UD1 o000010 o000001 w 0-0/2", "UD1 o000020 d000001 b 1-1/2", "UD1 d111222 d111222 - 0-0/1"):
        position = read(text)
        assert GAME.play.perft(position, 2) == [counted(position, 1), counted(position, 2)]


def test_the_turn_under_way_is_sketched() -> None:
    match = act(begin(START, ASSISTED), "t w; l 43; u w 4")
    assert lines(match) == ["w 43: 4v"]
    assert lines(alone(match)) == ["w 43: 4v 3v"]

"""Positions and turns of Duck Chess as text (sections 8 and 9 of rules/duck_chess/README.md)."""

import re
from functools import partial
from pathlib import Path
from random import Random

import pytest

from rules import console, duck_chess
from rules.duck_chess import GAME
from rules.duck_chess.moves import PieceMove
from rules.duck_chess.position import Position
from rules.duck_chess.refusals import SENTENCES
from rules.duck_chess.text import notate, read, read_turn
from rules.errors import PositionError, TurnError
from tests.rows import rows
from tests.rules.play import random_match, turn_refused

# FEN.


@rows
def test_a_fen_is_written_as_it_was_read(text: str) -> None:
    assert read(text).text() == text


@rows
def test_a_fen_may_say_less_or_more_than_it_must(given: str, written: str) -> None:
    assert read(given).text() == written


@rows
def test_a_bad_fen_is_refused_with_the_field_and_the_reason(text: str, words: str) -> None:
    with pytest.raises(PositionError, match=words) as caught:
        read(text)
    assert str(caught.value).endswith(".")
    assert str(caught.value).isprintable()


def test_a_board_full_of_queens_has_its_turns() -> None:
    crowd = read("QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/KQQQQQQk w - - 0 1")
    assert {text[2:4] for text in console.turns(GAME, crowd)} == {"h1"}
    wide = read("4k3/QQQQQQQQ/8/QQQQQQQQ/8/QQQQQQQQ/8/4K2* w - - 0 1")
    assert len(console.turns(GAME, wide)) == console.perft(GAME, wide, 1)[0] > 4_000


# Turns.

OPEN = "r3k2r/1P3ppp/2n2n2/3pP*2/8/2N2N2/5PPP/R3K2R w KQkq d6 0 10"


def position() -> Position:
    return read(OPEN)


refused = partial(turn_refused, GAME)


@rows
def test_a_turn_is_written_both_ways_and_read_back(uci: str, text: str) -> None:
    moves = GAME.text.read_turn(position(), uci)
    assert GAME.text.write_turn(position(), moves) == uci
    assert GAME.text.notate(position(), moves) == text
    assert GAME.text.read_turn(position(), text) == moves
    assert GAME.text.notate(position(), moves[:1]) == text.partition("@")[0]


@rows
def test_which_man_moves_is_marked_as_in_chess_without_regard_to_pins(fen: str, uci: str, text: str) -> None:
    moves = GAME.text.read_turn(read(fen), uci)
    assert GAME.text.notate(read(fen), moves) == text
    assert GAME.text.read_turn(read(fen), text) == moves


def test_a_kings_capture_is_one_turn_without_a_duck() -> None:
    start = read("4k3/8/8/8/4r3/8/3*4/4K3 b - - 0 1")
    for text in ("e4e1,e1e4", "e4e1", "e4e1,e1a8", "e4e1,e1d2", "Rxe1#", "Re1", "Rxe1,e4", "Rxe1@a1"):
        assert GAME.text.read_turn(start, text) == (PieceMove(1, 28, 4),)
    moves = read_turn(start, "Rxe1#")
    assert GAME.text.write_turn(start, moves) == "e4e1,e1e4"
    assert GAME.text.notate(start, moves) == "Rxe1#"
    assert notate(start, moves, pyffish=True) == "Rxe1,e4"
    assert [text for text in GAME.play.turns(start) if text.startswith("e4e1")] == ["e4e1,e1e4"]


@rows
def test_the_styles_of_other_programs_are_read(turn: str, texts: list[str]) -> None:
    for text in texts:
        assert GAME.text.write_turn(position(), GAME.text.read_turn(position(), text)) == turn, text


@rows
def test_a_refused_turn_says_why(text: str, code: str | None) -> None:
    if code is None:
        GAME.text.read_turn(position(), text)
    else:
        assert refused(position(), text) == code


@rows
def test_other_refused_turns_say_why(fen: str, text: str, code: str) -> None:
    assert refused(read(fen), text) == code


def test_endless_texts_are_refused() -> None:
    assert refused(position(), "x" * 1_000_000) == "SYNTAX"
    with pytest.raises(PositionError, match="Field 6"):
        read("4k3/8/8/8/8/8/8/4K3 w - - 0 " + "9" * 400)


def test_an_ambiguous_turn_says_how_to_write_it() -> None:
    with pytest.raises(TurnError, match=r"write Rad1 or Rhd1\.$"):
        GAME.text.read_turn(read("4k3/8/8/8/7*/8/5K2/R6R w - - 0 1"), "Rd1@h2")


def test_every_refusal_that_a_text_can_meet_has_its_sentence() -> None:
    digest = Path(duck_chess.__file__).with_name("README.md").read_text(encoding="utf-8")
    listed = {
        code for row in re.findall(r"^\| (`.*?) \|", digest, re.MULTILINE) for code in re.findall(r"`(.*?)`", row)
    }
    assert listed - set(SENTENCES) == {"blocked", "duck-now"}, "those are of things picked and not let go"
    assert set(SENTENCES) <= listed


def test_the_square_of_the_duck_tells_which_of_two_men_has_left_it() -> None:
    start = read("4k3/8/8/8/7*/8/5K2/R6R w - - 0 1")
    assert GAME.text.write_turn(start, GAME.text.read_turn(start, "Rd1@a1")) == "a1d1,d1a1"
    assert notate(start, read_turn(start, "Rad1@a1"), pyffish=True) == "Rd1,a1"


def test_every_turn_of_random_matches_is_read_back_in_every_style() -> None:
    rng = Random(4)
    for seed in range(6):
        for before in random_match(GAME, GAME.play.options(), seed).positions[::9]:
            assert isinstance(before, Position)
            if not before.turn_started or before.outcome() is not None:
                continue
            for text in rng.sample(console.turns(GAME, before), 20):
                moves = read_turn(before, text)
                written = GAME.text.notate(before, moves)
                styles = [written.replace("@", other) for other in ("@", ",", "/D", " D", " @ ")]
                styles += [GAME.text.write_turn(before, moves), notate(before, moves, pyffish=True)]
                assert {GAME.text.read_turn(before, style) for style in styles} == {moves}

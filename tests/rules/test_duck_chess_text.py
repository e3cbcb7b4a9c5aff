"""Positions and turns of Duck Chess as text (sections 8 and 9 of rules/duck_chess/README.md)."""

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import console, duck_chess
from rules.duck_chess import GAME
from rules.duck_chess.moves import PieceMove
from rules.duck_chess.position import Position
from rules.duck_chess.refusals import SENTENCES
from rules.duck_chess.text import START, notate, read, read_turn
from rules.errors import PositionError, TurnError
from tests.rules.play import random_match

ANY_TEXT = st.text(st.characters(), max_size=60)


# FEN.


@pytest.mark.parametrize(
    "text",
    [
        START,
        "r2q1rk1/pb1nbppp/1p2pn2/2pp*3/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 b - - 4 10",
        "4k3/8/8/8/2pPp3/7*/8/4K3 b - d3 0 1",
        "8/8/8/8/4*3/8/8/4K3 b - - 0 1",
        "4k3/8/8/8/8/8/8/R3K2R w KQ - 150 80",
        "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/KQQQQQQk w - - 0 1",
    ],
)
def test_a_fen_is_written_as_it_was_read(text: str) -> None:
    assert read(text).text() == text


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 7", "4k3/8/8/8/8/8/8/4K3 w - - 7 1"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 7 0", "4k3/8/8/8/8/8/8/4K3 w - - 7 1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w qQkK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
        ("  4k3/8/8/8/8/8/8/4K3  w\t- - 0 1\n", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/3*4/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/3*4/3pP3/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3p4/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/7p/P7/8/8/4K3 w - h6 0 1", "4k3/8/8/7p/P7/8/8/4K3 w - - 0 1"),
    ],
)
def test_a_fen_may_say_less_or_more_than_it_must(given: str, written: str) -> None:
    assert read(given).text() == written


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "six fields"),
        ("4k3/8/8/8/8/8/8/4K3 w -", "here are 3"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", "here are 7"),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", "Field 1 .* 8 rows, not 7"),
        ("4k3/8/8/8/8/8/8/4K2 w - - 0 1", "Row 1 .* 7 squares"),
        ("4k4/8/8/8/8/8/8/4K3 w - - 0 1", "Row 8 .* 9 squares"),
        ("4k3/44/8/8/8/8/8/4K3 w - - 0 1", "Row 7 .* two digits"),
        ("4k3/8/8/8/3x4/8/8/4K3 w - - 0 1", 'Row 4 holds "x"'),
        ("4k3/8/8/8/3.4/8/8/4K3 w - - 0 1", r'Row 4 holds "\."'),
        ("4k3/8/*7/8/8/7*/8/4K3 w - - 0 1", "Field 1 .* 2 ducks"),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "pawn on h8"),
        ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "pawn on a1"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "Field 2 .* w or b"),
        ("4k3/8/8/8/8/8/8/4KK2 w - - 0 1", "Field 1 .* 2 kings of White"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "no king of Black"),
        ("4k3/8/8/8/8/8/8/8 b - - 0 1", "no king of White"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "no king of Black"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "Field 3 .* K, but White's .* e1 and h1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkqK - 0 1", "Field 3 .* each once"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "Field 3 .* KQkq"),
        ("8/8/8/8/8/8/8/R3K2R b kq - 0 1", "Field 3 .* k, but Black's"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1", "Field 4 .* row 6"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d9 0 1", "Field 4"),
        ("4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", "Field 4 .* from d7 to d5"),
        ("4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", "Field 4 .* from d7 to d5"),
        ("4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", "Field 4 .* from d7 to d5"),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "Field 5"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1e9", "Field 6"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 " + "9" * 400, "Field 6"),
        ("4k3/8/8/8/8/8/8/4K3 w - - ² 1", "Field 5"),
    ],
)
def test_a_bad_fen_is_refused_with_the_field_and_the_reason(text: str, words: str) -> None:
    with pytest.raises(PositionError, match=words) as caught:
        read(text)
    assert str(caught.value).endswith(".")
    assert str(caught.value).isprintable()


@given(st.one_of(ANY_TEXT, st.text("rnbqkpRNBQKP*/12345678 wb-KQ0", max_size=90)))
def test_any_text_is_a_position_or_a_position_error(text: str) -> None:
    try:
        position = read(text)
    except PositionError as problem:
        assert str(problem).isprintable()
    else:
        assert read(position.text()) == position


@given(st.integers(0, len(START) - 1), st.characters())
def test_a_fen_with_one_letter_changed_is_read_or_refused(place: int, letter: str) -> None:
    text = START[:place] + letter + START[place + 1 :]
    try:
        position = read(text)
    except PositionError as problem:
        assert str(problem).isprintable()
    else:
        position.outcome()
        list(GAME.play.turns(position))


def test_a_board_full_of_queens_has_its_turns() -> None:
    crowd = read("QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/KQQQQQQk w - - 0 1")
    assert {text[2:4] for text in console.turns(GAME, crowd)} == {"h1"}
    wide = read("4k3/QQQQQQQQ/8/QQQQQQQQ/8/QQQQQQQQ/8/4K2* w - - 0 1")
    assert len(console.turns(GAME, wide)) == console.perft(GAME, wide, 1)[0] > 4_000


# Turns.

OPEN = "r3k2r/1P3ppp/2n2n2/3pP*2/8/2N2N2/5PPP/R3K2R w KQkq d6 0 10"


def position() -> Position:
    return read(OPEN)


def refused(position: Position, text: str) -> str:
    """The code with which a turn is refused."""
    with pytest.raises(TurnError) as caught:
        GAME.text.read_turn(position, text)
    assert str(caught.value).endswith(".")
    assert str(caught.value).isprintable()
    return caught.value.code


@pytest.mark.parametrize(
    ("uci", "text"),
    [
        ("f3g5,g5e2", "Ng5@e2"),
        ("c3d5,d5c3", "Nxd5@c3"),
        ("e5d6,d6d5", "exd6@d5"),
        ("e5f6,f6e5", "exf6@e5"),
        ("e1g1,g1e1", "O-O@e1"),
        ("e1c1,c1b1", "O-O-O@b1"),
        ("b7b8n,b8b7", "b8=N@b7"),
        ("b7a8q,a8b7", "bxa8=Q@b7"),
        ("a1a8,a8a1", "Rxa8@a1"),
        ("h1g1,g1h1", "Rg1@h1"),
        ("g2g4,g4g3", "g4@g3"),
    ],
)
def test_a_turn_is_written_both_ways_and_read_back(uci: str, text: str) -> None:
    moves = GAME.text.read_turn(position(), uci)
    assert GAME.text.write_turn(position(), moves) == uci
    assert GAME.text.notate(position(), moves) == text
    assert GAME.text.read_turn(position(), text) == moves
    assert GAME.text.notate(position(), moves[:1]) == text.partition("@")[0]


@pytest.mark.parametrize(
    ("fen", "uci", "text"),
    [
        ("4k3/8/8/8/7*/8/8/R4K1R w - - 0 1", "a1c1,c1a1", "Rc1@a1"),
        ("4k3/8/8/8/7*/8/5K2/R6R w - - 0 1", "a1c1,c1h2", "Rac1@h2"),
        ("4k3/8/8/R7/7*/8/5K2/R7 w - - 0 1", "a1a3,a3h2", "R1a3@h2"),
        ("4k3/8/8/8/2Q1Q2*/8/2Q2K2/8 w - - 0 1", "c4e2,e2h2", "Qc4e2@h2"),
        ("4k3/8/8/8/7*/8/4rK2/R6R w - - 0 1", "f2e2,e2h2", "Kxe2@h2"),
        ("3rk3/8/8/8/1b5*/2N5/8/3NK3 w - - 0 1", "c3e2,e2h2", "Ne2@h2"),
        ("4r1k1/8/8/b6*/8/2N5/8/4K1N1 w - - 0 1", "c3e2,e2h2", "Nce2@h2"),
    ],
)
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


@pytest.mark.parametrize(
    "text",
    [
        *("Nxd5@e2", "Nxd5,e2", "Nxd5, e2", "Nxd5/De2", "Nxd5/e2", "Nxd5 De2", "Nxd5 @e2", " Nxd5@e2 "),
        *("Nd5@e2", "Ncxd5@e2", "N3xd5@e2", "Nc3xd5@e2", "Nc3d5@e2", "c3xd5@e2", "c3-d5@e2", "c3d5@e2"),
        *("Nxd5+@e2", "Nxd5@e2+", "Nxd5@e2#", "Nxd5@e2!?"),
    ],
)
def test_the_styles_of_other_programs_are_read(text: str) -> None:
    assert GAME.text.write_turn(position(), GAME.text.read_turn(position(), text)) == "c3d5,d5e2"


@pytest.mark.parametrize("text", ["O-O@e1", "0-0@e1", "o-o@e1", "O-O/De1", "O-O De1", "O-O,e1", "Kg1@e1", "e1g1@e1"])
def test_castling_is_read_in_any_style(text: str) -> None:
    assert GAME.text.write_turn(position(), GAME.text.read_turn(position(), text)) == "e1g1,g1e1"


@pytest.mark.parametrize("text", ["b8=Q@b7", "b8Q@b7", "b8=q@b7", "b8(Q)@b7", "b7b8q@b7", "b7-b8=Q Db7"])
def test_promotions_are_read_in_any_style(text: str) -> None:
    assert GAME.text.write_turn(position(), GAME.text.read_turn(position(), text)) == "b7b8q,b8b7"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "SYNTAX"),
        ("e2", "PAWN_BACKWARD"),
        ("hello", "SYNTAX"),
        ("Nd5@", "SYNTAX"),
        ("Nd5@e9", "SYNTAX"),
        ("@e2", "SYNTAX"),
        ("Nxd5@e2@e3", "SYNTAX"),
        ("--@e4", "SYNTAX"),
        ("c3d5,e5e2", "SYNTAX"),
        ("c3c3,c3e2", "SYNTAX"),
        ("x" * 1_000_000, "SYNTAX"),
        ("Nxd5\x00@e2", "SYNTAX"),
        ("Nxd5", "NO_DUCK"),
        ("c3d5", "NO_DUCK"),
        ("Nxd5@f5", "DUCK_MUST_MOVE"),
        ("Nxd5@e1", "DUCK_OCCUPIED"),
        ("c3d5,d5d5", "DUCK_OCCUPIED"),
        ("b8@b7", "PROMOTION"),
        ("b7b8,b8b7", "PROMOTION"),
        ("g4=Q@b7", "PROMOTION"),
        ("Qd5@e2", "NO_SUCH_MAN"),
        ("Bd5@e2", "NO_SUCH_MAN"),
        ("Nh8@e2", "NO_SUCH_MAN"),
        ("Nce4@a3", None),
        ("Ne2@a3", None),
        ("Nd2@a3", None),
        ("Nf3e5@a3", "OCCUPIED"),
        ("e4e5,e5e2", "EMPTY"),
        ("f6g4,g4e2", "NOT_YOURS"),
        ("f5f6,f6e2", "DUCK_LATER"),
        ("f3f5,f5e2", "DUCK_ON_SQUARE"),
        ("f3f4,f4e2", "KNIGHT_REACH"),
        ("a1b3,b3e2", "ROOK_REACH"),
        ("e1e3,e3e2", "KING_REACH"),
        ("h1h4,h4e2", "WAY_BLOCKED"),
        ("f2f4,f4e2", "WAY_BLOCKED"),
        ("e5e7,e7e2", "PAWN_DOUBLE_LATE"),
        ("e5e4,e4e2", "PAWN_BACKWARD"),
        ("g2h3,h3e2", "PAWN_NOTHING_TO_TAKE"),
        ("g2a8,a8e2", "PAWN_REACH"),
        ("f3@e2", "OCCUPIED"),
        ("Ra8@e2", None),
        ("Rd1@e2", None),
    ],
)
def test_a_refused_turn_says_why(text: str, code: str | None) -> None:
    if code is None:
        GAME.text.read_turn(position(), text)
    else:
        assert refused(position(), text) == code


@pytest.mark.parametrize(
    ("fen", "text", "code"),
    [
        ("4k3/8/8/8/7*/8/5K2/R6R w - - 0 1", "Rd1@h2", "AMBIGUOUS"),
        ("4k3/8/8/8/7*/8/5K2/R6R w - - 0 1", "O-O@h2", "CASTLING_LOST"),
        ("4k3/8/8/8/7*/8/8/R3K2R w - - 0 1", "O-O@h2", "CASTLING_LOST"),
        ("4k3/8/8/8/8/8/8/R3K*1R w KQ - 0 1", "O-O@h2", "CASTLING_DUCK"),
        ("4k3/8/8/8/7*/8/8/RN2K2R w KQ - 0 1", "O-O-O@h2", "CASTLING_BLOCKED"),
        ("4k3/8/8/8/*7/8/8/Q6K w - - 0 1", "Qa7@h2", "DUCK_IN_THE_WAY"),
        ("4k3/8/8/p7/P7/8/8/7K w - - 0 1", "a4a5,a5e2", "PAWN_BLOCKED"),
        ("8/8/8/8/4*3/8/8/4K3 b - - 0 1", "e8e7,e7e6", "OVER"),
        ("8/8/8/8/4*3/8/8/4K3 b - - 0 1", "Kd5@e6", "NO_SUCH_MAN"),
    ],
)
def test_other_refused_turns_say_why(fen: str, text: str, code: str) -> None:
    assert refused(read(fen), text) == code


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


@given(st.one_of(ANY_TEXT, st.text("NBRQKabcdefgh12345678x=@,/ DO-0+#", max_size=14)))
def test_any_text_is_a_turn_or_a_turn_error(text: str) -> None:
    try:
        moves = GAME.text.read_turn(position(), text)
    except TurnError as problem:
        assert problem.code.isupper()
        assert str(problem).isprintable()
    else:
        assert moves == GAME.text.read_turn(position(), GAME.text.notate(position(), moves))


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


# The console.


def test_perft_of_the_start_on_the_console(capsys: pytest.CaptureFixture[str]) -> None:
    from rules.__main__ import main

    main(["perft", "duck-chess", "2"])
    assert capsys.readouterr().out == "379440\n"


def test_a_game_is_played_on_the_console(capsys: pytest.CaptureFixture[str]) -> None:
    from rules.__main__ import main

    main(
        [
            "play",
            "duck-chess",
            "e4@e6",
            "d5 De3",
            "e4d5,d5d7",
            "Nf6@a3",
            "Qe2/Da6",
            "g6,a3",
            "Qxe7@e2",
            "Nc6@e3",
            "Qxe8#",
        ]
    )
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "outcome king-captured 0"
    assert lines[0].split()[1:3] == ["b", "KQ"]

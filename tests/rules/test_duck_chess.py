"""Duck Chess by the clauses of rules/duck_chess/README.md ("the digest")."""

from random import Random
from typing import Any

import pytest

from rules import console
from rules.contract import Outcome, Token
from rules.duck_chess import GAME
from rules.duck_chess.moves import DuckMove, PieceMove
from rules.duck_chess.position import Position
from rules.duck_chess.refusals import SENTENCES
from rules.duck_chess.text import START, notate, read, read_turn
from rules.match import Match
from tests.rows import rows
from tests.rules.play import board_of, random_match, refusals_in_digest

DUCK = Token("duck")


def board(picture: str, side: str = "w", castling: str = "-", ep: str = "-", quiet: int = 0) -> Position:
    """Return the position of a diagram: rank 8 first, a dot for an empty square."""
    return read(f"{board_of(picture)} {side} {castling} {ep} {quiet} 1")


def first() -> Position:
    return read(START)


def after(position: Position, *texts: str) -> Position:
    end = console.play(GAME, position, texts)
    assert isinstance(end, Position)
    return end


def pieces(position: Position, square: str = "") -> set[str]:
    return {str(move) for move in position.piece_moves() if str(move).startswith(square)}


def halfway(position: Position, text: str) -> Position:
    (move,) = [move for move in position.piece_moves() if str(move) == text]
    return position.play(move)


def ducks(position: Position) -> set[str]:
    return {str(move).removeprefix("@") for move in position.legal_moves() if isinstance(move, DuckMove)}


# Section 2: a turn.


def test_a_turn_is_a_piece_move_and_then_the_duck() -> None:
    position = halfway(first(), "e2e4")
    assert position.to_move == 0
    assert not position.turn_started
    assert position.outcome() is None
    assert len(position.legal_moves()) == 32
    with pytest.raises(ValueError, match="start of a turn"):
        position.text()
    assert after(first(), "e2e4,e4e6").to_move == 1


def test_the_first_duck_comes_from_outside_to_any_empty_square() -> None:
    position = halfway(first(), "e2e4")
    assert ducks(position) == {f"{file}{rank}" for file in "abcdefgh" for rank in range(3, 7)} - {"e4"} | {"e2"}
    (move,) = [move for move in position.legal_moves() if str(move) == "@e6"]
    assert move == DuckMove(0, None, 44)
    assert position.table()["beside"] == (DUCK,) and "beside" not in position.play(move).table()


def test_the_duck_must_move_and_may_move_to_the_square_the_piece_left() -> None:
    position = halfway(board("....k... ........ ........ ...*.... ........ ........ ....P... ....K..."), "e2e4")
    assert "d5" not in ducks(position)
    assert "e2" in ducks(position)
    assert len(ducks(position)) == 64 - 4
    assert position.forced_targets() == {"d5"}


# Sections 3 to 6: what the duck does to piece moves, kings, castling, pawns.


@rows
def test_a_piece_moves_to_the_squares_of_the_case(law: str, position: str, square: str, moves: list[str]) -> None:
    assert sorted(pieces(read(position), square)) == moves, law


# Section 4: kings.


def test_taking_the_king_ends_the_game_at_once_and_no_duck_is_placed() -> None:
    match = Match(
        GAME.play, position=board("....k... ........ ........ ........ ....r... ........ ...*.... ....K...", "b")
    )
    change = match.play(PieceMove(1, 28, 4))
    assert match.outcome() == Outcome("king-captured", (1,))
    assert match.position.legal_moves() == ()
    assert console.turns(GAME, match.position) == []
    assert change.after.table() == {
        "e8": (Token("black-king"),),
        "e1": (Token("black-rook"),),
        "d2": (DUCK,),
        "taken-0": (Token("white-king"),),
    }
    assert change.after.text() == "4k3/8/8/8/4*3/8/8/4r3 w - - 0 2"
    with pytest.raises(console.QuestionError) as caught:
        console.play(GAME, match.position, ["e1e2,e2e3"])
    assert caught.value.code == "OVER"


def test_the_king_can_be_taken_before_the_first_duck_is_placed() -> None:
    end = after(board("....k... ........ ........ ........ ....r... ........ ........ ....K...", "b"), "e4e1")
    assert end.table()["beside"] == (DUCK,)
    assert end.text() == "4k3/8/8/8/4*3/8/8/4r3 w - - 0 2"


# Section 7: the end.


@rows
def test_turns_lead_to_the_ending_of_the_case(
    law: str, position: str, turns: list[str], end: list[Any] | None, remarks: list[str] | None
) -> None:
    """`end`: its reason and its winners; a draw leaves moves. `remarks`: codes, where they are asked for."""
    reached = after(read(position), *turns)
    assert reached.outcome() == (end and Outcome(end[0], tuple(end[1:]))), law
    assert (reached.legal_moves() == ()) == bool(end and end[1:]), law
    assert remarks is None or [remark.code for remark in reached.remarks()] == remarks, law


def test_the_hundredth_quiet_turn_draws_and_pawn_moves_and_captures_reset() -> None:
    position = board("....k... ........ ........ ........ ....*... p....... P....... R...K...", quiet=99)
    assert after(position, "Ra1b1@e5").outcome() == Outcome("50-moves")
    taking = board("....k... ........ ........ ........ ....*... p....... P....... R...K.r.", "b", quiet=99)
    assert after(taking, "Rg1xe1#").outcome() == Outcome("king-captured", (1,))
    free = board("....k... ........ ........ ........ ....*... P....... ........ R...K...", quiet=99)
    counted_anew = after(free, "a4@e5")
    assert (counted_anew.quiet, len(counted_anew.keys)) == (0, 1)
    assert len(after(position, "Ra1b1@e5").keys) == 2


def test_en_passant_blocked_by_the_duck_makes_no_different_position() -> None:
    """Section 7.4: rights count that some pawn could use."""
    named = read("4k3/8/3*4/3pP3/8/8/8/4K3 w - d6 0 1")
    unnamed = read("4k3/8/3*4/3pP3/8/8/8/4K3 w - - 0 1")
    assert named == unnamed
    assert named.keys == unnamed.keys
    free = read("4k3/8/7*/3pP3/8/8/8/4K3 w - d6 0 1")
    assert free.keys != read("4k3/8/7*/3pP3/8/8/8/4K3 w - - 0 1").keys


def test_automatic_draws_do_not_shorten_lists_of_turns() -> None:
    position = board("....k... ........ ........ ........ ....*... ........ ........ R...K...", quiet=100)
    assert position.outcome() == Outcome("50-moves")
    assert len(console.turns(GAME, position)) == console.perft(GAME, position, 1)[0] > 0


# The table; how moves are seen is in test_boards.py.


def test_captured_men_are_in_the_tray_in_order_of_capture() -> None:
    position = board("....k... ........ ........ ..rq.... ....P... ........ .......* ....K...")
    end = after(position, "exd5@h3", "Rxd5@h4")
    assert end.table()["taken-1"] == (Token("black-queen"),)
    assert end.table()["taken-0"] == (Token("white-pawn"),)
    end = after(position, "exd5@h3", "Rc6@h4", "dxc6@h3")
    assert end.table()["taken-1"] == (Token("black-queen"), Token("black-rook"))


def test_earlier_captures_are_not_kept_in_a_position_text() -> None:
    end = after(board("....k... ........ ........ ...q.... ....P... ........ .......* ....K..."), "exd5@h3")
    assert "taken-1" not in read(end.text()).table()
    assert read(end.text()) == end


# Turns as text, section 9.


def test_a_board_full_of_queens_lists_its_turns() -> None:
    crowd = read("QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/KQQQQQQk w - - 0 1")
    assert {text[2:4] for text in console.turns(GAME, crowd)} == {"h1"}
    wide = read("4k3/QQQQQQQQ/8/QQQQQQQQ/8/QQQQQQQQ/8/4K2* w - - 0 1")
    assert len(console.turns(GAME, wide)) == console.perft(GAME, wide, 1)[0] > 4_000


def test_a_kings_capture_is_one_turn_without_a_duck() -> None:
    start = read("4k3/8/8/8/4r3/8/3*4/4K3 b - - 0 1")
    assert GAME.text.read_turn(start, "Rxe1@a1") == (PieceMove(1, 28, 4),)
    assert notate(start, (PieceMove(1, 28, 4),), pyffish=True) == "Rxe1,e4"
    assert [text for text in GAME.play.turns(start) if text.startswith("e4e1")] == ["e4e1,e1e4"]


def test_every_refusal_of_a_text_has_a_sentence() -> None:
    unmet = {"blocked", "duck-now"}  # of things picked and not let go
    assert refusals_in_digest(GAME) == SENTENCES.keys() | unmet


def test_turns_of_random_matches_are_read_back_in_every_style() -> None:
    rng = Random(4)
    for seed in range(6):
        for before in random_match(GAME, GAME.play.options(), seed).positions[::9]:
            assert isinstance(before, Position)
            if not before.turn_started or before.outcome() is not None:
                continue
            for text in rng.sample(console.turns(GAME, before), 20):
                moves = read_turn(before, text)
                written = GAME.text.notate(before, moves)
                assert GAME.text.notate(before, moves[:1]) == written.partition("@")[0]
                styles = [written.replace("@", other) for other in ("@", ",", "/D", " D", " @ ")]
                styles += [GAME.text.write_turn(before, moves), notate(before, moves, pyffish=True)]
                assert {GAME.text.read_turn(before, style) for style in styles} == {moves}

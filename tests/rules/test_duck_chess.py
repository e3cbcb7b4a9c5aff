"""Duck Chess by the clauses of rules/duck_chess/README.md ("the digest")."""

from random import Random
from typing import Any

import pytest

from rules import console
from rules.contract import Gesture, Lift, Outcome, Remark, Slide, Token, Turn, apply
from rules.duck_chess import GAME
from rules.duck_chess.moves import DuckMove, PieceMove
from rules.duck_chess.options import Options
from rules.duck_chess.position import Position
from rules.duck_chess.refusals import SENTENCES
from rules.duck_chess.text import START, notate, read, read_turn
from rules.errors import IllegalMoveError
from rules.match import Match
from tests.checks import present
from tests.rows import rows
from tests.rules.play import board_of, random_match, refusals_in_digest

DUCK = Token("duck")


def board(picture: str, side: str = "w", castling: str = "-", ep: str = "-", quiet: int = 0) -> Position:
    """The position in a picture: rank 8 first, a dot for an empty square."""
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


# Section 1: board, men, start.


def test_white_begins_and_is_seat_0_and_the_duck_is_off_the_board() -> None:
    position = GAME.play.start(Options(), 2)
    assert position.to_move == 0
    assert position.text() == START
    assert [place for place, tokens in position.table().items() if DUCK in tokens] == ["beside"]
    assert position.table()["e1"] == (Token("white-king"),)
    assert position.table()["d8"] == (Token("black-queen"),)


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
    assert position.gesture(move) == Gesture(frozenset(("beside",)), "e6")
    assert position.effects(move) == ((Slide("beside", "e6"),),)
    assert position.table()["beside"] == (DUCK,) and "beside" not in position.play(move).table()


def test_the_duck_must_leave_and_may_go_where_the_piece_was() -> None:
    position = halfway(board("....k... ........ ........ ...*.... ........ ........ ....P... ....K..."), "e2e4")
    assert "d5" not in ducks(position)
    assert "e2" in ducks(position)
    assert len(ducks(position)) == 64 - 4
    assert position.forced_targets() == {"d5"}


def test_the_duck_may_go_where_a_pawn_was_taken_en_passant_and_where_king_and_rook_were_before_castling() -> None:
    passing = board("....k... ........ ........ ...pP... .......* ........ ........ ....K...", ep="d6")
    assert {"d5", "e5"} <= ducks(halfway(passing, "e5d6"))
    castling = board("....k... ........ ........ ........ .......* ........ ........ R...K..R", castling="KQ")
    assert {"e1", "h1"} <= ducks(halfway(castling, "e1g1"))
    assert {"e1", "a1", "b1"} <= ducks(halfway(castling, "e1c1"))


def test_the_piece_move_can_be_taken_back_until_the_duck_is_placed() -> None:
    match = Match(GAME.play)
    match.play(match.position.legal_moves()[0])
    present(match.take_back(), "ply to take back")
    assert match.position == first()
    match.play(match.position.legal_moves()[0])
    match.play(match.position.legal_moves()[0])
    assert match.take_back() is None
    assert len(match.plies) == 2


def test_a_piece_move_is_no_move_while_the_duck_waits() -> None:
    match = Match(GAME.play)
    match.play(PieceMove(0, 12, 28))
    with pytest.raises(IllegalMoveError):
        match.play(PieceMove(0, 11, 27))


# Sections 3 to 6: what the duck does to piece moves, kings, castling, pawns.


@rows
def test_a_piece_goes_where_the_law_lets_it(law: str, position: str, square: str, moves: list[str]) -> None:
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


def test_the_king_is_taken_without_a_duck_too_while_that_is_off_the_board() -> None:
    end = after(board("....k... ........ ........ ........ ....r... ........ ........ ....K...", "b"), "e4e1")
    assert end.table()["beside"] == (DUCK,)
    assert end.text() == "4k3/8/8/8/4*3/8/8/4r3 w - - 0 2"


def test_undo_of_a_kings_capture_brings_the_king_back() -> None:
    start = board("....k... ........ ........ ........ ....r... ........ ...*.... ....K...", "b")
    match = Match(GAME.play, position=start)
    match.play(PieceMove(1, 28, 4))
    assert [str(change.move) for change in match.undo()] == ["e4e1"]
    assert match.position == start
    assert match.position.table() == start.table()


# Section 5: castling.

CASTLE = "r...k..r pppppppp ........ ........ {} ........ PPPPPPPP R...K..R"


def test_castling_both_ways_slides_king_and_rook_together() -> None:
    position = board(CASTLE.format("...*...."), castling="KQkq")
    assert pieces(position, "e1") == {"e1d1", "e1f1", "e1g1", "e1c1"}
    short, long = (move for move in position.piece_moves() if str(move) in ("e1g1", "e1c1"))
    if short.end < long.end:
        short, long = long, short
    assert position.effects(short) == [(Slide("e1", "g1"), Slide("h1", "f1"))]
    assert position.effects(long) == [(Slide("e1", "c1"), Slide("a1", "d1"))]
    assert position.gesture(short) == Gesture(frozenset({"e1"}), "g1")
    assert after(position, "O-O@e1").text() == "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3*RK1 b kq - 1 1"
    assert after(position, "O-O-O@b1").text() == "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/1*KR3R b kq - 1 1"


def test_rights_are_lost_by_the_king_the_rook_and_the_rook_that_is_taken() -> None:
    position = board(CASTLE.format("...*....").replace("p", ".").replace("P", "."), castling="KQkq")
    assert after(position, "e1e2,e2d3").text().split()[2] == "kq"
    assert after(position, "a1b1,b1d3").text().split()[2] == "Kkq"
    assert after(position, "h1h8,h8d3").text().split()[2] == "Qq"


# Section 6: pawns.


def test_en_passant_takes_the_pawn_after_the_slide() -> None:
    position = board("....k... ........ ........ ...pP... .......* ........ ........ ....K...", ep="d6")
    (move,) = [move for move in position.piece_moves() if str(move) == "e5d6"]
    assert position.effects(move) == [(Slide("e5", "d6"),), (Slide("d5", "taken-1"),)]
    assert after(position, "exd6@d5").text() == "4k3/8/3P4/3*4/8/8/8/4K3 b - - 0 1"


def test_en_passant_is_over_a_turn_later() -> None:
    start = board("....k... ...p.... ........ ....P... .......* ........ ........ ....K...", "b")
    position = after(start, "d5@h5")
    assert "e5d6" in pieces(position)
    assert "e5d6" not in pieces(after(position, "Kd1@h4", "Kd8@h5"))


def test_a_pawn_is_promoted_to_four_things_by_one_gesture() -> None:
    position = board("........ P....... ........ ........ ....k... ........ .......* ....K...")
    moves = [move for move in position.piece_moves() if move.start == 48]
    assert {str(move) for move in moves} == {"a7a8q", "a7a8r", "a7a8b", "a7a8n"}
    assert {position.gesture(move) for move in moves} == {Gesture(frozenset({"a7"}), "a8")}
    (queen,) = [move for move in moves if str(move) == "a7a8q"]
    turned = Turn("a8", Token("white-pawn"), Token("white-queen"))
    assert position.effects(queen) == [(Slide("a7", "a8"),), (turned,)]


def test_a_black_pawn_becomes_a_black_man_and_takes_on_its_way() -> None:
    position = board("....k... ........ ........ ........ ........ ...*.... p....... .N..K...", "b")
    (rook,) = [move for move in position.piece_moves() if str(move) == "a2b1r"]
    assert position.effects(rook) == [
        (Slide("b1", "taken-0"), Slide("a2", "b1")),
        (Turn("b1", Token("black-pawn"), Token("black-rook")),),
    ]
    table = apply(position.table(), position.effects(rook))
    assert table["b1"] == (Token("black-rook"),)
    assert table["taken-0"] == (Token("white-knight"),)


# Section 7: the end.


@rows
def test_turns_bring_about_the_end_that_the_law_wants(
    law: str, position: str, turns: list[str], end: list[Any] | None, remarks: list[str] | None
) -> None:
    """`end`: its reason and its winner. `remarks`: codes, where they are asked for."""
    reached = after(read(position), *turns)
    assert reached.outcome() == (end and Outcome(end[0], (end[1],))), law
    assert (reached.legal_moves() == ()) == (end is not None), law
    assert remarks is None or [remark.code for remark in reached.remarks()] == remarks, law


def test_the_hundredth_quiet_turn_makes_it_drawn_and_a_pawns_move_or_a_capture_counts_anew() -> None:
    position = board("....k... ........ ........ ........ ....*... p....... P....... R...K...", quiet=99)
    assert after(position, "Ra1b1@e5").outcome() == Outcome("50-moves")
    taking = board("....k... ........ ........ ........ ....*... p....... P....... R...K.r.", "b", quiet=99)
    assert after(taking, "Rg1xe1#").outcome() == Outcome("king-captured", (1,))
    free = board("....k... ........ ........ ........ ....*... P....... ........ R...K...", quiet=99)
    counted_anew = after(free, "a4@e5")
    assert (counted_anew.quiet, len(counted_anew.keys)) == (0, 1)
    assert len(after(position, "Ra1b1@e5").keys) == 2


AROUND = ("g1f3,f3a3", "g8f6,f6a4", "f3g1,g1a5", "f6g8,g8a6")


def test_the_third_occurrence_makes_it_drawn_and_the_second_is_told() -> None:
    position = after(first(), *AROUND, "g1f3,f3a3")
    assert position.outcome() is None
    assert position.remarks() == (Remark("repeated", (), {"times": "2"}),)
    position = after(position, *AROUND[1:], "g1f3,f3a3")
    assert position.outcome() == Outcome("repetition")


def test_an_en_passant_that_the_duck_prevents_does_not_make_another_position() -> None:
    """Section 7.4: rights count that some pawn could use."""
    named = read("4k3/8/3*4/3pP3/8/8/8/4K3 w - d6 0 1")
    unnamed = read("4k3/8/3*4/3pP3/8/8/8/4K3 w - - 0 1")
    assert named == unnamed
    assert named.keys == unnamed.keys
    free = read("4k3/8/7*/3pP3/8/8/8/4K3 w - d6 0 1")
    assert free.keys != read("4k3/8/7*/3pP3/8/8/8/4K3 w - - 0 1").keys


def test_automatic_draws_are_not_looked_at_by_lists_of_turns() -> None:
    position = board("....k... ........ ........ ........ ....*... ........ ........ R...K...", quiet=100)
    assert position.outcome() == Outcome("50-moves")
    assert len(console.turns(GAME, position)) == console.perft(GAME, position, 1)[0] > 0


def test_players_are_told_of_the_last_quiet_turns() -> None:
    picture = "....k... ........ ........ ........ ....*... ........ ........ ....K..."
    assert board(picture, quiet=59).remarks() == ()
    assert [remark.facts["left"] for remark in board(picture, quiet=60).remarks()] == ["20"]
    assert [remark.facts["left"] for remark in board(picture, quiet=99).remarks()] == ["1"]


def test_a_king_in_danger_is_an_aid_that_names_the_attackers() -> None:
    position = board("....k... ........ ........ ........ .*..r... ......n. ........ ....K...")
    assert position.remarks() == (Remark("king-in-danger", ("e1", "e4"), {"king": "e1", "squares": "e4"}, aid=True),)
    two = board("....k... ........ ........ ........ .*..r... .....n.. ........ ....K...")
    assert two.remarks()[0].facts == {"king": "e1", "squares": "f3, e4"}
    assert two.remarks()[0].targets == ("e1", "f3", "e4")


def test_in_mid_turn_the_danger_is_what_the_duck_has_to_stop() -> None:
    position = board("....k... ........ ........ ........ ....r... ....*... ........ R...K...")
    waiting = halfway(position, "a1a2")
    assert [remark.code for remark in waiting.remarks()] == ["king-in-danger"]
    gone = halfway(position, "e1f1")
    assert gone.remarks() == ()


# The table: what lies there and what is seen to happen.


def test_a_taken_man_goes_to_the_tray_of_its_seat_while_the_taker_slides() -> None:
    position = board("....k... ........ ........ ...q.... ....P... ........ .......* ....K...")
    (move,) = [move for move in position.piece_moves() if str(move) == "e4d5"]
    assert position.effects(move) == [(Slide("d5", "taken-1"), Slide("e4", "d5"))]
    assert position.play(move).table()["taken-1"] == (Token("black-queen"),)


def test_the_men_taken_lie_in_the_tray_in_the_order_of_their_capture() -> None:
    position = board("....k... ........ ........ ..rq.... ....P... ........ .......* ....K...")
    end = after(position, "exd5@h3", "Rxd5@h4")
    assert end.table()["taken-1"] == (Token("black-queen"),)
    assert end.table()["taken-0"] == (Token("white-pawn"),)
    end = after(position, "exd5@h3", "Rc6@h4", "dxc6@h3")
    assert end.table()["taken-1"] == (Token("black-queen"), Token("black-rook"))


def test_what_was_taken_before_a_position_was_written_is_forgotten() -> None:
    end = after(board("....k... ........ ........ ...q.... ....P... ........ .......* ....K..."), "exd5@h3")
    assert "taken-1" not in read(end.text()).table()
    assert read(end.text()) == end


def test_the_duck_slides_from_square_to_square() -> None:
    position = halfway(board("....k... ........ ........ ...*.... ........ ........ ....P... ....K..."), "e2e4")
    (move,) = [move for move in position.legal_moves() if str(move) == "@a1"]
    assert position.effects(move) == ((Slide("d5", "a1"),),)
    assert not any(isinstance(effect, Lift) for beat in position.effects(move) for effect in beat)


# Turns as text, section 9.


def test_a_board_full_of_queens_has_its_turns() -> None:
    crowd = read("QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/KQQQQQQk w - - 0 1")
    assert {text[2:4] for text in console.turns(GAME, crowd)} == {"h1"}
    wide = read("4k3/QQQQQQQQ/8/QQQQQQQQ/8/QQQQQQQQ/8/4K2* w - - 0 1")
    assert len(console.turns(GAME, wide)) == console.perft(GAME, wide, 1)[0] > 4_000


def test_a_kings_capture_is_one_turn_without_a_duck() -> None:
    start = read("4k3/8/8/8/4r3/8/3*4/4K3 b - - 0 1")
    assert GAME.text.read_turn(start, "Rxe1@a1") == (PieceMove(1, 28, 4),)
    assert notate(start, (PieceMove(1, 28, 4),), pyffish=True) == "Rxe1,e4"
    assert [text for text in GAME.play.turns(start) if text.startswith("e4e1")] == ["e4e1,e1e4"]


def test_every_refusal_that_a_text_can_meet_has_its_sentence() -> None:
    unmet = {"blocked", "duck-now"}  # of things picked and not let go
    assert refusals_in_digest(GAME) == SENTENCES.keys() | unmet


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
                assert GAME.text.notate(before, moves[:1]) == written.partition("@")[0]
                styles = [written.replace("@", other) for other in ("@", ",", "/D", " D", " @ ")]
                styles += [GAME.text.write_turn(before, moves), notate(before, moves, pyffish=True)]
                assert {GAME.text.read_turn(before, style) for style in styles} == {moves}

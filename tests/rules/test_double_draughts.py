"""Double Draughts by the clauses of rules/double_draughts/README.md ("the digest")."""

from collections import Counter
from functools import partial
from itertools import pairwise
from typing import Any, Final
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import console
from rules.contract import Gesture, Outcome
from rules.double_draughts import GAME, turns
from rules.double_draughts.engine.board import State
from rules.double_draughts.moves import Hop
from rules.double_draughts.options import Options
from rules.double_draughts.position import Position
from rules.double_draughts.text import read, start
from rules.match import Match
from tests.effort import by_effort, by_night
from tests.rows import cases_of, each
from tests.rules.play import board_of, turn_refused, why

SIXTY_MILLION: Final = "8/8/KKKK4/1K1K4/KKKKKK2/1K1KkK2/KKKKKK2/1K1K1K2 b 2 0 1"
MILLIONS: Final = "8/8/8/1K1K4/KKKKKK2/1K1KkK2/KKKKKK2/1K1K1K2 b 2 0 1"
FEWER: Final = "8/8/8/1K1K4/2KKKK2/1K1KkK2/2KKKK2/1K1K4 b 2 0 1"
refused = partial(turn_refused, GAME)


def board(picture: str, side: str = "w", levels: int = 2, quiet: int = 0) -> Position:
    """Return the position of a diagram: rank 8 first, a dot for an empty square."""
    return read(f"{board_of(picture)} {side} {levels} {quiet} 1")


def legal(position: Position) -> list[str]:
    return sorted(GAME.play.turns(position))


def after(position: Position, *texts: str) -> Position:
    end = console.play(GAME, position, texts)
    assert isinstance(end, Position)
    return end


# Section 3: turns.


def test_a_piece_that_has_jumped_must_continue_itself() -> None:
    position = board("""
        .......m
        ........
        ..m.....
        .....m..
        m.m.....
        .M..M...
        ........
        ........""")
    assert legal(position) == ["b3xd5xb7"]
    halfway = position.play(Hop(1, 17, 35, jump=True))
    assert not halfway.turn_started
    assert halfway.to_move == 1
    assert [str(move) for move in halfway.legal_moves()] == ["d5xb7"]
    assert why(halfway, "e3").code == why(halfway, "d5", "e6").code == "must-go-on"
    with pytest.raises(ValueError, match="start of a turn"):
        halfway.text()
    assert refused(position, "b3xd5").code == "UNFINISHED"


# Section 4: promotion.


def test_a_man_is_crowned_and_its_turn_ends_even_if_a_king_could_jump_on() -> None:
    position = board("""
        ........
        ..m.m...
        .M......
        ........
        ........
        ........
        ........
        ........""")
    assert legal(position) == ["b6xd8"]
    assert after(position, "b6xd8").text() == "3K4/4m3/8/8/8/8/8/8 b 2 0 2"
    assert refused(position, "b6xd8xf6").code == "ENDED"


# Section 6: the end.

BARE_KINGS: Final = ".......k ........ ........ ........ ........ ........ ........ K......."
THERE_AND_BACK: Final = ("a1-a2", "h8-h7", "a2-a1", "h7-h8")


def test_positions_with_different_sides_to_move_are_different() -> None:
    """Section 6.3: side to move. White loses a move by a triangle, so the board is back with Black to move."""
    position = board(BARE_KINGS)
    triangle = ["a1-a2", "h8-h7", "a2-b1", "h7-h8", "b1-a1"]
    end = after(position, *triangle)
    assert end.text().split()[:2] == ["7k/8/8/8/8/8/8/K7", "b"]
    assert end.keys.count(end.keys[-1]) == 1


def test_a_loaded_position_is_its_own_first_occurrence() -> None:
    once = after(board(BARE_KINGS), *THERE_AND_BACK)
    assert after(once, *THERE_AND_BACK).outcome() == Outcome("repetition")
    assert after(read(once.text()), *THERE_AND_BACK).outcome() is None


def test_an_irreversible_turn_clears_the_earlier_positions() -> None:
    position = board(".......k ........ ........ ........ ........ ......M. ........ K.......")
    position = after(position, *THERE_AND_BACK)
    assert len(position.keys) == 5
    assert len(after(position, "g3-h4").keys) == 1


def test_automatic_draws_do_not_change_the_list_of_turns() -> None:
    position = board(BARE_KINGS, quiet=80)
    assert position.outcome() == Outcome("40-quiet-moves")
    assert len(legal(position)) == 3
    with pytest.raises(console.QuestionError) as caught:
        after(position, "a1-a2")
    assert caught.value.code == "OVER"


# Section 7: DDFEN.


@st.composite
def any_board(compose: st.DrawFn) -> Position:
    levels = compose(st.sampled_from((2, 3)))
    cells = bytearray(64)
    for colour in (0, 3):
        for at in compose(st.lists(st.integers(0, 63), max_size=24)):
            row = at // 8 if colour else 7 - at // 8
            stands = {1: row != 7, 2: levels == 2 or row != 0, 3: levels == 3}
            cells[at] = colour + compose(st.sampled_from([n for n in stands if stands[n]]))
    return Position(
        bytes(cells),
        compose(st.sampled_from((0, 1))),
        levels,
        compose(st.integers(0, 80)),
        compose(st.integers(1, 10_000)),
    )


@given(any_board())
def test_two_squares_name_the_turn_between_them(position: Position) -> None:
    for gesture, route in position.routes().items() if position.outcome() is None else ():
        assert GAME.text.read_turn(position, f"{min(gesture.pick)}x{gesture.drop}") == route


@given(any_board())
def test_any_written_board_is_read_back(position: Position) -> None:
    again = read(position.text())
    assert again == position
    assert again.text() == position.text()
    assert position.board().cells() == position.cells


# Section 8: turns as text.


def test_a_prefix_of_a_turn_is_never_written_as_another_turn() -> None:
    position = read("1K1K4/8/3k4/6M1/3M1k2/1k1K1K1M/3M2k1/5k2 b 2 25 41")
    whole = GAME.text.read_turn(position, "g2xe4xc4xe2xc2")
    assert GAME.text.notate(position, whole) == "g2xc2"
    beginning = GAME.text.read_turn(position, "g2xe4xc2xe2")[:2]
    assert GAME.text.notate(position, beginning) == "g2xe4xc2"


# Gestures that are refused; more of them are in test_boards.py.


def test_a_drop_on_an_occupied_square_is_refused_with_its_piece_or_square() -> None:
    """Bug: the console said of a6 that it had nowhere to go when a7 hadn't."""
    position = start(Options())
    assert why(position, "a6", "a7").code == "blocked"
    assert str(refused(position, "a6-a7")) == "a7 is occupied."


def test_capturing_pieces_are_forced_and_in_mid_turn_the_jumper_alone() -> None:
    position = board("........ ........ ..m..... ........ m.m.m... .M.M.M.. ........ ........")
    assert position.forced_targets() == {"b3", "d3", "f3"}
    (hop,) = [move for move in position.legal_moves() if str(move) == "b3xd5"]
    assert position.play(hop).forced_targets() == {"d5"}
    assert start(Options()).forced_targets() == frozenset()


# The table.


def test_a_king_is_two_checkers_and_a_triple_wears_a_ring_on_top() -> None:
    table = board("........ ........ ........ ........ ...T.... ..M...k. .K...... ........", levels=3).table()
    looks = {square: [token.look for token in tokens] for square, tokens in table.items()}
    assert looks == {"b2": ["ivory"] * 2, "c3": ["ivory"], "d4": ["ivory"] * 2 + ["ivory-ring"], "g3": ["ebony"] * 2}


# Section 10: sixty million paths.


def test_a_board_with_sixty_million_paths_is_played_without_listing_them() -> None:
    position = read(SIXTY_MILLION)
    assert position.outcome() is None
    assert len(position.legal_moves()) == 8 and position.routes() == {}
    squares = [f"{file}{rank}" for file in "abcdefgh" for rank in range(1, 9)]
    for drop in squares:
        for pick in squares:
            position.refusal(Gesture(frozenset({pick}), drop))
    match = Match(GAME.play, position=position)
    while match.position.to_move == 0:
        match.play(match.position.legal_moves()[0])
    assert match.position.turn_started
    assert GAME.text.notation(match, match.turns()[0]).startswith("e3x")


def test_a_board_with_sixty_million_paths_has_too_many_turns_to_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "MOST_TURNS", by_effort(10_000, console.MOST_TURNS, console.MOST_TURNS))
    with pytest.raises(console.QuestionError) as caught:
        console.turns(GAME, read(SIXTY_MILLION))
    assert caught.value.code == "TOO_MANY"


def test_a_board_with_sixty_million_paths_reads_full_texts_and_refuses_short_ones() -> None:
    position = read(SIXTY_MILLION)
    full = next(GAME.play.turns(position))
    assert after(position, full).to_move == 1
    assert refused(position, f"e3x{full[-2:]}").code == "AMBIGUOUS"


def test_a_short_text_to_an_unreachable_square_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: sixty million paths were walked, for five seconds, to find that none ends on the other kind of file."""
    between = Mock(wraps=turns.paths_between)
    monkeypatch.setattr(turns, "paths_between", between)
    position = read(SIXTY_MILLION)
    assert refused(position, "e3xb1").code == "OCCUPIED"
    between.assert_not_called()
    refused(position, "e3xe1")
    between.assert_called_once()


@pytest.mark.parametrize(
    ("text", "ends", "paths"),
    [
        (FEWER, 612, 5_489),
        *by_effort([], [(MILLIONS, 11_852, 2_497_653)], [(MILLIONS, 11_852, 2_497_653)]),
        *by_night([], [(SIXTY_MILLION, 106_502, 60_718_368)]),
    ],
)
def test_paths_that_meet_are_merged(text: str, ends: int, paths: int) -> None:
    results = turns.path_counts(read(text).board())
    assert (len(results), sum(results.values())) == (ends, paths)


def test_merged_paths_end_like_each_single_path() -> None:
    board = read(FEWER).board()
    state, side = board.state(), board.side
    ends: Counter[State] = Counter()
    for path in turns.list_paths(board):
        for here, there in pairwise(path):
            board.hop(here, there)
        ends[board.state()] += 1
        board.restore(state, side)
    assert turns.path_counts(board) == ends


# --- The cases file, walked in whole turns; the rest is in test_cases.py


@each(cases_of("double_draughts")["positions"], "name")
def test_paths_results_and_perft_agree_and_restore_the_board(case: dict[str, Any]) -> None:
    core = read(case["ddfen"]).board()
    before = (core.state(), core.side)
    paths = []
    for path in turns.list_paths(core):
        assert (core.state(), core.side) == before
        paths.append(path)
    assert turns._count_turns(core) == len(paths) == turns.perft(core, 2)[0]
    results = turns.path_counts(core)
    assert (len(results), sum(results.values())) == (case["distinct_results"], len(paths))
    for ends in {(path[0], path[-1]) for path in paths}:
        same_ends = [path for path in paths if (path[0], path[-1]) == ends]
        found = turns.paths_between(core, *ends)
        assert len(found) == len(set(found)) == min(2, len(same_ends))
        assert set(found) <= set(same_ends)
    assert (core.state(), core.side) == before

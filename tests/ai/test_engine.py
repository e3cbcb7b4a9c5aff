"""The engine of Double Draughts: what it lists, sees and knows of the ends of the game."""

from collections.abc import Callable

import pytest

from rules.ai.search import SURE, WIN, Budget, deepen
from rules.contract import apply
from rules.double_draughts import turns
from rules.double_draughts.engine import Engine
from rules.double_draughts.moves import Moves
from rules.double_draughts.position import Position
from tests.ai.boards import EXPLOSION, at, played, random_positions, turned

WIDEST = 32000


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(16)


def never() -> bool:
    return False


def search(engine: Engine, position: Position, depth: int) -> tuple[int, str]:
    """Score and first turn of a search to a fixed depth."""
    engine.place(position)
    score = engine.iterate(depth, -WIDEST, WIDEST, 1 << 60, never)
    turn = engine.line()[0]
    return score, " ".join(str(hop) for hop in turn)


def test_the_merged_moves_lead_to_the_same_boards_as_the_rules() -> None:
    lister = Moves()
    compared = 0
    for position in random_positions(300, seed=1):
        if not position.turn_started:
            continue
        board = position.board()
        expected = set(turns.results(board))
        black, white, kings, triples = board.state()
        own, enemy = (white, black) if position.side else (black, white)
        lister.levels = position.levels
        jumpers = lister.jumpers(own, enemy, kings, position.side)
        assert jumpers == board.jumpers()
        if jumpers:
            lister.recording, lister.trails = True, {}
            lister.captures(jumpers, own, enemy, kings, triples, position.side, 0)
            lister.recording = False
            paths = list(lister.trails.values())
        else:
            straight = triples if position.levels == 3 else kings
            assert lister.mobile(own, enemy, kings, straight, position.side)
            count = lister.slides(own, enemy, kings, straight, position.side, 0)
            paths = [(lister.moves[i] & 63, lister.moves[i] >> 6 & 63) for i in range(count)]
        found = set()
        for path in paths:
            board = position.board()
            for start, end in zip(path, path[1:], strict=False):
                board.hop(start, end)
            assert board.side != position.side
            found.add(board.state())
        assert found == expected
        compared += 1
    assert compared > 200


def test_a_search_line_is_legal_to_its_end(engine: Engine) -> None:
    for position in random_positions(40, seed=2):
        engine.place(position)
        engine.iterate(4, -WIDEST, WIDEST, 1 << 60, never)
        line = engine.line()
        assert line
        now = position
        for turn in line:
            seat = now.to_move
            for hop in turn:
                assert now.to_move == seat
                assert hop in now.legal_moves()
                now = now.play(hop)
            assert now.turn_started


def test_both_colours_are_judged_and_searched_alike(engine: Engine) -> None:
    for position in random_positions(60, seed=3):
        other = turned(position)
        for depth in (1, 2, 4):
            assert search(engine, position, depth)[0] == search(engine, other, depth)[0]


def test_a_win_in_one_is_taken(engine: Engine) -> None:
    score, turn = search(engine, at("8/8/8/8/5m2/8/3M4/K7 w 2 0 1").play_nothing() if False else WIN_IN_ONE, 3)
    assert turn == "d2xf4"
    assert score == WIN - 1

"""The engine of Double Draughts: its moves, its search and its endings."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from rules.double_draughts import turns
from rules.double_draughts.engine.movegen import MoveGenerator
from rules.double_draughts.opponent import Engine
from rules.double_draughts.position import Position
from rules.search.budget import Budget
from rules.search.iterative_deepening import SURE, deepen
from tests.ai.searches import EXPLOSION, assert_legal, at, random_positions, rotated, search
from tests.effort import by_effort


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(16)


def test_the_merged_moves_lead_to_the_same_boards_as_the_rules() -> None:
    generator = MoveGenerator()
    compared = 0
    for position in random_positions(by_effort(40, 300, 300), seed=1):
        if not position.turn_started:
            continue
        board = position.board()
        expected = set(turns.path_counts(board))
        black, white, kings, triples = board.state()
        own, enemy = (white, black) if position.side else (black, white)
        generator.levels = position.levels
        jumpers = generator.find_jumpers(own, enemy, kings, position.side)
        assert jumpers == board.find_jumpers()
        if jumpers:
            generator.records_paths, generator.paths = True, {}
            generator.list_captures(jumpers, own, enemy, kings, triples, position.side, 0)
            generator.records_paths = False
            paths = list(generator.paths.values())
        else:
            straight = triples if position.levels == 3 else kings
            assert generator.can_slide(own, enemy, kings, straight, position.side)
            count = generator.list_slides(own, enemy, kings, straight, position.side, 0)
            paths = [(generator.moves[i] & 63, generator.moves[i] >> 6 & 63) for i in range(count)]
        found = set()
        for path in paths:
            board = position.board()
            for start, end in pairwise(path):
                board.hop(start, end)
            assert board.side != position.side
            found.add(board.state())
        assert found == expected
        compared += 1
    assert compared > by_effort(25, 200, 200)


def test_both_colours_are_evaluated_and_searched_alike(engine: Engine) -> None:
    for position in random_positions(by_effort(20, 60, 60), seed=3):
        other = rotated(position)
        for depth in (1, 2, 4):
            assert search(engine, position, depth)[0] == search(engine, other, depth)[0]


def test_a_nearer_win_is_worth_more(engine: Engine) -> None:
    near = search(engine, at("8/8/5m2/8/3m4/2K1M3/8/8 w 2 0 1"), 1)[0]
    far = search(engine, at("8/8/8/m7/8/8/1K6/8 w 2 0 1"), 8)[0]
    assert SURE < far < near


def test_an_earlier_search_does_not_change_a_later_search(engine: Engine) -> None:
    position = at("8/2k5/8/8/3KK3/8/1K6/8 w 2 0 1")
    fresh, depth = Engine(16), by_effort(5, 7, 7)
    search(engine, at(EXPLOSION.replace(" b ", " w ")), 1)
    assert search(engine, position, depth) == search(fresh, position, depth)
    assert engine.nodes == fresh.nodes


@pytest.mark.parametrize("turn", [lambda position: position, rotated])
def test_a_board_with_millions_of_captures_is_answered(engine: Engine, turn: Callable[[Position], Position]) -> None:
    position = turn(at(EXPLOSION))
    engine.set_position(position)
    found = deepen(engine, Budget(nodes=3000))
    assert_legal(position, found.line[:1])
    assert found.nodes < 10_000

"""The engine of Double Draughts with and without its table of endings."""

from collections.abc import Iterator
from random import Random

import pytest

from rules.ai.opponents import levels_of, opponent
from rules.common.packed import TableError
from rules.double_draughts.engine.endgames import Endgames
from rules.double_draughts.opponent import Engine
from rules.double_draughts.position import Position
from rules.lab.endgames import probe
from rules.search.budget import Budget, never
from rules.search.iterative_deepening import SURE, WIN
from rules.search.level import full_strength
from tests.ai.searches import WIDEST, at, played
from tests.checks import present
from tests.effort import by_effort

KEY = "double-draughts"


def nowhere() -> Endgames:
    raise TableError("missing", "The table of endings is missing.")


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(16)


@pytest.fixture(scope="module")
def alone() -> Engine:
    """Return an engine without the table."""
    return Engine(16, nowhere)


def search(engine: Engine, position: Position, depth: int, blind: int = 0) -> int:
    engine.set_position(position, blind=blind)
    return engine.search(depth, -WIDEST, WIDEST, 1 << 60, never)


def small(count: int, seed: int, quiet: int = 0) -> Iterator[Position]:
    """Return random unfinished positions of three pieces."""
    rng = Random(seed)
    while count:
        cells = bytearray(64)
        for code in (rng.choice((1, 2)), rng.choice((4, 5)), rng.choice((1, 2, 4, 5))):
            cells[rng.randrange(8, 56)] = code
        position = Position(bytes(cells), rng.randrange(2), quiet=quiet)
        if sum(map(bool, cells)) == 3 and position.outcome() is None:
            yield position
            count -= 1


def exact(position: Position) -> int:
    end = present(probe(position.board()), "result in the table")
    if end.winner is None:
        return 0
    return WIN - end.plies if end.winner == position.side else end.plies - WIN


def test_three_pieces_have_their_exact_score_without_search(engine: Engine) -> None:
    for position in small(200, seed=1):
        assert search(engine, position, 1) == exact(position)


def test_certain_results_of_the_search_alone_agree_with_the_table(alone: Engine) -> None:
    found = 0
    for position in small(by_effort(50, 120, 120), seed=2):
        score = search(alone, position, 7)
        if abs(score) > SURE:
            assert score == exact(position)
            found += 1
    assert found > by_effort(5, 10, 10)


def test_a_won_ending_is_won_in_as_many_turns_as_the_table_says() -> None:
    played_out = 0
    for position in small(60, seed=3):
        end = present(probe(position.board()), "result in the table")
        if end.winner is None or end.plies < 8:
            continue
        plies = 0
        now = position
        while now.outcome() is None:
            for move in opponent(KEY).choose(now, full_strength(400), Random(1)).moves:
                now = now.play(move)
            plies += 1
        outcome = present(now.outcome(), "outcome")
        assert outcome.winners == (end.winner,)
        assert plies == end.plies
        played_out += 1
    assert played_out > 3


def test_an_analysis_gives_the_exact_result() -> None:
    for position in small(10, seed=4):
        assert opponent(KEY).analyse(position, Budget(nodes=500)).score == exact(position)


def test_a_win_after_the_last_quiet_ply_is_not_scored_as_a_win(engine: Engine) -> None:
    kings = [position for position in small(4000, seed=5) if exact(position) > SURE and only_kings(position)]
    longest = min(kings, key=exact)
    plies = WIN - exact(longest)
    assert plies > 4
    for quiet, counts in ((80 - plies, True), (80 - plies + 1, False)):
        position = at(f"{longest.text().split()[0]} {'bw'[longest.side]} 2 {quiet} 1")
        assert (search(engine, position, 1) > SURE) == counts


def only_kings(position: Position) -> bool:
    """Whether no Man could start the quiet count anew."""
    return not {1, 4} & set(position.cells)


def test_a_stored_win_is_not_used_where_the_draw_comes_first(engine: Engine, alone: Engine) -> None:
    for position in small(40, seed=6, quiet=76):
        present(probe(position.board()), "result in the table")
        for one in (engine, alone):
            score = search(one, position, 6)
            if only_kings(position) and abs(score) > SURE:
                assert WIN - abs(score) <= 4


def test_four_pieces_are_searched_down_to_the_table(engine: Engine, alone: Engine) -> None:
    two_against_two = at("8/6k1/8/1k3M2/8/8/2M5/8 b 2 0 1")
    assert search(engine, two_against_two, 6) > SURE
    assert 0 < search(alone, two_against_two, 6) < SURE
    assert engine.nodes < alone.nodes


def test_a_repeated_position_is_drawn_against_the_table(engine: Engine) -> None:
    start = at("8/8/8/8/8/8/6K1/k5K1 b 2 0 1")
    twice = played(start, "a1-a2", "g1-h1", "a2-a1", "h1-g1", "a1-a2", "g1-h1", "a2-a1")
    engine.set_position(twice)
    scores = set()
    for move in twice.legal_moves():
        after = twice.play(move)
        scores.add((str(move), after.outcome() is not None))
    assert ("h1-g1", True) in scores
    assert engine.search(1, -WIDEST, WIDEST, 1 << 60, never) == exact(twice)


def test_a_level_that_overlooks_captures_does_not_use_the_table(engine: Engine) -> None:
    won = next(position for position in small(400, seed=7) if SURE < exact(position) < WIN - 8)
    assert search(engine, won, 1) > SURE
    assert search(engine, won, 1, blind=1) < SURE
    assert {level.number for level in levels_of(KEY) if level.blind == 0} == {6, 7, 8, 9}


def test_the_three_level_game_is_searched_without_the_table(engine: Engine, alone: Engine) -> None:
    position = at("8/8/8/2k5/8/2K2K2/8/8 w 3 0 1")
    assert search(engine, position, 5) == search(alone, position, 5)

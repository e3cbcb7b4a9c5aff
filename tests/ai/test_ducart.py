"""The engine of Ducart: what it sees, what it never does, and what it knows of the ends of the game."""

import re
from collections.abc import Iterator
from random import Random

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from rules.ai.opponents import levels_of, opponent
from rules.ducart.engine.evaluation import SWEEPER_VALUES, piece_square_table, zobrist_keys
from rules.ducart.engine.grid import ROOM, Grid
from rules.ducart.engine.incremental_evaluation import feature_table, sweeper_row_table
from rules.ducart.engine.mailbox import SWEEPER
from rules.ducart.engine.movegen import list_steps
from rules.ducart.engine.ordering import GAIN_AT, StepOrder, history_index, static_gain
from rules.ducart.engine.tactical_moves import list_tactical_steps
from rules.ducart.engine.turns import legal_steps
from rules.ducart.opponent import Engine
from rules.ducart.options import board_flags
from rules.ducart.position import Position
from rules.ducart.text import read
from rules.search.budget import Budget
from rules.search.iterative_deepening import SURE, WIN, deepen
from rules.search.level import Level
from rules.search.mailbox import CELLS
from tests.ai.searches import played, search
from tests.effort import by_night
from tests.rows import cases_of

KEY = "ducart"
START = "kczthzck/wwwwwwww/8/8/8/8/WWWWWWWW/KCZHTZCK g - g 0 0 c"
MIDDLES = cases_of("ducart_middle")["middle"]
ZOBRIST, VALUES = vec[i64](zobrist_keys()), vec[i64](piece_square_table())
FEATURES, ROWS = [vec[i64](feature_table(push_only)) for push_only in (False, True)], vec[i64](sweeper_row_table())
every_level = pytest.mark.parametrize("strength", levels_of(KEY), ids=lambda strength: f"level {strength.number}")


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(1)


def random_positions(count: int, seed: int, flags: str = "c") -> Iterator[Position]:
    rng = Random(seed)
    while count:
        position = read(START.removesuffix("c") + flags)
        for _ in range(rng.randrange(120)):
            after = position.play(rng.choice(position.legal_moves()))
            if after.outcome() is not None:
                break
            position = after
        count -= 1
        yield position


def thin_positions(count: int, seed: int) -> Iterator[Position]:
    """Positions with one or two Sweepers a side, where a careless turn promotes or kills the last one."""
    rng = Random(seed)
    while count:
        cells = bytearray(64)
        free = list(range(64))
        rng.shuffle(free)
        for seat in (0, 1):
            for kind in (2, 2, 3, 3, 4, 4, 5, 6, 7, 7):
                if rng.random() < 0.4:
                    cells[free.pop()] = kind + 8 * seat + (16 if kind != 7 and rng.random() < 0.3 else 0)
            for _ in range(rng.choice((1, 1, 2))):
                row = rng.choice((5, 6, 6, 6)) if seat == 0 else rng.choice((1, 1, 1, 2))
                square = next(square for square in free if square // 8 == row)
                free.remove(square)
                cells[square] = SWEEPER + 8 * seat
        position = Position(bytes(cells), rng.randrange(2), flags=rng.choice(("", "c", "n", "acf", "p")))
        if position.outcome() is None:
            count -= 1
            yield position


def grid_of(position: Position) -> Grid:
    grid = Grid(position.cells, position.side, position.fresh, board_flags(position.flags), ROOM)
    grid.use_tables(ZOBRIST, VALUES, FEATURES[grid.push_only], ROWS)
    return grid


# What is never done


def loses_at_once(position: Position, move: object) -> bool:
    (chosen,) = (one for one in position.legal_moves() if one == move)
    outcome = position.play(chosen).outcome()
    return outcome is not None and outcome.winners == (1 - position.side,)


@every_level
@pytest.mark.parametrize("nodes", by_night([40], [1, 40, 600]))
def test_no_level_ever_gives_its_last_sweeper_away_if_another_turn_avoids_the_loss(
    strength: Level, nodes: int
) -> None:
    limited = Level(strength.number, nodes, None, strength.depth, strength.noise, strength.blind)
    rng = Random(nodes)
    tempted = 0
    for position in thin_positions(30, seed=nodes + strength.number):
        losing = [move for move in position.legal_moves() if loses_at_once(position, move)]
        if not losing or len(losing) == len(position.legal_moves()):
            continue
        tempted += 1
        assert opponent(KEY).choose(position, limited, rng).moves[0] not in losing
    assert tempted > 4


@every_level
def test_nor_does_one_that_is_stopped_before_it_has_begun(strength: Level) -> None:
    for position in thin_positions(by_night(10, 25), seed=3):
        moves = position.legal_moves()
        losing = [move for move in moves if loses_at_once(position, move)]
        choice = opponent(KEY).choose(position, strength, Random(1), lambda: True)
        assert choice.moves[0] not in losing or len(losing) == len(moves)


# What is seen


@pytest.mark.parametrize(
    ("law", "position", "depth", "least", "most", "turns"),
    [
        ("a win is taken", "8/8/8/3w4/4W3/8/8/8 g - g 0 0 -", 1, WIN - 1, WIN - 1, "We4xd5"),
        ("by a steal", "8/8/3w4/8/8/8/W7/4T3 g - g 0 0 -", 1, WIN - 1, WIN - 1, "Te1<>d6=L"),
        ("by a push", "8/8/8/8/8/3C4/W2w4/8 g - g 0 0 -", 1, WIN - 1, WIN - 1, "Cd3>d2-d1=L"),
        ("a last Sweeper waits while others can move", "8/W7/8/8/8/8/3w4/6Z1 g - g 0 0 -", 3, -SURE + 1, WIN, "Z.*"),
        ("who runs out of spare moves loses", "8/8/W7/8/8/8/7w/8 g - g 0 0 -", 4, WIN - 2, WIN - 2, "W.*"),
        ("a Stealer that would win is slept", "3t4/3Z4/8/8/W6w/8/8/8 g - g 0 0 -", 3, -SURE + 1, WIN, "Zd7~d8"),
        ("the hundredth turn is counted", "8/7w/8/8/8/8/WW6/3H4 g - g 99 20 c", 2, WIN - 1, WIN - 1, ".*"),
        ("or drawn", "8/7w/8/8/8/8/WW6/3H4 g - g 99 20 -", 2, 0, 0, ".*"),
        ("or nothing", "8/7w/8/8/8/8/WW6/3H4 g - g 99 20 n", 2, 1, SURE - 1, ".*"),
        ("who is behind kills in time", "7z/7w/8/3h4/3W4/8/8/3H4 g - g 99 20 c", 2, -WIN, WIN, "Wd4xd5"),
        ("sudden death: a kill wins", "6ww/8/8/8/8/1h6/WW6/7H g - g 10 20 ot", 1, WIN - 1, WIN - 1, "Wa2xb3"),
        ("but not one's own", "6h1/6ww/8/8/8/1H6/WW6/8 g - g 10 20 ot", 2, -SURE + 1, WIN, "[^x]*"),
        ("a missed turn is played", "6k1/8/4w3/8/3W~4/8/8/8 g - g 0 0 -", 6, 4 - WIN, 4 - WIN, "pass"),
        ("drawn where nobody can act any more", "8/7w~/8/t7/3W~4/8/8/K7 g - g 10 20 -", 2, 0, 0, r"Ka1\^a5"),
    ],
)
def test_the_search_finds_it(
    engine: Engine, law: str, position: str, depth: int, least: int, most: int, turns: str
) -> None:
    score, turn = search(engine, read(position), depth)
    assert least <= score <= most and re.fullmatch(turns, turn), law


# How it ends


TWICE = ("He8-d8", "Hd1-c1", "Hd8-e8", "Hc1-d1")


def test_a_position_is_not_repeated_by_who_is_ahead(engine: Engine) -> None:
    position = played(read("4h3/4w3/8/8/8/8/WWW5/3H4 b - g 0 0 -"), *TWICE, *TWICE[:3])
    score, turn = search(engine, position, 2)
    assert turn != "Hc1-d1"
    assert score > 0


def test_who_is_behind_repeats(engine: Engine) -> None:
    position = played(read("4h3/4www1/8/8/8/8/W7/3H4 b - g 0 0 -"), *TWICE, *TWICE[:3])
    assert search(engine, position, 2) == (0, "Hc1-d1")


def test_what_is_slept_and_healed_comes_back_within_two_turns(engine: Engine) -> None:
    position = played(read("8/7w/8/8/3zH3/4W3/W7/7K b - g 0 0 -"), "Zd4~e3", "He4+", "Zd4~e3")
    score, turn = search(engine, position, 2)
    assert turn != "He4+"
    assert score > 0
    outcome = played(position, "He4+").outcome()
    assert outcome is not None and outcome.reason == "repetition"


# Its parts


def test_tactical_steps_are_those_that_kill_or_promote_an_enemy() -> None:
    for number, position in enumerate(random_positions(60, seed=8, flags="c")):
        grid = grid_of(
            position if number % 3 else Position(position.cells, position.side, position.fresh, flags="af")
        )
        enemy = 1 - position.side
        expected = set()
        for step in legal_steps(grid):
            before = grid.pieces[enemy], grid.sweepers[enemy], grid.sweepers[position.side]
            grid.make(step)
            after = grid.pieces[enemy], grid.sweepers[enemy], grid.sweepers[position.side]
            grid.unmake(step)
            if after[:2] != before[:2] and after[2] == before[2]:
                expected.add(step)
        count = list_tactical_steps(grid, 0)
        assert {grid.steps[i] for i in range(count)} == expected


def test_gain_is_what_a_step_changes() -> None:
    for position in random_positions(30, seed=9):
        grid = grid_of(position)
        sign = 1 - 2 * position.side
        count = list_steps(grid, 0)
        for step in [grid.steps[i] for i in range(count)]:
            told = static_gain(grid, step)
            assert 0 < history_index(grid, step) < 1 << 14
            before = grid.piece_square_sum + SWEEPER_VALUES[grid.sweepers[0]] - SWEEPER_VALUES[grid.sweepers[1]]
            grid.make(step)
            after = grid.piece_square_sum + SWEEPER_VALUES[grid.sweepers[0]] - SWEEPER_VALUES[grid.sweepers[1]]
            grid.unmake(step)
            assert told == sign * (after - before)


def test_steps_are_rated_by_what_they_gain_and_what_became_of_their_like() -> None:
    for position in [*random_positions(20, seed=10), *thin_positions(20, seed=11)]:
        grid, order = grid_of(position), StepOrder(ROOM, 2)
        count = list_steps(grid, 0)
        steps = [grid.steps[i] for i in range(count)]
        first = order.score_steps(grid, 0, count, 0, 0, 0)
        gains = [static_gain(grid, step) << GAIN_AT for step in steps]
        assert [order.scores[i] for i in range(count)] == gains
        assert first == order.pick_best(0, count) == gains.index(max(gains))
        blamed = steps[len(steps) // 2]
        order.lower_history(grid, blamed, 2)
        order.score_steps(grid, 0, count, 0, 0, 0)
        for i, step in enumerate(steps):
            assert (order.scores[i] < gains[i]) == (history_index(grid, step) == history_index(grid, blamed))


def test_only_cells_with_something_are_worth_something() -> None:
    assert not any(VALUES[cell] for cell in CELLS)


# As a program


@pytest.mark.compiled
@pytest.mark.parametrize("text", [START, *MIDDLES])
def test_four_turns_are_looked_at_in_two_seconds(text: str) -> None:
    engine = Engine()
    engine.set_position(read(text))
    assert deepen(engine, Budget(seconds=2.0)).depth >= 4

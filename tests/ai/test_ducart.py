"""The engine of Ducart: its moves, its blunders avoided, and the order of its search."""

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
from rules.search.iterative_deepening import deepen
from rules.search.level import Level
from rules.search.mailbox import CELLS
from tests.effort import by_effort, by_night
from tests.rows import cases_of

KEY = "ducart"
START = "kczthzck/wwwwwwww/8/8/8/8/WWWWWWWW/KCZHTZCK g - g 0 0 c"
MIDDLES = cases_of("ducart_middle")["middle"]
ZOBRIST, VALUES = vec[i64](zobrist_keys()), vec[i64](piece_square_table())
FEATURES, ROWS = [vec[i64](feature_table(push_only)) for push_only in (False, True)], vec[i64](sweeper_row_table())
every_level = pytest.mark.parametrize("strength", levels_of(KEY), ids=lambda strength: f"level {strength.number}")


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
    """Yield positions with one or two Sweepers a side, where a careless turn promotes or kills the last one."""
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
def test_no_level_gives_its_last_sweeper_away_if_another_turn_avoids_the_loss(strength: Level, nodes: int) -> None:
    limited = Level(strength.number, nodes, None, strength.depth, strength.noise, strength.blind)
    rng = Random(nodes)
    tempted = 0
    for position in thin_positions(by_effort(15, 30, 30), seed=nodes + strength.number):
        losing = [move for move in position.legal_moves() if loses_at_once(position, move)]
        if not losing or len(losing) == len(position.legal_moves()):
            continue
        tempted += 1
        assert opponent(KEY).choose(position, limited, rng).moves[0] not in losing
    assert tempted > by_effort(2, 4, 4)


@every_level
def test_a_level_stopped_at_once_does_not_give_its_last_sweeper_away(strength: Level) -> None:
    for position in thin_positions(by_night(10, 25), seed=3):
        moves = position.legal_moves()
        losing = [move for move in moves if loses_at_once(position, move)]
        choice = opponent(KEY).choose(position, strength, Random(1), lambda: True)
        assert choice.moves[0] not in losing or len(losing) == len(moves)


# Its parts


def test_tactical_steps_are_those_that_kill_or_promote_an_enemy() -> None:
    for number, position in enumerate(random_positions(by_effort(20, 60, 60), seed=8)):
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


def test_gain_is_the_change_in_value_of_a_step() -> None:
    for position in random_positions(by_effort(10, 30, 30), seed=9):
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


def test_steps_are_ordered_by_gain_and_by_their_history() -> None:
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


def test_only_occupied_cells_have_a_value() -> None:
    assert not any(VALUES[cell] for cell in CELLS)


# As a program


@pytest.mark.compiled
@pytest.mark.parametrize("text", [START, *MIDDLES])
def test_four_turns_are_searched_in_two_seconds(text: str) -> None:
    engine = Engine()
    engine.set_position(read(text))
    assert deepen(engine, Budget(seconds=2.0)).depth >= 4

"""The board of Ducart: perft, making and taking back steps; listed turns are in `test_cases.py`."""

from random import Random
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from rules.ducart.engine.grid import ROOM, Grid
from rules.ducart.engine.mailbox import LEAPER, SWEEPER
from rules.ducart.engine.movegen import list_steps
from rules.ducart.engine.turns import legal_steps, perft, promotes, step_text
from rules.ducart.text import read
from tests.rows import cases_of

CASES: dict[str, Any] = cases_of("ducart")
COUNTS = CASES["perft"]
START = COUNTS[0]["position"]


def board(text: str, depth: int = 1) -> Grid:
    return read(text).grid((2 * depth + 1) * ROOM)


@pytest.mark.compiled
@pytest.mark.parametrize("case", [case for case in COUNTS if len(case["perft"]) > 2], ids=lambda case: case["name"])
def test_perft_at_great_depth(case: dict[str, Any]) -> None:
    place = board(case["position"], len(case["perft"]))
    assert [perft(place, depth + 1) for depth in range(len(case["perft"]))] == case["perft"]


def test_notation_shows_kills_and_promotions() -> None:
    for case in COUNTS:
        place = board(case["position"])
        for step in legal_steps(place):
            text = step_text(place, step)
            before = sum(place.pieces)
            assert promotes(place, step) == text.endswith("=L")
            place.make(step)
            assert (sum(place.pieces) < before) == ("x" in text)
            place.unmake(step)


def test_a_finished_game_has_no_turns() -> None:
    place = board("3L4/7w/8/8/8/8/8/8 b - g 0 21 -", 2)
    assert legal_steps(place) == []
    assert perft(place, 2) == 0


def test_a_missed_turn_counts_as_a_turn() -> None:
    assert perft(board("6k1/8/4w3/8/3W~4/8/8/8 g - g 0 0 -"), 1) == 1
    assert perft(board("8/7w~/8/(Kt)7/3W~4/8/8/8 b - g 11 21 -"), 1) == 0


def random_grids(games: int, turns: int) -> list[tuple[Grid, list[int]]]:
    """Return grids of random games under all options, each with the steps that can be taken back."""
    rng = Random(5)
    found = []
    for number in range(games):
        place = board(START)
        grid = Grid(place.codes(), 0, -1, number % 8, ROOM)
        made: list[int] = []
        for _ in range(turns):
            count = list_steps(grid, 0)
            if count == 0:
                break
            steps = [grid.steps[i] for i in range(count)]
            # mostly no promotions, or Sweepers are soon gone
            step = rng.choice([one for one in steps if rng.random() < 0.05 or not grows(grid, one)] or steps)
            made.append(step)
            grid.make(step)
        found.append((grid, made))
    return found


def grows(grid: Grid, step: int) -> bool:
    before = grid.sweepers[0] + grid.sweepers[1], grid.pieces[0] + grid.pieces[1]
    grid.make(step)
    after = grid.sweepers[0] + grid.sweepers[1], grid.pieces[0] + grid.pieces[1]
    grid.unmake(step)
    return before[0] != after[0] and before[1] == after[1]


def state(grid: Grid) -> tuple[object, ...]:
    cells = tuple(grid.cells[cell] for cell in range(120))
    sums = grid.key, grid.piece_square_sum, grid.features, grid.sweeper_rows
    return cells, grid.side, grid.fresh, sums, tuple(grid.sweepers), tuple(grid.pieces)


def test_taking_a_turn_back_restores_the_board() -> None:
    weights = tables(Random(9))
    for grid, made in random_grids(16, 120):
        grid.use_tables(*weights)
        before = state(grid)
        count = list_steps(grid, 0)
        for step in [grid.steps[i] for i in range(count)]:
            grid.make(step)
            afresh = Grid(grid.codes(), grid.side, -1, 0, 1)
            afresh.fresh = grid.fresh
            afresh.use_tables(*weights)
            assert state(afresh) == state(grid)
            grid.unmake(step)
            assert state(grid) == before
        for step in reversed(made):
            grid.unmake(step)
        assert grid.codes() == board(START).codes()


def tables(rng: Random) -> Any:
    keys = vec[i64]([rng.getrandbits(60) for _ in range(129 << 7)])
    others = [vec[i64]([0] * 128 + [rng.randrange(1000) for _ in range(128 << 7)]) for _ in range(3)]
    return keys, *others


def test_impossible_positions_never_occur() -> None:
    for grid, made in random_grids(24, 150):
        for step in reversed(made):
            for cell in range(21, 99):
                code = grid.cells[cell]
                kind = code & 7
                if code == 128 or code == 0:
                    continue
                assert not (kind == LEAPER and code >= 16)
                assert not (kind == SWEEPER and (cell > 90 if code & 8 == 0 else cell < 29))
                assert code & 96 != 96
                assert code & 15
            if grid.fresh:
                assert grid.cells[grid.fresh] == 3 + 8 * (grid.side ^ 1)
            grid.unmake(step)

"""The board of Ducart: counts and lists of turns, making and taking back, all against the cases."""

from random import Random
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from rules.common.squares import INDEX
from rules.ducart.engine.grid import ROOM, Grid
from rules.ducart.engine.mailbox import LEAPER, LETTERS, SLEPT, SWEEPER
from rules.ducart.engine.movegen import list_steps
from rules.ducart.engine.turns import legal_steps, perft, promotes, step_text
from tests.rows import cases_of

CASES: dict[str, Any] = cases_of("ducart")
COUNTS = CASES["perft"]
START = COUNTS[0]["position"]


def board(text: str, depth: int = 1) -> Grid:
    """The board of a position string, with room for lists of turns `depth` deep."""
    rows, side, fresh, _, _, _, flags = text.split()
    codes: list[int] = []
    for row in reversed(rows.split("/")):
        line: list[int] = []
        keeper = 0
        for sign in row:
            if sign.isdigit():
                line += [0] * int(sign)
            elif sign == "~":
                line[-1] |= SLEPT
            elif sign == "(":
                keeper = 1
            elif keeper == 1:
                keeper = 32 if sign == "K" else 64
            elif sign != ")":
                line.append(LETTERS.index(sign.upper()) + 8 * sign.islower() + keeper)
                keeper = 0
        codes += line
    square = -1 if fresh == "-" else INDEX[fresh]
    options = sum(1 << at for at, flag in enumerate("afp") if flag in flags)
    return Grid(bytes(codes), "gb".index(side), square, options, (2 * depth + 1) * ROOM)


def turns(place: Grid) -> list[str]:
    """The texts of all legal turns, sorted."""
    return sorted(step_text(place, step) for step in legal_steps(place))


def turn(place: Grid, text: str) -> int:
    """The legal turn with this text."""
    (step,) = (step for step in legal_steps(place) if step_text(place, step) == text)
    return step


@pytest.mark.parametrize("case", COUNTS, ids=lambda case: case["name"])
def test_turns_are_exactly_those_of_the_case(case: dict[str, Any]) -> None:
    assert turns(board(case["position"])) == case["turns"]


@pytest.mark.parametrize("case", COUNTS, ids=lambda case: case["name"])
def test_counts_of_one_and_two_turns(case: dict[str, Any]) -> None:
    place = board(case["position"], 2)
    assert [perft(place, 1), perft(place, 2)] == case["perft"][:2]


def test_counts_of_three_turns_where_stealing_reaches_neighbours_only() -> None:
    assert perft(board(COUNTS[2]["position"], 3), 3) == 104_686


@pytest.mark.compiled
@pytest.mark.parametrize("case", [case for case in COUNTS if len(case["perft"]) > 2], ids=lambda case: case["name"])
def test_deep_counts(case: dict[str, Any]) -> None:
    place = board(case["position"], len(case["perft"]))
    assert [perft(place, depth + 1) for depth in range(len(case["perft"]))] == case["perft"]


@pytest.mark.parametrize(
    "case", [case for case in CASES["scenarios"] if case.get("listed")], ids=lambda case: case["rule"]
)
def test_a_listed_turn_leads_to_the_position_of_the_case(case: dict[str, Any]) -> None:
    place = board(case["position"])
    place.make(turn(place, case["turn"]))
    after = board(case["result"])
    assert (place.codes(), place.side, place.fresh) == (after.codes(), after.side, after.fresh)
    assert ([*place.sweepers], [*place.pieces]) == ([*after.sweepers], [*after.pieces])


@pytest.mark.parametrize(
    "case", [case for case in CASES["scenarios"] if case["result"] == "illegal"], ids=lambda case: case["rule"]
)
def test_an_illegal_turn_is_not_listed(case: dict[str, Any]) -> None:
    assert case["turn"] not in turns(board(case["position"]))


def test_text_says_kills_and_promotions() -> None:
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


def test_a_missed_turn_counts_as_one() -> None:
    assert perft(board("6k1/8/4w3/8/3W~4/8/8/8 g - g 0 0 -"), 1) == 1
    assert perft(board("8/7w~/8/(Kt)7/3W~4/8/8/8 b - g 11 21 -"), 1) == 0


def random_grids(games: int, turns: int) -> list[tuple[Grid, list[int]]]:
    """Random games under all options, each with its steps not yet taken back."""
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
    """Whether a step promotes."""
    before = grid.sweepers[0] + grid.sweepers[1], grid.pieces[0] + grid.pieces[1]
    grid.make(step)
    after = grid.sweepers[0] + grid.sweepers[1], grid.pieces[0] + grid.pieces[1]
    grid.unmake(step)
    return before[0] != after[0] and before[1] == after[1]


def state(grid: Grid) -> tuple[object, ...]:
    """All that a step changes."""
    cells = tuple(grid.cells[cell] for cell in range(120))
    sums = grid.key, grid.piece_square_sum, grid.features, grid.sweeper_rows
    return cells, grid.side, grid.fresh, sums, tuple(grid.sweepers), tuple(grid.pieces)


def test_taking_back_restores_everything() -> None:
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
    """Random zobrist keys, piece-square values, features and Sweeper rows."""
    keys = vec[i64]([rng.getrandbits(60) for _ in range(129 << 7)])
    others = [vec[i64]([0] * 128 + [rng.randrange(1000) for _ in range(128 << 7)]) for _ in range(3)]
    return keys, *others


def test_what_can_never_be_never_is() -> None:
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

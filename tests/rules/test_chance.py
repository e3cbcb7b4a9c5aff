"""The table of exact chances: against cases, its own recurrence and exact fractions; and damaged tables."""

from array import array
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any, Final

import pytest

from rules.common.dice import ROLLS
from rules.common.packed import TableError
from rules.lab.chance_solver import Solution, dice_left, equation
from rules.unstacked_draughts.engine import chance as table
from rules.unstacked_draughts.engine.board import HEIGHTS, OFF, START, after
from rules.unstacked_draughts.engine.chance import SURE, chance, chance_after, pack, play_roll, unpack
from rules.unstacked_draughts.engine.joint import SIZE, joint_states, number_of
from tests.checks import error_of
from tests.effort import by_effort
from tests.rows import cases_of

CASES: Final[dict[str, Any]] = cases_of("unstacked_draughts")
ROUNDED: Final = 0.5 / SURE
"""The greatest rounding error of a chance in the table."""


def sides(position: str) -> tuple[str, str]:
    """Return the side next to throw and the other side of a position text."""
    white, black, thrower = position.split()[1:4]
    return (white, black) if thrower == "w" else (black, white)


@pytest.fixture(scope="module")
def states() -> list[tuple[str, str]]:
    """Return all joint states, each of several equivalent ones once."""
    return list(joint_states())


# The cases


def test_the_first_thrower_s_chance_from_the_start() -> None:
    assert chance(START, START) == pytest.approx(0.516277, abs=1e-5)
    assert chance(START, START) == pytest.approx(CASES["start_win"], abs=ROUNDED + 1e-9)


@pytest.mark.parametrize("case", CASES["scenarios"], ids=lambda case: case["line"])
def test_a_roll_leads_to_the_states_of_the_case(case: dict[str, Any]) -> None:
    white, black = case["next"].split()[1:3]
    own, other = sides(case["position"])
    dice = [int(die) for die in case["dice"]]
    thrower = case["position"].split()[3]
    assert play_roll(own, other, dice) == ((white, black) if thrower == "w" else (black, white))
    assert play_roll(own, other, dice[::-1]) == play_roll(own, other, dice)


# The numbers of joint states


def test_every_joint_state_has_a_number_of_its_own(states: list[tuple[str, str]]) -> None:
    numbers = {number_of(own, other) for own, other in states}
    assert len(states) == len(numbers) == 178_229
    assert min(numbers) >= 0
    assert max(numbers) < SIZE


def test_points_of_equal_height_are_alike(states: list[tuple[str, str]]) -> None:
    rng = Random(1)
    for own, other in rng.sample(states, 300):
        low, high = rng.sample((1, 2, 3), 3), rng.sample((4, 5, 6), 3)
        moved = [side[0] + "".join(side[point] for point in [*low, *high]) for side in (own, other)]
        assert number_of(*moved) == number_of(own, other)


# The recurrence


@pytest.fixture(scope="module")
def known() -> Solution:
    """Return the table as a solution, with zeros for the numbers of rolls to come, which the table lacks."""
    return Solution(array("d", [win / SURE for win in table.load()]), array("d", bytes(8 * SIZE)))


def test_the_table_solves_the_equations_of_the_game(states: list[tuple[str, str]], known: Solution) -> None:
    """A chance is the mean of those after each roll. With won games 1 and lost ones 0 there is but one solution."""
    for own, other in Random(2).sample(states, 4000):
        if OFF in (own, other):
            assert chance(own, other) == float(own == OFF)
            continue
        after_rolls = equation(known, own, other)
        win, opposite = chance(own, other), chance(other, own)
        mean = after_rolls.win + after_rolls.again * win + after_rolls.passed * (1 - opposite)
        assert win == pytest.approx(mean, abs=2 * ROUNDED + 1e-12)


def test_every_useful_roll_brings_the_end_nearer(states: list[tuple[str, str]]) -> None:
    """So that solving in the order of the dice left meets only what is solved already."""
    for own, other in Random(3).sample(states, 500):
        if OFF not in (own, other):
            for dice in ROLLS:
                following = play_roll(own, other, dice)
                used = dice_left(own) + dice_left(other) - sum(map(dice_left, following))
                assert 0 <= used <= 2
                assert (used == 0) == (following == (own, other))


# The ends of games once more, in fractions and by other code


def play_out(side: str, dice: list[int]) -> tuple[str, list[int]]:
    """Return a side after using every usable die, the last one first, and the dice that are left."""
    for die in reversed(dice):
        following = after(side, die)
        if following is not None:
            dice.remove(die)
            return play_out(following, dice)
    return side, dice


@cache
def exact(own: str, other: str) -> Fraction:
    """Return the exact chance of the side next to throw, from all 36 throws.

    Throws that change nothing are left out of the mean: `again` of them give the same side the next throw, `passed`
    the other side, which is in the same position.
    """
    if OFF in (own, other):
        return Fraction(own == OFF)
    win, again, passed = gains(own, other)
    opposite, other_again, _ = gains(other, own)
    assert other_again == again
    # x = win + again x + passed (1 - y) and y = opposite + again y + passed (1 - x), by Cramer's rule
    stays = 1 - again
    return (stays * (win + passed) - passed * (opposite + passed)) / (stays**2 - passed**2)


@cache
def gains(own: str, other: str) -> tuple[Fraction, Fraction, Fraction]:
    """Return the gains by throws that change the state, and the chances of doubles and of others that don't."""
    win = again = passed = Fraction()
    each = Fraction(1, 36)
    for first in range(1, 7):
        for second in range(1, 7):
            thrower, left = play_out(own, [first, second])
            opponent = other if thrower == OFF else play_out(other, left)[0]
            if (thrower, opponent) == (own, other):
                if first == second:
                    again += each
                else:
                    passed += each
            elif first == second:
                win += each * exact(thrower, opponent)
            else:
                win += each * (1 - exact(opponent, thrower))
    return win, again, passed


def test_exact_fractions_agree_with_cases_of_few_dice() -> None:
    assert exact("o000010", "o000010") == Fraction(31, 51)
    assert exact("o000010", "o000001") == Fraction(23, 44)


def test_the_end_of_the_table_is_reproduced() -> None:
    """All joint states with up to so many dice left together, to the last bit."""
    most, count = by_effort((4, 205), (5, 523), (5, 523))
    few = [(own, other) for own, other in joint_states() if dice_left(own) + dice_left(other) <= most]
    assert len(few) == count
    for own, other in few:
        if (own, other) != (OFF, OFF):
            assert table.load()[number_of(own, other)] == round(exact(own, other) * SURE), (own, other)


# After a roll


def test_a_chance_is_the_mean_over_the_36_throws(states: list[tuple[str, str]]) -> None:
    for own, other in [(START, START), *Random(5).sample(states, 100)]:
        if OFF not in (own, other):
            throws = [
                chance_after(own, other, (one, two), double=one == two) for one in range(1, 7) for two in range(1, 7)
            ]
            assert sum(throws) / 36 == pytest.approx(chance(own, other), abs=2 * ROUNDED)


def test_after_a_simple_roll_the_opponent_throws() -> None:
    assert chance_after(START, START, (4, 3), double=False) == 1 - chance(START, "d110122")
    assert chance_after(START, START, (), double=False) == 1 - chance(START, START)


def test_after_a_double_the_thrower_throws_again_though_its_dice_are_used() -> None:
    assert chance_after("d101222", START, (2,), double=True) == chance("d101222", "d101222")
    assert chance_after("d101222", "d101222", (), double=True) == chance("d101222", "d101222")


def test_on_a_common_finish_the_thrower_wins() -> None:
    assert chance_after("o000010", "o000001", (5, 6), double=False) == 1.0
    assert chance_after("o000100", "o000001", (5, 6), double=False) == 0.0
    assert chance_after("o100000", "o020000", (2, 2), double=True) == 0.0


# The file


@pytest.fixture
def other_table(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Forget afterwards what is read meanwhile."""
    table.load.cache_clear()
    yield monkeypatch
    monkeypatch.undo()
    table.load.cache_clear()


def test_a_missing_table_is_reported_but_finished_games_have_chances(other_table: pytest.MonkeyPatch) -> None:
    other_table.setattr(table, "FILE", "nothing.bin")
    for _ in range(2):
        with pytest.raises(TableError, match=r"^The table of chances is missing\.$") as found:
            chance(START, START)
        assert found.value.code == "missing"
    assert chance_after("o000010", START, (5, 4), double=False) == 1.0
    assert play_roll(START, START, (4, 3)) == ("d110122", START)


def test_a_restored_table_is_found(other_table: pytest.MonkeyPatch) -> None:
    with other_table.context() as away:
        away.setattr(table, "FILE", "nothing.bin")
        with pytest.raises(TableError):
            chance(START, START)
    assert chance(START, START) > 0.5


def test_a_packed_table_is_read_and_a_foreign_table_refused() -> None:
    assert unpack(pack(table.load())) == table.load()
    error = error_of(TableError, unpack, pack([0] * 10))
    assert error.code == "damaged" and str(error).startswith("The table of chances is damaged: ")


def test_the_heights_are_those_of_the_numbering() -> None:
    assert HEIGHTS[:3] == (HEIGHTS[0],) * 3
    assert HEIGHTS[3:] == (HEIGHTS[3],) * 3

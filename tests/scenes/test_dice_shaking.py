"""The hand that shakes the cup: from the mouse's motion to what dice and ears get of it."""

from math import hypot, isclose

import pytest

from scenes.games.unstacked_draughts.dice.field import Edge, Field
from scenes.games.unstacked_draughts.dice.shaking import FASTEST, SLOWEST, Shaking, Toss
from tests.checks import present
from tests.scenes.throwing import FIELD, SMALL


def shaken(speed: float, begin: float = 0.0, end: float = 0.4, scale: float = 0.5) -> Shaking:
    """A cup that is moved to the right at so many mm/s, told of 125 times a second."""
    shaking = Shaking(scale)
    for number in range(round((end - begin) * 125) + 1):
        time = begin + number / 125
        shaking.move(time, time * speed / scale, 40.0)
    return shaking


@pytest.mark.parametrize("scale", [0.2, 0.7, 1.5])
def test_dice_get_the_velocity_of_the_hand_in_mm(scale: float) -> None:
    velocity = present(shaken(1000.0, scale=scale).velocity(0.4), "velocity")
    assert isclose(velocity[0], 1000.0, rel_tol=0.01) and abs(velocity[1]) < 1e-6


@pytest.mark.parametrize(("hand", "dice"), [(100.0, SLOWEST), (299.0, SLOWEST), (9000.0, FASTEST), (1e7, FASTEST)])
def test_a_moving_hand_throws_neither_too_slowly_nor_too_fast(hand: float, dice: float) -> None:
    velocity = shaken(hand).velocity(0.4)
    assert velocity is not None and isclose(hypot(*velocity), dice)


def test_a_hand_that_rests_throws_nothing_by_itself() -> None:
    assert shaken(1000.0).velocity(0.6) is None
    assert shaken(20.0).velocity(0.4) is None
    assert Shaking(1.0).velocity(0.0) is None
    lonely = Shaking(1.0)
    lonely.move(0.0, 5.0, 5.0)
    assert lonely.velocity(0.0) is None


def test_only_the_last_moment_counts() -> None:
    shaking = shaken(2000.0, end=0.5)
    for number in range(1, 13):
        shaking.move(0.5 + number / 125, 0.5 * 2000 / 0.5, 40.0 + number / 125 * 800 / 0.5)
    velocity = present(shaking.velocity(0.5 + 12 / 125), "velocity")
    assert abs(velocity[0]) < 1.0 and isclose(velocity[1], 800.0, rel_tol=0.02)
    slowed = shaken(1000.0).velocity(0.44)
    assert slowed is not None and 400 < slowed[0] < 600


def test_a_jerk_after_a_rest_counts_from_where_it_began() -> None:
    shaking = Shaking(1.0)
    shaking.move(0.0, 100.0, 0.0)
    shaking.move(5.0, 100.0, 0.0)
    shaking.move(5.008, 110.0, 0.0)
    shaking.move(5.016, 120.0, 0.0)
    velocity = shaking.velocity(5.016)
    assert velocity is not None and SLOWEST <= velocity[0] < 1300.0


def test_two_motions_in_one_moment_are_no_infinite_speed() -> None:
    shaking = Shaking(1.0)
    shaking.move(1.0, 0.0, 0.0)
    shaking.move(1.0, 3.0, 0.0)
    assert shaking.velocity(1.0) is None
    shaking.move(1.0 + 1e-9, 9.0, 0.0)
    velocity = shaking.velocity(1.0 + 1e-9)
    assert velocity is not None and hypot(*velocity) <= FASTEST + 1e-6


def test_the_rattle_follows_the_hand() -> None:
    still, slow, fast = (shaken(speed).strength(0.4) for speed in (0.0, 500.0, 5000.0))
    assert still == 0.0 and 0.25 < slow < 0.5 and fast == 1.0
    assert shaken(5000.0).strength(0.9) == 0.0


def test_the_rattle_hears_a_hand_that_goes_to_and_fro() -> None:
    shaking = Shaking(1.0)
    for number in range(60):
        shaking.move(number / 125, 8.0 * (number % 2), 0.0)
    assert shaking.strength(59 / 125) > 0.6
    assert shaking.velocity(59 / 125) is None or hypot(*(shaking.velocity(59 / 125) or (0.0, 0.0))) == SLOWEST


@pytest.mark.parametrize("edge", ["top", "bottom"])
@pytest.mark.parametrize("board", [FIELD, SMALL])
def test_a_standard_throw_is_gentle_and_goes_away_from_who_throws(edge: Edge, board: Field) -> None:
    tosses = [Toss.standard(board, edge, seed=seed, long=long) for seed in range(100) for long in (False, True)]
    for toss in tosses:
        assert 500 < hypot(toss.vx, toss.vy) < 800
        assert (toss.vy > 0) == (edge == "top") and abs(toss.vy) > 0.9 * hypot(toss.vx, toss.vy)
        assert board.mouth(toss.x, toss.y) == (toss.x, toss.y)
    assert len(set(tosses)) == 200
    assert Toss.standard(board, edge, 1, 7) == Toss.standard(board, edge, 1, 7)

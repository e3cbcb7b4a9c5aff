"""Flights as the table plays them: their poses between the steps, dice seen from above, what lies under a die."""

from dataclasses import replace
from math import atan, degrees, isclose

import pytest

from scenes.games.unstacked_draughts.dice.field import Disc, OtherDie, Support, support
from scenes.games.unstacked_draughts.dice.flight import (
    Contact,
    DiceFlight,
    Lean,
    Step,
    Track,
    Verdict,
    flat_from,
    rolls_from,
    track,
)
from tests.scenes.throwing import BARE, FIELD

EDGE = 27.0


def sliding(count: int = 60, speed: float = 800.0, dt: float = 1 / 120) -> list[Step]:
    """A die that goes to the right, ever more slowly, and lies still at the end."""
    steps, x = [], 0.0
    for number in range(count + 1):
        v = speed * (1 - number / count)
        steps.append(Step(x, 5.0, 0.0, 0.3, v, 0.0))
        x += v * dt
    return steps


# --- a flight in time


def test_a_die_lies_still_before_and_after_its_track() -> None:
    one = track(sliding(), 1 / 120, EDGE)
    assert one.at(-1.0) == one.poses[0]
    assert one.at(99.0) == one.rest == one.poses[-1]


def test_between_two_steps_a_die_is_between_them() -> None:
    one = track(sliding(), 1 / 120, EDGE)
    a, b, middle = one.poses[3], one.poses[4], one.at(3.5 / 120)
    assert isclose(middle.x, (a.x + b.x) / 2)
    assert isclose(middle.tumble, (a.tumble + b.tumble) / 2)


def test_a_stretched_flight_is_the_same_but_slower() -> None:
    hit = Contact(0.1, 0, "wood", 0.5, 7.0)
    one = DiceFlight((track(sliding(), 1 / 120, EDGE),), (hit,), Verdict())
    slow = one.stretched(1.5)
    part = slow.seconds / one.seconds
    assert isclose(slow.seconds, 1.5)
    assert slow.contacts == (hit._replace(time=0.1 * part),)
    for number in range(20):
        here, there = one.at(number / 30)[0], slow.at(number / 30 * part)[0]
        assert here == pytest.approx(there, abs=1e-9)
    assert one.stretched(0.1) == one, "it is long enough"


# --- how it turns over


def test_a_rolling_die_turns_over_where_it_goes_and_no_more_at_the_end() -> None:
    one = track(sliding(), 1 / 120, EDGE)
    assert one.poses[0].tumble > 0.5 and one.rest.tumble == 0.0 and one.rest.heading == 0.3
    assert all(isclose(pose.course, 0.0) for pose in one.poses)


def test_a_rolling_die_turns_over_once_in_four_edges() -> None:
    slow = sliding(count=240, speed=500.0)
    flat = flat_from(slow, EDGE, False)
    assert isclose(track(slow, 1 / 120, EDGE).poses[0].tumble, slow[flat].x / (4 * EDGE), rel_tol=0.1)


def test_a_die_that_lies_is_not_turned_over_by_a_light_push() -> None:
    slow = rolls_from(EDGE)
    speeds = [900.0, 600.0, 100.0, 0.0, 0.0, 2 * slow, slow, 0.0]
    steps = [Step(0.0, 0.0, 0.0, 0.0, speed, 0.0) for speed in speeds]
    assert flat_from(steps, EDGE, False) == 2
    steps[5] = steps[5]._replace(vx=5 * slow)
    assert flat_from(steps, EDGE, False) == 6


@pytest.mark.parametrize(("x", "y", "side"), [(1.0, 0.1, "e"), (-0.9, 0.3, "w"), (0.1, 1.0, "s"), (0.3, -0.8, "n")])
def test_the_raised_side_is_told_as_a_direction_of_the_screen(x: float, y: float, side: str) -> None:
    poses = track(sliding(), 1 / 120, EDGE).poses
    assert Track(poses, 0.1, Lean(x, y, 0.3)).raised == side
    assert Track(poses, 0.1).raised is None


# --- the board


def test_a_cup_reaches_over_the_tray_from_everywhere() -> None:
    for x, y in ((-900.0, 20.0), (450.0, 180.0), (10_000.0, -10_000.0)):
        mouth = BARE.mouth(x, y)
        assert BARE.tray.holds(*mouth, 1.49 * BARE.die)
    assert BARE.mouth(450.0, 180.0) == (450.0, 180.0)


# --- what is under a die


def test_a_die_lies_as_high_as_what_is_under_it() -> None:
    disc, other = FIELD.checkers[0], OtherDie((450.0, 180.0, 0.7), EDGE)
    assert support(FIELD, (450.0, 180.0, 0.4), 12.0) == Support(0.0), "in the tray"
    assert support(FIELD, (573.6 - 13.0, 180.0, 0.0), 0.0) == Support(0.0), "beside a wall"
    assert support(FIELD, (587.0, 180.0, 0.0), 31.0) == Support(30.0), "on the border"
    assert support(FIELD, (-30.0, 180.0, 0.0), 5.0).height == -6.0, "beside the board"
    assert support(FIELD, (disc.x, disc.y, 0.2), disc.top + 1) == Support(disc.top), "on checkers"
    assert support(FIELD, (disc.x, disc.y + 28.0, 0.0), 0.0).height == 0.0, "a higher checker stops it"
    assert support(FIELD, (455.0, 182.0, 0.0), 30.0, other) == Support(EDGE), "on the other die"
    assert support(FIELD, (455.0, 182.0, 0.0), 2.0, other) == Support(0.0)
    assert support(FIELD, (520.0, 182.0, 0.0), 30.0, other) == Support(0.0)


def test_it_slips_off_where_its_centre_is_beyond_an_edge() -> None:
    under = support(FIELD, (573.6 - 5.0, 180.0, 0.0), 30.0)
    assert under.height == 30.0 and under.slope > 1.0 and under.x < -0.99
    assert support(FIELD, (470.0, 182.0, 0.0), 30.0, OtherDie((450.0, 180.0, 0.7), EDGE)).slope > 0


def test_across_two_like_checkers_it_lies_firmly_and_leans_on_one() -> None:
    a, b = Disc(100.0, 180.0, 17.7, 8.0), Disc(143.0, 180.0, 17.7, 8.0)
    two, one = replace(BARE, checkers=(a, b)), replace(BARE, checkers=(a,))
    place = (121.5, 180.0, 0.0)
    assert support(two, place, 9.0) == Support(8.0)
    under = support(one, place, 9.0)
    assert under.height == 8.0 and under.x > 0.9 and 15 < degrees(atan(under.slope)) < 30

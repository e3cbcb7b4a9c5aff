"""Flights as the table plays them: their poses between the steps, dice seen from above, what lies under a die."""

from dataclasses import replace
from itertools import pairwise
from math import acos, atan, cos, degrees, isclose, pi, sin

import pytest

from scenes.games.unstacked_draughts.dice.field import Disc, OtherDie, Support, find_support
from scenes.games.unstacked_draughts.dice.flight import (
    DiceFlight,
    DieContact,
    DieStep,
    FinalLean,
    Verdict,
    find_rolling_steps,
    make_track,
    min_roll_speed,
)
from scenes.games.unstacked_draughts.dice.rotations import axes, centre_height, compose, flat_rotation
from tests.scenes.dice_throws import BARE, FIELD, angle, total_rotation

EDGE = 27.0


def sliding(count: int = 60, speed: float = 800.0, dt: float = 1 / 120) -> list[DieStep]:
    steps, x = [], 0.0
    for number in range(count + 1):
        v = speed * (1 - number / count)
        steps.append(DieStep(x, 5.0, 0.0, 0.3))
        x += v * dt
    return steps


def test_die_lies_still_before_and_after_its_track() -> None:
    one = make_track(sliding(), 1 / 120, EDGE)
    assert one.at(-1.0)[:3] == one.poses[0][:3] and one.at(-1.0).rotation == pytest.approx(one.poses[0].rotation)
    assert one.at(99.0) == one.rest == one.poses[-1]


def test_die_is_interpolated_between_two_steps() -> None:
    one = make_track(sliding(), 1 / 120, EDGE)
    a, b, middle = one.poses[3], one.poses[4], one.at(3.5 / 120)
    assert isclose(middle.x, (a.x + b.x) / 2)
    assert angle(a.rotation, middle.rotation) == pytest.approx(angle(middle.rotation, b.rotation), abs=1e-6)


def test_stretched_flight_is_the_same_but_slower() -> None:
    hit = DieContact(0.1, 0, "wood", 0.5, 7.0)
    one = DiceFlight((make_track(sliding(), 1 / 120, EDGE),), (hit,), Verdict())
    slow = one.stretch_to(1.5)
    part = slow.seconds / one.seconds
    assert isclose(slow.seconds, 1.5)
    assert slow.contacts == (hit._replace(time=0.1 * part),)
    for number in range(20):
        here, there = one.at(number / 30)[0], slow.at(number / 30 * part)[0]
        assert here[:3] == pytest.approx(there[:3], abs=1e-9)
        assert here.rotation == pytest.approx(there.rotation, abs=1e-9)
    assert one.stretch_to(0.1) == one, "it is long enough"


def test_rolling_die_tips_over_the_edge_ahead_and_ends_flat() -> None:
    steps = sliding()
    one = make_track(steps, 1 / 120, EDGE)
    assert total_rotation(one) > pi and one.rest.rotation == flat_rotation(0.3)
    end = find_rolling_steps(steps, 1 / 120, EDGE, False).index(False)
    right, down, up = axes(compose(one.poses[end - 6].rotation, flat_rotation(-0.3)))
    assert 0.2 < acos(up[2]) < pi / 4 and abs(down[2]) < 0.01 and right[2] > 0, "it falls over its right edge"
    assert centre_height(one.poses[end - 6].rotation) > 1.1, "its centre is higher meanwhile"


def test_rolling_die_turns_once_in_four_edge_lengths() -> None:
    steps = sliding(count=240, speed=500.0)
    flat = find_rolling_steps(steps, 1 / 120, EDGE, False).index(False)
    poses = make_track(steps, 1 / 120, EDGE).poses[: flat + 1]
    turned = sum(angle(a.rotation, b.rotation) for a, b in pairwise(poses))
    assert turned / (2 * pi) == pytest.approx(steps[flat].x / (4 * EDGE), rel=0.1)


def test_fallen_die_rocks_slightly_and_lies_still() -> None:
    one = make_track([*sliding(), *[sliding()[-1]] * 40], 1 / 120, EDGE)
    still = [a.rotation == b.rotation and a[:3] == b[:3] for a, b in pairwise(one.poses)]
    moved = len(still) - still[::-1].index(False)
    assert not any(still[:moved])
    assert max(angle(pose.rotation, one.rest.rotation) for pose in one.poses[moved - 12 :]) < 0.12


def test_lying_die_is_not_turned_over_by_a_light_push() -> None:
    slow = min_roll_speed(EDGE)

    def pushed(push: float) -> list[bool]:
        steps, x = [], 0.0
        for speed in (900.0, 600.0, 100.0, 0.0, 0.0, push, 0.9 * slow, 0.0):
            steps.append(DieStep(x, 0.0, 0.0, 0.0))
            x += speed / 120
        return find_rolling_steps(steps, 1 / 120, EDGE, False)

    assert pushed(2 * slow) == [True, True, *[False] * 6]
    assert pushed(5 * slow) == [True, True, False, False, False, True, False, False]


def test_die_that_is_hit_hard_rolls_from_face_to_face() -> None:
    steps = [*sliding(), *[sliding()[-1]] * 10]
    there = steps[-1].x
    steps += [step._replace(x=there + step.x) for step in sliding(speed=1000.0)]
    lies = make_track(steps, 1 / 120, EDGE).poses[65]
    assert centre_height(lies.rotation) == pytest.approx(1.0)


@pytest.mark.parametrize("course", [0.1, 1.7, 3.0, -1.3])
def test_leaning_die_is_raised_on_the_side_of_its_support(course: float) -> None:
    lean = FinalLean(cos(course), sin(course), 0.3, 8.0)
    steps = [step._replace(height=8.0) for step in sliding()]
    rest = make_track(steps, 1 / 120, EDGE, lean).rest
    aside = -sin(0.3)
    assert axes(rest.rotation)[2] == pytest.approx((aside * cos(course), aside * sin(course), cos(0.3)))
    assert rest.height == 0.0


def test_cup_reaches_over_the_tray_from_everywhere() -> None:
    for x, y in ((-900.0, 20.0), (450.0, 180.0), (10_000.0, -10_000.0)):
        mouth = BARE.nearest_mouth(x, y)
        assert BARE.tray.contains(*mouth, 1.49 * BARE.die)
    assert BARE.nearest_mouth(450.0, 180.0) == (450.0, 180.0)


def test_die_lies_on_the_highest_support_below_it() -> None:
    disc, other = FIELD.checkers[0], OtherDie((450.0, 180.0, 0.7), EDGE)
    assert find_support(FIELD, (450.0, 180.0, 0.4), 12.0) == Support(0.0), "in the tray"
    assert find_support(FIELD, (573.6 - 13.0, 180.0, 0.0), 0.0) == Support(0.0), "beside a wall"
    assert find_support(FIELD, (587.0, 180.0, 0.0), 31.0) == Support(30.0), "on the border"
    assert find_support(FIELD, (-30.0, 180.0, 0.0), 5.0).height == -6.0, "beside the board"
    assert find_support(FIELD, (disc.x, disc.y, 0.2), disc.top + 1) == Support(disc.top), "on checkers"
    assert find_support(FIELD, (disc.x, disc.y + 28.0, 0.0), 0.0).height == 0.0, "a higher checker stops it"
    assert find_support(FIELD, (455.0, 182.0, 0.0), 30.0, other) == Support(EDGE), "on the other die"
    assert find_support(FIELD, (455.0, 182.0, 0.0), 2.0, other) == Support(0.0)
    assert find_support(FIELD, (520.0, 182.0, 0.0), 30.0, other) == Support(0.0)


def test_die_slips_off_when_its_centre_is_beyond_an_edge() -> None:
    under = find_support(FIELD, (573.6 - 5.0, 180.0, 0.0), 30.0)
    assert under.height == 30.0 and under.slope > 1.0 and under.x < -0.99
    assert find_support(FIELD, (470.0, 182.0, 0.0), 30.0, OtherDie((450.0, 180.0, 0.7), EDGE)).slope > 0


def test_die_lies_flat_on_two_like_checkers_and_leans_on_a_single_checker() -> None:
    a, b = Disc(100.0, 180.0, 17.7, 8.0), Disc(143.0, 180.0, 17.7, 8.0)
    two, one = replace(BARE, checkers=(a, b)), replace(BARE, checkers=(a,))
    place = (121.5, 180.0, 0.0)
    assert find_support(two, place, 9.0) == Support(8.0)
    under = find_support(one, place, 9.0)
    assert under.height == 8.0 and under.x > 0.9 and 15 < degrees(atan(under.slope)) < 30

"""Flights as the table plays them: their poses between the steps, dice seen from above, what lies under a die."""

from __future__ import annotations

from dataclasses import replace
from math import atan, cos, degrees, hypot, isclose, pi, radians, sin
from random import Random

import pytest

from scenes.games.unstacked_draughts.dice.field import Area, Disc, OtherDie, Support, support
from scenes.games.unstacked_draughts.dice.flight import (
    FLAT,
    Contact,
    DiceFlight,
    Lean,
    Step,
    Track,
    Verdict,
    attitudes,
    between,
    flat_from,
    flight,
    over,
    rolls_from,
    sides,
    times,
    track,
    yaw,
)
from tests.scenes.throwing import BARE, FIELD, angle, flatness

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
    before = one.at(-1.0)
    assert before[:6] == one.poses[0][:6] and angle(before.turn, one.poses[0].turn) < 1e-6
    assert one.at(99.0) == one.rest == one.poses[-1]
    assert one.rest.tumble == 0.0 and isclose(flatness(one.rest), 1.0)


def test_between_two_steps_a_die_is_between_them() -> None:
    one = track(sliding(), 1 / 120, EDGE)
    a, b, middle = one.poses[3], one.poses[4], one.at(3.5 / 120)
    assert isclose(middle.x, (a.x + b.x) / 2)
    assert angle(a.turn, middle.turn) < angle(a.turn, b.turn)


def test_a_stretched_flight_is_the_same_but_slower() -> None:
    hit = Contact(0.1, 0, "wood", 0.5, 7.0)
    one = DiceFlight((track(sliding(), 1 / 120, EDGE),), (hit,), Verdict())
    slow = one.stretched(1.5)
    part = slow.seconds / one.seconds
    assert isclose(slow.seconds, 1.5)
    assert slow.contacts == (hit._replace(time=0.1 * part),)
    assert isclose(slow.tracks[0].flat_from, one.tracks[0].flat_from * part)
    for number in range(20):
        here, there = one.at(number / 30)[0], slow.at(number / 30 * part)[0]
        assert isclose(here.x, there.x, abs_tol=1e-9) and angle(here.turn, there.turn) < 1e-6
    assert one.stretched(0.1) == one, "it is long enough"


def test_contacts_come_in_their_order() -> None:
    late, soon = Contact(0.4, 0, "wood", 0.5, 7.0), Contact(0.1, 1, "baize", 0.5, 7.0)
    one = track(sliding(), 1 / 120, EDGE)
    assert flight([one, one], [[late], [soon]], Verdict()).contacts == (soon, late)


# --- how it turns over


def test_a_rolling_die_lies_on_its_face_at_the_end_and_looks_where_its_heading_says() -> None:
    found = attitudes(sliding(), 1 / 120, EDGE, None)
    assert angle(found[-1].turn, yaw(0.3)) < 1e-6
    assert found[0].tumble > 0.5 and all(isclose(turned.course, 0.0) for turned in found)


def test_it_turns_over_forwards() -> None:
    found = attitudes(sliding(), 1 / 120, EDGE, None)
    for a, b in ((found[3].turn, found[4].turn), (found[10].turn, found[11].turn)):
        w, x, y, z = times(b, (a[0], -a[1], -a[2], -a[3]))
        assert (y if w > 0 else -y) > 0.05 and abs(x) < 0.01 and abs(z) < 0.01


def test_a_rolling_die_turns_over_once_in_four_edges() -> None:
    slow = sliding(count=240, speed=500.0)
    found = attitudes(slow, 1 / 120, EDGE, None)
    flat = flat_from(slow, EDGE, False)
    assert isclose(found[0].tumble, slow[flat].x / (4 * EDGE), rel_tol=0.1)


def test_it_rocks_after_it_has_come_down_and_then_lies_still() -> None:
    one = track(sliding(), 1 / 120, EDGE)
    after = [flatness(one.at(one.flat_from + part)) for part in (0.05, 0.135, 0.195)]
    assert after == sorted(after) and cos(radians(10)) < after[0] < cos(radians(5))
    assert flatness(one.at(one.flat_from + 0.225)) > 1 - 1e-9


def test_a_die_that_lies_is_not_turned_over_by_a_light_push() -> None:
    slow = rolls_from(EDGE)
    speeds = [900.0, 600.0, 100.0, 0.0, 0.0, 2 * slow, slow, 0.0]
    steps = [Step(0.0, 0.0, 0.0, 0.0, speed, 0.0) for speed in speeds]
    assert flat_from(steps, EDGE, False) == 2
    steps[5] = steps[5]._replace(vx=5 * slow)
    assert flat_from(steps, EDGE, False) == 6


def test_a_leaning_die_leans_as_it_should() -> None:
    lean = Lean(1.0, 0.0, 0.4)
    steps = [*sliding(), sliding()[-1]]
    one = track([step._replace(heading=0.0) for step in steps], 1 / 120, EDGE, lean)
    top = sides(one.rest.turn, EDGE)[-1]
    right = max(top.corners, key=lambda corner: corner[0])
    left = min(top.corners, key=lambda corner: corner[0])
    assert isclose(right[2] - left[2], EDGE * sin(0.4)) and isclose(flatness(one.rest), cos(0.4))


@pytest.mark.parametrize(("x", "y", "side"), [(1.0, 0.1, "e"), (-0.9, 0.3, "w"), (0.1, 1.0, "s"), (0.3, -0.8, "n")])
def test_the_raised_side_is_told_as_a_direction_of_the_screen(x: float, y: float, side: str) -> None:
    pose = track(sliding(), 1 / 120, EDGE).poses
    assert Track(pose, 0.1, 0.0, Lean(x, y, 0.3)).raised == side
    assert Track(pose, 0.1, 0.0).raised is None


def test_attitudes_add_up() -> None:
    assert angle(times(yaw(0.5), yaw(0.7)), yaw(1.2)) < 1e-6
    assert angle(times(over(0.6, 0.8, pi / 4), over(0.6, 0.8, -pi / 4)), FLAT) < 1e-6
    assert isclose(angle(between(FLAT, over(1.0, 0.0, 0.8), 0.25), FLAT), 0.2, rel_tol=0.05)


# --- a die seen from above


def test_a_die_that_lies_shows_its_top_alone() -> None:
    (top,) = sides(yaw(0.0), 10.0)
    assert top.slot == 0 and top.light == 1.0
    assert sorted((x, y) for x, y, _ in top.corners) == [(-5.0, -5.0), (-5.0, 5.0), (5.0, -5.0), (5.0, 5.0)]
    (top,) = sides(over(1.0, 0.0, pi / 2), 10.0)
    assert top.slot == 4, "rolled to the right it shows what was at its left"


def test_of_two_opposite_sides_one_is_seen_at_most() -> None:
    random = Random(3)
    for _ in range(200):
        turn = times(over(1.0, 0.0, random.uniform(0, 7)), times(over(0.0, 1.0, random.uniform(0, 7)), yaw(1.0)))
        slots = [quad.slot for quad in sides(turn, 1.0)]
        assert 1 <= len(slots) <= 3 and not {5 - slot for slot in slots} & set(slots)
        for quad in sides(turn, 1.0):
            (ax, ay, az), (bx, by, bz) = quad.corners[0], quad.corners[2]
            assert isclose(hypot(ax - bx, ay - by, az - bz), 2**0.5)


# --- the board


def test_the_compartments_are_where_they_should_be() -> None:
    assert [round(value, 1) for value in BARE.tray] == [314.4, 26.4, 573.6, 348.6]
    assert [round(value, 1) for value in BARE.home] == [26.4, 26.4, 285.6, 348.6]
    assert BARE.outside == Area(0, 0, 600, 375) and BARE.table == Area(-56, -56, 656, 431)


def test_a_cup_reaches_over_the_tray_from_everywhere() -> None:
    for x, y in ((-900.0, 20.0), (450.0, 180.0), (10_000.0, -10_000.0)):
        mouth = BARE.mouth(x, y)
        assert BARE.tray.holds(*mouth, 1.49 * BARE.die)
    assert BARE.mouth(450.0, 180.0) == (450.0, 180.0)


@pytest.mark.parametrize(
    ("what", "value", "why"),
    [
        ("width", 200.0, "too small"),
        ("die", 70.0, "too small"),
        ("border", 0.0, "have a size"),
        ("wall", -1.0, "have a size"),
        ("base", -1.0, "have a size"),
        ("margin", 20.0, "beside it"),
    ],
)
def test_a_board_without_room_is_refused(what: str, value: float, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        replace(BARE, **{what: value})  # type: ignore[arg-type]


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

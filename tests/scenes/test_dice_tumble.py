"""The throw that is always valid: scripted, into the tray, natural to look at; and what holds of real dice too."""

from collections.abc import Callable
from functools import cache
from math import hypot, pi
from typing import TypeAlias

import pytest

from scenes.games.unstacked_draughts.dice.field import Edge, Field
from scenes.games.unstacked_draughts.dice.flight import DiceFlight, Verdict
from scenes.games.unstacked_draughts.dice.shaking import Toss
from scenes.games.unstacked_draughts.dice.tumble import SHORTEST
from tests.effort import by_night
from tests.scenes.throwing import (
    CARELESS,
    FIELD,
    SMALL,
    SPEEDS,
    angle,
    continuous,
    hand,
    outline,
    overlap,
    rolled_over,
    throw,
    tumble,
)

FIELDS = [FIELD, SMALL]
THROWS = by_night(10, 50)
Fly: TypeAlias = Callable[[Field, Toss, int], DiceFlight]


@cache
def throws(field: Field, count: int = THROWS) -> list[DiceFlight]:
    return [tumble(field, hand(number, speed, field), number) for number in range(count) for speed in SPEEDS]


@pytest.mark.parametrize("field", FIELDS)
def test_dice_always_lie_in_the_tray_flat_and_beside_each_other(field: Field) -> None:
    for flight in throws(field):
        assert flight.verdict == Verdict()
        assert overlap(flight.tracks[0], flight.tracks[1], field.die) < 0
        for track in flight.tracks:
            assert all(field.tray.holds(x, y, 0.09 * field.die) for x, y in outline(track, field.die))
            assert track.rest.height == 0.0 and track.lean is None


def test_they_never_leave_the_tray_on_their_way() -> None:
    for flight in throws(FIELD, 15):
        for number in range(int(flight.seconds * 60)):
            for pose in flight.at(number / 60):
                assert FIELD.tray.holds(pose.x, pose.y, 0.5 * FIELD.die) and -1e-9 <= pose.height < FIELD.wall


@pytest.mark.parametrize("field", FIELDS)
def test_a_throw_takes_a_second_or_so(field: Field) -> None:
    lengths = [flight.seconds for flight in throws(field)]
    assert min(lengths) > SHORTEST - 1e-9 and max(lengths) <= 1.5
    assert sum(length < SHORTEST + 1e-9 for length in lengths) < len(lengths) / 2


def test_a_fast_hand_makes_the_dice_roll_farther() -> None:
    def way(speed: float) -> float:
        flights = [tumble(FIELD, hand(number, speed), number) for number in range(THROWS)]
        return sum(rolled_over(track) for flight in flights for track in flight.tracks) / (4 * THROWS) / pi

    assert 1.0 < way(300.0) < way(800.0) < way(2600.0)


def test_dice_leave_the_cup_where_it_is_and_with_the_hand() -> None:
    for number in range(THROWS):
        toss = hand(number, 1200.0)
        mouth = FIELD.mouth(toss.x, toss.y)
        begin, soon = (tumble(FIELD, toss, number).at(time) for time in (0.0, 0.02))
        assert hypot(sum(p.x for p in begin) / 2 - mouth[0], sum(p.y for p in begin) / 2 - mouth[1]) < 0.01
        for a, b in zip(begin, soon, strict=True):
            along = ((b.x - a.x) * toss.vx + (b.y - a.y) * toss.vy) / 1200.0 / 0.02
            assert 700 < along < 1250 or not FIELD.tray.holds(b.x, b.y, FIELD.die)


@pytest.mark.parametrize("fly", [tumble, throw])
def test_no_die_jumps(fly: Fly) -> None:
    for number in range(THROWS):
        for speed in SPEEDS:
            continuous(fly(FIELD, hand(number, speed), number))


def test_dice_slow_down_to_the_end() -> None:
    for flight in throws(FIELD, 20):
        for track in flight.tracks:
            speeds = [
                hypot(b.x - a.x, b.y - a.y) / track.step for a, b in zip(track.poses, track.poses[1:], strict=False)
            ]
            fourth = len(speeds) // 4
            assert sum(speeds[:fourth]) > 2 * sum(speeds[-fourth:])
            assert speeds[-1] == 0.0


def test_two_dice_do_not_roll_alike() -> None:
    flights = throws(FIELD, 20)
    rolls = [[rolled_over(track) for track in flight.tracks] for flight in flights]
    assert sum(abs(one - other) > 0.1 for one, other in rolls) > 0.95 * len(flights)
    assert sum(angle(*(track.rest.turn for track in one.tracks)) > 0.01 for one in flights) > 0.95 * len(flights)


@pytest.mark.parametrize("fly", [tumble, throw])
def test_the_same_seed_gives_the_same_flight_and_another_one_another(fly: Fly) -> None:
    for number in range(5):
        toss = hand(number, CARELESS)
        assert fly(FIELD, toss, number) == fly(FIELD, toss, number)
        assert fly(FIELD, toss, number).at(9.0) != fly(FIELD, toss, number + 100).at(9.0)


@pytest.mark.parametrize("fly", [tumble, throw])
def test_one_die_can_be_thrown_too(fly: Fly) -> None:
    flight = fly(FIELD, hand(1, 900.0, dice=1), 5)
    assert len(flight.tracks) == 1 and {contact.die for contact in flight.contacts} == {0}


@pytest.mark.parametrize("far", ["top", "bottom"])
@pytest.mark.parametrize("dice", [1, 2])
def test_all_dice_touch_the_far_border_where_they_have_to(far: Edge, dice: int) -> None:
    edge = FIELD.tray.top if far == "top" else FIELD.tray.bottom
    for number in range(THROWS):
        for speed in SPEEDS:
            flight = tumble(FIELD, hand(number, speed, dice=dice), number, far)
            assert flight.verdict == Verdict()
            for track in flight.tracks:
                assert min(abs(pose.y - edge) for pose in track.poses) < 0.85 * FIELD.die


@pytest.mark.parametrize("fly", [tumble, throw])
def test_what_is_heard_is_what_happens(fly: Fly) -> None:
    loud, soft = ([fly(FIELD, hand(n, speed), n) for n in range(30)] for speed in (CARELESS, 300.0))
    for flight in (*loud, *soft):
        assert {contact.material for contact in flight.contacts} <= {"baize", "wood", "die"}
        assert all(0 < contact.strength <= 1 for contact in flight.contacts)
        assert all(0 <= contact.time <= flight.seconds for contact in flight.contacts)
        assert list(flight.contacts) == sorted(flight.contacts)
        for number, track in enumerate(flight.tracks):
            fallen = track.falls * track.step
            assert any(one.die == number and abs(one.time - fallen) < 0.2 for one in flight.contacts)
    assert {contact.material for flight in loud for contact in flight.contacts} == {"baize", "wood", "die"}
    loudest, softest = (sum(max(c.strength for c in one.contacts) for one in some) for some in (loud, soft))
    assert loudest > 1.5 * softest

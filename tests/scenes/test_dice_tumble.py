"""Throws: how a hand shakes dice, flights that are always valid or real, and faces that the mouse can't change."""

import ast
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from math import hypot, isclose, pi
from pathlib import Path
from typing import TypeAlias

import pytest

import scenes.games.unstacked_draughts.dice
from rules.common.dice import DiceSeed
from scenes.games.unstacked_draughts.dice.field import Edge, Field
from scenes.games.unstacked_draughts.dice.flight import DiceFlight, Verdict
from scenes.games.unstacked_draughts.dice.shaking import MAX_SPEED, MIN_SPEED, Shaking, Toss
from scenes.games.unstacked_draughts.dice.valid_dice import MIN_SECONDS
from tests.checks import present
from tests.effort import by_effort
from tests.scenes.dice_throws import (
    CARELESS_SPEED,
    FIELD,
    SEED,
    SMALL,
    SPEEDS,
    angle,
    assert_no_jumps,
    outline,
    overlap,
    random_toss,
    throw,
    total_rotation,
    tumble,
)

FIELDS = [FIELD, SMALL]
THROWS = by_effort(5, 20, 50)
Fly: TypeAlias = Callable[[Field, Toss, int], DiceFlight]


@cache
def throws(field: Field) -> list[DiceFlight]:
    return [tumble(field, random_toss(number, speed, field), number) for number in range(THROWS) for speed in SPEEDS]


@pytest.mark.parametrize("field", FIELDS)
def test_dice_stay_in_the_tray_and_lie_flat_side_by_side_within_1500_ms(field: Field) -> None:
    for flight in throws(field):
        assert flight.verdict == Verdict()
        assert overlap(flight.tracks[0], flight.tracks[1], field.die) < 0
        for track in flight.tracks:
            assert all(field.tray.contains(x, y, 0.09 * field.die) for x, y in outline(track, field.die))
            assert track.rest.height == 0.0 and track.lean is None
        for pose in (pose for number in range(int(flight.seconds * 60)) for pose in flight.at(number / 60)):
            assert field.tray.contains(pose.x, pose.y, 0.5 * field.die) and pose.height >= -1e-9
    lengths = [flight.seconds for flight in throws(field)]
    assert min(lengths) > MIN_SECONDS - 1e-9 and max(lengths) <= 1.5
    assert sum(length < MIN_SECONDS + 1e-9 for length in lengths) < len(lengths) / 2


def test_dice_stay_below_the_rim_on_a_board_of_full_size() -> None:
    # The small dice of another board may rise a quarter of a millimetre above its rim, which nobody sees.
    for flight in throws(FIELD):
        assert all(pose.height < FIELD.wall for track in flight.tracks for pose in track.poses)


def test_faster_hand_makes_dice_roll_farther() -> None:
    def way(speed: float) -> float:
        flights = [tumble(FIELD, random_toss(number, speed), number) for number in range(THROWS)]
        return sum(total_rotation(track) for flight in flights for track in flight.tracks) / (4 * THROWS) / pi

    assert 1.0 < way(300.0) < way(800.0) < way(2600.0)


def test_dice_leave_the_cup_at_its_place_with_the_velocity_of_the_hand() -> None:
    for number in range(THROWS):
        toss = random_toss(number, 1200.0)
        mouth = FIELD.nearest_mouth(toss.x, toss.y)
        begin, soon = (tumble(FIELD, toss, number).at(time) for time in (0.0, 0.02))
        assert hypot(sum(p.x for p in begin) / 2 - mouth[0], sum(p.y for p in begin) / 2 - mouth[1]) < 0.01
        for a, b in zip(begin, soon, strict=True):
            along = ((b.x - a.x) * toss.vx + (b.y - a.y) * toss.vy) / 1200.0 / 0.02
            assert 700 < along < 1250 or not FIELD.tray.contains(b.x, b.y, FIELD.die)


@pytest.mark.parametrize("fly", [tumble, throw])
def test_no_die_jumps(fly: Fly) -> None:
    for number in range(THROWS):
        for speed in SPEEDS:
            assert_no_jumps(fly(FIELD, random_toss(number, speed), number))


def test_dice_slow_down_to_the_end() -> None:
    for flight in throws(FIELD):
        for track in flight.tracks:
            speeds = [hypot(b.x - a.x, b.y - a.y) / track.step for a, b in pairwise(track.poses)]
            fourth = len(speeds) // 4
            assert sum(speeds[:fourth]) > 2 * sum(speeds[-fourth:])
            assert speeds[-1] == 0.0


def test_two_dice_do_not_roll_alike() -> None:
    flights = throws(FIELD)
    rolls = [[total_rotation(track) for track in flight.tracks] for flight in flights]
    assert sum(abs(one - other) > 0.1 for one, other in rolls) > 0.95 * len(flights)
    assert sum(angle(*(track.rest.rotation for track in one.tracks)) > 0.01 for one in flights) > 0.95 * len(flights)


@pytest.mark.parametrize("fly", [tumble, throw])
def test_same_seed_gives_the_same_flight_and_another_seed_a_different_flight(fly: Fly) -> None:
    for number in range(5):
        toss = random_toss(number, CARELESS_SPEED)
        assert fly(FIELD, toss, number) == fly(FIELD, toss, number)
        assert fly(FIELD, toss, number).at(9.0) != fly(FIELD, toss, number + 100).at(9.0)


@pytest.mark.parametrize("fly", [tumble, throw])
def test_one_die_can_be_thrown_too(fly: Fly) -> None:
    flight = fly(FIELD, random_toss(1, 900.0, dice=1), 5)
    assert len(flight.tracks) == 1 and {contact.die for contact in flight.contacts} == {0}


@pytest.mark.parametrize("far", ["top", "bottom"])
@pytest.mark.parametrize("dice", [1, 2])
def test_all_dice_touch_the_far_border_when_required(far: Edge, dice: int) -> None:
    edge = FIELD.tray.top if far == "top" else FIELD.tray.bottom
    for number in range(THROWS):
        for speed in SPEEDS:
            flight = tumble(FIELD, random_toss(number, speed, dice=dice), number, far)
            assert flight.verdict == Verdict()
            for track in flight.tracks:
                assert min(abs(pose.y - edge) for pose in track.poses) < 0.85 * FIELD.die


@pytest.mark.parametrize("fly", [tumble, throw])
def test_every_contact_has_material_strength_and_time(fly: Fly) -> None:
    loud, soft = ([fly(FIELD, random_toss(n, speed), n) for n in range(30)] for speed in (CARELESS_SPEED, 300.0))
    for flight in (*loud, *soft):
        assert {contact.material for contact in flight.contacts} <= {"baize", "wood", "die"}
        assert all(0 < contact.strength <= 1 for contact in flight.contacts)
        assert all(0 <= contact.time <= flight.seconds for contact in flight.contacts)
        assert list(flight.contacts) == sorted(flight.contacts)
        for number, track in enumerate(flight.tracks):
            fallen = track.landing_index * track.step
            assert any(one.die == number and abs(one.time - fallen) < 0.2 for one in flight.contacts)
    assert {contact.material for flight in loud for contact in flight.contacts} == {"baize", "wood", "die"}
    loudest, softest = (sum(max(c.strength for c in one.contacts) for one in some) for some in (loud, soft))
    assert loudest > 1.5 * softest


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


@pytest.mark.parametrize(
    ("hand_speed", "dice_speed"), [(100.0, MIN_SPEED), (299.0, MIN_SPEED), (9000.0, MAX_SPEED), (1e7, MAX_SPEED)]
)
def test_speed_of_a_moving_hand_is_limited(hand_speed: float, dice_speed: float) -> None:
    velocity = shaken(hand_speed).velocity(0.4)
    assert velocity is not None and isclose(hypot(*velocity), dice_speed)


def test_resting_hand_has_no_velocity() -> None:
    assert shaken(1000.0).velocity(0.6) is None
    assert shaken(20.0).velocity(0.4) is None
    assert Shaking(1.0).velocity(0.0) is None
    assert shaken(0.0, end=0.0).velocity(0.0) is None


def test_only_the_last_moment_of_shaking_counts() -> None:
    shaking = shaken(2000.0, end=0.5)
    for number in range(1, 13):
        shaking.move(0.5 + number / 125, 0.5 * 2000 / 0.5, 40.0 + number / 125 * 800 / 0.5)
    velocity = present(shaking.velocity(0.5 + 12 / 125), "velocity")
    assert abs(velocity[0]) < 1.0 and isclose(velocity[1], 800.0, rel_tol=0.02)
    slowed = shaken(1000.0).velocity(0.44)
    assert slowed is not None and 400 < slowed[0] < 600


def test_jerk_after_a_rest_counts_from_its_beginning() -> None:
    shaking = Shaking(1.0)
    for time, x in ((0.0, 100.0), (5.0, 100.0), (5.008, 110.0), (5.016, 120.0)):
        shaking.move(time, x, 0.0)
    velocity = shaking.velocity(5.016)
    assert velocity is not None and MIN_SPEED <= velocity[0] < 1300.0


def test_two_motions_at_the_same_time_give_no_infinite_speed() -> None:
    shaking = Shaking(1.0)
    shaking.move(1.0, 0.0, 0.0)
    shaking.move(1.0, 3.0, 0.0)
    assert shaking.velocity(1.0) is None
    shaking.move(1.0 + 1e-9, 9.0, 0.0)
    velocity = shaking.velocity(1.0 + 1e-9)
    assert velocity is not None and hypot(*velocity) <= MAX_SPEED + 1e-6


def test_rattle_follows_the_hand() -> None:
    still, slow, fast = (shaken(speed).strength(0.4) for speed in (0.0, 500.0, 5000.0))
    assert still == 0.0 and 0.25 < slow < 0.5 and fast == 1.0
    assert shaken(5000.0).strength(0.9) == 0.0


def test_rattle_follows_a_hand_that_moves_to_and_fro() -> None:
    shaking = Shaking(1.0)
    for number in range(60):
        shaking.move(number / 125, 8.0 * (number % 2), 0.0)
    assert shaking.strength(59 / 125) > 0.6
    assert shaking.velocity(59 / 125) is None or hypot(*(shaking.velocity(59 / 125) or (0.0, 0.0))) == MIN_SPEED


@pytest.mark.parametrize("edge", ["top", "bottom"])
@pytest.mark.parametrize("board", [FIELD, SMALL])
def test_standard_throw_is_gentle_and_goes_away_from_the_thrower(edge: Edge, board: Field) -> None:
    tosses = [Toss.standard(board, edge, seed=seed, is_long=long) for seed in range(100) for long in (False, True)]
    for toss in tosses:
        assert 500 < hypot(toss.vx, toss.vy) < 800
        assert (toss.vy > 0) == (edge == "top") and abs(toss.vy) > 0.9 * hypot(toss.vx, toss.vy)
        assert board.nearest_mouth(toss.x, toss.y) == (toss.x, toss.y)
    assert len(set(tosses)) == 200
    assert Toss.standard(board, edge, 1, 7) == Toss.standard(board, edge, 1, 7)


def shaken_along(path: Callable[[int], tuple[float, float]]) -> Toss:
    """Return the throw after the mouse shook the dice along a path, 125 points a second."""
    shaking = Shaking(0.6)
    for number in range(50):
        shaking.move(number / 125, *path(number))
    return Toss(450.0, 180.0, *(shaking.velocity(49 / 125) or (0.0, 300.0)))


def test_same_seed_gives_the_same_faces_for_any_mouse_path() -> None:
    across = [shaken_along(lambda n, k=k: (3.0 * n, float(k * n))) for k in range(12)]  # type: ignore[misc]
    round_and_round = [shaken_along(lambda n, k=k: (40.0 * (n % 2), float(k * n % 7))) for k in range(12)]  # type: ignore[misc]
    assert not set(across) & set(round_and_round)
    faces = []
    for tosses in (across, round_and_round):
        bag = DiceSeed(SEED.seed)
        flights = [fly(FIELD, toss, n) for n, toss in enumerate(tosses) for fly in (tumble, throw)]
        faces.append([bag.pair(n) for n in range(len(flights))])
    assert faces[0] == faces[1] and len(set(faces[0])) > 10


def test_flight_modules_import_no_rules_and_no_randomness() -> None:
    for path in Path(str(scenes.games.unstacked_draughts.dice.__path__[0])).glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names.append(str(node.module))
            told = {name.partition(".")[0] for name in names if name != "rules.common.resumable"}
            assert not told & {"rules", "pygame", "secrets"}, path

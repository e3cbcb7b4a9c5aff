"""Throws: the hand that shakes, flights that are always valid or real, and faces that have nothing to do with both.

The faces of the n-th throw are the n-th pair of a sealed seed. Limits of chi-square are those that even dice pass but
once in a thousand times, by the degrees of freedom; seeds are fixed.
"""

import ast
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from itertools import pairwise
from math import hypot, isclose, pi
from pathlib import Path
from typing import Final, TypeAlias

import pytest

import scenes.games.unstacked_draughts.dice
from rules.common.dice import Sealed
from scenes.games.unstacked_draughts.dice.field import Edge, Field
from scenes.games.unstacked_draughts.dice.flight import DiceFlight, Verdict
from scenes.games.unstacked_draughts.dice.shaking import MAX_SPEED, MIN_SPEED, Shaking, Toss
from scenes.games.unstacked_draughts.dice.tumble import MIN_SECONDS
from tests.checks import present
from tests.effort import by_effort
from tests.scenes.throwing import (
    CARELESS,
    FEWER,
    FIELD,
    MANY,
    SMALL,
    SPEEDS,
    Thrown,
    angle,
    continuous,
    hand,
    outline,
    overlap,
    rolled_over,
    throw,
    thrown,
    tumble,
)

FIELDS = [FIELD, SMALL]
THROWS = by_effort(10, 20, 50)
Fly: TypeAlias = Callable[[Field, Toss, int], DiceFlight]


@cache
def throws(field: Field) -> list[DiceFlight]:
    return [tumble(field, hand(number, speed, field), number) for number in range(THROWS) for speed in SPEEDS]


@pytest.mark.parametrize("field", FIELDS)
def test_dice_stay_in_the_tray_and_lie_flat_beside_each_other_after_a_second_or_so(field: Field) -> None:
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


def test_a_fast_hand_makes_the_dice_roll_farther() -> None:
    def way(speed: float) -> float:
        flights = [tumble(FIELD, hand(number, speed), number) for number in range(THROWS)]
        return sum(rolled_over(track) for flight in flights for track in flight.tracks) / (4 * THROWS) / pi

    assert 1.0 < way(300.0) < way(800.0) < way(2600.0)


def test_dice_leave_the_cup_where_it_is_and_with_the_hand() -> None:
    for number in range(THROWS):
        toss = hand(number, 1200.0)
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
            continuous(fly(FIELD, hand(number, speed), number))


def test_dice_slow_down_to_the_end() -> None:
    for flight in throws(FIELD):
        for track in flight.tracks:
            speeds = [hypot(b.x - a.x, b.y - a.y) / track.step for a, b in pairwise(track.poses)]
            fourth = len(speeds) // 4
            assert sum(speeds[:fourth]) > 2 * sum(speeds[-fourth:])
            assert speeds[-1] == 0.0


def test_two_dice_do_not_roll_alike() -> None:
    flights = throws(FIELD)
    rolls = [[rolled_over(track) for track in flight.tracks] for flight in flights]
    assert sum(abs(one - other) > 0.1 for one, other in rolls) > 0.95 * len(flights)
    assert sum(angle(*(track.rest.rotation for track in one.tracks)) > 0.01 for one in flights) > 0.95 * len(flights)


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
def test_sounds_are_those_of_the_contacts(fly: Fly) -> None:
    loud, soft = ([fly(FIELD, hand(n, speed), n) for n in range(30)] for speed in (CARELESS, 300.0))
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
    ("hand", "dice"), [(100.0, MIN_SPEED), (299.0, MIN_SPEED), (9000.0, MAX_SPEED), (1e7, MAX_SPEED)]
)
def test_a_moving_hand_throws_neither_too_slowly_nor_too_fast(hand: float, dice: float) -> None:
    velocity = shaken(hand).velocity(0.4)
    assert velocity is not None and isclose(hypot(*velocity), dice)


def test_a_hand_that_rests_throws_nothing_by_itself() -> None:
    assert shaken(1000.0).velocity(0.6) is None
    assert shaken(20.0).velocity(0.4) is None
    assert Shaking(1.0).velocity(0.0) is None
    assert shaken(0.0, end=0.0).velocity(0.0) is None


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
    for time, x in ((0.0, 100.0), (5.0, 100.0), (5.008, 110.0), (5.016, 120.0)):
        shaking.move(time, x, 0.0)
    velocity = shaking.velocity(5.016)
    assert velocity is not None and MIN_SPEED <= velocity[0] < 1300.0


def test_two_motions_in_one_moment_are_no_infinite_speed() -> None:
    shaking = Shaking(1.0)
    shaking.move(1.0, 0.0, 0.0)
    shaking.move(1.0, 3.0, 0.0)
    assert shaking.velocity(1.0) is None
    shaking.move(1.0 + 1e-9, 9.0, 0.0)
    velocity = shaking.velocity(1.0 + 1e-9)
    assert velocity is not None and hypot(*velocity) <= MAX_SPEED + 1e-6


def test_the_rattle_follows_the_hand() -> None:
    still, slow, fast = (shaken(speed).strength(0.4) for speed in (0.0, 500.0, 5000.0))
    assert still == 0.0 and 0.25 < slow < 0.5 and fast == 1.0
    assert shaken(5000.0).strength(0.9) == 0.0


def test_the_rattle_hears_a_hand_that_goes_to_and_fro() -> None:
    shaking = Shaking(1.0)
    for number in range(60):
        shaking.move(number / 125, 8.0 * (number % 2), 0.0)
    assert shaking.strength(59 / 125) > 0.6
    assert shaking.velocity(59 / 125) is None or hypot(*(shaking.velocity(59 / 125) or (0.0, 0.0))) == MIN_SPEED


@pytest.mark.parametrize("edge", ["top", "bottom"])
@pytest.mark.parametrize("board", [FIELD, SMALL])
def test_a_standard_throw_is_gentle_and_goes_away_from_who_throws(edge: Edge, board: Field) -> None:
    tosses = [Toss.standard(board, edge, seed=seed, long=long) for seed in range(100) for long in (False, True)]
    for toss in tosses:
        assert 500 < hypot(toss.vx, toss.vy) < 800
        assert (toss.vy > 0) == (edge == "top") and abs(toss.vy) > 0.9 * hypot(toss.vx, toss.vy)
        assert board.nearest_mouth(toss.x, toss.y) == (toss.x, toss.y)
    assert len(set(tosses)) == 200
    assert Toss.standard(board, edge, 1, 7) == Toss.standard(board, edge, 1, 7)


SEED: Final = Sealed.new(b"bone and walnut!")
LIMITS: Final = {10: 29.59, 15: 37.70, 20: 45.31}
"""Chi-square at 0.1 %, by degrees of freedom."""


def chi_square(classes: Iterable[tuple[str, int]]) -> float:
    """Return the chi-square of the faces within each class; 5 degrees of freedom a class."""
    counts = Counter(classes)
    total = 0.0
    for name in {name for name, _ in counts}:
        expected = sum(counts[name, face] for face in range(1, 7)) / 6
        total += sum((counts[name, face] - expected) ** 2 for face in range(1, 7)) / expected
    return total


def shown(throws: Iterable[Thrown], word: Callable[[Thrown], str]) -> list[tuple[str, int]]:
    return [(word(one), face) for one in throws for face in SEED.pair(one.number)]


def test_faces_do_not_know_how_dice_lie() -> None:
    cells = shown(thrown(CARELESS, MANY), lambda one: one.kind)
    assert {name for name, _ in cells} == {"valid", "off", "rim", "tilt"}
    assert chi_square(cells) < LIMITS[20]


@pytest.mark.parametrize(("speed", "count"), [(640.0, FEWER), (1600.0, FEWER), (CARELESS, MANY)])
def test_faces_do_not_know_where_dice_lie(speed: float, count: int) -> None:
    cells = shown(thrown(speed, count), lambda one: "upper" if one.upper else "lower")
    assert {name for name, _ in cells} == {"upper", "lower"}
    assert chi_square(cells) < LIMITS[10]


def test_faces_do_not_know_how_fast_the_hand_was() -> None:
    cells = [
        cell
        for speed, count in ((640.0, FEWER), (1600.0, FEWER), (CARELESS, MANY))
        for cell in shown(thrown(speed, count), lambda _, name=str(speed): name)  # type: ignore[misc]
    ]
    assert chi_square(cells) < LIMITS[15]


def test_a_die_that_knew_would_be_found_out() -> None:
    cells = [
        ("upper" if one.upper else "lower", 6 if one.upper and one.number % 12 == 0 else face)
        for one in thrown(CARELESS, MANY)
        for face in SEED.pair(one.number)
    ]
    assert chi_square(cells) > LIMITS[10]


def shaken_along(path: Callable[[int], tuple[float, float]]) -> Toss:
    """Return the throw after the mouse shook the dice along a path, 125 points a second."""
    shaking = Shaking(0.6)
    for number in range(50):
        shaking.move(number / 125, *path(number))
    return Toss(450.0, 180.0, *(shaking.velocity(49 / 125) or (0.0, 300.0)))


def test_the_same_seed_gives_the_same_faces_whatever_the_mouse_does() -> None:
    across = [shaken_along(lambda n, k=k: (3.0 * n, float(k * n))) for k in range(12)]  # type: ignore[misc]
    round_and_round = [shaken_along(lambda n, k=k: (40.0 * (n % 2), float(k * n % 7))) for k in range(12)]  # type: ignore[misc]
    assert not set(across) & set(round_and_round)
    faces = []
    for tosses in (across, round_and_round):
        bag = Sealed(SEED.seed)
        flights = [fly(FIELD, toss, n) for n, toss in enumerate(tosses) for fly in (tumble, throw)]
        faces.append([bag.pair(n) for n in range(len(flights))])
    assert faces[0] == faces[1] and len(set(faces[0])) > 10


def test_flights_know_nothing_of_faces_or_rules() -> None:
    for path in Path(str(scenes.games.unstacked_draughts.dice.__path__[0])).glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names.append(str(node.module))
            told = {name.partition(".")[0] for name in names if name != "rules.common.resumable"}
            assert not told & {"rules", "pygame", "secrets"}, path

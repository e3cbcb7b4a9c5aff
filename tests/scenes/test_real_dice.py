"""Real dice: how they lie, how often a throw is invalid, faces independent of flights, and a missing pymunk."""

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from math import hypot, tan
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest

from rules.common.resumable import run_to_end
from scenes.games.unstacked_draughts.dice import real_dice
from scenes.games.unstacked_draughts.dice.field import Disc, Edge, Field, is_on_frame
from scenes.games.unstacked_draughts.dice.flight import DiceFlight, DieTrack, ThrowKind, Verdict
from scenes.games.unstacked_draughts.dice.real_dice import (
    MIN_SECONDS,
    MIN_SLIDE_SLOPE,
    PhysicsError,
    RealDiceSimulation,
    ready,
)
from scenes.games.unstacked_draughts.dice.shaking import Toss
from tests.effort import by_effort
from tests.scenes.dice_throws import (
    BARE,
    CARELESS_COUNT,
    CARELESS_SPEED,
    FIELD,
    OVERLAP,
    SEED,
    SLOW_COUNT,
    SMALL,
    SPEEDS,
    ThrowSample,
    assert_no_jumps,
    outline,
    overlap,
    random_toss,
    sample_throws,
    throw,
)

GENTLE = 800.0
ROOT: Final = Path(__file__).parents[2]


def flights(kind: ThrowKind) -> list[DiceFlight]:
    numbers = [one.number for one in sample_throws(CARELESS_SPEED, CARELESS_COUNT) if one.kind == kind][
        : by_effort(12, 60, 60)
    ]
    return [throw(FIELD, random_toss(number, CARELESS_SPEED), number) for number in numbers]


def placed(field: Field, *places: tuple[float, float, float]) -> Verdict:
    """How dice lie that were let go at rest at these places (x, y, height)."""
    one = RealDiceSimulation(field, Toss(450.0, 180.0, 0.0, 1.0, len(places)), 1)
    for die, (x, y, height) in zip(one.dice, places, strict=True):
        die.x, die.y, die.height, die.rise = x, y, height, 0.0
        die.vx = die.vy = die.spin = 0.0
        die.body.position, die.body.angle = (x, y), 0.0
        die.heading = 0.0
    return run_to_end(one.run(MIN_SECONDS)).verdict


def test_careless_throw_fails_in_3_to_5_percent_and_in_all_ways() -> None:
    careless = sample_throws(CARELESS_SPEED, CARELESS_COUNT)
    assert 0.03 < sum(one.kind != "valid" for one in careless) / CARELESS_COUNT < 0.055
    assert 0 < sum(one.kind != "valid" for one in sample_throws(1600.0, SLOW_COUNT)) / SLOW_COUNT < 0.03
    kinds = [one.kind for one in careless]
    assert all(kinds.count(kind) >= by_effort(2, 4, 4) for kind in ("off", "rim", "tilt"))
    assert {one.slides for one in careless if one.kind == "tilt"} == {True, False}
    assert not any(one.slides for one in careless if one.kind != "tilt")


LIMITS: Final = {10: 29.59, 15: 37.70, 20: 45.31}
"""Degrees of freedom -> chi-square that fair dice exceed once in a thousand times."""


def chi_square(classes: Iterable[tuple[str, int]]) -> float:
    """Return the chi-square of the faces within each class; 5 degrees of freedom a class."""
    counts = Counter(classes)
    total = 0.0
    for name in {name for name, _ in counts}:
        expected = sum(counts[name, face] for face in range(1, 7)) / 6
        total += sum((counts[name, face] - expected) ** 2 for face in range(1, 7)) / expected
    return total


def shown(throws: Iterable[ThrowSample], word: Callable[[ThrowSample], str]) -> list[tuple[str, int]]:
    return [(word(one), face) for one in throws for face in SEED.pair(one.number)]


def test_faces_are_independent_of_validity() -> None:
    cells = shown(sample_throws(CARELESS_SPEED, CARELESS_COUNT), lambda one: one.kind)
    assert {name for name, _ in cells} == {"valid", "off", "rim", "tilt"}
    assert chi_square(cells) < LIMITS[20]


@pytest.mark.parametrize(
    ("speed", "count"), [(640.0, SLOW_COUNT), (1600.0, SLOW_COUNT), (CARELESS_SPEED, CARELESS_COUNT)]
)
def test_faces_are_independent_of_place(speed: float, count: int) -> None:
    cells = shown(sample_throws(speed, count), lambda one: "upper" if one.upper else "lower")
    assert {name for name, _ in cells} == {"upper", "lower"}
    assert chi_square(cells) < LIMITS[10]


def test_faces_are_independent_of_speed() -> None:
    cells = [
        cell
        for speed, count in ((640.0, SLOW_COUNT), (1600.0, SLOW_COUNT), (CARELESS_SPEED, CARELESS_COUNT))
        for cell in shown(sample_throws(speed, count), lambda _, name=str(speed): name)  # type: ignore[misc]
    ]
    assert chi_square(cells) < LIMITS[15]


def test_chi_square_detects_a_dependent_die() -> None:
    cells = [
        ("upper" if one.upper else "lower", 6 if one.upper and one.number % by_effort(6, 12, 12) == 0 else face)
        for one in sample_throws(CARELESS_SPEED, CARELESS_COUNT)
        for face in SEED.pair(one.number)
    ]
    assert chi_square(cells) > LIMITS[10]


def test_gentle_throw_never_fails() -> None:
    assert all(one.kind == "valid" for one in sample_throws(GENTLE, SLOW_COUNT))
    for field in (FIELD, SMALL):
        for seed in range(by_effort(10, 30, 150)):
            edge: Edge = "top" if seed % 2 else "bottom"
            far: Edge = "bottom" if seed % 2 else "top"
            assert throw(field, Toss.standard(field, edge, seed=seed), seed).verdict == Verdict()
            assert throw(field, Toss.standard(field, edge, seed=seed, is_long=True), seed, far).verdict == Verdict()


@pytest.mark.parametrize("field", [FIELD, SMALL])
def test_gentle_throw_stays_far_below_the_wall(field: Field) -> None:
    for number in range(by_effort(20, 50, 150)):
        flight = throw(field, random_toss(number, GENTLE, field), number)
        for track in flight.tracks:
            highest = max(pose.height for pose in track.poses)
            assert highest < 0.75 * field.wall and track.lean is None
            landed = round(0.1 / track.step)
            assert max(pose.height for pose in track.poses[landed:]) < 0.35 * field.wall


def test_valid_dice_lie_flat_on_the_board_side_by_side() -> None:
    for flight in flights("valid"):
        assert overlap(flight.tracks[0], flight.tracks[1], FIELD.die) < OVERLAP
        for track in flight.tracks:
            pose = track.rest
            assert track.lean is None
            assert FIELD.outside.contains(pose.x, pose.y) and pose.height < FIELD.wall - 5
            for x, y in outline(track, 0.95 * FIELD.die):
                assert not is_on_frame(FIELD, x, y) or pose.height > 20


def ways(track: DieTrack) -> set[ThrowKind]:
    pose = track.rest
    if not FIELD.outside.contains(pose.x, pose.y):
        return {"off"}
    if pose.height > 29 and any(is_on_frame(FIELD, *point) for point in outline(track, FIELD.die)):
        return {"rim"}
    return set() if track.lean is None else {"tilt"}


def test_verdict_follows_the_worst_die_and_no_die_jumps() -> None:
    kinds: tuple[ThrowKind, ...] = ("off", "rim", "tilt")
    for kind in kinds:
        for number, flight in enumerate(flights(kind)):
            found = set().union(*(ways(track) for track in flight.tracks))
            assert next(one for one in kinds if one in found) == kind
            if number < 15:
                assert_no_jumps(flight)


def test_dice_off_the_board_lie_beside_it_on_the_table() -> None:
    for flight in flights("off"):
        for track in (one for one in flight.tracks if ways(one) == {"off"}):
            pose = track.rest
            assert pose.height == -FIELD.base and FIELD.table.contains(pose.x, pose.y, FIELD.die / 3)
            assert track.lean is None


def test_leaning_die_touches_only_its_support() -> None:
    for flight in flights("tilt"):
        for track in (one for one in flight.tracks if one.lean is not None):
            assert track.lean is not None
            points = outline(track, FIELD.die)
            tray = FIELD.tray if track.rest.x > FIELD.outside.right / 2 else FIELD.home
            gap = {
                "n": min(y for _, y in points) - tray.top,
                "s": tray.bottom - max(y for _, y in points),
                "w": min(x for x, _ in points) - tray.left,
                "e": tray.right - max(x for x, _ in points),
            }
            x, y = track.lean[:2]
            side = ("e" if x > 0 else "w") if abs(x) >= abs(y) else "s" if y > 0 else "n"
            assert abs(gap.pop(side)) < 1.5
            assert all(space > -OVERLAP for space in gap.values())
        assert overlap(flight.tracks[0], flight.tracks[1], FIELD.die) < OVERLAP


def test_steeply_leaning_die_slides() -> None:
    for flight in flights("tilt"):
        slopes = [tan(lean.angle) for track in flight.tracks if (lean := track.lean) is not None]
        assert flight.verdict.slides == (max(slopes) > MIN_SLIDE_SLOPE)
        assert min(slopes) > 0.2 and max(slopes) < 1.01


LOW: Final = replace(BARE, checkers=(Disc(100.0, 180.0, 17.7, 8.0), Disc(143.0, 180.0, 17.7, 8.0)))
OFF, RIM, LEANING = (-30.0, 180.0, 0.0), (587.0, 180.0, 35.0), (121.5, 120.0, 12.0)
BESIDE: Final = replace(BARE, checkers=(Disc(100.0, 120.0, 17.7, 8.0),))
FLAT: Final = (450.0, 180.0, 0.0)
PLACED: Final[list[tuple[str, Field, list[tuple[float, float, float]], ThrowKind]]] = [
    ("on the other it is tilted", FIELD, [FLAT, (453.0, 182.0, 40.0)], "tilt"),
    ("it slips off the edge of the other", FIELD, [FLAT, (470.0, 182.0, 27.0)], "valid"),
    ("on the bar", FIELD, [RIM, (300.0, 180.0, 35.0)], "rim"),
    ("on a border", FIELD, [(450.0, 10.0, 35.0), FLAT], "rim"),
    ("it slips into the tray", FIELD, [(570.0, 180.0, 31.0), FLAT], "valid"),
    ("it leans on a checker", BESIDE, [LEANING, FLAT], "tilt"),
    ("rim is worse than tilt", BESIDE, [RIM, LEANING], "rim"),
    ("off is worse than rim", BESIDE, [RIM, OFF], "off"),
    ("flat on checkers of the left compartment", FIELD, [(150.0, 180.0, 10.0), (48.0, 62.4, 20.0)], "valid"),
    ("flat on two checkers", LOW, [(121.5, 180.0, 12.0)], "valid"),
    ("half on one checker", replace(LOW, checkers=LOW.checkers[:1]), [(121.5, 180.0, 12.0)], "tilt"),
]


@pytest.mark.parametrize(("what", "field", "places", "kind"), PLACED, ids=[what for what, *_ in PLACED])
def test_dice_released_at_a_place_get_the_expected_verdict(
    what: str, field: Field, places: list[tuple[float, float, float]], kind: ThrowKind
) -> None:
    found = placed(field, *places)
    assert found.kind == kind and not (found.slides and field is FIELD), what


def test_checkers_stop_dice_and_never_move() -> None:
    field = replace(BARE, checkers=(Disc(150.0, 180.0, 17.7, 24.0),))
    for number in range(20):
        one = RealDiceSimulation(field, Toss(450.0, 180.0, -900.0, 0.0, 1), number)
        (die,) = one.dice
        die.x, die.y, die.height = 250.0, 180.0 + number - 10, 5.0
        die.body.position = (die.x, die.y)
        assert run_to_end(one.run(MIN_SECONDS)).verdict == Verdict()
        assert hypot(die.x - 150.0, die.y - 180.0) > 17.7 + FIELD.die / 2 - 1


def test_throw_that_misses_a_required_far_border_is_short() -> None:
    up = Toss(450.0, 300.0, 0.0, -300.0)
    assert throw(FIELD, up, 1).verdict == Verdict()
    assert throw(FIELD, up, 1, "top").verdict == Verdict("short")
    assert throw(FIELD, replace(up, vy=-1500.0), 1, "top").verdict == Verdict()
    assert throw(FIELD, replace(up, vy=-300.0), 1, "bottom").verdict.kind == "short"


def test_dice_do_not_go_through_walls_or_each_other() -> None:
    for number in range(by_effort(10, 60, 60)):
        flight = throw(FIELD, random_toss(number, 1500.0), number)
        if flight.verdict.kind != "valid":
            continue
        for frame in range(int(flight.seconds * 60)):
            a, b = flight.at(frame / 60)
            if abs(a.height - b.height) < FIELD.die / 2:
                assert hypot(a.x - b.x, a.y - b.y) > 0.75 * FIELD.die
            for pose in (a, b):
                if pose.height < FIELD.wall / 2:
                    assert FIELD.tray.contains(pose.x, pose.y, FIELD.die / 4)


def test_flight_lasts_between_its_minimum_and_2500_ms() -> None:
    lengths = [
        throw(FIELD, random_toss(number, speed), number).seconds
        for number in range(by_effort(10, 60, 60))
        for speed in SPEEDS
    ]
    assert min(lengths) > MIN_SECONDS - 1e-9 and max(lengths) < 2.5
    assert 0.5 < sum(lengths) / len(lengths) < 1.1


@pytest.fixture
def fresh() -> Iterator[None]:
    real_dice._pymunk.cache_clear()
    yield
    real_dice._pymunk.cache_clear()


@pytest.mark.parametrize(
    ("there", "system", "code"),
    [
        (None, "win-amd64", "NO_PYMUNK"),
        (None, "win-arm64", "NO_PYMUNK_HERE"),
        (ModuleType("pymunk"), "win-amd64", "OLD_PYMUNK"),
    ],
)
@pytest.mark.usefixtures("fresh")
def test_missing_or_old_pymunk_is_reported_by_its_reason(
    monkeypatch: pytest.MonkeyPatch, there: ModuleType | None, system: str, code: str
) -> None:
    monkeypatch.setattr("sysconfig.get_platform", lambda: system)
    if there is not None:
        monkeypatch.setattr(there, "Space", object, raising=False)
    monkeypatch.setitem(sys.modules, "pymunk", there)
    with pytest.raises(PhysicsError, match="pip install") as problem:
        ready()
    assert problem.value.code == code
    with pytest.raises(PhysicsError):
        throw(FIELD, random_toss(1, 900.0), 1)


def test_pymunk_is_loaded_only_for_a_throw() -> None:
    modules = ", ".join(f"scenes.games.unstacked_draughts.dice.{name}" for name in ("real_dice", "valid_dice"))
    code = f"import sys, {modules}; sys.exit('pymunk' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, cwd=ROOT).returncode == 0

"""Fields and throws for tests of dice flights, and measures of a flight."""

from dataclasses import replace
from functools import cache
from itertools import pairwise
from math import acos, atan2, cos, hypot, pi, sin
from random import Random
from typing import Final, NamedTuple

from rules.common.dice import DiceSeed
from rules.common.resumable import run_to_end
from scenes.games.unstacked_draughts.dice.field import Area, Disc, Edge, Field, corners
from scenes.games.unstacked_draughts.dice.flight import DiceFlight, DieTrack, ThrowKind
from scenes.games.unstacked_draughts.dice.real_dice import simulate_throw as throwing
from scenes.games.unstacked_draughts.dice.rotations import Rotation, axes
from scenes.games.unstacked_draughts.dice.shaking import Toss
from scenes.games.unstacked_draughts.dice.valid_dice import simulate_throw as tumbling
from tests.effort import by_effort

BARE: Final = Field(
    outside=Area(0, 0, 600, 375),
    tray=Area(314.4, 26.4, 573.6, 348.6),
    home=Area(26.4, 26.4, 285.6, 348.6),
    wall=30,
    die=27,
    base=6,
    margin=56,
)
FIELD: Final = replace(
    BARE,
    checkers=tuple(
        Disc(48 + 43.2 * number, y, 17.7, 8.0 * high)
        for number, high in enumerate((2, 2, 2, 3, 3, 3))
        for y in (62.4, 324.6)
    ),
)
SMALL: Final = Field(
    outside=Area(0, 0, 560, 350),
    tray=Area(292, 20, 540, 330),
    home=Area(20, 20, 268, 330),
    wall=30,
    die=14,
    base=6,
    margin=70,
)
SPEEDS: Final = (300.0, 640.0, 800.0, 1500.0, 2600.0)
OVERLAP: Final = 0.5
"""Overlap in mm up to which dice count as lying side by side."""


def throw(field: Field, toss: Toss, seed: int, far: Edge | None = None) -> DiceFlight:
    return run_to_end(throwing(field, toss, seed, far))


def tumble(field: Field, toss: Toss, seed: int, far: Edge | None = None) -> DiceFlight:
    """Return the flight of a throw that is always valid."""
    return run_to_end(tumbling(field, toss, seed, far))


def random_toss(number: int, speed: float, field: Field = FIELD, dice: int = 2) -> Toss:
    random = Random(f"{number} {speed}")
    angle = random.uniform(0, 2 * pi)
    tray = field.tray
    x, y = random.uniform(tray.left, tray.right), random.uniform(tray.top, tray.bottom)
    return Toss(*field.nearest_mouth(x, y), speed * cos(angle), speed * sin(angle), dice)


def outline(track: DieTrack, edge: float) -> list[tuple[float, float]]:
    x, y = track.rest[:2]
    if track.lean is None:
        (right, down, _), *_ = axes(track.rest.rotation)
        return corners((x, y, atan2(down, right)), edge)
    right, down, angle, _ = track.lean
    wide = edge * (cos(angle) + sin(angle))
    return [
        (x + (a * wide * right - b * edge * down) / 2, y + (a * wide * down + b * edge * right) / 2)
        for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]


def overlap(a: DieTrack, b: DieTrack, edge: float) -> float:
    """Return by how many mm two resting dice overlap as seen from above; below 0 they are apart."""
    first, second = outline(a, edge), outline(b, edge)
    deepest = float("inf")
    for step in range(90):
        c, s = cos(step * pi / 90), sin(step * pi / 90)
        one = [x * c + y * s for x, y in first]
        other = [x * c + y * s for x, y in second]
        deepest = min(deepest, max(one) - min(other), max(other) - min(one))
    return deepest


def angle(one: Rotation, other: Rotation) -> float:
    """Return the angle between two rotations, in radians."""
    return 2 * acos(min(1.0, abs(sum(a * b for a, b in zip(one, other, strict=True)))))


def total_rotation(track: DieTrack) -> float:
    """Return how far a die turns in all, in radians."""
    return sum(angle(a.rotation, b.rotation) for a, b in pairwise(track.poses))


def largest_steps(track: DieTrack) -> tuple[float, float, float]:
    """Return the largest steps of a die in 1/240 s: in the plane and in height (mm), and turned (radians)."""
    count = int(track.seconds * 240) + 2
    pairs = list(pairwise(track.at(number / 240) for number in range(count)))
    return (
        max(hypot(b.x - a.x, b.y - a.y) for a, b in pairs),
        max(abs(b.height - a.height) for a, b in pairs),
        max(angle(a.rotation, b.rotation) for a, b in pairs),
    )


def assert_no_jumps(flight: DiceFlight) -> None:
    """Assert that no die jumps: 2600 mm/s are 10.8 mm in 1/240 s, and a rising die is shifted by up to 6.75 mm."""
    for track in flight.tracks:
        way, height, turn = largest_steps(track)
        assert way < 12.5 and height < 10.5 and turn < 0.2


class ThrowSample(NamedTuple):
    number: int
    kind: ThrowKind
    slides: bool
    upper: bool


@cache
def sample_throws(speed: float, count: int) -> tuple[ThrowSample, ...]:
    found = []
    for number in range(count):
        flight = throw(FIELD, random_toss(number, speed), number)
        upper = flight.tracks[0].rest.y < FIELD.outside.bottom / 2
        found.append(ThrowSample(number, flight.verdict.kind, flight.verdict.slides, upper))
    return tuple(found)


SEED: Final = DiceSeed.new(b"bone and walnut!")
"""The n-th throw shows its n-th pair of faces."""
CARELESS_SPEED: Final = 2600.0
"""Speed of a careless throw, in mm/s."""
CARELESS_COUNT: Final = by_effort(360, 600, 1600)
SLOW_COUNT: Final = by_effort(100, 200, 500)

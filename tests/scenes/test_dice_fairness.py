"""Faces have nothing to do with hand, cup and table: what dice show is the same whatever they do.

The faces of the n-th throw are the n-th pair of a sealed seed. Limits of chi-square are those that even dice pass but
once in a thousand times, by the degrees of freedom; seeds are fixed.
"""

import ast
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

import pytest

import scenes.games.unstacked_draughts.dice
from rules.common.dice import Sealed
from scenes.games.unstacked_draughts.dice.shaking import Shaking, Toss
from tests.scenes.throwing import CARELESS, FEWER, FIELD, MANY, Thrown, throw, thrown, tumble

SEED: Final = Sealed.new(b"bone and walnut!")
LIMITS: Final = {10: 29.59, 15: 37.70, 20: 45.31}
"""Chi-square at 0.1 %, by degrees of freedom."""


def chi_square(classes: Iterable[tuple[str, int]]) -> float:
    """How far the faces within each class are from even; 5 degrees of freedom a class."""
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


def shaken(path: Callable[[int], tuple[float, float]]) -> Toss:
    """What dice get of a mouse that goes along a path, 125 points a second."""
    shaking = Shaking(0.6)
    for number in range(50):
        shaking.move(number / 125, *path(number))
    return Toss(450.0, 180.0, *(shaking.velocity(49 / 125) or (0.0, 300.0)))


def test_the_same_seed_gives_the_same_faces_whatever_the_mouse_does() -> None:
    across = [shaken(lambda n, k=k: (3.0 * n, float(k * n))) for k in range(12)]  # type: ignore[misc]
    round_and_round = [shaken(lambda n, k=k: (40.0 * (n % 2), float(k * n % 7))) for k in range(12)]  # type: ignore[misc]
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

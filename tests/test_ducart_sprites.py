"""The pictures of Ducart: figures, awake or asleep, held or alone, and marks are distinguishable."""

from collections.abc import Iterable
from itertools import combinations
from pathlib import Path

import pygame
import pytest

import sprites
from sprites.studio import badges, gnomes
from sprites.studio.gnomes.carving import SIDES
from tests.test_assets import CELL, contrast, likeness, luminance, solid

FOLDER = Path(sprites.__file__).parent / "ducart"
KEPT, LOWER = 0.70, 0.06
"""How large a kept piece is and how much lower its centre is, in cells (sprites/README.md)."""
BELOW = [name + ending for name in gnomes.ASLEEP for ending in ("", "-asleep")]


def mask(name: str, px: int) -> pygame.mask.Mask:
    return solid(FOLDER / f"{name}.svg", px)


def told_apart(names: Iterable[str], px: int, most: float) -> None:
    outlines = {name: mask(name, px) for name in names}
    for (one, here), (other, there) in combinations(outlines.items(), 2):
        assert likeness(here, there) < most, f"{one}, {other}"


@pytest.mark.parametrize("side", SIDES)
def test_outlines_are_distinguishable_at_32_pixels(side: str) -> None:
    told_apart([f"{side}-{name}" for name in gnomes.GNOMES], 32, 0.75)


@pytest.mark.parametrize("name", gnomes.ASLEEP)
@pytest.mark.parametrize("side", SIDES)
def test_sleeping_gnomes_are_distinguishable_from_awake_gnomes(side: str, name: str) -> None:
    told_apart([f"{side}-{name}", f"{side}-{name}-asleep"], 32, 0.75)


def test_all_gnomes_share_a_base_line() -> None:
    feet = [
        max(box.bottom for box in mask(f"{side}-{name}", CELL).get_bounding_rects())
        for side in SIDES
        for name in gnomes.GNOMES
    ]
    assert max(feet) - min(feet) <= CELL // 50


@pytest.mark.parametrize("name", gnomes.GNOMES)
def test_bases_are_round_or_notched(name: str) -> None:
    """Just above the line on which all stand, a notched base has feet, and a round one is one piece."""

    def feet(side: str) -> int:
        outline = mask(f"{side}-{name}", CELL)
        row = [bool(outline.get_at((x, round(0.91 * CELL)))) for x in range(CELL)]
        return sum(here and not before for before, here in zip([False, *row], row, strict=False))

    broom = name == "sweeper"
    assert feet("gold") == 1 + broom
    assert feet("blue") >= 3


@pytest.mark.parametrize("name", gnomes.GNOMES)
def test_gold_is_lighter_than_blue(name: str) -> None:
    """Told apart without colour, by more than their bases."""
    tones = []
    for side in SIDES:
        picture = pygame.image.load_sized_svg(FOLDER / f"{side}-{name}.svg", (CELL, CELL))
        tones.append(luminance(pygame.transform.average_color(picture, consider_alpha=True)))
    assert contrast(*tones) > 1.3


@pytest.mark.parametrize("name", BELOW)
def test_a_held_piece_is_visible_in_its_cage(name: str) -> None:
    """At 48 pixels at least seven tenths of it are not covered by the cage's front."""
    px = 48
    inside, front = mask(f"gold-{name}", round(KEPT * px)), mask("blue-keeper-on", px)
    left = (px - inside.get_size()[0]) // 2
    covered = front.overlap_area(inside, (left, left + round(LOWER * px)))
    assert covered < 0.3 * inside.count()


def test_a_keeper_looks_the_same_with_a_held_piece() -> None:
    for side in SIDES:
        whole, halves = mask(f"{side}-keeper", CELL), mask(f"{side}-keeper-back", CELL)
        halves.draw(mask(f"{side}-keeper-on", CELL), (0, 0))
        assert likeness(whole, halves) > 0.99


def test_marks_are_distinguishable_without_colour() -> None:
    told_apart([name for name in badges.MARKS if name.startswith("mark-")], 48, 0.7)


@pytest.mark.parametrize("name", ["kill", "keep", "transfer", "sleep", "steal", "steal-light", "heal"])
def test_a_mark_does_not_cover_the_face_of_its_piece(name: str) -> None:
    face = pygame.mask.Mask((CELL // 4, CELL // 4), fill=True)
    assert mask(f"mark-{name}", CELL).overlap_area(face, (CELL * 3 // 8, CELL * 3 // 8)) == 0

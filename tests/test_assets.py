"""The pictures: the rasteriser paints each as meant, nobody's work is used unnamed, and contrasts hold.

What pygame's rasteriser gets wrong it gets wrong without a word, so it is refused here.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pygame
import pytest

import sprites
from sprites import grain

ROOT = Path(sprites.__file__).parent
PICTURES = sorted(ROOT.rglob("*.svg"))
FOLDERS = sorted({path.parent for path in PICTURES})
UNPAINTED = {"text", "use", "clipPath", "mask", "filter", "pattern", "image"}
GRADIENTS = {
    "linearGradient": ("x1", "y1", "x2", "y2"),
    "radialGradient": ("cx", "cy", "r"),
}
WALNUT_LIGHT = (0x8A, 0x63, 0x43)


def title(path: Path) -> str:
    """A picture's path under sprites/, for the test's name."""
    return path.relative_to(ROOT).as_posix()


def elements(path: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """Every element's name, without its namespace, and its attributes, without those of other namespaces."""
    for element in ElementTree.parse(path).iter():
        name = str(element.tag).rpartition("}")[2]
        yield name, {key: value for key, value in element.attrib.items() if "}" not in key}


def luminance(colour: pygame.Color | tuple[int, ...]) -> float:
    """Relative luminance, 0–1, as WCAG 2 defines it."""
    parts = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in tuple(colour)[:3]]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: float, other: float) -> float:
    """The contrast of two luminances, 1–21."""
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def test_there_are_pictures() -> None:
    assert PICTURES


@pytest.mark.parametrize("path", PICTURES, ids=title)
def test_a_picture_holds_nothing_that_is_not_painted(path: Path) -> None:
    assert not UNPAINTED & {name for name, _ in elements(path)}


@pytest.mark.parametrize("path", PICTURES, ids=title)
def test_a_picture_holds_no_colour_that_is_misread(path: Path) -> None:
    assert not re.search(r"\b(rgba|hsla?)\s*\(", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", PICTURES, ids=title)
def test_gradients_are_in_percent_or_user_space_without_focal_point(path: Path) -> None:
    for name, attributes in elements(path):
        if name in GRADIENTS:
            assert not {"fx", "fy"} & attributes.keys(), attributes
            if attributes.get("gradientUnits") != "userSpaceOnUse":
                places = [attributes[key] for key in GRADIENTS[name] if key in attributes]
                assert all(place.endswith("%") for place in places), attributes


@pytest.mark.parametrize("path", PICTURES, ids=title)
def test_no_group_is_translucent(path: Path) -> None:
    for name, attributes in elements(path):
        if name in ("g", "svg"):
            assert "opacity" not in attributes
            assert not re.search(r"(^|;)\s*opacity\s*:", attributes.get("style", ""))


@pytest.mark.parametrize("path", PICTURES, ids=title)
def test_a_picture_is_rasterised_and_not_empty(path: Path) -> None:
    picture = pygame.image.load_sized_svg(path, (64, 64))
    assert pygame.mask.from_surface(picture).count() > 64 * 64 // 50


@pytest.mark.parametrize("folder", FOLDERS, ids=title)
def test_credits_name_every_picture_and_no_other(folder: Path) -> None:
    named = set(re.findall(r"`([\w-]+\.svg)`", (folder / "CREDITS.md").read_text(encoding="utf-8")))
    assert named == {path.name for path in folder.glob("*.svg")}


@pytest.mark.parametrize("name", grain.STYLES)
def test_a_board_is_what_the_program_makes(name: str) -> None:
    assert grain.board(name) == (ROOT / f"double_draughts/board-{name}.svg").read_text(encoding="utf-8")


def test_the_table_top_is_what_the_program_makes() -> None:
    assert grain.table() == (ROOT / "ui/table.svg").read_text(encoding="utf-8")


def test_walnut_squares_are_never_darker_than_light_walnut() -> None:
    board = pygame.image.load_sized_svg(ROOT / "double_draughts/board-maple.svg", (920, 920))
    for row in range(8):
        for column in range(8):
            if (row + column) % 2:
                square = pygame.Rect(60 + 100 * column, 60 + 100 * row, 100, 100)
                tone = pygame.transform.average_color(board, square)
                assert luminance(tone) >= luminance(WALNUT_LIGHT), f"row {row}, column {column}"


@pytest.mark.parametrize("name", ["ebony", "ebony-ring"])
def test_the_lit_rim_of_ebony_stands_out_on_walnut(name: str) -> None:
    """Along every line from the middle of the top face to its edge there is light of at least 3 : 1."""
    checker = pygame.image.load_sized_svg(ROOT / f"double_draughts/{name}.svg", (400, 400))
    middle, walnut = pygame.Vector2(200, 180), luminance(WALNUT_LIGHT)
    for angle in range(0, 360, 10):
        way = pygame.Vector2(1, 0).rotate(angle)
        reach = pygame.Vector2(160 * way.x, 153.6 * way.y)
        line = [middle + reach * step / 200 for step in range(180, 200)]
        brightest = max(luminance(checker.get_at((int(point.x), int(point.y)))) for point in line)
        assert brightest > walnut
        assert contrast(brightest, walnut) >= 3, f"{angle}°"

"""The pictures: rasterised as intended, credited, and with enough contrast.

What pygame's rasteriser gets wrong it gets wrong without a word, so it is refused here.
"""

import hashlib
import re
from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations, product
from math import radians
from pathlib import Path
from xml.etree import ElementTree

import pygame
import pytest

import sprites
from scenes.games.unstacked_draughts import dice_picture
from scenes.games.unstacked_draughts.dice.rotations import LEVEL, Rotation, compose, flat_rotation, roll_rotation
from scenes.games.unstacked_draughts.dice_picture import make_picture
from sprites.studio import badges, beside, bone, cards, cups, discs, duck, gnomes, grain, men, tablier
from tests.effort import by_effort

ROOT = Path(sprites.__file__).parent
PICTURES = sorted(ROOT.rglob("*.svg"))
FOLDERS = sorted({path.parent for path in PICTURES})
UNPAINTED = {"text", "use", "clipPath", "mask", "filter", "pattern", "image"}
GRADIENTS = {
    "linearGradient": ("x1", "y1", "x2", "y2"),
    "radialGradient": ("cx", "cy", "r"),
}
FONTS = ROOT / "fonts"
SUMS = {
    "SourceSansPro-It.ttf": "36133e9f508b0b4c",
    "SourceSansPro-Regular.ttf": "b77f3a700edd0fc0",
    "SourceSansPro-Semibold.ttf": "b440fd42fd5a54e1",
    "SourceSerifPro-It.ttf": "13e315bc49bd04ef",
    "SourceSerifPro-Regular.ttf": "b4e0771f06d8f657",
    "SourceSerifPro-Semibold.ttf": "83cc8531f284efb7",
}
"""SHA-256 of the typefaces, the beginning of each."""
CELL = 400
CHESS = ROOT / "duck_chess"
TABLIER = ROOT / "unstacked_draughts"
SQUARE = sorted(path for path in TABLIER.glob("*.svg") if not path.stem.startswith(("tablier", "rack", "stamp")))
"""Pictures of what lies on the tablier, each in its cell."""
ASCENT = ("pawn", "rook", "bishop", "knight", "queen", "king")
"""The men from the lowest to the highest."""
WALNUT_LIGHT = (0x8A, 0x63, 0x43)


def title(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def elements(path: Path) -> list[tuple[str, dict[str, str]]]:
    """Yield the name of every element without its namespace, and its attributes without those of other namespaces."""
    return [
        (str(element.tag).rpartition("}")[2], {key: value for key, value in element.attrib.items() if "}" not in key})
        for element in ElementTree.fromstring(text(path)).iter()
    ]


def luminance(colour: pygame.Color | tuple[int, ...]) -> float:
    """Return the relative luminance, 0–1, as WCAG 2 defines it."""
    parts = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in tuple(colour)[:3]]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: float, other: float) -> float:
    """Return the contrast ratio of two luminances, 1–21."""
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def offending(wrong: Callable[[Path], object], pictures: Iterable[Path] = PICTURES) -> dict[str, object]:
    return {title(path): found for path in pictures if (found := wrong(path))}


def test_no_picture_contains_elements_that_are_not_painted() -> None:
    assert offending(lambda path: UNPAINTED & {name for name, _ in elements(path)}) == {}


def test_no_picture_contains_a_misread_colour() -> None:
    assert offending(lambda path: re.findall(r"\b(?:rgba|hsla?)\s*\(", text(path))) == {}


def test_gradients_are_in_percent_or_user_space_without_focal_point() -> None:
    def wrong(path: Path) -> list[dict[str, str]]:
        gradients = [(GRADIENTS[name], attributes) for name, attributes in elements(path) if name in GRADIENTS]
        return [attributes for keys, attributes in gradients if not well_placed(keys, attributes)]

    assert offending(wrong) == {}


def well_placed(keys: Iterable[str], gradient: dict[str, str]) -> bool:
    if {"fx", "fy"} & gradient.keys():
        return False
    if gradient.get("gradientUnits") == "userSpaceOnUse":
        return True
    return all(gradient[key].endswith("%") for key in keys if key in gradient)


def test_no_group_is_translucent() -> None:
    def wrong(path: Path) -> list[dict[str, str]]:
        groups = [attributes for name, attributes in elements(path) if name in ("g", "svg")]
        return [one for one in groups if "opacity" in one or re.search(r"(^|;)\s*opacity\s*:", one.get("style", ""))]

    assert offending(wrong) == {}


def test_every_picture_is_rasterised_and_not_empty() -> None:
    def empty(path: Path) -> bool:
        return pygame.mask.from_surface(pygame.image.load_sized_svg(path, (64, 64))).count() <= 64 * 64 // 50

    assert offending(empty) == {}


def test_credits_name_exactly_the_pictures_and_typefaces() -> None:
    def otherwise(folder: Path) -> set[str]:
        named = re.findall(r"`([\w-]+\.(?:svg|ttf))`", (folder / "CREDITS.md").read_text(encoding="utf-8"))
        return set(named) ^ {path.name for path in folder.iterdir() if path.suffix in (".svg", ".ttf")}

    assert offending(otherwise, [*FOLDERS, FONTS]) == {}


def test_typefaces_are_unchanged_and_their_notices_are_shipped() -> None:
    """A changed file may not be called “Source”; the licence has to hold the notice that each file holds."""
    sums = {path.name: hashlib.sha256(path.read_bytes()).hexdigest()[:16] for path in FONTS.glob("*.ttf")}
    assert sums == SUMS, "these are not the files as Adobe publishes them"
    licence = (FONTS / "OFL.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    notices = re.findall(r"^(?:©|Copyright) .*?‘Source’\.", licence, re.MULTILINE)
    for path in FONTS.glob("*.ttf"):
        assert any(notice.encode("utf-16-be") in path.read_bytes() for notice in notices), path.name


def test_pictures_equal_the_output_of_the_studio() -> None:
    lie = {folder: {path.stem: text(path) for path in (ROOT / folder).glob("*.svg")} for folder in ("boards", "ui")}
    made = {f"board-{name}": grain.board(name) for name in sorted(grain.STYLES)[:: by_effort(6, 1, 1)]}
    assert made.items() <= lie["boards"].items()
    tops = {name: grain.table(name) for name in sorted(grain.TOPS)[:: by_effort(6, 1, 1)]}
    assert tops.items() <= lie["ui"].items()
    made_of = {
        "ducale": cards.pictures(),
        "ducart": gnomes.pictures() | badges.pictures(),
        "duck_chess": {f"{side}-{man}": men.picture(side, man) for side, man in product(men.SIDES, men.MEN)},
        "unstacked_draughts": dict[str, str](),
    }
    made_of["duck_chess"] |= duck.pictures()
    for program in (tablier, beside, discs, bone, cups):
        made_of["unstacked_draughts"] |= program.pictures()
    for folder, pictures in made_of.items():
        assert {path.stem: text(path) for path in (ROOT / folder).glob("*.svg")} == pictures, folder


def test_walnut_squares_are_never_darker_than_light_walnut() -> None:
    board = pygame.image.load_sized_svg(ROOT / "boards/board-maple.svg", (920, 920))
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


def solid(path: Path, px: int = CELL) -> pygame.mask.Mask:
    return pygame.mask.from_surface(pygame.image.load_sized_svg(path, (px, px)))


def likeness(one: pygame.mask.Mask, other: pygame.mask.Mask) -> float:
    """Return the common share of two outlines, 0–1, aligned to within a pixel or two."""
    shared = max(one.overlap_area(other, (x, y)) for x in range(-2, 3) for y in range(-2, 3))
    return shared / (one.count() + other.count() - shared)


@pytest.mark.parametrize(
    "pair",
    [
        *((CHESS / f"white-{man}.svg", CHESS / f"black-{man}.svg") for man in men.MEN),
        *((TABLIER / f"white{pose}.svg", TABLIER / f"black{pose}.svg") for pose in ("", "-edge")),
    ],
    ids=lambda pair: pair[0].stem,
)
def test_pieces_of_both_sides_have_the_same_outline(pair: tuple[Path, Path]) -> None:
    white, black = map(solid, pair)
    assert white.overlap_area(black, (0, 0)) == white.count() == black.count()


def test_men_share_a_base_line_and_are_higher_by_rank() -> None:
    boxes = [solid(CHESS / f"white-{man}.svg").get_bounding_rects()[0] for man in ASCENT]
    assert max(box.bottom for box in boxes) - min(box.bottom for box in boxes) <= CELL // 100
    assert [box.height for box in boxes] == sorted({box.height for box in boxes})
    assert all(
        abs(box.centerx - CELL / 2) < CELL / 100 for man, box in zip(ASCENT, boxes, strict=True) if man != "knight"
    )


def cut_off(path: Path) -> bool:
    picture = pygame.image.load_sized_svg(path, (CELL, CELL))
    edge = [point for i in range(CELL) for point in ((i, 0), (i, CELL - 1), (0, i), (CELL - 1, i))]
    return any(picture.get_at(point).a for point in edge)


def test_no_picture_is_cut_off_by_its_cell() -> None:
    assert offending(cut_off, [*CHESS.glob("*.svg"), *SQUARE, *(ROOT / "ducart").glob("*.svg")]) == {}


def test_outlines_are_distinguishable_at_32_pixels() -> None:
    outlines = {name: solid(CHESS / f"{name}.svg", 32) for name in (*(f"white-{man}" for man in men.MEN), "duck")}
    for (one, here), (other, there) in combinations(outlines.items(), 2):
        assert likeness(here, there) < 0.92, f"{one}, {other}"


@pytest.mark.parametrize("pose", duck.POSES)
def test_the_duck_facing_left_mirrors_the_duck_facing_right(pose: str) -> None:
    right = pygame.image.load_sized_svg(CHESS / f"duck{pose}.svg", (CELL, CELL))
    mirrored = pygame.mask.from_surface(pygame.transform.flip(right, True, False))
    assert likeness(mirrored, solid(CHESS / f"duck-left{pose}.svg")) > 0.99


def test_the_poses_of_the_duck_are_different() -> None:
    pictures = {(CHESS / f"duck{pose}.svg").read_text(encoding="utf-8").partition("<defs>")[2] for pose in duck.POSES}
    assert len(pictures) == len(duck.POSES)


@pytest.mark.parametrize("man", men.MEN)
@pytest.mark.parametrize("board", grain.STYLES)
def test_the_lit_rim_of_an_ebony_man_stands_out_on_dark_squares(man: str, board: str) -> None:
    """Just within its left edge, which faces the lamp, but where its contour runs level: top, foot and joints."""
    tone = pygame.transform.average_color(
        pygame.image.load_sized_svg(ROOT / f"boards/board-{board}.svg", (920, 920)), pygame.Rect(360, 460, 100, 100)
    )
    picture = pygame.image.load_sized_svg(CHESS / f"black-{man}.svg", (CELL, CELL))
    box = pygame.mask.from_surface(picture).get_bounding_rects()[0]
    lit = 0
    for y in range(box.top, box.bottom):
        first = next(x for x in range(CELL) if picture.get_at((x, y)).a > 127)
        brightest = max(luminance(picture.get_at((x, y))) for x in range(first, first + CELL // 20))
        lit += brightest > luminance(tone) and contrast(brightest, luminance(tone)) >= 3
    assert lit > 0.85 * box.height


LYING = [flat_rotation(radians(angle)) for angle in (0, 15, 30, 45, 60, 75, 111)]
RAISED = [compose(turn, roll_rotation(0.7, 0.3)) for turn in LYING]


def test_a_die_shows_the_pips_of_its_name() -> None:
    dice = list(product("123456", ("die", "used"), [*LYING, *RAISED][:: by_effort(3, 1, 1)]))
    assert [die for die in dice if pips(make_picture(die[1], die[0], die[2], CELL), *die) != int(die[0])] == []
    svg = {face: pygame.image.load_sized_svg(TABLIER / f"die-{face}.svg", (CELL, CELL)) for face in "123456"}
    assert [face for face, seen in svg.items() if pips(seen, face, "die", LEVEL) != int(face)] == []


def pips(seen: pygame.Surface, face: str, kind: str, turn: Rotation) -> int:
    """Return the number of dark holes on the upper face, a square around the axis at half the die's height."""
    right, down, *_ = dice_picture.view_axes(turn)
    corners = []
    for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        at = ((dice_picture.HALF - 4) * x, (dice_picture.HALF - 4) * y, dice_picture.HALF)
        corners.append([seen.width / 2 + CELL / 100 * dice_picture.dot(at, way) for way in (right, down)])
    top = pygame.Surface(seen.get_size(), pygame.SRCALPHA)
    pygame.draw.polygon(top, "white", corners)
    holes = pygame.mask.from_threshold(seen, dice_picture.DIE_COLOURS[kind].pip, (14, 14, 14, 255))
    return len(holes.overlap_mask(pygame.mask.from_surface(top), (0, 0)).connected_components(60))


@pytest.mark.parametrize("face", range(1, 7))
def test_dice_in_texts_look_like_those_on_the_table(face: int) -> None:
    svg = pygame.image.load_sized_svg(TABLIER / f"die-{face}.svg", (CELL, CELL))
    painted = make_picture("die", str(face), LEVEL, CELL)
    painted = painted.subsurface(svg.get_rect(center=painted.get_rect().center))
    for area in (svg.get_rect(), pygame.Rect(CELL // 5, CELL // 5, CELL // 2, CELL // 6)):
        colours = (pygame.transform.average_color(each, area, True) for each in (svg, painted))
        assert all(abs(a - b) < 5 for a, b in zip(*colours, strict=True))
    assert likeness(*map(pygame.mask.from_surface, (svg, painted))) > 0.99


def test_dice_stand_out_on_baize_and_used_dice_from_unused_dice() -> None:
    board = pygame.image.load_sized_svg(TABLIER / "tablier.svg", (1000, 625))
    baize = luminance(pygame.transform.average_color(board, pygame.Rect(524, 270, 432, 80)))
    die, used = (make_picture(kind, "1", LEVEL, CELL) for kind in ("die", "used"))
    beside_the_pip = (die.width // 2 - CELL * 15 // 100, die.height // 2 - CELL * 20 // 100)
    face = luminance(die.get_at(beside_the_pip))
    assert contrast(face, baize) > 6
    assert contrast(face, luminance(used.get_at(beside_the_pip))) > 2


def test_the_lit_rim_of_an_ebony_checker_stands_out_on_the_tablier() -> None:
    board = pygame.image.load_sized_svg(TABLIER / "tablier.svg", (1000, 625))
    veneer = luminance(pygame.transform.average_color(board, pygame.Rect(50, 280, 180, 24)))
    checker = pygame.image.load_sized_svg(TABLIER / "black.svg", (CELL, CELL))
    middle, scale = pygame.Vector2(discs.FACE) * CELL / 100, CELL / 100
    for angle in range(0, 360, 10):
        way = pygame.Vector2(1, 0).rotate(angle)
        reach = pygame.Vector2(discs.ACROSS * way.x, discs.DEEP * way.y) * scale
        line = [middle + reach * share / 100 for share in range(90, 100)]
        brightest = max(luminance(checker.get_at((int(point.x), int(point.y)))) for point in line)
        assert contrast(brightest, veneer) >= 3, f"{angle}°"

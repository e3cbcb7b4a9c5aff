"""Sides and marks are distinguishable with every kind of colour vision, on every board.

What is rendered is measured, not what is declared. A thing's *body* is the colour that most of it has: of a side's
figure, most of what the other side's hasn't, but its darkest third; of a mark, most of those pixels of a square
that it changes plainly (by `PLAIN` at least, in normal sight). Two bodies are apart by their least CIEDE2000
distance in normal sight and in simulated protanopia, deuteranopia and tritanopia, which must be 20 at least; of
figures the middle colours must be as well. Shapes are sets of pixels: their *likeness* is what they share, of all
that either covers, and must not pass `ALIKE`. The shape of a mark is what it changes plainly; that of a side is its
relief, what stands out from its body by 20 at least in normal sight.

A mark's colour is its meaning: what the person has in hand and where the play is (brass), where something may go (ink
or paper), what is taken or in danger (oxblood), what is advised (sea). Marks of one meaning differ in shape alone.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache, partial
from itertools import combinations
from typing import Final, TypeAlias

import pygame
import pytest

from scenes.app.appearance import BOARDS, CONTRAST, TABLES, TABLIERS, Looks
from scenes.app.assets import Assets
from scenes.app.theme import Theme
from scenes.games.ducale.card_faces import suit_picture
from scenes.surfaces.layout import Box, Spot
from scenes.surfaces.mark_pictures import MARKS
from scenes.surfaces.marks import DRAWING_STYLES, HINT_STYLE, PREMOVE_STYLE, ArrowStyle, paint_arrows, paint_mark
from tests.colour_vision import SIGHTS, Tone, contrast, distance, lab, least_distance

Shape: TypeAlias = frozenset[tuple[int, int]]

ENOUGH: Final = 20.0
PLAIN: Final = 10.0
SEEN: Final = 8.0
"""How far a mark's body or its edge is from the square that it lies on, at least."""
ALIKE: Final = 0.7
CELL: Final = 72
BUCKET: Final = 24
"""Colours that share their channels' multiples of this count as one when it is counted which is most frequent."""
MEN: Final = ("king", "queen", "rook", "bishop", "knight", "pawn")
GNOMES: Final = ("creeper", "healer", "keeper", "leaper", "sleeper", "stealer", "sweeper")
SIDES: Final = [
    *(("board", f"double_draughts/ivory{ring}", f"double_draughts/ebony{ring}") for ring in ("", "-ring")),
    *(("board", f"duck_chess/white-{man}", f"duck_chess/black-{man}") for man in MEN),
    *(("gnomes", f"ducart/gold-{gnome}", f"ducart/blue-{gnome}") for gnome in GNOMES),
    *(("tablier", f"unstacked_draughts/white{pose}", f"unstacked_draughts/black{pose}") for pose in ("", "-edge")),
]
"""Whose choice it is, and the pictures of both sides."""
MEANINGS: Final = {
    "brass": ("last", "picked", "must", "focus", "premove"),
    "way": ("dot", "place", "aim"),
    "oxblood": ("ring", "danger", "threat"),
    "sea": ("hint", "named"),
}
DUCART: Final = ("kill", "keep", "transfer", "push-right", "sleep", "heal", "steal")
"""What a piece may do to another: each a mark and a meaning of its own."""
SQUARES: Final = ("maple", "green", "oak", "slate", CONTRAST)


@pytest.fixture(scope="module", autouse=True)
def _screen() -> None:
    pygame.display.init()
    pygame.display.set_mode((10, 10))


def test_the_formula_gives_the_published_distances() -> None:
    """Pairs 1, 7, 13, 17 and 25 of Sharma, Wu and Dalal's table."""
    for one, other, published in (
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
        ((50.0, -0.0010, 2.4900), (50.0, 0.0009, -2.4900), 4.8045),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ):
        assert distance(one, other) == pytest.approx(published, abs=0.0001)


def test_greys_are_unchanged_by_simulated_colour_blindness() -> None:
    for sight in SIGHTS:
        assert distance(lab((120, 120, 120)), lab((120, 120, 120), sight)) < 1


# --- the two sides


def _wearing(choice: str, value: str) -> Assets:
    return Assets(Looks(table=TABLES[0] if value != CONTRAST else CONTRAST, **{choice: value}))


def _choices() -> list[tuple[str, str, str, str]]:
    """Yield choice, value, and the pictures of both sides, for each look that can be chosen."""
    values = {"board": (*BOARDS, CONTRAST), "gnomes": (*BOARDS, CONTRAST), "tablier": (*TABLIERS, CONTRAST)}
    return [(choice, value, light, dark) for choice, light, dark in SIDES for value in values[choice]]


def _pixels(picture: pygame.Surface) -> dict[tuple[int, int], Tone]:
    """Return where a picture is opaque, and the colours there."""
    found = {}
    for x in range(picture.get_width()):
        for y in range(picture.get_height()):
            red, green, blue, alpha = picture.get_at((x, y))
            if alpha > 200:
                found[x, y] = (red, green, blue)
    return found


def _body(tones: Iterable[Tone], bucket: int = BUCKET) -> Tone:
    counted = Counter(tones)
    like: dict[tuple[int, ...], Counter[Tone]] = {}
    for tone, count in counted.items():
        like.setdefault(tuple(channel // bucket for channel in tone), Counter())[tone] = count
    return max(like.values(), key=Counter.total).most_common(1)[0][0]


def _bright(tones: list[Tone]) -> list[Tone]:
    """Return the colours without the darkest third, which is outline and shade."""
    return sorted(tones, key=lambda tone: lab(tone)[0])[len(tones) // 3 :]


def _mean(tones: Iterable[Tone]) -> Tone:
    every = list(tones)
    red, green, blue = (round(sum(tone[part] for tone in every) / len(every)) for part in range(3))
    return red, green, blue


def _likeness(one: Shape, other: Shape) -> float:
    return len(one & other) / len(one | other)


@pytest.mark.parametrize("choice,value,light,dark", _choices(), ids=lambda part: str(part).rpartition("/")[2])
def test_sides_differ_in_colour_and_in_shape(choice: str, value: str, light: str, dark: str) -> None:
    assets, clad = _wearing(choice, value), []
    for look in (light, dark):
        pixels = _pixels(assets.sprite(look, CELL))
        twin = _pixels(assets.sprite(dark if look == light else light, CELL))
        own = [tone for at, tone in pixels.items() if twin.get(at) != tone]
        body = _body(_bright(own))
        raised = {at: tone for at, tone in pixels.items() if twin.get(at) != tone}
        relief = frozenset(at for at, tone in raised.items() if distance(lab(tone), lab(body)) >= ENOUGH)
        clad.append((body, _mean(own), relief))
    (white, pale, one), (black, deep, other) = clad
    assert least_distance(white, black) >= ENOUGH
    assert least_distance(pale, deep) >= ENOUGH
    assert _likeness(one, other) <= ALIKE


# --- the marks


def _theme(board: str) -> Theme:
    return Theme((1280, 800), table=CONTRAST if board == CONTRAST else TABLES[0])


@cache
def _square(board: str, dark: bool) -> Tone:
    picture = Assets().sprite(f"boards/board-{board}", 920)
    red, green, blue, _ = pygame.transform.average_color(picture, pygame.Rect(360, 460 if dark else 360, 100, 100))
    return red, green, blue


def _changed(tone: Tone, paint: Callable[[pygame.Surface], object]) -> tuple[Tone, Shape, list[Tone]]:
    """Return body, shape and all colours of what was painted on a square."""
    square = pygame.Surface((CELL, CELL))
    square.fill(tone)
    paint(square)
    pixels = _pixels(square.convert_alpha()).items()
    plain = {at: seen for at, seen in pixels if distance(lab(seen), lab(tone)) >= PLAIN}
    assert plain, "nothing is to be seen"
    counted = Counter(plain.values())
    return _body(plain.values()), frozenset(plain), [one for one, count in counted.items() if count >= CELL / 4]


def _marks(board: str, dark: bool) -> dict[str, tuple[Tone, Shape, list[Tone]]]:
    tone, theme = _square(board, dark), _theme(board)
    spot = Spot(CELL / 2, CELL / 2, 0.0, 0.0, CELL, Box(0, 0, CELL, CELL))
    kinds = [name for name in MARKS if not name.endswith("-light" if dark else "-dark")]
    return {name.partition("-")[0]: _changed(tone, partial(_stamped, theme, name, spot)) for name in kinds}


def _stamped(theme: Theme, name: str, spot: Spot, square: pygame.Surface) -> None:
    paint_mark(square, theme, name, spot)


def test_every_mark_has_a_meaning() -> None:
    assert {name.partition("-")[0] for name in MARKS} == {mark for marks in MEANINGS.values() for mark in marks}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("board", SQUARES)
def test_marks_of_different_meanings_differ_in_colour_and_all_in_shape(board: str, dark: bool) -> None:
    marks = _marks(board, dark)
    meaning = {mark: name for name, names in MEANINGS.items() for mark in names}
    for one, other in combinations(marks, 2):
        assert _likeness(marks[one][1], marks[other][1]) <= ALIKE, f"{one}, {other}"
        if meaning[one] != meaning[other]:
            assert least_distance(marks[one][0], marks[other][0]) >= ENOUGH, f"{one}, {other}"


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("board", SQUARES)
def test_every_mark_stands_out_from_its_square(board: str, dark: bool) -> None:
    """By its body or by the edge around it."""
    for mark, (body, _, tones) in _marks(board, dark).items():
        assert max(least_distance(one, _square(board, dark)) for one in (body, *tones)) >= SEEN, mark


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_mark_of_high_contrast_has_three_to_one_from_its_square(dark: bool) -> None:
    """By its body or by the edge around it."""
    for mark, (body, _, tones) in _marks(CONTRAST, dark).items():
        assert max(contrast(one, _square(CONTRAST, dark)) for one in (body, *tones)) >= 3, mark


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("choice,light_one,dark_one", SIDES, ids=lambda part: str(part).rpartition("/")[2])
def test_every_piece_of_high_contrast_has_three_to_one_from_its_square(
    choice: str, light_one: str, dark_one: str, dark: bool
) -> None:
    """By its body or by a tenth of its pixels, which is its contour."""
    assets, square = _wearing(choice, CONTRAST), _square(CONTRAST, dark)
    for look in (light_one, dark_one):
        pixels = list(_pixels(assets.sprite(look, CELL)).values())
        assert sum(contrast(tone, square) >= 3 for tone in pixels) >= len(pixels) / 10, look


def _arrow(
    board: str, dark: bool, style: ArrowStyle = HINT_STYLE, path: str = "ab"
) -> tuple[Tone, Shape, list[Tone]]:
    """Return what an arrow changes on a square; with the path "c" what a circle does."""
    theme, tone = _theme(board), _square(board, dark)
    spots = {
        name: Spot(x, CELL / 2, 0.0, 0.0, CELL, Box(x - CELL / 2, 0, CELL, CELL))
        for name, x in (("a", 0), ("b", CELL), ("c", CELL / 2))
    }
    return _changed(tone, lambda square: paint_arrows(square, theme, spots, tuple(path), style))


@pytest.mark.parametrize("board", SQUARES)
def test_the_arrow_of_a_hint_has_the_colour_of_advice(board: str) -> None:
    assert _arrow(board, True)[0] == _marks(board, True)["hint"][0]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("board", SQUARES)
def test_arrows_of_drawings_hints_and_premoves_differ_in_colour_and_are_seen(board: str, dark: bool) -> None:
    arrows = [_arrow(board, dark, style) for style in (*DRAWING_STYLES, HINT_STYLE, PREMOVE_STYLE)]
    assert len(DRAWING_STYLES) == 4
    for one, other in combinations(arrows, 2):
        assert least_distance(one[0], other[0]) >= ENOUGH, f"{one[0]}, {other[0]}"
    for body, _, tones in arrows:
        assert max(least_distance(one, _square(board, dark)) for one in (body, *tones)) >= SEEN, body
        if board == CONTRAST:
            assert max(contrast(one, _square(board, dark)) for one in (body, *tones)) >= 3, body


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("board", SQUARES)
def test_drawn_circles_differ_in_shape_or_colour_from_all_marks(board: str, dark: bool) -> None:
    circles = [_arrow(board, dark, style, "c") for style in DRAWING_STYLES]
    for one, other in combinations(circles, 2):
        assert least_distance(one[0], other[0]) >= ENOUGH, f"{one[0]}, {other[0]}"
    for body, shape, _ in circles:
        for name, (other_body, other_shape, _) in _marks(board, dark).items():
            is_unlike = _likeness(shape, other_shape) <= ALIKE or least_distance(body, other_body) >= ENOUGH
            assert is_unlike, f"{body}, {name}"


def test_four_suit_colours_are_distinct_with_any_colour_vision() -> None:
    signs = {suit: _body(_pixels(suit_picture(Assets(), suit, CELL, True)).values()) for suit in "SHDC"}
    for one, other in combinations(signs, 2):
        assert least_distance(signs[one], signs[other]) >= ENOUGH, f"{one}, {other}"


@pytest.mark.parametrize("side", ["gold", "blue"])
@pytest.mark.parametrize("board", [*BOARDS, CONTRAST])
def test_marks_of_actions_in_ducart_differ_in_colour_and_in_shape(board: str, side: str) -> None:
    """These marks lie on figures, so they are measured on the middle colour of one; a hint is told from them too."""
    assets = _wearing("gnomes", board)
    tone = _mean(_pixels(assets.sprite(f"ducart/{side}-sweeper", CELL)).values())
    seen = {}
    for name in DUCART:
        seen[name] = _changed(tone, partial(_laid, assets.sprite(f"ducart/mark-{name}", CELL)))
    seen["hint"] = _marks("oak", True)["hint"]
    for one, other in combinations(seen, 2):
        assert least_distance(seen[one][0], seen[other][0]) >= ENOUGH, f"{one}, {other}"
        assert _likeness(seen[one][1], seen[other][1]) <= ALIKE, f"{one}, {other}"


def _laid(mark: pygame.Surface, square: pygame.Surface) -> None:
    square.blit(mark, (0, 0))

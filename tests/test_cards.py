"""The pictures of cards: distinguishable by their corners, and with the right number of pips."""

import io
from itertools import combinations
from pathlib import Path

import pygame
import pytest

import sprites
from sprites.studio.cards.courts import COURT
from sprites.studio.cards.faces import INDEX
from sprites.studio.cards.suits import BLACK, COLOURS, PLACES, RED, SUITS
from tests.test_assets import contrast, luminance

FOLDER = Path(sprites.__file__).parent / "ducale"
SIZE = (500, 700)
"""Two pixels a unit."""
NEAR = (4, 4, 4, 255)
"""A pixel is of a colour if none of its parts is further off: the court's ink is nearly as dark as black suits."""
FACES = [f"{rank}{suit}" for suit in SUITS for rank in ("A", *PLACES, "J", "Q", "K")]


def text(name: str) -> str:
    return (FOLDER / f"{name}.svg").read_text(encoding="utf-8")


def seen(name: str, size: tuple[int, int] = SIZE) -> pygame.Surface:
    return pygame.image.load_sized_svg(FOLDER / f"{name}.svg", size)


def inked(name: str, suit: str) -> pygame.mask.Mask:
    return pygame.mask.from_threshold(seen(name), COLOURS[suit], NEAR)


def box(left: float, top: float, width: float, height: float) -> pygame.Rect:
    return pygame.Rect(2 * left, 2 * top, 2 * width, 2 * height)


def within(mask: pygame.mask.Mask, area: pygame.Rect) -> pygame.mask.Mask:
    part = pygame.mask.Mask(area.size)
    part.draw(mask, (-area.x, -area.y))
    return part


def test_all_faces_together_are_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.glob("*.svg")) < 700_000


def test_a_number_card_shows_the_pips_of_its_name() -> None:
    assert {(rank, suit): n for rank in PLACES for suit in SUITS if (n := pips(rank, suit)) != int(rank)} == {}


def pips(rank: str, suit: str) -> int:
    """Return the number of pips between the corner indices, which take 58 units on either side."""
    between = within(inked(f"{rank}{suit}", suit), box(58, 0, 134, 350))
    return len(between.connected_components(60))


@pytest.mark.parametrize("rank", PLACES)
def test_pips_are_symmetric(rank: str) -> None:
    turned = {(round(250 - x), round(350 - y)) for x, y in PLACES[rank]}
    mirrored = {(round(250 - x), round(y)) for x, y in PLACES[rank]}
    places = {(round(x), round(y)) for x, y in PLACES[rank]}
    assert mirrored == places
    assert rank == "7" or turned == places


@pytest.mark.parametrize("name", [*COURT, "JK", "JK-ink"])
def test_a_court_card_has_no_lower_end(name: str) -> None:
    picture = seen(name)
    other = pygame.transform.rotate(picture, 180)
    dark = [pygame.mask.from_threshold(side, "#2B2420", (60, 60, 60, 255)) for side in (picture, other)]
    shared = dark[0].overlap_area(dark[1], (0, 0))
    assert shared > 0.97 * max(mask.count() for mask in dark)


def test_the_corner_index_is_inside_its_box_and_alone() -> None:
    assert [name for name in FACES if not has_its_corner(name)] == []


def has_its_corner(name: str) -> bool:
    """Whether rank and suit fill most of the box's height, and the strip beside and below it is bare paper."""
    mask = inked(name, name[-1])
    corner = within(mask, box(*INDEX))
    parts = corner.get_bounding_rects()
    height = max(part.bottom for part in parts) - min(part.top for part in parts)
    return corner.count() == within(mask, box(0, 0, 58, 122)).count() and height > 2 * 95


@pytest.mark.parametrize("width", [48, 60])
def test_cards_are_distinguishable_by_a_strip_of_sixteen_pixels(width: int) -> None:
    """Each two corners differ by a tenth of what ink they have, or in its colour."""
    strips = {}
    for name in FACES:
        picture = pygame.transform.smoothscale(seen(name, (4 * width, 4 * width * 7 // 5)), (width, width * 7 // 5))
        part = picture.subsurface((0, 0, 16, width // 2))
        strips[name] = [pygame.mask.from_threshold(part, tone, (90, 90, 90, 255)) for tone in (RED, BLACK)]
    for (one, here), (other, there) in combinations(strips.items(), 2):
        shared = sum(a.overlap_area(b, (0, 0)) for a, b in zip(here, there, strict=True))
        either = sum(mask.count() for mask in (*here, *there)) - shared
        assert shared < 0.9 * either, f"{one}, {other}"


def test_a_suit_s_colour_can_be_replaced() -> None:
    names = [*FACES, *(f"fr-{card}" for card in COURT), *(f"suit-{suit}" for suit in SUITS)]
    assert [name for name in names if not changes_colour(name)] == []


def changes_colour(name: str) -> bool:
    """Whether a picture has the colour of its suit and not the other's, and as much of one that it is given."""
    colour = COLOURS[name[-1]]
    if colour not in text(name) or ({RED, BLACK} - {colour}) & set(text(name).split('"')):
        return False
    changed = pygame.image.load_sized_svg(io.BytesIO(text(name).replace(colour, "#1F5E96").encode()), SIZE)
    blue = pygame.mask.from_threshold(changed, "#1F5E96", NEAR).count()
    left = pygame.mask.from_threshold(changed, colour, NEAR).count()
    return blue == pytest.approx(inked(name, name[-1]).count(), rel=0.02) and not left


@pytest.mark.parametrize("card", COURT)
def test_the_french_letter_covers_exactly_the_english_letter(card: str) -> None:
    overlay = seen(f"fr-{card}")
    covered = pygame.mask.from_surface(overlay, 250)
    letter = within(inked(card, card[-1]), box(0, 0, 58, 72))
    assert within(covered, box(0, 0, 58, 72)).overlap_area(letter, (0, 0)) == letter.count()
    face = seen(card)
    before = within(inked(card, card[-1]), box(0, 73, 58, 60)).count()
    face.blit(overlay, (0, 0))
    after = pygame.mask.from_threshold(face, COLOURS[card[-1]], NEAR)
    assert within(after, box(0, 73, 58, 60)).count() == before
    assert face.get_at((8, 300)) == seen(card).get_at((8, 300))


def test_the_tag_leaves_rank_and_suit_free_and_covers_the_edge_of_their_box() -> None:
    edge = pygame.mask.from_surface(seen("tag"), 0)
    assert not any(
        within(edge, box(*INDEX)).overlap_area(within(inked(name, name[-1]), box(*INDEX)), (0, 0)) for name in FACES
    )
    left, top, width, height = INDEX
    assert all(edge.get_at((2 * (left + width) - 1, 2 * y)) for y in range(top, top + height))
    assert within(edge, box(0, 0, 62, 126)).count() == edge.count() // 2


@pytest.mark.parametrize("suit", SUITS)
def test_pips_stand_out_on_paper(suit: str) -> None:
    paper = luminance(seen("blank").get_at((250, 600)))
    assert contrast(paper, luminance(pygame.Color(COLOURS[suit]))) > 5.5

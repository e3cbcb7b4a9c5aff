"""The pictures of cards in two or four colours, with the language's court letters; a joker may show another card."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Final

import pygame

from scenes.app.assets import ROOT, Assets, Cache
from scenes.games.ducale.table_zones import CARD_RATIO

CARD_WIDTH: Final = 250  # in units of its sprite
INDEX_BOX: Final = (6, 10, 52, 112)  # x, y, width and height of rank and suit on a card of this width
COURTS: Final = "JQK"
FOUR_COLOUR_INKS: Final = {"H": ("#A32A27", "#B12A25"), "D": ("#A32A27", "#21538C"), "C": ("#221E1C", "#3B9B7B")}
"""By suit, for suits whose ink differs: (usual ink, ink of the four-colour deck)."""

_face_cache: Final = Cache(12_000_000, "face")


@lru_cache(256)
def card_size(height: int) -> tuple[int, int]:
    return max(1, round(height / CARD_RATIO)), max(1, height)


def card_picture(assets: Assets, look: str, height: int, language: str, is_four_colour: bool) -> pygame.Surface:
    """Return the picture of a card by its token's look ("7H", "JK=7H", "back"); it is shared, don't paint on it."""
    size = card_size(height)
    if look == "back" or (assets.resizing and "=" not in look):
        return assets.sprite(f"ducale/{look}", size)
    key = (look, size, language, is_four_colour)
    return _face_cache.get(key, lambda: _make_face(assets, *key))


def suit_picture(assets: Assets, suit: str, side: int, is_four_colour: bool) -> pygame.Surface:
    """Return the sign of a suit ("S", "H", "D" or "C") in a square; it is shared, don't paint on it."""
    look = f"suit-{suit}"
    if not is_four_colour or suit not in FOUR_COLOUR_INKS:
        return assets.sprite(f"ducale/{look}", side)
    return _face_cache.get((look, side), lambda: _recolour(look, (side, side), suit))


def _make_face(
    assets: Assets, look: str, size: tuple[int, int], language: str, is_four_colour: bool
) -> pygame.Surface:
    if "=" in look:
        return _make_joker(assets, look.partition("=")[2], size, language, is_four_colour)
    suit = look[-1]
    is_recoloured = is_four_colour and suit in FOUR_COLOUR_INKS and look != "JK"
    card = _recolour(look, size, suit) if is_recoloured else assets.sprite(f"ducale/{look}", size)
    court_name = f"{language}-{look}"
    if look[0] in COURTS and (ROOT / "sprites" / f"ducale/{court_name}.svg").is_file():
        card = card.copy()
        court = _recolour(court_name, size, suit) if is_recoloured else assets.sprite(f"ducale/{court_name}", size)
        card.blit(court, (0, 0))
    return card


def _recolour(look: str, size: tuple[int, int], suit: str) -> pygame.Surface:
    svg = (ROOT / "sprites" / f"ducale/{look}.svg").read_text(encoding="utf-8").replace(*FOUR_COLOUR_INKS[suit])
    large = pygame.image.load_sized_svg(io.BytesIO(svg.encode()), (2 * size[0], 2 * size[1])).convert_alpha()
    return pygame.transform.smoothscale(large, size)


def _make_joker(
    assets: Assets, card: str, size: tuple[int, int], language: str, is_four_colour: bool
) -> pygame.Surface:
    joker = assets.sprite("ducale/JK", size).copy()
    look = f"A{card[1]}" if card[0] == "1" and card[1] != "0" else card  # "1H" is a low ace, "10H" a ten
    face = card_picture(assets, look, size[1], language, is_four_colour)
    scale = size[0] / CARD_WIDTH
    corner = pygame.Rect(*(round(length * scale) for length in INDEX_BOX))
    corner.size = (corner.width + 1, corner.height + 1)
    joker.blit(face, corner, corner)
    opposite_corner = pygame.Rect(size[0] - corner.right, size[1] - corner.bottom, *corner.size)
    joker.blit(face, opposite_corner, opposite_corner)
    joker.blit(assets.sprite("ducale/tag", size), (0, 0))
    return joker

"""Pictures of cards: court letters of the language, four-colour suits, and jokers with the card they stand for."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Final

import pygame

from scenes.app.assets import ROOT, Assets, Cache
from scenes.games.ducale.table_zones import CARD_RATIO

WIDE: Final = 250
INDEX: Final = (6, 10, 52, 112)
"""x, y, width, height of rank and suit in the upper left corner of a card 250 wide."""
COURTS: Final = "JQK"
INKS: Final = {"H": ("#A32A27", "#B12A25"), "D": ("#A32A27", "#21538C"), "C": ("#221E1C", "#3B9B7B")}
"""Ink of these suits -> ink in the four-colour deck."""

_cache: Final = Cache(12_000_000, "face")


@lru_cache(256)
def box_of(high: int) -> tuple[int, int]:
    return max(1, round(high / CARD_RATIO)), max(1, high)


def face(assets: Assets, look: str, high: int, language: str, four: bool) -> pygame.Surface:
    """Return a card by its token's look ("7H", "JK=7H", "back"), `high` pixels high; shared, don't paint on it."""
    box = box_of(high)
    if look == "back" or (assets.resizing and "=" not in look):
        return assets.sprite(f"ducale/{look}", box)
    return _cache.get((look, box, language, four), lambda: _made(assets, look, box, language, four))


def sign(assets: Assets, suit: str, side: int, four: bool) -> pygame.Surface:
    """Return the sign of a suit ("S", "H", "D" or "C") in a square of `side` pixels; shared, don't paint on it."""
    look = f"suit-{suit}"
    if not four or suit not in INKS:
        return assets.sprite(f"ducale/{look}", side)
    return _cache.get((look, side), lambda: _inked(look, (side, side), suit))


def _made(assets: Assets, look: str, box: tuple[int, int], language: str, four: bool) -> pygame.Surface:
    if "=" in look:
        return _standing_for(assets, look.partition("=")[2], box, language, four)
    suit = look[-1]
    coloured = four and suit in INKS and look != "JK"
    card = _inked(look, box, suit) if coloured else assets.sprite(f"ducale/{look}", box)
    name = f"{language}-{look}"
    if look[0] in COURTS and (ROOT / "sprites" / f"ducale/{name}.svg").is_file():
        card = card.copy()
        card.blit(_inked(name, box, suit) if coloured else assets.sprite(f"ducale/{name}", box), (0, 0))
    return card


def _inked(look: str, box: tuple[int, int], suit: str) -> pygame.Surface:
    text = (ROOT / "sprites" / f"ducale/{look}.svg").read_text(encoding="utf-8").replace(*INKS[suit])
    large = pygame.image.load_sized_svg(io.BytesIO(text.encode()), (2 * box[0], 2 * box[1])).convert_alpha()
    return pygame.transform.smoothscale(large, box)


def _standing_for(assets: Assets, card: str, box: tuple[int, int], language: str, four: bool) -> pygame.Surface:
    joker = assets.sprite("ducale/JK", box).copy()
    other = face(assets, f"A{card[1]}" if card[0] == "1" and card[1] != "0" else card, box[1], language, four)
    scale = box[0] / WIDE
    corner = pygame.Rect(*(round(length * scale) for length in INDEX))
    corner.size = (corner.width + 1, corner.height + 1)
    joker.blit(other, corner, corner)
    turned = pygame.Rect(box[0] - corner.right, box[1] - corner.bottom, *corner.size)
    joker.blit(other, turned, turned)
    joker.blit(assets.sprite("ducale/tag", box), (0, 0))
    return joker

"""Owners of melds: a ribbon below the cards, with a tab in the owner's colour and shape, with a letter."""

from __future__ import annotations

from typing import Final

import pygame

from scenes.app.theme import INK, IVORY, PLAYERS, Theme
from scenes.games.ducale.card_layout import TAB_HEIGHT, MeldOwner, Span

BAND: Final = 0.05  # height of the ribbon, as a share of a card's height
WIDE: Final = 1.35  # width of a tab / its height
FINER: Final = 4
FEET: Final[tuple[tuple[tuple[float, float], ...], ...]] = (
    ((1, 1), (0, 1)),
    ((1, 1), (0.5, 0.72), (0, 1)),
    ((1, 0.66), (0.5, 1), (0, 0.66)),
    ((1, 0.7), (0.93, 0.88), (0.8, 1), (0.2, 1), (0.07, 0.88), (0, 0.7)),
    ((1, 0.6), (0, 1)),
    ((1, 1), (0.75, 0.76), (0.5, 1), (0.25, 0.76), (0, 1)),
)
"""By seat: the lower edge of a tab, from the right, as shares of its width and height."""


def colour_of(owner: MeldOwner) -> pygame.Color:
    """Return a player's colour in charts, darkened for text on it."""
    return PLAYERS[owner.seat % len(PLAYERS)].lerp(INK, 0.15)


def owner_tab(theme: Theme, owner: MeldOwner, high: int) -> pygame.Surface:
    return theme.cache.get(("owner", owner.seat, owner.initials, high), lambda: _tab(theme, owner, high))


def _tab(theme: Theme, owner: MeldOwner, high: int) -> pygame.Surface:
    wide, tall = round(WIDE * high) * FINER, high * FINER
    large = pygame.Surface((wide, tall), pygame.SRCALPHA)
    edge, inner = max(FINER, tall // 14), pygame.Color(colour_of(owner))
    foot = FEET[owner.seat % len(FEET)]
    for inset, colour in ((0, IVORY), (edge, inner)):
        room = pygame.Rect(inset, -inset, wide - 2 * inset, tall)
        shape = [(room.left + x * room.w, room.top + y * room.h) for x, y in ((0, 0), (1, 0), *foot)]
        pygame.draw.polygon(large, colour, shape)
    if owner.initials:
        letter = _letter(theme, owner.initials)
        scale = min(0.44 * tall / letter.get_height(), 0.8 * wide / letter.get_width())
        letter = pygame.transform.smoothscale_by(letter, scale)
        large.blit(letter, letter.get_rect(center=(wide // 2, round(0.41 * tall))))
    return pygame.transform.smoothscale(large, (wide // FINER, high))


def _letter(theme: Theme, letter: str) -> pygame.Surface:
    room = pygame.Rect(0, 0, theme.width(letter, "clock"), theme.line("clock"))
    picture = pygame.Surface(room.size, pygame.SRCALPHA)
    theme.text(picture, letter, "clock", IVORY, room)
    return picture.subsurface(picture.get_bounding_rect())


def paint_ribbon(surface: pygame.Surface, theme: Theme, owner: MeldOwner, span: Span, alpha: float = 1.0) -> None:
    """Paint the ribbon and tab of a meld whose cards cover `span`."""
    left, right, foot, high = span
    hung, band = owner_tab(theme, owner, max(5, round(TAB_HEIGHT * high))), max(3, round(BAND * high))
    picture = pygame.Surface((max(round(right - left), hung.get_width()), hung.get_height()), pygame.SRCALPHA)
    line = pygame.Rect(0, 0, round(right - left), band)
    picture.fill(IVORY, line)
    picture.fill(colour_of(owner), line.inflate(-2, 0).move(0, -1))
    picture.blit(hung, (0, 0))
    picture.set_alpha(round(255 * alpha))
    surface.blit(picture, (round(left), round(foot)))

"""The ribbon below the cards of a meld, and its tab with the owner's colour, shape and initials."""

from __future__ import annotations

from typing import Final

import pygame

from scenes.app.theme import INK, IVORY, PLAYERS, Theme
from scenes.games.ducale.card_layout import TAB_HEIGHT, MeldOwner, MeldSpan

RIBBON_HEIGHT: Final = 0.05  # as a fraction of a card's height
TAB_RATIO: Final = 1.35  # width of a tab / its height
OVERSAMPLING: Final = 4  # a tab is painted so many times larger, for smooth edges
TAB_EDGES: Final[tuple[tuple[tuple[float, float], ...], ...]] = (
    ((1, 1), (0, 1)),
    ((1, 1), (0.5, 0.72), (0, 1)),
    ((1, 0.66), (0.5, 1), (0, 0.66)),
    ((1, 0.7), (0.93, 0.88), (0.8, 1), (0.2, 1), (0.07, 0.88), (0, 0.7)),
    ((1, 0.6), (0, 1)),
    ((1, 1), (0.75, 0.76), (0.5, 1), (0.25, 0.76), (0, 1)),
)
"""Lower edge of the tab of each seat, from right to left, in fractions of the tab's width and height."""


def owner_colour(owner: MeldOwner) -> pygame.Color:
    """Return a player's colour, a little darker than in charts, so that text is legible on it."""
    return PLAYERS[owner.seat % len(PLAYERS)].lerp(INK, 0.15)


def owner_tab(theme: Theme, owner: MeldOwner, height: int) -> pygame.Surface:
    return theme.cache.get(("owner", owner.seat, owner.initials, height), lambda: _make_tab(theme, owner, height))


def _make_tab(theme: Theme, owner: MeldOwner, height: int) -> pygame.Surface:
    width, large_height = round(TAB_RATIO * height) * OVERSAMPLING, height * OVERSAMPLING
    large = pygame.Surface((width, large_height), pygame.SRCALPHA)
    border, inner = max(OVERSAMPLING, large_height // 14), pygame.Color(owner_colour(owner))
    lower_edge = TAB_EDGES[owner.seat % len(TAB_EDGES)]
    for inset, colour in ((0, IVORY), (border, inner)):
        area = pygame.Rect(inset, -inset, width - 2 * inset, large_height)
        shape = [(area.left + x * area.w, area.top + y * area.h) for x, y in ((0, 0), (1, 0), *lower_edge)]
        pygame.draw.polygon(large, colour, shape)
    if owner.initials:
        picture = _make_initials(theme, owner.initials)
        scale = min(0.44 * large_height / picture.get_height(), 0.8 * width / picture.get_width())
        picture = pygame.transform.smoothscale_by(picture, scale)
        large.blit(picture, picture.get_rect(center=(width // 2, round(0.41 * large_height))))
    return pygame.transform.smoothscale(large, (width // OVERSAMPLING, height))


def _make_initials(theme: Theme, initials: str) -> pygame.Surface:
    area = pygame.Rect(0, 0, theme.width(initials, "clock"), theme.line("clock"))
    picture = pygame.Surface(area.size, pygame.SRCALPHA)
    theme.text(picture, initials, "clock", IVORY, area)
    return picture.subsurface(picture.get_bounding_rect())


def paint_ribbon(surface: pygame.Surface, theme: Theme, owner: MeldOwner, span: MeldSpan, alpha: float = 1.0) -> None:
    """Paint the ribbon and the tab below the cards of a meld, which cover `span`; `alpha` is 0 to 1."""
    left, right, bottom, height = span
    tab = owner_tab(theme, owner, max(5, round(TAB_HEIGHT * height)))
    ribbon_height = max(3, round(RIBBON_HEIGHT * height))
    picture = pygame.Surface((max(round(right - left), tab.get_width()), tab.get_height()), pygame.SRCALPHA)
    line = pygame.Rect(0, 0, round(right - left), ribbon_height)
    picture.fill(IVORY, line)
    picture.fill(owner_colour(owner), line.inflate(-2, 0).move(0, -1))
    picture.blit(tab, (0, 0))
    picture.set_alpha(round(255 * alpha))
    surface.blit(picture, (round(left), round(bottom)))

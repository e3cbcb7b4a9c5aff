"""A question painted without anything of the house: no theme, no picture, no widget, and SDL's own letters.

It has a loop of its own, so that nothing that failed is needed for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

_GROUND: Final = (38, 41, 44)
_PAPER: Final = (244, 235, 221)
_INK: Final = (30, 25, 22)
_KEY: Final = (222, 208, 184)
_CHOSEN: Final = (94, 50, 36)
_PAD: Final = 32
"""Pixels between the edge of the sheet and what is on it."""
_GAP: Final = 14
_LETTERS: Final = 24
"""Height of the letters in pixels, at least; in a high window they are a share of it."""
_LINES: Final = 36
_ENTER: Final = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
_ON: Final = (pygame.K_TAB, pygame.K_RIGHT, pygame.K_DOWN)
_BACK: Final = (pygame.K_LEFT, pygame.K_UP)


def ask(told: Sequence[str], ways: Sequence[tuple[str, str]]) -> str:
    """Ask over the whole window and wait for the answer. `told` are paragraphs, `ways` the answers: what is returned,
    and words; closing the window or Esc is the last. Raises pygame.error where nothing can be painted."""
    surface = pygame.display.get_surface()
    if surface is None:
        raise pygame.error("there is no window")
    pygame.event.clear()
    chosen = 0
    while True:
        keys = _paint(surface, told, [words for _, words in ways], chosen)
        event = pygame.event.wait()
        if event.type == pygame.QUIT or (event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE):
            return ways[-1][0]
        if event.type == pygame.WINDOWSIZECHANGED:
            surface = pygame.display.get_surface() or surface
        elif event.type == pygame.KEYDOWN and event.key in _ENTER:
            return ways[chosen][0]
        elif event.type == pygame.KEYDOWN and event.key in _ON + _BACK:
            back = event.key in _BACK or event.mod & pygame.KMOD_SHIFT
            chosen = (chosen + (-1 if back else 1)) % len(ways)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            found = pygame.Rect(event.pos, (1, 1)).collidelist(keys)
            if found >= 0:
                return ways[found][0]


def _paint(surface: pygame.Surface, told: Sequence[str], ways: Sequence[str], chosen: int) -> list[pygame.Rect]:
    """Paint everything and show it; where the keys lie."""
    letters = max(_LETTERS, surface.get_height() // _LINES)
    font = pygame.font.Font(None, letters)
    surface.set_clip(None)
    surface.fill(_GROUND)
    sheet = surface.get_rect().inflate(-2 * _PAD, -2 * _PAD)
    sheet.width = min(sheet.width, 36 * letters)
    sheet.centerx = surface.get_width() // 2
    surface.fill(_PAPER, sheet)
    left, top, wide = sheet.left + _PAD, sheet.top + _PAD, sheet.width - 2 * _PAD
    for paragraph in told:
        words = font.render(paragraph, True, _INK, None, wide)
        surface.blit(words, (left, top))
        top += words.get_height() + _GAP
    keys = []
    for number, words_on in enumerate(ways):
        key = pygame.Rect(left, top + _GAP, wide, letters + _GAP)
        surface.fill(_CHOSEN if number == chosen else _KEY, key)
        words = font.render(words_on, True, _PAPER if number == chosen else _INK)
        surface.blit(words, words.get_rect(center=key.center))
        keys.append(key)
        top = key.bottom
    pygame.display.flip()
    return keys

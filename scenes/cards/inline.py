"""Lines of text with the signs of the suits: the faces of the house don't have them, so that they are pictures."""

from __future__ import annotations

import re
from typing import Final

import pygame

from scenes.assets import Assets
from scenes.cards.faces import sign
from scenes.lettering import Role
from scenes.theme import Theme

SIGNS: Final = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
_PARTS: Final = re.compile("([♠♥♦♣])")
_MORE: Final = "…"


def width(theme: Theme, text: str, role: Role) -> int:
    """Pixels that a line needs."""
    return sum(_width(theme, part, role) for part in _PARTS.split(text))


def _width(theme: Theme, part: str, role: Role) -> int:
    if part in SIGNS:
        return _side(theme, role) + 1
    words = part.strip(" ")
    blanks = len(part) - len(words)
    return (theme.width(words, role) if words else 0) + blanks * _blank(theme, role)


def _blank(theme: Theme, role: Role) -> int:
    return max(3, round(0.2 * theme.line(role)))


def _side(theme: Theme, role: Role) -> int:
    return round(0.52 * theme.line(role))


def paint(
    surface: pygame.Surface,
    theme: Theme,
    assets: Assets,
    text: str,
    role: Role,
    colour: pygame.Color,
    rect: pygame.Rect,
    four: bool = False,
) -> None:
    """Paint one line from the left of `rect`; what doesn't fit is cut, with three dots. `four`: suits in four
    colours."""
    left, end = rect.left, rect.right
    if width(theme, text, role) > rect.width:
        end -= theme.width(_MORE, role)
    for part in _PARTS.split(text):
        wide = _width(theme, part, role)
        lead = (len(part) - len(part.lstrip(" "))) * _blank(theme, role)
        part = part.strip(" ") or part
        left, wide = left + lead, wide - lead
        if left + wide > end and part not in SIGNS:
            while part and left + theme.width(part, role) > end:
                part = part[:-1]
            wide = theme.width(part, role) if part else 0
            left = min(left, end)  # a blank may have led over the end
            theme.text(
                surface, part + _MORE, role, colour, pygame.Rect(left, rect.top, rect.right - left + 2, rect.height)
            )
            return
        if left + wide > end:
            left = min(left, end)  # a blank may have led over the end
            theme.text(surface, _MORE, role, colour, pygame.Rect(left, rect.top, rect.right - left + 2, rect.height))
            return
        if part in SIGNS:
            side = _side(theme, role)
            picture = sign(assets, SIGNS[part], side, four)
            surface.blit(picture, picture.get_rect(midleft=(left, rect.centery)))
        elif part.strip(" "):
            theme.text(surface, part, role, colour, pygame.Rect(left, rect.top, wide + 2, rect.height))
        left += wide

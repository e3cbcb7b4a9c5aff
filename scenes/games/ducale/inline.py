"""Lines of text with the signs of the suits: the faces of the house don't have them, so that they are pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

import pygame

from scenes.app.assets import Assets
from scenes.app.fonts import Role
from scenes.app.theme import Theme
from scenes.games.ducale.faces import sign

SIGNS: Final = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
_PARTS: Final = re.compile("([♠♥♦♣])")
_MORE: Final = "…"
_REMEMBERED: Final = 300
"""So many lines of which is kept where their parts stand."""
_laid: Final[dict[tuple[str, Role, int, tuple[int, int], int], Sequence[tuple[int, str]]]] = {}


def _width(theme: Theme, part: str, role: Role) -> int:
    if part in SIGNS:
        return _side(theme, role) + 1
    words = part.strip(" ")
    blanks = len(part) - len(words)
    wide = theme.width(words, role) if words else 0
    return wide + blanks * _blank(theme, role) if blanks else wide


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
    key = (text, role, rect.width, theme.size, theme.text_scale)
    laid = _laid.get(key)
    if laid is None:
        if len(_laid) > _REMEMBERED:
            _laid.clear()
        laid = _laid[key] = list(_lay(theme, text, role, rect.width))
    top, side = rect.top + (rect.height - theme.line(role)) // 2, _side(theme, role)
    for left, part in laid:
        if part in SIGNS:
            picture = sign(assets, SIGNS[part], side, four)
            surface.blit(picture, (rect.left + left, rect.centery - picture.get_height() // 2))
        else:
            surface.blit(theme.rendered(part, role, colour), (rect.left + left, top))


def _lay(theme: Theme, text: str, role: Role, room: int) -> Iterator[tuple[int, str]]:
    """Words and signs of a line of `room` pixels, and how far from its left they stand."""
    parts = [(part, _width(theme, part, role)) for part in _PARTS.split(text)]
    left, end = 0, room
    if sum(wide for _, wide in parts) > room:
        end -= theme.width(_MORE, role)
    for part, wide in parts:
        words = part.strip(" ")
        lead = (len(part) - len(part.lstrip(" "))) * _blank(theme, role)
        if left + wide > end:
            left += lead
            while words and (part in SIGNS or left + theme.width(words, role) > end):
                words = words[:-1]
            yield min(left, end), words + _MORE  # a blank may have led over the end
            return
        if words:
            yield left + lead, words
        left += wide

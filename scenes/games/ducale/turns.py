"""The last turns at a card table, in short: what was taken, laid, added, swapped and discarded.

The faces of the app have no signs of suits, so that these are pictures in the lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

import pygame

from rules.contract import NATURE
from rules.match import Span
from scenes.app.assets import Assets
from scenes.app.fonts import Role
from scenes.app.theme import INK, Theme
from scenes.app.words import Words
from scenes.games.ducale.card_table import SUITS
from scenes.games.ducale.faces import sign
from scenes.games.ducale.saying import cards_of
from scenes.table import match_text
from scenes.table.session import Session
from scenes.ui.moves import MoveList

_CARD: Final = re.compile(r"(10|[A1-9JQK])([SHDC])")
SIGNS: Final = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
_PARTS: Final = re.compile("([♠♥♦♣])")
_MORE: Final = "…"
_REMEMBERED: Final = 300
"""So many lines of which is kept where their parts stand."""
_laid: Final[dict[tuple[str, Role, int, tuple[int, int], int], Sequence[tuple[int, str]]]] = {}


class CardTurns(MoveList):
    """The list of turns, with the signs of the suits."""

    numbered = False

    def paint_words(self, surface: pygame.Surface, index: int, inner: pygame.Rect) -> None:
        app, room = self.form.scene.app, inner.inflate(-2 * self.theme.px(0.5), 0)
        paint_line(surface, self.theme, app.assets, self.cells[index], "small", INK, room, app.settings.four_colours)


def signed(words: Words, text: str) -> str:
    """Cards with the signs of their suits and the letters of the language."""

    def one(found: re.Match[str]) -> str:
        rank = "A" if found[1] == "1" else found[1]
        return f"{words(f'cards.rank.{rank}') if rank in 'AJQK' else rank}{SUITS[found[2]]}"

    text = re.sub(r"JK=(10|[A1-9JQK])([SHDC])", r"(\1\2)", text)
    return _CARD.sub(one, text.replace("JK", words("cards.joker_short")))


def told(words: Words, session: Session, span: Span) -> str:
    """A turn of the list."""
    match = session.match
    if span.seat == NATURE:
        return words("cards.round", n=cards_of(match.positions[span.last]).round)
    parts = []
    for number in range(span.first, span.last):
        text = str(match.plies[number].move)
        if text == "+D":
            parts.append(f"← {match.positions[number].table()['discard'][-1].look}")
        elif text[0] == "M":
            parts.append(text[2:-1])
        elif text[0] in "LX" and "[" in text:
            parts.append(f"{'+' if text[0] == 'L' else '×'} {text.partition('[')[2][:-1].strip('<>')}")
        elif text[0] == "-":
            parts.append(f"→ {text[1:]}")
    name = match_text.name_of(words, session, span.seat)
    return signed(words, words("cards.turn", name=name, acts=" · ".join(parts)))


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


def paint_line(
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

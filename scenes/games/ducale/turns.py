"""The last turns at a card table, in short; the signs of the suits are pictures, for the app's faces have none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import pygame

from rules.contract import NATURE
from rules.match import Span
from scenes.app.fonts import Role
from scenes.app.theme import INK, Theme
from scenes.app.words import Words
from scenes.games.ducale.card_table import SUITS
from scenes.games.ducale.faces import sign
from scenes.games.ducale.saying import cards_of, top_card
from scenes.table import match_text
from scenes.table.session import Session
from scenes.ui.moves import MoveList

_CARD: Final = re.compile(r"(10|[A1-9JQK])([SHDC])")
SIGNS: Final = {sign: suit for suit, sign in SUITS.items()}
_PARTS: Final = re.compile("([♠♥♦♣])")
_MORE: Final = "…"
_ROLE: Final[Role] = "small"


class CardTurns(MoveList):
    """The list of turns, with the signs of the suits."""

    numbered = False

    def paint_words(self, surface: pygame.Surface, index: int, inner: pygame.Rect) -> None:
        theme, app = self.theme, self.form.scene.app
        room = inner.inflate(-2 * theme.px(0.5), 0)
        for left, part in _lay(theme, self.cells[index], room.width):
            if part in SIGNS:
                picture = sign(app.assets, SIGNS[part], _side(theme), app.settings.four_colours)
                surface.blit(picture, (room.left + left, room.centery - picture.get_height() // 2))
            else:
                top = room.top + (room.height - theme.line(_ROLE)) // 2
                surface.blit(theme.rendered(part, _ROLE, INK), (room.left + left, top))


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
        cards = text.partition("[")[2].rstrip("]")
        if text == "+D":
            parts.append(f"← {top_card(match.positions[number])}")
        elif text[0] == "M":
            parts.append(cards)
        elif text[0] in "LX":
            parts.append(f"{'+' if text[0] == 'L' else '×'} {cards.strip('<>')}")
        elif text[0] == "-":
            parts.append(f"→ {text[1:]}")
    name = match_text.called(words, session, span.seat)
    return signed(words, words("cards.turn", name=name, acts=" · ".join(parts)))


def _blank(theme: Theme) -> int:
    return max(3, round(0.2 * theme.line(_ROLE)))


def _side(theme: Theme) -> int:
    return round(0.52 * theme.line(_ROLE))


def _width(theme: Theme, part: str) -> int:
    if part in SIGNS:
        return _side(theme) + 1
    words = part.strip(" ")
    return (theme.width(words, _ROLE) if words else 0) + (len(part) - len(words)) * _blank(theme)


def _lay(theme: Theme, text: str, room: int) -> Iterator[tuple[int, str]]:
    """Words and signs of a line of `room` pixels, and how far from its left they stand."""
    parts = [(part, _width(theme, part)) for part in _PARTS.split(text)]
    left, end = 0, room
    if sum(wide for _, wide in parts) > room:
        end -= theme.width(_MORE, _ROLE)
    for part, wide in parts:
        words = part.strip(" ")
        lead = (len(part) - len(part.lstrip(" "))) * _blank(theme)
        if left + wide > end:
            left += lead
            while words and (part in SIGNS or left + theme.width(words, _ROLE) > end):
                words = words[:-1]
            yield min(left, end), words + _MORE  # a blank may have led over the end
            return
        if words:
            yield left + lead, words
        left += wide

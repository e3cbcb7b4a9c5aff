"""The last turns at a card table, in short; the signs of the suits are pictures, for the app's faces have none."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

import pygame

from rules.contract import NATURE
from rules.match import Span
from scenes.app.theme import INK
from scenes.app.words import Words
from scenes.games.ducale.card_table import SUITS
from scenes.games.ducale.faces import sign as suit_sign
from scenes.games.ducale.saying import cards_of, top_card
from scenes.table import match_text
from scenes.table.session import Session
from scenes.ui.base import Group
from scenes.ui.moves import MoveList, laid, wrapped

_CARD: Final = re.compile(r"(10|[A1-9JQK])([SHDC])")
SIGNS: Final = {sign: suit for suit, sign in SUITS.items()}


class CardTurns(MoveList):
    """The list of turns, with the signs of the suits; long turns take several lines."""

    numbered, small = False, True

    def __init__(self, parent: Group, on_pick: Callable[[int], object], tell: Callable[[int], str]) -> None:
        super().__init__(parent, on_pick, columns=1, tell=tell)
        self._wrapped: dict[tuple[str, int], list[str]] = {}
        """The lines of each turn, by its words and their room."""

    def pictures(self, index: int) -> Mapping[str, pygame.Surface]:
        app, side = self.form.scene.app, round(0.52 * self.theme.line("small"))
        return {sign: suit_sign(app.assets, suit, side, app.settings.four_colours) for sign, suit in SIGNS.items()}

    def rows_of(self, index: int) -> int:
        return -(-(len(self._lines(index)) * self.theme.line("small") + self.theme.px(0.5)) // self.height_of(1))

    def paint_words(self, surface: pygame.Surface, index: int, inner: pygame.Rect) -> None:
        theme, pictures, lines = self.theme, self.pictures(index), self._lines(index)
        left, high = inner.left + theme.px(0.5), theme.line("small")
        top = inner.centery - len(lines) * high // 2
        for number, line in enumerate(lines):
            for x, part in laid(theme, line, "small", pictures, self._room):
                picture = pictures.get(part) or theme.rendered(part, "small", INK)
                surface.blit(picture, picture.get_rect(midleft=(left + x, top + number * high + high // 2)))

    @property
    def _room(self) -> int:
        """Pixels for the words of a line, beside which there may be a bar to scroll."""
        theme = self.theme
        return self.rect.width - self.scroll.bar_width() - theme.px(0.4) - theme.px(0.5) - 2 * theme.px(0.5)

    def _lines(self, index: int) -> list[str]:
        key = (self.cells[index], self._room)
        if key not in self._wrapped:
            self._wrapped[key] = wrapped(self.theme, key[0], "small", self.pictures(index), key[1])
        return self._wrapped[key]


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
    return signed(words, words("cards.turn", name=name, acts=" · ".join(parts) or "…"))

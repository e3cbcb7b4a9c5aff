"""The last turns at a card table, in short: what was taken, laid, added, swapped and discarded."""

from __future__ import annotations

import re
from typing import Final

import pygame

from rules.contract import NATURE
from rules.match import Span
from scenes.app.fonts import Role
from scenes.app.theme import BRASS, EDGE, INK, PAPER
from scenes.app.words import Words
from scenes.games.ducale import inline
from scenes.games.ducale.card_table import SUITS
from scenes.games.ducale.saying import cards_of
from scenes.table import match_text
from scenes.table.session import Session
from scenes.ui.moves import MoveList

_CARD: Final = re.compile(r"(10|[A1-9JQK])([SHDC])")


class CardTurns(MoveList):
    """The list of turns, with the signs of the suits."""

    def _paint_cell(self, surface: pygame.Surface, index: int, place: pygame.Rect) -> None:
        theme = self.theme
        inner = place.inflate(-theme.px(0.5), -max(2, theme.px(0.3)))
        current = index == self.current
        if current:
            pygame.draw.rect(surface, BRASS.lerp(PAPER, 0.35), inner, border_radius=theme.px(0.5))
        elif self.hovered and index == self._pointed:
            pygame.draw.rect(surface, EDGE.lerp(PAPER, 0.5), inner, border_radius=theme.px(0.5))
        words = inner.inflate(-2 * theme.px(0.5), 0)
        role: Role = "small"
        app = self.form.scene.app
        inline.paint(surface, theme, app.assets, self.cells[index], role, INK, words, app.settings.four_colours)

    def _numbers(self) -> int:
        return self.theme.px(0.4)

    def paint(self, surface: pygame.Surface) -> None:
        view, grid = self.scroll.view, self._grid()
        high = grid.high
        clip = surface.get_clip()
        surface.set_clip(view.clip(clip))
        rows = range(self.scroll.offset // high, (self.scroll.offset + view.height) // high + 1)
        for index in rows:
            if index < len(self.cells):
                place = grid.place(index)
                self.theme.rule(surface, (view.left, place.bottom - 1), view.width)
                self._paint_cell(surface, index, place)
        surface.set_clip(clip)
        self.scroll.paint(surface)


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

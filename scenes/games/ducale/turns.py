"""The list of turns of a card table, in short; suit signs are pictures, as the fonts have none."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

import pygame

from rules.contract import NATURE
from rules.match import Span
from scenes.app.words import Words
from scenes.games.ducale.faces import sign as suit_sign
from scenes.games.ducale.saying import SUITS, cards_of, top_card
from scenes.table import match_text
from scenes.table.session import Session
from scenes.ui.moves import MoveList, wrapped_at

_CARD: Final = re.compile(r"(10|[A1-9JQK])([SHDC])")
SIGNS: Final = {sign: suit for suit, sign in SUITS.items()}


class CardTurns(MoveList):
    numbered, small = False, True
    _sign: Final = " · "
    """Separator of a turn's actions, where lines may be broken."""

    def lines_of(self, index: int) -> int:
        return len(self.wrapped(index))

    def wrapped(self, index: int) -> Sequence[str]:
        theme = self.theme
        room = self.scroll.view.width - self._numbers - theme.px(0.5) - 2 * theme.px(0.5)
        return wrapped_at(theme, self.cells[index], self._sign, "small", self.pictures(index), room)

    def pictures(self, index: int) -> Mapping[str, pygame.Surface]:
        app, side = self.form.scene.app, round(0.52 * self.theme.line("small"))
        return {sign: suit_sign(app.assets, suit, side, app.settings.four_colours) for sign, suit in SIGNS.items()}


def signed(words: Words, text: str) -> str:
    """Return a text with suit signs and the language's letters for cards."""

    def one(found: re.Match[str]) -> str:
        rank = "A" if found[1] == "1" else found[1]
        return f"{words(f'cards.rank.{rank}') if rank in 'AJQK' else rank}{SUITS[found[2]]}"

    text = re.sub(r"JK=(10|[A1-9JQK])([SHDC])", r"(\1\2)", text)
    return _CARD.sub(one, text.replace("JK", words("cards.joker_short")))


def told(words: Words, session: Session, span: Span) -> str:
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

"""The question for moves that share one gesture: the rank of a joker or an ace."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from rules import abilities
from rules.contract import Gesture, Move, Token
from rules.ducale.effects import FELT
from scenes.games.ducale.card_table import CardTable
from scenes.games.ducale.faces import face
from scenes.games.ducale.saying import card_name
from scenes.table.choosing import Choosing
from scenes.table.events import Play
from scenes.ui.chooser import Chooser


class CardChoosing(Choosing):
    def ask(self, gesture: Gesture, moves: Sequence[Move]) -> None:
        position = self._table.facts.match.position
        looks = [abilities.choice(position, move).look for move in moves]
        options = [(move, self._name(look), self._picture(look)) for move, look in zip(moves, looks, strict=True)]
        drop = self._stage.spots[gesture.drop or FELT]
        anchor = pygame.Rect((drop.x, drop.y, 0, 0) if gesture.drop in (None, FELT) else drop.box.ints())
        title = self._app.words(f"cards.choice.which.{'joker' if looks[0].startswith('JK') else 'ace'}")
        self.strip = Chooser(
            self._form, anchor, options, self._play, self._cancel, picture=self._painted, title=title
        )

    def _play(self, move: Move) -> None:
        self._hand.let_go()
        self._table.send(Play(move, {}))

    def _name(self, look: str) -> str:
        words, name = self._app.words, card_name(self._app.words, look)
        if look.startswith("JK"):
            kind = "low_ace" if look[3] == "1" and look[4] != "0" else "joker"
            return words(f"cards.choice.{kind}", card=name)
        return words("cards.choice.low" if look[0] == "1" and look[1] != "0" else "cards.choice.high", card=name)

    def _picture(self, look: str) -> str:
        face = look.partition("=")[2] or look
        return self._stage.view.look(Token(f"A{face[-1]}" if face[:-1] == "1" else face))

    def _painted(self, look: str, high: int) -> pygame.Surface:
        view = self._stage.view
        assert isinstance(view, CardTable)
        return face(self._app.assets, look.rpartition("/")[2], high, view.language, view.four)

"""The parts of a match with cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from rules import abilities
from rules.contract import Gesture, Move, Slide, Target, Token
from rules.ducale.effects import DISCARD, FELT, effects
from scenes.games.ducale.arrangement import CardHighlights
from scenes.games.ducale.card_hand import CardHand
from scenes.games.ducale.card_sidebar import CardSidebar
from scenes.games.ducale.card_stage import CardStage
from scenes.games.ducale.card_table import CardTable
from scenes.games.ducale.card_view import CardView
from scenes.games.ducale.faces import face
from scenes.games.ducale.saying import card_name, cards_of
from scenes.surfaces.marks import Marks
from scenes.surfaces.move_marks import steps
from scenes.table import status_text
from scenes.table.events import Play
from scenes.table.match_parts import Choosing, MatchParts
from scenes.ui.popup_list import Chooser

if TYPE_CHECKING:
    from scenes.app.stack import AppContext
    from scenes.surfaces.view import TableView
    from scenes.table.access import TableAccess
    from scenes.ui.form import Form


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


def marks_of(table: TableAccess, stage: CardStage, hand: CardHand, keyboard: bool) -> Marks:
    """Update the lights of the stage; the returned marks, which are for boards, are empty."""
    position = cards_of(table.facts.match.position)
    glow = hand.drops() - {"felt", "discard"} if table.settings.legal_targets else frozenset()
    if table.facts.can_move and position.phase == "draw":
        glow = frozenset(one for gesture in hand.gestures for one in gesture.pick)
    owed = {
        target
        for remark in (position.remarks() if table.facts.can_move else ())
        if remark.code.startswith("duty")
        for target in remark.targets
    }
    cursor = hand.cursor if keyboard and not table.facts.chance.is_covered else None
    hint = _hint(table, hand.find_meant_target)
    lit = CardHighlights(
        frozenset(glow), frozenset(owed), _of_turn(table), _fresh(table), hint, hand.aim, cursor, _arrows(table)
    )
    stage.set_highlights(lit)
    return Marks()


def _hint(table: TableAccess, picked: frozenset[Target]) -> frozenset[Target]:
    if not table.facts.model.advice or not table.facts.can_move:
        return table.facts.model.nudge
    gesture = table.facts.match.position.gesture(table.facts.model.advice[0])
    if gesture.drop is not None and not picked <= gesture.pick:
        return frozenset()
    return gesture.pick if gesture.drop is None or gesture.drop == "felt" else gesture.pick | {gesture.drop}


def _arrows(table: TableAccess) -> tuple[tuple[frozenset[Target], Target], ...]:
    advised = steps(table.facts.cursor.position, () if table.facts.can_move else table.facts.model.advice)
    gestures = [(position.gesture(move), f"h{move.seat}") for position, move in advised]
    return tuple((gesture.pick, gesture.drop or hand) for gesture, hand in gestures)


def _of_turn(table: TableAccess) -> frozenset[Target]:
    """Return the targets of the cards that moved in the turn under the pointer or keyboard in the list."""
    pointed = table.facts.model.replay.pointed
    span = None if pointed is None else status_text.span_in(table.session, pointed)
    if span is None:
        return frozenset()
    plies = range(span.first, span.last)
    seen = (table.facts.match.positions[ply].effects(table.facts.match.plies[ply].move) for ply in plies)
    ends = {one.end for beats in seen for beat in beats for one in beat if isinstance(one, Slide)}
    now, then = table.facts.cursor.position.table(), table.facts.match.positions[span.last].table()
    if DISCARD in now and now[DISCARD][-1] != then.get(DISCARD, (None,))[-1]:
        ends.discard(DISCARD)  # another card covers it by now
    return frozenset(ends.intersection(now))


def _fresh(table: TableAccess) -> frozenset[Target]:
    position = cards_of(table.facts.match.position)
    before = len(position.played) > len(table.facts.match.plies)  # a puzzle may begin in mid-turn
    if not table.facts.can_move or position.phase != "act" or position.begun is None or before:
        return frozenset()
    beats = effects(position.begun, position.played[0])
    return frozenset(one.end for beat in beats for one in beat if isinstance(one, Slide))


class CardParts(MatchParts):
    stage: CardStage
    hand: CardHand

    def __init__(self, app: AppContext, view: TableView, table: TableAccess) -> None:
        self._app = app
        self._table = table
        self.stage = CardStage(app, table.facts.match.game.key, view)
        self.hand = CardHand(app, self.stage, table)
        self.chance_view = CardView(table, app, self.stage, self.hand)

    def make_sidebar(self, form: Form) -> CardSidebar:
        return CardSidebar(form, self.stage, self.hand, self._table)

    def make_choosing(self, form: Form) -> CardChoosing:
        return CardChoosing(self._app, self.stage, self.hand, self._table, form)

    def find_marks(self, keyboard: bool) -> Marks:
        return marks_of(self._table, self.stage, self.hand, keyboard)

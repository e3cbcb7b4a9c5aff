"""The parts of a card table that are made for each match, its highlights, and the question between several moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from rules import abilities
from rules.contract import Gesture, Move, Slide, Target, Token
from rules.ducale.effects import DISCARD, FELT, effects
from scenes.games.ducale.card_chance_view import CardChanceView
from scenes.games.ducale.card_faces import card_picture
from scenes.games.ducale.card_input import CardHand
from scenes.games.ducale.card_layout import CardHighlights
from scenes.games.ducale.card_sidebar import CardSidebar
from scenes.games.ducale.card_stage import CardStage
from scenes.games.ducale.card_table import CardTable
from scenes.games.ducale.card_text import card_name, cards_of
from scenes.surfaces.mark_rules import step_through
from scenes.surfaces.marks import Marks
from scenes.table import turn_text
from scenes.table.events import Play
from scenes.table.match_parts import MatchParts
from scenes.table.move_chooser import MoveChooser
from scenes.ui.popup_list import Chooser

if TYPE_CHECKING:
    from scenes.app.stack import AppContext
    from scenes.surfaces.view import TableView
    from scenes.table.table_access import TableAccess
    from scenes.ui.form import Form


class CardMoveChooser(MoveChooser):
    """The question which of several cards a joker stands for, or whether an ace is high or low."""

    def ask(self, gesture: Gesture, moves: Sequence[Move]) -> None:
        position = self._table.facts.match.position
        looks = [abilities.choice(position, move).look for move in moves]
        options = [
            (move, self._name_choice(look), self._sprite_name(look)) for move, look in zip(moves, looks, strict=True)
        ]
        drop = self._stage.spots[gesture.drop or FELT]
        anchor = pygame.Rect((drop.x, drop.y, 0, 0) if gesture.drop in (None, FELT) else drop.box.ints())
        title = self._app.words(f"cards.choice.which.{'joker' if looks[0].startswith('JK') else 'ace'}")
        self.strip = Chooser(
            self._form, anchor, options, self._play, self._cancel, picture=self._paint_card, title=title
        )

    def _play(self, move: Move) -> None:
        self._board_input.release_held()
        self._table.send(Play(move, {}))

    def _name_choice(self, look: str) -> str:
        """Return the words for a look of the laid card; "1H" is a low ace, "10H" a ten."""
        words, name = self._app.words, card_name(self._app.words, look)
        if look.startswith("JK"):
            kind = "low_ace" if look[3] == "1" and look[4] != "0" else "joker"
            return words(f"cards.choice.{kind}", card=name)
        return words("cards.choice.low" if look[0] == "1" and look[1] != "0" else "cards.choice.high", card=name)

    def _sprite_name(self, look: str) -> str:
        card = look.partition("=")[2] or look
        return self._stage.view.look(Token(f"A{card[-1]}" if card[:-1] == "1" else card))

    def _paint_card(self, look: str, height: int) -> pygame.Surface:
        view = self._stage.view
        assert isinstance(view, CardTable)
        return card_picture(self._app.assets, look.rpartition("/")[2], height, view.language, view.has_four_colours)


def update_highlights(table: TableAccess, stage: CardStage, card_input: CardHand, is_keyboard_used: bool) -> Marks:
    """Update the highlights of the stage; return empty marks, because marks are for boards."""
    position = cards_of(table.facts.match.position)
    drop_targets = card_input.drops() - {"felt", "discard"} if table.settings.legal_targets else frozenset()
    if table.facts.can_move and position.phase == "draw":
        drop_targets = frozenset(target for gesture in card_input.gestures for target in gesture.pick)
    owed_cards = {
        target
        for remark in (position.remarks() if table.facts.can_move else ())
        if remark.code.startswith("duty")
        for target in remark.targets
    }
    cursor = card_input.cursor if is_keyboard_used and not table.facts.chance.is_covered else None
    highlights = CardHighlights(
        frozenset(drop_targets),
        frozenset(owed_cards),
        _cards_of_turn(table),
        _new_cards(table),
        _hint_targets(table, card_input.meant_cards),
        card_input.aim,
        cursor,
        _advice_arrows(table),
    )
    stage.set_highlights(highlights)
    return Marks()


def _hint_targets(table: TableAccess, picked: frozenset[Target]) -> frozenset[Target]:
    """Return the targets of the advised move or nudge; none if cards are selected that the move leaves alone."""
    if not table.facts.model.advice or not table.facts.can_move:
        return table.facts.model.nudge
    gesture = table.facts.match.position.gesture(table.facts.model.advice[0])
    if gesture.drop is not None and not picked <= gesture.pick:
        return frozenset()
    return gesture.pick if gesture.drop is None or gesture.drop == "felt" else gesture.pick | {gesture.drop}


def _advice_arrows(table: TableAccess) -> tuple[tuple[frozenset[Target], Target], ...]:
    steps_ahead = step_through(table.facts.cursor.position, () if table.facts.can_move else table.facts.model.advice)
    gestures = [(position.gesture(move), f"h{move.seat}") for position, move in steps_ahead]
    return tuple((gesture.pick, gesture.drop or hand_target) for gesture, hand_target in gestures)


def _cards_of_turn(table: TableAccess) -> frozenset[Target]:
    """Return the cards that moved in the turn which the pointer or the focus is on in the list of turns."""
    pointed = table.facts.model.replay.pointed_cell
    span = None if pointed is None else turn_text.span_of_cell(table.session, pointed)
    if span is None:
        return frozenset()
    plies = range(span.first, span.last)
    effects_of_plies = (table.facts.match.positions[ply].effects(table.facts.match.plies[ply].move) for ply in plies)
    ends = {
        effect.end for beats in effects_of_plies for beat in beats for effect in beat if isinstance(effect, Slide)
    }
    table_now, table_after = table.facts.cursor.position.table(), table.facts.match.positions[span.last].table()
    if DISCARD in table_now and table_now[DISCARD][-1] != table_after.get(DISCARD, (None,))[-1]:
        ends.discard(DISCARD)  # another card covers that one by now
    return frozenset(ends.intersection(table_now))


def _new_cards(table: TableAccess) -> frozenset[Target]:
    """Return the cards that the person has drawn in the current turn."""
    position = cards_of(table.facts.match.position)
    began_before = len(position.played) > len(table.facts.match.plies)  # the turn began before the match: an exercise
    if not table.facts.can_move or position.phase != "act" or position.begun is None or began_before:
        return frozenset()
    beats = effects(position.begun, position.played[0])
    return frozenset(effect.end for beat in beats for effect in beat if isinstance(effect, Slide))


class CardParts(MatchParts):
    stage: CardStage
    board_input: CardHand

    def __init__(self, app: AppContext, view: TableView, table: TableAccess) -> None:
        self._app = app
        self._table = table
        self.stage = CardStage(app, table.facts.match.game.key, view)
        self.board_input = CardHand(app, self.stage, table)
        self.chance_view = CardChanceView(table, app, self.stage, self.board_input)

    def make_sidebar(self, form: Form) -> CardSidebar:
        return CardSidebar(form, self.stage, self.board_input, self._table)

    def make_move_chooser(self, form: Form) -> CardMoveChooser:
        return CardMoveChooser(self._app, self.stage, self.board_input, self._table, form)

    def find_marks(self, keyboard: bool) -> Marks:
        return update_highlights(self._table, self.stage, self.board_input, keyboard)

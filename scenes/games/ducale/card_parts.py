"""The parts of a match with cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenes.games.ducale.card_hand import CardHand
from scenes.games.ducale.card_sidebar import CardSidebar
from scenes.games.ducale.card_stage import CardStage
from scenes.games.ducale.card_view import CardView
from scenes.games.ducale.choosing import CardChoosing
from scenes.games.ducale.marking import marks_of
from scenes.table.match_parts import MatchParts

if TYPE_CHECKING:
    from scenes.app.stack import AppContext
    from scenes.surfaces.marks import Marks
    from scenes.surfaces.view import TableView
    from scenes.table.access import TableAccess
    from scenes.ui.form import Form


class CardParts(MatchParts):
    """The parts of a match with cards."""

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

"""The parts of a card table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from scenes.table.parts import TableParts

if TYPE_CHECKING:
    from rules.game import Game
    from scenes.app.stack import AppContext
    from scenes.surfaces.layout import TableFrame
    from scenes.surfaces.stage import Stage
    from scenes.surfaces.view import TableView
    from scenes.table.access import TableAccess
    from scenes.table.chance_view import ChanceView
    from scenes.table.choosing import Choosing
    from scenes.table.editor_board import EditorBoard
    from scenes.table.editor_hand import EditorHand
    from scenes.table.hand import Hand
    from scenes.table.parts import Marking
    from scenes.table.session import Session
    from scenes.table.sidebar import Sidebar
    from scenes.ui.base import Group, Widget
    from scenes.ui.form import Form
    from scenes.ui.plate import Figure


class CardParts(TableParts):
    """Factory of the parts of a card table."""

    def make_stage(self, app: AppContext, key: str, view: TableView) -> Stage:
        from scenes.games.ducale.card_stage import CardStage

        return CardStage(app, key, view)

    def make_hand(self, app: AppContext, stage: Stage, table: TableAccess) -> Hand:
        from scenes.games.ducale.card_hand import CardHand

        return CardHand(app, stage, table)

    def make_choosing(self, app: AppContext, stage: Stage, hand: Hand, table: TableAccess, form: Form) -> Choosing:
        from scenes.games.ducale.choosing import CardChoosing

        return CardChoosing(app, stage, hand, table, form)

    def make_chance_view(self, table: TableAccess, app: AppContext, stage: Stage, hand: Hand) -> ChanceView:
        from scenes.games.ducale.card_hand import CardHand
        from scenes.games.ducale.card_stage import CardStage
        from scenes.games.ducale.card_view import CardView

        assert isinstance(stage, CardStage) and isinstance(hand, CardHand)
        return CardView(table, app, stage, hand)

    def make_sidebar(self, form: Form, stage: Stage, hand: Hand, table: TableAccess) -> Sidebar:
        from scenes.games.ducale.card_hand import CardHand
        from scenes.games.ducale.card_sidebar import CardSidebar
        from scenes.games.ducale.card_stage import CardStage

        assert isinstance(stage, CardStage) and isinstance(hand, CardHand)
        return CardSidebar(form, stage, hand, table)

    def load_marking(self) -> Marking:
        from scenes.games.ducale.marking import marks_of

        return marks_of

    def frame(self, window: tuple[int, int], ratio: float, unit: float) -> TableFrame:
        from scenes.games.ducale.ground import card_frame

        return card_frame(window, ratio, unit)

    def make_score_pad(self, app: AppContext, session: Session) -> Callable[[Group], Widget]:
        from scenes.games.ducale.score_sheet import score_pad

        return score_pad(app, session)

    def make_editor_board(self, parent: Group, hand: EditorHand, on_look: Callable[[], object]) -> EditorBoard:
        from scenes.games.ducale.card_editor import CardEditor

        return CardEditor(parent, hand, on_look)

    def make_diagram(self, app: AppContext, game: Game, view: TableView, text: str) -> Figure:
        from scenes.games.ducale.example import CardDiagram

        return CardDiagram(app, game, view, text)


PARTS: Final = CardParts()

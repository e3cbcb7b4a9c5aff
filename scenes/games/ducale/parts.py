"""The factory of the parts that only a table of Ducale has: layout, score pad, editor, and diagrams."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from scenes.table.game_parts import GameParts

if TYPE_CHECKING:
    from rules.game import Game
    from scenes.app.stack import AppContext
    from scenes.surfaces.layout import TableFrame
    from scenes.surfaces.view import TableView
    from scenes.table.editor_board import EditorBoard
    from scenes.table.editor_state import EditorState
    from scenes.table.match_parts import MatchParts
    from scenes.table.session import Session
    from scenes.table.table_access import TableAccess
    from scenes.ui.base import Group, Widget
    from scenes.ui.page_diagram import Figure


class CardGameParts(GameParts):
    def make_match_parts(self, app: AppContext, view: TableView, table: TableAccess) -> MatchParts:
        from scenes.games.ducale.card_parts import CardParts

        return CardParts(app, view, table)

    def frame(self, window: tuple[int, int], ratio: float, unit: float) -> TableFrame:
        from scenes.games.ducale.table_zones import card_frame

        return card_frame(window, ratio, unit)

    def make_score_pad(self, app: AppContext, session: Session) -> Callable[[Group], Widget]:
        from scenes.games.ducale.score_sheet import make_score_pad

        return make_score_pad(app, session)

    def make_editor_board(self, parent: Group, hand: EditorState, on_look: Callable[[], object]) -> EditorBoard:
        from scenes.games.ducale.card_editor import CardEditor

        return CardEditor(parent, hand, on_look)

    def make_diagram(self, app: AppContext, game: Game, view: TableView, text: str) -> Figure:
        from scenes.games.ducale.card_diagram import CardDiagram

        return CardDiagram(app, game, view, text)


PARTS: Final = CardGameParts()

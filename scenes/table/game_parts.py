"""Factories for the parts of a game's tables: `PARTS` in the game's module `parts`, if it has parts of its own.

Each method imports what it makes, so that a part is loaded only when it is first needed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from scenes.app.game_files import game_module

if TYPE_CHECKING:
    from rules.contract import Position
    from rules.game import Game
    from rules.match import Match
    from scenes.app.stack import AppContext, Scene
    from scenes.surfaces.layout import TableFrame
    from scenes.surfaces.view import TableView
    from scenes.table.editor_board import EditorBoard
    from scenes.table.editor_state import EditorState
    from scenes.table.match_parts import MatchParts
    from scenes.table.session import Session
    from scenes.table.table_access import TableAccess
    from scenes.ui.base import Group, Widget
    from scenes.ui.page_diagram import Figure


class GameParts:
    """The parts of the tables of a board game; a game with other parts overrides methods."""

    # --- a match

    def make_match_parts(self, app: AppContext, view: TableView, table: TableAccess) -> MatchParts:
        from scenes.table.match_parts import MatchParts

        return MatchParts(app, view, table)

    def frame(self, window: tuple[int, int], ratio: float, unit: float) -> TableFrame:
        """Return the places of the table and the panel in a window. `ratio`: width / height of the table."""
        from scenes.surfaces.layout import table_frame

        return table_frame(window, ratio, unit)

    def list_reports(self, match: Match) -> tuple[str, ...]:
        """Return the actions of further buttons on the sheet with the result, which show more about the match."""
        return ()

    def make_score_pad(self, app: AppContext, session: Session) -> Callable[[Group], Widget] | None:
        """Return a function that makes the pad of scores on the result's sheet; None if a line shows the scores."""
        return None

    # --- beside a match

    def is_first_known(self, position: Position) -> bool:
        """Return whether the seat to move in this first position is certain to begin."""
        return True

    def make_trainer(
        self,
        app: AppContext,
        key: str,
        *,
        seed: int | None = None,
        on_perfect: Callable[[bool], object] | None = None,
    ) -> Scene:
        """Return the attention trainer, in a game whose card says that it has one."""
        raise NotImplementedError

    def make_editor_board(self, parent: Group, state: EditorState, on_look: Callable[[], object]) -> EditorBoard:
        """Return the board of the position editor. `on_look`: called when the cursor has moved."""
        from scenes.table.editor_board import EditorBoard

        return EditorBoard(parent, state, on_look)

    def make_diagram(self, app: AppContext, game: Game, view: TableView, text: str) -> Figure:
        from scenes.table.diagram import Diagram

        return Diagram(app, game, view, text)


@cache
def parts_of(key: str) -> GameParts:
    module = game_module(key, "parts")
    if module is None:
        return GameParts()
    parts: GameParts = module.PARTS
    return parts

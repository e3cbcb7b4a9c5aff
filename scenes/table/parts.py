"""Factories of the parts of a game's table: `PARTS` of its module `parts`, where it has parts of its own.

Each method imports what it makes: a part is loaded when a table first needs it.
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
    from scenes.table.access import TableAccess
    from scenes.table.editor_board import EditorBoard
    from scenes.table.editor_hand import EditorHand
    from scenes.table.match_parts import MatchParts
    from scenes.table.session import Session
    from scenes.ui.base import Group, Widget
    from scenes.ui.page_diagram import Figure


class GameParts:
    """A factory of what belongs to the table of a board game; a game overrides what it has otherwise."""

    # --- a match

    def make_match_parts(self, app: AppContext, view: TableView, table: TableAccess) -> MatchParts:
        """Return what shows a match and what takes gestures."""
        from scenes.table.match_parts import MatchParts

        return MatchParts(app, view, table)

    def frame(self, window: tuple[int, int], ratio: float, unit: float) -> TableFrame:
        """Return the places of a table of this width / height and of its panel."""
        from scenes.surfaces.layout import table_frame

        return table_frame(window, ratio, unit)

    def list_reports(self, match: Match) -> tuple[str, ...]:
        """Return the actions on the sheet about the end of a match that show more about it."""
        return ()

    def make_score_pad(self, app: AppContext, session: Session) -> Callable[[Group], Widget] | None:
        """Return what makes the pad on that sheet that shows all scores; None: they are told in a line."""
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
        """Return the trainer of a game whose card says that attention can be trained."""
        raise NotImplementedError

    def make_editor_board(self, parent: Group, hand: EditorHand, on_look: Callable[[], object]) -> EditorBoard:
        """Return the widget on which positions are set up; `on_look`: another place is looked at."""
        from scenes.table.editor_board import EditorBoard

        return EditorBoard(parent, hand, on_look)

    def make_diagram(self, app: AppContext, game: Game, view: TableView, text: str) -> Figure:
        """Return a diagram of the rulebook, from its text."""
        from scenes.table.diagram import Diagram

        return Diagram(app, game, view, text)


@cache
def parts_of(key: str) -> GameParts:
    """Return what makes the parts of the table of the game with this key."""
    module = game_module(key, "parts")
    if module is None:
        return GameParts()
    parts: GameParts = module.PARTS
    return parts

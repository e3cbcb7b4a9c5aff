"""The parts of the view of a match: stage, input, sidebar and move chooser. A game may have a class of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenes.surfaces.stage import Stage
from scenes.table.board_display import ChanceView, marks_of
from scenes.table.board_input import BoardInput
from scenes.table.move_chooser import MoveChooser
from scenes.table.sidebar import Sidebar

if TYPE_CHECKING:
    from scenes.app.stack import AppContext
    from scenes.surfaces.marks import Marks
    from scenes.surfaces.view import TableView
    from scenes.table.table_access import TableAccess
    from scenes.ui.form import Form


class MatchParts:
    """The parts of a match on a board without chance."""

    def __init__(self, app: AppContext, view: TableView, table: TableAccess) -> None:
        self._app = app
        self._table = table
        self.stage = Stage(app, table.facts.match.game.key, view)
        self.board_input = BoardInput(app, self.stage, table)
        self.chance_view = ChanceView()

    def make_sidebar(self, form: Form) -> Sidebar:
        return Sidebar(form, self._table)

    def make_move_chooser(self, form: Form) -> MoveChooser:
        return MoveChooser(self._app, self.stage, self.board_input, self._table, form)

    def find_marks(self, is_keyboard_used: bool) -> Marks:
        """Return the marks on the board now. `is_keyboard_used`: the cursor is marked."""
        return marks_of(
            self._table, self.stage, self.board_input, is_keyboard_used, self.chance_view.clickable_targets
        )

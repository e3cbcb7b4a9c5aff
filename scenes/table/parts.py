"""The parts of a table, made for a game: `PARTS` of its module `parts`, where it has parts of its own.

Each method imports what it makes: a part is loaded when a table first needs it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Protocol

from scenes.app.game_files import game_module

if TYPE_CHECKING:
    from rules.contract import Position, Target
    from rules.game import Game
    from rules.match import Match
    from scenes.app.stack import AppContext, Scene
    from scenes.surfaces.layout import TableFrame
    from scenes.surfaces.marks import Marks
    from scenes.surfaces.stage import Stage
    from scenes.surfaces.view import TableView
    from scenes.table.access import TableAccess
    from scenes.table.chance_view import ChanceView
    from scenes.table.choosing import Choosing
    from scenes.table.editor_board import EditorBoard
    from scenes.table.editor_hand import EditorHand
    from scenes.table.hand import Hand
    from scenes.table.session import Session
    from scenes.table.sidebar import Sidebar
    from scenes.ui.base import Group, Widget
    from scenes.ui.form import Form
    from scenes.ui.plate import Figure


class Marking(Protocol):
    """Return the marks of the moment; `waiting`: what waits for the person's hand beside pieces."""

    def __call__(
        self, table: TableAccess, stage: Stage, hand: Hand, keyboard: bool, waiting: frozenset[Target]
    ) -> Marks: ...


class TableParts:
    """Make the parts of a table with a board; a game overrides what it makes otherwise."""

    # --- a match

    def make_stage(self, app: AppContext, key: str, view: TableView) -> Stage:
        """Return what shows the things on the table."""
        from scenes.surfaces.stage import Stage

        return Stage(app, key, view)

    def make_hand(self, app: AppContext, stage: Stage, table: TableAccess) -> Hand:
        """Return what makes gestures of the mouse and the keyboard."""
        from scenes.table.hand import Hand

        return Hand(app, stage, table)

    def make_choosing(self, app: AppContext, stage: Stage, hand: Hand, table: TableAccess, form: Form) -> Choosing:
        """Return what asks which of several moves is meant."""
        from scenes.table.choosing import Choosing

        return Choosing(app, stage, hand, table, form)

    def make_chance_view(self, table: TableAccess, app: AppContext, stage: Stage, hand: Hand) -> ChanceView:
        """Return what shows chance on the table."""
        from scenes.table.chance_view import ChanceView

        return ChanceView()

    def make_sidebar(self, form: Form, stage: Stage, hand: Hand, table: TableAccess) -> Sidebar:
        """Return the panel beside the table."""
        from scenes.table.sidebar import Sidebar

        return Sidebar(form, table)

    def load_marking(self) -> Marking:
        """Return the function that says what is marked."""
        from scenes.table.board_display import marks_of

        return marks_of

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
        """Whether it is certain in a first position that whoever is to move begins."""
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
def parts_of(key: str) -> TableParts:
    """Return what makes the parts of the table of the game with this key."""
    module = game_module(key, "parts")
    if module is None:
        return TableParts()
    parts: TableParts = module.PARTS
    return parts

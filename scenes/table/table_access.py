"""The match on the table as its view parts know it: facts to read, and a way to send events. Protocols alone."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Protocol

from rules.contract import Gesture, Move, Target
from scenes.table.events import Event, Output
from scenes.table.model import ViewState
from scenes.table.state import TableState
from scenes.table.table_facts import TableFacts

if TYPE_CHECKING:
    from scenes.app.settings import Settings
    from scenes.app.stack import AppContext
    from scenes.app.words import Words
    from scenes.surfaces.view import TableView
    from scenes.table.session import Session
    from scenes.ui.base import Group, Widget


class MatchView(Protocol):
    """The view of a match: it carries outputs out and shows states."""

    def perform(self, outputs: Sequence[Output]) -> ViewState:
        """Carry outputs out, and return the state of the view afterwards."""

    def show(self, state: TableState) -> None:
        """Show a state of the table."""

    def show_time(self, state: TableState) -> None:
        """Show the clocks of a state."""

    def update_marks(self) -> None:
        """Mark what is picked, held or aimed at."""

    def choose(self, gesture: Gesture, moves: Sequence[Move]) -> None:
        """Ask which of several moves a gesture means."""

    def act(self, action: str) -> None:
        """Do what a button or key of this name does."""

    def show_text(self, text: str, targets: Collection[Target] = (), code: str = "") -> None:
        """Show a text on the board, beside one of `targets`. `code`: the refusal that it explains."""

    def make_board_focus(self, form: Group) -> Widget:
        """Return the board as a stop of Tab in a form."""


class TableAccess(Protocol):
    """A match on the table."""

    @property
    def app(self) -> AppContext: ...

    @property
    def words(self) -> Words: ...

    @property
    def settings(self) -> Settings: ...

    @property
    def session(self) -> Session:
        """The match as other screens and files know it."""

    @property
    def board(self) -> TableView: ...

    @property
    def view(self) -> MatchView: ...

    @property
    def facts(self) -> TableFacts:
        """The facts of this moment."""

    @property
    def state(self) -> TableState:
        """The state that is shown."""

    @property
    def note(self) -> str | None:
        """The note beside the status."""

    @property
    def named_targets(self) -> frozenset[Target]:
        """The squares that are marked because a text mentions them."""

    def send(self, event: Event) -> None:
        """Let an event change the match, and show what came of it."""

    def refresh(self) -> None:
        """Show the state anew: the view has changed otherwise."""

    def save_soon(self) -> None:
        """Save the match after the next frame."""

    def clear_table(self) -> None:
        """Keep the next start from opening this match again."""

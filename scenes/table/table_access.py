"""The interfaces between a match and the parts of its view: facts to read, and a way to send events."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Protocol

from rules.contract import Gesture, Move, Target
from scenes.table.events import Event, Output
from scenes.table.model import ViewState
from scenes.table.state import TableState
from scenes.table.table_facts import TableFacts

if TYPE_CHECKING:
    import pygame

    from scenes.app.settings import Settings
    from scenes.app.stack import AppContext
    from scenes.app.words import Words
    from scenes.surfaces.view import TableView
    from scenes.table.session import Session
    from scenes.ui.base import Group, Widget


class MatchView(Protocol):
    """The view of a match, which carries out outputs and shows states."""

    def perform(self, outputs: Sequence[Output]) -> ViewState:
        """Carry out outputs, and return the state of the view afterwards."""

    def show(self, state: TableState) -> None: ...

    def show_time(self, state: TableState) -> None: ...

    def update_marks(self) -> None:
        """Mark the board anew after a change of what is picked, held or aimed at."""

    def choose(self, gesture: Gesture, moves: Sequence[Move]) -> None:
        """Ask which of several moves a gesture means."""

    def act(self, action: str) -> None:
        """Run the action of a button or key."""

    def show_text(self, text: str, targets: Collection[Target] = (), code: str = "") -> None:
        """Show a toast on the board, beside the first of `targets`. `code`: that of the refusal that it explains."""

    def draw(self, event: pygame.event.Event) -> bool:
        """Handle an event that begins, continues or ends a drawing; return whether it was one."""

    def make_board_focus(self, form: Group) -> Widget:
        """Return a widget with which Tab can reach the board."""


class TableAccess(Protocol):
    """A match on the table, as the parts of its view and the menus see it."""

    @property
    def app(self) -> AppContext: ...

    @property
    def words(self) -> Words: ...

    @property
    def settings(self) -> Settings: ...

    @property
    def session(self) -> Session:
        """The match with its file and its series, as other screens use it."""

    @property
    def board(self) -> TableView: ...

    @property
    def view(self) -> MatchView: ...

    @property
    def facts(self) -> TableFacts: ...

    @property
    def state(self) -> TableState: ...

    @property
    def note(self) -> str | None:
        """The note below the status line: a hint or a message."""

    @property
    def named_targets(self) -> frozenset[Target]:
        """The squares that are marked because the text beside the board mentions them."""

    def send(self, event: Event) -> None:
        """Update the match by an event, and show the result."""

    def refresh(self) -> None:
        """Show the state anew, as something other than the model has changed."""

    def save_soon(self) -> None:
        """Save the match after the next frame."""

    def forget_open(self) -> None:
        """Make the app not reopen this match when it starts."""

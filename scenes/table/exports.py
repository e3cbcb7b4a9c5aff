"""Copies of a match: its position and record on the clipboard, or its record as a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from scenes.app import clipboard
from scenes.app.navigation import go
from scenes.table.requests import SaveRecord

if TYPE_CHECKING:
    from scenes.app.stack import AppContext
    from scenes.table.access import TableAccess


class Exports:
    """The commands that copy or save a match."""

    def __init__(self, app: AppContext, table: TableAccess) -> None:
        self._app = app
        self._table = table
        formats = table.session.game.text.formats
        self.actions: Mapping[str, Callable[[], object]] = {
            "copy-position": self._copy_position,
            "copy-record": lambda: self._copy(table.session.given),
            **{f"copy-{form.key}": self._copier(form.suffix) for form in formats},
            "save-file": self._save_file,
        }

    def _secret(self) -> bool:
        """Return whether a copy would reveal what is hidden; if so, say that."""
        if self._table.facts.chance.hides_texts:
            self._table.view.show_text(self._app.words("cards.secret"))
        return self._table.facts.chance.hides_texts

    def _copy_position(self) -> None:
        position = self._table.facts.cursor.position
        if position.turn_started:
            self._copy(position.text, "table.position_copied")
        elif not self._secret():
            self._table.view.show_text(self._app.words("table.mid_turn"))

    def _copier(self, suffix: str) -> Callable[[], None]:
        return lambda: self._copy(self._table.session.texts()[suffix])

    def _copy(self, text: Callable[[], str], copied: str = "table.record_copied") -> None:
        if not self._secret():
            done = clipboard.set_clipboard_text(text())
            self._table.view.show_text(self._app.words(copied if done else "table.not_copied"))

    def _save_file(self) -> None:
        session = self._table.session
        if session.tried:  # what begins within a roll can't be written down either
            self._table.view.show_text(self._app.words("tryout.greeting"))
        elif not self._secret():
            go(self._app, SaveRecord(session.given(), session.id, session.texts()))

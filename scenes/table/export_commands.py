"""The commands that copy a position or a match to the clipboard, or save it to a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from scenes.app import clipboard
from scenes.app.navigation import open_screen
from scenes.table.screen_requests import SaveRecord

if TYPE_CHECKING:
    from scenes.app.stack import AppContext
    from scenes.table.table_access import TableAccess


class ExportCommands:
    """The commands that copy or save a match."""

    def __init__(self, app: AppContext, table: TableAccess) -> None:
        self._app = app
        self._table = table
        formats = table.session.game.text.formats
        self.actions: Mapping[str, Callable[[], object]] = {
            "copy-position": self._copy_position,
            "copy-record": lambda: self._copy(table.session.write_export),
            **{f"copy-{form.key}": self._make_copy_command(form.suffix) for form in formats},
            "save-file": self._save_file,
        }

    def _refuse_secrets(self) -> bool:
        """Return whether a copy would reveal something hidden; if so, show a message."""
        if self._table.facts.chance.hides_texts:
            self._table.view.show_text(self._app.words("cards.secret"))
        return self._table.facts.chance.hides_texts

    def _copy_position(self) -> None:
        position = self._table.facts.cursor.position
        if position.turn_started:
            self._copy(position.text, "table.position_copied")
        elif not self._refuse_secrets():
            self._table.view.show_text(self._app.words("table.mid_turn"))

    def _make_copy_command(self, suffix: str) -> Callable[[], None]:
        return lambda: self._copy(self._table.session.record_writers()[suffix])

    def _copy(self, text: Callable[[], str], copied: str = "table.record_copied") -> None:
        if not self._refuse_secrets():
            is_done = clipboard.set_clipboard_text(text())
            self._table.view.show_text(self._app.words(copied if is_done else "table.not_copied"))

    def _save_file(self) -> None:
        session = self._table.session
        if session.is_tried_out:  # a try-out may begin within a turn, which no record can
            self._table.view.show_text(self._app.words("tryout.greeting"))
        elif not self._refuse_secrets():
            open_screen(self._app, SaveRecord(session.write_export(), session.id, session.record_writers()))

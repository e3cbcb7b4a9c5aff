"""Play by mail at the table: a turn is copied as a line of text, and the answer is pasted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rules.common.quoting import shorten
from rules.common.resumable import ResumableTask
from rules.contract import Move
from rules.errors import MailError
from rules.record import MailFormat
from scenes.app.clipboard import clipboard_text, set_clipboard_text
from scenes.table import match_text
from scenes.table.events import PlayLetter
from scenes.table.prompts import NOTHING, Prompt, PromptOption, PromptText
from scenes.ui.dialog import Answer, Dialog
from scenes.ui.progress_dialog import work_gradually

if TYPE_CHECKING:
    from scenes.app.stack import AppContext
    from scenes.table.access import TableAccess

COPY: Final = "mail-copy"
PASTE: Final = "mail-paste"
LONGEST: Final = 40  # the most letters of an unreadable line that are shown


def _reading(letter: ResumableTask[Sequence[Move]]) -> ResumableTask[Sequence[Move] | MailError]:
    try:
        return (yield from letter)
    except MailError as problem:
        return problem


class Mail(Prompt):
    """The letters of one match: a prompt, and the commands to copy and paste a line."""

    def __init__(self, app: AppContext, match: TableAccess, form: MailFormat) -> None:
        self._app = app
        self._table = match
        self._form = form
        self._copied = ""

    @property
    def is_available(self) -> bool:
        """Whether lines can be copied and pasted: no clock runs."""
        return self._table.facts.clock is None

    @property
    def is_waiting(self) -> bool:
        """Whether the match waits for a letter."""
        match = self._table.facts.match
        if not self.is_available or match.outcome() is not None:
            return False
        return self._table.session.players[match.position.to_move].kind == "mail"

    def line(self) -> str:
        """Return the last turn as a line; empty before the first."""
        turns = self._table.facts.match.turns()
        return self._form.write(self._table.facts.match, len(turns) - 1) if self.is_available and turns else ""

    def question(self) -> PromptText:
        """Return the question of this moment: to send the last turn, or to paste the next."""
        words, session = self._app.words, self._table.session
        strangers = [seat for seat, player in enumerate(session.players) if player.kind == "mail"]
        if not self.is_available or not strangers or not self._table.facts.cursor.is_live:
            return NOTHING
        name = match_text.name_of(words, session, strangers[0])
        line = self.line()
        own = bool(line) and session.match.plies[-1].move.seat not in strangers
        if not own and not self.is_waiting:
            return NOTHING
        copied = line == self._copied
        copy = PromptOption(COPY, words("mail.copy"), primary=not copied)
        paste = PromptOption(PASTE, words("mail.paste"), primary=copied or not own)
        if not own:
            return PromptText(words("mail.begins", name=name), (paste,))
        told = words("mail.sent" if copied else "mail.send", name=name, line=line)
        return PromptText(told, (copy, paste) if self.is_waiting else (copy,))

    def answer(self, value: str) -> None:
        if value == COPY:
            self.copy()
        else:
            self.paste()

    def copy(self) -> None:
        """Copy the last turn to the clipboard as a line."""
        words, say = self._app.words, self._table.view.show_text
        line = self.line()
        if not line:
            say(words("mail.nothing_yet"))
            return
        done = set_clipboard_text(line)
        say(words("mail.copied", line=line) if done else words("table.not_copied"))
        if done:
            self._copied = line
        self._table.refresh()

    def paste(self) -> None:
        """Play the turns in the clipboard: one line, or several."""
        if not self.is_available:
            return
        text = clipboard_text()
        if not text.strip():
            self._table.view.show_text(self._app.words("exchange.clipboard_empty"))
            return
        work_gradually(self._app, _reading(self._form.reading(self._table.facts.match, text)), self._take)

    def _take(self, found: Sequence[Move] | MailError) -> None:
        if isinstance(found, MailError):
            self._app.stack.push(self._told(found))
        else:
            self._table.send(PlayLetter(found))

    def _told(self, problem: MailError) -> Dialog:
        words = self._app.words
        answers: list[Answer] = [(None, words("widgets.close"), "primary")]
        facts = {name: shorten(value, LONGEST) for name, value in problem.facts.items()}
        said = words(f"mail.{problem.code}", **facts)
        if problem.refusal is not None:
            code = problem.refusal.code
            answers.insert(0, (("clause", code), words("mail.clause"), "plain"))
            said = f"{said} {match_text.refusal_text(words, self._table.facts.match.game.key, problem.refusal)}"
        return Dialog(self._app, words("mail.not_taken"), answers, said)

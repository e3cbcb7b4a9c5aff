"""Play by mail: a turn is copied to the clipboard as a line of text, and the answer is pasted from there."""

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
from scenes.table.events import PlayMailedMoves
from scenes.table.prompts import NO_PROMPT, Prompt, PromptOption, PromptText
from scenes.ui.dialog import Answer, Dialog
from scenes.ui.progress_dialog import work_gradually

if TYPE_CHECKING:
    from scenes.app.stack import AppContext
    from scenes.table.table_access import TableAccess

COPY: Final = "mail-copy"
PASTE: Final = "mail-paste"
MAX_QUOTED_CHARACTERS: Final = 40  # characters of an unreadable line that a message quotes at most


def _read_or_fail(task: ResumableTask[Sequence[Move]]) -> ResumableTask[Sequence[Move] | MailError]:
    """Run a task that reads mail; return an error instead of raising it."""
    try:
        return (yield from task)
    except MailError as problem:
        return problem


class Mail(Prompt):
    """Play by mail in one match: a prompt, and the commands to copy and paste a line."""

    def __init__(self, app: AppContext, table: TableAccess, mail_format: MailFormat) -> None:
        self._app = app
        self._table = table
        self._mail_format = mail_format
        self._copied = ""  # the line that was copied last

    @property
    def is_available(self) -> bool:
        """Whether lines can be copied and pasted: the rules limit no turn's time."""
        return self._table.facts.turn_clock is None

    @property
    def is_waiting(self) -> bool:
        """Whether the match waits for a turn that must be pasted."""
        match = self._table.facts.match
        if not self.is_available or match.outcome() is not None:
            return False
        return self._table.session.players[match.position.to_move].kind == "mail"

    def line(self) -> str:
        """Return the last turn as a line; empty if there is none or `is_available` is false."""
        turns = self._table.facts.match.turns()
        return self._mail_format.write(self._table.facts.match, len(turns) - 1) if self.is_available and turns else ""

    def question(self) -> PromptText:
        """Return the prompt of this moment: to copy the last turn, or to paste the next."""
        words, session = self._app.words, self._table.session
        mail_seats = [seat for seat, player in enumerate(session.players) if player.kind == "mail"]
        if not self.is_available or not mail_seats or not self._table.facts.cursor.is_live:
            return NO_PROMPT
        name = match_text.name_of(words, session, mail_seats[0])
        line = self.line()
        is_own_turn = bool(line) and session.match.plies[-1].move.seat not in mail_seats
        if not is_own_turn and not self.is_waiting:
            return NO_PROMPT
        is_copied = line == self._copied
        copy = PromptOption(COPY, words("mail.copy"), is_primary=not is_copied)
        paste = PromptOption(PASTE, words("mail.paste"), is_primary=is_copied or not is_own_turn)
        if not is_own_turn:
            return PromptText(words("mail.begins", name=name), (paste,))
        text = words("mail.sent" if is_copied else "mail.send", name=name, line=line)
        return PromptText(text, (copy, paste) if self.is_waiting else (copy,))

    def answer(self, value: str) -> None:
        if value == COPY:
            self.copy()
        else:
            self.paste()

    def copy(self) -> None:
        """Copy the last turn to the clipboard as a line."""
        words, show_text = self._app.words, self._table.view.show_text
        line = self.line()
        if not line:
            show_text(words("mail.nothing_yet"))
            return
        is_done = set_clipboard_text(line)
        show_text(words("mail.copied", line=line) if is_done else words("table.not_copied"))
        if is_done:
            self._copied = line
        self._table.refresh()

    def paste(self) -> None:
        """Play the turns in the clipboard, one on each line, or explain why they can't be read."""
        if not self.is_available:
            return
        text = clipboard_text()
        if not text.strip():
            self._table.view.show_text(self._app.words("exchange.clipboard_empty"))
            return
        work_gradually(
            self._app,
            _read_or_fail(self._mail_format.read_task(self._table.facts.match, text)),
            self._play_or_explain,
        )

    def _play_or_explain(self, found: Sequence[Move] | MailError) -> None:
        if isinstance(found, MailError):
            self._app.stack.push(self._make_error_dialog(found))
        else:
            self._table.send(PlayMailedMoves(found))

    def _make_error_dialog(self, problem: MailError) -> Dialog:
        words = self._app.words
        answers: list[Answer] = [(None, words("widgets.close"), "primary")]
        facts = {name: shorten(value, MAX_QUOTED_CHARACTERS) for name, value in problem.facts.items()}
        text = words(f"mail.{problem.code}", **facts)
        if problem.refusal is not None:
            code = problem.refusal.code
            answers.insert(0, (("clause", code), words("mail.clause"), "plain"))
            text = f"{text} {match_text.refusal_text(words, self._table.facts.match.game.key, problem.refusal)}"
        return Dialog(self._app, words("mail.not_taken"), answers, text)

"""Play by mail at the table: the own turn as a line to be copied, the other's as one to be pasted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import pygame

from rules.common.quoting import shown
from rules.common.resumable import ResumableTask
from rules.errors import MailError
from scenes.app.clipboard import clipboard_text, set_clipboard_text
from scenes.table import match_text
from scenes.table.prompts import NOTHING, Asked
from scenes.ui.dialog import Dialog
from scenes.ui.keys import Look
from scenes.ui.progress_dialog import gradually
from scenes.ui.question import Option

if TYPE_CHECKING:
    from scenes.table.scene import MatchScene

COPY: Final = "mail-copy"
PASTE: Final = "mail-paste"
LONGEST: Final = 40
"""Letters of a broken line that are shown."""
FILMED: Final = 4
"""So many turns of those that were pasted are seen to happen, the last of them."""


def shortened(text: str) -> str:
    """As much of what somebody sent as a sentence has room for."""
    return shown(text, LONGEST) if len(text) <= LONGEST else f"{shown(text, LONGEST)}…"


def _reading(letter: ResumableTask[Sequence[Any]]) -> ResumableTask[Sequence[Any] | MailError]:
    """The moves that a letter tells, or what is wrong with it."""
    try:
        return (yield from letter)
    except MailError as problem:
        return problem


class Post:
    """The letters of one match."""

    def __init__(self, scene: MatchScene) -> None:
        self._scene = scene
        self._copied = ""
        """The line that was copied last."""

    @property
    def there(self) -> bool:
        """Whether lines can be copied and pasted: the game is played by mail, and no clock runs."""
        return self._scene.sitting.game.text.mail is not None and not self._scene.hourglass.there

    @property
    def waits(self) -> bool:
        """Whether the match waits for a letter."""
        scene = self._scene
        if not self.there or scene.match.outcome() is not None:
            return False
        return scene.sitting.players[scene.match.position.to_move].kind == "mail"

    def line(self) -> str:
        """The last turn as a line; empty before the first."""
        match, mail = self._scene.match, self._scene.sitting.game.text.mail
        turns = match.turns()
        return mail.write(match, len(turns) - 1) if self.there and turns and mail else ""

    def question(self) -> Asked:
        """What is to be asked now: to send the last turn, to bring the next."""
        scene, words = self._scene, self._scene.app.words
        match, sitting = scene.match, scene.sitting
        strangers = [seat for seat, player in enumerate(sitting.players) if player.kind == "mail"]
        if not self.there or not strangers or not scene.course.live:
            return NOTHING
        name = match_text.name_of(words, sitting, strangers[0])
        line = self.line()
        own = bool(line) and match.plies[-1].move.seat not in strangers
        if not own and not self.waits:
            return NOTHING
        copied = line == self._copied
        copy = Option(COPY, words("mail.copy"), primary=not copied)
        paste = Option(PASTE, words("mail.paste"), primary=copied or not own)
        if not own:
            return words("mail.begins", name=name), (paste,)
        told = words("mail.sent" if copied else "mail.send", name=name, line=line)
        return told, (copy, paste) if self.waits else (copy,)

    def answer(self, value: str) -> None:
        """A key of the question was pressed."""
        if value == COPY:
            self.copy()
        else:
            self.paste()

    def key(self, event: pygame.event.Event) -> bool:
        """Keys of the keyboard answer nothing here."""
        return False

    def copy(self) -> None:
        """Put the last turn on the clipboard as a line."""
        scene, words = self._scene, self._scene.app.words
        line = self.line()
        if not line:
            scene.stage.say(words("mail.nothing_yet"), None)
            return
        done = set_clipboard_text(line)
        scene.stage.say(words("mail.copied", line=line) if done else words("table.not_copied"), None)
        if done:
            self._copied = line
        scene.refresh()

    def paste(self) -> None:
        """Play on with what is on the clipboard: one line, or several."""
        scene, match, mail = self._scene, self._scene.match, self._scene.sitting.game.text.mail
        if not self.there or mail is None:
            return
        text = clipboard_text()
        if not text.strip():
            scene.stage.say(scene.app.words("exchange.clipboard_empty"), None)
            return
        gradually(scene.app, _reading(mail.reading(match, text)), self._take)

    def _take(self, found: Sequence[Any] | MailError) -> None:
        """What a letter says is played, or refused."""
        scene, match = self._scene, self._scene.match
        if isinstance(found, MailError):
            scene.app.stack.push(self._told(found))
            return
        now, moves = scene.app.now(), found
        changes = [match.play(move, now) for move in moves]
        scene.keep()
        scene.look(None)
        scene.stage.show(changes[-FILMED:][0].before.table())
        scene.show(changes[-FILMED:])

    def _told(self, problem: MailError) -> Dialog:
        """A sheet that says what is wrong with a line."""
        words = self._scene.app.words
        answers: list[tuple[object, str, Look]] = [(None, words("widgets.close"), "primary")]
        facts = {name: shortened(value) for name, value in problem.facts.items()}
        said = words(f"mail.{problem.code}", **facts)
        if problem.refusal is not None:
            code = problem.refusal.code
            answers.insert(0, (("clause", code), words("mail.clause"), "plain"))
            said = f"{said} {match_text.refusal(words, self._scene.match.game.key, problem.refusal)}"
        return Dialog(self._scene.app, words("mail.not_taken"), answers, said)

"""Matches and positions that come from outside and go there: the clipboard, files, files dropped onto the window."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pygame

import rules
from rules.common.quoting import cleaned
from rules.common.resumable import ResumableTask
from rules.errors import PositionError, RecordError
from rules.game import Game
from rules.record import is_record
from scenes.app.clipboard import clipboard_text
from scenes.app.file_names import shown
from scenes.app.files import MOST_BYTES, TooLargeError, read_whole
from scenes.app.theme import OXBLOOD, SOFT_INK
from scenes.screens.archive import Answer
from scenes.screens.editor.position_errors import why_not
from scenes.screens.file_dialog import FolderScene, home, why
from scenes.ui.button import Button
from scenes.ui.choice import Choice
from scenes.ui.chooser import Chooser
from scenes.ui.dialog import Dialog
from scenes.ui.form_row import FormRow
from scenes.ui.label import Label
from scenes.ui.paper import PaperScene
from scenes.ui.progress_dialog import gradually

if TYPE_CHECKING:
    from scenes.app.app import App
    from scenes.table.session import Session

RECORD_SUFFIX: Final = ".tablier"
_LONGEST_POSITION: Final = 2000
_ALIKE: Final = 0.5
"""From this likeness on, a text is taken for a bad position of a game."""
_FORBIDDEN: Final = '\\/:*?"<>|'
"""Letters that one system or another has no file names with."""


class NotOpenedError(ValueError):
    """A text or file can't be opened; the message is a sentence in the person's language."""


# --- opening


def open_text(app: App, text: str, say: Callable[[str], object] | None = None) -> str | None:
    """Open the match or the position that `text` is, over the menu; or the sentence that says why it isn't one.

    A finished match is kept among the finished ones, once however often it is opened; another goes on as a match of
    its own. The match that was on the table is saved as always.

    Reading a very long match goes on between frames. Then `say` gets the sentence, or else a sheet says it.
    """
    told: list[str] = []
    tell: Callable[[str], object] = told.append

    def end(found: Session | NotOpenedError) -> None:
        if isinstance(found, NotOpenedError):
            tell(str(found))
        else:
            _lay(app, found)

    try:
        work = _opening(app, text)
    except NotOpenedError as problem:
        return str(problem)
    if work is not None and not gradually(app, work, end):
        tell = say or partial(_refuse, app)
    return told[0] if told else None


def open_file(app: App, path: Path) -> bool:
    """Open the match or position in a file; False when it can't be, and then the screen says why.

    That of a very long match may turn out later.
    """
    try:
        problem = open_text(app, read_file(app, path))
    except NotOpenedError as refused:
        problem = str(refused)
    if problem is not None:
        _refuse(app, problem)
    return problem is None


def _refuse(app: App, problem: str) -> None:
    """Say on a sheet why something can't be opened."""
    app.stack.push(_told(app, app.words("exchange.not_opened"), problem))


def read_file(app: App, path: Path) -> str:
    """The text in a file. Raises NotOpenedError."""
    words = app.words
    try:
        return read_whole(path)
    except TooLargeError:
        raise NotOpenedError(words("exchange.too_large", n=MOST_BYTES // 1_000_000)) from None
    except UnicodeDecodeError:
        raise NotOpenedError(words("exchange.not_text", name=shown(path))) from None
    except (OSError, ValueError) as problem:
        raise NotOpenedError(words("exchange.no_file", name=shown(path), why=why(words, problem))) from None


def _opening(app: App, text: str) -> ResumableTask[Session | NotOpenedError] | None:
    """The match that `text` is, in portions; a position is opened and leaves nothing to do. Raises NotOpenedError;
    then nothing has changed."""
    words = app.words
    bare = text.removeprefix("\ufeff").strip()
    if not bare:
        raise NotOpenedError(words("exchange.empty"))
    if len(text) > MOST_BYTES:
        raise NotOpenedError(words("exchange.too_large", n=MOST_BYTES // 1_000_000))
    if is_record(bare, rules.GAMES):
        return _reading(app, bare + "\n")
    _open_position(app, bare)
    return None


def _reading(app: App, text: str) -> ResumableTask[Session | NotOpenedError]:
    """The match of a record, or why it can't be opened."""
    from scenes.table.session import OPENED, Session

    try:
        sitting = yield from Session.loading("", text)
    except RecordError as problem:
        return NotOpenedError(app.words("exchange.bad_record", why=problem))
    over = sitting.match.outcome() is not None
    sitting.id = OPENED + hashlib.sha256(text.encode()).hexdigest()[:16] if over else app.storage.new_id()
    return sitting


def _lay(app: App, sitting: Session) -> None:
    """Lay a match from elsewhere on the table."""
    from scenes.screens.menu.scene import MenuScene
    from scenes.table.scene import MatchScene

    over = sitting.match.outcome() is not None
    app.stack.clear(MenuScene(app))
    sitting.save(app.storage)
    app.stack.push(MatchScene(app, sitting, looking_back=over))


def _open_position(app: App, text: str) -> None:
    from scenes.screens.menu.scene import MenuScene
    from scenes.screens.setup.scene import SetupScene

    words = app.words
    if len(text) > _LONGEST_POSITION:
        raise NotOpenedError(words("exchange.neither"))
    problems: dict[str, PositionError] = {}
    for game in rules.GAMES:
        try:
            position = game.text.read(text)
        except PositionError as problem:
            problems[game.key] = problem
            continue
        if position.outcome() is not None:
            raise NotOpenedError(words("exchange.over", game=words(f"games.{game.key}.name")))
        app.stack.clear(MenuScene(app))
        app.stack.push(SetupScene(app, game.key, text))
        return
    meant = _meant(text)
    if meant is None:
        raise NotOpenedError(words("exchange.neither"))
    name = words(f"games.{meant.key}.name")
    reason = why_not(words, meant.key, problems[meant.key])
    raise NotOpenedError(words("exchange.bad_position", game=name, why=reason))


def _meant(text: str) -> Game | None:
    """The game whose positions look most like `text`; None where none does, or several alike."""
    games = rules.GAMES
    likeness = {
        game.key: _likeness(text, game.play.start(game.play.options(), game.play.seats.start).text())
        for game in games
    }
    best = max(likeness.values())
    found = [game for game in games if likeness[game.key] == best]
    return found[0] if best >= _ALIKE and len(found) == 1 else None


def _likeness(text: str, usual: str) -> float:
    """How much a text looks like the position `usual`.

    That is the share of the letters before its first blank that are also in `usual`, and half a point for as many
    fields. Where positions begin with a word of their own, it must be there.
    """
    there, known = text.partition(" ")[0], usual.partition(" ")[0]
    if "/" not in known:
        return 2.0 if there == known else 0.0
    letters = [letter for letter in there if letter.isalpha()]
    share = sum(letter in known for letter in letters) / max(1, len(letters)) if "/" in there else 0.0
    return share + (0.5 if len(text.split()) == len(usual.split()) else 0.0)


def _told(app: App, headline: str, detail: str) -> Dialog:
    """A sheet that says something and can only be closed."""
    return Dialog(app, headline, [(None, app.words("widgets.close"), "primary")], detail)


# --- scenes


class ExchangeScene(PaperScene):
    """Where a match or a position is opened from: the clipboard or a file."""

    widest = 84.0

    def title(self) -> str:
        return self.app.words("exchange.title")

    def fill(self) -> None:
        words = self.app.words
        self._explained = Label(self.sheet, words("exchange.explain"), "body", valign="top")
        clipboard = Button(
            self.sheet, words("exchange.from_clipboard"), self._from_clipboard, "primary", icon="paste"
        )
        clipboard_about = Label(self.sheet, words("exchange.from_clipboard_about"), "small", SOFT_INK, valign="top")
        file = Button(self.sheet, words("exchange.from_file"), self._from_file, icon="open")
        file_about = Label(self.sheet, words("exchange.from_file_about"), "small", SOFT_INK, valign="top")
        board = Button(self.sheet, words("exchange.from_board"), self._ask_which, icon="edit")
        board_about = Label(self.sheet, words("exchange.from_board_about"), "small", SOFT_INK, valign="top")
        self._ways = [(clipboard, clipboard_about), (file, file_about), (board, board_about)]
        self._problem = Label(self.sheet, "", "body", OXBLOOD, valign="top")
        self._problem.visible = False
        self.form.default = self._ways[0][0]

    def _from_clipboard(self) -> None:
        text = clipboard_text()
        words = self.app.words
        self._say(open_text(self.app, text, self._say) if text.strip() else words("exchange.clipboard_empty"))

    def _from_file(self) -> None:
        self._say(None)
        self.app.stack.push(OpenScene(self.app))

    def _ask_which(self) -> None:
        """Of which game a position is to be set up."""
        words, theme = self.app.words, self.app.theme
        keys = [game.key for game in rules.GAMES if game.teach.editor is not None]
        options: list[tuple[str, str, str | None]] = [(key, words(f"games.{key}.name"), None) for key in keys]
        middle = pygame.Rect(0, 0, theme.px(40), 0)
        middle.center = (self.app.size[0] // 2, self.app.size[1] // 3)
        Chooser(self.form, middle, options, self._set_up, title=words("exchange.position_of"))

    def _set_up(self, key: str) -> None:
        from scenes.screens.editor.scene import EditingScene

        self.app.stack.push(EditingScene(self.app, key))

    def _say(self, problem: str | None) -> None:
        self._problem.text = problem or ""
        self._problem.visible = problem is not None
        self.resize(self.app.size)

    def around(self, size: tuple[int, int]) -> pygame.Rect:
        """As high as its words need, with room for a sentence that says what went wrong."""
        theme = self.app.theme
        sheet = super().around(size)
        column = sheet.width - 2 * theme.px(3)
        high = theme.control + theme.px(2.6) + 2 * theme.px(2.2) + self._explained.natural_height(column)
        high += sum(theme.px(3.6) + theme.control + about.natural_height(column) for _, about in self._ways)
        high += theme.px(2) + self._problem.natural_height(column) if self._problem.visible else theme.px(1)
        sheet.height = min(sheet.height, high)
        sheet.centery = size[1] // 2
        return sheet

    def place(self, inner: pygame.Rect) -> None:
        theme = self.app.theme
        self._explained.rect = pygame.Rect(inner.topleft, (inner.width, self._explained.natural_height(inner.width)))
        top = self._explained.rect.bottom
        for button, about in self._ways:
            top += theme.px(2.8)
            button.rect = pygame.Rect(inner.left, top, inner.width, theme.control)
            high = about.natural_height(inner.width)
            about.rect = pygame.Rect(inner.left, button.rect.bottom + theme.px(0.8), inner.width, high)
            top = about.rect.bottom
        top += theme.px(2)
        self._problem.rect = pygame.Rect(inner.left, top, inner.width, self._problem.natural_height(inner.width))


class OpenScene(FolderScene):
    """A folder in which a file is clicked to open it."""

    def title(self) -> str:
        return self.app.words("exchange.open_title")

    def choose(self, path: Path) -> None:
        try:
            problem = open_text(self.app, read_file(self.app, path), self.say)
        except NotOpenedError as refused:
            problem = str(refused)
        self.say(problem)


class SaveScene(FolderScene):
    """A folder in which a match is written to a file, in the format that goes with the ending of its name."""

    named = True

    def __init__(
        self,
        app: App,
        text: str,
        stem: str,
        others: Mapping[str, str] | None = None,
        suffix: str = RECORD_SUFFIX,
    ) -> None:
        """`text` is the house record, or what goes into a file that ends in `suffix`; `others` are the match in other
        formats, by suffix (".pgn").

        `stem` is the name suggested, without its ending.
        """
        super().__init__(app, _documents(), name=stem + suffix)
        self._text = text
        self._others = others or {}
        self._suffixes = (suffix, *self._others)
        self._stem = stem
        self._usual = suffix

    def title(self) -> str:
        return self.app.words("exchange.save_title")

    def fill(self) -> None:
        super().fill()
        kinds = [(suffix, self.app.words(f"exchange.kind_{suffix[1:]}")) for suffix in self._suffixes]
        self._kind = Choice(self.sheet, self.app.words("exchange.kind"), kinds, self._suffix(), self._take_kind)
        self._kind.visible = len(kinds) > 1

    def _suffix(self) -> str:
        """The ending of the name on the line, if there is a format for it, else the usual one."""
        ending = Path(self.name).suffix.lower()
        return ending if ending in self._suffixes else self._usual

    def _take_kind(self, suffix: str) -> None:
        """Give the name on the line another ending."""
        known = Path(self.name).suffix.lower() in self._suffixes
        stem = self.name[: -len(Path(self.name).suffix)] if known else self.name
        self.take_name((stem or self._stem) + suffix)

    def name_changed(self) -> None:
        self._kind.value = self._suffix()

    def foot(self) -> FormRow | None:
        return self._kind if self._kind.visible else None

    def choose(self, path: Path) -> None:
        """A click on a file takes its name over."""
        self.take_name(cleaned(path.name))

    def accept(self, name: str) -> None:
        """Write the file, after asking when there is one of that name."""
        words = self.app.words
        name = name.strip()
        if not name.strip("."):
            self.say(words("exchange.no_name"))
            return
        found = [letter for letter in _FORBIDDEN if letter in name]
        if found:
            self.say(words("exchange.bad_name", letters=" ".join(found)))
            return
        path = self.folder / (name if "." in name else name + self._usual)
        if os.path.lexists(path):
            no: Answer = (None, words("exchange.replace_no"), "plain")
            yes: Answer = (path, words("exchange.replace_yes"), "danger")
            question = words("exchange.replace", name=shown(path))
            self.app.stack.push(Dialog(self.app, question, [no, yes], words("exchange.replace_about")))
        else:
            self._write(path)

    def resumed(self, result: object) -> None:
        if isinstance(result, Path):
            self._write(result)

    def _write(self, path: Path) -> None:
        words = self.app.words
        try:
            write_file(path, self._others.get(path.suffix.lower(), self._text))
        except (OSError, ValueError) as problem:
            self.say(words("exchange.not_written", name=shown(path), why=why(words, problem)))
            return
        saved = words("exchange.saved", name=shown(path))
        self.app.stack.replace(_told(self.app, saved, words("exchange.saved_in", folder=cleaned(str(path.parent)))))


def write_file(path: Path, text: str) -> None:
    """Put `text` at `path` whole or not at all. Raises OSError; then what was there still is."""
    fresh = path.with_name(f".{path.name}.part")
    try:
        fresh.write_text(text, encoding="utf-8", newline="\n")
        fresh.replace(path)
    finally:
        with contextlib.suppress(OSError):
            fresh.unlink(missing_ok=True)


def _documents() -> Path:
    """The person's folder for documents, or the home folder where there is none."""
    import platformdirs

    folder = platformdirs.user_documents_path()
    with contextlib.suppress(OSError):
        if folder.is_dir():
            return folder
    return home()

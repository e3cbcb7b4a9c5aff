"""Scenes that open matches and positions from the clipboard, a file or the board, and save them."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import ClassVar, Final

import rules
from rules.common.quoting import remove_controls
from scenes.app.clipboard import clipboard_text
from scenes.app.files import display_path
from scenes.app.navigation import ShowText, open_screen, replace_screen
from scenes.app.stack import AppContext
from scenes.app.theme import OXBLOOD, SOFT_INK
from scenes.screens.file_dialog import FolderScene, describe_file_error, home
from scenes.screens.opening import open_file, open_text
from scenes.table.requests import OpenEditor
from scenes.ui.button import Button
from scenes.ui.choice import Choice
from scenes.ui.dialog import Answer, Dialog
from scenes.ui.form_row import FormRow
from scenes.ui.form_scene import PaperScene
from scenes.ui.label import Label
from scenes.ui.layout import Cell, Column, Part, share, space
from scenes.ui.popup_list import Chooser
from scenes.ui.scroll import Scrolled, ScrollGroup

RECORD_SUFFIX: Final = ".tablier"
_FORBIDDEN: Final = '\\/:*?"<>|'


class ExchangeScene(PaperScene):
    widest = 84.0
    titled = "exchange.title"
    snug: ClassVar[bool] = True

    def fill(self) -> None:
        words = self.app.words
        self._strip = strip = ScrollGroup(self.sheet)
        self._explained = Label(strip, words("exchange.explain"), "body", valign="top")
        ways = (("clipboard", self._from_clipboard, "paste"), ("file", self._from_file, "open"))
        self._ways: list[tuple[Button, Label]] = []
        for way, act, icon in (*ways, ("board", self._ask_which, "edit")):
            button = Button(strip, words(f"exchange.from_{way}"), act, icon=icon)
            about = Label(strip, words(f"exchange.from_{way}_about"), "small", SOFT_INK, valign="top")
            self._ways.append((button, about))
        self._ways[0][0].look = "primary"
        self._problem = Label(strip, "", "body", OXBLOOD, valign="top")
        self._problem.noted = True
        self._problem.visible = False
        self.form.default = self._ways[0][0]

    def _from_clipboard(self) -> None:
        text = clipboard_text()
        self._say("" if text.strip() else self.app.words("exchange.clipboard_empty"))
        if text.strip():
            open_text(self.app, text, self._say)

    def _from_file(self) -> None:
        self._say("")
        self.app.stack.push(OpenScene(self.app))

    def _ask_which(self) -> None:
        words = self.app.words
        keys = [game.key for game in rules.GAMES if game.teach.editor is not None]
        options: list[tuple[str, str, str | None]] = [(key, words.game(key), None) for key in keys]
        title = words("exchange.position_of")
        Chooser(self.form, None, options, lambda key: open_screen(self.app, OpenEditor(key)), title=title)

    def _say(self, problem: str) -> None:
        self._problem.text, self._problem.visible = problem, bool(problem)
        self.resize(self.app.size)

    def content(self) -> Cell:
        px = self.app.theme.px
        parts: list[Part] = [self._explained]
        for button, about in self._ways:
            parts += [space(px(2.8)), button, space(px(0.8)), about]
        parts += [space(px(2)), self._problem] if self._problem.visible else [space(px(1))]
        return Column(share(Scrolled(self._strip, Column(*parts))))


class OpenScene(FolderScene):
    titled = "exchange.open_title"

    def choose(self, path: Path) -> None:
        self.show_problem("")
        open_file(self.app, path, self.show_problem)


class SaveScene(FolderScene):
    """A folder in which a match is saved, in the format given by the suffix of the file name."""

    named = True
    titled = "exchange.save_title"

    def __init__(
        self,
        app: AppContext,
        text: str,
        stem: str,
        others: Mapping[str, Callable[[], str]] | None = None,
        suffix: str = RECORD_SUFFIX,
    ) -> None:
        """Offer to save `text` with `suffix`, or the results of `others` with their suffixes, such as ".pgn".

        `stem` is the suggested name without a suffix.
        """
        super().__init__(app, _documents(), name=stem + suffix)
        self._text, self._others, self._stem, self._usual = text, others or {}, stem, suffix
        self._suffixes = (suffix, *self._others)

    def fill(self) -> None:
        super().fill()
        words, known = self.app.words, {one: f"exchange.kind_{one[1:]}" for one in self._suffixes}
        kinds = [(suffix, words(key) if words.has(key) else suffix) for suffix, key in known.items()]
        self._kind = Choice(self.sheet, words("exchange.kind"), kinds, self._suffix(), self._take_kind)
        self._kind.visible = len(kinds) > 1

    def _suffix(self) -> str:
        ending = Path(self.name).suffix.lower()
        return ending if ending in self._suffixes else self._usual

    def _take_kind(self, suffix: str) -> None:
        known = Path(self.name).suffix.lower() in self._suffixes
        stem = self.name[: -len(Path(self.name).suffix)] if known else self.name
        self.take_name((stem or self._stem) + suffix)

    def take_name(self, name: str) -> None:
        super().take_name(name)
        self._kind.value = self._suffix()

    def foot(self) -> FormRow | None:
        return self._kind if self._kind.visible else None

    def choose(self, path: Path) -> None:
        self.take_name(remove_controls(path.name))

    def accept(self, name: str) -> None:
        """Write the file, after asking if it exists."""
        words = self.app.words
        name = name.strip()
        found = [letter for letter in _FORBIDDEN if letter in name]
        if found or not name.strip("."):
            told = "exchange.bad_name" if found else "exchange.no_name"
            self.show_problem(words(told, letters=" ".join(found)))
            return
        path = self.folder / (name if "." in name else name + self._usual)
        if os.path.lexists(path):
            no: Answer = (None, words("exchange.replace_no"), "plain")
            yes: Answer = (path, words("exchange.replace_yes"), "danger")
            question = words("exchange.replace", name=display_path(path))
            dialog = Dialog(self.app, question, [no, yes], words("exchange.replace_about"))
            self.app.stack.push(dialog, self._write)
        else:
            self._write(path)

    def _write(self, path: Path | None) -> None:
        words = self.app.words
        if path is None:
            return
        try:
            write_file(path, self._others.get(path.suffix.lower(), lambda: self._text)())
        except (OSError, ValueError) as problem:
            self.show_problem(
                words("exchange.not_written", name=display_path(path), why=describe_file_error(words, problem))
            )
            return
        saved = words("exchange.saved", name=display_path(path))
        replace_screen(
            self.app, ShowText(saved, words("exchange.saved_in", folder=remove_controls(str(path.parent))))
        )


def write_file(path: Path, text: str) -> None:
    """Write `text` to `path` atomically. Raises OSError, and then leaves the old file."""
    fresh = path.with_name(f".{path.name}.part")
    try:
        fresh.write_text(text, encoding="utf-8", newline="\n")
        fresh.replace(path)
    finally:
        with contextlib.suppress(OSError):
            fresh.unlink(missing_ok=True)


def _documents() -> Path:
    import platformdirs

    with contextlib.suppress(OSError, RuntimeError):  # or there is no home
        folder = platformdirs.user_documents_path()
        if folder.is_dir():
            return folder
    return home()

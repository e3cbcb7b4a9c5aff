"""Scenes that open matches and positions from the clipboard, a file or the editor, and that save them in files."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Mapping
from pathlib import Path, PureWindowsPath
from typing import ClassVar, Final

import rules
from rules.common.quoting import remove_controls
from scenes.app.atomic_files import display_path
from scenes.app.clipboard import clipboard_text
from scenes.app.file_locks import replace_file
from scenes.app.navigation import ShowText, open_screen, replace_screen
from scenes.app.stack import AppContext
from scenes.app.theme import OXBLOOD, SOFT_INK
from scenes.screens.file_dialog import FolderScene, describe_file_error, home
from scenes.screens.open_match import open_file, open_text
from scenes.table.screen_requests import OpenEditor
from scenes.ui.button import Button
from scenes.ui.choice import Choice
from scenes.ui.dialog import Answer, Dialog
from scenes.ui.form_row import FormRow
from scenes.ui.form_scene import PanelScene
from scenes.ui.label import Label
from scenes.ui.layout import Cell, Column, Part, space, stretch
from scenes.ui.popup_list import Chooser
from scenes.ui.scroll import Scrolled, ScrollGroup

RECORD_SUFFIX: Final = ".tablier"
_FORBIDDEN_CHARACTERS: Final = '\\/:*?"<>|'


class OpenMatchScene(PanelScene):
    max_width = 84.0
    title_key = "exchange.title"
    fits_content: ClassVar[bool] = True

    def fill(self) -> None:
        words = self.app.words
        self._scroll_group = group = ScrollGroup(self.sheet)
        self._explanation = Label(group, words("exchange.explain"), "body", valign="top")
        sources = (("clipboard", self._open_clipboard, "paste"), ("file", self._choose_file, "open"))
        self._source_buttons: list[tuple[Button, Label]] = []
        for source, act, icon in (*sources, ("board", self._choose_editor_game, "edit")):
            button = Button(group, words(f"exchange.from_{source}"), act, icon=icon)
            about = Label(group, words(f"exchange.from_{source}_about"), "small", SOFT_INK, valign="top")
            self._source_buttons.append((button, about))
        self._source_buttons[0][0].look = "primary"
        self._problem_label = Label(group, "", "body", OXBLOOD, valign="top")
        self._problem_label.is_announced = True
        self._problem_label.visible = False
        self.form.default = self._source_buttons[0][0]

    def _open_clipboard(self) -> None:
        text = clipboard_text()
        self._show_problem("" if text.strip() else self.app.words("exchange.clipboard_empty"))
        if text.strip():
            open_text(self.app, text, self._show_problem)

    def _choose_file(self) -> None:
        self._show_problem("")
        self.app.stack.push(OpenFileScene(self.app))

    def _choose_editor_game(self) -> None:
        words = self.app.words
        games = [game.key for game in rules.GAMES if game.teach.editor is not None]
        options: list[tuple[str, str, str | None]] = [(key, words.game_name(key), None) for key in games]
        title = words("exchange.position_of")
        Chooser(self.form, None, options, lambda key: open_screen(self.app, OpenEditor(key)), title=title)

    def _show_problem(self, problem: str) -> None:
        self._problem_label.text, self._problem_label.visible = problem, bool(problem)
        self.resize(self.app.size)

    def content(self) -> Cell:
        px = self.app.theme.px
        parts: list[Part] = [self._explanation]
        for button, about in self._source_buttons:
            parts += [space(px(2.8)), button, space(px(0.8)), about]
        parts += [space(px(2)), self._problem_label] if self._problem_label.visible else [space(px(1))]
        return Column(stretch(Scrolled(self._scroll_group, Column(*parts))))


class OpenFileScene(FolderScene):
    title_key = "exchange.open_title"

    def on_file_chosen(self, path: Path) -> None:
        self.show_problem("")
        open_file(self.app, path, self.show_problem)


class SaveFileScene(FolderScene):
    """A dialog that saves a match in a file; the suffix of the file name determines the format."""

    has_name_field = True
    title_key = "exchange.save_title"

    def __init__(
        self,
        app: AppContext,
        text: str,
        stem: str,
        other_formats: Mapping[str, Callable[[], str]] | None = None,
        suffix: str = RECORD_SUFFIX,
    ) -> None:
        """Offer to save `text` under the suffix `suffix`.

        `other_formats` has, by suffix such as ".pgn", functions that return the text in further formats. `stem` is
        the suggested name without a suffix.
        """
        super().__init__(app, _documents_folder(), name=stem + suffix)
        self._text, self._other_formats, self._stem, self._default_suffix = text, other_formats or {}, stem, suffix
        self._suffixes = (suffix, *self._other_formats)

    def fill(self) -> None:
        super().fill()
        words, text_keys = self.app.words, {one: f"exchange.kind_{one[1:]}" for one in self._suffixes}
        kinds = [(suffix, words(key) if words.has(key) else suffix) for suffix, key in text_keys.items()]
        self._format_choice = Choice(
            self.sheet, words("exchange.kind"), kinds, self._current_suffix(), self._set_suffix
        )
        self._format_choice.visible = len(kinds) > 1

    def _current_suffix(self) -> str:
        suffix = Path(self.name).suffix.lower()
        return suffix if suffix in self._suffixes else self._default_suffix

    def _set_suffix(self, suffix: str) -> None:
        has_known_suffix = Path(self.name).suffix.lower() in self._suffixes
        stem = self.name.removesuffix(Path(self.name).suffix) if has_known_suffix else self.name
        self.set_name((stem or self._stem) + suffix)

    def set_name(self, name: str) -> None:
        super().set_name(name)
        self._format_choice.value = self._current_suffix()

    def foot(self) -> FormRow | None:
        return self._format_choice if self._format_choice.visible else None

    def on_file_chosen(self, path: Path) -> None:
        self.set_name(remove_controls(path.name))

    def accept(self, name: str) -> None:
        """Save in the file `name` of the shown folder if that is a possible name; ask before replacing a file."""
        words = self.app.words
        name = name.strip().rstrip(". ")  # Windows leaves these out of a file's name
        forbidden_characters = [letter for letter in _FORBIDDEN_CHARACTERS if letter in name]
        if forbidden_characters or not name or PureWindowsPath(name).is_reserved():
            problem = "bad_name" if forbidden_characters else "reserved_name" if name else "no_name"
            facts = {"letters": " ".join(forbidden_characters), "name": display_path(Path(name))}
            self.show_problem(words(f"exchange.{problem}", **facts))
            return
        path = self.folder / (name if "." in name else name + self._default_suffix)
        if os.path.lexists(path):
            no: Answer = (None, words("exchange.replace_no"), "plain")
            yes: Answer = (path, words("exchange.replace_yes"), "danger")
            question = words("exchange.replace", name=display_path(path))
            dialog = Dialog(self.app, question, [no, yes], words("exchange.replace_about"))
            self.app.stack.push(dialog, self._write_file)
        else:
            self._write_file(path)

    def _write_file(self, path: Path | None) -> None:
        """Save in `path`, and replace the dialog by a message about that; do nothing if `path` is None.

        None is the answer of a person who doesn't want to replace an existing file.
        """
        words = self.app.words
        if path is None:
            return
        try:
            write_file(path, self._other_formats.get(path.suffix.lower(), lambda: self._text)())
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
    temporary = path.with_name(f".{path.name}.part")
    try:
        temporary.write_text(text, encoding="utf-8", newline="\n")
        replace_file(temporary, path)
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


def _documents_folder() -> Path:
    import platformdirs

    with contextlib.suppress(OSError, RuntimeError):  # the system knows no home folder
        folder = platformdirs.user_documents_path()
        if folder.is_dir():
            return folder
    return home()

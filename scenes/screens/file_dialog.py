"""The file dialog: a list of a folder's files, a field for the path and, to save, a field for the file name."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import ClassVar, Final, Self

import pygame

from rules.common.quoting import remove_controls
from scenes.app.atomic_files import NotAFileError, display_path
from scenes.app.fonts import Role
from scenes.app.stack import AppContext
from scenes.app.theme import INK, OXBLOOD, SOFT_INK
from scenes.app.words import Words
from scenes.screens.constants import MAX_FILE_NAME_LENGTH, MAX_FOLDER_ITEMS, MAX_PATH_LENGTH
from scenes.ui.button import Button, IconButton
from scenes.ui.form_row import FormRow
from scenes.ui.form_scene import PanelScene
from scenes.ui.label import Label
from scenes.ui.layout import Cell, Column, Row, fixed_size, space, stretch
from scenes.ui.listing import Listing
from scenes.ui.text_field import TextField

SUFFIXES: Final = (".tablier", ".pgn", ".ud1", ".ducart", ".ducale", ".mail", ".fen", ".ddfen", ".txt")
"""Suffixes of files that may hold a match or a position."""


@dataclass(frozen=True, slots=True)
class Item:
    """A folder or a file in the list; `size` is in bytes."""

    path: Path
    is_folder: bool
    size: int = 0

    @classmethod
    def read(cls, entry: os.DirEntry[str]) -> Self:
        """Return the item of a directory entry; an unreadable one counts as an empty file."""
        try:
            is_folder = entry.is_dir()
            return cls(Path(entry.path), is_folder, 0 if is_folder else entry.stat().st_size)
        except OSError:
            return cls(Path(entry.path), False)


def may_be_opened(path: Path) -> bool:
    """Return whether a file may hold a match or a position, judging by its suffix."""
    return path.suffix.lower() in SUFFIXES


def list_items(folder: Path, is_likely: Callable[[Path], bool] = may_be_opened) -> list[Item]:
    """Return up to `MAX_FOLDER_ITEMS` visible items: folders, likely files, other files, each sorted by name.

    Raises OSError.
    """

    def rank(item: Item) -> tuple[int, str]:
        return 0 if item.is_folder else 1 if is_likely(item.path) else 2, item.path.name.casefold()

    with os.scandir(folder) as entries:
        items = [Item.read(entry) for entry in entries if not entry.name.startswith(".")]
    return sorted(items, key=rank)[:MAX_FOLDER_ITEMS]


def describe_file_error(words: Words, problem: Exception) -> str:
    """Return the reason why a file can't be used, as a sentence."""
    if isinstance(problem, IsADirectoryError | NotAFileError):
        return words("exchange.not_a_file")
    if isinstance(problem, PermissionError):
        return words("exchange.not_allowed")
    if isinstance(problem, FileNotFoundError | NotADirectoryError | ValueError):  # no file can have such a name
        return words("exchange.not_there")
    return f"{getattr(problem, 'strerror', None) or problem}."


def home() -> Path:
    """Return the person's home folder, or the root if the system knows none."""
    try:
        return Path.home()
    except RuntimeError:
        return Path("/")


class FolderScene(PanelScene):
    """A dialog that shows a folder. A click opens a folder, or calls `on_file_chosen` with a file."""

    has_name_field: ClassVar[bool] = False  # if True, Enter in the field and the button "Save" call `accept`

    def __init__(self, app: AppContext, folder: Path | None = None, name: str = "") -> None:
        """Begin in `folder`, by default the person's home, and suggest the file name `name`."""
        super().__init__(app)
        self.folder = folder or home()
        self.name = name
        self._typed_path: str | None = None
        self._problem_text = ""

    def is_suitable(self, path: Path) -> bool:
        return may_be_opened(path)

    def on_file_chosen(self, path: Path) -> None:
        raise NotImplementedError

    def accept(self, name: str) -> None:
        raise NotImplementedError

    def fill(self) -> None:
        words = self.app.words
        self._up_button = IconButton(
            self.sheet, "previous", words("exchange.up"), lambda: self.open_folder(self.folder.parent)
        )
        self._path_field = TextField(
            self.sheet, "", remove_controls(str(self.folder)), partial(setattr, self, "_typed_path"), MAX_PATH_LENGTH
        )
        self._list = Listing(self.sheet, self._paint_line, self._open_item, units=4.6)
        self._list.describe_line = self._describe_line
        self._empty_label = Label(self.sheet, words("exchange.nothing_here"), "body", SOFT_INK, "centre", "top")
        self._empty_label.is_announced = True
        self._problem_label = Label(self.sheet, self._problem_text, "body", OXBLOOD)
        self._problem_label.is_announced = True
        self._problem_label.visible = bool(self._problem_text)
        self._name_field = TextField(
            self.sheet, words("exchange.name"), self.name, self.set_name, MAX_FILE_NAME_LENGTH
        )
        self._name_field.share = 0.16
        self._save_button = Button(
            self.sheet, words("exchange.save"), lambda: self.accept(self.name), "primary", icon="save"
        )
        self._name_field.visible = self._save_button.visible = self.has_name_field
        self._update_list()
        self.form.focus(self._name_field if self.has_name_field else self._list)

    # --- folders

    def open_folder(self, folder: Path) -> None:
        try:
            folder = folder.expanduser()
            list_items(folder, self.is_suitable)
        except (OSError, RuntimeError, ValueError) as problem:
            self.show_problem(
                self.app.words(
                    "exchange.no_folder", name=display_path(folder), why=describe_file_error(self.app.words, problem)
                )
            )
            return
        self.folder, self._typed_path = folder, None
        self._path_field.value = remove_controls(str(folder))
        self._list.scroll.offset = 0
        self._update_list()
        self.show_problem("")

    def show_problem(self, problem: str) -> None:
        self._problem_text = self._problem_label.text = problem
        self._problem_label.visible = bool(problem)
        self.resize(self.app.size)

    def set_name(self, name: str) -> None:
        self.name = name
        if self._name_field.value != name:
            self._name_field.value = name

    def foot(self) -> FormRow | None:
        """Return the row to show above the file name, or None."""
        return None

    def _update_list(self) -> None:
        self._items: list[Item] = []
        with contextlib.suppress(OSError):
            self._items = list_items(self.folder, self.is_suitable)
        self._empty_label.visible = not self._items
        self._list.visible = bool(self._items)
        self._list.show(len(self._items))

    def _open_item(self, line: int) -> None:
        item = self._items[line]
        if item.is_folder:
            self.open_folder(item.path)
        else:
            self.on_file_chosen(item.path)

    def _open_typed_path(self) -> None:
        path = self.folder if self._typed_path is None else Path(self._typed_path)
        with contextlib.suppress(OSError, RuntimeError):  # `open_folder` shows the reason
            path = path.expanduser()
            if path.is_file():
                self.on_file_chosen(path)
                return
        self.open_folder(path)

    def _paint_line(self, surface: pygame.Surface, line: int, rect: pygame.Rect) -> None:
        theme, item = self.app.theme, self._items[line]
        side = max(18, theme.px(2.6))
        is_likely = item.is_folder or self.is_suitable(item.path)
        colour = INK if is_likely else SOFT_INK
        icon = self.app.assets.tinted_icon("ui/open" if item.is_folder else "ui/list", side, colour)
        surface.blit(icon, icon.get_rect(midleft=rect.midleft))
        size_width = theme.px(14)
        name_area = pygame.Rect(rect.left + side + theme.px(1.4), rect.top, 0, rect.height)
        name_area.width = rect.right - size_width - name_area.left
        role: Role = "strong" if item.is_folder or is_likely else "body"
        theme.text(surface, display_path(item.path), role, colour, name_area, ellipsis=True)
        size_area = pygame.Rect(rect.right - size_width, rect.top, size_width, rect.height)
        size_text = self.app.words("exchange.size", n=max(1, round(item.size / 1000)))
        detail = self.app.words("exchange.folder") if item.is_folder else size_text
        theme.text(surface, detail, "small", SOFT_INK, size_area, "right", ellipsis=True)

    def _describe_line(self, line: int) -> str:
        item = self._items[line]
        kind = self.app.words("exchange.folder") if item.is_folder else ""
        return ", ".join(filter(None, (display_path(item.path), kind)))

    # --- layout

    def content(self) -> Cell:
        px, empty = self.app.theme.px, fixed_size(self._empty_label, 2 * self.app.theme.line("body"))
        return Column(
            Row(self._up_button, stretch(self._path_field), gap=px(1.2)),
            stretch(self._list),
            stretch(Column(space(px(4)), empty)),
            self._problem_label,
            self.foot(),
            Row(stretch(self._name_field), self._save_button, gap=px(2)),
            gap=px(1.2),
        )

    def place(self, inner: pygame.Rect) -> None:
        foot, save_width = self.foot(), self._save_button.natural_width() + self.app.theme.px(2)
        if foot is not None:
            foot.share = self._name_field.share * (inner.width - save_width) / inner.width
        super().place(inner)

    def handle(self, event: pygame.event.Event) -> bool:
        is_enter = event.type == pygame.KEYDOWN and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER)
        if is_enter and self.form.focus_on is self._path_field:
            self._open_typed_path()
            return True
        if is_enter and self.has_name_field and self.form.focus_on is self._name_field:
            self.accept(self.name)
            return True
        if super().handle(event):
            return True
        if event.type == pygame.KEYDOWN and event.key == pygame.K_BACKSPACE:
            self.open_folder(self.folder.parent)
            return True
        return False


class EngineFolderScene(FolderScene):
    """A dialog in which the program of an engine is chosen; it pops with the program's path."""

    title_key = "settings.engine_title"

    def is_suitable(self, path: Path) -> bool:
        is_program = sys.platform != "win32" or path.suffix.lower() in (".exe", ".bat", ".cmd", ".com")
        return is_program and shutil.which(path) is not None

    def on_file_chosen(self, path: Path) -> None:
        if str(path).isprintable():
            self.app.stack.pop(path.absolute())
        else:
            self.show_problem(self.app.words("settings.engine_odd_path"))

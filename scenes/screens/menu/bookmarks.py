"""The sheet on the menu's table: a bookmark for each match under way, and the keys to everything else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import pygame

from scenes.app.app import App
from scenes.app.navigation import Request, go
from scenes.app.storage import Entry
from scenes.app.theme import SOFT_INK
from scenes.screens.menu.bookmark import Bookmark
from scenes.screens.requests import OpenArchive, OpenExchange, OpenLesson, OpenMatch
from scenes.table.requests import OpenSetup
from scenes.ui.base import Group
from scenes.ui.button import Button
from scenes.ui.label import Label, Panel, Rule
from scenes.ui.layout import Cell, Column, Fitting, Grid, fixed, share, space

if TYPE_CHECKING:
    from scenes.table.record_headers import Head

MOST_BOOKMARKS: Final = 6
_NARROWEST: Final = 36
"""The narrowest that a bookmark gets where two lie side by side, in u."""


class BookmarkSheet(Panel):
    """What is under way, what is finished, what can be opened; `on_change` hears when it needs another height."""

    def __init__(
        self, parent: Group, games: Sequence[str], on_change: Callable[[], object], on_learn: Callable[[], object]
    ) -> None:
        """`games`: the keys of those on the table; the first can be set up from here where there is only one, or no
        match was ever played. `on_learn`: somebody wants to be taught one."""
        super().__init__(parent)
        words = self.form.scene.app.words
        self._games, self._first, self._alone = games, games[0], len(games) == 1
        self._on_change, self._on_learn = on_change, on_learn
        self._begun: tuple[str, int] | None = None
        """The course that is under way, and its next lesson, from 0: looked up for who never played here."""
        self._heading = Label(self, "", "heading")
        self._empty = Label(self, "", "body", SOFT_INK, valign="top")
        self._list = Group(self)
        self._all = Button(self, "", lambda: self._go(OpenArchive("matches")), icon="list")
        self._new = Button(
            self, words("menu.new_match"), lambda: self._go(OpenSetup(games[0])), "primary", icon="new"
        )
        self._finished = Button(self, words("menu.finished"), lambda: self._go(OpenArchive()), icon="book")
        self._open = Button(self, words("menu.open"), lambda: self._go(OpenExchange()), icon="open")
        self._learn_key = Button(self, "", self._learn, icon="learn")
        self._bookmarks: list[Bookmark] = []
        self._under_way = 0
        self._head_rule, self._rule = Rule(self), Rule(self)
        self.read()

    @property
    def newest(self) -> Bookmark | None:
        """The bookmark of the match last played."""
        return self._bookmarks[0] if self._bookmarks else None

    def read(self) -> None:
        """Look at the matches on file. One that can't be read is set aside, with a notice."""
        storage = self.form.scene.app.storage
        self._list.clear()
        self._bookmarks = []
        entries = storage.list_matches()
        self._under_way = len(entries)
        for entry in entries:
            if len(self._bookmarks) == MOST_BOOKMARKS:
                break
            try:
                head = storage.read_match(entry.id, _head)
            except OSError:
                self._under_way -= 1
                continue
            self._bookmarks.append(Bookmark(self._list, entry, head, self._go_on, self._ask_delete))
        self._heading.text = self.form.scene.app.words("menu.under_way" if self._bookmarks else "menu.welcome")
        self._empty.visible = not self._bookmarks
        self._greet()

    def _greet(self) -> None:
        """Who never played here is told what to do, and needs no list of what is finished."""
        app = self.form.scene.app
        words, alone = app.words, self._alone
        novice = not self._bookmarks and not app.storage.has_finished()
        self._finished.visible, self._learn_key.visible = not novice, novice
        self._new.visible = alone or novice
        self._begun = _begun(app, self._games) if novice else None
        if self._begun is None:
            self._learn_key.text = words("menu.learn_a_game")
        else:
            key, number = self._begun
            self._learn_key.text = words("menu.go_on_course", game=words(f"games.{key}.name"), n=number + 1)
        name = words(f"games.{self._first}.name")
        self._new.text = words("menu.new_match") if alone else words("menu.try", game=name)
        self._empty.text = words("menu.empty" if alone else "menu.empty_first" if novice else "menu.empty_several")

    @property
    def _keys(self) -> tuple[Button, Button]:
        return (self._learn_key if self._learn_key.visible else self._finished, self._open)

    @property
    def bare(self) -> bool:
        """Whether a bookmark is in sight that doesn't show its emblem yet."""
        return any(mark.look and not mark.furnished for mark in self._bookmarks if mark.visible)

    def furnish(self) -> bool:
        """Let one bookmark more show its emblem; False when all do."""
        return any(mark.furnish() for mark in self._bookmarks if mark.visible)

    # --- where one goes from here

    def _go_on(self, bookmark: Bookmark) -> None:
        scene = self.form.scene
        go(scene.app, OpenMatch(bookmark.entry.id))
        if scene.app.stack.top is scene:
            scene.resumed(None)

    def ask_delete(self) -> bool:
        """Ask about the bookmark that has the focus; False when none has."""
        focused = next((mark for mark in self._bookmarks if mark.focused or mark.bin.focused), None)
        if focused is not None:
            self._ask_delete(focused)
        return focused is not None

    def _ask_delete(self, bookmark: Bookmark) -> None:
        from scenes.screens.archive import delete_dialog

        app = self.form.scene.app
        app.stack.push(delete_dialog(app, bookmark.entry, bookmark.label), self._delete)

    def _delete(self, entry: Entry | None) -> None:
        if entry is not None:
            self.form.scene.app.storage.delete_match(entry.id)

    def _go(self, request: Request[None]) -> None:
        go(self.form.scene.app, request)

    def _learn(self) -> None:
        if self._begun is None:
            self._on_learn()
        else:
            self._go(OpenLesson(*self._begun))

    # --- layout

    def _pad(self) -> tuple[int, int]:
        """What the sheet leaves free at its sides, and above and below, in pixels."""
        return self.theme.px(2.8), self.theme.px(2.6)

    def _columns(self, width: int) -> int:
        return 2 if width >= self.theme.px(2 * _NARROWEST) and len(self._bookmarks) > 1 else 1

    def _lines(self, width: int) -> range:
        """In how many lines the bookmarks, or the words in their place, may stand: the most first."""
        return range(max(1, -(-len(self._bookmarks) // self._columns(width))), 0, -1)

    def fitting_height(self, width: int, most: int) -> int:
        """Height in pixels that it needs for as much of what it has to say as fits into `most`, or for the least: its
        keys, and a bookmark or the key to all of them."""
        side, high = self._pad()
        column = width - 2 * side
        for lines, headed in (*((lines, True) for lines in self._lines(column)), (self._under_way == 1, False)):
            needed = self._laid(column, lines, headed).natural_height(column) + 2 * high
            if needed <= most:
                break
        return needed

    def place(self, sheet: pygame.Rect) -> None:
        """Lie in `sheet`; where that is low, fewer bookmarks are shown, and where it is very low no heading."""
        side, high = self._pad()
        self.rect = sheet
        inner = sheet.inflate(-2 * side, -2 * high)
        lines = self._lines(inner.width)
        headed = [*lines, *([] if self._under_way == 1 else [0])]
        for number, head in (*((one, True) for one in headed), *((one, False) for one in (*lines, 0))):
            laid = self._laid(inner.width, number, head)
            if laid.natural_height(inner.width) <= inner.height:
                break
        laid.place(inner)

    def _laid(self, width: int, lines: int, headed: bool) -> Cell:
        """The layout with so many lines of bookmarks, and with a heading or not."""
        px, gap, columns = self.theme.px, self.theme.px(1.4), self._columns(width)
        self._heading.visible = self._head_rule.visible = headed
        self._empty.visible = not self._bookmarks and lines > 0
        self._all.visible = self._under_way > min(lines * columns, len(self._bookmarks))
        self._all.text = self.form.scene.app.words("menu.all_matches", n=self._under_way)
        for number, mark in enumerate(self._bookmarks):
            mark.show(number < lines * columns)
        heading = fixed(self._heading, self.theme.line("heading"))
        head = Column(heading, space(px(0.8)), self._head_rule, space(px(2) - px(0.8)))
        marks = Grid([mark.line() for mark in self._bookmarks if mark.visible], columns, (px(2.4), 0))
        above = space(px(3) if self._new.visible else 0)
        body = Column(self._empty, marks, space(px(1.2)), self._all, above)
        keys = Fitting([Grid(self._keys, 2, (gap, gap)), Grid(self._keys, 1, (gap, gap))])
        foot = Column(self._new, space(px(1.5)), self._rule, space(px(1.5)), keys)
        return Column(head, share(body), foot)


def _begun(app: App, games: Sequence[str]) -> tuple[str, int] | None:
    """The course that is under way. Courses take a while to load, and who is new here has begun none."""
    if not app.storage.load_data("lessons"):
        return None
    from scenes.screens.learn.tasks import begun

    return begun(app, games)


def _head(text: str) -> Head:
    """The head of a record. Raises RecordError. Records take a while to load, and who is new here has none."""
    from scenes.table.record_headers import Head

    return Head.read(text)

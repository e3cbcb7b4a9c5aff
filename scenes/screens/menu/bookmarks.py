"""The sheet on the menu: a bookmark for each unfinished match, and buttons to other screens."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from scenes.app.game_card import card_of
from scenes.app.navigation import open_screen
from scenes.app.stack import AppContext
from scenes.app.storage import Entry
from scenes.app.theme import INK, LEATHER, PAPER, SHADE, SOFT_INK, STITCH, Theme, hex_of, vector
from scenes.app.words import Words
from scenes.screens.constants import MAX_BOOKMARKS
from scenes.screens.requests import OpenArchive, OpenExchange, OpenLesson
from scenes.table.requests import OpenMatch, OpenSetup
from scenes.ui.base import Group
from scenes.ui.button import Button, IconButton, Pressable
from scenes.ui.label import Label, Panel, Rule
from scenes.ui.layout import Cell, Column, Fitting, Grid, Row, fixed_size, share, space, spring

if TYPE_CHECKING:
    from scenes.table.record_headers import RecordHead

_NARROWEST: Final = 36  # least width of a bookmark where two are side by side, in u


class Bookmark(Pressable):
    """An unfinished match: a leather ribbon, players, game, progress, and a bin."""

    def __init__(self, parent: Group, entry: Entry, head: RecordHead, begun: str) -> None:
        app = parent.form.scene.app
        words, match = app.words, OpenMatch(entry.id, chooses=True)
        super().__init__(parent, entry.told_apart(head.list_players(words)), lambda: open_screen(app, match))
        self.entry = entry
        card = card_of(head.game)
        alone = head.persons[0] if len(head.persons) == 1 else -1
        self.look = dict(enumerate(card.emblems)).get(alone, card.emblem)
        """Sprite of the game and of the person's side."""
        told = _details(words, head)
        self._details = (*(f"{one} · {begun}" for one in told), begun) if begun else told
        self.bin = IconButton(parent, "bin", words("archive.delete"), self.ask_delete, danger=True)

    def press(self) -> None:
        self.form.play("bookmark")
        self._on_press()

    def ask_delete(self) -> None:
        from scenes.screens.archive import ask_delete  # not for the first frame

        ask_delete(self.form.scene.app, self.entry, self.label, finished=False)

    def show(self, visible: bool) -> None:
        self.visible = self.bin.visible = visible

    def line(self) -> Cell:
        return Row(share(self), space(self.theme.px(0.6)), Column(spring(), self.bin, spring()))

    def natural_height(self, width: int) -> int:
        return max(self.theme.control, self.theme.px(7.2))

    def lay_out(self) -> None:
        room = self._words().width
        whole = self._detail(room) == self._details[0] and self.theme.width(self.label, "strong") <= room
        self.tip = "" if whole else f"{self.label}\n{self._details[0]}"

    def _words(self) -> pygame.Rect:
        theme, rect = self.theme, self.rect
        high = theme.line("strong") + theme.line("small")
        left = rect.left + theme.px(7.2)
        return pygame.Rect(left, rect.centery - high // 2, rect.right - theme.px(0.8) - left, high)

    def _detail(self, room: int) -> str:
        fitting = (one for one in self._details if self.theme.width(one, "small") <= room)
        return next(fitting, self._details[-1])

    def paint(self, surface: pygame.Surface) -> None:
        theme, state, rect = self.theme, self.state(), self.rect
        if state in ("hover", "held"):
            tone = SHADE if state == "held" else SHADE.lerp(PAPER, 0.3)
            theme.highlight(surface, rect.inflate(0, -2), tone, theme.px(0.8), picked=state == "held")
        words = self._words()
        size = (theme.px(5), words.height)
        ribbon = theme.cache.get(("ribbon", size), lambda: _ribbon(theme, size))
        surface.blit(ribbon, ribbon.get_rect(midleft=(rect.left + theme.px(1), rect.centery)))
        if self.look:
            emblem = self.assets.sprite(self.look, theme.px(3.9))
            middle = (rect.left + theme.px(1) + size[0] // 2, rect.centery - theme.px(0.7))
            surface.blit(emblem, emblem.get_rect(center=middle))
        theme.text(surface, self.label, "strong", INK, words, valign="top", ellipsis=True)
        theme.text(surface, self._detail(words.width), "small", SOFT_INK, words, valign="bottom", ellipsis=True)


def _ribbon(theme: Theme, size: tuple[int, int]) -> pygame.Surface:
    w, h = size
    leather = hex_of(theme.colour_for(LEATHER))
    notch, inset, dash = w * 0.22, max(2.0, theme.u * 0.35), theme.u * 0.45
    return vector(
        size,
        f'<path d="M0 0H{w}V{h}L{w / 2} {h - notch}L0 {h}Z" fill="#4A2519"/>'
        f'<path d="M0 0H{w - 0.8}V{h - 1.2}L{w / 2} {h - notch - 1}L0 {h - 1.2}Z" fill="{leather}"/>'
        f'<path d="M{inset} 0V{h - notch}M{w - inset} 0V{h - notch}" stroke="{hex_of(STITCH)}" fill="none" '
        f'stroke-width="{max(0.8, theme.u * 0.1):.2f}" stroke-dasharray="{dash:.1f} {dash * 0.8:.1f}"/>',
    )


def _details(words: Words, head: RecordHead) -> tuple[str, ...]:
    turn = head.turns // card_of(head.game).columns + 1  # as the score sheet counts
    told = (words("menu.bookmark", game=words.game(head.game), turn=turn), words("menu.bookmark_turn", turn=turn))
    if head.to_move is None:
        return told
    name = head.name(words, head.to_move)
    alone = head.persons == [head.to_move]
    whose = words("menu.bookmark_yours") if alone else words("menu.bookmark_theirs", name=name)
    return (f"{told[0]} · {whose}", told[0], f"{told[1]} · {whose}", whose)


class BookmarkSheet(Panel):
    def __init__(self, parent: Group, games: Sequence[str], on_learn: Callable[[], object]) -> None:
        """Make the sheet for `games`.

        The first can be set up from the sheet if it is the only one, or if no match was ever played. `on_learn`
        shows the lessons.
        """
        super().__init__(parent)
        app = self.form.scene.app
        words = app.words
        self._games, self._alone, self._on_learn = games, len(games) == 1, on_learn
        self._begun: tuple[str, int] | None = None
        """The unfinished course and its next lesson, from 0; looked up only if no match was ever finished."""
        self._heading = Label(self, "", "heading")
        self._empty = Label(self, "", "body", SOFT_INK, valign="top")
        self._list = Group(self)
        self._all = Button(self, "", partial(open_screen, app, OpenArchive("matches")), icon="list")
        setup = OpenSetup(games[0])
        self._new = Button(self, words("menu.new_match"), partial(open_screen, app, setup), "primary", icon="new")
        self._finished = Button(self, words("menu.finished"), partial(open_screen, app, OpenArchive()), icon="book")
        self._open = Button(self, words("menu.open"), partial(open_screen, app, OpenExchange()), icon="open")
        self._learn_key = Button(self, "", self._learn, icon="learn")
        self._bookmarks: list[Bookmark] = []
        self._under_way = 0
        self._head_rule, self._rule = Rule(self), Rule(self)
        self.read()

    @property
    def newest(self) -> Bookmark | None:
        return self._bookmarks[0] if self._bookmarks else None

    def read(self) -> None:
        """Read the saved matches. One that can't be read is set aside or left alone, with a notice."""
        storage = self.form.scene.app.storage
        self._list.clear()
        self._bookmarks = []
        entries = storage.list_matches()
        self._under_way = len(entries)
        words = self.form.scene.app.words
        heads: dict[Entry, RecordHead] = {}
        for entry in entries:
            if len(heads) == MAX_BOOKMARKS:
                break
            try:
                heads[entry] = storage.read_match(entry.id, _head)
            except OSError:
                self._under_way -= 1
        alike = Counter((head.list_players(words), _details(words, head)) for head in heads.values())
        for entry, head in heads.items():
            several = alike[head.list_players(words), _details(words, head)] > 1
            begun = head.when(words, time.localtime()) if several else ""
            self._bookmarks.append(Bookmark(self._list, entry, head, begun))
        self._bare = not self._bookmarks and not storage.unread_match
        self._heading.text = self.form.scene.app.words("menu.welcome" if self._bare else "menu.under_way")
        self._empty.visible = self._bare
        self._greet()

    def _greet(self) -> None:
        """Set the texts for new players; offer the list of finished matches only if there are any."""
        app = self.form.scene.app
        words, alone = app.words, self._alone
        finished = app.storage.has_finished()
        novice = self._bare and not finished
        self._finished.visible, self._learn_key.visible = finished, not finished
        self._new.visible = alone or novice
        self._begun = None if finished else _begun(app, self._games)
        if self._begun is None:
            self._learn_key.text = words("menu.learn_a_game")
        else:
            key, number = self._begun
            self._learn_key.text = words("menu.go_on_course", game=words.game(key), n=number + 1)
        name = words.game(self._games[0])
        self._new.text = words("menu.new_match") if alone else words("menu.try", game=name)
        self._empty.text = words("menu.empty" if alone else "menu.empty_first" if novice else "menu.empty_several")

    @property
    def _keys(self) -> tuple[Button, Button]:
        return (self._learn_key if self._learn_key.visible else self._finished, self._open)

    # --- where one goes from here

    def ask_delete(self) -> bool:
        focused = next((mark for mark in self._bookmarks if mark.has_focus or mark.bin.has_focus), None)
        if focused is not None:
            focused.ask_delete()
        return focused is not None

    def _learn(self) -> None:
        if self._begun is None:
            self._on_learn()
        else:
            open_screen(self.form.scene.app, OpenLesson(*self._begun))

    # --- layout

    def _pad(self) -> tuple[int, int]:
        return self.theme.px(2.8), self.theme.px(2.6)

    def heights(self, width: int) -> list[int]:
        """Return possible heights in pixels: with all, with ever fewer bookmarks, with one line of buttons."""
        side, high = self._pad()
        return [one.natural_height(width - 2 * side) + 2 * high for one in self._layouts(width - 2 * side)]

    def place(self, sheet: pygame.Rect) -> None:
        side, high = self._pad()
        self.rect = sheet
        inner = sheet.inflate(-2 * side, -2 * high)
        for laid in self._layouts(inner.width):
            if laid.natural_height(inner.width) <= inner.height:
                break
        laid.place(inner)

    def _layouts(self, width: int) -> Iterator[Cell]:
        """Return the layouts for a width, the highest first; each one hides what it leaves out."""
        columns = 2 if width >= self.theme.px(2 * _NARROWEST) and len(self._bookmarks) > 1 else 1
        for lines in range(max(1, -(-len(self._bookmarks) // columns)), 0, -1):
            yield self._laid(columns, lines)
        if self._under_way != 1:
            yield self._laid(columns, 0)
        yield self._laid(columns, 1 if self._under_way == 1 else 0, headed=False)
        yield self._line(width)

    def _laid(self, columns: int, lines: int, headed: bool = True) -> Cell:
        px, gap = self.theme.px, self.theme.px(1.4)
        self._show(columns * lines, headed)
        self._empty.visible = self._bare and lines > 0
        heading = fixed_size(self._heading, self.theme.line("heading"))
        head = Column(heading, space(px(0.8)), self._head_rule, space(px(2) - px(0.8)))
        marks = Grid([mark.line() for mark in self._bookmarks if mark.visible], columns, (px(2.4), 0))
        above = space(px(3) if self._new.visible else 0)
        body = Column(self._empty, marks, space(px(1.2)), self._all, above)
        keys = Fitting([Grid(self._keys, 2, (gap, gap)), Grid(self._keys, 1, (gap, gap))])
        foot = Column(self._new, space(px(1.5)), self._rule, space(px(1.5)), keys)
        return Column(head, share(body), foot)

    def _line(self, width: int) -> Cell:
        self._show(1 if self._under_way == 1 else 0, headed=False)
        self._empty.visible = self._rule.visible = False
        marks = [share(mark.line(), self.theme.px(_NARROWEST)) for mark in self._bookmarks if mark.visible]
        keys = [key for key in (self._all, self._new, *self._keys) if key.visible]
        for bare in (False, True):
            for key in keys:
                key.bare = bare
            row = Row(*marks, *(share(key, key.natural_width()) for key in keys), gap=self.theme.px(1.4))
            if row.natural_width() <= width:
                break
        return row

    def _show(self, most: int, headed: bool) -> None:
        self._heading.visible = self._head_rule.visible = headed
        self._rule.visible = True
        for key in (self._all, self._new, *self._keys):
            key.bare = False
        self._all.visible = self._under_way > min(most, len(self._bookmarks))
        self._all.text = self.form.scene.app.words("menu.all_matches", n=self._under_way)
        for number, mark in enumerate(self._bookmarks):
            mark.show(number < most)


def _begun(app: AppContext, games: Sequence[str]) -> tuple[str, int] | None:
    """Return the unfinished course; loads no courses if none was begun, because that takes a while."""
    if not app.storage.load_data("lessons"):
        return None
    from scenes.screens.learn.tasks import find_begun_course

    return find_begun_course(app, games)


def _head(text: str) -> RecordHead:
    """Return the head of a record, whose module is loaded only when needed. Raises RecordError."""
    from scenes.table.record_headers import RecordHead

    return RecordHead.read(text)

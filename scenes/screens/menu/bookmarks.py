"""The sheet on the menu, with a bookmark for each unfinished match and with buttons for other screens."""

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
from scenes.app.storage import MatchFile
from scenes.app.theme import INK, LEATHER, PAPER, SHADE, SOFT_INK, STITCH, Theme, hex_of, render_svg
from scenes.app.words import Words
from scenes.screens.constants import MAX_BOOKMARKS
from scenes.screens.requests import OpenArchive, OpenExchange, OpenLesson
from scenes.table.screen_requests import OpenMatch, OpenSetup
from scenes.ui.base import Group
from scenes.ui.button import Button, IconButton, Pressable
from scenes.ui.label import Label, Panel, Rule
from scenes.ui.layout import Cell, Column, Fitting, Grid, Row, filler, fixed_size, space, stretch

if TYPE_CHECKING:
    from scenes.table.match_summary import MatchSummary

_MIN_BOOKMARK_WIDTH: Final = 36  # in u, where two are side by side


class Bookmark(Pressable):
    """The bookmark of an unfinished match: a leather ribbon, players, game, progress, and a button to delete it."""

    def __init__(self, parent: Group, entry: MatchFile, head: MatchSummary, begun_text: str) -> None:
        """Make the bookmark; `begun_text` says when the match began, and is empty if the other texts are unique."""
        app = parent.form.scene.app
        words, match = app.words, OpenMatch(entry.id, can_choose_version=True)
        super().__init__(parent, entry.name_with_version(head.list_players(words)), lambda: open_screen(app, match))
        self.entry = entry
        card = card_of(head.game)
        person_seat = head.persons[0] if len(head.persons) == 1 else -1
        self.emblem = dict(enumerate(card.emblems)).get(person_seat, card.emblem)
        """The sprite of the person's side, or of the game if several or no persons play."""
        details = _detail_texts(words, head)
        self._details = (*(f"{one} · {begun_text}" for one in details), begun_text) if begun_text else details
        self.delete_button = IconButton(parent, "bin", words("archive.delete"), self.ask_delete, is_dangerous=True)

    def press(self) -> None:
        self.form.play("bookmark")
        self._on_press()

    def ask_delete(self) -> None:
        from scenes.screens.match_list import ask_delete  # not loaded for the first frame

        ask_delete(self.form.scene.app, self.entry, self.label, is_finished=False)

    def set_visible(self, is_visible: bool) -> None:
        self.visible = self.delete_button.visible = is_visible

    def row_layout(self) -> Cell:
        return Row(stretch(self), space(self.theme.px(0.6)), Column(filler(), self.delete_button, filler()))

    def natural_height(self, width: int) -> int:
        return max(self.theme.control, self.theme.px(7.2))

    def lay_out(self) -> None:
        room = self._text_area().width
        has_all_details = self._fitting_detail(room) == self._details[0]
        is_whole = has_all_details and self.theme.width(self.label, "strong") <= room
        self.tip = "" if is_whole else f"{self.label}\n{self._details[0]}"

    def _text_area(self) -> pygame.Rect:
        theme, rect = self.theme, self.rect
        height = theme.line("strong") + theme.line("small")
        left = rect.left + theme.px(7.2)
        return pygame.Rect(left, rect.centery - height // 2, rect.right - theme.px(0.8) - left, height)

    def _fitting_detail(self, room: int) -> str:
        fitting = (one for one in self._details if self.theme.width(one, "small") <= room)
        return next(fitting, self._details[-1])

    def paint(self, surface: pygame.Surface) -> None:
        theme, state, rect = self.theme, self.state(), self.rect
        if state in ("hover", "held"):
            tone = SHADE if state == "held" else SHADE.lerp(PAPER, 0.3)
            theme.paint_highlight(surface, rect.inflate(0, -2), tone, theme.px(0.8), is_picked=state == "held")
        area = self._text_area()
        size = (theme.px(5), area.height)
        ribbon = theme.cache.get(("ribbon", size), lambda: _render_ribbon(theme, size))
        surface.blit(ribbon, ribbon.get_rect(midleft=(rect.left + theme.px(1), rect.centery)))
        if self.emblem:
            emblem = self.assets.sprite(self.emblem, theme.px(3.9))
            middle = (rect.left + theme.px(1) + size[0] // 2, rect.centery - theme.px(0.7))
            surface.blit(emblem, emblem.get_rect(center=middle))
        theme.text(surface, self.label, "strong", INK, area, valign="top", ellipsis=True)
        theme.text(surface, self._fitting_detail(area.width), "small", SOFT_INK, area, valign="bottom", ellipsis=True)


def _render_ribbon(theme: Theme, size: tuple[int, int]) -> pygame.Surface:
    w, h = size
    leather = hex_of(theme.colour_for(LEATHER))
    notch, inset, dash = w * 0.22, max(2.0, theme.u * 0.35), theme.u * 0.45
    return render_svg(
        size,
        f'<path d="M0 0H{w}V{h}L{w / 2} {h - notch}L0 {h}Z" fill="#4A2519"/>'
        f'<path d="M0 0H{w - 0.8}V{h - 1.2}L{w / 2} {h - notch - 1}L0 {h - 1.2}Z" fill="{leather}"/>'
        f'<path d="M{inset} 0V{h - notch}M{w - inset} 0V{h - notch}" stroke="{hex_of(STITCH)}" fill="none" '
        f'stroke-width="{max(0.8, theme.u * 0.1):.2f}" stroke-dasharray="{dash:.1f} {dash * 0.8:.1f}"/>',
    )


def _detail_texts(words: Words, head: MatchSummary) -> tuple[str, ...]:
    """Return texts about the progress of a match, the longest first."""
    turn = head.turns // card_of(head.game).columns + 1  # as the score sheet counts
    texts = (
        words("menu.bookmark", game=words.game_name(head.game), turn=turn),
        words("menu.bookmark_turn", turn=turn),
    )
    if head.to_move is None:
        return texts
    name = head.name(words, head.to_move)
    is_only_person = head.persons == [head.to_move]
    turn_text = words("menu.bookmark_yours") if is_only_person else words("menu.bookmark_theirs", name=name)
    return (f"{texts[0]} · {turn_text}", texts[0], f"{texts[1]} · {turn_text}", turn_text)


class BookmarkSheet(Panel):
    def __init__(self, parent: Group, games: Sequence[str], on_learn: Callable[[], object]) -> None:
        """Make the sheet for `games`.

        It has a button for a match of the first game if that is the only game, or if no match was ever played.
        `on_learn` is called to show lessons, if no course is begun.
        """
        super().__init__(parent)
        app = self.form.scene.app
        words = app.words
        self._games, self._is_only_game, self._on_learn = games, len(games) == 1, on_learn
        self._begun_course: tuple[str, int] | None = None
        """The unfinished course and next lesson, counted from 0; None if there is none, or a match was finished."""
        self._heading = Label(self, "", "heading")
        self._empty = Label(self, "", "body", SOFT_INK, valign="top")
        self._list = Group(self)
        self._all_button = Button(self, "", partial(open_screen, app, OpenArchive("matches")), icon="list")
        start, look_back, load = (
            partial(open_screen, app, one) for one in (OpenSetup(games[0]), OpenArchive(), OpenExchange())
        )
        self._new_button = Button(self, words("menu.new_match"), start, "primary", icon="new")
        self._finished_button = Button(self, words("menu.finished"), look_back, icon="book")
        self._open_button = Button(self, words("menu.open"), load, icon="open")
        self._learn_button = Button(self, "", self._go_on_learning, icon="learn")
        self._bookmarks: list[Bookmark] = []
        self._match_count = 0
        self._head_rule, self._rule = Rule(self), Rule(self)
        self.read()

    @property
    def newest(self) -> Bookmark | None:
        return self._bookmarks[0] if self._bookmarks else None

    def read(self) -> None:
        """Read the unfinished matches; for each one that can't be read, the storage adds a notice."""
        storage = self.form.scene.app.storage
        self._list.clear()
        self._bookmarks = []
        entries = storage.list_matches()
        self._match_count = len(entries)
        words = self.form.scene.app.words
        heads: dict[MatchFile, MatchSummary] = {}
        for entry in entries:
            if len(heads) == MAX_BOOKMARKS:
                break
            try:
                heads[entry] = storage.read_match(entry.id, _read_head)
            except OSError:
                self._match_count -= 1
        counts = Counter((head.list_players(words), _detail_texts(words, head)) for head in heads.values())
        for entry, head in heads.items():
            is_ambiguous = counts[head.list_players(words), _detail_texts(words, head)] > 1
            begun_text = head.format_begun(words, time.localtime()) if is_ambiguous else ""
            self._bookmarks.append(Bookmark(self._list, entry, head, begun_text))
        self._is_empty = not self._bookmarks and not storage.unread_match
        self._heading.text = self.form.scene.app.words("menu.welcome" if self._is_empty else "menu.under_way")
        self._empty.visible = self._is_empty
        self._update_texts()

    def _update_texts(self) -> None:
        """Set the texts, which differ for new players; show a button for finished matches only if there are any."""
        app = self.form.scene.app
        words, is_only_game = app.words, self._is_only_game
        has_finished = app.storage.has_finished()
        is_new_player = self._is_empty and not has_finished
        self._finished_button.visible, self._learn_button.visible = has_finished, not has_finished
        self._new_button.visible = is_only_game or is_new_player
        self._begun_course = None if has_finished else _find_begun_course(app, self._games)
        if self._begun_course is None:
            self._learn_button.text = words("menu.learn_a_game")
        else:
            key, number = self._begun_course
            self._learn_button.text = words("menu.go_on_course", game=words.game_name(key), n=number + 1)
        name = words.game_name(self._games[0])
        self._new_button.text = words("menu.new_match") if is_only_game else words("menu.try", game=name)
        self._empty.text = words(
            "menu.empty" if is_only_game else "menu.empty_first" if is_new_player else "menu.empty_several"
        )

    @property
    def _bottom_buttons(self) -> tuple[Button, Button]:
        return (self._learn_button if self._learn_button.visible else self._finished_button, self._open_button)

    # --- actions

    def ask_delete(self) -> bool:
        """Ask whether to delete the match of the bookmark with the focus; return False if none has the focus."""
        focused = next((mark for mark in self._bookmarks if mark.has_focus or mark.delete_button.has_focus), None)
        if focused is not None:
            focused.ask_delete()
        return focused is not None

    def _go_on_learning(self) -> None:
        if self._begun_course is None:
            self._on_learn()
        else:
            open_screen(self.form.scene.app, OpenLesson(*self._begun_course))

    # --- layout

    def _pad(self) -> tuple[int, int]:
        return self.theme.px(2.8), self.theme.px(2.6)

    def heights(self, width: int) -> list[int]:
        """Return the possible heights in pixels, from the height for all bookmarks down to that of a single line."""
        pad_x, pad_y = self._pad()
        return [layout.natural_height(width - 2 * pad_x) + 2 * pad_y for layout in self._layouts(width - 2 * pad_x)]

    def place(self, sheet: pygame.Rect) -> None:
        pad_x, pad_y = self._pad()
        self.rect = sheet
        inner = sheet.inflate(-2 * pad_x, -2 * pad_y)
        for layout in self._layouts(inner.width):
            if layout.natural_height(inner.width) <= inner.height:
                break
        layout.place(inner)

    def _layouts(self, width: int) -> Iterator[Cell]:
        """Yield the layouts for a width, the highest first; each one hides the widgets that it leaves out."""
        columns = 2 if width >= self.theme.px(2 * _MIN_BOOKMARK_WIDTH) and len(self._bookmarks) > 1 else 1
        for lines in range(max(1, -(-len(self._bookmarks) // columns)), 0, -1):  # from all bookmarks, rounded up
            yield self._full_layout(columns, lines)
        if self._match_count != 1:
            yield self._full_layout(columns, 0)
        yield self._full_layout(columns, 1 if self._match_count == 1 else 0, has_heading=False)
        yield self._line_layout(width)

    def _full_layout(self, columns: int, lines: int, has_heading: bool = True) -> Cell:
        px, gap = self.theme.px, self.theme.px(1.4)
        self._show_bookmarks(columns * lines, has_heading)
        self._empty.visible = self._is_empty and lines > 0
        heading = fixed_size(self._heading, self.theme.line("heading"))
        head = Column(heading, space(px(0.8)), self._head_rule, space(px(2) - px(0.8)))
        bookmarks = Grid([mark.row_layout() for mark in self._bookmarks if mark.visible], columns, (px(2.4), 0))
        above = space(px(3) if self._new_button.visible else 0)
        body = Column(self._empty, bookmarks, space(px(1.2)), self._all_button, above)
        buttons = Fitting([Grid(self._bottom_buttons, 2, (gap, gap)), Grid(self._bottom_buttons, 1, (gap, gap))])
        foot = Column(self._new_button, space(px(1.5)), self._rule, space(px(1.5)), buttons)
        return Column(head, stretch(body), foot)

    def _line_layout(self, width: int) -> Cell:
        self._show_bookmarks(1 if self._match_count == 1 else 0, has_heading=False)
        self._empty.visible = self._rule.visible = False
        bookmark_width = self.theme.px(_MIN_BOOKMARK_WIDTH)
        bookmarks = [stretch(mark.row_layout(), bookmark_width) for mark in self._bookmarks if mark.visible]
        buttons = [button for button in (self._all_button, self._new_button, *self._bottom_buttons) if button.visible]
        for bare in (False, True):
            for button in buttons:
                button.is_icon_hidden = bare
            button_cells = [stretch(button, button.natural_width()) for button in buttons]
            row = Row(*bookmarks, *button_cells, gap=self.theme.px(1.4))
            if row.natural_width() <= width:
                break
        return row

    def _show_bookmarks(self, max_count: int, has_heading: bool) -> None:
        """Show up to `max_count` bookmarks, a button for all if there are more, and what the line layout hides."""
        self._heading.visible = self._head_rule.visible = has_heading
        self._rule.visible = True
        for button in (self._all_button, self._new_button, *self._bottom_buttons):
            button.is_icon_hidden = False
        self._all_button.visible = self._match_count > min(max_count, len(self._bookmarks))
        self._all_button.text = self.form.scene.app.words("menu.all_matches", n=self._match_count)
        for number, bookmark in enumerate(self._bookmarks):
            bookmark.set_visible(number < max_count)


def _find_begun_course(app: AppContext, games: Sequence[str]) -> tuple[str, int] | None:
    """Return the begun course and its next lesson, or None; load courses, which is slow, only if one was begun."""
    if not app.storage.load_data("lessons"):
        return None
    from scenes.screens.learn.tasks import find_begun_course

    return find_begun_course(app, games)


def _read_head(text: str) -> MatchSummary:
    """Return the head of a record. Raises RecordError. `MatchSummary` is imported only at the first call."""
    from scenes.table.match_summary import MatchSummary

    return MatchSummary.read(text)

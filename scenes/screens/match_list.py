"""The list of saved matches: finished ones to look at, unfinished ones to continue."""

from __future__ import annotations

import time
from typing import Final

import pygame

from scenes.app.game_card import card_of
from scenes.app.navigation import ShowText, open_screen
from scenes.app.stack import AppContext
from scenes.app.storage import MatchFile
from scenes.app.theme import INK, OXBLOOD, SOFT_INK
from scenes.screens.notices import NoticeToast
from scenes.table.match_summary import MatchSummary, format_change_time
from scenes.table.screen_requests import OpenMatch
from scenes.ui.choice import Choice
from scenes.ui.dialog import Answer, Dialog
from scenes.ui.form_scene import PanelScene
from scenes.ui.label import Label
from scenes.ui.layout import Cell, Column, Row, filler, fixed_size, space, stretch
from scenes.ui.listing import Listing

SHELVES: Final = ("finished", "matches")  # the tabs, which are also names of folders in the person's files


class ArchiveScene(PanelScene):
    """A list with two tabs. Of each match only the head is read, and only when its line is shown or used."""

    max_width = 124.0
    title_key = "archive.title"

    def __init__(self, app: AppContext, shelf: str = "finished") -> None:
        """Open the tab `shelf`, one of `SHELVES`."""
        super().__init__(app)
        self._shelf = shelf
        self._entries: list[MatchFile] = []
        self._heads: dict[str, MatchSummary | None] = {}

    def fill(self) -> None:
        words = self.app.words
        tabs = [(shelf, words(f"archive.{shelf}")) for shelf in SHELVES]
        self._tabs = Choice(self.sheet, "", tabs, self._shelf, self._show_shelf)
        self._empty_label = Label(self.sheet, "", "body", SOFT_INK, "centre", "top")
        self._empty_label.is_announced = True
        self._list = Listing(self.sheet, self._paint_line, self._open_match, self._ask_delete)
        self._list.describe_line = self._describe_line
        self._toast = NoticeToast(self.form)
        self._update_list()
        self.form.focus(self._list)

    def on_resume(self, result: object) -> None:
        self._update_list()
        self._toast.refresh()
        self.resize(self.app.size)

    # --- the list

    def _show_shelf(self, shelf: str) -> None:
        self._shelf = shelf
        self._list.here = self._list.scroll.offset = 0
        self._update_list()
        self.resize(self.app.size)

    def _update_list(self) -> None:
        storage = self.app.storage
        self._entries = storage.list_matches() if self._shelf == "matches" else storage.list_matches("finished")
        self._heads.clear()
        self._empty_label.text = self.app.words(f"archive.none_{self._shelf}")
        self._empty_label.visible = not self._entries
        self._list.visible = bool(self._entries)
        self._list.show(len(self._entries), self._list.here)

    def _head_of(self, entry: MatchFile) -> MatchSummary | None:
        """Return the head of a match, or None if the file can't be read; such a file stays where it is."""
        if entry.id not in self._heads:
            try:
                self._heads[entry.id] = MatchSummary.read(self.app.storage.peek_record(entry.path))
            except (OSError, ValueError):
                self._heads[entry.id] = None
        return self._heads[entry.id]

    def _open_match(self, line: int) -> None:
        open_screen(self.app, OpenMatch(self._entries[line].id, self._shelf == "finished", can_choose_version=True))

    def _ask_delete(self, line: int) -> None:
        entry = self._entries[line]
        head, detail = self._head_of(entry), entry.path.name
        if head is not None:
            detail = f"{self._players_text(entry, head)}, {self._date_text(entry, head)}"
        ask_delete(self.app, entry, detail, is_finished=self._shelf == "finished")

    def _paint_line(self, surface: pygame.Surface, line: int, rect: pygame.Rect) -> None:
        theme, words, entry = self.app.theme, self.app.words, self._entries[line]
        head = self._head_of(entry)
        height = theme.line("strong") + theme.line("small")
        area = pygame.Rect(rect.left, rect.centery - height // 2, rect.width, height)
        left = pygame.Rect(area.left, area.top, round(area.width * 0.6) - theme.gap, height)
        right = pygame.Rect(left.right + theme.gap, area.top, area.right - left.right - theme.gap, height)
        if head is None:
            name = words("archive.unreadable", name=entry.path.name)
            theme.text(surface, name, "strong", OXBLOOD, area, valign="top", ellipsis=True)
            detail = words("archive.unreadable_detail")
            theme.text(surface, detail, "small", SOFT_INK, area, valign="bottom", ellipsis=True)
            return
        game, when = self._game_text(head), self._date_text(entry, head)
        theme.text(surface, self._players_text(entry, head), "strong", INK, left, valign="top", ellipsis=True)
        theme.text(surface, game, "small", SOFT_INK, left, valign="bottom", ellipsis=True)
        theme.text(surface, head.describe_result(words), "body", INK, right, valign="top", ellipsis=True)
        theme.text(surface, when, "small", SOFT_INK, right, valign="bottom", ellipsis=True)

    def _players_text(self, entry: MatchFile, head: MatchSummary) -> str:
        words, players = self.app.words, entry.name_with_version(head.list_players(self.app.words))
        return f"{players} · {words('archive.versions', n=len(entry.versions) + 1)}" if entry.versions else players

    def _date_text(self, entry: MatchFile, head: MatchSummary) -> str:
        when = head.format_begun(self.app.words, time.localtime())
        return when or self.app.words("archive.changed", when=format_change_time(self.app.words, entry.mtime))

    def _game_text(self, head: MatchSummary) -> str:
        words = self.app.words
        rows = -(-head.turns // card_of(head.game).columns)  # on the score sheet, rounded up
        return f"{words.game_name(head.game)}, {words('archive.turns', n=rows)}"

    def _describe_line(self, line: int) -> str:
        words, entry = self.app.words, self._entries[line]
        head = self._head_of(entry)
        if head is None:
            return f"{words('archive.unreadable', name=entry.path.name)}. {words('archive.unreadable_detail')}"
        players, date = self._players_text(entry, head), self._date_text(entry, head)
        return ", ".join((players, self._game_text(head), head.describe_result(words), date))

    # --- layout

    def place_paper(self, size: tuple[int, int]) -> pygame.Rect:
        Column(stretch(self.sheet), space(self.app.theme.px(2)), self._toast).place(super().place_paper(size))
        return self.sheet.rect

    def content(self) -> Cell:
        px = self.app.theme.px
        return Column(
            Row(filler(), fixed_size(self._tabs, px(44)), filler()),
            space(px(1.4)),
            stretch(self._list),
            space(px(1.4 + 6)),
            stretch(Row(space(px(4)), stretch(self._empty_label), space(px(4)))),
        )


def ask_delete(app: AppContext, entry: MatchFile, detail: str, is_finished: bool) -> None:
    """Ask whether to delete a match, and if so delete it, unless it is open in another window."""
    words, storage = app.words, app.storage
    keep: Answer = (False, words("archive.keep"), "plain")
    remove: Answer = (True, words("archive.delete"), "danger")

    def on_answer(is_confirmed: bool | None) -> None:
        if not is_confirmed:
            return
        with storage.lock():  # otherwise another window might open it meanwhile
            is_claimed = storage.claim(entry.id)
            if is_claimed:
                (storage.delete_finished if is_finished else storage.delete_match)(entry.id)
                storage.release(entry.id)
        if not is_claimed:
            open_screen(app, ShowText(words("elsewhere.title"), words("archive.kept_elsewhere")))

    app.stack.push(Dialog(app, words("archive.delete_ask"), [keep, remove], detail), on_answer)

"""Lists to choose one of several matches in a file, or one of several versions of a match."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pygame

from scenes.app.stack import AppContext
from scenes.app.storage import Folder
from scenes.app.theme import INK
from scenes.table.record_headers import Head, changed
from scenes.ui.layout import Cell, Column, share
from scenes.ui.listing import Listing
from scenes.ui.sheet import PaperScene


class MatchListScene(PaperScene):
    widest = 84.0
    titled = "exchange.which_match"

    def __init__(
        self, app: AppContext, matches: Sequence[tuple[str, str]], on_choose: Callable[[str], object]
    ) -> None:
        super().__init__(app)
        self._matches = matches
        self._on_choose = on_choose

    def fill(self) -> None:
        self.list = Listing(self.sheet, self._paint_line, self._choose)
        self.list.words = self._label
        self.list.show(len(self._matches))
        self.form.focus(self.list)

    def _label(self, number: int) -> str:
        return f"{number + 1}. {self._matches[number][0]}"

    def _paint_line(self, surface: pygame.Surface, number: int, rect: pygame.Rect) -> None:
        self.app.theme.text(surface, self._label(number), "body", INK, rect, ellipsis=True)

    def _choose(self, number: int) -> None:
        self.app.stack.pop()
        self._on_choose(self._matches[number][1])

    def content(self) -> Cell:
        return Column(share(self.list))


class VersionScene(MatchListScene):
    """Versions of a match, left by programs that share folders. The scene applies the choice and calls `go_on`."""

    titled = "archive.which_version"

    def __init__(
        self, app: AppContext, match_id: str, folder: Folder, versions: Sequence[str], go_on: Callable[[], object]
    ) -> None:
        self._match_id, self._folder, self._go_on = match_id, folder, go_on
        names = [f"{match_id}.tablier", *versions]
        super().__init__(app, list(self._described(app, names)), self._take)

    def _described(self, app: AppContext, names: Sequence[str]) -> Iterator[tuple[str, str]]:
        words = app.words
        for name in names:
            path = app.storage.data / self._folder / name
            try:
                head, when = Head.read(app.storage.glance(path)), changed(words, path.stat().st_mtime)
            except (OSError, ValueError):
                continue
            turns = words("archive.turns", n=head.turns)
            yield " · ".join((when, turns, head.result(words), name)), name

    def _take(self, name: str) -> None:
        if name != f"{self._match_id}.tablier":
            self.app.storage.choose_version(self._match_id, name, self._folder)
        self._go_on()

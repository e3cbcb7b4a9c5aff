"""The sheet on which one of several matches in a file is chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from scenes.app.app import App
from scenes.app.theme import INK
from scenes.ui.layout import Cell, Column, share
from scenes.ui.listing import Listing
from scenes.ui.sheet import PaperScene


class MatchListScene(PaperScene):
    """A list of matches in one text."""

    widest = 84.0
    titled = "exchange.which_match"

    def __init__(self, app: App, matches: Sequence[tuple[str, str]], on_choose: Callable[[str], object]) -> None:
        """`matches`: what tells each from the others, and its text, which `on_choose` gets."""
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

"""A sheet of paper with tabs, of which one lies open; what stands on it scrolls where there is too much."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

import pygame

from scenes.ui.base import Widget
from scenes.ui.choice import Choice
from scenes.ui.label import Label
from scenes.ui.paper import PaperScene
from scenes.ui.scroll import ScrollGroup

if TYPE_CHECKING:
    from scenes.app.app import App

BELOW_TABS: Final = 2.4
"""Room between the tabs and what stands below them, in u."""


class Tab(NamedTuple):
    """One of the pages of a sheet."""

    name: str
    words: str
    fill: Callable[[list[Widget]], None]
    """Makes the widgets of the page in `strip`, and adds them to the list."""


class TabbedScene(PaperScene):
    """`tabs` says which pages there are, `laid_out` where everything on them has its place."""

    def __init__(self, app: App, tab: str) -> None:
        """`tab` is the name of the one that lies open."""
        super().__init__(app)
        self.tab = tab

    def tabs(self) -> list[Tab]:
        """The pages, from left to right."""
        raise NotImplementedError

    def laid_out(self, page: list[Widget], column: pygame.Rect) -> list[tuple[Widget, pygame.Rect]]:
        """The widgets of a page with their places, below one another from the top of `column`."""
        raise NotImplementedError

    def fill(self) -> None:
        tabs = self.tabs()
        names = [(tab.name, tab.words) for tab in tabs]
        self._choice = Choice(self.sheet, "", names, self.tab, self._turn_to, most=len(tabs))
        self.strip = ScrollGroup(self.sheet)
        self.pages: dict[str, list[Widget]] = {tab.name: [] for tab in tabs}
        for tab in tabs:
            tab.fill(self.pages[tab.name])
        self.show()

    def add_head(self, page: list[Widget], key: str) -> None:
        """The words `key` above what follows on a page."""
        page.append(Label(self.strip, self.app.words(key), "subheading"))

    def _turn_to(self, tab: str) -> None:
        self.tab = tab
        self.strip.scroll.offset = 0
        self.show()
        self.resize(self.app.size)

    def show(self) -> None:
        """Only what is on the open page is there."""
        for tab, page in self.pages.items():
            for widget in page:
                widget.visible = tab == self.tab

    def place(self, inner: pygame.Rect) -> None:
        theme = self.app.theme
        self._choice.rect = pygame.Rect(inner.left, inner.top, inner.width, theme.control)
        top = self._choice.rect.bottom + theme.px(BELOW_TABS)
        view = pygame.Rect(inner.left, top, inner.width, inner.bottom - top)
        self.strip.fill(view, partial(self.laid_out, self.pages[self.tab]))

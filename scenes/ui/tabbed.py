"""A panel with tabs; the open page scrolls where it is too high."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from scenes.ui.base import Group
from scenes.ui.choice import Choice
from scenes.ui.label import Label
from scenes.ui.layout import Cell, Column, share, space
from scenes.ui.paper import PaperScene
from scenes.ui.scroll import Scrolled, ScrollGroup

if TYPE_CHECKING:
    from scenes.app.app import App

_BELOW_TABS: Final = 2.4
"""Room between the tabs and what stands below them, in u."""


class Tab(NamedTuple):
    """One of the pages of a sheet."""

    name: str
    words: str
    fill: Callable[[Group], None]
    """Makes the widgets of the page in a group."""


class TabbedScene(PaperScene):
    """`tabs` gives the pages, `arranged` lays one out."""

    def __init__(self, app: App, tab: str) -> None:
        """`tab` is the name of the open page."""
        super().__init__(app)
        self.tab = tab

    def tabs(self) -> list[Tab]:
        """The pages, from left to right."""
        raise NotImplementedError

    def arranged(self, page: Group) -> Cell:
        """The layout of a page."""
        raise NotImplementedError

    def fill(self) -> None:
        tabs = self.tabs()
        names = [(tab.name, tab.words) for tab in tabs]
        self._tabs = Choice(self.sheet, "", names, self.tab, self._turn_to, most=len(tabs))
        self._strip = ScrollGroup(self.sheet)
        self.pages = {tab.name: Group(self._strip) for tab in tabs}
        for tab in tabs:
            self.pages[tab.name].visible = tab.name == self.tab
            tab.fill(self.pages[tab.name])

    def add_head(self, page: Group, key: str) -> None:
        """Add a heading, the words `key`, to a page."""
        Label(page, self.app.words(key), "subheading")

    def _turn_to(self, tab: str) -> None:
        self.tab = tab
        self._strip.scroll.offset = 0
        for name, page in self.pages.items():
            page.visible = name == tab
        self.resize(self.app.size)

    def content(self) -> Cell:
        return self._with_tabs(self.pages[self.tab])

    def content_height(self, width: int) -> int:
        """As high as the longest page needs, so that a snug sheet stays the same from tab to tab."""
        return max(self._with_tabs(page).natural_height(width) for page in self.pages.values())

    def _with_tabs(self, page: Group) -> Cell:
        below = space(self.app.theme.px(_BELOW_TABS))
        return Column(self._tabs, below, share(Scrolled(self._strip, self.arranged(page))))

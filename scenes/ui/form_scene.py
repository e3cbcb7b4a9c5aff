"""Base classes of scenes made of widgets: screens, panels with a title, and panels with tabs."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final, NamedTuple

import pygame

from scenes.app.stack import AppContext, Scene
from scenes.ui.base import Group
from scenes.ui.button import Button
from scenes.ui.form import Form
from scenes.ui.label import Label, Panel, Rule
from scenes.ui.layout import Cell, Column, space, stretch
from scenes.ui.scroll import Scrolled, ScrollGroup


class FormScene(Scene):
    """A scene of widgets; `fill` makes the widgets whenever the scene is entered."""

    def __init__(self, app: AppContext) -> None:
        super().__init__(app)
        self.form = Form(self)

    def fill(self) -> None:
        raise NotImplementedError

    def enter(self) -> None:
        self.form = Form(self)
        self.fill()

    def handle(self, event: pygame.event.Event) -> bool:
        return self.form.handle(event)

    def update(self, dt: float) -> None:
        self.form.update(dt)

    def wait_seconds(self) -> float | None:
        return self.form.wait_seconds()

    def paint(self, surface: pygame.Surface) -> None:
        if self.opaque:
            self.app.theme.paint_table(surface)
            self.paint_beside(surface)
        self.form.paint(surface)

    def paint_beside(self, surface: pygame.Surface) -> None:
        """Paint something on the table, below the widgets."""

    def fill_window(self, content: Cell) -> None:
        margin = 2 * self.app.theme.margin
        content.place(pygame.Rect((0, 0), self.app.size).inflate(-margin, -margin))
        self.dirty()


WIDE: Final = 1.25  # width / height above which a window has the panel beside the content; others have it below
_SIDE_MARGIN, _TOP_MARGIN, _TITLE_GAP = 3.0, 2.2, 2.6  # in u; `_TOP_MARGIN` also at the bottom


class PanelScene(FormScene):
    """A panel with a title, closed by Esc and a back button; `fill` makes its widgets, `content` lays them out."""

    max_width = 100.0  # largest width of the panel, in u
    fits_content: ClassVar[bool] = False  # the panel is only as high as its content
    title_key = ""  # key of the title's words

    def __init__(self, app: AppContext) -> None:
        super().__init__(app)
        self._has_sounded = False

    def title(self) -> str:
        return self.app.words(self.title_key)

    def content(self) -> Cell:
        """Return the layout of everything below the title."""
        raise NotImplementedError

    def content_height(self, width: int) -> int:
        return self.content().natural_height(width)

    def place(self, inner: pygame.Rect) -> None:
        self.content().place(inner)

    def place_paper(self, size: tuple[int, int]) -> pygame.Rect:
        """Return the panel's rectangle in a window of `size`; subclasses also place what is beside the panel."""
        theme = self.app.theme
        width, height = min(theme.px(self.max_width), size[0] - 2 * theme.margin), size[1] - 2 * theme.margin
        if self.fits_content:
            other_height = 2 * theme.px(_TOP_MARGIN) + theme.control + theme.px(_TITLE_GAP)
            height = min(height, other_height + self.content_height(width - 2 * theme.px(_SIDE_MARGIN)))
        return pygame.Rect(0, 0, width, height).move_to(center=(size[0] // 2, size[1] // 2))

    def close(self) -> None:
        self.app.stack.pop()

    def enter(self) -> None:
        if not self._has_sounded:
            self.app.sound.play("page")
        self._has_sounded = True
        self.form = Form(self)
        self.sheet = Panel(self.form)
        self.back = Button(self.sheet, self.app.words("paper.back"), self.close, icon="back")
        self.head = Label(self.sheet, self.title(), "title", align="centre")
        self._rule = Rule(self.sheet)
        self.fill()

    def resize(self, size: tuple[int, int]) -> None:
        theme = self.app.theme
        self.sheet.rect = self.place_paper(size)
        inner = self.sheet.rect.inflate(-2 * theme.px(_SIDE_MARGIN), -2 * theme.px(_TOP_MARGIN))
        back_width = self.back.natural_width()
        self.back.rect = pygame.Rect(inner.left, inner.top, back_width, theme.control)
        self._place_title(inner, back_width + theme.px(2))
        self._rule.rect = pygame.Rect(inner.left, self.head.rect.bottom + theme.px(1.2), inner.width, 0)
        top = inner.top + theme.control + theme.px(_TITLE_GAP)
        self.place(pygame.Rect(inner.left, top, inner.width, inner.bottom - top))
        self.dirty()

    def _place_title(self, inner: pygame.Rect, taken_width: int) -> None:
        """Centre the title on the panel or, if it is too long, in the room beside the back button."""
        theme, text = self.app.theme, self.head.text
        title_rect = pygame.Rect(inner.left + taken_width, inner.top, inner.width - 2 * taken_width, theme.control)
        if theme.width(text, "title") > title_rect.width:
            title_rect.width = inner.right - title_rect.left
        self.head.role = "title" if theme.width(text, "title") <= title_rect.width else "heading"
        self.head.rect = title_rect

    def handle(self, event: pygame.event.Event) -> bool:
        if super().handle(event):
            return True
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.close()
            return True
        return False


_TAB_GAP: Final = 2.4  # space below the tabs, in u


class Tab(NamedTuple):
    """A tab of a panel: its name, its words, and the function that makes the widgets of its page."""

    name: str
    words: str
    fill: Callable[[Group], None]


class TabbedScene(PanelScene):
    """A panel with tabs: `tabs` returns the tabs, `page_layout` the layout of a tab's page."""

    def __init__(self, app: AppContext, tab: str) -> None:
        super().__init__(app)
        self.tab = tab

    def tabs(self) -> list[Tab]:
        raise NotImplementedError

    def page_layout(self, page: Group) -> Cell:
        raise NotImplementedError

    def fill(self) -> None:
        from scenes.ui.choice import Choice  # not needed before the first frame

        tabs = self.tabs()
        names = [(tab.name, tab.words) for tab in tabs]
        self._tabs = Choice(self.sheet, "", names, self.tab, self._show_tab)
        self._tabs.max_columns = len(tabs)
        self._scroll_group = ScrollGroup(self.sheet)
        self.pages = {tab.name: Group(self._scroll_group) for tab in tabs}
        for tab in tabs:
            self.pages[tab.name].visible = tab.name == self.tab
            tab.fill(self.pages[tab.name])

    def add_head(self, page: Group, key: str) -> None:
        Label(page, self.app.words(key), "subheading")

    def _show_tab(self, tab: str) -> None:
        self.tab = tab
        self._scroll_group.scroll.offset = 0
        for name, page in self.pages.items():
            page.visible = name == tab
        self.resize(self.app.size)

    def content(self) -> Cell:
        return self._layout_with_tabs(self.pages[self.tab])

    def content_height(self, width: int) -> int:
        """Return the height for the highest page, so that a panel that `fits_content` has one height for all tabs."""
        return max(self._layout_with_tabs(page).natural_height(width) for page in self.pages.values())

    def _layout_with_tabs(self, page: Group) -> Cell:
        below = space(self.app.theme.px(_TAB_GAP))
        return Column(self._tabs, below, stretch(Scrolled(self._scroll_group, self.page_layout(page))))

"""The rulebook of a game: short pages in the person's language, a table of contents, and a search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from rules import find as game_of
from scenes.app.game_card import card_of
from scenes.app.navigation import OpenKeys, open_screen
from scenes.app.stack import AppContext
from scenes.app.theme import INK, SOFT_INK, Theme
from scenes.screens.constants import MAX_QUERY_LENGTH
from scenes.screens.rulebook.pages import Hit, Query, find, find_hits, page_text, pages_of
from scenes.table.game_ui import ui_of
from scenes.table.parts import parts_of
from scenes.ui.button import Button, IconButton
from scenes.ui.form_scene import PaperScene
from scenes.ui.label import Label
from scenes.ui.layout import Column, Layers, Row, fixed_size, share, space, spring
from scenes.ui.listing import Listing
from scenes.ui.markdown import Block, TextPiece, parse_blocks
from scenes.ui.page import Page
from scenes.ui.page_diagram import Figure
from scenes.ui.text_field import TextField

BROAD: Final = 84.0  # width in u from which the contents are beside the page, else below it
CONTENTS: Final = 27.0
MARGINS: Final = 5.0
"""Least width of the contents beside the page, and the part of it that isn't text, in u."""
BENEATH: Final = 0.3  # share of the height that the contents take below the page
LINE: Final = 3.6  # height of a line of the contents, in u
TITLE: Final = -1  # stands for a page's title, which comes before the blocks
ENTER: Final = (pygame.K_RETURN, pygame.K_KP_ENTER)
WAYS: Final = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}


class RulebookScene(PaperScene):
    """A rulebook. Esc goes back from a found page to the list, to the page before, and away; F1 leaves at once."""

    widest = 134.0

    def __init__(self, app: AppContext, key: str, anchor: str = "", still: str = "") -> None:
        super().__init__(app)
        self._key = app.game = key
        self._still = still
        self.at = anchor
        self._number = 0
        self._query = ""
        self._found: list[Hit] = []
        self._listing = False

    def title(self) -> str:
        return " · ".join(filter(None, (self.app.words.game(self._key), self._still)))

    @property
    def page_title(self) -> str:
        return self.pages[self._number].title

    # --- the sheet

    def fill(self) -> None:
        words, name = self.app.words, self.app.words.game(self._key)
        self.pages = pages_of(page_text(self._key, words.language) or words("rulebook.missing"), name)
        self._field = TextField(self.sheet, "", self._query, self._seek, MAX_QUERY_LENGTH, words("rulebook.search"))
        self.contents = Listing(self.sheet, self._paint_content, self._choose, units=LINE)
        self.contents.words = lambda line: self.pages[line].title
        tips = (words("rulebook.play"), words("rulebook.lay_back"))
        ruling = words("rulebook.ruling")
        self.page = Page(self.sheet, "", figures=self._figures(), tips=tips, ruling=ruling, names=self._named)
        self._hits = Listing(self.sheet, self._paint_hit, self._open_hit)
        self._hits.words = lambda line: f"{self.pages[self._found[line].page].title}. {self._found[line].excerpt}"
        self._nothing = Label(self.sheet, words("rulebook.nothing"), "body", SOFT_INK, "centre", "top")
        self._nothing.noted = True
        self._previous = IconButton(self.sheet, "previous", words("rulebook.previous"), lambda: self._turn(-1))
        self._folio = Label(self.sheet, "", "body", SOFT_INK, "centre")
        self._next = IconButton(self.sheet, "next", words("rulebook.next"), lambda: self._turn(1))
        self._trainer = Button(self.sheet, words("rulebook.trainer"), self._train, icon="eye")
        self._trainer.visible = card_of(self._key).trains
        self._keys = Button(self.sheet, words("keys.open"), lambda: open_screen(self.app, OpenKeys()), icon="list")
        self.form.focus(self.page)
        place = find(self.pages, self.at) if self.at else None
        self.open(min(self._number, len(self.pages) - 1))
        if place is not None:
            self.open(place.page, place.blocks)
        self._list(self._listing)

    def _figures(self) -> Callable[[str], Figure]:
        game, parts, app = game_of(self._key), parts_of(self._key), self.app
        view = ui_of(self._key).view()
        assert game is not None
        view.dress(app.words.language, app.settings.four_colours, app.assets.looks.cloth)
        return lambda text: parts.make_diagram(app, game, view, text)

    def _named(self, look: str) -> str:
        words, pile = self.app.words, look.partition("/")[2].split("+")
        ways = (("picture", pile[-1]), ("line", f"{pile[-1]}.{len(pile)}"), ("line", pile[-1]))
        named = (f"{kind}.{self._key}.{name}" for kind, name in ways)
        return next((words(one) for one in named if words.has(one)), "")

    def _train(self) -> None:
        self.app.stack.push(parts_of(self._key).make_trainer(self.app, self._key))

    def place(self, inner: pygame.Rect) -> None:
        theme = self.app.theme
        gap, inset = theme.px(1.4), space(theme.px(3))
        nothing = Column(inset, share(Row(inset, share(Layers(self._nothing)), inset)), inset)
        folio = fixed_size(Layers(self._folio), 2 * theme.px(7))
        foot = Row(spring(), Layers(self._previous), folio, Layers(self._next), spring())
        body = Column(share(Layers(self.page, self._hits, nothing)), foot, gap=gap)
        contents = share(self.contents)
        self.contents.visible = self._keys.visible = not theme.tight
        if theme.tight:  # the page has all the room, and what leads to others one line
            turning = (Layers(self._previous), fixed_size(Layers(self._folio), theme.px(11)), Layers(self._next))
            line = Row(*turning, share(self._field), self._trainer, gap=gap)
            Column(share(Layers(self.page, self._hits, nothing)), line, gap=gap).place(inner)
        elif inner.width >= theme.px(BROAD):
            titles = max(theme.width(page.title, "strong") for page in self.pages) + theme.px(MARGINS)
            wide = max(
                titles,
                theme.px(CONTENTS),
                self._keys.natural_width(),
                self._trainer.natural_width() if self._trainer.visible else 0,
            )
            side = Column(self._field, contents, self._trainer, self._keys, gap=gap)
            Row(fixed_size(side, wide), space(theme.px(3.4)), share(body)).place(inner)
        else:
            head = Row(share(self._field), self._trainer, self._keys, gap=gap)
            side = Column(head, contents, gap=gap)
            Column(fixed_size(body, round((1 - BENEATH) * inner.height)), share(side), gap=gap).place(inner)
        self.contents.reveal_here()

    # --- pages

    def open(self, number: int, marked: tuple[int, ...] = (), query: Query | None = None) -> None:
        """Show a page with some blocks or its title marked, and in them the words of `query`."""
        self._number = number
        page, count = self.pages[number], len(self.pages)
        head = [Block("heading", (TextPiece("body", page.title),))] if count > 1 else []
        styles = (one.style for block in page.blocks for part in (block.pieces, *block.cells) for one in part)
        head += parse_blocks(f"(R) = {self.app.words('rulebook.ruling')}") if "ruling" in styles else []
        self.page.show([*head, *page.blocks])
        places = [block + len(head) if block >= 0 else 0 for block in marked if block >= 0 or count > 1]
        self.page.mark(places, None if query is None else query.matches)
        self.contents.show(count, number)
        self.contents.reveal_here()
        self._folio.text = self.app.words("rulebook.page", n=number + 1, of=count)
        self._previous.enabled, self._next.enabled = number > 0, number + 1 < count
        for widget in (self._previous, self._folio, self._next):
            widget.visible = count > 1

    def _choose(self, number: int) -> None:
        self._field.value = self._query = ""
        self._list(False)
        self.open(number)
        self.form.focus(self.page)

    def _turn(self, by: int) -> bool:
        number = self._number + by
        if self._listing or not 0 <= number < len(self.pages):
            return False
        self.app.sound.play("page")
        self.open(number)
        if self.form.focus_on not in (self._previous, self._next):
            self.form.focus(self.page)
        return True

    def _paint_content(self, surface: pygame.Surface, line: int, rect: pygame.Rect) -> None:
        paint_contents_line(surface, self.app.theme, self.pages[line].title, rect, line == self._number)

    # --- searching

    def _seek(self, text: str) -> None:
        self._query = text
        query = Query.read(text)
        self._found = find_hits(self.pages, query)
        self._hits.show(len(self._found))
        self._hits.scroll.offset = 0
        self._list(bool(query.words))

    def _list(self, listing: bool) -> None:
        self._listing = listing
        self._hits.visible = listing and bool(self._found)
        self._nothing.visible = listing and not self._found
        self.page.visible = not listing
        for widget in (self._previous, self._folio, self._next):
            widget.visible = not listing and len(self.pages) > 1

    def _open_hit(self, line: int) -> None:
        hit = self._found[line]
        self._list(False)
        self.open(hit.page, (TITLE if hit.block is None else hit.block,), Query.read(self._query))
        self.form.focus(self.page)

    def _paint_hit(self, surface: pygame.Surface, line: int, rect: pygame.Rect) -> None:
        theme, hit = self.app.theme, self._found[line]
        high = theme.line("strong") + theme.line("small")
        block = pygame.Rect(rect.left, rect.centery - high // 2, rect.width, high)
        theme.text(surface, self.pages[hit.page].title, "strong", INK, block, valign="top", ellipsis=True)
        theme.text(surface, hit.excerpt, "small", SOFT_INK, block, valign="bottom", ellipsis=True)

    def close(self) -> None:
        """Go one step back: from a found page to the list, from there to the page before, and then away."""
        if self._query and not self._listing:
            self._list(True)
            self.form.focus(self._hits if self._found else self._field)
        elif self._query:
            self._field.value = ""
            self._seek("")
            self.open(self._number)
            self.form.focus(self.page)
        else:
            self.app.stack.pop()

    # --- time and events

    def update(self, dt: float) -> None:
        super().update(dt)
        if not self.app.assets.resizing:
            self.page.update()

    def pace(self) -> float | None:
        busy = self.page.has_running_diagram or (self.page.is_unfinished() and not self.app.assets.resizing)
        return 0.0 if busy else super().pace()

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and self._key_before(event):
            return True
        if super().handle(event):
            return True
        ways = {pygame.K_PAGEDOWN: 1, pygame.K_PAGEUP: -1, pygame.K_HOME: -self._number}
        ways[pygame.K_END] = len(self.pages) - 1 - self._number
        return event.type == pygame.KEYDOWN and event.key in ways and self._turn(ways[event.key])

    def _key_before(self, event: pygame.event.Event) -> bool:
        """Handle keys that don't depend on the focus, or that the page takes before the focused widget."""
        command, focus = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META), self.form.focus_on
        choosing = focus is self._field and self._listing and bool(self._found)
        if event.key == pygame.K_F1:
            self.app.stack.pop()
        elif event.key == pygame.K_F3 or (command and event.key == pygame.K_f):
            self.form.focus(self._field)
        elif choosing and event.key in ENTER:
            self._open_hit(0)
        elif choosing and event.key == pygame.K_DOWN:
            self.form.focus(self._hits)
        elif event.key in WAYS and focus is not None and self.page in (focus, focus.parent):  # or on a diagram there
            return self._turn(WAYS[event.key])
        else:
            return False
        return True


def paint_contents_line(surface: pygame.Surface, theme: Theme, title: str, rect: pygame.Rect, here: bool) -> None:
    """Paint a line of a table of contents; `here` marks the page that is shown."""
    theme.text(surface, title, "strong" if here else "body", INK if here else SOFT_INK, rect, ellipsis=True)

"""The rulebook of a game: pages in the person's language, a table of contents, and a search for words."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import pygame

from rules import find as game_of
from scenes.app.game_card import card_of
from scenes.app.navigation import OpenKeys, open_screen
from scenes.app.stack import AppContext
from scenes.app.theme import INK, SOFT_INK, Theme
from scenes.screens.constants import MAX_QUERY_LENGTH
from scenes.screens.rulebook.pages import Hit, Query, find_hits, find_passage, page_text, pages_of
from scenes.table.game_parts import parts_of
from scenes.table.game_ui import ui_of
from scenes.ui.button import Button, IconButton
from scenes.ui.form_scene import PanelScene
from scenes.ui.label import Label
from scenes.ui.layout import Column, Layers, Row, filler, fixed_size, space, stretch
from scenes.ui.listing import Listing
from scenes.ui.markdown import Block, TextPiece, parse_blocks
from scenes.ui.page import Page
from scenes.ui.page_diagram import Figure
from scenes.ui.text_field import TextField

MIN_TWO_COLUMNS_WIDTH: Final = 84.0  # width in u from which the contents are beside the page, else below it
CONTENTS_WIDTH: Final = 27.0
CONTENTS_MARGINS: Final = 5.0
"""Least width of the contents beside the page, and the width of their lines in addition to the text, in u."""
CONTENTS_SHARE: Final = 0.3  # of the height, for contents below the page
CONTENTS_LINE_HEIGHT: Final = 3.6  # height of a line of the contents, in u
PAGE_TITLE: Final = -1  # number of a page's title, which precedes the blocks
ENTER_KEYS: Final = (pygame.K_RETURN, pygame.K_KP_ENTER)
PAGE_STEPS: Final = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}


class RulebookScene(PanelScene):
    """A rulebook. Esc goes back one step, as `close` says; F1 leaves at once."""

    max_width = 134.0

    def __init__(self, app: AppContext, key: str, anchor: str = "", clock_hint: str = "") -> None:
        """Open the place of `anchor`, or the first page; `clock_hint` stands after the title."""
        super().__init__(app)
        self._key = app.game = key
        self._title_note = clock_hint
        self.anchor = anchor
        self._page_number = 0
        self._query = ""
        self._found_hits: list[Hit] = []
        self._is_showing_hits = False

    def title(self) -> str:
        return " · ".join(filter(None, (self.app.words.game_name(self._key), self._title_note)))

    @property
    def page_title(self) -> str:
        return self.pages[self._page_number].title

    # --- the sheet

    def fill(self) -> None:
        words, name = self.app.words, self.app.words.game_name(self._key)
        self.pages = pages_of(page_text(self._key, words.language) or words("rulebook.missing"), name)
        hint = words("rulebook.search")
        self._search_field = TextField(self.sheet, "", self._query, self._search, MAX_QUERY_LENGTH, hint)
        self.contents = Listing(self.sheet, self._paint_content, self._open_page, units=CONTENTS_LINE_HEIGHT)
        self.contents.describe_line = lambda line: self.pages[line].title
        tips = (words("rulebook.play"), words("rulebook.lay_back"))
        ruling = words("rulebook.ruling")
        self.page = Page(
            self.sheet, "", figures=self._figure_maker(), tips=tips, ruling=ruling, names=self._name_figure
        )
        self._hits = Listing(self.sheet, self._paint_hit, self._open_hit)
        self._hits.describe_line = lambda line: (
            f"{self.pages[self._found_hits[line].page].title}. {self._found_hits[line].excerpt}"
        )
        self._nothing_label = Label(self.sheet, words("rulebook.nothing"), "body", SOFT_INK, "centre", "top")
        self._nothing_label.is_announced = True
        go_back, go_on = partial(self._turn_page, -1), partial(self._turn_page, 1)
        self._previous_button = IconButton(self.sheet, "previous", words("rulebook.previous"), go_back)
        self._folio = Label(self.sheet, "", "body", SOFT_INK, "centre")
        self._next_button = IconButton(self.sheet, "next", words("rulebook.next"), go_on)
        self._trainer_button = Button(self.sheet, words("rulebook.trainer"), self._open_trainer, icon="eye")
        self._trainer_button.visible = card_of(self._key).trains_attention
        show_keys = partial(open_screen, self.app, OpenKeys())
        self._keys_button = Button(self.sheet, words("keys.open"), show_keys, icon="list")
        self.form.focus(self.page)
        passage = find_passage(self.pages, self.anchor) if self.anchor else None
        self.show_page(min(self._page_number, len(self.pages) - 1))
        if passage is not None:
            self.show_page(passage.page, passage.blocks)
        self._show_hits(self._is_showing_hits)

    def _figure_maker(self) -> Callable[[str], Figure]:
        """Return a function that makes a diagram from its text."""
        game, parts, app = game_of(self._key), parts_of(self._key), self.app
        view = ui_of(self._key).view()
        assert game is not None
        view.set_looks(app.words.language, app.settings.four_colours, app.assets.looks.cloth)
        return lambda text: parts.make_diagram(app, game, view, text)

    def _name_figure(self, look: str) -> str:
        """Return the name of a picture in the text; "" if it has none. The look of a pile is written "folder/a+b"."""
        words, pile = self.app.words, look.partition("/")[2].split("+")
        candidates = (("picture", pile[-1]), ("line", f"{pile[-1]}.{len(pile)}"), ("line", pile[-1]))
        text_keys = (f"{kind}.{self._key}.{name}" for kind, name in candidates)
        return next((words(one) for one in text_keys if words.has(one)), "")

    def _open_trainer(self) -> None:
        self.app.stack.push(parts_of(self._key).make_trainer(self.app, self._key))

    def place(self, inner: pygame.Rect) -> None:
        theme = self.app.theme
        gap, inset = theme.px(1.4), space(theme.px(3))
        nothing = Column(inset, stretch(Row(inset, stretch(Layers(self._nothing_label)), inset)), inset)
        folio = fixed_size(Layers(self._folio), 2 * theme.px(7))
        foot = Row(filler(), Layers(self._previous_button), folio, Layers(self._next_button), filler())
        body = Column(stretch(Layers(self.page, self._hits, nothing)), foot, gap=gap)
        contents = stretch(self.contents)
        self.contents.visible = self._keys_button.visible = not theme.tight
        if theme.tight:  # a single line with field and buttons is below the page
            narrow_folio = fixed_size(Layers(self._folio), theme.px(11))
            page_buttons = (Layers(self._previous_button), narrow_folio, Layers(self._next_button))
            line = Row(*page_buttons, stretch(self._search_field), self._trainer_button, gap=gap)
            Column(stretch(Layers(self.page, self._hits, nothing)), line, gap=gap).place(inner)
        elif inner.width >= theme.px(MIN_TWO_COLUMNS_WIDTH):
            titles = max(theme.width(page.title, "strong") for page in self.pages) + theme.px(CONTENTS_MARGINS)
            buttons = [one for one in (self._keys_button, self._trainer_button) if one.visible]
            width = max(titles, theme.px(CONTENTS_WIDTH), *(button.natural_width() for button in buttons))
            side = Column(self._search_field, contents, self._trainer_button, self._keys_button, gap=gap)
            Row(fixed_size(side, width), space(theme.px(3.4)), stretch(body)).place(inner)
        else:
            head = Row(stretch(self._search_field), self._trainer_button, self._keys_button, gap=gap)
            side = Column(head, contents, gap=gap)
            Column(fixed_size(body, round((1 - CONTENTS_SHARE) * inner.height)), stretch(side), gap=gap).place(inner)
        self.contents.reveal_here()

    # --- pages

    def show_page(self, number: int, marked: tuple[int, ...] = (), query: Query | None = None) -> None:
        """Show a page; mark the blocks `marked`, which may include `PAGE_TITLE`, and the words of `query` in them."""
        self._page_number = number
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
        self._previous_button.enabled, self._next_button.enabled = number > 0, number + 1 < count
        for widget in (self._previous_button, self._folio, self._next_button):
            widget.visible = count > 1

    def _open_page(self, number: int) -> None:
        self._search_field.value = self._query = ""
        self._show_hits(False)
        self.show_page(number)
        self.form.focus(self.page)

    def _turn_page(self, step: int) -> bool:
        """Show the page that is `step` pages further; return False while hits are shown, or if there is none."""
        number = self._page_number + step
        if self._is_showing_hits or not 0 <= number < len(self.pages):
            return False
        self.app.sound.play("page")
        self.show_page(number)
        if self.form.focus_on not in (self._previous_button, self._next_button):
            self.form.focus(self.page)
        return True

    def _paint_content(self, surface: pygame.Surface, line: int, rect: pygame.Rect) -> None:
        paint_contents_line(surface, self.app.theme, self.pages[line].title, rect, line == self._page_number)

    # --- searching

    def _search(self, text: str) -> None:
        self._query = text
        query = Query.read(text)
        self._found_hits = find_hits(self.pages, query)
        self._hits.show(len(self._found_hits))
        self._hits.scroll.offset = 0
        self._show_hits(bool(query.words))

    def _show_hits(self, is_listing: bool) -> None:
        """Show the hits instead of the page or, if not `is_listing`, the page."""
        self._is_showing_hits = is_listing
        self._hits.visible = is_listing and bool(self._found_hits)
        self._nothing_label.visible = is_listing and not self._found_hits
        self.page.visible = not is_listing
        for widget in (self._previous_button, self._folio, self._next_button):
            widget.visible = not is_listing and len(self.pages) > 1

    def _open_hit(self, line: int) -> None:
        hit = self._found_hits[line]
        self._show_hits(False)
        self.show_page(hit.page, (PAGE_TITLE if hit.block is None else hit.block,), Query.read(self._query))
        self.form.focus(self.page)

    def _paint_hit(self, surface: pygame.Surface, line: int, rect: pygame.Rect) -> None:
        theme, hit = self.app.theme, self._found_hits[line]
        height = theme.line("strong") + theme.line("small")
        area = pygame.Rect(rect.left, rect.centery - height // 2, rect.width, height)
        theme.text(surface, self.pages[hit.page].title, "strong", INK, area, valign="top", ellipsis=True)
        theme.text(surface, hit.excerpt, "small", SOFT_INK, area, valign="bottom", ellipsis=True)

    def close(self) -> None:
        """Go one step back: from a found page to the hits, from there to the page shown last, or out of the book."""
        if self._query and not self._is_showing_hits:
            self._show_hits(True)
            self.form.focus(self._hits if self._found_hits else self._search_field)
        elif self._query:
            self._search_field.value = ""
            self._search("")
            self.show_page(self._page_number)
            self.form.focus(self.page)
        else:
            self.app.stack.pop()

    # --- time and events

    def update(self, dt: float) -> None:
        super().update(dt)
        if not self.app.assets.resizing:
            self.page.update()

    def wait_seconds(self) -> float | None:
        is_busy = self.page.has_running_diagram or (self.page.lacks_pictures() and not self.app.assets.resizing)
        return 0.0 if is_busy else super().wait_seconds()

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and self._handle_key_first(event):
            return True
        if super().handle(event):
            return True
        steps = {pygame.K_PAGEDOWN: 1, pygame.K_PAGEUP: -1, pygame.K_HOME: -self._page_number}
        steps[pygame.K_END] = len(self.pages) - 1 - self._page_number
        return event.type == pygame.KEYDOWN and event.key in steps and self._turn_page(steps[event.key])

    def _handle_key_first(self, event: pygame.event.Event) -> bool:
        """Handle the keys that don't depend on the focus, or that take effect before the focused widget gets them."""
        has_command_key, focus = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META), self.form.focus_on
        can_open_hit = focus is self._search_field and self._is_showing_hits and bool(self._found_hits)
        if event.key == pygame.K_F1:
            self.app.stack.pop()
        elif event.key == pygame.K_F3 or (has_command_key and event.key == pygame.K_f):
            self.form.focus(self._search_field)
        elif can_open_hit and event.key in ENTER_KEYS:
            self._open_hit(0)
        elif can_open_hit and event.key == pygame.K_DOWN:
            self.form.focus(self._hits)
        elif event.key in PAGE_STEPS and focus is not None and self.page in (focus, focus.parent):
            # The focus is on the page or on one of its diagrams.
            return self._turn_page(PAGE_STEPS[event.key])
        else:
            return False
        return True


def paint_contents_line(surface: pygame.Surface, theme: Theme, title: str, rect: pygame.Rect, is_shown: bool) -> None:
    """Paint a line of a table of contents, in bold if its page is shown."""
    theme.text(surface, title, "strong" if is_shown else "body", INK if is_shown else SOFT_INK, rect, ellipsis=True)

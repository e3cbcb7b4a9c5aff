"""A page of Markdown, set in a column of at most seventy letters, and scrolled if it is long."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

import pygame

from scenes.app.accessibility_tree import Node
from scenes.app.assets import STACK
from scenes.app.theme import BRASS, INK, PAPER
from scenes.ui.base import Group, RepaintingAttribute
from scenes.ui.button import PRESS_KEYS, next_index
from scenes.ui.constants import PAGE_KEY_LINES
from scenes.ui.markdown import HEAD, Block, parse_blocks
from scenes.ui.page_diagram import Figure, Plate
from scenes.ui.page_layout import SIGN, Compositor, PageLayout, Word
from scenes.ui.scroll import ScrollGroup

_HEADINGS: Final = ("title", "heading", "subheading")
_TURNS: Final = {pygame.K_UP: -1, pygame.K_DOWN: 1}


class Page(ScrollGroup):
    """A page of text and diagrams, scrolled by arrows, paging keys, Home and End while it or a diagram has focus.

    With a screen reader or the line of words these keys go from block to block, and Enter plays the current
    diagram.
    """

    focusable = True
    node_role = "DOCUMENT"
    here = RepaintingAttribute(0)  # number of the block being read

    def __init__(
        self,
        parent: Group,
        text: str,
        figures: Callable[[str], Figure] | None = None,
        tips: tuple[str, str] = ("", ""),
        ruling: str = "",
        names: Callable[[str], str] = lambda look: "",
    ) -> None:
        """Create the page; its scene has to call `update`.

        `figures` makes the diagrams. `tips` are those of a diagram before and after it was played, `ruling` that of
        the sign (R). `names` returns the name of a look, for pictures on a line of their own.
        """
        super().__init__(parent)
        self._figures, self._tips, self._ruling, self._names = figures, tips, ruling, names
        self._signed: pygame.Rect | None = None
        self._blocks: tuple[Block, ...] = ()
        self.plates: dict[int, Plate] = {}
        self.setting = PageLayout()
        self._set_for: tuple[tuple[int, int], float] | None = None
        self._marked: frozenset[int] = frozenset()
        self._sought: Callable[[str], bool] | None = None
        self._wanted: int | None = None
        self.show(parse_blocks(text))

    def show(self, blocks: Sequence[Block]) -> None:
        if self.form.focus_on in self.plates.values():
            self.form.focus(self)
        self.children.clear()
        self._blocks = tuple(blocks)
        self.plates = {}
        self._signed, self.tip = None, ""
        for number, block in enumerate(self._blocks):
            if block.kind == "diagram":
                assert self._figures is not None, "a page with diagrams is made with what makes them"
                self.plates[number] = Plate(self, self._figures(block.text), self._tips)
        self._set_for = self._wanted = self._sought = None
        self._marked = frozenset()
        self.here = next(iter(self._pieces()), 0)
        self.scroll.offset = 0
        self.dirty()

    def mark(self, numbers: Collection[int], sought: Callable[[str], bool] | None = None) -> None:
        """Mark blocks by number, and in them the words for which `sought` is true; show the first of them."""
        self._marked, self._sought = frozenset(numbers), sought
        self._wanted = min(numbers, default=None)
        self.here = next((number for number in self._pieces() if number in numbers), self.here)
        self._set_for = None
        self.dirty()

    # --- reading

    def nodes(self) -> list[Node]:
        whole = self.node("")
        focused, whole.focused = whole.focused, False
        for number in self._pieces():
            kind, span = self._blocks[number].kind, self.setting.spans.get(number, pygame.Rect(0, 0, 0, 0))
            level = _HEADINGS.index(kind) + 1 if kind in _HEADINGS else 0
            told = self._blocks[number].spoken_parts[0] if level else self._told(number)
            block = Node(self, "HEADING" if level else "LABEL", told, self._place(span), number)
            block.level, block.focused = level, focused and number == self.here
            if number in self.plates:
                plate = self.plates[number]
                block.focused = block.focused or self.form.focus_on is plate
                block.role, block.press = "IMAGE", plate.press if plate.focusable else None
            whole.children.append(block)
        return [whole]

    def _pieces(self) -> list[int]:
        return [number for number in range(len(self._blocks)) if number in self.plates or self._told(number)]

    def describe_value(self) -> str:
        return self._told(self.here) if self.here < len(self._blocks) else ""

    def spoken(self) -> str:
        return self.describe_value()

    def _told(self, number: int) -> str:
        block, words = self._blocks[number], self.form.scene.app.words
        if number in self.plates:
            return self.plates[number].spoken()
        if block.kind == "picture":
            return words.join_items(filter(None, (self._names(one.text) for one in block.pieces)))
        if block.kind in _HEADINGS:
            return words("line.heading", what=block.spoken_parts[0])
        if block.kind != "row":
            return " ".join(filter(None, (block.mark if block.mark[:1].isdigit() else "", *block.spoken_parts)))
        first = number
        while first and self._blocks[first - 1].kind == "row":
            first -= 1
        head = self._blocks[first]
        heads = head.spoken_parts if head.mark == HEAD and first != number else [""] * len(block.spoken_parts)
        pairs = zip(heads, block.spoken_parts, strict=False)
        return ", ".join(words.label_value(one, cell) for one, cell in pairs if cell)

    def _read(self, key: int) -> bool:
        pieces, plate = self._pieces(), self.plates.get(self.here)
        if key in PRESS_KEYS and plate is not None and plate.figure.can_play:
            plate.press()
            return True
        wanted = next_index(key, pieces.index(self.here), len(pieces), _TURNS) if self.here in pieces else None
        if wanted is None:
            return False
        self.here = pieces[wanted]
        span = self.setting.spans.get(self.here)
        if span is not None:
            self.scroll.show(
                span.top - self.theme.gap, min(span.bottom + self.theme.gap, span.top + self.rect.height)
            )
        return True

    def _read_on(self) -> None:
        top, bottom = self.scroll.offset, self.scroll.offset + self.rect.height
        spans = [(number, self.setting.spans[number]) for number in self._pieces() if number in self.setting.spans]
        seen = [number for number, span in spans if span.top >= top and span.bottom <= bottom]
        if seen and self.here not in seen:
            self.here = seen[0]

    @property
    def _is_read(self) -> bool:
        return self.form.scene.app.line.is_wanted

    # --- the widget

    def extent(self) -> pygame.Rect:
        return self.rect.inflate(self.theme.px(2.8), self.theme.px(2.8))

    def ring_rect(self) -> pygame.Rect:
        return self.rect.inflate(self.theme.px(1.6), self.theme.px(0.8))

    def showing(self) -> pygame.Rect:
        return self.extent()

    def handle(self, event: pygame.event.Event) -> bool:
        self.lay_words()
        if event.type == pygame.MOUSEMOTION:
            self._point(event.pos)
        return self._keep(lambda: self._scrolled(event))

    @property
    def tip_rect(self) -> pygame.Rect:
        return self.rect if self._signed is None else self._signed

    def _point(self, pos: tuple[int, int]) -> None:
        signs = (self._place(word.rect) for word in self.setting.words if word.sort == "ruling")
        signed = next((sign for sign in signs if sign.collidepoint(pos)), None)
        if signed != self._signed:
            self._signed = signed
            self.tip = "" if signed is None else self._ruling
            self.form.renew_tip(self)

    def _scrolled(self, event: pygame.event.Event) -> bool:
        line, at, page = self.theme.line("body"), self.scroll.offset, self.rect.height - self.theme.line("body")
        if event.type == pygame.KEYDOWN and self._is_read and self.form.focus_on is self and self._read(event.key):
            return True
        if event.type == pygame.KEYDOWN:
            wanted = {
                pygame.K_UP: at - PAGE_KEY_LINES * line,
                pygame.K_DOWN: at + PAGE_KEY_LINES * line,
                pygame.K_PAGEUP: at - page,
                pygame.K_PAGEDOWN: at + page,
                pygame.K_HOME: 0,
                pygame.K_END: self.scroll.content,
            }.get(event.key)
            moved = wanted is not None and self.scroll.move(wanted)
            self._read_on()
            return moved
        return self.scroll.handle(event, line)

    def _follow(self) -> None:
        for plate in self.plates.values():
            plate.rect = self._place(plate.spot)

    # --- time

    def is_unfinished(self) -> bool:
        """Return whether a diagram's picture is missing; False until the page is laid out for the first time."""
        return any(plate.has_no_picture for plate in self.plates.values())

    @property
    def has_running_diagram(self) -> bool:
        return any(plate.runs for plate in self.plates.values())

    def update(self) -> None:
        """Advance the diagrams being played, and make the nearest missing picture."""
        for plate in self.plates.values():
            plate.update()
        shown = pygame.Rect(0, self.scroll.offset, *self.rect.size)
        waiting = [plate for plate in self.plates.values() if plate.has_no_picture]
        if waiting:
            plate = min(waiting, key=lambda one: max(shown.top - one.spot.bottom, one.spot.top - shown.bottom, 0))
            plate.make_picture()
            self.form.dirty(self._place(plate.spot).clip(self.rect))

    # --- painting

    def paint(self, surface: pygame.Surface) -> None:
        self.lay_words()
        self._follow()
        theme = self.theme
        clip = surface.get_clip()
        surface.set_clip(self.rect.inflate(2 * theme.px(0.9), 0).clip(clip))
        for number in self._marked:
            if number in self.setting.spans and number not in self.plates:
                place = self._place(self.setting.spans[number]).inflate(theme.px(1.6), theme.px(0.6))
                theme.highlight(surface, place, BRASS.lerp(PAPER, 0.72), theme.px(0.6), picked=False)
        if self._is_read and self.form.marked is self and self.here in self.setting.spans:
            place = self._place(self.setting.spans[self.here])
            bar = pygame.Rect(place.left - theme.px(0.9), place.top, max(2, theme.px(0.35)), place.height)
            pygame.draw.rect(surface, BRASS, bar)
        for word in self.setting.words:
            place = self._place(word.rect)
            if place.colliderect(surface.get_clip()):
                self._paint_word(surface, word, place)
        for plate in self.plates.values():
            if plate.extent().colliderect(surface.get_clip()):
                plate.paint(surface)
        surface.set_clip(clip)
        self.scroll.paint(surface)

    def _paint_word(self, surface: pygame.Surface, word: Word, place: pygame.Rect) -> None:
        theme = self.theme
        if word.sort == "picture":
            self._paint_picture(surface, word.text, place)
        elif word.sort == "rule":
            theme.rule(surface, place.topleft, place.width)
        elif word.sort == "ruling":
            centre, size = place.center, round(SIGN * place.height)
            pygame.draw.circle(surface, theme.glow, centre, size // 2)
            if theme.contrast:
                pygame.draw.circle(surface, theme.colour_for(INK), centre, size // 2, theme.stroke)
            letter = theme.render_text(word.text, "small", INK)
            surface.blit(letter, letter.get_rect(center=centre))
        elif word.role is not None:
            if self._sought is not None and word.block in self._marked and self._sought(word.text):
                theme.highlight(surface, place, BRASS.lerp(PAPER, 0.15))
            surface.blit(theme.render_text(word.text, word.role, word.colour), place)

    def _place(self, rect: pygame.Rect) -> pygame.Rect:
        return rect.move(self.rect.left, self.rect.top - self.scroll.offset)

    def _paint_picture(self, surface: pygame.Surface, looks: str, place: pygame.Rect) -> None:
        folder, _, names = looks.rpartition("/")
        for number, name in enumerate(names.split("+")):
            picture = self.assets.sprite(f"{folder}/{name}", place.size)
            surface.blit(
                picture, picture.get_rect(center=place.move(0, -round(number * STACK * place.height)).center)
            )

    def lay_words(self) -> None:
        width = self.rect.width - self.scroll.bar_width()
        size = (width, self.rect.height)
        if self._set_for == (size, self.theme.u) or not self.rect.width:
            return
        self._set_for = (size, self.theme.u)
        self.setting = Compositor(self.plates, self.theme, *size).lay_out(self._blocks)
        self.scroll.content = self.setting.height + self.theme.px(2)
        self.scroll.move(self.scroll.offset)
        if self._wanted is not None and self._wanted in self.setting.spans:
            span = self.setting.spans[self._wanted]
            if span.bottom > self.scroll.offset + self.rect.height or span.top < self.scroll.offset:
                self.scroll.move(span.top - self.rect.height // 4)
            self._wanted = None
        self._follow()

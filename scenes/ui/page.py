"""A scrolling page of Markdown text and diagrams, such as a page of the rulebook."""

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
from scenes.ui.page_diagram import Figure, PageDiagram
from scenes.ui.page_layout import SIGN_WIDTH, Compositor, PageLayout, Word
from scenes.ui.scroll import ScrollGroup

_HEADINGS: Final = ("title", "heading", "subheading")
_STEPS: Final = {pygame.K_UP: -1, pygame.K_DOWN: 1}


class Page(ScrollGroup):
    """A page of text and diagrams.

    While the page or one of its diagrams has the focus, Up, Down, Home, End and the paging keys scroll the page. With
    a screen reader or the line of words, while the page itself has the focus, Up, Down, Home and End go from block to
    block instead, and Enter or Space plays a diagram.
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

        `figures` makes a diagram from its text. `tips` are the labels of a diagram's button before it is played and
        from then on, `ruling` is the tip of the sign (R). `names` gets a picture's name and returns words for it.
        """
        super().__init__(parent)
        self._make_figure, self._diagram_tips, self._ruling_tip, self._name_of_look = figures, tips, ruling, names
        self._pointed_sign: pygame.Rect | None = None  # the sign (R) under the mouse
        self._blocks: tuple[Block, ...] = ()
        self.diagrams: dict[int, PageDiagram] = {}  # by number of the block
        self.layout = PageLayout()
        self._laid_out_for: tuple[tuple[int, int], float] | None = None  # size, and u in pixels
        self._marked_blocks: frozenset[int] = frozenset()
        self._is_sought: Callable[[str], bool] | None = None  # whether to highlight a word in marked blocks
        self._block_to_show: int | None = None
        self.show(parse_blocks(text))

    def show(self, blocks: Sequence[Block]) -> None:
        if self.form.focus_on in self.diagrams.values():  # the diagrams are about to be removed
            self.form.focus(self)
        self.children.clear()
        self._blocks = tuple(blocks)
        self.diagrams = {}
        self._pointed_sign, self.tip = None, ""
        for number, block in enumerate(self._blocks):
            if block.kind == "diagram":
                assert self._make_figure is not None, "a page with diagrams is made with what makes them"
                self.diagrams[number] = PageDiagram(self, self._make_figure(block.text), self._diagram_tips)
        self._laid_out_for = self._block_to_show = self._is_sought = None
        self._marked_blocks = frozenset()
        self.here = next(iter(self._readable_blocks()), 0)
        self.scroll.offset = 0
        self.dirty()

    def mark(self, numbers: Collection[int], sought: Callable[[str], bool] | None = None) -> None:
        """Highlight blocks, by number, and the words in them that are `sought`; scroll to the first of the blocks."""
        self._marked_blocks, self._is_sought = frozenset(numbers), sought
        self._block_to_show = min(numbers, default=None)
        self.here = next((number for number in self._readable_blocks() if number in numbers), self.here)
        self._laid_out_for = None
        self.dirty()

    # --- reading

    def nodes(self) -> list[Node]:
        document = self.node("")
        focused, document.focused = document.focused, False
        for number in self._readable_blocks():
            kind, span = self._blocks[number].kind, self.layout.spans.get(number, pygame.Rect(0, 0, 0, 0))
            level = _HEADINGS.index(kind) + 1 if kind in _HEADINGS else 0
            text = self._blocks[number].spoken_parts[0] if level else self._text_of(number)
            block = Node(self, "HEADING" if level else "LABEL", text, self._to_window(span), number)
            block.level, block.focused = level, focused and number == self.here
            if number in self.diagrams:
                diagram = self.diagrams[number]
                block.focused = block.focused or self.form.focus_on is diagram
                block.role, block.press = "IMAGE", diagram.press if diagram.focusable else None
            document.children.append(block)
        return [document]

    def _readable_blocks(self) -> list[int]:
        return [number for number in range(len(self._blocks)) if number in self.diagrams or self._text_of(number)]

    def describe_value(self) -> str:
        return self._text_of(self.here) if self.here < len(self._blocks) else ""

    def describe(self) -> str:
        return self.describe_value()

    def _text_of(self, number: int) -> str:
        block, words = self._blocks[number], self.form.scene.app.words
        if number in self.diagrams:
            return self.diagrams[number].describe()
        if block.kind == "picture":
            return words.join_items(filter(None, (self._name_of_look(piece.text) for piece in block.pieces)))
        if block.kind in _HEADINGS:
            return words("line.heading", what=block.spoken_parts[0])
        if block.kind != "row":
            return " ".join(filter(None, (block.mark if block.mark[:1].isdigit() else "", *block.spoken_parts)))
        first_row = number
        while first_row and self._blocks[first_row - 1].kind == "row":
            first_row -= 1
        head = self._blocks[first_row]
        headings = head.spoken_parts if head.mark == HEAD and first_row != number else [""] * len(block.spoken_parts)
        pairs = zip(headings, block.spoken_parts, strict=False)
        return ", ".join(words.label_value(heading, cell) for heading, cell in pairs if cell)

    def _handle_reading_key(self, key: int) -> bool:
        blocks, diagram = self._readable_blocks(), self.diagrams.get(self.here)
        if key in PRESS_KEYS and diagram is not None and diagram.figure.can_play:
            diagram.press()
            return True
        wanted = next_index(key, blocks.index(self.here), len(blocks), _STEPS) if self.here in blocks else None
        if wanted is None:
            return False
        self.here = blocks[wanted]
        span = self.layout.spans.get(self.here)
        if span is not None:
            self.scroll.show(
                span.top - self.theme.gap, min(span.bottom + self.theme.gap, span.top + self.rect.height)
            )
        return True

    def _update_here(self) -> None:
        """Go on reading at the first visible block if the current one was scrolled out of view."""
        top, bottom = self.scroll.offset, self.scroll.offset + self.rect.height
        spans = [
            (number, self.layout.spans[number]) for number in self._readable_blocks() if number in self.layout.spans
        ]
        visible = [number for number, span in spans if span.top >= top and span.bottom <= bottom]
        if visible and self.here not in visible:
            self.here = visible[0]

    @property
    def _is_read_aloud(self) -> bool:
        return self.form.scene.app.spoken_line.is_wanted

    # --- the widget

    def extent(self) -> pygame.Rect:
        return self.rect.inflate(self.theme.px(2.8), self.theme.px(2.8))

    def ring_rect(self) -> pygame.Rect:
        return self.rect.inflate(self.theme.px(1.6), self.theme.px(0.8))

    def visible_area(self) -> pygame.Rect:
        return self.extent()

    def handle(self, event: pygame.event.Event) -> bool:
        self.lay_words()  # an event may come before the first frame
        if event.type == pygame.MOUSEMOTION:
            self._update_ruling_tip(event.pos)
        return self._move_children_after(lambda: self._scroll_or_read(event))

    @property
    def tip_rect(self) -> pygame.Rect:
        return self.rect if self._pointed_sign is None else self._pointed_sign

    def _update_ruling_tip(self, pos: tuple[int, int]) -> None:
        signs = (self._to_window(word.rect) for word in self.layout.words if word.sort == "ruling")
        sign = next((rect for rect in signs if rect.collidepoint(pos)), None)
        if sign != self._pointed_sign:
            self._pointed_sign = sign
            self.tip = "" if sign is None else self._ruling_tip
            self.form.renew_tip(self)

    def _scroll_or_read(self, event: pygame.event.Event) -> bool:
        line_height, offset = self.theme.line("body"), self.scroll.offset
        page_height = self.rect.height - line_height
        if (
            event.type == pygame.KEYDOWN
            and self._is_read_aloud
            and self.form.focus_on is self
            and self._handle_reading_key(event.key)
        ):
            return True
        if event.type == pygame.KEYDOWN:
            wanted = {
                pygame.K_UP: offset - PAGE_KEY_LINES * line_height,
                pygame.K_DOWN: offset + PAGE_KEY_LINES * line_height,
                pygame.K_PAGEUP: offset - page_height,
                pygame.K_PAGEDOWN: offset + page_height,
                pygame.K_HOME: 0,
                pygame.K_END: self.scroll.content_height,
            }.get(event.key)
            has_moved = wanted is not None and self.scroll.move(wanted)
            self._update_here()
            return has_moved
        return self.scroll.handle(event, line_height)

    def _place_diagrams(self) -> None:
        for diagram in self.diagrams.values():
            diagram.rect = self._to_window(diagram.spot)

    # --- time

    def lacks_pictures(self) -> bool:
        """Return whether a diagram still needs its picture; False until the page is laid out for the first time."""
        return any(diagram.has_no_picture for diagram in self.diagrams.values())

    @property
    def has_running_diagram(self) -> bool:
        return any(diagram.is_running for diagram in self.diagrams.values())

    def update(self) -> None:
        """Advance the diagrams being played; make one missing picture, that of the diagram nearest to the view."""
        for diagram in self.diagrams.values():
            diagram.update()
        visible = pygame.Rect(0, self.scroll.offset, *self.rect.size)
        waiting = [diagram for diagram in self.diagrams.values() if diagram.has_no_picture]
        if waiting:
            diagram = min(
                waiting, key=lambda one: max(visible.top - one.spot.bottom, one.spot.top - visible.bottom, 0)
            )
            diagram.make_picture()
            self.form.dirty(self._to_window(diagram.spot).clip(self.rect))

    # --- painting

    def paint(self, surface: pygame.Surface) -> None:
        self.lay_words()
        self._place_diagrams()
        theme = self.theme
        clip = surface.get_clip()
        surface.set_clip(self.rect.inflate(2 * theme.px(0.9), 0).clip(clip))
        for number in self._marked_blocks:
            if number in self.layout.spans and number not in self.diagrams:
                place = self._to_window(self.layout.spans[number]).inflate(theme.px(1.6), theme.px(0.6))
                theme.paint_highlight(surface, place, BRASS.lerp(PAPER, 0.72), theme.px(0.6), is_picked=False)
        if self._is_read_aloud and self.form.marked is self and self.here in self.layout.spans:
            place = self._to_window(self.layout.spans[self.here])
            bar = pygame.Rect(place.left - theme.px(0.9), place.top, max(2, theme.px(0.35)), place.height)
            pygame.draw.rect(surface, BRASS, bar)
        for word in self.layout.words:
            place = self._to_window(word.rect)
            if place.colliderect(surface.get_clip()):
                self._paint_word(surface, word, place)
        for diagram in self.diagrams.values():
            if diagram.extent().colliderect(surface.get_clip()):
                diagram.paint(surface)
        surface.set_clip(clip)
        self.scroll.paint(surface)

    def _paint_word(self, surface: pygame.Surface, word: Word, place: pygame.Rect) -> None:
        theme = self.theme
        if word.sort == "picture":
            self._paint_picture(surface, word.text, place)
        elif word.sort == "rule":
            theme.paint_rule(surface, place.topleft, place.width)
        elif word.sort == "ruling":
            centre, size = place.center, round(SIGN_WIDTH * place.height)
            pygame.draw.circle(surface, theme.glow, centre, size // 2)
            if theme.contrast:
                pygame.draw.circle(surface, theme.colour_for(INK), centre, size // 2, theme.stroke)
            letter = theme.render_text(word.text, "small", INK)
            surface.blit(letter, letter.get_rect(center=centre))
        elif word.role is not None:
            if self._is_sought is not None and word.block in self._marked_blocks and self._is_sought(word.text):
                theme.paint_highlight(surface, place, BRASS.lerp(PAPER, 0.15))
            surface.blit(theme.render_text(word.text, word.role, word.colour), place)

    def _to_window(self, rect: pygame.Rect) -> pygame.Rect:
        return rect.move(self.rect.left, self.rect.top - self.scroll.offset)

    def _paint_picture(self, surface: pygame.Surface, stack: str, place: pygame.Rect) -> None:
        """Paint a sprite, or a stack of several (see `TextPiece`)."""
        folder, _, names = stack.rpartition("/")
        for number, name in enumerate(names.split("+")):
            picture = self.assets.sprite(f"{folder}/{name}", place.size)
            surface.blit(
                picture, picture.get_rect(center=place.move(0, -round(number * STACK * place.height)).center)
            )

    def lay_words(self) -> None:
        """Lay the page out if its layout is out of date, and then scroll to the block that is to be shown, if any."""
        width = self.rect.width - self.scroll.bar_width()
        size = (width, self.rect.height)
        if self._laid_out_for == (size, self.theme.u) or not self.rect.width:
            return
        self._laid_out_for = (size, self.theme.u)
        self.layout = Compositor(self.diagrams, self.theme, *size).lay_out(self._blocks)
        self.scroll.content_height = self.layout.height + self.theme.px(2)
        self.scroll.move(self.scroll.offset)
        if self._block_to_show is not None and self._block_to_show in self.layout.spans:
            span = self.layout.spans[self._block_to_show]
            if span.bottom > self.scroll.offset + self.rect.height or span.top < self.scroll.offset:
                self.scroll.move(span.top - self.rect.height // 4)
            self._block_to_show = None
        self._place_diagrams()

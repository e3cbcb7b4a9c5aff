"""A scrolling list of lines, such as the archive's matches; it may have thousands of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from scenes.app.accessibility_tree import Node
from scenes.app.stack import MOUSE_EVENTS
from scenes.app.theme import BRASS, EDGE, OXBLOOD, PAPER, SHADE, SOFT_INK
from scenes.ui.base import Group, RepaintingAttribute, Widget
from scenes.ui.button import PRESS_KEYS, next_index
from scenes.ui.scroll import Scroll

PaintLine = Callable[[pygame.Surface, int, pygame.Rect], object]  # (surface, number of the line, rectangle for words)


class Listing(Widget):
    """A list whose lines can be opened and, by a bin or the key Delete, removed.

    `on_open` and `on_remove` get the number of the line, counted from 0; without `on_remove` there are no bins.
    """

    focusable = True
    pointer = "hand"
    _pointed_line: RepaintingAttribute[int | None] = RepaintingAttribute(None)  # under the mouse
    _is_on_bin = RepaintingAttribute(False)  # the mouse is on the bin of that line

    def __init__(
        self,
        parent: Group,
        paint_line: PaintLine,
        on_open: Callable[[int], object],
        on_remove: Callable[[int], object] | None = None,
        units: float = 6.4,
    ) -> None:
        """Create an empty list; `units` is the height of a line in u, but lines are at least as high as a button."""
        super().__init__(parent)
        self._paint_line = paint_line
        self._on_open = on_open
        self._on_remove = on_remove
        self._line_units = units
        self.describe_line: Callable[[int], str] = lambda line: ""  # returns the words of a line for screen readers
        self.count = 0
        self.here = 0  # number of the selected line
        self.scroll = Scroll(self)

    def show(self, count: int, here: int = 0) -> None:
        self.count = count
        self.here = max(0, min(count - 1, here))
        self._pointed_line = None
        self.focusable = count > 0
        self.lay_out()
        self.dirty()

    def describe_value(self) -> str:
        by_mouse = self.hovered and not self.form.scene.app.is_keyboard_used
        line = self._pointed_line if by_mouse and self._pointed_line is not None else self.here
        return self.describe_line(line) if self.count else ""

    def nodes(self) -> list[Node]:
        node = self.node(self.label)
        node.role, focused, node.focused = "LIST_BOX", node.focused and self.count > 0, False
        shown = [line for line in range(self.count) if self.place_of(line).colliderect(self.rect)]
        for line in sorted({*shown, self.here} if self.count else shown):
            place, is_here = self.place_of(line), line == self.here
            item = Node(
                self,
                "LIST_BOX_OPTION",
                self.describe_line(line),
                place,
                line,
                is_on=is_here,
                focused=is_here and focused,
            )
            item.place, item.focus = (line, self.count), partial(self._select, line)
            item.press = partial(self._open_line, line)
            node.children.append(item)
        return [node]

    def _open_line(self, line: int) -> None:
        self._select(line)
        self._open_or_remove_line(is_removal=False)

    def line_height(self) -> int:
        return max(self.theme.control, self.theme.px(self._line_units))

    def lay_out(self) -> None:
        """Lay out the list; its height is reduced to whole lines."""
        self._rect.height -= self._rect.height % self.line_height()
        self.scroll.stops = range(0, max(1, self.count) * self.line_height(), self.line_height())
        self.scroll.content_height = self.count * self.line_height()
        self.scroll.move(self.scroll.offset)

    def extent(self) -> pygame.Rect:
        pad = self.theme.px(1)
        return self.rect.inflate(2 * pad, 2 * pad)

    def visible_area(self) -> pygame.Rect:
        """Return the part in which the focus ring is painted: not around a line scrolled out of view."""
        return super().visible_area().clip(self.extent())

    def ring_rect(self) -> pygame.Rect:
        return self.place_of(self.here) if self.count else self.rect

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN:
            return self._handle_key(event)
        if self.scroll.handle(event, self.line_height()):
            return True
        if event.type == pygame.MOUSEMOTION:
            self._update_pointed(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._update_pointed(event.pos)
            if self._pointed_line is not None:
                self._select(self._pointed_line)
        elif event.type == pygame.MOUSEBUTTONUP and self.rect.collidepoint(event.pos):
            self._update_pointed(event.pos)
            if self._pointed_line is not None and self._pointed_line == self.here:
                self._open_or_remove_line(is_removal=self._is_on_bin)
        return event.type in MOUSE_EVENTS

    def _handle_key(self, event: pygame.event.Event) -> bool:
        """Handle a key; an arrow beyond the first or last line isn't handled here, so that it moves the focus."""
        if not self.count or event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            return False
        page = max(1, self.rect.height // self.line_height() - 1)  # in lines; one line of the old page stays in view
        last = self.count - 1
        steps = {pygame.K_UP: -1, pygame.K_DOWN: 1}
        pages = {pygame.K_PAGEUP: -min(page, self.here), pygame.K_PAGEDOWN: min(page, last - self.here)}
        wanted = next_index(event.key, self.here, self.count, steps | pages)
        if wanted is not None:
            self._select(wanted)
        elif event.key in PRESS_KEYS:
            self._open_or_remove_line(is_removal=False)
        elif event.key == pygame.K_DELETE and self._on_remove is not None:
            self._open_or_remove_line(is_removal=True)
        else:
            return False
        return True

    def _select(self, line: int) -> None:
        self.here = max(0, min(self.count - 1, line))
        self.reveal_here()
        self.dirty()

    def reveal_here(self) -> None:
        top = self.here * self.line_height()
        self.scroll.show(top, top + self.line_height())

    def _open_or_remove_line(self, is_removal: bool) -> None:
        self.form.play("button")
        if is_removal and self._on_remove is not None:
            self._on_remove(self.here)
        else:
            self._on_open(self.here)

    def _update_pointed(self, pos: tuple[int, int]) -> None:
        line = (pos[1] - self.rect.top + self.scroll.offset) // self.line_height()
        pointed = line if 0 <= line < self.count and pos[0] < self.scroll.view.right else None
        self._pointed_line = pointed
        self._is_on_bin = pointed is not None and self._bin_rect(self.place_of(pointed)).collidepoint(pos)

    def place_of(self, line: int) -> pygame.Rect:
        view, height = self.scroll.view, self.line_height()
        return pygame.Rect(view.left, view.top + line * height - self.scroll.offset, view.width, height)

    def _bin_rect(self, place: pygame.Rect) -> pygame.Rect:
        side = place.height if self._on_remove is not None else 0
        return pygame.Rect(place.right - side, place.top, side, place.height)

    def paint(self, surface: pygame.Surface) -> None:
        clip = surface.get_clip()
        surface.set_clip(self.rect.clip(clip))
        height = self.line_height()
        first = max(0, self.scroll.offset // height)
        end = min(self.count, (self.scroll.offset + self.rect.height) // height + 1)
        for line in range(first, end):
            place = self.place_of(line)
            if place.colliderect(surface.get_clip()):
                self._paint_line_and_ground(surface, line, place)
        self.scroll.paint(surface)
        surface.set_clip(clip)

    def _paint_line_and_ground(self, surface: pygame.Surface, line: int, place: pygame.Rect) -> None:
        theme = self.theme
        is_pointed = self.hovered and line == self._pointed_line
        if is_pointed or (self.has_focus and line == self.here):
            ground = SHADE.lerp(PAPER, 0.25) if is_pointed else BRASS.lerp(PAPER, 0.75)
            theme.paint_highlight(surface, place.inflate(0, -2), ground, theme.px(0.8), is_picked=not is_pointed)
        else:
            theme.paint_rule(surface, (place.left + theme.px(1), place.bottom - 1), place.width - 2 * theme.px(1))
        words_rect = place.inflate(-2 * theme.px(1.2), 0)
        bin_rect = self._bin_rect(place)
        if bin_rect.width:
            words_rect.width = bin_rect.left - words_rect.left
            pale = theme.colour_for(EDGE).lerp(theme.colour_for(SOFT_INK), 0.35)
            colour = OXBLOOD if is_pointed and self._is_on_bin else SOFT_INK if is_pointed else pale
            self.paint_icon(surface, "bin", max(18, theme.px(2.6)), colour, bin_rect.center)
        self._paint_line(surface, line, words_rect)

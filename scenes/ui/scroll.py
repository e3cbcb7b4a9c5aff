"""Scrolling by scroll bar, wheel and keys, and groups of widgets that scroll."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence

import pygame

from scenes.app.theme import EDGE, SLOT, WALNUT_LIGHT
from scenes.ui.base import Group, Widget
from scenes.ui.button_painting import paint_slot
from scenes.ui.constants import WHEEL_LINES
from scenes.ui.layout import Cell


class Scroll:
    """The scroll position and the scroll bar of a widget."""

    def __init__(self, owner: Widget) -> None:
        self._owner = owner
        self.content_height = 0  # height of the content in pixels
        self.offset = 0  # pixels of the content that are hidden above
        self.stops: Sequence[int] = ()  # allowed offsets, ascending from 0; empty: all are allowed
        self._grip_offset: int | None = None  # pixels from the knob's top to the mouse that drags it

    @property
    def view(self) -> pygame.Rect:
        """The rectangle of the widget without the scroll bar."""
        rect = self._owner.rect
        return pygame.Rect(rect.topleft, (rect.width - (self.bar_width() if self.is_needed() else 0), rect.height))

    def is_needed(self) -> bool:
        return self.content_height > self._owner.rect.height > 0

    def bar_width(self) -> int:
        return max(14, self._owner.theme.px(2))

    def move(self, offset: int) -> bool:
        """Scroll to the allowed offset nearest to `offset`; return whether that has changed anything."""
        last = max(0, self.content_height - self._owner.rect.height)
        if self.stops:
            last = self._next_stop(last)
            above = bisect_left(self.stops, offset)
            neighbours = self.stops[max(0, above - 1) : above + 1] or self.stops[-1:]
            offset = min(neighbours, key=lambda stop: abs(stop - offset))
        offset = max(0, min(last, offset))
        if offset == self.offset:
            return False
        self.offset = offset
        self._owner.dirty()
        return True

    def show(self, top: int, bottom: int) -> None:
        """Scroll as little as possible to show the content from `top` to `bottom`.

        If that is higher than the widget, show as much as fits, from `top` on.
        """
        height = self._owner.rect.height
        self.move(min(top, max(self._next_stop(bottom - height), min(self.offset, top))))

    def _next_stop(self, offset: int) -> int:
        """Return the first allowed offset from `offset` on, or the last one."""
        if not self.stops:
            return offset
        return self.stops[min(bisect_left(self.stops, offset), len(self.stops) - 1)]

    def handle(self, event: pygame.event.Event, line_height: int) -> bool:
        """Handle wheel, scroll bar and paging keys; return whether the event was used."""
        if not self.is_needed():
            return False
        height = self._owner.rect.height
        if event.type == pygame.MOUSEWHEEL:
            self.move(self.offset - round(event.precise_y * WHEEL_LINES * line_height))
            return True
        if event.type == pygame.KEYDOWN:
            page = {pygame.K_PAGEUP: -1, pygame.K_PAGEDOWN: 1}.get(event.key, 0)
            self.move(self.offset + page * (height - line_height))
            return page != 0
        if event.type == pygame.MOUSEBUTTONDOWN and event.pos[0] >= self.view.right:
            knob = self._knob_rect()
            self._grip_offset = event.pos[1] - knob.top if knob.collidepoint(event.pos) else knob.height // 2
            self._drag_to(event.pos[1])
            return True
        if event.type == pygame.MOUSEMOTION and self._grip_offset is not None:
            self._drag_to(event.pos[1])
            return True
        if event.type == pygame.MOUSEBUTTONUP and self._grip_offset is not None:
            self._grip_offset = None
            self._owner.dirty()
            return True
        return False

    def _drag_to(self, y: int) -> None:
        rect, knob = self._owner.rect, self._knob_rect()
        free_height = max(1, rect.height - knob.height)
        self.move(
            round((y - (self._grip_offset or 0) - rect.top) / free_height * (self.content_height - rect.height))
        )

    def _knob_rect(self) -> pygame.Rect:
        rect, theme = self._owner.rect, self._owner.theme
        width = max(8, theme.px(1.0))
        height = max(theme.px(4), rect.height * rect.height // max(1, self.content_height))
        hidden_height = max(1, self.content_height - rect.height)
        top = rect.top + round((rect.height - height) * min(1.0, self.offset / hidden_height))
        return pygame.Rect(rect.right - width, top, width, height)

    def paint(self, surface: pygame.Surface) -> None:
        if self.is_needed():
            rect, knob, theme = self._owner.rect, self._knob_rect(), self._owner.theme
            groove = pygame.Rect(knob.left, rect.top, knob.width, rect.height)
            paint_slot(surface, theme, groove, SLOT, knob.width // 2)
            colour = theme.colour_for(WALNUT_LIGHT)
            colour = colour if self._grip_offset is not None else colour.lerp(theme.colour_for(EDGE), 0.35)
            pygame.draw.rect(surface, colour, knob.inflate(-2, -2), border_radius=knob.width // 2)


class ScrollGroup(Group):
    """A group of widgets that scroll together; `Scrolled` is its layout."""

    def __init__(self, parent: Group, label: str = "") -> None:
        super().__init__(parent, label)
        self.scroll = Scroll(self)
        self.has_steady_width = (
            False  # True: always leave room for the scroll bar, so that nothing moves when it appears
        )

    def lay_out_content(self, rect: pygame.Rect, content: Cell) -> None:
        """Place the group, and in it the content, scrolled and with room for the scroll bar if it is needed."""
        width, height = rect.width, content.natural_height(rect.width)
        if self.has_steady_width or height > rect.height:
            width -= self.scroll.bar_width() + self.theme.gap
            height = content.natural_height(width)
        self.rect = rect
        self.scroll.content_height = height
        self.scroll.move(self.scroll.offset)
        content.place(pygame.Rect(rect.left, rect.top - self.scroll.offset, width, height))

    def at(self, pos: tuple[int, int]) -> Widget | None:
        if not (self.visible and self.rect.collidepoint(pos)):
            return None
        return super().at(pos) or self

    def visible_area(self) -> pygame.Rect:
        return super().visible_area().clip(self.rect.inflate(self.theme.px(1.2), 0))

    def extent(self) -> pygame.Rect:
        return self.rect.inflate(self.theme.px(1.2), 0)

    def scroll_to(self, widget: Widget) -> None:
        part = widget.visible_part
        top = part.top - self.rect.top + self.scroll.offset
        self._move_children_after(lambda: self.scroll.show(top - self.theme.gap, top + part.height + self.theme.gap))

    def handle(self, event: pygame.event.Event) -> bool:
        return self._move_children_after(lambda: self.scroll.handle(event, self.theme.line("body")))

    def _move_children_after(self, action: Callable[[], bool | None]) -> bool:
        """Run an action that may scroll, then move the children along; return whether the action returned True."""
        before = self.scroll.offset
        used = action()
        if self.scroll.offset != before:
            for child in self.children:
                child.move_by(before - self.scroll.offset)
        return bool(used)

    def paint(self, surface: pygame.Surface) -> None:
        clip = surface.get_clip()
        surface.set_clip(self.visible_area().clip(clip))
        super().paint(surface)
        self.scroll.paint(surface)
        surface.set_clip(clip)


class Scrolled:
    """The layout of a scroll group; its natural size is the size of the whole content."""

    def __init__(self, group: ScrollGroup, content: Cell) -> None:
        self._group, self._content = group, content

    @property
    def visible(self) -> bool:
        return self._group.visible

    def natural_width(self) -> int:
        return self._content.natural_width()

    def natural_height(self, width: int) -> int:
        return self._content.natural_height(width)

    def place(self, rect: pygame.Rect) -> None:
        self._group.lay_out_content(rect, self._content)

"""Popup lists to choose from, above all other widgets: of texts, and of pictures at the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, Generic, TypeVar

import pygame

from scenes.app.accessibility_tree import Node
from scenes.app.theme import BRASS, INK, SOFT_INK
from scenes.ui.base import RepaintingAttribute, Root, Widget
from scenes.ui.button import DIGITS, PRESS_KEYS
from scenes.ui.button_painting import paint_button

T = TypeVar("T")

_CENTRED_WIDTH: Final = 40.0  # least width, in u, of a list in the middle of the window


class Chooser(Widget, Generic[T]):
    """A popup list of options, each with words and perhaps a sprite; it closes before it calls `on_choose`."""

    focusable = True
    pointer = "hand"
    _current = RepaintingAttribute(0)  # index of the option that Enter chooses

    def __init__(
        self,
        form: Root,
        anchor: tuple[int, int] | pygame.Rect | None,
        options: Sequence[tuple[T, str, str | None]],
        on_choose: Callable[[T], object],
        on_cancel: Callable[[], object] = lambda: None,
        current: T | None = None,
        picture: Callable[[str, int], pygame.Surface] | None = None,
        title: str = "",
    ) -> None:
        """Show the list beside a point, below a rectangle or, if `anchor` is None, in the middle of the window.

        `options` are triples of value, words and name of a sprite. `picture` gets that name and a height in pixels,
        and returns the picture to show; if `picture` is None, the sprite is shown.
        """
        option_texts = ", ".join(text for _, text, _ in options)
        super().__init__(form, f"{title} {option_texts}" if title else option_texts)
        self.options, self._title = options, title
        self._on_choose = on_choose
        self._on_cancel = on_cancel
        self._picture = picture or self.assets.sprite
        values = [value for value, _, _ in options]
        self._current = values.index(current) if current in values else 0
        self._anchor, self._laid_out_size = anchor, self.theme.size  # the size is the window's
        self._lay_out_list()
        form.lay_over(self)

    def _lay_out_list(self) -> None:
        theme, anchor = self.theme, self._anchor
        has_pictures = any(look for _, _, look in self.options)
        self._row_height = max(theme.control, theme.px(8)) if has_pictures else theme.control
        self._sprite_width = self._row_height if has_pictures else 0
        text_width = max(theme.width(text, "body") for _, text, _ in self.options)
        inner_width = max(text_width + self._sprite_width, theme.width(self._title, "strong"))
        self._title_height = theme.control if self._title else 0
        width = inner_width + 2 * theme.px(1.6) + 2 * theme.px(0.6)
        rect = pygame.Rect(0, 0, width, self._title_height + self._row_height * len(self.options) + 2 * theme.px(0.6))
        if anchor is None:
            anchor = pygame.Rect(0, 0, theme.px(_CENTRED_WIDTH), 0).move_to(
                center=(theme.size[0] // 2, theme.size[1] // 3)
            )
        if isinstance(anchor, pygame.Rect):
            rect.width = max(width, anchor.width)
            rect.topright = (anchor.right, anchor.bottom + theme.px(0.5))
            if rect.bottom > theme.size[1] - theme.gap:
                rect.bottom = anchor.top - theme.px(0.5)
        else:
            rect.midleft = (anchor[0] + theme.px(2), anchor[1])
            if rect.right > theme.size[0] - theme.gap:
                rect.right = anchor[0] - theme.px(2)
        window = pygame.Rect((0, 0), theme.size).inflate(-2 * theme.gap, -2 * theme.gap)
        self.rect = rect.clamp(window)

    def note(self) -> str:
        return self._title

    def nodes(self) -> list[Node]:
        options = [
            Node(self, "LIST_BOX_OPTION", text, self.place_of(number), number, is_on=number == self._current)
            for number, (_, text, _) in enumerate(self.options)
        ]
        for number, option in enumerate(options):
            option.focused, option.place = bool(option.is_on), (number, len(options))
            option.press = partial(self._close, number)
        return [Node(self, "LIST_BOX", self._title, self.rect, children=options)]

    def describe(self) -> str:
        return self.options[self._current][1]

    def extent(self) -> pygame.Rect:
        return self.theme.outer_rect(self.rect, is_lifted=True)

    def _update_layout(self) -> None:
        if self._laid_out_size != self.theme.size:
            self._laid_out_size = self.theme.size
            self._lay_out_list()

    def handle(self, event: pygame.event.Event) -> bool:
        self._update_layout()
        if event.type == pygame.MOUSEMOTION:
            index = self.index_at(event.pos)
            self._current = self._current if index is None else index
        elif event.type == pygame.MOUSEBUTTONDOWN and (event.button == 3 or not self.rect.collidepoint(event.pos)):
            self._close(None)
        elif event.type == pygame.MOUSEBUTTONUP:
            index = self.index_at(event.pos)
            if index is not None:
                self._close(index)
        elif event.type == pygame.KEYDOWN:
            self._handle_key(event.key)
        return True

    def _handle_key(self, key: int) -> None:
        if key == pygame.K_ESCAPE:
            self._close(None)
        elif key in PRESS_KEYS:
            self._close(self._current)
        elif DIGITS.get(key, 0) in range(1, len(self.options) + 1):
            self._close(DIGITS[key] - 1)
        elif key in (pygame.K_UP, pygame.K_LEFT):
            self._current = (self._current - 1) % len(self.options)
        elif key in (pygame.K_DOWN, pygame.K_RIGHT, pygame.K_TAB):
            self._current = (self._current + 1) % len(self.options)
        elif key in (pygame.K_HOME, pygame.K_PAGEUP):
            self._current = 0
        elif key in (pygame.K_END, pygame.K_PAGEDOWN):
            self._current = len(self.options) - 1

    def _close(self, index: int | None) -> None:
        """Close the list, then choose the option with this index; None: cancel."""
        self.form.lay_over(None)
        if index is None:
            self._on_cancel()
        else:
            self.form.play("button")
            self._on_choose(self.options[index][0])

    def place_of(self, index: int) -> pygame.Rect:
        pad = self.theme.px(0.6)
        left, top = self.rect.left + pad, self.rect.top + pad + self._title_height + index * self._row_height
        return pygame.Rect(left, top, self.rect.width - 2 * pad, self._row_height)

    def index_at(self, pos: tuple[int, int]) -> int | None:
        return next((n for n in range(len(self.options)) if self.place_of(n).collidepoint(pos)), None)

    def paint(self, surface: pygame.Surface) -> None:
        self._update_layout()
        theme = self.theme
        theme.paint_paper(surface, self.rect, is_lifted=True)
        if self._title:
            head = self.place_of(0).move(0, -self._title_height)
            head.height = self._title_height
            theme.text(surface, self._title, "strong", INK, head.inflate(-2 * theme.px(1.6), 0))
            theme.paint_rule(surface, (head.left, head.bottom - 1), head.width)
        for index, (_, text, look) in enumerate(self.options):
            place = self.place_of(index)
            if index == self._current:
                theme.paint_highlight(surface, place, BRASS.lerp("#F7EEDF", 0.55), theme.px(0.6))
            if look is not None:
                side = self._row_height - theme.px(1.6)
                centre = (place.left + self._sprite_width // 2, place.centery)
                for picture in (self.assets.shadow(look, side), self._picture(look, side)):
                    surface.blit(picture, picture.get_rect(center=centre))
            area = place.inflate(-2 * theme.px(1.6), 0)
            area.left, area.width = area.left + self._sprite_width, area.width - self._sprite_width
            theme.text(surface, text, "body", INK, area)


_CURRENT_GROUND: Final = pygame.Color("#FFF3D2")  # below the current picture
_DIM: Final = (20, 12, 7, 80)  # darkens `ground`


class PictureStrip(Chooser[T]):
    """A popup column of pictures, with a cross after the last picture to cancel."""

    def __init__(
        self,
        form: Root,
        places: Sequence[pygame.Rect],
        options: Sequence[tuple[T, str, str]],
        on_choose: Callable[[T], object],
        on_cancel: Callable[[], object],
        letters: Sequence[str],
        ground: pygame.Rect,
    ) -> None:
        """Show the pictures at `places`, which are in one column, and darken `ground` around them.

        `options` are triples of value, words and name of a sprite; `letters` has, for each
        option, the letters whose keys choose it.
        """
        self._places = places
        self._letters = letters
        self._ground = ground
        super().__init__(form, places[0], options, on_choose, on_cancel)

    def _lay_out_list(self) -> None:
        first, last = self._places[0], self._places[-1]
        is_downwards = last.top >= first.top
        height = max(self.theme.control, first.height // 2)
        self._cancel_rect = pygame.Rect(
            last.left, last.bottom if is_downwards else last.top - height, last.width, height
        )
        self.rect = first.unionall([*self._places, self._cancel_rect])

    def extent(self) -> pygame.Rect:
        return super().extent().union(self._ground)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONUP and self._cancel_rect.collidepoint(event.pos):
            self._close(None)
            return True
        return super().handle(event)

    def _handle_key(self, key: int) -> None:
        matching = (index for index, letters in enumerate(self._letters) if key < 128 and chr(key) in letters)
        index = next(matching, None)
        if index is not None:
            self._close(index)
        else:
            super()._handle_key(key)

    def place_of(self, index: int) -> pygame.Rect:
        return self._places[index]

    def paint(self, surface: pygame.Surface) -> None:
        theme = self.theme
        dim = pygame.Surface(self._ground.clip(surface.get_clip()).size, pygame.SRCALPHA)
        dim.fill(_DIM)
        surface.blit(dim, self._ground.clip(surface.get_clip()))
        theme.paint_paper(surface, self.rect, is_lifted=True)
        paint_button(surface, theme, self.rect, "wood", "rest")
        for index, (_, _, look) in enumerate(self.options):
            place = self.place_of(index)
            if index == self._current:
                inner = place.inflate(-theme.px(0.8), -theme.px(0.8))
                theme.paint_highlight(surface, inner, _CURRENT_GROUND, theme.px(0.8))
            if look is not None:
                self.paint_sprite(surface, look, place.width, place.center)
        colour = INK if self.hovered else SOFT_INK
        self.paint_icon(surface, "close", max(18, theme.px(2.7)), colour, self._cancel_rect.center)

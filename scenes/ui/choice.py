"""Form rows to choose one of several options: buttons side by side, a button with a list, or pictures."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import pygame

from scenes.app.accessibility_tree import Node
from scenes.app.theme import BRASS, EDGE, INK, PAPER, SHADE, SLOT, SOFT_INK, Theme
from scenes.ui.base import Group, RepaintingAttribute
from scenes.ui.button import DIGITS, PRESS_KEYS
from scenes.ui.button_painting import State, paint_button, paint_slot, text_colour
from scenes.ui.form_row import ValueRow
from scenes.ui.popup_list import Chooser

_RATIO: Final = 4 / 3  # width / height of a picture
_LARGEST_HEIGHT: Final = 11.6  # of a picture, in u


class OptionRow(ValueRow[str]):
    """A row whose value is one of its options, which are pairs of a value and its words."""

    _pointed_index: RepaintingAttribute[int | None] = RepaintingAttribute(None)  # the option under the mouse

    def __init__(
        self,
        parent: Group,
        text: str,
        options: Sequence[tuple[str, str]],
        value: str,
        on_change: Callable[[str], object],
    ) -> None:
        super().__init__(parent, text, value, on_change)
        self.options = list(options)

    def describe_value(self) -> str:
        return dict(self.options).get(self._value, "")

    def nodes(self) -> list[Node]:
        group = self.node(self.describe())
        group.role, group.name, group.description, group.press = "RADIO_GROUP", self.label, self.about, None
        focused, group.focused = group.focused, False
        for number, (value, option_text) in enumerate(self.options):
            is_chosen = value == self._value
            option = Node(
                self, "RADIO_BUTTON", option_text, self.place_of(number), value, is_on=is_chosen, enabled=self.enabled
            )
            option.focused, option.place = focused and is_chosen, (number, len(self.options))
            option.focus = option.press = partial(self.change, value)
            group.children.append(option)
        return [group]

    def place_of(self, index: int) -> pygame.Rect:
        raise NotImplementedError

    def index_at(self, pos: tuple[int, int]) -> int | None:
        return next((n for n in range(len(self.options)) if self.place_of(n).collidepoint(pos)), None)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN:
            return self._handle_key(event.key)
        if event.type == pygame.MOUSEMOTION:
            self._pointed_index = self.index_at(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP:
            index = self.index_at(event.pos)
            if index is not None:
                self.change(self.options[index][0])
        return event.type not in (pygame.KEYUP, pygame.MOUSEWHEEL)

    def _handle_key(self, key: int) -> bool:
        if key in DIGITS:
            return self._choose_number(DIGITS[key])
        if key not in (pygame.K_LEFT, pygame.K_RIGHT):
            return False
        values = [value for value, _ in self.options]
        next_number = values.index(self._value) + (1 if key == pygame.K_RIGHT else -1)
        self.change(values[max(0, min(len(values) - 1, next_number))])
        return True

    def _choose_number(self, digit: int) -> bool:
        """Choose the option whose text begins with the number `digit`, if there is one.

        If no option's text begins with a number, choose option number `digit`, counted from 1. Always return True,
        because the key is handled in any case.
        """
        numbers = [(value, re.match(r"\d+", option_text)) for value, option_text in self.options]
        matching = [value for value, number in numbers if number is not None and int(number[0]) == digit]
        if any(number is not None for _, number in numbers):
            value_to_choose = matching[0] if matching else None
        else:
            value_to_choose = self.options[digit - 1][0] if 0 < digit <= len(self.options) else None
        if value_to_choose is not None:
            self.change(value_to_choose)
        return True


class Choice(OptionRow):
    """Options side by side, or a button that opens a list if they don't fit or are more than `max_columns`."""

    max_columns = 4

    def nodes(self) -> list[Node]:
        if not self.is_list():
            return super().nodes()
        button = self.node(self.form.scene.app.words.label_value(self.label or self.tip, self.describe_value()))
        button.role, button.description, button.opens_list = "BUTTON", self.about, True
        return [button]

    def is_list(self) -> bool:
        if len(self.options) > self.max_columns:
            return True
        room = self.field.width // max(1, len(self.options)) - 2 * self.theme.px(1.2)
        return any(self.theme.width(option_text, "strong") > room for _, option_text in self.options)

    def handle(self, event: pygame.event.Event) -> bool:
        if self.is_list() and event.type == pygame.MOUSEBUTTONUP:
            if self.field.collidepoint(event.pos):
                self._open_list()
            return True
        return super().handle(event)

    def _handle_key(self, key: int) -> bool:
        if self.is_list() and key in (*PRESS_KEYS, pygame.K_DOWN):
            self._open_list()
            return True
        return super()._handle_key(key)

    def _open_list(self) -> None:
        options = [(value, option_text, None) for value, option_text in self.options]
        Chooser(self.form, self.field, options, self.change, current=self._value)

    def place_of(self, index: int) -> pygame.Rect:
        field = self.field.inflate(-6, -6)
        left = field.left + round(field.width * index / len(self.options))
        right = field.left + round(field.width * (index + 1) / len(self.options))
        return pygame.Rect(left, field.top, right - left, field.height)

    def paint(self, surface: pygame.Surface) -> None:
        self.paint_label(surface)
        if self.is_list():
            self._paint_list(surface)
            return
        theme = self.theme
        paint_slot(surface, theme, self.field, SLOT, min(theme.px(1), self.field.height // 3))
        for index, (value, option_text) in enumerate(self.options):
            place = self.place_of(index)
            if value == self._value:
                state: State = "rest" if self.enabled else "off"
                face = paint_button(surface, theme, place, "picked", state)
                theme.text(surface, option_text, "strong", text_colour(theme, "picked", state), face, "centre")
            else:
                is_pointed = self.hovered and index == self._pointed_index
                colour = SOFT_INK if self.enabled and not is_pointed else self.ink()
                theme.text(surface, option_text, "body", colour, place, "centre")

    def _paint_list(self, surface: pygame.Surface) -> None:
        theme = self.theme
        state: State = "off" if not self.enabled else "hover" if self.hovered else "rest"
        face = paint_button(surface, theme, self.field, "plain", state)
        colour = text_colour(theme, "plain", state)
        half = theme.px(0.8)
        area = face.inflate(-2 * theme.px(1.6), 0)
        x, y = area.right - half, face.centery
        arrow = [
            (x - half, y - half // 2),
            (x + half, y - half // 2),
            (x, y + half * 2 // 3),
        ]
        pygame.draw.polygon(surface, colour, arrow)
        area.width -= 3 * half
        theme.text(surface, self.describe_value(), "strong", colour, area, ellipsis=theme.tight)


class PictureChoice(OptionRow):
    """Options with pictures. As these are slow to make, each call of `update` makes one."""

    sound = "place"

    def __init__(
        self,
        parent: Group,
        text: str,
        options: Sequence[tuple[str, str]],
        value: str,
        on_change: Callable[[str], object],
        picture: Callable[[str, tuple[int, int]], pygame.Surface],
    ) -> None:
        """Create the row; `picture` returns a value's picture in a size (width and height in pixels)."""
        super().__init__(parent, text, options, value, on_change)
        self.share = 0.25  # of the width, for the label
        self._picture = picture
        self._pictures: dict[tuple[str, tuple[int, int]], pygame.Surface] = {}

    def natural_height(self, width: int) -> int:
        theme, text_width = self.theme, round(width * self.share) - 2 * self.theme.gap
        text_height = theme.height(self.label, "body", text_width) + theme.height(self.about, "small", text_width)
        return max(self._height_with_names(width), text_height)

    def _height_with_names(self, width: int) -> int:
        return self._picture_size(width)[1] + self.theme.line("small") + self.theme.px(0.8)

    @property
    def field(self) -> pygame.Rect:
        label_width = self._label_width(self.rect.width)
        return pygame.Rect(
            self.rect.left + label_width, self.rect.top, self.rect.width - label_width, self.rect.height
        )

    def renew(self) -> None:
        """Discard all pictures, whose look has changed; `update` makes them anew."""
        self._pictures.clear()
        self.dirty()

    def lacks_pictures(self) -> bool:
        size = self._picture_size(self.rect.width)
        return any((value, size) not in self._pictures for value, _ in self.options)

    def update(self) -> bool:
        """Make the next missing picture; return False if none is missing."""
        size = self._picture_size(self.rect.width)
        missing = next((value for value, _ in self.options if (value, size) not in self._pictures), None)
        if missing is None:
            return False
        self._pictures = {key: made for key, made in self._pictures.items() if key[1] == size}  # drop other sizes
        self._pictures[missing, size] = self._picture(missing, size)
        self.dirty()
        return True

    def _picture_size(self, width: int) -> tuple[int, int]:
        room = width - round(width * self.share) if self.label else width
        width = (room - self.theme.px(1.6) * (len(self.options) - 1)) // len(self.options)
        height = min(self.theme.px(_LARGEST_HEIGHT), round(width / _RATIO))
        return round(height * _RATIO), height

    def place_of(self, index: int) -> pygame.Rect:
        field, (width, height) = self.field, self._picture_size(self.rect.width)
        step = width + self.theme.px(3.2)
        step = min(step, (field.width - width) // max(1, len(self.options) - 1))
        return pygame.Rect(field.left + index * step, field.top, width, height)

    def index_at(self, pos: tuple[int, int]) -> int | None:
        # a point on the name below a picture counts as on the picture
        bottom = self.place_of(0).bottom
        return super().index_at((pos[0], min(pos[1], bottom - 1))) if pos[1] < self.rect.bottom else None

    def ring_rect(self) -> pygame.Rect:
        last = self.place_of(len(self.options) - 1)
        height = self._height_with_names(self.rect.width)
        return pygame.Rect(self.field.left, self.rect.top, last.right - self.field.left, height)

    def paint(self, surface: pygame.Surface) -> None:
        theme = self.theme
        label_width = self.field.left - self.rect.left - 2 * theme.gap
        label_rect = pygame.Rect(self.rect.topleft, (label_width, theme.height(self.label, "body", label_width)))
        theme.text(surface, self.label, "body", self.ink(), label_rect)
        if self.about:
            below = pygame.Rect(
                label_rect.left, label_rect.bottom, label_rect.width, self.rect.bottom - label_rect.bottom
            )
            theme.text(surface, self.about, "small", SOFT_INK, below, valign="top")
        for index, (value, option_text) in enumerate(self.options):
            place = self.place_of(index)
            picture = self._pictures.get((value, place.size))
            if picture is None:
                pygame.draw.rect(surface, theme.colour_for(SHADE), place)
            else:
                surface.blit(picture, place)
            if not self.enabled:
                _paint_disabled(surface, theme, place)
            is_chosen = value == self._value and self.enabled
            is_pointed = self.hovered and self.enabled and index == self._pointed_index
            if is_chosen or is_pointed:
                edge = max(3, theme.px(0.5))
                frame = place.inflate(2 * edge, 2 * edge)
                colour = theme.colour_for(BRASS if is_chosen else EDGE)
                pygame.draw.rect(surface, colour, frame, edge, border_radius=theme.px(0.6))
            below = pygame.Rect(place.left, place.bottom + theme.px(0.6), place.width, theme.line("small"))
            below.inflate_ip(theme.px(2.8), 0)
            colour = INK if is_chosen else SOFT_INK if self.enabled else self.ink()
            theme.text(surface, option_text, "small", colour, below, "centre", ellipsis=True)


def _paint_disabled(surface: pygame.Surface, theme: Theme, place: pygame.Rect) -> None:
    half_transparent = pygame.Surface(place.size)
    half_transparent.fill(theme.colour_for(PAPER))
    half_transparent.set_alpha(175)
    surface.blit(half_transparent, place)
    theme.paint_outline(surface, place)

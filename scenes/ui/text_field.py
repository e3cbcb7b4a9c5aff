"""A text field of one line, with caret, selection and clipboard."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from scenes.app.accessibility_tree import Node
from scenes.app.clipboard import clipboard_text, set_clipboard_text
from scenes.app.theme import BRASS, FIELD, INK, PAPER, SHADE, SOFT_INK
from scenes.ui.base import Group
from scenes.ui.button_painting import paint_slot
from scenes.ui.constants import PASTE_CHARACTERS
from scenes.ui.form_row import ValueRow

_COMMAND_MODIFIERS = pygame.KMOD_CTRL | pygame.KMOD_META


class TextField(ValueRow[str]):
    """A field for at most `limit` characters; `hint` is shown while it is empty."""

    takes_text = True
    pointer = "text"
    node_role = "TEXT_INPUT"

    def __init__(
        self,
        parent: Group,
        text: str,
        value: str,
        on_change: Callable[[str], object],
        limit: int = 24,
        hint: str = "",
    ) -> None:
        super().__init__(parent, text, value, on_change)
        self._limit = limit
        self._hint = hint
        self._caret = len(value)
        self._anchor = 0  # index of the selection's other end; the same as the caret's if nothing is selected

    def limit_value(self, value: str) -> str:
        """Return the text cut to the limit; put the caret at the end of the text and select all of it."""
        self._caret, self._anchor = min(len(value), self._limit), 0
        return value[: self._limit]

    def describe_value(self) -> str:
        return self._value or self._hint

    def node(self, name: str) -> Node:
        node = super().node(name)
        node.name, node.value, node.press = self.label or self._hint, self._value, None
        node.selection = (self._anchor, self._caret)
        return node

    @property
    def selected_text(self) -> str:
        start, end = sorted((self._anchor, self._caret))
        return self._value[start:end]

    def select_all(self) -> None:
        self._anchor, self._caret = 0, len(self._value)
        self.dirty()

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.TEXTINPUT:
            self._insert(event.text)
        elif event.type == pygame.KEYDOWN:
            return self._handle_key(event)
        elif event.type == pygame.MOUSEBUTTONDOWN or (event.type == pygame.MOUSEMOTION and self.is_pressed):
            self._move_caret(self._index_at(event.pos[0]), event.type == pygame.MOUSEMOTION)
        return event.type != pygame.MOUSEWHEEL

    def _handle_key(self, event: pygame.event.Event) -> bool:
        if event.mod & _COMMAND_MODIFIERS:
            return self._handle_command(event.key)
        is_selecting = bool(event.mod & pygame.KMOD_SHIFT)
        if event.key == pygame.K_LEFT:
            self._move_caret(max(0, self._caret - 1), is_selecting)
        elif event.key == pygame.K_RIGHT:
            self._move_caret(min(len(self._value), self._caret + 1), is_selecting)
        elif event.key == pygame.K_HOME:
            self._move_caret(0, is_selecting)
        elif event.key == pygame.K_END:
            self._move_caret(len(self._value), is_selecting)
        elif event.key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            if not self.selected_text:
                step = -1 if event.key == pygame.K_BACKSPACE else 1
                self._anchor = max(0, min(len(self._value), self._caret + step))
            self._insert("")  # in place of what is selected
        else:
            # A character arrives as TEXTINPUT; its key is used up here, so that it is no shortcut.
            return bool(event.unicode) and event.unicode.isprintable()
        return True

    def _handle_command(self, key: int) -> bool:
        if key == pygame.K_a:
            self.select_all()
        elif key in (pygame.K_c, pygame.K_x):
            if self.selected_text and set_clipboard_text(self.selected_text) and key == pygame.K_x:
                self._insert("")
        elif key == pygame.K_v:
            if pasted := clipboard_text()[:PASTE_CHARACTERS]:
                self._insert(pasted)
        else:
            return False
        return True

    def _insert(self, text: str) -> None:
        """Replace the selection by the printable characters of `text`, as far as there is room."""
        start, end = sorted((self._anchor, self._caret))
        text = "".join(letter for letter in text if letter.isprintable())
        text = text[: self._limit - len(self._value) + end - start]
        before = self._value
        self._value = before[:start] + text + before[end:]
        self._caret = self._anchor = start + len(text)
        self.dirty()
        if self._value != before:
            self._on_change(self._value)

    def _move_caret(self, caret: int, is_selecting: bool) -> None:
        self._caret = caret
        if not is_selecting:
            self._anchor = caret
        self.dirty()

    def _text_area(self) -> pygame.Rect:
        return self.field.inflate(-2 * self.theme.px(1.2), 0)

    def _text_left(self) -> int:
        """Return the x of the first character; a text that is too long is scrolled so that the caret is visible."""
        inner = self._text_area()
        excess = self._x_of(self._caret) - (inner.width - 2)  # 2 pixels for the caret
        return inner.left - max(0, excess) if self.has_focus else inner.left

    def _x_of(self, index: int) -> int:
        return self.theme.caret(self._value, index, "body")

    def _index_at(self, x: int) -> int:
        left = self._text_left()
        return min(range(len(self._value) + 1), key=lambda index: abs(left + self._x_of(index) - x))

    def paint(self, surface: pygame.Surface) -> None:
        theme, inner = self.theme, self._text_area()
        self.paint_label(surface)
        fill = FIELD if self.enabled else SHADE
        paint_slot(surface, theme, self.field, fill, min(theme.px(0.8), self.field.height // 3))
        clip = surface.get_clip()
        surface.set_clip(self.field.inflate(-4, 0).clip(clip))
        left, height = self._text_left(), theme.line("body")
        top = inner.centery - height // 2
        is_active = self.has_focus and self.enabled
        if is_active and self.selected_text:
            start, end = sorted((self._x_of(self._anchor), self._x_of(self._caret)))
            selection = pygame.Rect(left + start, top, end - start, height)
            theme.paint_highlight(surface, selection, BRASS.lerp(PAPER, 0.45))
        if self._value:
            line = theme.render_text(self._value, "body", self.ink())
            surface.blit(line, (left, top))
        elif self._hint:
            theme.text(surface, self._hint, "italic", SOFT_INK, inner, ellipsis=True)
        if is_active:
            surface.fill(theme.colour_for(INK), (left + self._x_of(self._caret), top, max(2, theme.px(0.15)), height))
        surface.set_clip(clip)

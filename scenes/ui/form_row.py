"""Rows of a form: a label on the left, and a switch, slider or stepper on the right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Generic, TypeVar

import pygame

from scenes.app.accessibility_tree import SELF_ANNOUNCED, Node
from scenes.app.spoken_line import sentences
from scenes.app.theme import BRASS, FAINT, GROOVE, INK, LEAF, SHADE, SOFT_INK
from scenes.ui.base import Group, RepaintingAttribute, Widget
from scenes.ui.button import DIGITS, PRESS_KEYS
from scenes.ui.button_painting import State, paint_button, paint_knob, paint_slot, text_colour
from scenes.ui.constants import SLIDER_KEY_STEPS

T = TypeVar("T")

# lengths in u
_LEAST_FIELD_WIDTH: Final = 16.0
_SWITCH_WIDTH: Final = 8.0
_BROAD_ROW_WIDTH: Final = 80.0  # in a broader row the description is below the label, else below label and field
_ABOUT_GAP: Final = 0.4  # space above the description

_ARROW_STEPS: Final = {pygame.K_LEFT: -1, pygame.K_DOWN: -1, pygame.K_RIGHT: 1, pygame.K_UP: 1}
_SIGN_STEPS: Final = {pygame.K_MINUS: -1, pygame.K_KP_MINUS: -1, pygame.K_PLUS: 1, pygame.K_KP_PLUS: 1}


class FormRow(Widget):
    """A row with a label, a rectangle on the right for a value (`field`), and a description (`about`) below."""

    focusable = True
    pointer = "hand"
    about = RepaintingAttribute("")  # what the value does, or why the row is disabled
    possible_abouts: Sequence[str] = ()  # all values that `about` may have; the row is high enough for each

    def __init__(self, parent: Group, text: str) -> None:
        super().__init__(parent, text)
        self.share = 0.45  # fraction of the width for the label; without a label the field has the whole width
        self.has_narrow_label = False  # True: the label is only as wide as its text, whatever `share` is

    @property
    def field(self) -> pygame.Rect:
        rect, label_width = self.rect, self._label_width(self.rect.width)
        below = 0 if self._is_broad(rect.width) else self._about_height(rect.width)
        field = pygame.Rect(rect.left + label_width, rect.top, rect.width - label_width, rect.height - below)
        if self.about or self.possible_abouts:
            field = field.inflate(0, min(0, self.theme.control - field.height))
        return field

    def _is_broad(self, width: int) -> bool:
        return width > self.theme.px(_BROAD_ROW_WIDTH)

    def _about_height(self, width: int) -> int:
        if not (self.about or self.possible_abouts):
            return 0
        if self._is_broad(width):
            width = self._label_width(width) - self.theme.gap
        heights = (self.theme.height(text, "small", width) for text in (self.about, *self.possible_abouts) if text)
        return self.theme.px(_ABOUT_GAP) + max(heights, default=0)

    def _label_width(self, width: int) -> int:
        if not self.label:
            return 0
        if self.has_narrow_label:
            return self.theme.width(self.label, "body") + self.theme.px(2)
        return round(width * self.share)

    def natural_width(self) -> int:
        return self.theme.width(self.label, "body") + self.theme.px(_LEAST_FIELD_WIDTH)

    def natural_height(self, width: int) -> int:
        theme = self.theme
        if not self.label:
            return theme.control
        label_width, about_height = self._label_width(width) - theme.gap, self._about_height(width)
        label_height = theme.height(self.label, "body", label_width) + theme.gap
        if self._is_broad(width):
            return max(theme.control, label_height + about_height)
        return max(theme.control, label_height) + about_height

    def describe(self) -> str:
        return sentences(super().describe(), self.about)

    def node(self, name: str) -> Node:
        """Return the node; its name omits what screen readers announce anyway, such as whether a switch is on."""
        node = super().node(name)
        if node.role in SELF_ANNOUNCED:
            node.name, node.description = self.label or self.tip, self.about
        return node

    def ring_rect(self) -> pygame.Rect:
        return self.field

    def ink(self) -> pygame.Color:
        return INK if self.enabled else FAINT  # of the row's text

    def paint_label(self, surface: pygame.Surface) -> None:
        theme, area, is_broad = self.theme, pygame.Rect(self.rect), self._is_broad(self.rect.width)
        about_height = self._about_height(area.width)
        label_width = self._label_width(area.width) - theme.gap
        if self.label:
            area.size = (label_width, area.height - about_height)
            if is_broad:
                area.height = theme.height(self.label, "body", label_width)
                area.top += (self.rect.height - area.height - about_height) // 2
            theme.text(surface, self.label, "body", self.ink(), area)
        if self.about:
            below = pygame.Rect(
                area.left, area.bottom + theme.px(_ABOUT_GAP), self.rect.width, about_height - theme.px(_ABOUT_GAP)
            )
            below.width = label_width if is_broad else below.width
            theme.text(surface, self.about, "small", SOFT_INK, below, valign="top")


class ValueRow(FormRow, Generic[T]):
    """A row with a value; `on_change` is called when the user changes it, not when `value` is assigned."""

    sound: str | None = "button"  # played when the user changes the value

    def __init__(self, parent: Group, text: str, value: T, on_change: Callable[[T], object]) -> None:
        super().__init__(parent, text)
        self._value = value
        self._on_change = on_change

    @property
    def value(self) -> T:
        return self._value

    @value.setter
    def value(self, value: T) -> None:
        self._value = self.limit_value(value)
        self.dirty()

    def limit_value(self, value: T) -> T:
        return value

    def change(self, value: T) -> None:
        """Set the value that the user has chosen; if it is a new one, play the sound and call `on_change`."""
        before = self._value
        self.value = value
        if self._value != before:
            if self.sound is not None:
                self.form.play(self.sound)
            self._on_change(self._value)


class Switch(ValueRow[bool]):
    """A switch: a knob in a slot, on the right and green if the value is True."""

    node_role = "CHECK_BOX"

    def node(self, name: str) -> Node:
        node = super().node(name)
        node.is_on = self._value
        return node

    def describe_value(self) -> str:
        return self.form.scene.app.words("widgets.on" if self._value else "widgets.off")

    def _label_width(self, width: int) -> int:
        theme, words = self.theme, self.form.scene.app.words
        text_width = max(theme.width(words(key), "body") for key in ("widgets.on", "widgets.off"))
        return width - text_width - theme.px(_SWITCH_WIDTH) - 2 * theme.gap if self.label else 0

    def ring_rect(self) -> pygame.Rect:
        return self._slot().inflate(self.theme.gap, self.theme.gap)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONUP:
            if self.rect.collidepoint(event.pos):
                self.change(not self._value)
        elif event.type == pygame.KEYDOWN and event.key in PRESS_KEYS:
            self.change(not self._value)
        elif event.type == pygame.KEYDOWN and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self.change(event.key == pygame.K_RIGHT)
        else:
            return event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN)
        return True

    def _slot(self) -> pygame.Rect:
        height = max(24, self.theme.px(3.2))
        return pygame.Rect(0, 0, height * 2, height).move_to(midright=self.field.midright)

    def paint(self, surface: pygame.Surface) -> None:
        theme, slot = self.theme, self._slot()
        self.paint_label(surface)
        fill = theme.colour_for(LEAF if self._value else GROOVE)
        if not self.enabled:
            fill = fill.lerp(theme.colour_for(SHADE), 0.7)
        paint_slot(surface, theme, slot, fill, slot.height // 2)
        inset = slot.height // 2
        x = slot.right - inset if self._value else slot.left + inset
        paint_knob(surface, theme, (x, slot.centery), slot.height - 4, self.hovered and self.enabled)
        area = self.field
        area.width = slot.left - theme.gap - area.left
        theme.text(surface, self.describe_value(), "body", SOFT_INK, area, "right", ellipsis=True)


class NumberRow(ValueRow[int]):
    """A row with an integer from `low` to `high` in steps of `step`; `format` returns its text."""

    def __init__(
        self,
        parent: Group,
        text: str,
        value: int,
        low: int,
        high: int,
        on_change: Callable[[int], object],
        *,
        step: int = 1,
        format: Callable[[int], str] = str,  # noqa: A002 - the best word for it
    ) -> None:
        super().__init__(parent, text, value, on_change)
        self._low, self._high, self._step = low, high, step
        self._format = format
        self._is_plain_number = format is str  # then a stepper shows the number between its buttons
        self._typed = 0  # number typed so far; 0 before the first digit

    def on_focus_change(self, is_focused: bool) -> None:
        self._typed = 0

    def _type_digit(self, key: int) -> bool:
        """Append the digit of a key to the number being typed and set the value; return False for other keys."""
        if key not in DIGITS:
            self._typed = 0
            return False
        typed = 10 * self._typed + DIGITS[key]
        self._typed = typed if typed <= self._high else DIGITS[key]
        if self._low <= self._typed <= self._high:
            self.change(self._low + round((self._typed - self._low) / self._step) * self._step)
        return True

    def limit_value(self, value: int) -> int:
        return max(self._low, min(self._high, value))

    def describe_value(self) -> str:
        return self._format(self._value)

    def node(self, name: str) -> Node:
        node = super().node(name)
        node.number = self._value, self._low, self._high, self._step
        node.description = ". ".join(filter(None, (self.describe_value(), self.about)))
        return node


class Slider(NumberRow):
    """A slider: a knob on a groove that is filled up to the knob. A drag calls `on_change` for every new value."""

    sound = None
    node_role = "SLIDER"

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN:
            if event.key in (pygame.K_HOME, pygame.K_END):
                self.change(self._low if event.key == pygame.K_HOME else self._high)
                return True
            if self._type_digit(event.key):
                return True
            if event.key not in _ARROW_STEPS:
                return False
            step = max(self._step, (self._high - self._low) // SLIDER_KEY_STEPS)
            self.change(self._value + _ARROW_STEPS[event.key] * step)
        elif event.type == pygame.MOUSEBUTTONDOWN or (event.type == pygame.MOUSEMOTION and self.is_pressed):
            groove = self._groove()
            fraction = (event.pos[0] - groove.left) / max(1, groove.width)
            steps = round(fraction * (self._high - self._low) / self._step)
            self.change(self._low + steps * self._step)
        elif event.type == pygame.MOUSEBUTTONUP:
            self.form.play("button")
        return event.type not in (pygame.KEYUP, pygame.MOUSEWHEEL)

    def _knob_side(self) -> int:
        return max(22, self.theme.px(3.0))

    def _groove(self) -> pygame.Rect:
        field, half = self.field, self._knob_side() // 2
        longest = max(self.theme.width(self._format(n), "body") for n in (self._low, self._high))
        width = field.width - longest - self.theme.px(2) - 2 * half
        return pygame.Rect(field.left + half, field.centery, max(1, width), 1)

    def paint(self, surface: pygame.Surface) -> None:
        theme, groove = self.theme, self._groove()
        self.paint_label(surface)
        x = groove.left + round(groove.width * (self._value - self._low) / max(1, self._high - self._low))
        height = max(6, theme.px(0.8))
        slot = pygame.Rect(groove.left - height // 2, groove.centery - height // 2, groove.width + height, height)
        paint_slot(surface, theme, slot, GROOVE, height // 2)
        filled = pygame.Rect(slot.topleft, (max(height, x - slot.left), height))
        if self.enabled:
            paint_slot(surface, theme, filled, BRASS, height // 2)
        is_lit = (self.hovered or self.is_pressed) and self.enabled
        paint_knob(surface, theme, (x, groove.centery), self._knob_side(), is_lit)
        number_rect = self.field
        number_rect.left, number_rect.width = groove.right, number_rect.right - groove.right
        theme.text(surface, self.describe_value(), "body", SOFT_INK, number_rect, "right")


class Stepper(NumberRow):
    """A button for less, the number, and a button for more.

    A number formatted with words, such as the text size, is on the right of both buttons instead.
    """

    node_role = "SPIN_BUTTON"
    _hovered_side = RepaintingAttribute(0)  # the button under the mouse: -1, 1, or 0 for none

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN:
            steps = _ARROW_STEPS | _SIGN_STEPS
            if self._type_digit(event.key):
                return True
            if event.key not in steps:
                return False
            self.change(self._value + steps[event.key] * self._step)
        elif event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN):
            less, more = self._buttons()
            self._hovered_side = -1 if less.collidepoint(event.pos) else 1 if more.collidepoint(event.pos) else 0
            if event.type == pygame.MOUSEBUTTONDOWN:
                self.change(self._value + self._hovered_side * self._step)
        return event.type in (pygame.KEYDOWN, pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN)

    def ring_rect(self) -> pygame.Rect:
        field, (_, more) = self.field, self._buttons()
        field.width = more.right - field.left
        if not self._is_plain_number:
            field.width += self.theme.width(self.describe_value(), "strong") + self.theme.px(2.6)
        return field

    @property
    def pressed_point(self) -> pygame.Vector2:
        """The centre, in window pixels, of the "+" button if the mouse is on it, otherwise of the "−" button."""
        return pygame.Vector2(self._buttons()[self._hovered_side > 0].center)

    def _buttons(self) -> tuple[pygame.Rect, pygame.Rect]:
        side = min(self.field.height, self.theme.control) if self.theme.tight else self.field.height
        less = pygame.Rect(self.field.topleft, (side, side))
        number_width = (
            self.theme.width(str(self._high), "strong") + 2 * self.theme.px(1)
            if self._is_plain_number
            else self.theme.gap
        )
        return less, less.move(less.width + number_width, 0)

    def _button_state(self, side: int) -> State:
        at_end = self._value <= self._low if side < 0 else self._value >= self._high
        if not self.enabled or at_end:
            return "off"
        if self.hovered and self._hovered_side == side:
            return "held" if self.is_pressed else "hover"
        return "rest"

    def paint(self, surface: pygame.Surface) -> None:
        theme = self.theme
        self.paint_label(surface)
        less, more = self._buttons()
        for side, button in ((-1, less), (1, more)):
            state = self._button_state(side)
            face = paint_button(surface, theme, button, "plain", state)
            colour = text_colour(theme, "plain", state)
            half, thickness = theme.px(0.85), max(2, theme.px(0.28))
            bar = pygame.Rect(0, 0, 2 * half, thickness).move_to(center=face.center)
            surface.fill(colour, bar)
            if side > 0:
                upright = pygame.Rect(0, 0, thickness, 2 * half).move_to(center=bar.center)
                surface.fill(colour, upright)
        number_rect = self.field
        if self._is_plain_number:
            number_rect.left, number_rect.width = less.right, more.left - less.right
            theme.text(surface, self.describe_value(), "strong", self.ink(), number_rect, "centre")
            return
        number_rect.left = more.right + theme.px(1.6)
        number_rect.width = self.field.right - number_rect.left
        theme.text(surface, self.describe_value(), "strong", self.ink(), number_rect)

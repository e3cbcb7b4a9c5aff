"""Buttons with text, an icon or both, and icon buttons with a tip."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

import pygame

from scenes.app.stack import MOUSE_EVENTS
from scenes.app.theme import FAINTER, INK, OXBLOOD
from scenes.ui.base import Group, RepaintingAttribute, Widget
from scenes.ui.button_painting import Look, State, paint_button, text_colour

DIGITS = {getattr(pygame, f"K_{prefix}{digit}"): digit for digit in range(10) for prefix in ("", "KP")}
PRESS_KEYS = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
ARROWS = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}  # right, down


def next_index(key: int, index: int, count: int, steps: Mapping[int, int]) -> int | None:
    """Return the index to which a key of `steps`, Home or End leads from `index`; None if the key leads nowhere."""
    wanted = {pygame.K_HOME: 0, pygame.K_END: count - 1}.get(key, index + steps[key] if key in steps else -1)
    return wanted if 0 <= wanted < count else None


class Pressable(Widget):
    """A widget that is pressed by a click, or by Enter or Space while it has the focus."""

    node_role = "BUTTON"
    focusable = True
    focused_by_click = False
    pointer = "hand"

    def __init__(self, parent: Group, label: str, on_press: Callable[[], object]) -> None:
        super().__init__(parent, label)
        self._on_press = on_press

    def state(self) -> State:
        if not self.enabled:
            return "off"
        if self.is_pressed:
            return "held" if self.hovered else "rest"
        return "hover" if self.hovered else "rest"

    def press(self) -> None:
        self.form.play("button")
        self._on_press()

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION and self.is_pressed:
            if (is_inside := self.rect.collidepoint(event.pos)) != self.hovered:
                self.hovered = is_inside
                self.dirty()
        elif event.type == pygame.MOUSEBUTTONUP:
            if self.rect.collidepoint(event.pos) and self.enabled:
                self.press()
        elif event.type == pygame.KEYDOWN and event.key in PRESS_KEYS:
            if not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
                self.press()
                return True
            return False
        return event.type in MOUSE_EVENTS


class Button(Pressable):
    """A button with text, an icon (`sprites/ui/<icon>.svg`) or both."""

    text = RepaintingAttribute("", "label")
    is_icon_hidden = RepaintingAttribute(False)  # to save room

    def __init__(
        self,
        parent: Group,
        text: str,
        on_press: Callable[[], object],
        look: Look = "plain",
        icon: str | None = None,
        align: Literal["left", "centre"] = "centre",
    ) -> None:
        super().__init__(parent, text, on_press)
        self.look: Look = look
        self._icon = icon
        self._align = align

    def natural_width(self) -> int:
        theme = self.theme
        return theme.width(self.label, "button") + self._icon_width() + 2 * theme.px(2.2)

    def natural_height(self, width: int) -> int:
        theme = self.theme
        room = width - 2 * theme.px(1.4) - self._icon_width()
        if not (theme.tight and self.label) or room <= 0:
            return theme.control
        return max(theme.control, theme.height(self.label, "button", room) + theme.gap)

    def _icon_width(self) -> int:
        if self._icon is None or self.is_icon_hidden:
            return 0
        return self._icon_side() + (self.theme.px(1.1) if self.label else 0)

    def _icon_side(self) -> int:
        return max(18, self.theme.px(2.7))

    def paint(self, surface: pygame.Surface) -> None:
        self.paint_in(surface, self.rect)

    def paint_in(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Paint the button in `rect`, which in a `PageDiagram` is only a part of the widget."""
        theme, state = self.theme, self.state()
        face = paint_button(surface, theme, rect, self.look, state)
        colour = text_colour(theme, self.look, state)
        inner = face.inflate(-2 * theme.px(1.4), 0)
        icon_width = self._icon_width()
        room = inner.width - icon_width
        lines = theme.wrap(self.label, "button", room)
        text_width = max((theme.width(line, "button") for line in lines), default=0)
        left = inner.left if self._align == "left" else inner.left + (inner.width - icon_width - text_width) // 2
        if self._icon is not None and not self.is_icon_hidden:
            side = self._icon_side()
            icon = self.assets.tinted_icon(f"ui/{self._icon}", side, colour)
            surface.blit(icon, icon.get_rect(midleft=(left, face.centery)))
        area = pygame.Rect(left + icon_width, face.top, room if self._align == "left" else text_width, face.height)
        if self.label:
            theme.text(surface, self.label, "button", colour, area, self._align)


class IconButton(Pressable):
    """An icon that looks like a button while the mouse is on it; its tip says what it does."""

    icon = RepaintingAttribute("")

    def __init__(
        self, parent: Group, icon: str, tip: str, on_press: Callable[[], object], is_dangerous: bool = False
    ) -> None:
        super().__init__(parent, tip, on_press)
        self.tip = tip
        self.icon = icon
        self._is_dangerous = is_dangerous

    def paint(self, surface: pygame.Surface) -> None:
        theme, state = self.theme, self.state()
        face = self.rect
        colour = INK
        if state in ("hover", "held"):
            face = paint_button(surface, theme, self.rect, "danger" if self._is_dangerous else "plain", state)
            colour = OXBLOOD if self._is_dangerous else INK
        elif state == "off":
            colour = FAINTER
        self.paint_icon(surface, self.icon, max(20, theme.px(3.2)), colour, face.center)

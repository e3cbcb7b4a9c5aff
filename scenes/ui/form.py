"""The root of a scene's widgets, which routes events to them and keeps track of focus, tips and overlay."""

from __future__ import annotations

from typing import Final

import pygame

from scenes.app.stack import MOUSE_EVENTS, Scene
from scenes.app.theme import INK, Theme
from scenes.ui.base import Root, Widget
from scenes.ui.button import ARROWS
from scenes.ui.constants import TIP_DELAY_SECONDS

LEAST_TIP_GROUP_WIDTH: Final = 24  # in u; a widget's tip stays within the nearest group of at least this width


class Form(Root):
    """The root of a scene's widgets. The scene passes events, time and the surface on to it.

    Tab moves the focus in the order in which the widgets were made; with `has_arrow_keys` arrow keys also move it.
    """

    def __init__(self, scene: Scene, has_arrow_keys: bool = True) -> None:
        super().__init__(None)
        self.scene = scene
        scene.widgets = self
        self.focus_on: Widget | None = None
        self.default: Widget | None = None
        self._has_arrow_keys = has_arrow_keys
        self._focus_start: Widget | None = None  # widget last focused or clicked, from which Tab and arrows start
        self.overlay: Widget | None = None
        self._hovered: Widget | None = None
        self._captured: Widget | None = None  # pressed widget, which gets all mouse events until the release
        self._mouse_pos = (-1, -1)
        self.marked: Widget | None = None
        self._seconds_to_tip: float | None = None
        self._shown_tip: tuple[str, pygame.Rect] | None = None

    @property
    def tip_out(self) -> tuple[str, pygame.Rect]:
        """The text and the place of the tip that is shown; both empty if no tip is shown."""
        return self._shown_tip or ("", pygame.Rect(0, 0, 0, 0))

    def play(self, name: str) -> None:
        self.scene.app.sound.play(name, pan=self.scene.app.pan_at(self._mouse_pos[0]))

    def describe_focus(self) -> str:
        if self.overlay is not None:
            return self.overlay.describe()
        candidates = (self.marked,) if self.scene.app.is_keyboard_used else (self._hovered, self.focus_on)
        visible = (widget for widget in candidates if widget is not None and widget in self.iter_widgets())
        return next(filter(None, (widget.describe() for widget in visible)), "")

    @property
    def is_typing(self) -> bool:
        return self.overlay is None and self.focus_on is not None and self.focus_on.takes_text

    def texts(self) -> list[tuple[str, str]]:
        return [
            (widget.role, widget.label) for widget in self.iter_widgets() if widget.role is not None and widget.label
        ]

    def notes(self) -> list[str]:
        return [note for widget in self.iter_widgets() if (note := widget.note())]

    # --- focus and overlay

    def focus(self, widget: Widget | None) -> None:
        self._focus_start = widget
        if widget is self.focus_on:
            return
        before, self.focus_on = self.focus_on, widget
        if before is not None:
            before.dirty()
            before.on_focus_change(False)
        if widget is not None:
            widget.on_focus_change(True)
            if self._captured is None:  # scrolling during a press would move the widget away from the mouse
                widget.scroll_into_view()
            widget.dirty()
        self._update_marked()

    def lay_over(self, widget: Widget | None) -> None:
        if self.overlay is not None:
            self.overlay.dirty()
            self.children.remove(self.overlay)
        self.overlay = widget
        self._cancel_press_and_hover()
        self.hide_tip()
        if widget is not None:
            widget.dirty()

    def clear(self) -> None:
        super().clear()
        self.focus_on = self._focus_start = self.default = self.overlay = self._hovered = self._captured = (
            self.marked
        ) = None
        self._shown_tip = self._seconds_to_tip = None

    # --- events

    def handle(self, event: pygame.event.Event) -> bool:
        used = self._route_event(event)
        self._update_marked()
        return used

    def _route_event(self, event: pygame.event.Event) -> bool:
        if event.type in MOUSE_EVENTS:
            self._mouse_pos = event.pos
            return self._handle_mouse(event)
        if event.type == pygame.MOUSEWHEEL:
            return self._offer_upwards(self.overlay or self.at(self._mouse_pos), event)
        if event.type == pygame.WINDOWLEAVE:
            self._set_hovered(None)
            return False
        if event.type in (pygame.KEYDOWN, pygame.TEXTINPUT, pygame.KEYUP):
            return self._handle_key(event)
        return False

    def _handle_mouse(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            if self._captured is not None:
                return self._captured.handle(event)
            found = self._widget_at(event.pos)
            self._set_hovered(found)
            return found.handle(event) if found is not None and found.enabled else False
        if event.type == pygame.MOUSEBUTTONUP:
            captured, self._captured = self._captured, None
            if captured is None or event.button != 1:  # another button ends the press without effect
                return captured is not None
            captured.is_pressed = False
            captured.dirty()
            captured.handle(event)
            if captured is self.focus_on and self.overlay is None:
                captured.scroll_into_view()
            self._set_hovered(self._widget_at(event.pos))
            return True
        self.hide_tip()
        found = self._widget_at(event.pos)
        if found is None or event.button != 1:
            if self.overlay is not None and event.button == 3:
                self.overlay.handle(event)
                return True
            return found is not None
        if found.enabled:
            self._captured = found
            if found.focusable and found is not self.overlay:
                self.focus(found if found.focused_by_click else None)
                self._focus_start = found
            found.is_pressed = True
            found.dirty()
            found.handle(event)
        elif found.tip_text():
            self._show_tip(found)
        return True

    def point(self, pos: tuple[int, int]) -> bool:
        """Find again which widget is under the resting mouse, at `pos`; return whether there is one."""
        found = self._captured or self._widget_at(pos)
        if self._captured is None and (found is not None or self._hovered is not None):
            self._set_hovered(found)
        return found is not None

    def _widget_at(self, pos: tuple[int, int]) -> Widget | None:
        return self.overlay if self.overlay is not None else self.at(pos)

    def _handle_key(self, event: pygame.event.Event) -> bool:
        if self.overlay is not None:
            return self.overlay.handle(event)
        start = self.focus_on if self._can_focus(self.focus_on) else None
        if start is not None and self._offer_upwards(start, event):
            return True
        if event.type != pygame.KEYDOWN or event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            return False
        if event.key == pygame.K_TAB:
            self._move_focus(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self._can_focus(self.default):
            return self.default is not None and self.default.enabled and self.default.handle(event)
        if self._has_arrow_keys and event.key in ARROWS:
            return self._move_focus_towards(ARROWS[event.key])
        return False

    def _offer_upwards(self, widget: Widget | None, event: pygame.event.Event) -> bool:
        """Let the widget, or else a group around it, handle the event; return whether the event was used."""
        while widget is not None and widget is not self:
            if widget.enabled and widget.handle(event):
                return True
            widget = widget.parent
        return False

    def _can_focus(self, widget: Widget | None) -> bool:
        return widget is not None and widget.is_tab_stop and widget in self.iter_widgets()

    def _move_focus(self, step: int) -> None:
        order = [widget for widget in self.iter_widgets() if widget.is_tab_stop]
        if order:
            here = order.index(self._focus_start) if self._focus_start in order else (-1 if step > 0 else 0)
            self.focus(order[(here + step) % len(order)])

    def _move_focus_towards(self, direction: tuple[int, int]) -> bool:
        start = self._focus_start
        if start is None or not self._can_focus(start):
            self._move_focus(1)
            return self.focus_on is not None
        x, y = start.rect.center
        best: tuple[float, Widget] | None = None
        for widget in self.iter_widgets():
            if widget is start or not widget.is_tab_stop:
                continue
            dx, dy = widget.rect.centerx - x, widget.rect.centery - y
            ahead, aside = (dx * direction[0], abs(dy)) if direction[0] else (dy * direction[1], abs(dx))
            cost = ahead + 3 * aside  # a widget straight ahead is preferred to a nearer one at an angle
            if ahead > 0 and aside <= 2 * ahead and (best is None or cost < best[0]):
                best = (cost, widget)
        if best is not None:
            self.focus(best[1])
        return best is not None

    def _set_hovered(self, widget: Widget | None) -> None:
        """Set which widget is under the mouse; update the highlight, the delay of the tip and the mouse pointer."""
        if widget is not self._hovered:
            for changed, is_inside in ((self._hovered, False), (widget, True)):
                if changed is not None:
                    changed.hovered = is_inside
                    changed.dirty()
            self._hovered = widget
            self._start_tip_timer(widget)
        pointer = widget.pointer if widget is not None and widget.enabled else "arrow"
        self.scene.app.set_cursor(pointer)

    def renew_tip(self, widget: Widget) -> None:
        if widget in (self._hovered, self.marked):
            self._start_tip_timer(widget)

    def _start_tip_timer(self, widget: Widget | None) -> None:
        self.hide_tip()
        self._seconds_to_tip = TIP_DELAY_SECONDS if widget is not None and widget.tip_text() else None

    def _cancel_press_and_hover(self) -> None:
        if self._captured is not None:
            self._captured.is_pressed = False
            self._captured = None
        self._set_hovered(None)

    def _update_marked(self) -> None:
        """Show the focus ring and, after a delay, its widget's tip, if the keyboard was used last; else hide both."""
        marked = self.focus_on if self.scene.app.is_keyboard_used and self._can_focus(self.focus_on) else None
        if marked is not self.marked:
            for widget in (self.marked, marked):
                if widget is not None:
                    widget.dirty()
            self.marked = marked
            if marked is not None:
                self._start_tip_timer(marked)
            elif self._shown_tip is not None or self.scene.app.is_keyboard_used:
                self.hide_tip()

    # --- time

    def update(self, dt: float) -> None:
        if self._seconds_to_tip is not None:
            self._seconds_to_tip -= dt
            if self._seconds_to_tip <= 0:
                self._seconds_to_tip = None
                if (widget := self.marked or self._hovered) is not None:
                    self._show_tip(widget)

    def wait_seconds(self) -> float | None:
        return None if self._seconds_to_tip is None else max(0.001, self._seconds_to_tip)

    def _show_tip(self, widget: Widget) -> None:
        """Show the widget's tip below it, or above it if there is no room below."""
        theme = self.theme
        pad, text, target = theme.px(1.1), widget.tip_text(), widget.tip_rect.clip(widget.visible_area())
        if not text:
            return
        bounds, group = pygame.Rect((0, 0), self.scene.app.size), widget.parent
        while group is not None and group.rect.width < theme.px(LEAST_TIP_GROUP_WIDTH):
            group = group.parent
        if group is not None:
            bounds.left, bounds.width = group.rect.left, group.rect.width
        bounds.inflate_ip(-theme.gap, -theme.gap)
        room = min(theme.px(38), bounds.width - 2 * pad)
        height = theme.line("small") * len(theme.wrap(text, "small", room)) + pad
        tip = pygame.Rect(0, 0, theme.least_width(text, "small", room) + 2 * pad, height)
        tip.midtop = (target.centerx, target.bottom + theme.px(0.8))
        if tip.bottom > bounds.bottom:
            tip.bottom = target.top - theme.px(0.8)
        self._shown_tip = (text, tip.clamp(bounds))
        self.dirty(theme.outer_rect(self._shown_tip[1]))

    def hide_tip(self) -> None:
        self._seconds_to_tip = None
        if self._shown_tip is not None:
            self.dirty(self.theme.outer_rect(self._shown_tip[1]))
            self._shown_tip = None

    # --- painting

    @property
    def theme(self) -> Theme:
        return self.scene.app.theme

    def paint(self, surface: pygame.Surface) -> None:
        super().paint(surface)
        clip = surface.get_clip()
        if self.marked is not None and self._can_focus(self.marked) and self.marked.extent().colliderect(clip):
            surface.set_clip(self.marked.visible_area().clip(clip))
            self.theme.paint_ring(surface, self.marked.ring_rect())
            surface.set_clip(clip)
        if self.overlay is not None:
            self.overlay.paint(surface)
        if self._shown_tip is not None:
            text, tip = self._shown_tip
            self.theme.paint_slip(surface, tip)
            self.theme.text(surface, text, "small", INK, tip.inflate(-2 * self.theme.px(1.1), 0), "centre")

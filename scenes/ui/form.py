"""The root of a scene's widgets: event routing, focus, tips and the overlay."""

from __future__ import annotations

from typing import Final

import pygame

from scenes.app.stack import MOUSE_EVENTS, Scene
from scenes.app.theme import INK, Theme
from scenes.ui.base import Root, Widget
from scenes.ui.button import ARROWS
from scenes.ui.constants import TIP_DELAY_SECONDS

LEAST_HOME: Final = 24  # least width in u of a group that confines its widgets' tips


class Form(Root):
    """The root of a scene's widgets, which gets events, time and the surface from the scene.

    Tab moves the focus in the order in which the widgets were made; with `arrows` the arrow keys move it, too.
    """

    def __init__(self, scene: Scene, arrows: bool = True) -> None:
        super().__init__(None)
        self.scene = scene
        scene.widgets = self
        self.focus_on: Widget | None = None
        self.default: Widget | None = None
        self._arrows = arrows
        self._start: Widget | None = None  # start for Tab and arrows: had the focus or a click last
        self.overlay: Widget | None = None
        self._hovered: Widget | None = None
        self._captured: Widget | None = None
        self._pos = (-1, -1)
        self.marked: Widget | None = None
        self._tip_in: float | None = None
        self._tip: tuple[str, pygame.Rect] | None = None

    @property
    def tip_out(self) -> tuple[str, pygame.Rect]:
        """Text and place of the tip that is shown; empty if none is."""
        return self._tip or ("", pygame.Rect(0, 0, 0, 0))

    def play(self, name: str) -> None:
        self.scene.app.sound.play(name, pan=self.scene.app.pan_at(self._pos[0]))

    def spoken(self) -> str:
        if self.overlay is not None:
            return self.overlay.spoken()
        here = (self.marked,) if self.scene.app.keyboard else (self._hovered, self.focus_on)
        seen = (one for one in here if one is not None and one in self.iter_widgets())
        return next(filter(None, (one.spoken() for one in seen)), "")

    @property
    def is_typing(self) -> bool:
        return self.overlay is None and self.focus_on is not None and self.focus_on.types

    def texts(self) -> list[tuple[str, str]]:
        return [(one.role, one.label) for one in self.iter_widgets() if one.role is not None and one.label]

    def notes(self) -> list[str]:
        return [note for one in self.iter_widgets() if (note := one.note())]

    # --- focus and overlay

    def focus(self, widget: Widget | None) -> None:
        self._start = widget
        if widget is self.focus_on:
            return
        before, self.focus_on = self.focus_on, widget
        if before is not None:
            before.dirty()
            before.on_focus_change(False)
        if widget is not None:
            widget.on_focus_change(True)
            if self._captured is None:  # scrolling during a press would move the widget from under the mouse
                widget.scroll_into_view()
            widget.dirty()
        self._mark()

    def lay_over(self, widget: Widget | None) -> None:
        if self.overlay is not None:
            self.overlay.dirty()
            self.children.remove(self.overlay)
        self.overlay = widget
        self._release()
        self.hide_tip()
        if widget is not None:
            widget.dirty()

    def clear(self) -> None:
        super().clear()
        self.focus_on = self._start = self.default = self.overlay = self._hovered = self._captured = self.marked = (
            None
        )
        self._tip = self._tip_in = None

    # --- events

    def handle(self, event: pygame.event.Event) -> bool:
        used = self._routed(event)
        self._mark()
        return used

    def _routed(self, event: pygame.event.Event) -> bool:
        if event.type in MOUSE_EVENTS:
            self._pos = event.pos
            return self._mouse(event)
        if event.type == pygame.MOUSEWHEEL:
            return self._climb(self.overlay or self.at(self._pos), event)
        if event.type == pygame.WINDOWLEAVE:
            self._hover(None)
            return False
        if event.type in (pygame.KEYDOWN, pygame.TEXTINPUT, pygame.KEYUP):
            return self._key(event)
        return False

    def _mouse(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            if self._captured is not None:
                return self._captured.handle(event)
            found = self._under(event.pos)
            self._hover(found)
            return found.handle(event) if found is not None and found.enabled else False
        if event.type == pygame.MOUSEBUTTONUP:
            captured, self._captured = self._captured, None
            if captured is None or event.button != 1:
                return captured is not None
            captured.held = False
            captured.dirty()
            captured.handle(event)
            if captured is self.focus_on and self.overlay is None:
                captured.scroll_into_view()
            self._hover(self._under(event.pos))
            return True
        self.hide_tip()
        found = self._under(event.pos)
        if found is None or event.button != 1:
            if self.overlay is not None and event.button == 3:
                self.overlay.handle(event)
                return True
            return found is not None
        if found.enabled:
            self._captured = found
            if found.focusable and found is not self.overlay:
                self.focus(found if found.focused_by_click else None)
                self._start = found
            found.held = True
            found.dirty()
            found.handle(event)
        elif found.tip_text():
            self._show_tip(found)
        return True

    def point(self, pos: tuple[int, int]) -> bool:
        """Update the hovered widget while the mouse rests at `pos`; return whether there is one."""
        found = self._captured or self._under(pos)
        if self._captured is None and (found is not None or self._hovered is not None):
            self._hover(found)
        return found is not None

    def _under(self, pos: tuple[int, int]) -> Widget | None:
        return self.overlay if self.overlay is not None else self.at(pos)

    def _key(self, event: pygame.event.Event) -> bool:
        if self.overlay is not None:
            return self.overlay.handle(event)
        start = self.focus_on if self._takes(self.focus_on) else None
        if start is not None and self._climb(start, event):
            return True
        if event.type != pygame.KEYDOWN or event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            return False
        if event.key == pygame.K_TAB:
            self._step(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self._takes(self.default):
            return self.default is not None and self.default.enabled and self.default.handle(event)
        if self._arrows and event.key in ARROWS:
            return self._aim(ARROWS[event.key])
        return False

    def _climb(self, widget: Widget | None, event: pygame.event.Event) -> bool:
        while widget is not None and widget is not self:
            if widget.enabled and widget.handle(event):
                return True
            widget = widget.parent
        return False

    def _takes(self, widget: Widget | None) -> bool:
        return widget is not None and widget.is_tab_stop and widget in self.iter_widgets()

    def _step(self, by: int) -> None:
        order = [widget for widget in self.iter_widgets() if widget.is_tab_stop]
        if order:
            here = order.index(self._start) if self._start in order else (-1 if by > 0 else 0)
            self.focus(order[(here + by) % len(order)])

    def _aim(self, way: tuple[int, int]) -> bool:
        start = self._start
        if start is None or not self._takes(start):
            self._step(1)
            return self.focus_on is not None
        x, y = start.rect.center
        best: tuple[float, Widget] | None = None
        for widget in self.iter_widgets():
            if widget is start or not widget.is_tab_stop:
                continue
            dx, dy = widget.rect.centerx - x, widget.rect.centery - y
            ahead, aside = (dx * way[0], abs(dy)) if way[0] else (dy * way[1], abs(dx))
            cost = ahead + 3 * aside
            if ahead > 0 and aside <= 2 * ahead and (best is None or cost < best[0]):
                best = (cost, widget)
        if best is not None:
            self.focus(best[1])
        return best is not None

    def _hover(self, widget: Widget | None) -> None:
        if widget is not self._hovered:
            for one, inside in ((self._hovered, False), (widget, True)):
                if one is not None:
                    one.hovered = inside
                    one.dirty()
            self._hovered = widget
            self._await_tip(widget)
        pointer = widget.pointer if widget is not None and widget.enabled else "arrow"
        self.scene.app.cursor(pointer)

    def renew_tip(self, widget: Widget) -> None:
        if widget in (self._hovered, self.marked):
            self._await_tip(widget)

    def _await_tip(self, widget: Widget | None) -> None:
        self.hide_tip()
        self._tip_in = TIP_DELAY_SECONDS if widget is not None and widget.tip_text() else None

    def _release(self) -> None:
        if self._captured is not None:
            self._captured.held = False
            self._captured = None
        self._hover(None)

    def _mark(self) -> None:
        shown = self.focus_on if self.scene.app.keyboard and self._takes(self.focus_on) else None
        if shown is not self.marked:
            for widget in (self.marked, shown):
                if widget is not None:
                    widget.dirty()
            self.marked = shown
            if shown is not None:
                self._await_tip(shown)
            elif self._tip is not None or self.scene.app.keyboard:
                self.hide_tip()

    # --- time

    def update(self, dt: float) -> None:
        if self._tip_in is not None:
            self._tip_in -= dt
            if self._tip_in <= 0:
                self._tip_in = None
                if (widget := self.marked or self._hovered) is not None:
                    self._show_tip(widget)

    def pace(self) -> float | None:
        return None if self._tip_in is None else max(0.001, self._tip_in)

    def _show_tip(self, widget: Widget) -> None:
        theme = self.theme
        pad, text, about = theme.px(1.1), widget.tip_text(), widget.tip_rect.clip(widget.showing())
        if not text:
            return
        within, home = pygame.Rect((0, 0), self.scene.app.size), widget.parent
        while home is not None and home.rect.width < theme.px(LEAST_HOME):
            home = home.parent
        if home is not None:  # keep it on the sheet
            within.left, within.width = home.rect.left, home.rect.width
        within.inflate_ip(-theme.gap, -theme.gap)
        room = min(theme.px(38), within.width - 2 * pad)
        high = theme.line("small") * len(theme.wrap(text, "small", room)) + pad
        paper = pygame.Rect(0, 0, theme.least_width(text, "small", room) + 2 * pad, high)
        paper.midtop = (about.centerx, about.bottom + theme.px(0.8))
        if paper.bottom > within.bottom:
            paper.bottom = about.top - theme.px(0.8)
        self._tip = (text, paper.clamp(within))
        self.dirty(theme.outer_rect(self._tip[1]))

    def hide_tip(self) -> None:
        self._tip_in = None
        if self._tip is not None:
            self.dirty(self.theme.outer_rect(self._tip[1]))
            self._tip = None

    # --- painting

    @property
    def theme(self) -> Theme:
        return self.scene.app.theme

    def paint(self, surface: pygame.Surface) -> None:
        super().paint(surface)
        clip = surface.get_clip()
        if self.marked is not None and self._takes(self.marked) and self.marked.extent().colliderect(clip):
            surface.set_clip(self.marked.showing().clip(clip))
            self.theme.ring(surface, self.marked.ring_rect())
            surface.set_clip(clip)
        if self.overlay is not None:
            self.overlay.paint(surface)
        if self._tip is not None:
            words, paper = self._tip
            self.theme.toast(surface, paper)
            self.theme.text(surface, words, "small", INK, paper.inflate(-2 * self.theme.px(1.1), 0), "centre")

"""Base classes of all widgets: rectangles in a form that are painted and handle events."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Generic, TypeVar, cast

import pygame

from scenes.app.accessibility_tree import Node
from scenes.app.accessibility_tree import Role as NodeRole
from scenes.app.assets import Assets
from scenes.app.fonts import Role
from scenes.app.stack import Scene
from scenes.app.theme import Theme

T = TypeVar("T")


class RepaintingAttribute(Generic[T]):
    """An attribute of a widget; the widget is painted again whenever the attribute has changed."""

    def __init__(self, initial: T, stored: str = "") -> None:
        """Create the attribute; `stored` names an existing instance attribute that holds the value."""
        self._initial, self._stored = initial, stored

    def __set_name__(self, owner: type[Widget], name: str) -> None:
        self._stored = self._stored or f"_{name}"

    def __get__(self, widget: Widget, owner: type[Widget]) -> T:
        return cast(T, widget.__dict__.get(self._stored, self._initial))

    def __set__(self, widget: Widget, value: T) -> None:
        if value != widget.__dict__.get(self._stored, self._initial):
            widget.__dict__[self._stored] = value
            widget.dirty()


class Widget:
    """A rectangle on the screen. It adds itself to `parent`; the scene's `resize` gives it its place."""

    focusable = False
    takes_text = False  # it takes typed text while it has the focus
    focused_by_click = True
    takes_mouse = True  # the mouse can be on it; else the mouse is on the widget below
    pointer = "arrow"
    role: Role | None = None  # font of a label; None for other widgets
    node_role: NodeRole = "GROUP"
    enabled = RepaintingAttribute(True)

    def __init__(self, parent: Group | None, label: str = "") -> None:
        self.parent = parent
        self.form: Root = parent.form if parent is not None else cast(Root, self)
        self.label = label  # text shown, or name in the line of words
        self.tip = ""
        self.hovered = False
        self.is_pressed = False  # the mouse button was pressed on it and is still down
        self._rect = pygame.Rect(0, 0, 0, 0)
        self._visible = True
        if parent is not None:
            parent.children.append(self)

    def tip_text(self) -> str:
        return self.tip

    @property
    def tip_rect(self) -> pygame.Rect:
        return self.rect

    @property
    def theme(self) -> Theme:
        return self.form.scene.app.theme

    @property
    def assets(self) -> Assets:
        return self.form.scene.app.assets

    @property
    def rect(self) -> pygame.Rect:
        """The rectangle in window pixels. Assign another one instead of changing it in place."""
        return self._rect

    @rect.setter
    def rect(self, rect: pygame.Rect) -> None:
        if rect != self._rect:
            self.dirty()
            self._rect = pygame.Rect(rect)
            self.dirty()
        self.lay_out()

    @property
    def visible(self) -> bool:
        return self._visible

    @visible.setter
    def visible(self, visible: bool) -> None:
        if visible != self._visible:
            self._visible = visible
            self.is_pressed = self.hovered = False
            self.dirty()

    @property
    def has_focus(self) -> bool:
        return self.form.focus_on is self

    def describe_value(self) -> str:
        """Return the value of the widget in words; empty if it has none."""
        return ""

    def describe(self) -> str:
        """Return the label, the value and the tip, for the line of words."""
        words = self.form.scene.app.words
        text = words.label_value(self.label or self.tip, self.describe_value())
        if self.focusable and not self.enabled:
            text = words("line.off", what=text)
        return f"{text.removesuffix('.')}. {self.tip}" if self.label and self.tip not in ("", self.label) else text

    @property
    def is_readable(self) -> bool:
        """Whether it has words to be read aloud, even if it can't be used."""
        return self.focusable

    @property
    def is_tab_stop(self) -> bool:
        """Whether Tab and the arrow keys stop at the widget.

        They do if it can be used, or if it is readable and there is a screen reader or the line of words.
        """
        can_be_used = self.focusable and self.enabled
        return can_be_used or (self.form.scene.app.spoken_line.is_wanted and self.is_readable)

    def nodes(self) -> list[Node]:
        """Return the widget's nodes for screen readers; none if `describe` is empty."""
        name = self.describe()
        return [self.node(name)] if name else []

    def node(self, name: str) -> Node:
        focused = self.form.overlay or self.form.focus_on
        node = Node(self, self.node_role, name, self.rect, focused=focused is self, enabled=self.enabled)
        if self.focusable:
            node.focus = self._take_focus
            node.press = self._press_enter
        return node

    def _take_focus(self) -> None:
        self.form.scene.app.is_keyboard_used = True
        self.form.focus(self)

    def _press_enter(self) -> None:
        self._take_focus()
        self.form.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode=""))

    def note(self) -> str:
        """Return words to be read out when the widget appears, such as a question; empty for most widgets."""
        return ""

    def natural_width(self) -> int:
        return self.theme.control

    def natural_height(self, width: int) -> int:
        return self.theme.control

    def place(self, rect: pygame.Rect) -> None:
        self.rect = rect

    def lay_out(self) -> None:
        """Lay out the contents of the widget; called whenever `rect` was set."""

    def extent(self) -> pygame.Rect:
        """Return the rectangle that the widget paints on, with its shadow and the focus ring."""
        return self.theme.outer_rect(self._rect)

    def ring_rect(self) -> pygame.Rect:
        return self._rect

    @property
    def visible_part(self) -> pygame.Rect:
        """The part that is scrolled into view while the widget has the focus."""
        return self._rect

    def visible_area(self) -> pygame.Rect:
        """Return the part of the window outside which the widget is cut off, for example by a scrolling group."""
        return pygame.Rect((0, 0), self.theme.size) if self.parent is None else self.parent.visible_area()

    def dirty(self) -> None:
        """Have what the widget covers painted anew in the next frame."""
        if self._rect.width:
            self.form.dirty(self.extent())

    def at(self, pos: tuple[int, int]) -> Widget | None:
        """Return this widget, or the widget within it, that is at `pos`; None if neither is."""
        return self if self._visible and self.takes_mouse and self._rect.collidepoint(pos) else None

    def iter_widgets(self) -> Iterator[Widget]:
        """Yield this widget and all widgets within it, if they are visible, in the order of Tab."""
        if self._visible:
            yield self

    def scroll_into_view(self) -> None:
        group = self.parent
        while group is not None:
            group.scroll_to(self)
            group = group.parent

    def move_by(self, dy: int) -> None:
        """Move the widget, without repainting or laying it out, within a group that scrolls and repaints itself."""
        self._rect = self._rect.move(0, dy)

    def on_focus_change(self, is_focused: bool) -> None:
        """Do what is needed after the widget has got the focus or lost it."""

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event, and return whether it was used.

        Mouse events are those on the widget; key events come only while the widget has the focus.
        """
        return False

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the widget within the surface's clip."""

    def paint_sprite(self, surface: pygame.Surface, look: str, side: int, centre: tuple[int, int]) -> None:
        """Paint a sprite, fitted into a square of `side` pixels, with its shadow."""
        for picture in (self.assets.shadow(look, side), self.assets.sprite(look, side)):
            surface.blit(picture, picture.get_rect(center=centre))

    def paint_icon(
        self, surface: pygame.Surface, icon: str, side: int, colour: pygame.Color, centre: tuple[int, int]
    ) -> None:
        picture = self.assets.tinted_icon(f"ui/{icon}", side, self.theme.colour_for(colour))
        surface.blit(picture, picture.get_rect(center=centre))


class ReadOnlyWidget(Widget):
    """A widget that can't be used; its label is read aloud. It has no shadow."""

    takes_mouse = False

    @property
    def is_readable(self) -> bool:
        return bool(self.label)

    def extent(self) -> pygame.Rect:
        return super().extent() if self.has_focus else self._rect


class Group(Widget):
    """A group of widgets that are placed, shown and hidden together. It paints nothing but these widgets."""

    def __init__(self, parent: Group | None, label: str = "") -> None:
        super().__init__(parent, label)
        self.children: list[Widget] = []

    def at(self, pos: tuple[int, int]) -> Widget | None:
        if not self._visible:
            return None
        return next(filter(None, (child.at(pos) for child in reversed(self.children) if child._visible)), None)

    def iter_widgets(self) -> Iterator[Widget]:
        if self._visible:
            yield self
            for child in self.children:
                yield from child.iter_widgets()

    def nodes(self) -> list[Node]:
        return [node for child in self.children if child._visible for node in child.nodes()]

    def extent(self) -> pygame.Rect:
        rects = [child.extent() for child in self.children if child.rect.width]
        if self._rect.width:
            rects.append(super().extent())
        return rects[0].unionall(rects[1:]) if rects else pygame.Rect(0, 0, 0, 0)

    def dirty(self) -> None:
        extent = self.extent()
        if extent.width:
            self.form.dirty(extent)

    def move_by(self, dy: int) -> None:
        super().move_by(dy)
        for child in self.children:
            child.move_by(dy)

    def scroll_to(self, widget: Widget) -> None:
        """Scroll `widget`, which is somewhere within the group, into view; a group that can't scroll does nothing."""

    def clear(self) -> None:
        self.dirty()
        self.children.clear()

    def paint(self, surface: pygame.Surface) -> None:
        clip = surface.get_clip()
        for child in self.children:
            if child._visible and child is not self.form.overlay and child.extent().colliderect(clip):
                child.paint(surface)


class Root(Group, ABC):
    """The root of a scene's widgets: the part of the interface of `Form` that widgets use."""

    scene: Scene
    focus_on: Widget | None
    default: Widget | None  # widget that gets Enter if the focused widget doesn't use it
    overlay: Widget | None  # widget above all others, which gets all events
    marked: Widget | None  # the focused widget while the focus ring is shown

    def dirty(self, rect: pygame.Rect | None = None) -> None:
        self.scene.dirty(rect)

    @abstractmethod
    def focus(self, widget: Widget | None) -> None:
        """Give the keyboard's focus to `widget`; with None, to no widget."""

    @abstractmethod
    def lay_over(self, widget: Widget | None) -> None:
        """Show `widget`, a child of this form, above all others and give it all events, until called with None."""

    @abstractmethod
    def play(self, name: str) -> None:
        """Play a sound at the stereo position of the mouse."""

    @abstractmethod
    def renew_tip(self, widget: Widget) -> None:
        """Hide the tip of `widget`, and show its changed text after the usual delay."""

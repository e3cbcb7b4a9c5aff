"""The base of all widgets: a rectangle in a form that is painted and handles events."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, Generic, TypeVar, cast

import pygame

from scenes.app.tree_node import Node
from scenes.app.tree_node import Role as NodeRole

if TYPE_CHECKING:
    from scenes.app.assets import Assets
    from scenes.app.fonts import Role
    from scenes.app.stack import Scene
    from scenes.app.theme import Theme

T = TypeVar("T")


class Shown(Generic[T]):
    """An attribute that a widget shows: when it changes, the widget is painted again."""

    def __init__(self, initial: T, stored: str = "") -> None:
        """`stored` is the name of the attribute that holds the value, if the widget has one already."""
        self._initial, self._stored = initial, stored

    def __set_name__(self, owner: type[Widget], name: str) -> None:
        self._stored = self._stored or f"_{name}"

    def __get__(self, widget: Widget, owner: type[Widget]) -> T:
        return cast(T, widget.__dict__.get(self._stored, self._initial))

    def __set__(self, widget: Widget, value: T) -> None:
        if value != self.__get__(widget, type(widget)):
            widget.__dict__[self._stored] = value
            widget.dirty()


class Widget:
    """A rectangle on the screen. It adds itself to `parent`; the scene places it in its `resize`."""

    focusable = False
    """Whether it can have the keyboard focus."""
    types = False
    """Whether what is typed goes into it while it has the focus."""
    focused_by_click = True
    """Whether a click gives it the focus."""
    touchable = True
    """Whether the mouse can be on it, rather than on what lies below."""
    pointer = "arrow"
    """The mouse cursor over it: a name of `App.cursor`."""
    role: Role | None = None
    """The role of a label's text; None for other widgets."""
    node_role: NodeRole = "GROUP"
    """What it is to screen readers."""
    enabled = Shown(True)
    """Whether the person can use it."""

    def __init__(self, parent: Group | None, label: str = "") -> None:
        self.parent = parent
        self._form: Root | None = None
        self.label = label
        """The text that is shown, or the name for the status line."""
        self.tip = ""
        """The tip that is shown when the mouse rests on it."""
        self.hovered = False
        self.held = False
        """The mouse button was pressed on it and is still down."""
        self._rect = pygame.Rect(0, 0, 0, 0)
        self._visible = True
        if parent is not None:
            parent.children.append(self)

    def tip_text(self) -> str:
        """The tip that is shown now."""
        return self.tip

    @property
    def tipped(self) -> pygame.Rect:
        """The rectangle below which the tip is shown."""
        return self.rect

    @property
    def form(self) -> Root:
        """The form that it belongs to."""
        form = self._form
        if form is None:
            assert self.parent is not None
            form = self._form = self.parent.form
        return form

    @property
    def theme(self) -> Theme:
        """Colours, fonts and measures for the window's size."""
        return self.form.scene.app.theme

    @property
    def assets(self) -> Assets:
        """The sprites."""
        return self.form.scene.app.assets

    @property
    def rect(self) -> pygame.Rect:
        """Where it is, in window pixels. Set it as a whole."""
        return self._rect

    @rect.setter
    def rect(self, rect: pygame.Rect) -> None:
        if rect != self._rect:
            self.dirty()
            self._rect = pygame.Rect(rect)
            self.dirty()
        self.placed()

    @property
    def visible(self) -> bool:
        """Whether it is shown."""
        return self._visible

    @visible.setter
    def visible(self, visible: bool) -> None:
        if visible != self._visible:
            self._visible = visible
            self.held = self.hovered = False
            self.dirty()

    @property
    def focused(self) -> bool:
        """Whether it has the keyboard focus."""
        return self.form.focus_on is self

    def valued(self) -> str:
        """Its value, in words; empty where it has none."""
        return ""

    def spoken(self) -> str:
        """Its label, its value and its tip, in words, for the line of words."""
        words = self.form.scene.app.words
        told = words.valued(self.label or self.tip, self.valued())
        if self.focusable and not self.enabled:
            told = words("line.off", what=told)
        return f"{told.removesuffix('.')}. {self.tip}" if self.label and self.tip not in ("", self.label) else told

    @property
    def readable(self) -> bool:
        """Whether it has something to say to a person who can't use it."""
        return self.focusable

    @property
    def stops(self) -> bool:
        """Whether Tab and the arrows stop there: it can be used, or be read while words are wanted."""
        usable = self.focusable and self.enabled
        return usable or (self.form.scene.app.line.wanted and self.readable)

    def nodes(self) -> list[Node]:
        """It as screen readers know it, in the words of `spoken`; nothing where it has none."""
        name = self.spoken()
        return [self.node(name)] if name else []

    def node(self, name: str) -> Node:
        """The node of a widget with that name."""
        here = self.form.overlay or self.form.focus_on
        node = Node(self, self.node_role, name, self.rect, focused=here is self, enabled=self.enabled)
        if self.focusable:
            node.focus = self._take_focus
            node.press = self._strike
        return node

    def _take_focus(self) -> None:
        self.form.scene.app.keyboard = True
        self.form.focus(self)

    def _strike(self) -> None:
        """Do what Enter does."""
        self._take_focus()
        self.form.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode=""))

    def note(self) -> str:
        """What is read out when it comes to be there, as the words of a question; mostly nothing."""
        return ""

    def natural_width(self) -> int:
        """The width in pixels that it needs."""
        return self.theme.control

    def natural_height(self, width: int) -> int:
        """The height in pixels that it needs when it is `width` pixels wide."""
        return self.theme.control

    def place(self, rect: pygame.Rect) -> None:
        """Move to `rect`, in window pixels, with all that belongs to the widget."""
        self.rect = rect

    def placed(self) -> None:
        """Called after `rect` was set: lay out what is in it."""

    def extent(self) -> pygame.Rect:
        """The rectangle that it may paint on: with its shadow and the focus ring."""
        return self.theme.outside(self._rect)

    def ringed(self) -> pygame.Rect:
        """The rectangle around which the focus ring is painted."""
        return self._rect

    @property
    def attended(self) -> pygame.Rect:
        """The part of it that is kept in sight while it has the focus."""
        return self._rect

    def showing(self) -> pygame.Rect:
        """The part of the window in which it can be seen."""
        if self.parent is None:
            return pygame.Rect((0, 0), self.theme.size)
        return self.parent.showing()

    def dirty(self) -> None:
        """Ask for a repaint of all that it covers."""
        if self._rect.width:
            self.form.dirty(self.extent())

    def at(self, pos: tuple[int, int]) -> Widget | None:
        """The widget that the mouse is on at `pos`: this one, one within it, or None."""
        return self if self._visible and self.touchable and self._rect.collidepoint(pos) else None

    def walk(self) -> Iterator[Widget]:
        """This widget and those within it, in the order of focus, as far as they are visible."""
        if self._visible:
            yield self

    def shift(self, dy: int) -> None:
        """Move down by `dy` pixels with all children."""
        self._rect = self._rect.move(0, dy)

    def attend(self, focused: bool) -> None:
        """It has got the keyboard focus, or lost it."""

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event of the mouse on it, or of the keys while it has the focus; whether it did."""
        return False

    def paint(self, surface: pygame.Surface) -> None:
        """Paint within the surface's clip."""

    def paint_sprite(self, surface: pygame.Surface, look: str, side: int, centre: tuple[int, int]) -> None:
        """Paint a sprite, `side` pixels across, and its shadow."""
        for picture in (self.assets.shadow(look, side), self.assets.sprite(look, side)):
            surface.blit(picture, picture.get_rect(center=centre))

    def paint_icon(
        self, surface: pygame.Surface, icon: str, side: int, colour: pygame.Color, centre: tuple[int, int]
    ) -> None:
        """Paint the icon `sprites/ui/<icon>.svg` in one colour."""
        picture = self.assets.tinted(f"ui/{icon}", side, self.theme.tone(colour))
        surface.blit(picture, picture.get_rect(center=centre))


class Group(Widget):
    """Widgets that are placed, shown and hidden together; it paints nothing itself."""

    def __init__(self, parent: Group | None, label: str = "") -> None:
        super().__init__(parent, label)
        self.children: list[Widget] = []

    def at(self, pos: tuple[int, int]) -> Widget | None:
        if not self._visible:
            return None
        found = (child.at(pos) for child in reversed(self.children) if child.visible)
        return next((widget for widget in found if widget is not None), None)

    def walk(self) -> Iterator[Widget]:
        if self._visible:
            yield self
            for child in self.children:
                yield from child.walk()

    def nodes(self) -> list[Node]:
        return [node for child in self.children if child.visible for node in child.nodes()]

    def extent(self) -> pygame.Rect:
        rects = [child.extent() for child in self.children if child.rect.width]
        if self._rect.width:
            rects.append(super().extent())
        return rects[0].unionall(rects[1:]) if rects else pygame.Rect(0, 0, 0, 0)

    def dirty(self) -> None:
        extent = self.extent()
        if extent.width:
            self.form.dirty(extent)

    def shift(self, dy: int) -> None:
        super().shift(dy)
        for child in self.children:
            child.shift(dy)

    def reveal(self, widget: Widget) -> None:
        """Scroll to `widget`, which is somewhere within."""

    def clear(self) -> None:
        """Remove all children."""
        self.dirty()
        self.children.clear()

    def paint(self, surface: pygame.Surface) -> None:
        clip = surface.get_clip()
        for child in self.children:
            if child.visible and child.extent().colliderect(clip):
                child.paint(surface)


class Root(Group, ABC):
    """The root of a scene's widgets, as far as the widgets know it; `Form` is one."""

    scene: Scene
    focus_on: Widget | None
    """The widget that has the keyboard focus."""
    default: Widget | None
    """The widget that gets Enter where the focused one doesn't handle it."""
    overlay: Widget | None
    """The widget above all others, which gets every event; set by `lay_over`."""
    marked: Widget | None
    """The focused widget, while the focus ring is shown."""

    @property
    def form(self) -> Root:
        return self

    @abstractmethod
    def dirty(self, rect: pygame.Rect | None = None) -> None:
        """Ask the scene for a repaint of `rect` (None: everything)."""

    @abstractmethod
    def focus(self, widget: Widget | None) -> None:
        """Give the keyboard focus to `widget`, or to none."""

    @abstractmethod
    def lay_over(self, widget: Widget | None) -> None:
        """Show `widget`, a child of this form, above all others, until None is given. It gets every event first."""

    @abstractmethod
    def play(self, name: str) -> None:
        """Play a sound from where the mouse is."""

    @abstractmethod
    def renew_tip(self, widget: Widget) -> None:
        """Show the tip of a widget anew if it is shown, for its words have changed."""

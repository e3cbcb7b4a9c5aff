"""Scenes, the stack that they lie on, and what they share."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

import pygame

if TYPE_CHECKING:
    from scenes.app.assets import Assets
    from scenes.app.idle import Idle
    from scenes.app.painter import Painter
    from scenes.app.settings import Settings
    from scenes.app.sound import Sound
    from scenes.app.storage import Storage
    from scenes.app.theme import Theme
    from scenes.app.tree_node import Node
    from scenes.app.words import Words


class Widgets(Protocol):
    """The form of a scene's widgets, as far as the app asks it."""

    def spoken(self) -> str:
        """What the keyboard's focus or the mouse is on, in words; empty where neither is on anything."""

    def texts(self) -> list[tuple[str, str]]:
        """The labels that can be seen: their lettering ("title", "body", …) and their words."""

    def notes(self) -> list[str]:
        """What there is to say beside what happens, as what is asked."""

    def nodes(self) -> list[Node]:
        """The widgets that can be seen, as screen readers know them."""

    @property
    def typing(self) -> bool:
        """Whether what is typed goes into a field."""

    def hide_tip(self) -> None:
        """Another scene covers this one: show no tip."""


class Scene:
    """One screen, or a dialog over one. The top of the stack alone gets input and time."""

    opaque: bool = True
    """False: the scene below shows through."""
    tells_keys = False
    """Whether this is the page with all keys."""
    widgets: Widgets | None = None
    """The form of its widgets, once they are made."""
    then: Callable[[Any], object] | None = None
    """Called with the result when it is popped, before the scene below resumes."""

    def __init__(self, app: AppContext) -> None:
        self.app = app

    def enter(self) -> None:
        """Now on the stack, and again after the language has changed: make the widgets. `resize` follows."""

    def leave(self) -> None:
        """Taken off the stack, or the app is about to close: save what must be kept."""

    def abandon(self) -> None:
        """Taken off the stack because something failed, after what must be kept was kept."""
        self.leave()

    def covered(self) -> None:
        """Another scene is about to be laid on this one, which was the top."""

    def resumed(self, result: object) -> None:
        """The scene above was popped with this result."""

    def resize(self, size: tuple[int, int]) -> None:
        """Lay everything out for a window of `size` pixels; called before the first paint and after each change."""

    def handle(self, event: pygame.event.Event) -> bool:
        """Take an event; True when it was used."""
        return False

    def point(self, pos: tuple[int, int]) -> None:
        """The mouse rests at `pos`, and something there may have changed; called before a repaint."""

    def update(self, dt: float) -> None:
        """`dt` seconds have passed since the last update. Comes before the frame's events are handled."""

    def pace(self) -> float | None:
        """Seconds until `update` is wanted: 0 for the next frame (60 a second), None for events alone."""
        return None

    def wake_up(self, seconds: float) -> None:
        """Go on after the app was suspended for so many seconds, which its clock doesn't count."""

    def paint(self, surface: pygame.Surface) -> None:
        """Paint within the surface's clip; whatever lies outside it may be left out."""

    def spoken(self) -> str:
        """What the keyboard's focus or the mouse is on, in words; empty where neither is on anything."""
        return "" if self.widgets is None else self.widgets.spoken()

    def nodes(self) -> list[Node]:
        """What is on it, as screen readers know it."""
        return [] if self.widgets is None else self.widgets.nodes()

    def dirty(self, rect: pygame.Rect | None = None) -> None:
        """Ask for a repaint of `rect` in window pixels, or of everything."""
        self.app.dirty(rect)


class Stack:
    """The scenes that lie on one another, the lowest first. `changed` hears of every change, before it happens."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self.scenes: list[Scene] = []
        self._changed = changed

    @property
    def top(self) -> Scene | None:
        """The scene that gets the input."""
        return self.scenes[-1] if self.scenes else None

    def visible(self) -> list[Scene]:
        """The scenes to be painted, from the lowest that shows up to the top."""
        for index in range(len(self.scenes) - 1, -1, -1):
            if self.scenes[index].opaque:
                return self.scenes[index:]
        return list(self.scenes)

    def push(self, scene: Scene, then: Callable[[Any], object] | None = None) -> None:
        """Lay `scene` on top. `then` gets what it is popped with, before the scene below resumes."""
        self._changed()
        if self.scenes:
            self.scenes[-1].covered()
            if (widgets := self.scenes[-1].widgets) is not None:
                widgets.hide_tip()
        scene.then = then
        self._lay(scene)

    def pop(self, result: object = None) -> None:
        """Take the top away and hand `result` to whoever asked for it, and to the scene below it."""
        self._changed()
        then = self.scenes[-1].then
        self._take_off()
        if then is not None:
            then(result)
        if self.scenes:
            self.scenes[-1].resumed(result)

    def replace(self, scene: Scene) -> None:
        """Lay `scene` in the place of the top, which hears `leave`."""
        self._changed()
        if self.scenes:
            self._take_off()
        self._lay(scene)

    def clear(self, scene: Scene) -> None:
        """Take everything away, the top first, and lay `scene` there."""
        self._changed()
        while self.scenes:
            self._take_off()
        self._lay(scene)

    def _take_off(self) -> None:
        scene = self.scenes.pop()
        try:
            scene.leave()
        except Exception:
            self.scenes.append(scene)  # what it should have saved is still to be kept
            raise

    def _lay(self, scene: Scene) -> None:
        self.scenes.append(scene)
        scene.enter()
        scene.resize(scene.app.size)


class Line(Protocol):
    """The line of words, which screen readers are told as well."""

    @property
    def shown(self) -> bool:
        """Whether the window has the strip for it."""

    @property
    def wanted(self) -> bool:
        """Whether it is shown, or a screen reader is on."""

    def tell(self, text: str, *, urgent: bool = False) -> None:
        """Tell what has happened in the scene on top. `urgent`: it is more pressing than what is being read out."""

    def state(self, text: str) -> None:
        """Say how things are in the scene on top, unless that is said already."""


class AppContext:
    """The services that the scenes of one window share; `App` makes them."""

    settings: Settings
    storage: Storage
    words: Words
    theme: Theme
    assets: Assets
    sound: Sound
    idle: Idle
    painter: Painter
    stack: Stack
    line: Line
    size: tuple[int, int]
    """The size in pixels that scenes are laid out for: the window without the line of words."""
    whole: tuple[int, int]
    """The size of the window, in pixels."""
    running = True
    keyboard = False
    """The keyboard was used last, so marks of its focus are shown."""
    mouse: tuple[int, int] | None = None
    """The last place of the mouse; None while it is not on the window."""
    game = ""
    """The key of the game that was last looked at or played in this window; empty before any."""
    chores: deque[Callable[[], object]]
    """Work that can wait until nothing moves."""
    each_second: list[Callable[[], object]]
    """Called once a second, whatever lies on top."""
    at_close: list[Callable[[], object]]
    """Called when the window has been closed."""

    @property
    def place(self) -> tuple[int, int]:
        """The place of the window on the screen, in the screen's pixels."""
        raise NotImplementedError

    def now(self) -> float:
        """Return the seconds since the app was started, without those while it was suspended; never goes back."""
        raise NotImplementedError

    def dirty(self, rect: pygame.Rect | None = None) -> None:
        """Repaint `rect`, in window pixels, in the next frame, or everything."""
        raise NotImplementedError

    def after_frame(self, chore: Callable[[], None]) -> None:
        """Do this when the frame is on the screen, but before the next event; once, however often asked."""
        raise NotImplementedError

    def quit(self) -> None:
        """Close the app after this frame; every scene hears `leave` first."""
        self.running = False

    def cursor(self, name: str) -> None:
        """Show the mouse, from this frame on, as "arrow", "hand" (here a click does something), "grab" (this can be
        taken), "grabbing" or "text"."""
        raise NotImplementedError

    def settings_changed(self) -> None:
        """Keep `settings` on file and let them take effect: language, size of text, looks, full screen."""
        raise NotImplementedError

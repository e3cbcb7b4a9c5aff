"""The stack of scenes (screens and dialogs), the base class of scenes, and the services that scenes share."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, Final, Protocol

import pygame

from scenes.app.accessibility_tree import Node
from scenes.app.assets import Assets
from scenes.app.frame_painter import FramePainter
from scenes.app.idle import Idle
from scenes.app.settings import Settings
from scenes.app.sound import Sound
from scenes.app.storage import Storage
from scenes.app.theme import Theme
from scenes.app.words import Words

MOUSE_EVENTS: Final = frozenset((pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP))  # with `pos`


class Widgets(Protocol):
    """The interface of a scene's widgets that the app uses."""

    def describe_focus(self) -> str:
        """Return the words for the widget that has the focus or is under the mouse; empty if there is none."""

    def texts(self) -> list[tuple[str, str]]:
        """Return the role ("title", "body", …) and the words of each visible label."""

    def notes(self) -> list[str]:
        """Return texts to be read out when they appear, such as a question."""

    def nodes(self) -> list[Node]:
        """Return the visible widgets for screen readers."""

    @property
    def is_typing(self) -> bool:
        """Whether typed text goes into a field."""

    def hide_tip(self) -> None:
        """Hide the tip, because another scene covers this one."""


class Scene:
    """A screen, or a dialog over a screen. Only the top scene of the stack gets input and time."""

    opaque: bool = True  # False: the scene below is painted, too
    is_key_list = False  # True: this scene is the list of all keys
    widgets: Widgets | None = None
    on_result: Callable[[Any], object] | None = None  # gets the result when popped, before the scene below resumes

    def __init__(self, app: AppContext) -> None:
        self.app = app

    def enter(self) -> None:
        """Make the widgets; called when the scene is pushed or the language changes, before `resize`."""

    def leave(self) -> None:
        """Save what must be saved; called when the scene is removed from the stack or the app closes."""

    def abandon(self) -> None:
        """Leave after an error, once what can be saved is saved; a scene whose `leave` saves overrides this."""
        self.leave()

    def on_cover(self) -> None:
        """Prepare for another scene that is about to be pushed onto this one."""

    def on_resume(self, result: object) -> None:
        """Continue after the scene above was popped with `result`."""

    def resize(self, size: tuple[int, int]) -> None:
        """Lay everything out for a window of `size` pixels; called before the first paint and after each change."""

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event; return whether it was used."""
        return False

    def point(self, pos: tuple[int, int]) -> None:
        """Update what depends on the position of the mouse, `pos`; called before a repaint if the mouse rests."""

    def update(self, dt: float) -> None:
        """Advance time by `dt` seconds since the last update; called before the frame's events."""

    def wait_seconds(self) -> float | None:
        """Return the seconds until the next `update`: 0 for each frame (60 a second); None: only after an event."""
        return None

    def wake_up(self, seconds: float) -> None:
        """Continue after a suspension of the computer for `seconds`, which `App.now` doesn't count."""

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the scene within the surface's clip."""

    def describe_focus(self) -> str:
        return "" if self.widgets is None else self.widgets.describe_focus()

    def nodes(self) -> list[Node]:
        return [] if self.widgets is None else self.widgets.nodes()

    def dirty(self, rect: pygame.Rect | None = None) -> None:
        self.app.dirty(rect)


class Stack:
    """A stack of scenes, lowest first; `on_change` is called before each change."""

    def __init__(self, on_change: Callable[[], None]) -> None:
        self.scenes: list[Scene] = []
        self._on_change = on_change

    @property
    def top(self) -> Scene | None:
        return self.scenes[-1] if self.scenes else None

    def visible(self) -> list[Scene]:
        """Return the scenes to be painted, from the topmost opaque one up."""
        for index in range(len(self.scenes) - 1, -1, -1):
            if self.scenes[index].opaque:
                return self.scenes[index:]
        return list(self.scenes)

    def push(self, scene: Scene, on_result: Callable[[Any], object] | None = None) -> None:
        """Push a scene; `on_result` gets the result of its `pop`, before the scene below resumes."""
        self._on_change()
        if self.scenes:
            self.scenes[-1].on_cover()
            if (widgets := self.scenes[-1].widgets) is not None:
                widgets.hide_tip()
        scene.on_result = on_result
        self._put_on_top(scene)

    def pop(self, result: object = None) -> None:
        """Pop the top scene; `result` goes to the `on_result` of its `push`, and to the scene below."""
        self._on_change()
        on_result = self.scenes[-1].on_result
        self._remove_top()
        if on_result is not None:
            on_result(result)
        if self.scenes:
            self.scenes[-1].on_resume(result)

    def replace(self, scene: Scene) -> None:
        self._on_change()
        if self.scenes:
            self._remove_top()
        self._put_on_top(scene)

    def replace_all(self, scene: Scene) -> None:
        """Remove all scenes, the top first, and push `scene`."""
        self._on_change()
        while self.scenes:
            self._remove_top()
        self._put_on_top(scene)

    def _remove_top(self) -> None:
        scene = self.scenes.pop()
        try:
            scene.leave()
        except Exception:
            self.scenes.append(scene)  # what it failed to save must still be kept
            raise

    def _put_on_top(self, scene: Scene) -> None:
        self.scenes.append(scene)
        scene.enter()
        scene.resize(scene.app.size)


class LineOfWords(Protocol):
    @property
    def is_shown(self) -> bool:
        """Whether the line is shown in the window."""

    @property
    def is_wanted(self) -> bool:
        """Whether the line is shown or a screen reader is connected."""

    def report_event(self, text: str, *, is_urgent: bool = False) -> None:
        """Report an event in the top scene; if `is_urgent`, interrupt what a screen reader is reading out."""

    def report_state(self, text: str) -> None:
        """Report the state of the top scene, unless it was reported already."""


class AppContext:
    """The services that the scenes of one window share; `App` provides them."""

    settings: Settings
    storage: Storage
    words: Words
    theme: Theme
    assets: Assets
    sound: Sound
    idle: Idle
    painter: FramePainter
    stack: Stack
    spoken_line: LineOfWords
    size: tuple[int, int]  # size of the scenes in pixels: of the window without the line of words
    window_size: tuple[int, int]  # size of the whole window in pixels
    running = True
    is_keyboard_used = False  # the keyboard was used last, so the focus ring is shown
    modifiers = 0  # the modifier keys held at the last event of a key, as events of the mouse don't tell
    mouse: tuple[int, int] | None = None  # position of the mouse; None while it isn't on the window
    game = ""  # key of the game last looked at or played in this window; empty at first
    chores: deque[Callable[[], object]]  # work done one by one while nothing moves
    each_second: list[Callable[[], object]]  # called once a second
    at_close: list[Callable[[], object]]  # called after the window was closed

    _after_frame_calls: list[Callable[[], None]]  # called once the frame is on the screen
    _cursor = "arrow"

    def now(self) -> float:
        """Return the seconds since the app's start, without suspensions; they never decrease."""
        raise NotImplementedError

    def dirty(self, rect: pygame.Rect | None = None) -> None:
        """Repaint `rect` (in window pixels), or with None everything, in the next frame."""
        self.painter.dirty(rect, self.window_size)

    def after_frame(self, chore: Callable[[], None]) -> None:
        """Call `chore` once, after the next frame is on the screen and before the next event is handled."""
        if chore not in self._after_frame_calls:
            self._after_frame_calls.append(chore)

    def quit(self) -> None:
        """Close the app after this frame; every scene is left first."""
        self.running = False

    def pan_at(self, x: float) -> float:
        """Return the pan of a sound at a pixel column of the window, -1 (left) to 1."""
        return 2 * x / max(1, self.size[0]) - 1

    def set_cursor(self, name: str) -> None:
        """Show another mouse pointer: "arrow", "hand" (to click), "grab" (to drag), "grabbing" or "text"."""
        self._cursor = name

    def apply_settings(self) -> None:
        """Save `settings` and apply them: language, text size, looks, full screen."""
        raise NotImplementedError

"""The window and its loop: sleep until something happens, let time pass, handle the events, paint what changed."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pygame

from scenes.app.assets import ROOT, Assets, rasterise
from scenes.app.idle import Repose
from scenes.app.looks import Looks
from scenes.app.settings import Settings
from scenes.app.sound import Sound
from scenes.app.spoken_line import Line
from scenes.app.stack import Fade, Scene, Stack
from scenes.app.storage import Notice, Storage
from scenes.app.theme import Theme
from scenes.app.words import Words

if TYPE_CHECKING:
    from scenes.screens.crash.recovery import Rescue
    from scenes.ui.keys import Look

SMALLEST: Final = (960, 600)
"""The window's smallest width and height in pixels."""

_FADE: Final = 0.15
_FADE_REDUCED: Final = 0.08
_SETTLE: Final = 0.25
"""Seconds after the last change of size until everything is rasterised anew."""
_SHORTEST_FRAME: Final = 1 / 120
"""Events that come faster than this, in seconds, share a frame."""
_LARGE: Final = 10_000_000
"""A window of more pixels than this is opened only as large as the screens are: the system may choke on it."""
_MANY: Final = 8
"""More separate dirty rectangles than this are repainted as one."""

_CURSORS: Final = {
    "arrow": pygame.SYSTEM_CURSOR_ARROW,
    "hand": pygame.SYSTEM_CURSOR_HAND,
    "text": pygame.SYSTEM_CURSOR_IBEAM,
    "grab": pygame.SYSTEM_CURSOR_SIZEALL,
    "wait": pygame.SYSTEM_CURSOR_WAIT,
}
_ONCE: Final = frozenset(
    (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE, pygame.K_ESCAPE, pygame.K_F1, pygame.K_F11, pygame.K_f)
)
"""Keys that act once however long they are held. A repeat would also reach the screen that the first one opened."""
_REMEMBERED: Final = 24
"""So many events are told in a report of a fault."""
_SIGNS: Final = frozenset((pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN, pygame.WINDOWFOCUSGAINED))
"""Events that tell that somebody is there, and may soon want to hear something."""
_PASSING: Final = frozenset(
    (
        *(pygame.K_F1, pygame.K_F11),
        *(pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT, pygame.K_RALT),
        *(pygame.K_LMETA, pygame.K_RMETA, pygame.K_CAPSLOCK, pygame.K_NUMLOCKCLEAR, pygame.K_MODE),
    )
)
"""Keys that people strike in passing, with the other hand on the mouse: they bring no mark of the focus."""


class NoDisplay(RuntimeError):  # noqa: N818 - named as people say it
    """There is no screen to open a window on; the message is a sentence for whoever started the app."""


class App:
    """One window, the scenes on its stack, and everything that they share."""

    def __init__(self, settings: Settings, storage: Storage) -> None:
        """Open the window. `NoDisplay` when there is no screen."""
        self.settings = settings
        self.storage = storage
        self.running = True
        self.keyboard = False
        """The keyboard was used last, so marks of its focus are shown."""
        self.mouse: tuple[int, int] | None = None
        """Where the mouse was last seen; None while it is not on the window."""
        self.on_frame: Callable[[float, float], None] | None = None
        """Told after each frame: seconds of work in it, seconds since the frame before."""
        self._interrupt = signal.getsignal(signal.SIGINT)
        self.words = Words(settings.language)
        self._full = settings.full_screen
        self.surface, self._window = self._open_screen()
        self.line = Line(self)
        self.whole = _at_least_smallest(self.surface.get_size())
        """The window, in pixels; a window manager may make it smaller nonetheless."""
        self.size = self.line.left(self.whole)
        """What the scenes are laid out for, in pixels: the window without the line of words."""
        self.theme = Theme(self.size, settings.text_scale, settings.table)
        self.assets = Assets(Looks.of(settings))
        self.sound = Sound(settings)
        self._repose = Repose(self.sound)
        self.stack = Stack(self._restack)
        self._clock = pygame.time.Clock()
        self._started = time.perf_counter()
        self._passed = 0.0
        self._painted = 0.0
        self._dirty: list[pygame.Rect] | None = None
        self._ground: Scene | None = None
        """The lowest scene that showed in the last frame."""
        self._bare = True
        """The wood of the table isn't laid yet."""
        self.chores: deque[Callable[[], object]] = deque(
            (self._set_icon, self.sound.open, gc.enable, self._tell_kind, self._find_reader)
        )
        """What can wait until nothing moves."""
        self._due: list[Callable[[], None]] = []
        """What is to be done as soon as the frame is on the screen."""
        self._fade: Fade | None = None
        self._fresh: pygame.Surface | None = None
        self._settle_at: float | None = None
        self._cursor = "arrow"
        self._down: set[int] = set()
        """The keys of `_ONCE` that are held down."""
        self.heard: deque[int] = deque(maxlen=_REMEMBERED)
        """The kinds of the last events."""
        self._attended = False
        """Whether somebody is there to be asked what to do about a fault."""
        self._rescue: Rescue | None = None

    # --- for scenes

    def now(self) -> float:
        """Seconds since the app was started; never goes back."""
        return time.perf_counter() - self._started

    def dirty(self, rect: pygame.Rect | None = None) -> None:
        """Repaint `rect`, in window pixels, in the next frame, or everything."""
        if rect is None:
            self._dirty = None
        elif self._dirty is not None:
            inside = rect.clip((0, 0), self.whole)
            if inside.width and inside.height:
                self._dirty.append(inside)

    def after_frame(self, chore: Callable[[], None]) -> None:
        """Do this when the frame is on the screen, but before the next event; once, however often asked."""
        if chore not in self._due:
            self._due.append(chore)

    def quit(self) -> None:
        """Close the app after this frame; every scene hears `leave` first."""
        self.running = False

    def cursor(self, name: str) -> None:
        """Show the mouse as "arrow", "hand", "text", "grab" or "wait"."""
        if name != self._cursor:
            self._cursor = name
            # A screen without such a pointer keeps the one that it has.
            with contextlib.suppress(pygame.error):
                pygame.mouse.set_cursor(_CURSORS[name])

    def settings_changed(self) -> None:
        """Keep `settings` on file and let them take effect: language, size of text, looks, full screen."""
        self.storage.save_settings(self.settings)
        if self.settings.full_screen != self._full:
            self._full = self.settings.full_screen
            if self._full:
                self._fill_screen(self._window)
            else:
                self._window.set_windowed()
                self._window.size = _at_least_smallest(self.settings.window)
            self._take_size(pygame.display.get_window_size())
        self._dress()
        if self.settings.language != self.words.language:
            self.words = Words(self.settings.language)
            pygame.display.set_caption(self.words("app.title"))
            for scene in self.stack.scenes:
                scene.enter()
                scene.resize(self.size)
        self.dirty()

    def _dress(self) -> None:
        """Let the looks that the person has chosen take effect, and the size of text."""
        looks = Looks.of(self.settings)
        if looks != self.assets.looks:
            self.assets.wear(looks)
            self.dirty()
        size, theme = self.line.left(self.whole), self.theme
        if (self.settings.text_scale, self.settings.table, size) != (theme.text_scale, theme.table, self.size):
            self.size = size
            self._restyle()

    def toggle_full_screen(self) -> None:
        """Into full screen or back into a window, and remember it."""
        self.settings.full_screen = not self.settings.full_screen
        self.settings_changed()

    # --- the loop

    def run(self, first: Scene, opened: Callable[[], None] | None = None, attended: bool = False) -> None:
        """Show `first` until the person closes the app. `opened` is called once the first frame is on the screen.

        From then on the app takes input. What the first frame did without is made up for between the frames.

        Where the app is `attended` a fault is told on a sheet, and the person goes on; else it is raised.
        """
        self._attended = attended
        if attended:
            self.chores.append(lambda: self.rescue)
        try:
            self._carry(lambda: self._begin(first, opened))
            self._passed = self.now()
            while self.running and self.stack.scenes:
                self._carry(self._turn)
        finally:
            self._leave()

    def _begin(self, first: Scene, opened: Callable[[], None] | None) -> None:
        self.stack.push(first)
        self.paint()
        if opened is not None:
            opened()

    def _turn(self) -> None:
        self.wait_for_work()
        self.frame()

    def _carry(self, step: Callable[[], None]) -> None:
        """Take a step of the loop; what fails in it is the rescue's, if somebody is there to be asked."""
        try:
            step()
        except Exception as problem:
            if not self._attended:
                raise
            self.rescue.take(problem)

    @property
    def rescue(self) -> Rescue:
        """What stands by for faults. It is made while nothing is wrong yet, if there is the time."""
        if self._rescue is None:
            from scenes.screens.crash.recovery import Rescue

            self._rescue = Rescue(self)
        return self._rescue

    @property
    def fading(self) -> bool:
        """Whether one screen thins out over another."""
        return self._fade is not None

    @property
    def fell(self) -> bool:
        """Whether a fault was told after which nobody went on."""
        return self._rescue is not None and self._rescue.unanswered

    def clear_up(self, anew: bool = False) -> None:
        """After a fault: forget what was half done. `anew`: make words, looks and pictures once more, too."""
        self._due.clear()
        self._down.clear()
        self._fade = self._fresh = self._ground = self._settle_at = None
        self.surface.set_clip(None)
        self.assets.resizing = False
        if anew:
            self.words = Words(self.settings.language)
            self.assets = Assets(Looks.of(self.settings))
            self._restyle()
        self._take_size(pygame.display.get_window_size())

    def frame(self) -> None:
        """One turn of the loop, after its wait: time, events, paint."""
        begun = self.now()
        passed, self._passed = begun - self._passed, begun
        self._repose.look(begun)
        if self._fade is not None:
            self._fade.advance(passed)
        if self._settle_at is not None and begun >= self._settle_at:
            self._settle()
        self.line.follow()
        if self.stack.top is not None:
            self.stack.top.update(passed)
        for event in coalesced(pygame.event.get()):
            self._catch_up()
            self._repose.stirred(begun)
            self._dispatch(event)
            if not self.running or not self.stack.scenes:
                return
        if self.storage.alarm is not None:  # what was clicked or struck before it can be seen is not meant for it
            self._sound_alarm(self.storage.alarm)
        if self.mouse is not None and self._dirty != [] and self.stack.top is not None:
            self.stack.top.point(self.mouse)
        if self.stack.scenes and self.paint():
            painted = self.now()
            if self.on_frame is not None:
                self.on_frame(painted - begun, painted - self._painted)
            self._painted = painted
            self._repose.stirred(painted)
        self._catch_up()

    def _catch_up(self) -> None:
        """Do what waited for the frame."""
        due, self._due = self._due, []
        for chore in due:
            chore()

    def close(self) -> None:
        """Let every scene save what it must, the top first, and give the window back.

        Whatever fails, the rest is done; then it is raised.
        """
        with contextlib.ExitStack() as last:
            last.callback(signal.signal, signal.SIGINT, self._interrupt)
            last.callback(pygame.display.quit)
            last.callback(self.sound.close)
            last.callback(self.storage.flush)
            for _ in self.stack.scenes:
                last.callback(lambda: self.stack.scenes.pop().leave())
            last.callback(self._catch_up)

    def _leave(self) -> None:
        scenes = list(self.stack.scenes)
        try:
            self.close()
        except Exception as problem:
            if not self._attended:
                raise
            self.rescue.take_leave(problem, scenes)

    def _sound_alarm(self, alarm: Notice) -> None:
        """Say over whatever is there that nothing can be saved: at the menu it would be too late."""
        from scenes.ui.dialog import Dialog

        self.storage.alarm = None
        words = self.words
        close: tuple[object, str, Look] = (None, words("widgets.close"), "primary")
        detail = f"{alarm.sentence(words)} {words('storage.because', why=alarm.facts['why'])}"
        self.stack.push(Dialog(self, words("storage.nothing_kept_title"), [close], detail))

    def wait_for_work(self) -> None:
        if self._bare:
            self._lay_wood()
            return
        pause = self.pause()
        if pause != 0 and self.chores:
            self.chores.popleft()()
            return
        if pause == 0:
            self._clock.tick(60)
            return
        rest = self._painted + _SHORTEST_FRAME - self.now()
        if rest > 0:
            pygame.time.wait(round(rest * 1000))
        from scenes.app.wait import wait  # not needed before the first frame, and ctypes takes its time

        wait(self._repose.until(self.now(), pause))

    def pause(self) -> float | None:
        """Seconds until the next frame is due, or None when nothing will happen by itself."""
        if self._fade is not None or self._dirty != []:
            return 0.0
        wanted = [] if self._settle_at is None else [max(0.0, self._settle_at - self.now())]
        pace = self.stack.top.pace() if self.stack.top is not None else None
        if pace is not None:
            wanted.append(max(0.0, pace))
        return min(wanted, default=None)

    def _repeats(self, event: pygame.event.Event) -> bool:
        """Whether a key that acts once was down already."""
        if event.type == pygame.WINDOWFOCUSLOST:
            self._down.clear()
        elif event.type == pygame.KEYUP:
            self._down.discard(event.key)
        elif event.type == pygame.KEYDOWN and event.key in _ONCE:
            held = event.key in self._down
            self._down.add(event.key)
            return held
        return False

    def _dispatch(self, event: pygame.event.Event) -> None:
        self.heard.append(event.type)
        if event.type in _SIGNS and self.sound.dozing and self.sound.wake not in self.chores:
            self.chores.append(self.sound.wake)
        if self._repeats(event):
            return
        self.line.attend(event)
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.mouse = event.pos
        elif event.type == pygame.WINDOWLEAVE:
            self.mouse = None
        if event.type == pygame.QUIT:
            self.quit()
        elif event.type == pygame.WINDOWSIZECHANGED:
            self._take_size(pygame.display.get_window_size())
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.WINDOWSHOWN):
            self.dirty()
        elif event.type == pygame.DROPFILE:
            from scenes.screens.exchange import open_file

            open_file(self, Path(event.file))
        elif event.type == pygame.KEYDOWN and _full_screen_key(event):
            self.toggle_full_screen()
        elif self.stack.top is not None:
            if event.type == pygame.KEYDOWN and event.key not in _PASSING:
                self.keyboard = True
            elif event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION):
                self.keyboard = False
            self.stack.top.handle(event)

    # --- painting

    def paint(self) -> bool:
        """Paint what is dirty and show it; False when there was nothing to do."""
        if self._dirty == [] and self._fade is None:
            return False
        ground = self.stack.visible()[0]
        if ground is not self._ground:
            self._begin_fade(ground)
        rects, self._dirty = merged(self._dirty, self.whole), []
        if self._fade is None:
            self._paint_scenes(self.surface, rects)
            pygame.display.update(rects)
            return True
        if self._fresh is None:
            self._fresh = self.surface.copy()
            rects = [self._fresh.get_rect()]
        self._paint_scenes(self._fresh, rects)
        self.surface.blit(self._fresh, (0, 0))
        if self._fade.over:
            self._fade = self._fresh = None
        else:
            self._fade.paint(self.surface)
        pygame.display.update()
        return True

    def _paint_scenes(self, surface: pygame.Surface, rects: list[pygame.Rect]) -> None:
        for rect in rects:
            inside = rect.clip(surface.get_rect())  # a window may be smaller than what it is laid out for
            if not (inside.width and inside.height):
                continue
            surface.set_clip(inside)
            for scene in self.stack.visible():
                scene.paint(surface)
            self.line.paint(surface)
        surface.set_clip(None)

    def _begin_fade(self, ground: Scene) -> None:
        """Another screen lies there than in the last frame, whose picture the window still holds."""
        known, self._ground = self._ground is not None, ground
        if known and self.settings.animation != "off":
            seconds = _FADE_REDUCED if self.settings.reduced_motion else _FADE
            self._fade, self._fresh = Fade(self.surface.copy(), seconds), None

    def _restack(self) -> None:
        self.dirty()
        self.cursor("arrow")

    # --- window

    def _open_screen(self) -> tuple[pygame.Surface, pygame.Window]:
        try:
            if _open_display():
                return self._open_window()
        except pygame.error as error:
            raise NoDisplay(self.words("app.no_screen", why=f"{error}.")) from error
        raise NoDisplay(self.words("app.no_screen", why=self.words("app.no_screen_here")))

    def _open_window(self) -> tuple[pygame.Surface, pygame.Window]:
        pygame.display.set_caption("Tablier")
        surface = pygame.display.set_mode(self._window_size(), pygame.RESIZABLE)
        with warnings.catch_warnings():
            # pygame would rather have the whole window made by this class, which can't show single rectangles.
            warnings.simplefilter("ignore", DeprecationWarning)
            window = pygame.Window.from_display_module()
        window.minimum_size = SMALLEST
        if self._full:
            self._fill_screen(window)
        return pygame.display.get_surface() or surface, window

    def _window_size(self) -> tuple[int, int]:
        """The window's size when it was last open; one that is out of all proportion is cut down to the screens."""
        wide, high = self.settings.window
        if wide * high > _LARGE:
            desktops = pygame.display.get_desktop_sizes()
            wide = min(wide, max(width for width, _ in desktops))
            high = min(high, max(height for _, height in desktops))
        return _at_least_smallest((wide, high))

    def _fill_screen(self, window: pygame.Window) -> None:
        """Into full screen; the size is set as well, since without a window manager nobody else does it."""
        window.size = pygame.display.get_desktop_sizes()[0]
        window.set_fullscreen(True)

    def _lay_wood(self) -> None:
        self._bare = False
        self.theme.lay_table()
        self.dirty()

    def _tell_kind(self) -> None:
        """Once in the log: why the computer takes its time."""
        from rules.ai.opponents import compiled

        if not compiled():
            self.storage.log_once("The rules run interpreted: nothing was compiled when this was installed.")

    def _find_reader(self) -> None:
        """Offer the line of words to screen readers, where that can be done."""
        from scenes.app.screen_reader import find_reader

        self.line.reader = find_reader(self.line, self.words("app.title"))
        if self.line.reader is not None:
            self.line.reader.focus(pygame.key.get_focused())

    def _set_icon(self) -> None:
        pygame.display.set_icon(rasterise(ROOT / "sprites" / "ui" / "logo.svg", (64, 64)))

    def _take_size(self, size: tuple[int, int]) -> None:
        self.surface = pygame.display.get_surface() or self.surface
        self.dirty()
        self._fade = self._fresh = None  # pictures of a window of another size, even if it was laid out alike
        size = _at_least_smallest(size)
        if size == self.whole:
            return
        self.whole, self.size = size, self.line.left(size)
        if not self._full:
            self.settings.window = size
        self._settle_at = self.now() + _SETTLE
        self.assets.resizing = True
        self._restyle()

    def _restyle(self) -> None:
        """Make the theme anew for the window's size and the text setting; the scenes lay themselves out."""
        before, self.theme = self.theme, Theme(self.size, self.settings.text_scale, self.settings.table)
        self.theme.report_overflow = before.report_overflow
        if self.theme.table == before.table:
            self.theme.lay_table(stand_in=before)
        else:
            self.theme.lay_table()
        for scene in self.stack.scenes:
            scene.resize(self.size)
        self.dirty()

    def _settle(self) -> None:
        """The window has kept its size for a moment: make everything sharp, and remember the size."""
        self._settle_at = None
        self.assets.settled()
        self.theme.lay_table()
        self.storage.save_settings(self.settings)
        self.dirty()


def coalesced(events: list[pygame.event.Event]) -> Iterator[pygame.event.Event]:
    """The events, but of mouse motions that follow one another only the last."""
    for index, event in enumerate(events):
        following = events[index + 1].type if index + 1 < len(events) else None
        if not event.type == following == pygame.MOUSEMOTION:
            yield event


def merged(rects: list[pygame.Rect] | None, size: tuple[int, int]) -> list[pygame.Rect]:
    """The rectangles to repaint: those that overlap made one, and all of them one when they are many or large."""
    whole = pygame.Rect((0, 0), size)
    if rects is None:
        return [whole]
    apart: list[pygame.Rect] = []
    for rect in rects:
        grown = rect.copy()
        while (hit := grown.collidelist(apart)) >= 0:
            grown.union_ip(apart.pop(hit))
        apart.append(grown)
    if len(apart) > _MANY:
        apart = [apart[0].unionall(apart[1:])]
    area = sum(rect.width * rect.height for rect in apart)
    return [whole] if area > 0.6 * whole.width * whole.height else apart


def _at_least_smallest(size: tuple[int, int]) -> tuple[int, int]:
    return max(size[0], SMALLEST[0]), max(size[1], SMALLEST[1])


def _full_screen_key(event: pygame.event.Event) -> bool:
    return event.key == pygame.K_F11 or (
        event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and bool(event.mod & pygame.KMOD_ALT)
    )


def _open_display() -> bool:
    """Open SDL's video and fonts, and nothing else; False when that is a screen that nobody sees."""
    # Under X11 desktop files and tools know the window by this; importing pygame has set it to the script's name.
    os.environ["SDL_VIDEO_X11_WMCLASS"] = "tablier"
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    # SDL takes over a signal that has its default handler: then Ctrl+C, like SIGTERM, wakes it from its wait and
    # arrives as QUIT. Python's own handler would only run once the wait is over.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    pygame.display.init()
    driver = pygame.display.get_driver()
    if driver in ("offscreen", "dummy") and "SDL_VIDEODRIVER" not in os.environ:
        return False
    if driver == "x11":
        # Without a GPU SDL would show a plain window through emulated OpenGL, ten times slower.
        os.environ["SDL_FRAMEBUFFER_ACCELERATION"] = "0"
    pygame.font.init()
    pygame.key.set_repeat(400, 40)
    return True

"""The app and its main loop: wait for work, advance time, handle events, repaint what changed."""

from __future__ import annotations

import contextlib
import gc
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

import pygame

from scenes.app import constants
from scenes.app.assets import ROOT, Assets
from scenes.app.files import Notice
from scenes.app.frame_painter import Layer, Painter
from scenes.app.game_files import folders_elsewhere
from scenes.app.idle import AwakeClock, Idle
from scenes.app.keyboard import ENTER, KEYBOARD, Keyboard
from scenes.app.navigation import OpenFile, OpenKeys, ShowText, open_screen
from scenes.app.picture_store import STORE
from scenes.app.sdl import wait
from scenes.app.settings import Settings
from scenes.app.sound import Sound
from scenes.app.spoken_line import SpokenLine
from scenes.app.stack import MOUSE_EVENTS, AppContext, Scene, Stack
from scenes.app.storage import Storage
from scenes.app.theme import Theme, Wood
from scenes.app.window import AppWindow, show_pointer
from scenes.app.words import Words

_REMEMBERED: Final = 24  # events in a crash report
_SIGNS: Final = frozenset((pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN, pygame.WINDOWFOCUSGAINED))
_PASSING: Final = frozenset(
    (
        *(pygame.K_F1, pygame.K_F11),
        *(pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT, pygame.K_RALT),
        *(pygame.K_LMETA, pygame.K_RMETA, pygame.K_CAPSLOCK, pygame.K_NUMLOCKCLEAR, pygame.K_MODE),
    )
)  # keys often pressed while using the mouse; they don't turn on the focus ring


class App(AppContext):
    """The window, its scene stack and the services that all scenes share."""

    line: SpokenLine
    painted = 0.0  # time of the last frame
    on_frame: Callable[[float, float], None] | None = None  # (seconds of work, seconds since the last frame)
    on_fault: Callable[[Exception, Sequence[Scene]], None] | None = None
    """Called with an exception (also from `close`) and the open scenes; without it exceptions propagate."""
    crashed = False  # the app ended because of a fault

    def __init__(self, settings: Settings, storage: Storage) -> None:
        """Open the window. Raises NoDisplay."""
        self.settings = settings
        self.storage = storage
        self._interrupt = signal.getsignal(signal.SIGINT)
        self.words = Words(settings.language)
        self._full = settings.full_screen
        self._window = AppWindow(settings, self.words)
        self.whole = self._window.whole
        self.line = SpokenLine(self)
        self.size = self.line.size_above(self.whole, self._window.density)
        self._wood: Wood | None = None
        self.theme = self._themed()
        self.bare = self.theme.bare  # the table is a plain colour, not wood yet
        self.assets = Assets(settings.looks)
        self.sound = Sound(settings)
        self.idle = Idle(self.sound)
        self.stack = Stack(self._restack)
        self._clock = pygame.time.Clock()
        self.awake = AwakeClock()
        self._passed = 0.0
        self.painter = Painter()
        self.chores = deque((self._window.set_icon, self._window.fit, self.sound.open, gc.enable))
        self.chores += (self._find_reader, self._check_pictures)
        self.each_second: list[Callable[[], object]] = []
        self.at_close: list[Callable[[], object]] = []
        self._second = 0.0
        self._due = []
        self._settle_at: float | None = None
        self._pointer = ("", 0.0)  # name and scale
        self._keys = Keyboard()
        self.heard: deque[int] = deque(maxlen=_REMEMBERED)  # event types, for crash reports

    # --- for scenes

    def now(self) -> float:
        return self.awake.now()

    def settings_changed(self) -> None:
        self.storage.save_settings(self.settings)
        if self.settings.full_screen != self._full:
            self._full = self.settings.full_screen
            if self._full:
                self._window.fill_screen()
            else:
                self._window.leave_full_screen(self.settings)
            self.take_size()
        self.assets.wear(self.settings.looks)
        size, theme = self.line.size_above(self.whole, self._window.density), self.theme
        if (self.settings.text_scale, self.settings.table, size) != (theme.text_scale, theme.table, self.size):
            self.size = size
            self._restyle()
        if self.settings.language != self.words.language:
            self.words = Words(self.settings.language)
            self._window.set_title(self.words("app.title"))
            for scene in self.stack.scenes:
                scene.enter()
                scene.resize(self.size)
        self.dirty()

    def toggle_full_screen(self) -> None:
        self.settings.full_screen = not self.settings.full_screen
        self.settings_changed()

    # --- the loop

    def run(self, first: Scene, opened: Callable[[], None] = lambda: None, *, shown: bool = False) -> None:
        """Run the loop with `first` on the stack; `opened` is called once the first frame is on the screen.

        `shown`: a stored picture of what `opened` will open is on the screen already, so nothing is painted before.
        """
        try:
            self._step(lambda: self._begin(first, opened, shown))
            self._passed = self.now()
            while self.running and self.stack.scenes:
                self._step(self.run_once)
        finally:
            self._step(self.close)

    def _begin(self, first: Scene, opened: Callable[[], None], shown: bool) -> None:
        self.stack.push(first)
        if not shown:
            self.paint()
        self._want_wood()
        opened()

    def run_once(self) -> None:
        self.wait_for_work()
        self.frame()

    def _step(self, step: Callable[[], None]) -> None:
        scenes = list(self.stack.scenes)
        try:
            step()
        except Exception as problem:
            if self.on_fault is None:
                raise
            self.on_fault(problem, list(self.stack.scenes) or scenes)

    def reset(self, anew: bool = False) -> None:
        """Discard half-done work after a fault; with `anew` also rebuild words, assets and theme."""
        self._due.clear()
        self._keys = Keyboard()
        self.painter.forget_last_frame()
        self._settle_at = None
        self.surface.set_clip(None)
        self.assets.resizing = False
        if anew:
            self.words = Words(self.settings.language)
            self.assets = Assets(self.settings.looks)
            self._restyle()
        self.take_size()

    def frame(self) -> None:
        begun = self.now()
        passed, self._passed = begun - self._passed, begun
        if suspended := self.awake.take_suspended():
            for scene in list(self.stack.scenes):
                scene.wake_up(suspended)
        self.idle.release(begun)
        self.painter.advance(passed)
        if self._settle_at is not None and begun >= self._settle_at:
            self._settle()
        if begun >= self._second - constants.TICK_TOLERANCE_SECONDS:
            self._second = begun + 1.0
            for call in list(self.each_second):
                call()
        if self.stack.top is not None:
            self.stack.top.update(passed)
        pressed = False
        for event in coalesce_motions(pygame.event.get()):
            if pressed and event.type == pygame.MOUSEBUTTONUP:
                self.paint()  # show the pressed state before the click's action, which may take longer
            pressed = event.type == pygame.MOUSEBUTTONDOWN
            self._catch_up()
            self.idle.note_activity(begun)
            self._dispatch(event)
            if not self.running or not self.stack.scenes:
                return
        if self.storage.alarm is not None:  # after the events, so that a click from before it appeared can't close it
            self._tell_alarm(self.storage.alarm)
        if self.mouse is not None and self.painter.is_stale and self.stack.top is not None:
            self.stack.top.point(self.mouse)
        self._show_pointer()
        self.line.report_focus()
        if self.stack.scenes and self.paint():
            painted = self.now()
            if self.on_frame is not None:
                self.on_frame(painted - begun, painted - self.painted)
            self.painted = painted
            self.idle.note_activity(painted)
        self._catch_up()

    def _show_pointer(self) -> None:
        unit = self._window.density / self._window.zoom
        wanted = (self._cursor, unit * self.settings.text_scale / 100)
        if wanted != self._pointer:
            self._pointer = wanted
            show_pointer(*wanted)

    def _catch_up(self) -> None:
        due, self._due = self._due, []
        for chore in due:
            chore()

    def close(self) -> None:
        """Let every scene save, the top one first, then close the window; raise errors after all steps have run."""
        with contextlib.ExitStack() as last:
            last.callback(signal.signal, signal.SIGINT, self._interrupt)
            for call in self.at_close:
                last.callback(call)
            last.callback(self._window.close)
            last.callback(self.sound.close)
            last.callback(self.storage.write_pending)
            last.callback(self._remember_window)
            for _ in self.stack.scenes:
                last.callback(lambda: self.stack.scenes.pop().leave())
            last.callback(self._catch_up)

    def _tell_alarm(self, alarm: Notice) -> None:
        """Report over the current scene that nothing can be saved: at the menu it would be too late."""
        self.storage.alarm = None
        words = self.words
        detail = alarm.sentence(words)
        if alarm.facts["why"]:
            detail += f" {words('storage.because', why=alarm.facts['why'])}"
        open_screen(self, ShowText(words("storage.nothing_kept_title"), detail))

    def wait_for_work(self) -> None:
        """Sleep until the next frame is due, or do one piece of background work."""
        pause = self.seconds_to_next_frame()
        if self.bare and (self._wood is None or not self._wood.is_busy):
            self.paint_wood()
            return
        if self.bare:  # waiting for the wood would block events, for long on a busy machine
            pause = constants.WOOD_POLL_SECONDS if pause is None else min(pause, constants.WOOD_POLL_SECONDS)
        elif pause != 0 and self.chores:
            self.chores.popleft()()
            return
        elif pause != 0 and STORE.has_work:
            STORE.write_next()
            return
        if pause == 0:
            self._clock.tick(constants.FRAMES_PER_SECOND)
            return
        rest = self.painted + constants.LEAST_FRAME_SECONDS - self.now()
        if rest > 0:
            pygame.time.wait(round(rest * 1000))
        pause = self.idle.limit_wait(self.now(), pause)
        self.awake.expect_wait(pause)
        wait(pause)

    def seconds_to_next_frame(self) -> float | None:
        """Return the seconds until the next frame is due; None if only an event can cause one."""
        if self.painter.is_due:
            return 0.0
        settle = None if self._settle_at is None else self._settle_at - self.now()
        scene = None if self.stack.top is None else self.stack.top.pace()
        wanted = [max(0.0, pace) for pace in (self.line.pace(), settle, scene) if pace is not None]
        second = max(0.0, self._second - self.now())
        if self.each_second and min(wanted, default=9.0) > second + constants.TICK_TOLERANCE_SECONDS:
            wanted.append(second)
        return min(wanted, default=None)

    def _dispatch(self, event: pygame.event.Event) -> None:
        if self._window.zoom != 1.0:
            event = self._window.scale_event(event)
        self.heard.append(event.type)
        if event.type in _SIGNS and self.sound.dozing and self.sound.reopen_device not in self.chores:
            self.chores.append(self.sound.reopen_device)
        if event.type in KEYBOARD:
            if (read := self._keys.read(event)) is None:
                return
            event = read
        self.line.on_event(event)
        if event.type in MOUSE_EVENTS:
            self.mouse = event.pos
        elif event.type == pygame.WINDOWLEAVE:
            self.mouse = None
        if event.type == pygame.QUIT:
            self.quit()
        elif event.type == pygame.WINDOWSIZECHANGED:
            self.take_size()
        elif event.type == pygame.WINDOWDISPLAYCHANGED:
            self._window.change_screen()
            self.take_size()
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.WINDOWSHOWN):
            self.dirty()
        elif event.type == pygame.DROPFILE:
            open_screen(self, OpenFile(Path(event.file)))
        elif event.type == pygame.KEYDOWN and (
            event.key == pygame.K_F11 or (event.key in ENTER and event.mod & pygame.KMOD_ALT)
        ):
            self.toggle_full_screen()
        elif event.type == pygame.KEYDOWN and event.unicode == "?" and self._may_ask_keys():
            open_screen(self, OpenKeys())
        elif self.stack.top is not None:
            if event.type == pygame.KEYDOWN and event.key not in _PASSING:
                self.keyboard = True
            elif event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION):
                self.keyboard = False
            self.stack.top.handle(event)

    def _may_ask_keys(self) -> bool:
        top = self.stack.top
        return top is not None and not top.tells_keys and (top.widgets is None or not top.widgets.is_typing)

    # --- painting

    @property
    def surface(self) -> pygame.Surface:
        """The window's surface, or a larger one that is scaled down to it (`AppWindow`)."""
        return self._window.surface

    def show_picture(self, picture: pygame.Surface) -> None:
        """Show a picture of the whole window until the first frame is painted."""
        self.surface.blit(picture, (0, 0))
        self._window.show([self.surface.get_rect()])

    def paint(self) -> bool:
        reduced = self.settings.reduced_motion
        fade = constants.SCREEN_FADE_SECONDS_REDUCED if reduced else constants.SCREEN_FADE_SECONDS
        fade = 0.0 if self.settings.animation == "off" else fade
        return self.painter.paint(self._window.surface, self.layers(), fade, self._window.show)

    def layers(self) -> Sequence[Layer]:
        return [*self.stack.visible(), self.line]

    def _restack(self) -> None:
        self.dirty()
        self.cursor("arrow")

    # --- window

    def _want_wood(self) -> None:
        self.bare = self.theme.bare
        self._wood = Wood.load_or_start(self.settings.table, self.size) if self.bare else None

    def paint_wood(self) -> None:
        self.bare = False
        self.theme.lay_table(wood=self._wood)
        self._wood = None
        self.dirty()

    def _find_reader(self) -> None:
        from scenes.app.screen_reader import find_reader

        self.line.reader = find_reader(self.line, self.words("app.title"))
        if self.line.reader is not None:
            self.line.reader.focus(pygame.key.get_focused())

    def _check_pictures(self) -> None:
        sources = [*(ROOT / name for name in ("scenes", "sprites", "rules")), *folders_elsewhere()]
        if STORE.check(sources):
            self.assets.end_resizing()
            self._restyle()
            self._want_wood()

    def take_size(self) -> None:
        changed = self._window.measure()
        self.whole = self._window.whole
        self.dirty()
        self.painter.stop_fade()  # its pictures have the old size
        if not changed:
            return
        self.size = self.line.size_above(self.whole, self._window.density)
        STORE.drop()
        self._settle_at = self.now() + constants.RESIZE_SETTLE_SECONDS
        self.assets.resizing, self.bare = True, False
        self._restyle()

    def _themed(self) -> Theme:
        return Theme(self.size, self.settings.text_scale, self.settings.table, self._window.density)

    def _restyle(self) -> None:
        before, self.theme = self.theme, self._themed()
        self.theme.report_overflow = before.report_overflow
        self.theme.lay_table(before if self.theme.table == before.table else None)
        for scene in self.stack.scenes:
            scene.resize(self.size)
        self.dirty()

    def _settle(self) -> None:
        self._settle_at = None
        self.assets.end_resizing()
        self._want_wood()
        self._remember_window()
        self.dirty()

    def _remember_window(self) -> None:
        if self._window.remember_place(self.settings):
            self.storage.save_settings(self.settings)


def coalesce_motions(events: list[pygame.event.Event]) -> Iterator[pygame.event.Event]:
    """Yield the events, keeping only the last of consecutive mouse motions."""
    for index, event in enumerate(events):
        following = events[index + 1].type if index + 1 < len(events) else None
        if not event.type == following == pygame.MOUSEMOTION:
            yield event

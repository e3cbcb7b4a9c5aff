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
from scenes.app.atomic_files import Notice
from scenes.app.frame_painter import FramePainter, Layer
from scenes.app.game_files import external_folders
from scenes.app.idle import AwakeClock, Idle
from scenes.app.keyboard import ENTER, KEYBOARD_EVENTS, KeyTranslator
from scenes.app.navigation import OpenFile, OpenKeys, ShowText, open_screen
from scenes.app.picture_store import STORE
from scenes.app.sdl import wait_for_event
from scenes.app.settings import Settings
from scenes.app.sound import Sound
from scenes.app.spoken_line import SpokenLine
from scenes.app.stack import MOUSE_EVENTS, AppContext, Scene, Stack
from scenes.app.storage import Storage
from scenes.app.theme import Theme, Wood
from scenes.app.window import AppWindow, show_pointer
from scenes.app.words import Words

_REMEMBERED_EVENTS: Final = 24  # events in a crash report
_USER_EVENTS: Final = frozenset(
    (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN, pygame.WINDOWFOCUSGAINED)
)
_KEYS_USED_WITH_MOUSE: Final = frozenset(
    (
        *(pygame.K_F1, pygame.K_F11),
        *(pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT, pygame.K_RALT),
        *(pygame.K_LMETA, pygame.K_RMETA, pygame.K_CAPSLOCK, pygame.K_NUMLOCKCLEAR, pygame.K_MODE),
    )
)  # keys often pressed while the mouse is used; they don't show the focus ring


class App(AppContext):
    """The window, its stack of scenes, the services that all scenes share, and the main loop."""

    spoken_line: SpokenLine
    painted = 0.0  # time of the last painted frame, in seconds of `now`
    on_frame: Callable[[float, float], None] | None = None  # (seconds of work, seconds since the last frame)
    on_fault: Callable[[Exception, Sequence[Scene]], None] | None = None
    """The function that gets an exception from a step of the loop and the open scenes; None: exceptions propagate."""
    crashed = False  # the app ended because of a fault

    def __init__(self, settings: Settings, storage: Storage) -> None:
        """Open the window. Raises NoDisplay."""
        self.settings = settings
        self.storage = storage
        self._old_sigint_handler = signal.getsignal(signal.SIGINT)
        self.words = Words(settings.language)
        self._is_full_screen = settings.full_screen
        self._window = AppWindow(settings, self.words)
        self.window_size = self._window.whole
        self.spoken_line = SpokenLine(self)
        self.size = self.spoken_line.size_above(self.window_size, self._window.density)
        self._wood_loader: Wood | None = None
        self.theme = self._make_theme()
        self.bare = self.theme.bare  # the table is a plain colour, not wood yet
        self.assets = Assets(settings.looks)
        self.sound = Sound(settings)
        self.idle = Idle(self.sound)
        self.stack = Stack(self._on_stack_change)
        self._clock = pygame.time.Clock()
        self.awake_clock = AwakeClock()
        self._last_frame_start = 0.0
        self.painter = FramePainter()
        self.chores = deque((self._window.set_icon, self._window.fit_to_screen, self.sound.open, gc.enable))
        self.chores += (self._find_screen_reader, self._check_stored_pictures)
        self.each_second: list[Callable[[], object]] = []
        self.at_close: list[Callable[[], object]] = []
        self._next_second = 0.0
        self._after_frame_calls = []
        self._resize_end: float | None = None
        self._shown_pointer = ("", 0.0)  # name and scale
        self._key_translator = KeyTranslator()
        self.event_log: deque[int] = deque(maxlen=_REMEMBERED_EVENTS)  # event types, for crash reports

    # --- for scenes

    def now(self) -> float:
        return self.awake_clock.now()

    def apply_settings(self) -> None:
        self.storage.save_settings(self.settings)
        if self.settings.full_screen != self._is_full_screen:
            self._is_full_screen = self.settings.full_screen
            if self._is_full_screen:
                self._window.fill_screen()
            else:
                self._window.leave_full_screen(self.settings)
            self.update_size()
        self.assets.set_looks(self.settings.looks)
        size, theme = self.spoken_line.size_above(self.window_size, self._window.density), self.theme
        if (self.settings.text_scale, self.settings.table, size) != (theme.text_scale, theme.table, self.size):
            self.size = size
            self._rebuild_theme()
        if self.settings.language != self.words.language:
            self.words = Words(self.settings.language)
            self._window.set_title(self.words("app.title"))
            for scene in self.stack.scenes:
                scene.enter()
                scene.resize(self.size)
        self.dirty()

    def toggle_full_screen(self) -> None:
        self.settings.full_screen = not self.settings.full_screen
        self.apply_settings()

    # --- the loop

    def run(
        self, first: Scene, on_first_frame: Callable[[], None] = lambda: None, *, is_picture_shown: bool = False
    ) -> None:
        """Run the loop with `first` on the stack; `on_first_frame` is called when the first frame is on the screen.

        With `is_picture_shown` a stored picture is on the screen already, and `on_first_frame` is called at once.
        """
        try:
            self._run_step(lambda: self._show_first_scene(first, on_first_frame, is_picture_shown))
            self._last_frame_start = self.now()
            while self.running and self.stack.scenes:
                self._run_step(self.run_once)
        finally:
            self._run_step(self.close)

    def _show_first_scene(self, first: Scene, on_first_frame: Callable[[], None], is_picture_shown: bool) -> None:
        self.stack.push(first)
        if not is_picture_shown:
            self.paint()
        self._start_wood()
        on_first_frame()

    def run_once(self) -> None:
        self.wait_for_work()
        self.frame()

    def _run_step(self, step: Callable[[], None]) -> None:
        scenes = list(self.stack.scenes)
        try:
            step()
        except Exception as problem:
            if self.on_fault is None:
                raise
            self.on_fault(problem, list(self.stack.scenes) or scenes)

    def reset(self, anew: bool = False) -> None:
        """Discard half-done work after an error; with `anew` also make words, assets and theme again."""
        self._after_frame_calls.clear()
        self._key_translator = KeyTranslator()
        self.painter.forget_last_frame()
        self._resize_end = None
        self.surface.set_clip(None)
        self.assets.resizing = False
        if anew:
            self.words = Words(self.settings.language)
            self.assets = Assets(self.settings.looks)
            self._rebuild_theme()
        self.update_size()

    def frame(self) -> None:
        frame_start = self.now()
        elapsed, self._last_frame_start = frame_start - self._last_frame_start, frame_start
        if suspended := self.awake_clock.take_suspended():
            for scene in list(self.stack.scenes):
                scene.wake_up(suspended)
        self.idle.release_resources(frame_start)
        self.painter.advance(elapsed)
        if self._resize_end is not None and frame_start >= self._resize_end:
            self._finish_resizing()
        if frame_start >= self._next_second - constants.TICK_TOLERANCE_SECONDS:
            self._next_second = frame_start + 1.0
            for call in list(self.each_second):
                call()
        if self.stack.top is not None:
            self.stack.top.update(elapsed)
        pressed = False
        for event in coalesce_motions(pygame.event.get()):
            if pressed and event.type == pygame.MOUSEBUTTONUP:
                self.paint()  # show the pressed state before the click's action, which may take longer
            pressed = event.type == pygame.MOUSEBUTTONDOWN
            self._run_due()
            self.idle.note_activity(frame_start)
            self.handle_event(event)
            if not self.running or not self.stack.scenes:
                return
        if self.storage.alarm is not None:  # after the events, so that an earlier click can't close the message
            self._show_alarm(self.storage.alarm)
        if self.mouse is not None and self.painter.is_stale and self.stack.top is not None:
            self.stack.top.point(self.mouse)
        self._update_pointer()
        self.spoken_line.report_focus()
        if self.stack.scenes and self.paint():
            painted = self.now()
            if self.on_frame is not None:
                self.on_frame(painted - frame_start, painted - self.painted)
            self.painted = painted
            self.idle.note_activity(painted)
        self._run_due()

    def _update_pointer(self) -> None:
        unit = self._window.density / self._window.zoom
        pointer = (self._cursor, unit * self.settings.text_scale / 100)
        if pointer != self._shown_pointer:
            self._shown_pointer = pointer
            show_pointer(*pointer)

    def _run_due(self) -> None:
        due, self._after_frame_calls = self._after_frame_calls, []
        for chore in due:
            chore()

    def close(self) -> None:
        """Let every scene save, the top one first, then close the window.

        If a step raises an exception, the remaining steps are still run before it propagates.
        """
        with contextlib.ExitStack() as exit_stack:
            exit_stack.callback(signal.signal, signal.SIGINT, self._old_sigint_handler)
            for call in self.at_close:
                exit_stack.callback(call)
            exit_stack.callback(self._window.close)
            exit_stack.callback(self.sound.close)
            exit_stack.callback(self.storage.write_pending)
            exit_stack.callback(self._save_window_place)
            for _ in self.stack.scenes:
                exit_stack.callback(lambda: self.stack.scenes.pop().leave())
            exit_stack.callback(self._run_due)

    def _show_alarm(self, alarm: Notice) -> None:
        """Show, over the current scene, the message that nothing can be saved, and clear the storage's alarm."""
        self.storage.alarm = None
        words = self.words
        detail = alarm.sentence(words)
        if alarm.facts["why"]:
            detail += f" {words('storage.because', why=alarm.facts['why'])}"
        open_screen(self, ShowText(words("storage.nothing_kept_title"), detail))

    def wait_for_work(self) -> None:
        """Do one piece of background work, or sleep until there is an event or the next frame is due."""
        pause = self.seconds_to_next_frame()
        if self.bare and (self._wood_loader is None or not self._wood_loader.is_busy):
            self.paint_wooden_table()
            return
        if self.bare:  # poll: waiting for the thread that paints the wood would block events
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
        remaining = self.painted + constants.LEAST_FRAME_SECONDS - self.now()
        if remaining > 0:
            pygame.time.wait(round(remaining * 1000))
        pause = self.idle.limit_wait(self.now(), pause)
        self.awake_clock.expect_wait(pause)
        wait_for_event(pause)

    def seconds_to_next_frame(self) -> float | None:
        """Return the seconds until the next frame is due; None if only an event can cause one."""
        if self.painter.is_due:
            return 0.0
        resize_end = None if self._resize_end is None else self._resize_end - self.now()
        scene = None if self.stack.top is None else self.stack.top.wait_seconds()
        waits = [max(0.0, wait) for wait in (self.spoken_line.wait_seconds(), resize_end, scene) if wait is not None]
        next_second = max(0.0, self._next_second - self.now())
        if self.each_second and min(waits, default=9.0) > next_second + constants.TICK_TOLERANCE_SECONDS:
            waits.append(next_second)
        return min(waits, default=None)

    def handle_event(self, event: pygame.event.Event) -> None:
        if self._window.zoom != 1.0:
            event = self._window.scale_event(event)
        self.event_log.append(event.type)
        if event.type in _USER_EVENTS and self.sound.is_released and self.sound.reopen_device not in self.chores:
            self.chores.append(self.sound.reopen_device)
        if event.type in KEYBOARD_EVENTS:
            if event.type != pygame.TEXTINPUT:
                self.modifiers = event.dict.get("mod", 0)
            if (read := self._key_translator.translate_event(event)) is None:
                return
            event = read
        self.spoken_line.on_event(event)
        if event.type in MOUSE_EVENTS:
            self.mouse = event.pos
        elif event.type == pygame.WINDOWLEAVE:
            self.mouse = None
        if event.type == pygame.QUIT:
            self.quit()
        elif event.type in (pygame.WINDOWSIZECHANGED, pygame.WINDOWDISPLAYCHANGED):
            self._window.update_density()
            self.update_size()
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.WINDOWSHOWN):
            self.dirty()
        elif event.type == pygame.DROPFILE:
            open_screen(self, OpenFile(Path(event.file)))
        elif event.type == pygame.KEYDOWN and (
            event.key == pygame.K_F11 or (event.key in ENTER and event.mod & pygame.KMOD_ALT)
        ):
            self.toggle_full_screen()
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_SPACE and event.mod & pygame.KMOD_ALT:
            self._window.show_system_menu()
        elif event.type == pygame.KEYDOWN and event.unicode == "?" and self._can_open_keys():
            open_screen(self, OpenKeys())
        elif self.stack.top is not None:
            if event.type == pygame.KEYDOWN and event.key not in _KEYS_USED_WITH_MOUSE:
                self.is_keyboard_used = True
            elif event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION):
                self.is_keyboard_used = False
            self.stack.top.handle(event)

    def _can_open_keys(self) -> bool:
        top = self.stack.top
        return top is not None and not top.is_key_list and (top.widgets is None or not top.widgets.is_typing)

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
        return [*self.stack.visible(), self.spoken_line]

    def _on_stack_change(self) -> None:
        self.dirty()
        self.set_cursor("arrow")

    # --- window

    def _start_wood(self) -> None:
        self.bare = self.theme.bare
        self._wood_loader = Wood.load_or_start(self.settings.table, self.size) if self.bare else None

    def paint_wooden_table(self) -> None:
        self.bare = False
        self.theme.lay_table(wood=self._wood_loader)
        self._wood_loader = None
        self.dirty()

    def _find_screen_reader(self) -> None:
        from scenes.app.screen_reader import find_reader

        self.spoken_line.reader = find_reader(self.spoken_line, self.words("app.title"))
        if self.spoken_line.reader is not None:
            self.spoken_line.reader.focus(pygame.key.get_focused())

    def _check_stored_pictures(self) -> None:
        sources = [*(ROOT / name for name in ("scenes", "sprites", "rules")), *external_folders()]
        if STORE.check(sources):
            self.assets.end_resizing()
            self._rebuild_theme()
            self._start_wood()

    def update_size(self) -> None:
        changed = self._window.measure()
        self.window_size = self._window.whole
        self.dirty()
        self.painter.stop_fade()  # the pictures of the fade have the old size
        if not changed:
            return
        self.size = self.spoken_line.size_above(self.window_size, self._window.density)
        STORE.drop()
        self._resize_end = self.now() + constants.RESIZE_SETTLE_SECONDS
        self.assets.resizing, self.bare = True, False
        self._rebuild_theme()

    def _make_theme(self) -> Theme:
        return Theme(self.size, self.settings.text_scale, self.settings.table, self._window.density)

    def _rebuild_theme(self) -> None:
        old_theme, self.theme = self.theme, self._make_theme()
        self.theme.report_overflow = old_theme.report_overflow
        self.theme.lay_table(old_theme if self.theme.table == old_theme.table else None)
        for scene in self.stack.scenes:
            scene.resize(self.size)
        self.dirty()

    def _finish_resizing(self) -> None:
        self._resize_end = None
        self.assets.end_resizing()
        self._start_wood()
        self._save_window_place()
        self.dirty()

    def _save_window_place(self) -> None:
        if self._window.store_place(self.settings):
            self.storage.save_settings(self.settings)


def coalesce_motions(events: list[pygame.event.Event]) -> Iterator[pygame.event.Event]:
    """Yield the events, keeping only the last of consecutive mouse motions."""
    for index, event in enumerate(events):
        following = events[index + 1].type if index + 1 < len(events) else None
        if not event.type == following == pygame.MOUSEMOTION:
            yield event

"""The window, its loop and its stack: who hears what when, and what is painted."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final
from unittest.mock import Mock

import pygame
import pytest

from scenes.app import app as app_module
from scenes.app import constants, sdl
from scenes.app.app import App, coalesce_motions
from scenes.app.atomic_files import Notice
from scenes.app.frame_painter import merge_rects
from scenes.app.sdl import wait_for_event
from scenes.app.stack import Scene
from scenes.app.storage import Storage
from scenes.ui.dialog import Dialog
from tests.checks import present
from tests.hands import EventHands
from tests.patience import LONGEST, within_reason
from tests.processes import end_session
from tests.rows import rows

ROOT = Path(__file__).parents[2]


class Sheet(Scene):
    def __init__(self, app: App, colour: str = "#204060", opaque: bool = True) -> None:
        super().__init__(app)
        self.colour, self.opaque = pygame.Color(colour), opaque
        self.heard: list[str] = []
        self.clips: list[pygame.Rect] = []
        self.paced: float | None = None

    def enter(self) -> None:
        self.heard.append("enter")

    def leave(self) -> None:
        self.heard.append("leave")

    def on_resume(self, result: object) -> None:
        self.heard.append(f"resumed {result}")

    def resize(self, size: tuple[int, int]) -> None:
        self.heard.append(f"resize {size[0]}x{size[1]}")

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type in (pygame.KEYDOWN, pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN):
            self.heard.append(pygame.event.event_name(event.type))
        return True

    def update(self, dt: float) -> None:
        self.heard.append("update")

    def wait_seconds(self) -> float | None:
        return self.paced

    def paint(self, surface: pygame.Surface) -> None:
        self.clips.append(surface.get_clip())
        if self.opaque:
            surface.fill(self.colour)
        else:
            surface.fill(self.colour, (100, 100, 200, 200))


HANDS = EventHands()
post, strike = HANDS.post, HANDS.strike


def stopped(app: App) -> Callable[[float], None]:
    now = app.now()

    def pass_time(seconds: float) -> None:
        nonlocal now
        now += seconds

    app.now = lambda: now  # type: ignore[method-assign]
    return pass_time


def settle(app: App) -> None:
    app.frame()
    pygame.event.clear()
    app.frame()


def push_sheet(app: App, colour: str = "#204060") -> Sheet:
    sheet = Sheet(app, colour)
    app.stack.push(sheet)
    settle(app)
    sheet.heard.clear()
    sheet.clips.clear()
    return sheet


# --- the stack


def test_pushed_scene_enters_is_laid_out_and_then_painted(app: App) -> None:
    sheet = Sheet(app)
    app.stack.push(sheet)
    assert sheet.heard == ["enter", "resize 1280x800"]
    app.frame()
    assert app.surface.get_at((5, 5)) == sheet.colour


def test_pop_replace_and_clear_leave_scenes_and_pop_passes_a_result(app: App) -> None:
    one, two, three = Sheet(app), Sheet(app), Sheet(app)
    app.stack.push(two)
    app.stack.push(one)
    app.stack.pop("won")
    assert (one.heard[-1], two.heard[-1]) == ("leave", "resumed won")
    app.stack.replace(one)
    assert (two.heard[-1], app.stack.scenes) == ("leave", [one])
    app.stack.push(two)
    app.stack.replace_all(three)
    assert (one.heard[-1], two.heard[-1], app.stack.scenes) == ("leave", "leave", [three])
    assert "resumed None" not in one.heard


def test_only_the_top_scene_gets_time_and_then_input(app: App) -> None:
    below, above = Sheet(app), Sheet(app, opaque=False)
    app.stack.push(below)
    app.stack.push(above)
    below.heard.clear()
    strike(pygame.K_a)
    app.frame()
    assert below.heard == []
    assert above.heard[-2:] == ["update", "KeyDown"]


def test_scene_that_is_not_opaque_shows_the_scene_below(app: App) -> None:
    lowest, below, above = Sheet(app), Sheet(app, "#305030"), Sheet(app, "#AA0000", opaque=False)
    for scene in (lowest, below, above):
        app.stack.push(scene)
    lowest.clips.clear()
    settle(app)
    assert app.surface.get_at((5, 5)) == below.colour
    assert app.surface.get_at((150, 150)) == above.colour
    assert lowest.clips == []


# --- painting


def test_only_dirty_rectangles_are_painted(app: App) -> None:
    sheet = push_sheet(app)
    sheet.colour = pygame.Color("#AA5500")
    sheet.dirty(pygame.Rect(100, 100, 50, 50))
    sheet.dirty(pygame.Rect(600, 400, 50, 50))
    app.frame()
    assert sorted(map(tuple, sheet.clips)) == [(100, 100, 50, 50), (600, 400, 50, 50)]
    assert app.surface.get_at((120, 120)) == sheet.colour
    assert app.surface.get_at((5, 5)) != sheet.colour


def test_still_scene_is_not_painted(app: App) -> None:
    sheet = push_sheet(app)
    frames: list[tuple[float, float]] = []
    app.on_frame = lambda work, since: frames.append((work, since))
    for _ in range(3):
        app.frame()
    sheet.dirty(pygame.Rect(-50, -50, 20, 20))
    app.frame()
    assert sheet.clips == [] and frames == []
    sheet.dirty()
    app.frame()
    assert len(frames) == 1 and 0 < frames[0][0] < frames[0][1]


def test_exposure_repaints_everything(app: App) -> None:
    sheet = push_sheet(app)
    post(pygame.WINDOWEXPOSED)
    app.frame()
    assert [clip.size for clip in sheet.clips] == [app.size]


@rows
def test_dirty_rectangles_are_merged(rects: list[list[int]] | None, expected: list[list[int]]) -> None:
    given = None if rects is None else [pygame.Rect(*rect) for rect in rects]
    assert [list(rect) for rect in merge_rects(given, (1000, 800))] == expected


def test_opaque_scene_fades_over_the_previous_scene(app: App) -> None:
    app.settings.animation = "normal"
    pass_time = stopped(app)
    push_sheet(app, "#000000")
    app.stack.push(Sheet(app, "#FFFFFF"))
    app.frame()
    assert app.surface.get_at((5, 5)) == pygame.Color("#000000")
    pass_time(constants.SCREEN_FADE_SECONDS / 2)
    app.frame()
    assert 120 < app.surface.get_at((5, 5))[0] < 136
    pass_time(constants.SCREEN_FADE_SECONDS / 2)
    app.frame()
    assert app.surface.get_at((5, 5)) == pygame.Color("#FFFFFF")


def test_dialog_does_not_fade_and_the_new_scene_gets_input_at_once(app: App) -> None:
    app.settings.animation = "normal"
    push_sheet(app)
    dialog = Sheet(app, "#AA0000", opaque=False)
    app.stack.push(dialog)
    app.frame()
    assert app.surface.get_at((150, 150)) == dialog.colour
    above = Sheet(app)
    app.stack.push(above)
    app.frame()
    strike(pygame.K_a)
    app.frame()
    assert above.heard[-1] == "KeyDown"


# --- events


def test_only_the_last_of_successive_mouse_motions_is_kept() -> None:
    kinds = [pygame.MOUSEMOTION, pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION, pygame.MOUSEMOTION]
    events = [pygame.event.Event(kind, pos=(index, 0)) for index, kind in enumerate(kinds)]
    assert [event.pos[0] for event in coalesce_motions(events)] == [1, 2, 4]


def test_app_knows_whether_the_keyboard_was_used_last(app: App) -> None:
    push_sheet(app)
    known = []
    for key in (pygame.K_LSHIFT, pygame.K_TAB):
        strike(key)
        app.frame()
        known.append(app.is_keyboard_used)
    post(pygame.MOUSEMOTION, pos=(1, 1), rel=(1, 1), buttons=(0, 0, 0))
    app.frame()
    assert [*known, app.is_keyboard_used] == [False, True, False]


def test_quitting_lets_every_scene_save(app: App) -> None:
    below, above = Sheet(app), Sheet(app)
    app.stack.push(below)

    def opened() -> None:
        app.stack.push(above)
        post(pygame.QUIT)

    app.run(Sheet(app), opened)
    assert below.heard[-1] == above.heard[-1] == "leave"


def test_other_scenes_are_left_when_a_scene_breaks(app: App) -> None:
    class Broken(Sheet):
        def update(self, dt: float) -> None:
            raise RuntimeError("broken")

    below = Sheet(app)
    app.stack.push(below)
    with pytest.raises(RuntimeError, match="broken"):
        app.run(Broken(app))
    assert below.heard[-1] == "leave"


def test_loop_wakes_when_the_scene_asks_for_it(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    pass_time = stopped(app)
    passed: list[float] = []

    def sleep(timeout: float | None) -> None:
        assert timeout is not None
        pass_time(timeout)

    class Waiting(Sheet):
        def update(self, dt: float) -> None:
            passed.append(dt)
            if len(passed) == 14:
                self.app.quit()

    monkeypatch.setattr(app_module, "wait_for_event", sleep)
    scene = Waiting(app)
    scene.paced = 0.05
    app.run(scene)
    assert passed[-6:] == pytest.approx([0.05] * 6)


SAVING: Final = """
from scenes.app.app import App
from scenes.app.settings import Settings
from scenes.app.signals import close_on_hangup
from scenes.app.storage import Storage
from scenes.app.stack import Scene

class S(Scene):
    def leave(self): print("saved", flush=True)

app = App(Settings(language="en"), Storage())
close_on_hangup()
app.run(S(app), lambda: print("open", flush=True))
"""


@pytest.mark.parametrize("way", ["session"] if sys.platform == "win32" else ["SIGINT", "SIGHUP"])
def test_ctrl_c_or_the_end_of_the_session_closes_the_app_and_scenes_save(way: str) -> None:
    command = [sys.executable, "-c", SAVING]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        time.sleep(0.4)
        end_session(process.pid) if way == "session" else process.send_signal(getattr(signal, way))
        assert process.stdout.read() == "saved\n"
        assert process.wait(timeout=LONGEST) == 0


def test_sdl_waits_until_an_event_comes(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    sdl_wait = present(sdl._wait_event_timeout, "function of SDL")
    slept: list[tuple[object, int, int]] = []

    def noted(event: object, ms: int) -> int:
        came = sdl_wait(event, ms)
        slept.append((event, ms, came))
        return came

    monkeypatch.setattr(sdl, "_wait_event_timeout", noted)
    pygame.event.clear()
    wait_for_event(0.03)
    post(pygame.USEREVENT)
    with within_reason():
        wait_for_event(None)
        wait_for_event(3600.0)
    assert slept == [(None, 30, 0), (None, -1, 1), (None, 3_600_000, 1)]
    assert pygame.event.peek(pygame.USEREVENT)


def test_waiting_works_without_access_to_sdl(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    ticks, naps = 5000, 0

    def nap(ms: int) -> None:
        nonlocal ticks, naps
        ticks, naps = ticks + ms, naps + 1
        if naps == 20:
            post(pygame.USEREVENT)

    monkeypatch.setattr(sdl, "_wait_event_timeout", None)
    monkeypatch.setattr(pygame.time, "get_ticks", lambda: ticks)
    monkeypatch.setattr(pygame.time, "wait", nap)
    pygame.event.clear()
    wait_for_event(0.1)
    assert (ticks, naps) == (5000 + 7 * sdl._POLL_MS, 7)
    wait_for_event(None)
    assert naps == 20 and pygame.event.peek(pygame.USEREVENT)


# --- window


def test_resizing_lays_out_every_scene(app: App) -> None:
    pass_time = stopped(app)
    below, above = Sheet(app), Sheet(app)
    app.stack.push(below)
    app.stack.push(above)
    settle(app)
    pygame.display.set_mode((1500, 900), pygame.RESIZABLE)
    app.frame()
    app.frame()
    assert below.heard[-1] == "resize 1500x900" and "resize 1500x900" in above.heard
    assert (app.size, app.theme.u) == ((1500, 900), 9.0)
    stand_ins = [app.assets.resizing]
    pass_time(0.99 * constants.RESIZE_SETTLE_SECONDS)
    app.frame()
    stand_ins.append(app.assets.resizing)
    pass_time(0.02 * constants.RESIZE_SETTLE_SECONDS)
    app.frame()
    assert [*stand_ins, app.assets.resizing] == [True, True, False]
    assert Storage().load_settings().window == (1500, 900)


def test_input_is_handled_while_wood_of_a_new_size_is_painted(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    pass_time = stopped(app)
    sheet, wood, laid = Sheet(app), Mock(is_busy=True), Mock()
    app.stack.push(sheet)
    settle(app)
    monkeypatch.setattr("scenes.app.app.Wood.load_or_start", lambda *_: wood)
    monkeypatch.setattr("scenes.app.theme.Theme.lay_table", laid)
    pygame.display.set_mode((1500, 900), pygame.RESIZABLE)
    app.frame()
    pass_time(1.01 * constants.RESIZE_SETTLE_SECONDS)
    app.run_once()
    laid.reset_mock()
    post(pygame.MOUSEBUTTONDOWN, pos=(9, 9), button=1)
    app.run_once()
    assert not laid.called and sheet.heard[-1] == "MouseButtonDown"
    wood.is_busy = False
    app.run_once()
    laid.assert_called_once_with(wood=wood)


@pytest.mark.parametrize(("key", "mod"), [(pygame.K_F11, 0), (pygame.K_RETURN, pygame.KMOD_LALT)])
def test_full_screen_is_toggled_and_remembered(app: App, key: int, mod: int) -> None:
    push_sheet(app)
    sizes, kept = [], []
    for _ in range(2):
        strike(key, mod)
        app.frame()
        app.frame()
        sizes.append(app.size)
        kept.append(Storage().load_settings().full_screen)
    assert sizes == [pygame.display.get_desktop_sizes()[0], (1280, 800)]
    assert kept == [True, False]
    assert app.settings.window == (1280, 800)


def test_failed_save_opens_a_dialog_at_once(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: one heard of it only at the menu, when one might as well have closed the window."""

    app.stack.push(Scene(app))
    with monkeypatch.context() as disk:
        disk.setattr("scenes.app.atomic_files.write_whole", Mock(side_effect=OSError(28, "No space left on device")))
        app.storage.save_match("a", "played so far")
        app.frame()
        app.storage.save_match("a", "played on")
        app.frame()
    (_, dialog) = app.stack.scenes
    assert isinstance(dialog, Dialog)
    words = dialog.question.text + dialog.detail.text
    assert "Nothing can be saved" in words and "No space left" in words and str(app.storage.data) in words
    app.close()
    assert Storage().load_match("a") == "played on"


def test_held_enter_acts_once_even_when_a_screen_opens_slowly(app: App) -> None:
    """Bug: while a large window laid out the set-up, the key's repeats were posted and started the match."""
    heard: list[int] = []

    class Ear(Scene):
        def handle(self, event: pygame.event.Event) -> bool:
            if event.type == pygame.KEYDOWN:
                heard.append(event.key)
            return True

    app.stack.push(Ear(app))
    pygame.event.clear()
    for key in (pygame.K_RETURN, pygame.K_RETURN, pygame.K_DOWN, pygame.K_DOWN):
        post(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0)
    app.frame()
    assert heard == [pygame.K_RETURN, pygame.K_DOWN, pygame.K_DOWN]
    strike(pygame.K_RETURN)  # let go, and struck anew
    strike(pygame.K_RETURN)
    app.frame()
    assert heard[3:] == [pygame.K_RETURN]


def test_clicks_before_an_alarm_is_painted_do_not_close_it(app: App) -> None:
    """Bug: a click or Esc that waited in the queue as the alarm came took it away unseen."""
    push_sheet(app)
    app.storage.alarm = Notice("storage.nothing_kept", {"folder": "home", "why": "Not a directory"})
    HANDS.press_at((5, 5))
    HANDS.release_at((5, 5))
    strike(pygame.K_ESCAPE)
    app.frame()
    assert [type(scene) for scene in app.stack.scenes] == [Sheet, Dialog]
    strike(pygame.K_ESCAPE)
    app.frame()
    assert [type(scene) for scene in app.stack.scenes] == [Sheet]

"""Small screens under a window manager: window and controls fit and can be clicked; displays of few colours."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pygame
import pytest

from scenes.app.app import App
from scenes.app.displays import Borders, layout_size
from scenes.app.stack import Scene
from scenes.screens.menu.scene import MenuScene
from scenes.screens.settings import SettingsScene
from scenes.screens.setup.scene import SetupScene
from tests.bench.screen import xvfb
from tests.hands import Pixel, Point, pixel
from tests.journeys.driver import ROOT, Person, wait_for
from tests.journeys.places import Board, match_menu, open_table
from tests.journeys.screens import depart, reach
from tests.scenes.driver import form_of

pytestmark = pytest.mark.journey

KEY = "double-draughts"
setup = partial(SetupScene, key=KEY)


class Managed(Person):
    """A user whose window manager decides on place and size of the window."""

    screen: pygame.Rect
    window: pygame.Rect
    frame: pygame.Rect
    """In pixels of the screen, as they were at the start."""

    def start(self, *arguments: str) -> None:
        super().start(*arguments)
        self.window = self.measure()
        sides = re.findall(r"\d+", self._asked("xprop", "_NET_FRAME_EXTENTS"))
        left, right, top, bottom = map(int, sides or "0000")
        self.frame = Borders(left, top, right, bottom).frame_around(self.window)
        self.size, _ = layout_size(self.window.size, 1.0)

    def _asked(self, program: str, *words: str) -> str:
        return subprocess.run(
            [program, "-id", self._window, *words], capture_output=True, text=True, check=True
        ).stdout

    def measure(self) -> pygame.Rect:
        """Return where the window is on the screen, without its frame."""
        said = self._asked("xwininfo")
        lines = ("Absolute upper-left X", "Absolute upper-left Y", "Width", "Height")
        return pygame.Rect([int(re.findall(rf"{line}: +(-?\d+)", said)[0]) for line in lines])

    def on_screen(self, pos: Point) -> Pixel:
        zoom = self.window.width / self.size[0]
        return pixel((pos[0] * zoom + self.window.left, pos[1] * zoom + self.window.top))


@pytest.fixture(params=[(1366, 768), (960, 600)], ids=lambda size: f"{size[0]}x{size[1]}")
def managed(tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Managed]:
    with xvfb(request.param) as (name, _):
        monkeypatch.setenv("DISPLAY", name)
        with subprocess.Popen(["openbox"]) as manager:
            running = ["xprop", "-root", "_NET_SUPPORTING_WM_CHECK"]
            wait_for(lambda: b"#" in subprocess.run(running, capture_output=True, check=False).stdout, "openbox")
            chosen = {"language": "en", "animation": "fast", "setups": {KEY: {"seats": ["person", "person"]}}}
            (tmp_path / "settings.json").write_text(json.dumps(chosen), encoding="utf-8")
            somebody = Managed(tmp_path, ROOT / "var" / "journeys" / request.node.name)
            somebody.screen = pygame.Rect((0, 0), request.param)
            yield somebody
            somebody.leave()
            manager.terminate()


def controls(scene: Scene) -> list[pygame.Rect]:
    """Return all clickable areas of a scene, in its own pixels; scrolled ones as far as they are visible."""
    found = [
        widget
        for widget in form_of(scene).iter_widgets()
        if widget.takes_mouse and widget.visible and widget.rect.width
    ]
    rects = [widget.rect.clip(widget.visible_area()) if widget.parent else widget.rect for widget in found]
    return [rect for rect in rects if rect]


def test_every_control_can_be_reached(managed: Managed) -> None:
    def on_screen(make: Callable[[App], Scene]) -> None:
        found = reach(managed, make, lambda: None, controls)
        assert len(found) > 2 and all(pygame.Rect((0, 0), managed.size).contains(rect) for rect in found), make

    managed.start()
    assert managed.screen.contains(managed.frame) and managed.frame.height > managed.window.height
    on_screen(MenuScene)
    managed.press(MenuScene, f"games.{KEY}.name")
    on_screen(setup)
    depart(managed, partial(managed.press, setup, "setup.start"))
    Board(managed, KEY, 0).click("c3", "d4")
    wait_for(lambda: managed.records("matches"), "the move")
    on_screen(open_table)
    managed.press_key("Escape")
    on_screen(match_menu)
    managed.press(match_menu, "pause.settings")
    on_screen(SettingsScene)
    managed.look("settings")
    assert managed.close() == 0


@pytest.mark.parametrize("managed", [(1366, 768)], indirect=True)
def test_the_window_frame_is_on_the_screen_after_full_screen(managed: Managed) -> None:
    """Bug: the window came back as high as the screen, and its lower edge lay below."""
    managed.start()
    managed.press_key("F11")
    wait_for(lambda: managed.measure() == managed.screen, "full screen")
    managed.press_key("F11")
    wait_for(lambda: managed.measure() != managed.screen, "the window")
    below = managed.frame.bottom - managed.window.bottom
    assert below > 0 and managed.measure().bottom + below <= managed.screen.bottom
    assert managed.close() == 0


def test_full_screen_without_a_window_manager_covers_the_whole_screen(tmp_path: Path) -> None:
    """Bug: the window became as large as the screen but stayed where it was, partly off the screen."""
    (tmp_path / "settings.json").write_text(
        json.dumps({"window": [1000, 640], "full_screen": True}), encoding="utf-8"
    )
    somebody = Managed(tmp_path, ROOT / "var" / "journeys" / "bare", place=(40, 60))
    try:
        somebody.start()
        assert somebody.window == pygame.Rect(0, 0, 2600, 1500)
        somebody.press_key("F11")
        wait_for(lambda: somebody.measure() == pygame.Rect(40, 60, 1000, 640), "the window")
        assert somebody.close() == 0
    finally:
        somebody.leave()


# Displays with few colours: the app says so, on the terminal and in a box


@pytest.fixture(params=(8, 15, 16))
def display(request: pytest.FixtureRequest) -> Iterator[str]:
    with xvfb((1280, 800), request.param) as (name, _):
        yield name


def test_a_display_of_few_colours_is_reported_and_the_box_ends_by_a_signal(display: str, tmp_path: Path) -> None:
    env = {**os.environ, "DISPLAY": display, "TABLIER_HOME": str(tmp_path), "LANG": "en_GB.UTF-8"}
    with subprocess.Popen([sys.executable, str(ROOT / "main.py")], env=env, stderr=subprocess.PIPE, text=True) as app:
        assert app.stderr is not None
        assert app.stderr.readline().startswith("Tablier needs a screen")
        asking = ["xdotool", "search", "--onlyvisible", "--maxdepth", "1", "--name", ""]
        wait_for(lambda: subprocess.run(asking, env=env, capture_output=True, check=False).stdout, "the box")
        app.send_signal(signal.SIGTERM)
        assert app.wait(timeout=10) == -signal.SIGTERM

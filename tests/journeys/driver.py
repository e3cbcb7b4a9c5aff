"""A user at a real window: starts the app, finds widgets, clicks with a real mouse, reads the files."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar
from unittest.mock import patch

import pygame

import rules
from rules.errors import RecordError
from rules.record import Record, read
from scenes.app.app import App
from scenes.app.displays import scale_size
from scenes.app.stack import Scene
from scenes.app.storage import Storage
from tests import hands
from tests.bench.screen import close_window
from tests.hands import Pixel, Point, pixel
from tests.scenes.driver import form_of

ROOT: Final = Path(__file__).parents[2]
SIZE: Final = (1280, 800)
PATIENCE: Final = 90.0
"""Seconds within which an expected event must happen."""
IS_UNDER_WINE: Final = os.environ.get("TABLIER_APP", "").endswith(".exe")
"""Whether the app is Windows' executable; its files are in TABLIER_HOME all the same."""
PAUSE: Final = 1.0 if IS_UNDER_WINE else 0.0
"""Seconds without a change after which a window is at rest."""

T = TypeVar("T")


def wait_for(look: Callable[[], T | None], what: str) -> T:
    return hands.wait_for(look, what, PATIENCE)


def command() -> list[str]:
    """Return the command that starts the app: its sources, or the executable that TABLIER_APP names."""
    app = os.environ.get("TABLIER_APP")
    if app is None:
        return [sys.executable, str(ROOT / "main.py")]
    return [*(["wine"] if IS_UNDER_WINE else []), str(Path(app).resolve())]


@cache
def silent_pipe() -> tuple[int, int]:
    """Return the ends of a pipe for standard streams, as Wine takes neither files nor /dev/null."""
    return os.pipe()


class Person:
    """A user with a home of their own and a window whose corner is at `place`, in pixels of the screen."""

    size = SIZE
    density = 1.0
    """Pixels per point, as the system tells the app."""

    def __init__(self, home: Path, pictures: Path, place: Pixel = (0, 0)) -> None:
        self.home = home
        self._place = place
        self._others: set[str] = set()
        self._pictures = pictures
        self._app: subprocess.Popen[bytes] | None = None
        self._window = ""
        self.program = command()

    # --- the app

    def start(self, *arguments: str) -> None:
        place = {"SDL_VIDEO_WINDOW_POS": "{},{}".format(*self._place), "SDL_AUDIODRIVER": "dummy"}
        environment = {**os.environ, "TABLIER_HOME": str(self.home), **place}
        environment.pop("SDL_VIDEODRIVER", None)
        streams: dict[str, Any] = {}
        if IS_UNDER_WINE:
            streams = dict(zip(("stdin", "stdout"), silent_pipe(), strict=True), stderr=subprocess.STDOUT)
        elif "TABLIER_APP" in os.environ:
            environment["PATH"] = "/nonexistent"
        self._others = self._windows()
        self._app = subprocess.Popen([*self.program, *arguments], cwd=self.home, env=environment, **streams)
        self._window = wait_for(self._find_window, "the app's window")
        time.sleep(0.7)
        if IS_UNDER_WINE:  # where the first picture comes late
            wait_for(lambda: any(pygame.transform.average_color(self.see())[:3]), "the first picture")
            self.rest()

    def _find_window(self) -> str | None:
        assert self.running, f"the app ended with {self.app.returncode}"
        return next(iter(self._windows() - self._others), None)

    @property
    def app(self) -> subprocess.Popen[bytes]:
        assert self._app is not None
        return self._app

    @property
    def pid(self) -> int:
        return self.app.pid

    def close_window(self) -> None:
        close_window(int(self._window))

    def kill(self) -> None:
        """Kill the app like a power cut (SIGKILL); the opponent's process must notice it."""
        self.app.kill()
        self.app.wait()
        wait_for(lambda: self._window not in self._windows(), "the window to go")

    def resume(self) -> None:
        """Kill the app and start it again, with the same match on the table."""
        self.kill()
        self.start()
        self.rest()

    def _windows(self) -> set[str]:
        words = ["xdotool", "search", "--onlyvisible", "--class", "tablier"]
        return set(subprocess.run(words, capture_output=True, text=True, check=False).stdout.split())

    def close(self) -> int:
        if IS_UNDER_WINE:
            self.close_window()
        else:
            self.app.terminate()
        return self.end()

    def end(self) -> int:
        return self.app.wait(timeout=PATIENCE)

    def leave(self) -> None:
        if self.running:
            self.app.kill()
            self.app.wait()

    @property
    def running(self) -> bool:
        return self._app is not None and self._app.poll() is None

    # --- mouse and keys: the verbs of `Hands`

    def _do(self, *words: object) -> None:
        subprocess.run(["xdotool", *map(str, words)], check=True)

    def move(self, pos: Point) -> None:
        self._do("mousemove", *self.on_screen(pos))

    def click_at(self, pos: Point, button: int = 1) -> None:
        """Click a pixel of the window: 1 is the left button, 3 the right one."""
        self._do("mousemove", *self.on_screen(pos), "sleep", 0.03, "click", button)

    def on_screen(self, pos: Point) -> Pixel:
        left, top = self._find_corner() if IS_UNDER_WINE else self._place
        return pixel((pos[0] + left, pos[1] + top))

    def _find_corner(self) -> Pixel:
        """Return where the window is now: Wine leaves room for a title above it, some time after it has appeared."""
        words = ["xdotool", "getwindowgeometry", "--shell", self._window]
        told = dict(
            line.split("=")
            for line in subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()
        )
        return int(told["X"]), int(told["Y"])

    def drag_at(self, start: Point, end: Point) -> None:
        start, end = self.on_screen(start), self.on_screen(end)
        words: list[object] = ["mousemove", *start, "sleep", 0.02, "mousedown", 1]
        for step in range(1, 6):
            between = (round(a + (b - a) * step / 5) for a, b in zip(start, end, strict=True))
            words += ["mousemove", *between, "sleep", 0.02]
        self._do(*words, "mouseup", 1)

    def press_key(self, *names: str) -> None:
        """Press and release keys, named as by xdotool ("ctrl+z"), one after the other."""
        for name in names:
            self._do("key", "--window", self._window, name)

    def press(self, scene: Callable[[App], Scene], label: str) -> None:
        self.click_at(self.find(scene, label))

    # --- where things are, and what is on file

    def find(self, make: Callable[[App], Scene], label: str) -> Pixel:
        """Return the middle of the widget with this label, found by opening the same scene unseen."""
        with unseen(self.home, self.size, self.density) as app:
            return middle_of(laid_out(make(app), self.size), label)

    def look(self, name: str) -> Path:
        self._pictures.mkdir(parents=True, exist_ok=True)
        path = self._pictures / f"{name}.png"
        subprocess.run(["import", "-window", self._window, str(path)], check=True)
        return path

    def see(self) -> pygame.Surface:
        words = ["import", "-window", self._window, "png:-"]
        seen = subprocess.run(words, capture_output=True, check=True).stdout
        return pygame.image.load(io.BytesIO(seen), "window.png")

    def rest(self, name: str = "") -> None:
        """Wait until nothing moves; then keep a picture of this name, if there is one."""
        last = [self.see().get_buffer().raw]

        def still() -> bool:
            time.sleep(PAUSE)
            last.append(self.see().get_buffer().raw)
            return last.pop(0) == last[0]

        wait_for(still, "the screen to come to rest")
        if name:
            self.look(name)

    def records(self, folder: str) -> list[Record]:
        found = []
        for path in sorted((self.home / folder).glob("*.tablier")):
            try:
                found.append(read(path.read_text(encoding="utf-8"), rules.GAMES))
            except (OSError, RecordError):  # between two names, or just moved to the other folder
                continue
        return found

    def newest(self, *folders: str) -> Record | None:
        """Return the first match in these folders; without folders a finished match, or else an unfinished one."""
        return next((one for folder in folders or ("finished", "matches") for one in self.records(folder)), None)

    def moves(self) -> list[str]:
        record = self.newest()
        return [] if record is None else moves_of(record)


def moves_of(record: Record) -> list[str]:
    return [str(ply.move) for ply in record.match.plies]


def widget_of(scene: Scene, label: str) -> Any:
    """Return the last widget whose label has this key of words."""
    told = [scene.app.words.with_esc(label, here) for here in (False, True)]
    found = [widget for widget in form_of(scene).iter_widgets() if widget.label in told]
    assert found, f"no {label} on {type(scene).__name__}"
    return found[-1]


def middle_of(scene: Scene, label: str) -> Pixel:
    return pixel(widget_of(scene, label).rect.center)


def laid_out(scene: Any, size: Pixel = SIZE) -> Any:
    scene.enter()
    scene.resize(size)
    return scene


@contextmanager
def unseen(home: Path, size: Pixel = SIZE, density: float = 1.0) -> Iterator[App]:
    """Provide an app of this size in pixels without a window, which reads the user's files and writes none."""

    class Looker(Storage):
        def claim(self, match_id: str, over: bool = False) -> bool:
            return True  # what lies open in the person's window stays theirs

    environment = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "TABLIER_HOME": str(home)}
    # In the executable all engines are compiled: the sheet before a match offers nothing.
    compiles = patch("scenes.app.engine_build.is_checkout", lambda: "TABLIER_APP" not in os.environ)
    dense = patch("scenes.app.displays.pixel_density", lambda screen: density)
    with patch.dict(os.environ, environment), compiles, dense:
        storage = Looker()
        settings = storage.load_settings()
        settings.window = scale_size(size, 1 / density)
        app: Any = App(settings, storage)
        try:
            yield app
        finally:
            app.close()

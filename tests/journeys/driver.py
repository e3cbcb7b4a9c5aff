"""A person at a real window: starts the app, looks where things are, clicks with a real mouse, reads the files."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from unittest.mock import patch

import pygame

import rules
from rules.errors import RecordError
from rules.record import Record, read
from tests.journeys.crossing import close_window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenes.app.app import App
    from scenes.app.stack import Scene

ROOT = Path(__file__).parents[2]
SIZE = (1280, 800)
PATIENCE = 90.0
"""Seconds until something that should have happened counts as not happening."""

T = TypeVar("T")


def command() -> list[str]:
    """How the app is started: from the sources, or the executable that TABLIER_APP names."""
    app = os.environ.get("TABLIER_APP")
    return [str(Path(app).resolve())] if app else [sys.executable, str(ROOT / "main.py")]


def wait_for(look: Callable[[], T | None], what: str) -> T:
    ends = time.monotonic() + PATIENCE
    while time.monotonic() < ends:
        found = look()
        if found is not None:
            return found
        time.sleep(0.03)
    raise AssertionError(f"waited {PATIENCE:.0f} s in vain: {what}")


class Person:
    """Somebody at the machine, with a home of their own and a window whose corner is at `place`, in pixels."""

    size = SIZE

    def __init__(self, home: Path, pictures: Path, place: tuple[int, int] = (0, 0)) -> None:
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
        if "TABLIER_APP" in os.environ:
            environment["PATH"] = "/nonexistent"
        self._others = self._windows()
        self._app = subprocess.Popen([*self.program, *arguments], cwd=self.home, env=environment)
        self._window = wait_for(self._find_window, "the app's window")
        time.sleep(0.7)

    def _find_window(self) -> str | None:
        assert self._app is not None
        assert self._app.poll() is None, f"the app ended with {self._app.returncode}"
        return next(iter(self._windows() - self._others), None)

    @property
    def pid(self) -> int:
        assert self._app is not None
        return self._app.pid

    def close_window(self) -> None:
        close_window(int(self._window))

    def kill(self) -> None:
        """The power goes: kill -9, and its opponent's process is left to notice."""
        assert self._app is not None
        self._app.send_signal(signal.SIGKILL)
        self._app.wait()
        wait_for(lambda: None if self._window in self._windows() else True, "the window to go")

    def _windows(self) -> set[str]:
        words = ["xdotool", "search", "--class", "tablier"]
        return set(subprocess.run(words, capture_output=True, text=True, check=False).stdout.split())

    def close(self) -> int:
        assert self._app is not None
        self._app.terminate()
        return self._app.wait(timeout=PATIENCE)

    def end(self) -> int:
        assert self._app is not None
        return self._app.wait(timeout=PATIENCE)

    def leave(self) -> None:
        if self._app is not None and self._app.poll() is None:
            self._app.kill()
            self._app.wait()

    @property
    def running(self) -> bool:
        return self._app is not None and self._app.poll() is None

    # --- mouse and keys

    def _do(self, *words: object) -> None:
        subprocess.run(["xdotool", *map(str, words)], check=True)

    def click(self, x: float, y: float, button: int = 1) -> None:
        """A click: 1 is the left button, 3 the right one."""
        self._do("mousemove", *self._on_screen((x, y)), "sleep", 0.03, "click", button)

    def point(self, x: float, y: float) -> None:
        self._do("mousemove", *self._on_screen((x, y)))

    def _on_screen(self, pos: tuple[float, float]) -> tuple[int, int]:
        return round(pos[0]) + self._place[0], round(pos[1]) + self._place[1]

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        start, end = self._on_screen(start), self._on_screen(end)
        words: list[object] = ["mousemove", *start, "sleep", 0.02, "mousedown", 1]
        for step in range(1, 6):
            part = step / 5
            words += [
                "mousemove",
                *(round(a + (b - a) * part) for a, b in zip(start, end, strict=True)),
                "sleep",
                0.02,
            ]
        self._do(*words, "mouseup", 1)

    def key(self, name: str) -> None:
        """Strike a key, as xdotool names it ("ctrl+z")."""
        self._do("key", "--window", self._window, name)

    def press(self, scene: Callable[[App], Scene], label: str) -> None:
        self.click(*self.find(scene, label))

    # --- where things are, and what is on file

    def find(self, scene: Callable[[App], Scene], label: str) -> tuple[int, int]:
        """The middle of the widget with this label: the same scene is laid out unseen, from the same files."""
        with unseen(self.home, self.size) as app:
            made = scene(app)
            made.enter()
            made.resize(self.size)
            return middle_of(made, label)

    def look(self, name: str) -> Path:
        self._pictures.mkdir(parents=True, exist_ok=True)
        path = self._pictures / f"{name}.png"
        subprocess.run(["import", "-window", self._window, str(path)], check=True)
        return path

    def see(self) -> pygame.Surface:
        words = ["import", "-window", self._window, "png:-"]
        seen = subprocess.run(words, capture_output=True, check=True).stdout
        return pygame.image.load(io.BytesIO(seen), "window.png")

    def rest(self) -> None:
        before = [self.see().get_buffer().raw]

        def still() -> bool | None:
            now = self.see().get_buffer().raw
            same = now == before[0]
            before[0] = now
            return True if same else None

        wait_for(still, "the screen to come to rest")

    def records(self, folder: str) -> list[Record]:
        found = []
        for path in sorted((self.home / folder).glob("*.tablier")):
            try:
                found.append(read(path.read_text(encoding="utf-8"), rules.GAMES))
            except (OSError, RecordError):  # between two names, or just moved to the other folder
                continue
        return found

    def newest(self, *folders: str) -> Record | None:
        """The first match on file of these folders; of none: one that is over, or else one under way."""
        return next((one for folder in folders or ("finished", "matches") for one in self.records(folder)), None)

    def moves(self) -> list[str]:
        record = self.newest()
        return [] if record is None else [str(ply.move) for ply in record.match.plies]


def widget_of(scene: Scene, label: str) -> Any:
    """The widget whose label these words are, given by their key; the last one, where there are several."""
    from scenes.ui.form import Form

    assert isinstance(scene.widgets, Form)
    told = [scene.app.words.with_esc(label, here) for here in (False, True)]
    found = [widget for widget in scene.widgets.walk() if widget.label in told]
    assert found, f"no {label} on {type(scene).__name__}"
    return found[-1]


def middle_of(scene: Scene, label: str) -> tuple[int, int]:
    return widget_of(scene, label).rect.center  # type: ignore[no-any-return]


@contextmanager
def unseen(home: Path, size: tuple[int, int] = SIZE) -> Iterator[App]:
    """An app of so many pixels without a window, reading the person's files and writing none of them."""
    from scenes.app.app import App
    from scenes.app.storage import Storage

    before = {name: os.environ.get(name) for name in ("SDL_VIDEODRIVER", "SDL_AUDIODRIVER", "TABLIER_HOME")}
    os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", TABLIER_HOME=str(home))

    class Looker(Storage):
        def claim(self, match_id: str, over: bool = False) -> bool:
            return True  # what lies open in the person's window stays theirs

    storage = Looker()
    settings = storage.load_settings()
    settings.window = size
    app: Any = App(settings, storage)
    try:
        # In the executable all engines are compiled: the sheet before a match offers nothing.
        with patch("scenes.app.engine_build.checkout", lambda: "TABLIER_APP" not in os.environ):
            yield app
    finally:
        app.close()
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value

"""The monkey outside of the app: real events of an X server, sent to an app started as users start it.

It sees no widget and knows no table, only a window of so many pixels. The server needs no window manager (Xvfb).
"""

import ctypes
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import IO, Any, Final

from rules.errors import RecordError
from scenes.app.atomic_files import read_whole
from scenes.app.storage import Storage
from scenes.table.session import Session
from tests.bench.processes import environment
from tests.bench.screen import Fingers, close_window
from tests.soak.monkey.cage import FAULTY
from tests.soak.monkey.scripts import random_step

ROOT: Final = Path(__file__).resolve().parents[3]
SIZE: Final = (960, 600)
PATIENCE: Final = 60.0
"""Seconds after which a program that neither starts nor ends counts as hung."""
STEP_PAUSE: Final = 0.004
"""Seconds between two steps."""
MOST_STEPS: Final = 200
"""Steps after which the window is closed at the latest."""
_HELD: Final = {"ctrl": (0xFFE3,), "shift": (0xFFE1,), "alt": (0xFFE9,), "ctrl shift": (0xFFE3, 0xFFE1), "": ()}


class Hands(Fingers):
    """Fingers at an X server that also move, resize and cover windows, as a window manager does."""

    def resize(self, window: int, wide: int, high: int) -> None:
        self.x11.XResizeWindow(self.display, ctypes.c_ulong(window), wide, high)
        self.sent()

    def cover(self, window: int) -> None:
        for call in (self.x11.XUnmapWindow, self.x11.XMapWindow):
            call(self.display, ctypes.c_ulong(window))
            self.sent()


def run_life_outside(seed: int, number: int, place: str) -> tuple[int, Counter[str], list[str]]:
    """Run one life that begins at a place; return how many events were sent, on which screens, and what is wrong."""
    rng = Random(f"{seed} {number} outside")
    with tempfile.TemporaryDirectory("-monkey") as folder:
        home, diary = Path(folder) / "home", Path(folder) / "diary"
        home.mkdir()
        said = Path(folder) / "said"
        with said.open("w") as words:
            app = _started(home, diary, place, rng.randrange(1_000_000), words)
        fingers = Hands()
        try:
            window = _window(app, diary)
            faults = [] if window else ["no window came"]
            if window:
                _play(fingers, window, app, rng)
                close_window(window)
            try:
                code = app.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                faults.append("it doesn't close")
                app.kill()
                code = app.wait()
            if code != 0:
                faults.append(f"it ended with code {code}: {said.read_text(errors='replace')[-1500:]}")
        finally:
            fingers.close()
            if app.poll() is None:
                app.kill()
        faults += _wrong(home)
        seen = Counter(diary.read_text(encoding="utf-8").splitlines() if diary.exists() else [])
    return fingers.events, seen, [f"life {number} of seed {seed}, at {place}: {fault}" for fault in faults]


def _started(home: Path, diary: Path, place: str, seed: int, words: IO[str]) -> subprocess.Popen[bytes]:
    more = {"SDL_VIDEO_WINDOW_POS": "0,0", "HOME": str(home), "PYTHONPATH": str(ROOT)}
    shown = environment(home, CC="none", **more)  # or it would have the engines compiled
    shown.pop("SDL_VIDEODRIVER", None)
    command = [sys.executable, "-m", "tests.soak.monkey.outside", str(diary), place, str(seed)]
    return subprocess.Popen(command, cwd=home, env=shown, stderr=words)


def _window(app: subprocess.Popen[bytes], diary: Path) -> int:
    """Return the window of a program just started once something is painted in it; 0 if that never happens."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and app.poll() is None:
        words = ["xdotool", "search", "--class", "tablier"]
        found = subprocess.run(words, capture_output=True, text=True, check=False).stdout.split()
        if found and diary.exists() and diary.stat().st_size:
            return int(found[0])
        time.sleep(0.1)
    return 0


def _play(fingers: Hands, window: int, app: subprocess.Popen[bytes], rng: Random) -> None:
    for _ in range(MOST_STEPS):
        if app.poll() is not None:
            return
        kind, *facts = random_step(rng)
        _do(fingers, window, kind, facts, rng)
        time.sleep(STEP_PAUSE if kind != "wait" else min(0.4, facts[0]))


def _do(fingers: Hands, window: int, kind: str, facts: list[Any], rng: Random) -> None:
    here = round(rng.random() * SIZE[0]), round(rng.random() * SIZE[1])
    match kind:
        case "widget" | "turn" | "target" | "point":
            button = facts[-1] if isinstance(facts[-1], int) else 1
            fingers.click_at(here, button)
        case "haul":
            fingers.button(1, True)
            fingers.move(here)
            fingers.button(1, False)
        case "move" | "rest":
            fingers.move(here)
        case "press" | "release":
            fingers.button(1, kind == "press")
        case "wheel":
            for down in (True, False):
                fingers.button(4 if facts[0] > 0 else 5, down)
        case "key" | "text":
            name = facts[0] if kind == "key" else "a"
            held = _HELD[facts[1]] if kind == "key" else ()
            for one in held:
                fingers.key(one, True)
            fingers.press_key(name)
            for one in held:
                fingers.key(one, False)
        case "size":
            fingers.resize(window, *facts)
        case "window":
            fingers.cover(window)


def _wrong(home: Path) -> list[str]:
    faults = []
    log = home / "tablier.log"
    for line in log.read_text(encoding="utf-8", errors="replace").splitlines() if log.exists() else []:
        if any(word in line for word in FAULTY):
            faults.append(f"the log says: {log.read_text(encoding='utf-8', errors='replace')[-3000:]}")
            break
    for path in sorted(home.glob("*/*.tablier")):
        try:
            Session.load(path.stem, read_whole(path))
        except (OSError, RecordError) as problem:
            faults.append(f"{path.name} can't be read: {problem}")
    return faults


def watched(diary: Path, place: str, seed: int) -> None:
    """Run the app with a screen laid on its table; the diary gets a line a frame: what lies on top."""
    from scenes import start
    from scenes.app.app import App
    from tests.soak.monkey.places import lay, screen_and_game

    storage = Storage()
    settings = storage.load_settings()
    settings.window, settings.language = SIZE, ("en", "fr")[seed % 2]
    storage.save_settings(settings)

    def watch(app: App) -> None:
        file = diary.open("a", encoding="utf-8", buffering=1)  # each frame's line is there for whoever waits for it

        def note(work: float, interval: float) -> None:
            file.write(" ".join(screen_and_game(app.stack.top)).strip() + "\n")

        app.on_frame = note
        lay(app, place, seed)

    start.run([], watch)


if __name__ == "__main__":
    watched(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))

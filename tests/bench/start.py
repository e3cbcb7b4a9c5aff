"""The time that the app takes to start and to open a screen, seen on the X server, relative to a bare window.

Everything is started by turns, and the mouse is the server's own. A start is later than the very first where the
home has pictures on file; the first one's home holds nothing but the settings.
"""

import shutil
import statistics
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final, NamedTuple

from scenes.app.navigation import open_screen
from scenes.screens.menu.scene import MenuScene
from scenes.screens.menu.tiles import GameTile
from scenes.table.screen_requests import OpenSetup
from tests.bench.finding import Finding, spread
from tests.bench.fixtures import lay_settings
from tests.bench.processes import BARE_WINDOW, Running, environment, output
from tests.bench.screen import Screen, Shot, Size, completion_time, film
from tests.scenes.driver import visit

ROUNDS: Final = 15
"""Measured starts of each kind, after a first one that isn't measured."""
SIZES: Final[tuple[Size, ...]] = ((1280, 800), (2560, 1440))
LATER: Final = {"source": 1.7, "wheel": 1.5, "executable": 1.5}
"""Limit in bare windows until the complete menu is shown, if its pictures are on file."""
LATER_LARGE: Final = 2.0
"""The same limit at the largest size."""
VERY_FIRST: Final = (1.7, 3.0)
"""Limits in bare windows for the very first start: first frame, and complete menu."""
CLICK: Final[Mapping[Size, tuple[float, float]]] = {SIZES[0]: (40.0, 200.0), SIZES[1]: (60.0, 260.0)}
"""Milliseconds from a click until the first change, and until the screen is complete, cross-fade included."""
_STILL: Final = 0.8
"""Seconds without a change after which a screen counts as complete."""
_LONGEST: Final = 20.0
_LIVELY: Final = 1.5
"""A table that keeps changing for so many seconds counts as animated."""
_TIMED: Final = "import time; begun = time.perf_counter(); {}; print(time.perf_counter() - begun)"
IMPORTS: Final = {
    "pygame": _TIMED.format("import pygame"),
    "app": _TIMED.format("import main, scenes.start, scenes.app.app, scenes.screens.menu.scene, scenes.app.storage"),
    "opponent": _TIMED.format("import main, rules.ai.opponent_process"),
}
"""The imports before the first frame, and in the opponent's process before its first question."""


class Moments(NamedTuple):
    """Milliseconds until the screen first changes, and until it is complete; None if it keeps moving."""

    first: float
    whole: float | None


class Starts(NamedTuple):
    size: Size
    bare: list[float]
    """Milliseconds."""
    later: dict[str, list[Moments]]
    """By "source", "wheel" and "executable"."""
    very_first: dict[str, list[Moments]]


def measure_imports(home: Path, rounds: int) -> dict[str, list[float]]:
    """Return the milliseconds of imports by the keys of `IMPORTS`."""
    taken: dict[str, list[float]] = {name: [] for name in IMPORTS}
    for number in range(rounds + 1):
        for name, code in IMPORTS.items():
            milliseconds = 1000 * float(output((sys.executable, "-c", code), environment(home)))
            if number:  # the first only warms the disk's cache
                taken[name].append(milliseconds)
    return taken


def import_findings(taken: Mapping[str, Sequence[float]]) -> list[Finding]:
    least = statistics.median(taken["pygame"])
    return [
        Finding(f"imports, {name}, ms", statistics.median(some), spread(some), against=against)
        for (name, some), against in zip(taken.items(), (None, least, least), strict=True)
    ]


def measure(folder: Path, commands: Mapping[str, Sequence[str]], size: Size, rounds: int = ROUNDS) -> Starts:
    found = Starts(size, [], {name: [] for name in commands}, {name: [] for name in commands})
    bare = (sys.executable, "-c", BARE_WINDOW.format(*size))
    for name, command in commands.items():
        lay_settings(folder / name, size, animation="off")
        with Running(command, environment(folder / name)) as app:
            app.settle()  # until its pictures are on file
    with Screen() as screen:
        for number in range(rounds + 1):
            shown = _shown(screen, bare, environment(folder), size)
            if number:
                found.bare.append(shown.first)
            for name, command in commands.items():
                shutil.rmtree(folder / "new", ignore_errors=True)
                lay_settings(folder / "new", size, animation="off")
                later = _shown(screen, command, environment(folder / name), size)
                first = _shown(screen, command, environment(folder / "new"), size)
                if number:
                    found.later[name].append(later)
                    found.very_first[name].append(first)
    return found


def _shown(screen: Screen, command: Sequence[str], env: dict[str, str], size: Size) -> Moments:
    screen.move((1, 1))
    with ExitStack() as closing:

        def start() -> int:
            now = time.monotonic_ns()
            closing.enter_context(Running(command, env))
            return now

        begun, shots = film(screen, start, _STILL, _LONGEST)
    return _moments(begun, shots, screen.size, size)


def _moments(begun: int, shots: list[Shot], screen: Size, size: Size) -> Moments:
    lively = shots[-1].at - shots[1].at > 1e9 * _LIVELY
    last = None if lively else (completion_time(shots, screen, size) - begun) / 1e6
    return Moments((shots[1].at - begun) / 1e6, last)


def findings(found: Starts) -> list[Finding]:
    middle, size = statistics.median, f"{found.size[0]}x{found.size[1]}"
    bare = middle(found.bare)
    told = [Finding(f"start, {size}, bare window, ms", bare, spread(found.bare))]
    for kind, starts in (("later", found.later), ("very first", found.very_first)):
        for name, moments in starts.items():
            most = VERY_FIRST
            if kind == "later":
                least = LATER_LARGE if found.size == SIZES[-1] else LATER[name]
                most = (least, least)
            for what, limit, values in (
                ("first frame", most[0], [one.first for one in moments]),
                ("whole menu", most[1], [one.whole or one.first for one in moments]),
            ):
                ratio = middle(values) / bare
                text = f"{ratio:.2f}   {spread(values)} ms"
                told.append(
                    Finding(f"start, {size}, {name}, {kind}, {what} / bare window", ratio, text, limit, against=1.0)
                )
    return told


def places(size: Size, keys: Sequence[str]) -> dict[str, tuple[tuple[int, int], tuple[int, int]]]:
    driver = visit(size)
    driver.app.stack.push(MenuScene(driver.app))
    tiles = {tile.key: tile.rect.center for tile in driver.all_of(GameTile)}
    found = {}
    for key in keys:
        open_screen(driver.app, OpenSetup(key))
        found[key] = (tiles[key], driver.labelled(driver.app.words("setup.start")).rect.center)
        driver.app.stack.pop()
    driver.app.close()
    return found


def measure_clicks(
    folder: Path, command: Sequence[str], size: Size, keys: Sequence[str], rounds: int
) -> dict[str, list[Moments]]:
    """Measure clicks on a game on the menu and then on "Start", with the app idle and without a window manager."""
    lay_settings(folder, size, small_life=False, place=(0, 0))
    found: dict[str, list[Moments]] = {}
    where = places(size, keys)
    with Running(command, environment(folder)) as app:
        app.settle()
    with Screen() as screen:
        for number in range(rounds + 1):
            for key in keys:
                shutil.rmtree(folder / "matches", ignore_errors=True)
                (folder / "open.txt").unlink(missing_ok=True)
                screen.move((1, 1))
                with Running(command, environment(folder)) as app:
                    app.settle()
                    for what, place in zip(("set-up", "table"), where[key], strict=True):
                        screen.move(place)
                        time.sleep(0.5)
                        begun, shots = film(screen, screen.click, _STILL, _LONGEST)
                        moments = _moments(begun, shots, screen.size, size)
                        if number:
                            found.setdefault(f"{key}, {what}", []).append(moments)
    return found


def click_findings(size: Size, found: Mapping[str, Sequence[Moments]]) -> list[Finding]:
    first, last = CLICK[size]
    told = []
    for name, moments in found.items():
        wholes = [one.whole for one in moments if one.whole is not None]
        for what, limit, values in (
            ("first change", first, [one.first for one in moments]),
            ("whole", last, wholes),
        ):
            if len(values) > 1:
                title = f"click, {size[0]}x{size[1]}, {name}, {what}, ms"
                told.append(Finding(title, statistics.median(values), spread(values), limit))
    return told

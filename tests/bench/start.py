"""How long the app takes to start: what it imports, and its first frame against a bare window's, by turns."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, TypedDict

from tests.bench.finding import Finding, spread
from tests.bench.fixtures import lay_settings
from tests.bench.processes import BARE_WINDOW, environment, moments, output

ROUNDS: Final = 15
"""Starts of each kind, after one that warms up."""
MOST: Final = {"source": 1.2, "executable": 1.4}
"""What the first frame may take, in bare windows."""
_TIMED: Final = "import time; begun = time.perf_counter(); {}; print(time.perf_counter() - begun)"
IMPORTS: Final = {
    "pygame": _TIMED.format("import pygame"),
    "app": _TIMED.format("import main, scenes.start, scenes.app.app, scenes.screens.menu.scene, scenes.app.storage"),
    "opponent": _TIMED.format("import main, rules.ai.server"),
}
"""What is imported before the first frame, and in the opponent's process before its first question."""


class Starts(TypedDict):
    """Milliseconds, one for each start."""

    imports: dict[str, list[float]]
    bare: list[float]
    slow: list[float]
    """Bare windows without SDL_FRAMEBUFFER_ACCELERATION, as the app opens its own."""
    first: dict[str, list[float]]
    """By "source" and "executable": until the first frame."""
    whole: dict[str, list[float]]
    """Until the menu shows all that there is to come."""


def measure(folder: Path, commands: Mapping[str, Sequence[str]], rounds: int = ROUNDS) -> Starts:
    """`commands`: how to start the app, by "source" and "executable"; homes are made in `folder`."""
    plain = environment(folder)
    bare = (sys.executable, "-c", BARE_WINDOW)
    for name in commands:
        lay_settings(folder / name, animation="off")  # else the boards fade in, and a menu is whole only after that
    found = Starts(
        imports={name: [] for name in IMPORTS},
        bare=[],
        slow=[],
        first={name: [] for name in commands},
        whole={name: [] for name in commands},
    )
    for number in range(rounds + 1):
        if number == 1:  # the first start of each kind only warmed the disk's cache
            for kept in (*found["imports"].values(), found["bare"], found["slow"]):
                kept.clear()
            for name in commands:
                found["first"][name].clear()
                found["whole"][name].clear()
        for name, code in IMPORTS.items():
            found["imports"][name].append(1000 * float(output((sys.executable, "-c", code), plain)))
        found["bare"].append(1000 * moments(bare, plain)[0])
        found["slow"].append(1000 * moments(bare, environment(folder, SDL_FRAMEBUFFER_ACCELERATION="0"))[0])
        for name, command in commands.items():
            first, whole = moments((*command, "--first-frame"), environment(folder / name))
            found["first"][name].append(1000 * first)
            found["whole"][name].append(1000 * whole)
    return found


def findings(found: Starts) -> list[Finding]:
    """Imports against pygame's, starts against the bare window's."""
    middle = statistics.median
    pygame, bare = middle(found["imports"]["pygame"]), middle(found["bare"])
    told = [
        Finding(f"imports, {name}, ms", middle(values), spread(values), against=None if name == "pygame" else pygame)
        for name, values in found["imports"].items()
    ]
    told.append(Finding("start, bare window, ms", bare, spread(found["bare"])))
    told.append(Finding("start, bare window, no acceleration, ms", middle(found["slow"]), spread(found["slow"])))
    for name, values in found["first"].items():
        ratio = middle(values) / bare
        told.append(Finding(f"start, {name}, ms", middle(values), spread(values)))
        told.append(Finding(f"start, {name} / bare window", ratio, f"{ratio:.2f}", MOST[name], against=1.0))
    for name, values in found["whole"].items():
        told.append(Finding(f"start, {name}, menu whole, ms", middle(values), spread(values), against=bare))
    return told

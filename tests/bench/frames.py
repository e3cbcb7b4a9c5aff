"""The work of frames at every table and size: dragging, in motion, with a thinking opponent, and after clicks."""

import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Final, TypedDict

from rules.game import Game
from tests.bench.finding import Finding, lower_quartile, percentile_99, time_text
from tests.bench.fixtures import lay_match
from tests.bench.processes import environment, inside

SIZES: Final = ((960, 600), (1280, 800), (2560, 1440))
BLITS: Final = 2.0
"""The greatest time of a full frame, relative to bare blits of as many sprites and a flip."""
CLICK: Final = 17.0
"""Milliseconds from reading a click to the updated screen."""
WORDS: Final = {"dragging": "dragging", "thinking": "dragging, opponent thinking", "moving": "in motion"}


class Frames(TypedDict):
    """Seconds of work for each frame."""

    still: int
    """Frames painted in a second without events."""
    full: list[float]
    bare: list[float]
    """Bare blits of the same pictures at the same places, alternating with `full`."""
    sprites: int
    """The number of these pictures."""
    dragging: list[float]
    thinking: list[float]
    moving: list[float]
    clicks: list[float]
    """Frames that follow a click on a piece or its target."""
    yardstick: float
    """Seconds of a round of plain Python during the run."""


def measure(home: Path, game: Game, size: tuple[int, int]) -> Frames:
    lay_match(home, game, computer=False, size=size)
    found: Frames = inside("frames", environment(home))
    return found


def findings(key: str, size: tuple[int, int], found: Frames) -> list[Finding]:
    """Return full frames relative to bare ones, and work mostly in Python relative to plain Python."""
    at = f"frame, {key}, {size[0]}x{size[1]}"
    full, bare = lower_quartile(found["full"]), lower_quartile(found["bare"])
    text = f"{full / bare:.2f} ({1000 * full:.2f} against {1000 * bare:.2f} ms, {found['sprites']} sprites)"
    told = [
        Finding(f"{at}, painted while still", found["still"], f"{found['still']} in a second", 0),
        Finding(f"{at}, full, ms", 1000 * full, time_text(found["full"])),
        Finding(f"{at}, full / bare", full / bare, text, BLITS, against=1.0),
    ]
    kinds: Sequence[tuple[str, list[float]]] = (
        ("dragging", found["dragging"]),
        ("thinking", found["thinking"]),
        ("moving", found["moving"]),
    )
    for kind, values in kinds:
        middle = 1000 * statistics.median(values)
        told.append(Finding(f"{at}, {WORDS[kind]}, ms", middle, time_text(values), against=1000 * found["yardstick"]))
    late = 1000 * percentile_99(found["clicks"])
    told.append(Finding(f"{at}, after a click, p99, ms", late, time_text(found["clicks"]), CLICK))
    return told

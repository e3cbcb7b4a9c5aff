"""Frames at full size while dice of each kind are thrown by hand and fly."""

from __future__ import annotations

import statistics
from pathlib import Path
from typing import Final, TypedDict

from rules.game import Game
from scenes.bench.dragging import LARGE
from scenes.bench.finding import Finding, works
from scenes.bench.laying import lay_dice
from scenes.bench.running import environment, inside

KINDS: Final = ("valid", "real")
LONGEST: Final = 33.0
"""Milliseconds of work that any frame may take."""


class Throws(TypedDict):
    """Seconds of work, one for each frame."""

    work: list[float]
    yardstick: float
    """Seconds of a round of plain Python, meanwhile."""


def measure(home: Path, game: Game, kind: str) -> Throws:
    """Dice of one kind, in a home of its own."""
    lay_dice(home, game, kind, LARGE)
    found: Throws = inside("throws", environment(home))
    return found


def findings(kind: str, found: Throws) -> list[Finding]:
    """Median work, and the longest frame."""
    work, longest = found["work"], 1000 * max(found["work"])
    middle = 1000 * statistics.median(work)
    return [
        Finding(f"dice thrown ({kind}), work, ms", middle, works(work), against=1000 * found["yardstick"]),
        Finding(f"dice thrown ({kind}), longest frame, ms", longest, f"{longest:.1f}", LONGEST),
    ]

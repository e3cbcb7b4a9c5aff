"""A piece or a card dragged at full size while the opponent thinks its hardest, against bare loops, by turns."""

from __future__ import annotations

import statistics
from pathlib import Path
from typing import Final, TypedDict

from rules.game import Game
from scenes.bench.finding import Finding, above, hundredth, works
from scenes.bench.laying import lay_match
from scenes.bench.running import environment, inside

LARGE: Final = (2560, 1440)
ROUNDS: Final = 3
SLOW: Final = 0.008
"""Seconds of work that a frame may take, but for `SLOW_SHARE` per cent."""
SLOW_SHARE: Final = 0.5
LATE: Final = 1.1
"""Times a bare loop's 99th percentile of the interval between frames."""


class Drag(TypedDict):
    """Seconds, one for each frame; those of a bare loop that follows the same mouse, and of one that idles."""

    work: list[float]
    interval: list[float]
    follower: list[float]
    idle: list[float]
    yardstick: float


def measure(folder: Path, game: Game, rounds: int = ROUNDS) -> Drag:
    """By turns with the bare loops; homes are made in `folder`."""
    found = Drag(work=[], interval=[], follower=[], idle=[], yardstick=0.0)
    marks = []
    for number in range(rounds):
        home = folder / str(number)
        found["idle"] += inside("bare-loop", environment(folder))["interval"]
        found["follower"] += inside("bare-follower", environment(folder))["interval"]
        lay_match(home, game, computer=False, size=LARGE)
        dragged = inside("drag", environment(home))
        found["work"] += dragged["work"]
        found["interval"] += dragged["interval"]
        marks.append(dragged["yardstick"])
    found["yardstick"] = statistics.median(marks)
    return found


def findings(key: str, found: Drag) -> list[Finding]:
    """Work and evenness of the frames."""
    slow = above(found["work"], SLOW)
    late, idle, follower = (1000 * hundredth(found[kind]) for kind in ("interval", "idle", "follower"))
    return [
        Finding(
            f"drag, {key}, work p99, ms",
            1000 * hundredth(found["work"]),
            works(found["work"]),
            against=1000 * found["yardstick"],
        ),
        Finding(f"drag, {key}, frames over 8 ms, %", slow, f"{slow:.2f}", SLOW_SHARE),
        Finding(
            f"drag, {key}, interval p99 / idle bare loop", late / idle, f"{late / idle:.2f} ({late:.2f} ms)", LATE
        ),
        Finding(
            f"drag, {key}, interval p99 / bare loop on the mouse",
            late / follower,
            f"{late / follower:.2f} ({late:.2f} against {follower:.2f} ms)",
        ),
    ]

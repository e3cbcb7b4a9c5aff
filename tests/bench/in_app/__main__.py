"""`python -m tests.bench.in_app KIND[:ARGUMENT ...]` prints one line of JSON when it closes.

Moments are nanoseconds of the monotonic clock, which all processes share; durations are seconds.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from rules.ai.opponents import MEMORY, opponent
from tests.bench.in_app import driver, frames
from tests.bench.processes import pss

if TYPE_CHECKING:
    from scenes.app.app import App
    from scenes.table.scene import MatchScene

LEAST: Final = 1
"""Megabytes of the smallest transposition table."""


def still() -> dict[str, object]:
    """Return the moments at which the app painted a frame, until it is told to close."""
    painted: list[int] = []

    def watch(app: App, scene: MatchScene) -> None:
        app.on_frame = lambda work, interval: painted.append(time.monotonic_ns())

    driver.run(watch)
    return {"painted": painted}


def positions(key: str) -> dict[str, object]:
    """Return the megabytes by which a game's opponent grows with a transposition table of the usual size."""
    opponent(key, LEAST)
    before = pss(os.getpid())
    opponent(key, MEMORY)
    return {"megabytes": max(0.0, (pss(os.getpid()) - before) / 1e6)}


KINDS: Final[dict[str, Callable[..., dict[str, object]]]] = {
    "still": still,
    "frames": frames.frames,
    "positions": positions,
}

if __name__ == "__main__":
    kind, *arguments = sys.argv[1].split(":")
    print(json.dumps(KINDS[kind](*arguments)))

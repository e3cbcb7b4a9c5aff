"""The app at rest, and what an engine keeps in memory."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any, Final

from rules.ai.opponents import MEMORY, opponent
from scenes.bench.inside import watching
from scenes.bench.running import pss

if TYPE_CHECKING:
    from scenes.app.app import App
    from scenes.table.scene import MatchScene

LEAST: Final = 1
"""Megabytes of the smallest table of positions."""


def still() -> dict[str, Any]:
    """The moments at which the app painted a frame, until it is told to close."""
    painted: list[int] = []

    def watch(app: App, scene: MatchScene) -> None:
        app.on_frame = lambda work, interval: painted.append(time.monotonic_ns())

    watching.watched(watch)
    return {"painted": painted}


def positions(key: str) -> dict[str, Any]:
    """Megabytes by which the opponent of a game grows when its table of positions has the usual size."""
    opponent(key, LEAST)
    before = pss(os.getpid())
    opponent(key, MEMORY)
    return {"megabytes": max(0.0, (pss(os.getpid()) - before) / 1e6)}

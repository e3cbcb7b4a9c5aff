"""The idle load of a table: processor time and painted frames, with the opponent's process running."""

import json
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final, TypedDict

from rules.game import Game
from scenes.surfaces.constants import DOZE_AFTER_SECONDS
from tests.bench.finding import BenchError, Finding
from tests.bench.fixtures import lay_match
from tests.bench.processes import Running, environment

SECONDS: Final = 20.0
MOST: Final = 0.05
"""The limit in per cent of a core."""
STILL: Final = (sys.executable, "-m", "tests.bench.in_app", "still")
"""The app from its sources, which reports at the end when it painted."""


class Idle(TypedDict):
    share: float
    """Per cent of a core used by all its processes."""
    painted: int | None
    """Painted frames; None if they weren't counted."""


def measure(folder: Path, games: Sequence[Game], command: Sequence[str] = STILL) -> dict[str, Idle]:
    """Return the idle load by game key; all tables are open at once, each with its home in `folder`."""
    with ExitStack() as stack:
        tables: dict[str, Running] = {}
        for game in games:
            lay_match(folder / game.key, game, computer=True)
            tables[game.key] = stack.enter_context(Running(command, environment(folder / game.key)))
        for table in tables.values():
            table.settle()
            if len(table.family()) < 2:
                raise BenchError("The opponent's process isn't there.")
        time.sleep(DOZE_AFTER_SECONDS)  # what lives on a table blinks for so long after the last event
        begun, before = time.monotonic_ns(), {key: table.busy() for key, table in tables.items()}
        time.sleep(SECONDS)
        until, after = time.monotonic_ns(), {key: table.busy() for key, table in tables.items()}
    seconds = (until - begun) / 1e9
    return {
        key: Idle(share=100 * (after[key] - before[key]) / seconds, painted=_within(table.said, begun, until))
        for key, table in tables.items()
    }


def _within(said: str, begun: int, until: int) -> int | None:
    return sum(begun < moment < until for moment in json.loads(said)["painted"]) if said else None


def findings(name: str, found: dict[str, Idle]) -> list[Finding]:
    """Return the findings; `name` is "source" or "executable"."""
    told = []
    for key, rest in found.items():
        share, painted = rest["share"], rest["painted"]
        told.append(Finding(f"still, {name}, {key}, % of a core", share, f"{share:.3f}", MOST))
        if painted is not None:
            told.append(Finding(f"still, {name}, {key}, frames painted", painted, f"{painted} in {SECONDS:g} s", 0))
    return told

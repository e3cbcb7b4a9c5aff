"""The memory of the window and the opponent's process together (PSS)."""

import statistics
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, TypedDict

from rules.game import Game
from tests.bench.finding import BenchError, Finding
from tests.bench.fixtures import USUAL, lay_match, lay_settings
from tests.bench.processes import BARE_WINDOW, Running, environment, inside

MEGABYTE: Final = 1e6
MOST: Final = 4.0
"""The limit in bare windows, without the engine's transposition table."""


class Memory(TypedDict):
    """Figures in megabytes."""

    bare: float
    menu: dict[str, float]
    """By "source" and "executable"."""
    tables: dict[str, dict[str, float]]
    """By source or executable, and game key: a match after the opponent's process has played its turn."""
    positions: dict[str, float]
    """By game key: the engine's transposition table, at the size of the settings."""


def measure(folder: Path, commands: Mapping[str, Sequence[str]], games: Sequence[Game]) -> Memory:
    """Measure the app; `commands` start it by "source" and "executable", and homes are made in `folder`."""
    bare = [_settled((sys.executable, "-c", BARE_WINDOW.format(*USUAL)), folder) for _ in range(3)]
    menu: dict[str, float] = {}
    tables: dict[str, dict[str, float]] = {}
    for name, command in commands.items():
        lay_settings(folder / name / "menu")
        menu[name] = _settled(command, folder / name / "menu")
        tables[name] = {}
        for game in games:
            lay_match(folder / name / game.key, game, computer=True)
            tables[name][game.key] = _settled(command, folder / name / game.key, processes=2)
    positions = {game.key: inside(f"positions:{game.key}", environment(folder))["megabytes"] for game in games}
    return Memory(bare=statistics.median(bare), menu=menu, tables=tables, positions=positions)


def _settled(command: Sequence[str], home: Path, processes: int = 1) -> float:
    """Return the megabytes of a process and its descendants once it is quiet."""
    with Running(command, environment(home)) as app:
        app.settle()
        if len(app.family()) < processes:
            raise BenchError("The opponent's process isn't there.")
        return app.memory() / MEGABYTE


def findings(found: Memory) -> list[Finding]:
    bare = found["bare"]
    told = [Finding("memory, bare window, MB", bare, f"{bare:.1f}")]
    for name, menu in found["menu"].items():
        told.append(Finding(f"memory, {name}, menu, MB", menu, f"{menu:.1f}", against=bare))
    for name, tables in found["tables"].items():
        for key, whole in tables.items():
            positions = found["positions"][key]
            share = (whole - positions) / bare
            text = f"{share:.2f} ({whole:.1f} MB with {positions:.1f} MB of positions)"
            told.append(Finding(f"memory, {name}, {key} and opponent / bare window", share, text, MOST, against=1.0))
    return told

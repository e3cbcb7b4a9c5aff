"""How much memory window and opponent's process take together (PSS), at the start and after many matches."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, TypedDict

from rules.game import Game
from scenes.bench.finding import BenchError, Finding
from scenes.bench.laying import lay_match, lay_settings
from scenes.bench.running import OPEN_WINDOW, Running, environment, inside

MEGABYTE: Final = 1e6
MOST: Final = 4.0
"""Bare windows, beside the engine's own table of positions."""
GROWTH: Final = 5.0
"""Megabytes over all matches."""
MATCHES: Final = 50


class Memory(TypedDict):
    """Megabytes."""

    bare: float
    menu: dict[str, float]
    """By "source" and "executable"."""
    tables: dict[str, dict[str, float]]
    """By the same and game key: a match with the opponent's process, its turn played."""
    positions: dict[str, float]
    """By game key: what the engine's table of positions takes, at the size of the settings."""


class Played(TypedDict):
    """What the process says that has played match after match; megabytes, when a match is over."""

    matches: int
    """From `first` to `last`."""
    first: dict[str, float]
    last: dict[str, float]
    """By game key, of the window without pages of files: when a match of it was over, after every table had lain
    there some times; and when the last one was."""
    whole: dict[str, float]
    """Of window and opponent's process together, at the last result."""


def measure(folder: Path, commands: Mapping[str, Sequence[str]], games: Sequence[Game]) -> Memory:
    """`commands`: how to start the app, by "source" and "executable"; homes are made in `folder`."""
    bare = [_settled((sys.executable, "-c", OPEN_WINDOW), folder) for _ in range(3)]
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
    """Megabytes of a process, and all that it has started, once it is quiet."""
    with Running(command, environment(home)) as app:
        app.settle()
        if len(app.family()) < processes:
            raise BenchError("The opponent's process isn't there.")
        return app.memory() / MEGABYTE


def play(folder: Path, games: Sequence[Game], matches: int = MATCHES) -> Played:
    """Play some matches of each game in one running app, and then so many more, by turns."""
    lay_settings(folder / "matches", animation="off", card_pace="instant")
    keys = ",".join(game.key for game in games)
    played: Played = inside(f"matches:{keys}:{matches}", environment(folder / "matches"))
    return played


def findings(found: Memory) -> list[Finding]:
    """The start, the tables, and what they are in bare windows."""
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


def after(found: Memory, played: Played) -> list[Finding]:
    """What is left behind by all the matches."""
    told = []
    for key, last in played["last"].items():
        grown = last - played["first"][key]
        text = f"{grown:+.1f} over {played['matches']} matches ({played['first'][key]:.1f} to {last:.1f} MB)"
        told.append(Finding(f"memory, growth, {key}, MB", grown, text, GROWTH))
        whole = played["whole"][key]
        share = (whole - found["positions"][key]) / found["bare"]
        text = f"{share:.2f} ({whole:.1f} MB)"
        told.append(Finding(f"memory, {key} after the matches / bare window", share, text, MOST, against=1.0))
    return told

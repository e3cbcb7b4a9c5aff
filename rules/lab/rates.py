"""Speeds as people read them: for each game a table with what is required, interpreted beside compiled.

They hold on another machine as shares of a yardstick, which is a loop of plain Python.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

Figures = dict[str, dict[str, float]]
"""Game key -> name of a speed -> how many in a second of the processor's time."""

YARDSTICK: Final = "rounds of plain Python"
"""The speed of the fixed loop that every game's speeds are measured beside: on another machine, or a busy one, it
changes as they do."""
SEARCH: Final = "search nodes"


@dataclass(frozen=True, slots=True)
class Least:
    """What a game's compiled search must do."""

    nodes: float
    """A second of the processor's time."""
    times: float
    """So many times what it does interpreted."""


LEAST: Final = {
    "double-draughts": Least(5e6, 15),
    "duck-chess": Least(4e6, 30),
    "ducart": Least(2e6, 15),
}
"""Game key -> what is required."""


def plain_python() -> int:
    """One round of a fixed loop: whole numbers, texts, lists and a dictionary, as rules and tables use them."""
    seen: dict[str, list[int]] = {}
    value = 1
    for _ in range(2000):
        value = (value * 1103515245 + 12345) % 2147483648
        seen.setdefault(f"{value % 97}", []).append(value >> 7)
    return 1


def tables(measured: Mapping[str, Figures]) -> list[str]:
    """The lines of a table for each game; `measured`: the speeds by what the run was, "compiled" or "interpreted"."""
    told: list[str] = []
    for key in next(iter(measured.values())):
        told += ["", *_table(key, {run: found[key] for run, found in measured.items()})]
    return told[1:]


def _table(key: str, runs: Mapping[str, Mapping[str, float]]) -> list[str]:
    """One game's: how many in a second by kind of run, how many times as many compiled, and how long the fastest
    takes for one."""
    names = [name for name in next(iter(runs.values())) if all(name in speeds for speeds in runs.values())]
    both = len(runs) == 2
    head = [key, *(f"{run}, a second" for run in runs), *(["times"] if both else []), "one takes"]
    rows = [head]
    for name in names:
        rates = [speeds[name] for speeds in runs.values()]
        ratio = [f"{runs['compiled'][name] / runs['interpreted'][name]:.1f}"] if both else []
        rows.append([name, *map(_number, rates), *ratio, _span(1 / max(rates))])
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    lines = [
        "  ".join(cell.ljust(width) if at == 0 else cell.rjust(width) for at, (cell, width) in enumerate(cells))
        for cells in (list(zip(row, widths, strict=True)) for row in rows)
    ]
    return [*lines, *verdicts(key, runs)]


def verdicts(key: str, runs: Mapping[str, Mapping[str, float]]) -> list[str]:
    """Whether a game's compiled search is as fast as it must be; nothing where that wasn't measured."""
    least = LEAST.get(key)
    if least is None or "compiled" not in runs:
        return []
    nodes = runs["compiled"][SEARCH]
    told = [_verdict(f"{_number(nodes)} nodes a second, compiled", nodes, least.nodes)]
    if "interpreted" in runs:
        times = nodes / runs["interpreted"][SEARCH]
        told.append(_verdict(f"{times:.1f} times as many as interpreted", times, least.times))
    return told


def _verdict(words: str, value: float, least: float) -> str:
    return f"  {words}: {'met' if value >= least else 'NOT MET'}, at least {_number(least)}"


def _number(value: float) -> str:
    return f"{value:,.0f}".replace(",", " ") if value >= 100 else f"{value:.3g}"


def _span(seconds: float) -> str:
    """A time in the unit that suits it."""
    for unit, share in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= share:
            return f"{seconds / share:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"

"""Tables of speeds for each game: interpreted, compiled and required.

To compare machines, divide a speed by that of a loop of plain Python (`YARDSTICK`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

Figures = dict[str, dict[str, float]]  # speeds by game key and name, in units per second of processor time

YARDSTICK: Final = "rounds of plain Python"
"""Name of the speed of a fixed loop, measured with each game.

On a busy or another machine it changes by about the same factor as the other speeds.
"""
SEARCH: Final = "search nodes"


@dataclass(frozen=True, slots=True)
class RequiredSpeed:
    """The required speed of the compiled search of a game."""

    nodes: float  # per second of processor time
    times: float  # factor over the interpreted speed


LEAST: Final = {
    "double-draughts": RequiredSpeed(5e6, 15),
    "duck-chess": RequiredSpeed(4e6, 30),
    "ducart": RequiredSpeed(2e6, 15),
}


def plain_python() -> int:
    """Run one round of a fixed loop over integers, texts, lists and a dictionary; return 1."""
    seen: dict[str, list[int]] = {}
    value = 1
    for _ in range(2000):
        value = (value * 1103515245 + 12345) % 2147483648
        seen.setdefault(f"{value % 97}", []).append(value >> 7)
    return 1


def tables(measured: Mapping[str, Figures]) -> list[str]:
    """Return the lines of the tables of all games; the keys of `measured` are "compiled" and "interpreted"."""
    lines: list[str] = []
    for key in next(iter(measured.values())):
        lines += ["", *_table(key, {run: figures[key] for run, figures in measured.items()})]
    return lines[1:]


def _table(key: str, runs: Mapping[str, Mapping[str, float]]) -> list[str]:
    names = [name for name in next(iter(runs.values())) if all(name in speeds for speeds in runs.values())]
    both = len(runs) == 2
    head = [key, *(f"{run}, a second" for run in runs), *(["times"] if both else []), "one takes"]
    rows = [head]
    for name in names:
        rates = [speeds[name] for speeds in runs.values()]
        ratio = [f"{runs['compiled'][name] / runs['interpreted'][name]:.1f}"] if both else []
        rows.append([name, *map(_format_number, rates), *ratio, _format_seconds(1 / max(rates))])
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    lines = ["  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows]
    return [*lines, *verdicts(key, runs)]


def verdicts(key: str, runs: Mapping[str, Mapping[str, float]]) -> list[str]:
    """Return lines that tell whether the compiled search has the required speed, if that was measured."""
    least = LEAST.get(key)
    if least is None or "compiled" not in runs:
        return []
    nodes = runs["compiled"][SEARCH]
    lines = [_verdict(f"{_format_number(nodes)} nodes a second, compiled", nodes, least.nodes)]
    if "interpreted" in runs:
        times = nodes / runs["interpreted"][SEARCH]
        lines.append(_verdict(f"{times:.1f} times as many as interpreted", times, least.times))
    return lines


def _verdict(words: str, value: float, least: float) -> str:
    return f"  {words}: {'met' if value >= least else 'NOT MET'}, at least {_format_number(least)}"


def _format_number(value: float) -> str:
    return f"{value:,.0f}".replace(",", " ") if value >= 100 else f"{value:.3g}"


def _format_seconds(seconds: float) -> str:
    for unit, share in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= share:
            return f"{seconds / share:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"

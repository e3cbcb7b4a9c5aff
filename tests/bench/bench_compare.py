"""Compares the figures of a bench with the accepted ones, and lists what has become slower or larger.

    python -m tests.bench.bench_compare FILE ... [--accept] [--most PERCENT]

Each FILE is what `python -m rules bench --json FILE` or `python -m tests.bench --json FILE` has written. Only ratios
are compared, for they hold on another machine: speeds against a loop of plain Python measured beside them, compiled
ones also against interpreted ones, the app against a bare window or bare pictures. What has grown by more than 15 %
is listed, with code 1. `--accept` writes the figures of the files to tests/bench/accepted.json instead; figures that
the files don't hold are kept there.
"""

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from rules.lab.rates import YARDSTICK

ACCEPTED: Final = Path(__file__).parent / "accepted.json"
MOST: Final = 15.0
"""The greatest growth of a figure in per cent."""
SMALL: Final = 1e-12
"""A smaller figure counts as zero, and growth is not measured relative to it."""

Ratios = dict[str, float]
"""Name of a figure -> its ratio to the reference of the same run; the larger, the slower."""


def ratios(data: Any) -> Ratios:
    """Return the figures of a file written by either bench. Raises ValueError for any other file."""
    if isinstance(data, list):
        return _of_scenes(data)
    if isinstance(data, dict):
        return _of_rules(data)
    raise ValueError("it is neither a list of findings nor a table of speeds")


def _of_scenes(findings: list[Any]) -> Ratios:
    try:
        return {f"scenes: {one['name']}": one["value"] / one["against"] for one in findings if one["against"]}
    except (KeyError, TypeError):
        raise ValueError("a finding in it has no name, value or against") from None


def _of_rules(runs: dict[str, Any]) -> Ratios:
    """Return times in rounds of plain Python, and compiled times as shares of the interpreted ones."""
    found: Ratios = {}
    try:
        for run, games in runs.items():
            for key, speeds in games.items():
                for name in speeds.keys() - {YARDSTICK}:
                    found[f"rules, {run}: {key}: {name}"] = speeds[YARDSTICK] / speeds[name]
        for key, speeds in runs.get("compiled", {}).items():
            plain = runs.get("interpreted", {}).get(key, {})
            for name in (speeds.keys() & plain.keys()) - {YARDSTICK}:
                found[f"rules, compiled / interpreted: {key}: {name}"] = plain[name] / speeds[name]
    except (AttributeError, KeyError, TypeError, ZeroDivisionError):
        raise ValueError("a game in it has no speeds, or none of plain Python") from None
    return found


def list_grown(
    new: Mapping[str, float], accepted: Mapping[str, float], most: float = MOST
) -> list[tuple[str, float]]:
    """Return the common figures that have grown by more than `most` per cent, and by how much, worst first."""
    found = [
        (name, 100 * (value / accepted[name] - 1))
        for name, value in new.items()
        if accepted.get(name, 0.0) > SMALL and value > accepted[name] * (1 + most / 100)
    ]
    return sorted(found, key=lambda one: (-one[1], one[0]))


def read(path: Path) -> Ratios:
    """Return the figures of a file. Raises ValueError with a sentence."""
    try:
        return ratios(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError) as problem:
        raise ValueError(f"{path} can't be used: {problem}.") from None


def main(arguments: list[str] | None = None) -> int:
    """Compare or accept; 2 when a file can't be used."""
    parser = argparse.ArgumentParser(description="what has become slower than it was")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--accept", action="store_true", help=f"write the figures to {ACCEPTED}")
    parser.add_argument("--most", type=float, default=MOST, metavar="PERCENT", help="that a figure may grow by")
    parser.add_argument("--against", type=Path, default=ACCEPTED, metavar="FILE", help="other accepted figures")
    given = parser.parse_args(arguments)
    new: Ratios = {}
    try:
        for path in given.files:
            new |= read(path)
        accepted = json.loads(given.against.read_text(encoding="utf-8")) if given.against.exists() else {}
    except ValueError as problem:
        print(problem, file=sys.stderr)
        return 2
    if given.accept:
        kept = {name: float(f"{value:.4g}") for name, value in sorted((accepted | new).items())}
        given.against.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        print(f"{len(new)} figures accepted.")
        return 0
    slower = list_grown(new, accepted, given.most)
    for name, percent in slower:
        print(f"{percent:+.0f} %  {name}: {accepted[name]:.4g} became {new[name]:.4g}")
    unknown = new.keys() - accepted.keys()
    print(f"{len(new)} figures compared, {len(slower)} have grown, {len(unknown)} are new.")
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())

"""Are the compiled and the interpreted engine the same? And how much faster is the one?

    python build/compare.py [--depth N] [--keep]

Copies `rules` to var/engine/compiled, compiles the hot modules there with mypyc, lets both copies search the same
positions to a fixed depth, each in its own process, and compares scores, best turns and nodes: they must agree to
the node. Ends with code 1 if they don't. Needs mypy, setuptools and a C compiler (dependency groups test and build).
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

HOUSE: Final = Path(__file__).resolve().parent.parent
COPY: Final = HOUSE / "var" / "engine" / "compiled"
HOT: Final = (
    "rules/double_draughts/board.py",
    "rules/double_draughts/keys.py",
    "rules/double_draughts/moves.py",
    "rules/double_draughts/evaluation.py",
    "rules/double_draughts/engine.py",
)
"""The modules that a wheel and the executable carry compiled."""

_SETUP: Final = """
import sys
from setuptools import setup
from mypyc.build import mypycify
setup(name="hot", ext_modules=mypycify(sys.argv[3:] + ["--strict"], opt_level="3", group_name="rules_kernel"),
      script_args=["build_ext", "--inplace"], packages=[])
"""

_SEARCH: Final = """
import json, sys, time
from random import Random
from rules.double_draughts import board, engine
from rules.double_draughts.notation import read
from rules.double_draughts.position import Position

def positions(count):
    rng = Random(7)
    starts = ["mmmmmmmm/mmmmmmmm/mmmmmmmm/8/8/MMMMMMMM/MMMMMMMM/MMMMMMMM b 2 0 1",
              "mmmmmmmm/mmmmmmmm/mmmmmmmm/8/8/MMMMMMMM/MMMMMMMM/MMMMMMMM b 3 0 1",
              "1m1m1m1m/m1m1m1m1/1m1m1m1m/8/8/M1M1M1M1/1M1M1M1M/M1M1M1M1 b 2 0 1"]
    found = []
    while len(found) < count:
        position = read(starts[len(found) % 3])
        for _ in range(rng.randrange(160)):
            after = position.play(rng.choice(position.legal_moves()))
            if after.outcome():
                break
            position = after
        found.append(position)
    return found

core = engine.Engine(14)
results, nodes = [], 0
began = time.perf_counter()
for number, position in enumerate(positions(int(sys.argv[2]))):
    core.place(position, number, 5 * (number % 2), 20 * (number % 3))
    score = core.iterate(int(sys.argv[1]), -32000, 32000, 1 << 60, lambda: False)
    results.append([core.nodes, score, [str(hop) for turn in core.line() for hop in turn]])
    nodes += core.nodes
print(json.dumps({"results": results, "rate": nodes / (time.perf_counter() - began), "file": board.__file__}))
"""


def compile_copy() -> None:
    """A copy of `rules` in var/, its hot modules compiled beside their sources."""
    shutil.rmtree(COPY, ignore_errors=True)
    shutil.copytree(HOUSE / "rules", COPY / "rules", ignore=shutil.ignore_patterns("__pycache__"))
    subprocess.run([sys.executable, "-c", _SETUP, "x", "y", *HOT], cwd=COPY, check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(COPY / "build", ignore_errors=True)


def search(folder: Path, depth: int, count: int) -> dict[str, object]:
    """Nodes, score and line of each position as the `rules` of `folder` search it."""
    command = [sys.executable, "-c", _SEARCH, str(depth), str(count)]
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    told = subprocess.run(command, cwd=folder, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout
    answer: dict[str, object] = json.loads(told)
    return answer


def main() -> int:
    parser = argparse.ArgumentParser(description="compare the compiled engine with the interpreted one")
    parser.add_argument("--depth", type=int, default=7, help="plies to search")
    parser.add_argument("--positions", type=int, default=30)
    parser.add_argument("--keep", action="store_true", help="use the copy compiled before")
    options = parser.parse_args()
    if not options.keep:
        compile_copy()
    plain = search(HOUSE, options.depth, options.positions)
    hot = search(COPY, options.depth, options.positions)
    if str(plain["file"]).endswith(".py") == str(hot["file"]).endswith(".py"):
        print(f"nothing to compare: {plain['file']} and {hot['file']}")
        return 1
    same = plain["results"] == hot["results"]
    verdict = "the same to the node" if same else "NOT the same"
    print(f"{options.positions} positions at depth {options.depth}: {verdict}")
    print(f"nodes a second: {plain['rate']:.0f} interpreted, {hot['rate']:.0f} compiled")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())

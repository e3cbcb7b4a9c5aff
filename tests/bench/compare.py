"""Checks that compiled and interpreted engines find the same, and measures how much faster the compiled ones are.

    python -m tests.bench.compare [GAME ...] [--depth N] [--positions N] [--keep | --with FOLDER]

Lets the rules of the checkout and a compiled copy of them search the same positions to a fixed depth, each in its own
process, and compares scores, the two best lines and nodes: they must agree to the node. At cards the best player
weighs turns by so many playouts, with the same seeds, where some turns of the level below have led. In Unstacked
Draughts luck plays, and nothing of it is compiled: there every level chooses, judges and reacts, in a match of random
play. Ends with code 1 if they differ. The compiled copy is made in var/engine/compiled, by mypyc as for the wheel; it
needs mypy, setuptools and a C compiler (dependency groups test and build).
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[2]
COPY: Final = ROOT / "var" / "engine" / "compiled"
DEPTHS: Final = {"double-draughts": 7, "duck-chess": 4, "ducart": 4}
"""Game key -> plies (in Duck Chess turns) to search: some seconds, interpreted."""
PLAYOUTS: Final = {"ducale": 400}
"""Game key -> playouts for a turn, instead of plies."""
LOOKS: Final = {"unstacked-draughts": 20}
"""Game key -> how often each level is asked about a position, each time with a new seed."""

_COMPILE: Final = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import backend
from setuptools import setup
setup(name="kernel", packages=[], ext_modules=backend.kernel(Path("scratch")),
      script_args=["build_ext", "--inplace", "--build-temp", "scratch/temp"])
"""

_SEARCH: Final = """
import json, sys, time
from random import Random
from dataclasses import fields
from itertools import product
from typing import get_args, get_type_hints
from rules import find
from rules.ai.opponents import opponent_of

def option_sets(kind):
    hints = get_type_hints(kind)
    values = [(False, True) if hints[entry.name] is bool else get_args(hints[entry.name]) for entry in fields(kind)]
    return [kind(*chosen) for chosen in product(*values)]

def positions(game, count):
    rng = Random(7)
    kinds = option_sets(game.play.options)
    found = []
    while len(found) < count:
        position = game.play.start(kinds[len(found) % len(kinds)], game.play.seats.start)
        for _ in range(rng.randrange(160)):
            after = position.play(rng.choice(position.legal_moves()))
            if after.outcome():
                break
            position = after
        found.append(position)
    return found

key, depth, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
core = opponent_of(key).create(1).core
places = positions(find(key), count)
results, nodes, spent = [], 0, 0.0
for number, position in enumerate(places):
    core.set_position(position, number, 5 * (number % 2), 20 * (number % 3))
    began = time.process_time()
    score = core.search(depth, -32000, 32000, 1 << 60, lambda: False)
    spent += time.process_time() - began
    results.append([core.nodes, score, [str(move) for turn in core.line() for move in turn]])
    nodes += core.nodes
    if core.line() and core.exclude(core.line()[:1]):
        second = core.search(max(1, depth - 2), -32000, 32000, 1 << 60, lambda: False)
        results[-1] += [core.nodes, second, [str(move) for turn in core.line() for move in turn]]
module = sys.modules[type(core).__module__]
print(json.dumps({"results": results, "rate": nodes / spent, "file": module.__file__}))
"""

_WEIGH: Final = """
import json, sys, time
from random import Random
from rules import find
from rules.ai.opponents import levels_of
from rules.ai.opponents import opponent
from rules.contract import NATURE
from rules.ducale.engine import rollout
from rules.search.budget import Budget
from rules.search.level import Level

key, playouts, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
game, player, below = find(key), opponent(key), levels_of(key)[-2]
results, nodes, spent = [], 0, 0.0
number = -1
while len(results) < count:
    number += 1
    rng = Random(number)
    position = game.play.start(game.play.options(), game.play.seats[number % len(game.play.seats)])
    for _ in range(1 + rng.randrange(60)):
        asked = position.to_move != NATURE
        moves = player.choose(position, below, rng).moves if asked else [position.sample(rng)]
        for move in moves:
            position = position.play(move)
    if position.to_move == NATURE:
        continue
    if position.phase == "draw" and number % 3:
        position = position.play(position.legal_moves()[0])
    if position.to_move == NATURE:
        continue
    began = time.process_time()
    choice = player.choose(position, Level(0, playouts), rng)
    spent += time.process_time() - began
    results.append([choice.nodes, choice.score, [str(move) for move in choice.moves]])
    nodes += choice.nodes
    lines = player.analyse_lines(position, 3, Budget(playouts // 4))
    results[-1] += [[line.score, line.value, [str(move) for move in line.moves]] for line in lines]
print(json.dumps({"results": results, "rate": nodes / spent, "file": rollout.__file__}))
"""

_LOOK: Final = """
import json, sys
from random import Random
from rules import find
from rules.ai.opponents import levels_of
from rules.ai.opponents import opponent
from rules.contract import NATURE

key, looks, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
game, player = find(key), opponent(key)
results = []
rng = Random(7)
position = game.play.start(game.play.options(), game.play.seats.start)
while len(results) < count:
    if position.outcome() is not None:
        position = game.play.start(game.play.options(), game.play.seats.start)
    if position.to_move != NATURE and not rng.randrange(4):
        moves = [str(move) for move in position.legal_moves(position.to_move)]
        told = [moves, [[str(move), weight] for move, weight in position.chances()]]
        for seed in range(looks):
            for level in levels_of(key):
                choice = player.choose(position, level, Random(seed))
                told.append([choice.score, [str(move) for move in choice.moves]])
                reactions = [player.react(position, seat, level, seed) for seat in game.play.seats]
                told.append([one and [one[0], str(one[1])] for one in reactions])
        results.append(told)
    asked = position.to_move != NATURE
    position = position.play(rng.choice(position.legal_moves(position.to_move)) if asked else position.sample(rng))
module = sys.modules["rules.unstacked_draughts.engine.chance"]
print(json.dumps({"results": results, "file": module.__file__}))
"""


def compile_copy() -> None:
    shutil.rmtree(COPY, ignore_errors=True)
    shutil.copytree(ROOT / "rules", COPY / "rules", ignore=shutil.ignore_patterns("__pycache__"))
    command = [sys.executable, "-c", _COMPILE, str(ROOT / "build")]
    subprocess.run(command, cwd=COPY, check=True, stdout=subprocess.DEVNULL)
    for scratch in ("scratch", "build"):
        shutil.rmtree(COPY / scratch, ignore_errors=True)


def list_stale(folder: Path) -> list[str]:
    """Return the sources of `rules` in a folder that differ from those of the checkout."""
    sources = [path.relative_to(ROOT) for path in (ROOT / "rules").rglob("*.py")]
    return [
        str(path)
        for path in sources
        if not (folder / path).is_file() or (folder / path).read_bytes() != (ROOT / path).read_bytes()
    ]


def search(folder: Path, key: str, depth: int, count: int) -> dict[str, Any]:
    """Return nodes, score and line of each position searched by the `rules` of `folder`, and nodes per CPU second."""
    program = _WEIGH if key in PLAYOUTS else _LOOK if key in LOOKS else _SEARCH
    command = [sys.executable, "-P", "-c", program, key, str(depth), str(count)]
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    told = subprocess.run(command, cwd=folder, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout
    answer: dict[str, Any] = json.loads(told)
    return answer


def compare(key: str, folder: Path, depth: int, count: int) -> bool:
    plain = search(ROOT, key, depth, count)
    hot = search(folder, key, depth, count)
    if not plain["file"].endswith(".py") or hot["file"].endswith(".py") != (key in LOOKS):
        print(f"{key}: nothing to compare: {plain['file']} and {hot['file']}")
        return False
    same: bool = plain["results"] == hot["results"]
    spent = f"by {depth} playouts" if key in PLAYOUTS else f"at depth {depth}"
    if key in LOOKS:
        spent = f"looked at {depth} times by every level"
    print(f"{key}: {len(plain['results'])} positions {spent}: {'the same to the node' if same else 'NOT the same'}")
    if key in LOOKS:
        return same
    rates = f"{plain['rate']:.0f} interpreted, {hot['rate']:.0f} compiled, {hot['rate'] / plain['rate']:.1f} times"
    print(f"{key}: nodes per CPU second: {rates}")
    return same


def main() -> int:
    efforts = {**DEPTHS, **PLAYOUTS, **LOOKS}
    parser = argparse.ArgumentParser(
        "python -m tests.bench.compare", description="compiled engines against interpreted ones"
    )
    parser.add_argument(
        "games", nargs="*", metavar="GAME", help=f"all of them if none is named: {', '.join(efforts)}"
    )
    parser.add_argument("--depth", type=int, help="plies to search, playouts, or looks")
    parser.add_argument("--positions", type=int, default=30)
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--keep", action="store_true", help="use the copy compiled before")
    source.add_argument("--with", dest="folder", type=Path, help="a folder that holds a compiled copy of rules")
    options = parser.parse_args()
    unknown = set(options.games) - set(efforts)
    if unknown:
        parser.error(f"there is no engine for {', '.join(sorted(unknown))}")
    folder = COPY if options.folder is None else options.folder.resolve()
    if options.folder is None and not options.keep:
        compile_copy()
    if others := list_stale(folder):
        print(f"{folder} was made from other sources than the checkout's: {', '.join(sorted(others)[:3])} …")
        return 1
    verdicts = [
        compare(key, folder, options.depth or efforts[key], options.positions) for key in options.games or efforts
    ]
    return 0 if all(verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())

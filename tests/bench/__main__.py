"""Measures speed, idle load and memory of the app on this machine, and compares them with the requirements.

    python -m tests.bench [PART ...] [--games KEY ...] [--quick] [--json FILE] [--app EXECUTABLE]

Needs a real screen (Xvfb will do) and Linux. What is compared is measured by turns in the same run, so that a busy
machine disturbs both alike. Ends with code 1 when something required isn't met.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from rules import GAMES
from rules.game import Game
from tests.bench import frames, idle, memory, processes, start
from tests.bench.finding import BenchError, Finding

SCRATCH: Final = Path(__file__).parents[2] / "var"
"""The folder of homes: pictures are cached only where nobody else may write."""


@dataclass(frozen=True, slots=True)
class Wish:
    commands: Mapping[str, Sequence[str]]
    """Commands that start the app, by "source" and "executable"."""
    games: Sequence[Game]
    quick: bool


def measure_start(folder: Path, wish: Wish) -> Iterator[Sequence[Finding]]:
    """Measure imports, and the time from the start to the complete menu."""
    rounds = 5 if wish.quick else start.ROUNDS
    yield start.import_findings(start.measure_imports(folder, rounds))
    for size in start.SIZES:
        yield start.findings(start.measure(folder / f"{size[0]}", wish.commands, size, rounds))


def measure_clicks(folder: Path, wish: Wish) -> Iterator[Sequence[Finding]]:
    """Measure the time from a click on the menu or the set-up sheet to the next screen."""
    keys, rounds = [game.key for game in wish.games], 2 if wish.quick else 5
    for size in start.SIZES:
        found = start.measure_clicks(folder / f"{size[0]}", wish.commands["source"], size, keys, rounds)
        yield start.click_findings(size, found)


def measure_still(folder: Path, wish: Wish) -> Iterator[Sequence[Finding]]:
    """Measure tables on which nothing happens; the frames of the executable can't be counted."""
    for name, command in wish.commands.items():
        counting = idle.STILL if name == "source" else command
        yield idle.findings(name, idle.measure(folder / name, wish.games, counting))


def measure_frames(folder: Path, wish: Wish) -> Iterator[Sequence[Finding]]:
    for game in wish.games:
        for size in frames.SIZES[1:2] if wish.quick else frames.SIZES:
            home = folder / f"{game.key}-{size[0]}"
            yield frames.findings(game.key, size, frames.measure(home, game, size))


def measure_memory(folder: Path, wish: Wish) -> Iterator[Sequence[Finding]]:
    yield memory.findings(memory.measure(folder, wish.commands, wish.games))


PARTS: Final[dict[str, Callable[[Path, Wish], Iterator[Sequence[Finding]]]]] = {
    "start": measure_start,
    "clicks": measure_clicks,
    "still": measure_still,
    "frames": measure_frames,
    "memory": measure_memory,
}


def main(arguments: list[str] | None = None) -> None:
    """Measure, print, and end with code 1 when a requirement isn't met, 2 when nothing can be measured."""
    parser = _parser()
    given = parser.parse_args(arguments)
    if unknown := set(given.parts) - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}")
    findings: list[Finding] = []
    try:
        print(f"On {processes.driver()}, Python {sys.version.split()[0]}.")
        commands = _commands({"wheel": given.wheel, "executable": given.app})
        wish = Wish(commands, [game for game in GAMES if game.key in given.games], given.quick)
        SCRATCH.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="bench-", dir=SCRATCH) as folder:
            for part in given.parts or PARTS:
                for found in PARTS[part](Path(folder) / part, wish):
                    findings += found
                    print("\n".join(one.line() for one in found), flush=True)
    except BenchError as problem:
        print(problem, file=sys.stderr)
        raise SystemExit(2) from None
    if given.json is not None:
        told = [{**asdict(one), "met": one.met} for one in findings]
        given.json.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
    if not all(one.met for one in findings):
        raise SystemExit(1)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="How fast and quiet the app is here.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"all of them if none is named: {', '.join(PARTS)}")
    keys = [game.key for game in GAMES]
    parser.add_argument("--games", nargs="+", choices=keys, default=keys, metavar="KEY", help=", ".join(keys))
    parser.add_argument("--quick", action="store_true", help="fewer rounds, one size")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    parser.add_argument("--app", type=Path, metavar="EXECUTABLE", help="measure this executable as well")
    parser.add_argument("--wheel", type=Path, metavar="COMMAND", help="and the command that an installed wheel has")
    return parser


def _commands(given: Mapping[str, Path | None]) -> dict[str, Sequence[str]]:
    commands: dict[str, Sequence[str]] = {"source": processes.APP}
    for name, path in given.items():
        if path is not None:
            if not path.is_file():
                raise BenchError(f"There is no executable {path}.")
            commands[name] = (str(path.resolve()),)
    return commands


if __name__ == "__main__":
    main()

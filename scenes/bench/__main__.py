"""How fast and how quiet the app is on this machine, against what it must be.

    python -m scenes.bench [PART ...] [--games KEY ...] [--quick] [--json FILE] [--app EXECUTABLE]

Needs a real screen (Xvfb will do) and Linux. What is compared is measured by turns in the same run, so that a busy
machine disturbs both alike. Ends with code 1 when something required isn't met.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from rules import GAMES
from rules.ai.opponents import opponent
from rules.game import Game
from rules.search.opponent import SearchingOpponent
from scenes.bench import dragging, judging, painting, remembering, resting, running, sizing, starting, throwing
from scenes.bench.finding import BenchError, Finding
from scenes.bench.laying import with_dice


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be measured."""

    commands: Mapping[str, Sequence[str]]
    """How to start the app, by "source" and "executable"."""
    games: Sequence[Game]
    quick: bool
    executable: Path | None = None


def start(folder: Path, wish: Wish) -> Iterator[Sequence[Finding]]:
    """Imports and first frames."""
    rounds = 5 if wish.quick else starting.ROUNDS
    yield starting.findings(starting.measure(folder, wish.commands, rounds))


def still(folder: Path, wish: Wish) -> Iterator[Sequence[Finding]]:
    """Tables on which nothing happens; the executable has nobody inside who could count its frames."""
    for name, command in wish.commands.items():
        inside = resting.STILL if name == "source" else command
        yield resting.findings(name, resting.measure(folder / name, wish.games, inside))


def frames(folder: Path, wish: Wish) -> Iterator[Sequence[Finding]]:
    """Every table at every size."""
    for game in wish.games:
        for size in painting.SIZES[1:2] if wish.quick else painting.SIZES:
            home = folder / f"{game.key}-{size[0]}"
            yield painting.findings(game.key, size, painting.measure(home, game, size))


def drag(folder: Path, wish: Wish) -> Iterator[Sequence[Finding]]:
    """Every table at full size, with the opponent at full strength."""
    for game in wish.games:
        rounds = 1 if wish.quick else dragging.ROUNDS
        yield dragging.findings(game.key, dragging.measure(folder / game.key, game, rounds))


def throws(folder: Path, wish: Wish) -> Iterator[Sequence[Finding]]:
    """Dice that fly."""
    for game in filter(with_dice, wish.games):
        for kind in throwing.KINDS:
            yield throwing.findings(kind, throwing.measure(folder / kind, game, kind))


def review(folder: Path, wish: Wish) -> Iterator[Sequence[Finding]]:
    """A long match looked back on, of each game that is reviewed by searching."""
    for game in wish.games:
        if isinstance(opponent(game.key), SearchingOpponent):
            yield judging.findings(game.key, judging.measure(folder / game.key, game))


def memory(folder: Path, wish: Wish) -> Iterator[Sequence[Finding]]:
    """At the start, and after many matches."""
    found = remembering.measure(folder, wish.commands, wish.games)
    yield remembering.findings(found)
    matches = len(wish.games) if wish.quick else remembering.MATCHES
    yield remembering.after(found, remembering.play(folder, wish.games, matches))


def sizes(folder: Path, wish: Wish) -> Iterator[Sequence[Finding]]:
    """What is given away."""
    if wish.executable is not None:
        yield sizing.findings(wish.executable)


PARTS: Final[dict[str, Callable[[Path, Wish], Iterator[Sequence[Finding]]]]] = {
    "start": start,
    "still": still,
    "frames": frames,
    "drag": drag,
    "throws": throws,
    "review": review,
    "memory": memory,
    "sizes": sizes,
}


def main(arguments: list[str] | None = None) -> None:
    """Measure, print, and end with code 1 when a requirement isn't met, 2 when nothing can be measured."""
    parser = _parser()
    given = parser.parse_args(arguments)
    if unknown := set(given.parts) - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}")
    findings: list[Finding] = []
    try:
        print(f"On {running.driver()}, Python {sys.version.split()[0]}.")
        wish = Wish(_commands(given.app), [game for game in GAMES if game.key in given.games], given.quick, given.app)
        with tempfile.TemporaryDirectory(prefix="tablier-bench-") as folder:
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
    parser = argparse.ArgumentParser(prog="python -m scenes.bench", description="How fast and quiet the app is here.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"all of them if none is named: {', '.join(PARTS)}")
    keys = [game.key for game in GAMES]
    parser.add_argument("--games", nargs="+", choices=keys, default=keys, metavar="KEY", help=", ".join(keys))
    parser.add_argument("--quick", action="store_true", help="fewer rounds, one size, few matches")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    parser.add_argument("--app", type=Path, metavar="EXECUTABLE", help="measure this executable as well")
    return parser


def _commands(executable: Path | None) -> dict[str, Sequence[str]]:
    commands: dict[str, Sequence[str]] = {"source": running.APP}
    if executable is not None:
        if not executable.is_file():
            raise BenchError(f"There is no executable {executable}.")
        commands["executable"] = (str(executable.resolve()),)
    return commands


if __name__ == "__main__":
    main()

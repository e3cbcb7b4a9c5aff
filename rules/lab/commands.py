"""The commands `arena`, `standing` and `bench` of `python -m rules`."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from rules import console


class Command(Protocol):
    def __call__(
        self, name: str, run: Callable[[argparse.Namespace], None], words: str, *, game: bool = True
    ) -> argparse.ArgumentParser: ...


def _arena(given: argparse.Namespace) -> None:
    from rules.lab import arena, trials
    from rules.lab.standing import Standing

    game = console.game_of(given.game)
    progress = trials.ProgressLine()

    def report_standing(standing: Standing, matches: int) -> None:
        progress.report(f"{standing.matches} of {matches} matches: {standing.score}")

    try:
        standing = arena.run(
            game,
            given.a,
            given.b,
            given.matches,
            seconds=given.seconds,
            resign=given.resign,
            jobs=given.jobs,
            seed=given.seed,
            openings=given.openings,
            options=given.options,
            seats=given.seats,
            part=trials.TrialShare.of(given.part),
            file=given.resume,
            report=report_standing,
        )
    except ValueError as problem:
        raise console.QuestionError("PLAYER", str(problem)) from None
    finally:
        progress.end()
    print(standing)


def _standing(given: argparse.Namespace) -> None:
    from rules.lab import arena

    try:
        found = arena.standings(given.files)
    except ValueError as problem:
        raise console.QuestionError("MATCHES", str(problem)) from None
    print("\n\n".join(f"{pairing}\n{standing}" for pairing, standing in found))


def _bench(given: argparse.Namespace) -> None:
    from rules.lab import bench

    bench.run(given.json, given.folder)


def add_commands(command: Command, count: Callable[[str], int], seconds: Callable[[str], float]) -> None:
    """Add the commands to the command line; `count` and `seconds` convert arguments."""
    sub = command("arena", _arena, "let two players meet, each opening with both colours")
    players = (
        'a level, "10000n" (nodes), "0.1s" (time), "random", "10%%/20%%" (misses of simple rolls and doubles) or '
    )
    players += '"uci:COMMAND@nodes=N" (or movetime=MS)'
    sub.add_argument("a", metavar="A", help=players)
    sub.add_argument("b", metavar="B", help="likewise")
    sub.add_argument("--matches", type=count, default=20)
    sub.add_argument("--seconds", type=seconds, help="time for a turn, in place of the levels' nodes")
    decided = "end a match once both players have held it for decided by N centi-men for some turns"
    sub.add_argument("--resign", metavar="N", type=count, help=decided)
    sub.add_argument("--jobs", type=count, default=1, help="processes at once")
    sub.add_argument("--seed", type=int, default=0)
    sub.add_argument("--openings", choices=("random", "quiet"), help="six turns of any kind, or four quiet ones")
    sub.add_argument("--options", default="", help="k=v,...: what the game is played under")
    sub.add_argument("--seats", type=count, default=2, help="at the table: A has one of them, B all others")
    sub.add_argument("--resume", metavar="FILE", type=Path, help="go on with the matches in a file, and add to them")
    share = "play only every Nth opening, from the Ith, so that N machines share the matches"
    sub.add_argument("--part", metavar="I/N", default="1/1", help=share)
    sub = command("standing", _standing, "add up the matches of the arena that several files hold", game=False)
    sub.add_argument("files", metavar="FILE", type=Path, nargs="+")
    sub = command("bench", _bench, "measure the speeds of this machine", game=False)
    sub.add_argument("--json", metavar="FILE", help="write the figures to a file too")
    beside = "measure another copy of the rules too, such as the compiled one that tests/bench/compare.py makes"
    sub.add_argument("--with", dest="folder", metavar="FOLDER", type=Path, help=beside)

"""Play Unstacked Draughts many times as the app does, and set what came of it beside the exact figures.

    python build/simulate.py --matches 200000 --jobs 2

Each match is assisted and of one point; White throws first. The chance is that of the table, the rolls are what
build/chances.py tells. How many leftovers are used is known by simulation alone (rules/unstacked_draughts/README.md).
"""

from __future__ import annotations

import argparse
import sys
import time
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from rules.lab.unstacked_simulation import Figure, Tally, tally
from rules.unstacked_draughts import GAME
from rules.unstacked_draughts.engine.board import START
from rules.unstacked_draughts.engine.chance import chance

BATCH: Final = 500
"""Matches that a process plays before it tells."""
ROLLS: Final = 34.32674
LEFTOVERS: Final = 10.06


def play(matches: int, seed: int, jobs: int) -> Tally:
    """So many matches, in so many processes; which ones they are depends on the seed alone."""
    batches = [range(first, min(first + BATCH, matches)) for first in range(0, matches, BATCH)]
    with get_context("spawn").Pool(jobs) as pool:
        return sum(pool.imap_unordered(partial(_batch, seed), batches), Tally())


def _batch(seed: int, matches: range) -> Tally:
    return tally(GAME, matches, seed)


def line(name: str, found: Figure, known: float, unit: float = 1.0) -> str:
    """A figure with its standard error, and how many of those it is away from what is known."""
    away = (found.mean - known) / found.error
    return (
        f"{name}: {found.mean * unit:.3f} ± {found.error * unit:.3f} (known: {known * unit:.3f}, {away:+.1f} errors)"
    )


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="build/simulate.py", description="Play many matches and count.")
    parser.add_argument("--matches", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes at once")
    given = parser.parse_args()
    began = time.perf_counter()
    found = play(given.matches, given.seed, given.jobs)
    print(f"{given.matches} matches of one point, seed {given.seed}, in {time.perf_counter() - began:.0f} s")
    print(line("won by the first to throw, %", found.first, chance(START, START), 100))
    print(line("rolls a game", found.rolls, ROLLS))
    print(line("leftovers used a game", found.leftovers, LEFTOVERS))


if __name__ == "__main__":
    main()

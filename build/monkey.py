"""A monkey at the app: anything in any order, over all screens and games, and the laws that hold whatever it does.

    python build/monkey.py [--events 20000] [--seed S] [--jobs J] [--window] [--processes] [--outside]
                            [--life N]

It makes so many events of mouse, keyboard and window, in lives of some hundred each, every one with an empty home of
its own; begins at every screen of every game in turn; and looks at the laws of tests/monkey/laws.py between frames.
The seed is printed, and makes the same run again. A life that ends in a fault is cut down to a few steps, which are
printed as a test. In the end it tells which screens it was on, and for how many events; code 1 if there was a fault.

`--window` opens the windows on the screen that DISPLAY names; `--processes` lets opponents think in processes of
their own, as they do for people, and then no two runs are quite the same. `--outside` sends real events of the X
server that DISPLAY names to the app started as people start it; it needs one without a window manager (Xvfb).
`--life` repeats one life of a run alone.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Final

HOUSE: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HOUSE))
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from rules.lab.trials import follow  # noqa: E402 - a checkout isn't installed
from tests.monkey import outside  # noqa: E402 - a checkout isn't installed
from tests.monkey.places import PLACES  # noqa: E402 - a checkout isn't installed
from tests.monkey.running import Tally, Task, lead  # noqa: E402
from tests.monkey.scripts import lives  # noqa: E402

MOST_CUT: Final = 3
"""Faults that are cut down."""
LINE: Final = 10
"""Lives after which a line tells how far it is."""


def run(
    events: int, seed: int, jobs: int = 1, window: bool = False, processes: bool = False, tell: bool = False
) -> Tally:
    """So many events at least, and every place at least once."""
    tally = Tally()
    began = time.monotonic()
    with ProcessPoolExecutor(jobs, get_context("spawn"), follow) as pool:
        numbers = count()
        under_way = [pool.submit(lead, Task(seed, next(numbers), window, processes)) for _ in range(2 * jobs)]
        while under_way:
            lived, told = under_way.pop(0).result()
            tally.add(lived, told)
            if told:
                print(told, file=sys.stderr, flush=True)
            if tally.lives + len(under_way) < lives(tuple(PLACES)) or tally.events < events:
                cuts = len(tally.faults) < MOST_CUT
                under_way.append(pool.submit(lead, Task(seed, next(numbers), window, processes, cuts)))
            if tell and tally.lives % LINE == 0:
                speed = tally.events / (time.monotonic() - began)
                print(
                    f"{tally.events} events, {tally.lives} lives, {len(tally.faults)} faults, {speed:.0f} a second",
                    flush=True,
                )
    return tally


def run_outside(events: int, seed: int) -> Tally:
    """So many real events at least, from the first place on; the visits are counted in frames."""
    tally = Tally()
    order = sorted(PLACES)
    Random(f"{seed} outside").shuffle(order)
    while tally.events < events:
        sent, seen, faults = outside.lead(seed, tally.lives, order[tally.lives % len(order)])
        tally.events, tally.lives = tally.events + sent, tally.lives + 1
        for told, frames in seen.items():
            scene, _, game = told.partition(" ")
            tally.visits[scene, game] += frames
        tally.faults += faults
        print("\n".join([f"{tally.events} events, {tally.lives} lives", *faults]), flush=True)
    return tally


def main(arguments: list[str] | None = None) -> int:
    """The command; 1 if there was any fault."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--window", action="store_true", help="with windows on the screen that DISPLAY names")
    parser.add_argument("--processes", action="store_true", help="opponents in processes of their own")
    parser.add_argument("--outside", action="store_true", help="real events from outside, one app at a time")
    parser.add_argument("--life", type=int, default=None, help="this life of the run alone")
    given = parser.parse_args(arguments)
    seed = given.seed if given.seed is not None else int.from_bytes(os.urandom(4), "big")
    print(f"seed {seed}", flush=True)
    if given.life is not None:
        lived, told = lead(Task(seed, given.life, given.window, given.processes))
        print(told or f"{lived.events} events, no fault")
        return 1 if told else 0
    if given.outside:
        tally = run_outside(given.events, seed)
    else:
        tally = run(given.events, seed, given.jobs, given.window, given.processes, tell=True)
    print("\n".join(tally.told()))
    print(f"seed {seed}: {tally.events} events, {tally.steps} steps, {tally.lives} lives: {len(tally.faults)} faults")
    return 1 if tally.faults else 0


if __name__ == "__main__":
    raise SystemExit(main())

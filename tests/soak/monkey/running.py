"""A monkey at the app: random actions on all screens and games, and laws that must always hold.

    python -m tests.soak monkey [--seed N] [--events 20000] [--jobs J] [--window] [--processes] [--outside]
                                [--life N]

It makes so many events of mouse, keyboard and window, in lives of some hundred each, every one with an empty home of
its own; begins at every screen of every game in turn; and looks at the laws of `laws.py` between frames.
A life that ends in a fault is cut down to a few steps, which are
printed as a test. In the end it tells which screens it was on, and for how many events; code 1 if there was a fault.

`--window` opens the windows on the screen that DISPLAY names; `--processes` lets opponents think in processes of
their own, as they do for people, and then no two runs are quite the same. `--outside` sends real events of the X
server that DISPLAY names to the app started as people start it; it needs one without a window manager (Xvfb).
`--life` repeats one life of a run alone.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from multiprocessing import get_context
from random import Random
from typing import Final

from rules import KEYS
from rules.lab.trials import set_up_process
from scenes.screens.open_match import MatchListScene
from tests.scenes.catalogue import every_kind
from tests.soak.monkey import outside
from tests.soak.monkey.life import Life, run_script
from tests.soak.monkey.places import PLACES
from tests.soak.monkey.script_shrinking import as_python, shrink_script
from tests.soak.monkey.scripts import count_lives, make_script

MOST_CUT: Final = 3
"""The most faults that are shrunk."""
LINE: Final = 10
"""Lives between two lines of progress."""


@dataclass(slots=True)
class Tally:
    events: int = 0
    steps: int = 0
    lives: int = 0
    visits: Counter[tuple[str, str]] = field(default_factory=Counter)
    looked: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    """Reports, each with a test that shows the fault."""

    def add(self, lived: Life, told: str) -> None:
        self.events += lived.events
        self.steps += len(lived.heard)
        self.lives += 1
        self.visits += lived.visits
        self.looked += lived.looked
        if told:
            self.faults.append(told)

    def told(self) -> Iterator[str]:
        whole = max(1, self.visits.total())
        for (scene, game), events in sorted(self.visits.items()):
            yield f"  {scene + ' ' + game:40}{events:9}{100 * events / whole:7.2f} %"
        yield "looked at: " + ", ".join(f"{name.replace('_', ' ')} {n}" for name, n in self.looked.items())


@dataclass(frozen=True, slots=True)
class Task:
    seed: int
    number: int
    window: bool = False
    processes: bool = False
    cuts: bool = True
    """Whether a script with a fault is shrunk."""
    pictures: bool = True
    """Whether pixels are compared."""

    @property
    def chance(self) -> str:
        return f"{self.seed} {self.number}"


def run_life(task: Task) -> tuple[Life, str]:
    """Run one life; return it with a report that contains a test for its fault, or with ""."""
    driver = "x11" if task.window else "dummy"
    script = make_script(task.seed, task.number, tuple(PLACES))
    lived = run_script(script, task.chance, driver=driver, processes=task.processes, pictures=task.pictures)
    if lived.fault is None:
        return lived, ""
    told = f"life {task.number} of seed {task.seed}, step {lived.fault.step}: {lived.fault.kind}\n{lived.fault.told}"
    if task.cuts:
        short, thorough = shrink_script(script, task.chance, lived, driver, task.processes)
        heard = run_script(short, task.chance, thorough=thorough, driver=driver, processes=task.processes).heard
        told += as_python(short, task.chance, lived.fault.kind, heard)
    return lived, told


def run_lives(seed: int, events: int, pictures: bool = True, everywhere: bool = True) -> Tally:
    """Run lives up to so many events, and up to one life at every place if asked for, or to the first fault."""
    tally = Tally()
    least = count_lives(tuple(PLACES)) if everywhere else 0
    while (tally.lives < least or tally.events < events) and not tally.faults:
        tally.add(*run_life(Task(seed, tally.lives, pictures=pictures)))
    return tally


def run_lives_in_processes(
    events: int, seed: int, jobs: int = 1, window: bool = False, processes: bool = False, tell: bool = False
) -> Tally:
    """Run lives in `jobs` processes for at least so many events, and at least once from every place."""
    tally = Tally()
    began = time.monotonic()
    with ProcessPoolExecutor(jobs, get_context("spawn"), set_up_process) as pool:
        numbers = count()
        under_way = [pool.submit(run_life, Task(seed, next(numbers), window, processes)) for _ in range(2 * jobs)]
        while under_way:
            lived, told = under_way.pop(0).result()
            tally.add(lived, told)
            if told:
                print(told, file=sys.stderr, flush=True)
            if tally.lives + len(under_way) < count_lives(tuple(PLACES)) or tally.events < events:
                cuts = len(tally.faults) < MOST_CUT
                under_way.append(pool.submit(run_life, Task(seed, next(numbers), window, processes, cuts)))
            if tell and tally.lives % LINE == 0:
                speed = tally.events / (time.monotonic() - began)
                print(
                    f"{tally.events} events, {tally.lives} lives, {len(tally.faults)} faults, {speed:.0f} a second",
                    flush=True,
                )
    return tally


def run_outside(events: int, seed: int) -> Tally:
    """Send at least so many real events, from the first place on; visits are counted in frames."""
    tally = Tally()
    order = sorted(PLACES)
    Random(f"{seed} outside").shuffle(order)
    while tally.events < events:
        sent, seen, faults = outside.run_life_outside(seed, tally.lives, order[tally.lives % len(order)])
        tally.events, tally.lives = tally.events + sent, tally.lives + 1
        for told, frames in seen.items():
            scene, _, game = told.partition(" ")
            tally.visits[scene, game] += frames
        tally.faults += faults
        print("\n".join([f"{tally.events} events, {tally.lives} lives", *faults]), flush=True)
    return tally


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--events", type=int, default=20_000)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--window", action="store_true", help="with windows on the screen that DISPLAY names")
    parser.add_argument("--processes", action="store_true", help="opponents in processes of their own")
    parser.add_argument("--outside", action="store_true", help="real events from outside, one app at a time")
    parser.add_argument("--life", type=int, default=None, help="this life of the run alone")


def main(given: argparse.Namespace) -> int:
    """Run the command; return 1 if there was any fault."""
    seed: int = given.seed
    if given.life is not None:
        lived, told = run_life(Task(seed, given.life, given.window, given.processes))
        print(told or f"{lived.events} events, no fault")
        return 1 if told else 0
    if given.outside:
        tally = run_outside(given.events, seed)
    else:
        tally = run_lives_in_processes(given.events, seed, given.jobs, given.window, given.processes, tell=True)
    print("\n".join(tally.told()))
    print(f"seed {seed}: {tally.events} events, {tally.steps} steps, {tally.lives} lives: {len(tally.faults)} faults")
    return 1 if tally.faults else 0


# --- what there is to be seen

OF_A_GAME = (
    *("MatchScene", "SetupScene", "RulebookScene", "LessonsScene", "CoachScene", "EditorScene", "TryoutScene"),
    "ReviewScene",
)


@cache
def screens() -> frozenset[tuple[str, str]]:
    """Return the name of each screen with each of its games."""
    names = [kind.__name__ for kind in every_kind() - {MatchListScene}]  # no file of many matches lies about
    return frozenset((name, key) for name in names for key in (KEYS if name in OF_A_GAME else ("",)))


def unseen(tally: Tally) -> set[tuple[str, str]]:
    anywhere = {(scene, "") for scene, _ in tally.visits}
    return set(screens() - tally.visits.keys() - anywhere)

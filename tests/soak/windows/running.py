"""Random actions of two or three windows that share a home: open, play, undo, close, take over, kill.

    python -m tests.soak windows [--seed N] [--runs 200] [--jobs J] [--run R]

Each run has a home of its own and so many steps of this or that window; after each all files and windows are looked
at (`ledger.py`). One run in twenty paints its frames. A run that ends in a fault is cut down to a few steps, which
are told. `--run` repeats one run alone.
"""

import argparse
import gc
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from random import Random
from typing import Any, Final, TypeAlias
from unittest.mock import patch

from rules.lab.trials import set_up_process
from scenes.app.storage import Storage
from tests.scenes.opponents import Mind, random_mind
from tests.soak.monkey.cage import Cage, open_cage
from tests.soak.monkey.life import kind_of
from tests.soak.shrinking import shrink
from tests.soak.windows.ledger import Ledger
from tests.soak.windows.window import SETTINGS, Window

STEPS: Final = (12, 40)
"""The fewest and the most steps of a run."""
PAINTED: Final = 20
"""Of so many runs one is painted."""
NAMES: Final = "ABC"
TRIES: Final = 150
"""Runs that are spent on cutting one down, at most."""
LINE: Final = 100
"""Runs after which a line tells how far it is."""

Step: TypeAlias = tuple[int, float, int]
"""The window that acts, which of the things that it may do, and the seed of how."""


@dataclass(slots=True)
class Run:
    acts: Counter[str] = field(default_factory=Counter)
    seen: Counter[str] = field(default_factory=Counter)
    told: list[str] = field(default_factory=list)
    fault: str = ""
    """What kind of fault ended it."""
    detail: str = ""


def script(seed: int, number: int) -> tuple[Step, ...]:
    """Return the steps of a run with two or three windows."""
    rng = Random(f"{seed} {number}")
    windows = rng.choice((2, 2, 3))
    return tuple((rng.randrange(windows), rng.random(), rng.getrandbits(32)) for _ in range(rng.randint(*STEPS)))


@contextmanager
def _shared_cage(chance: str) -> Iterator[Cage]:
    """Provide a cage in which computers answer and the display outlives each window."""
    with open_cage(chance) as cage, ExitStack() as held:

        def mind(log: Any, **others: Any) -> Mind:
            return Mind(log, random_mind(cage.seed()))

        for module in ("table.runtime", "screens.review.reviewer", "table.external_engines"):
            held.enter_context(patch(f"scenes.{module}.EngineClient", mind))
        held.enter_context(patch("pygame.display.quit", lambda: None))
        held.enter_context(patch("scenes.games.unstacked_draughts.dice_view.PREPARE_SECONDS", 0.0))
        Storage().save_settings(SETTINGS)
        yield cage


def play(steps: Sequence[Step], chance: str, painted: bool = False) -> Run:
    run = Run()
    with _shared_cage(chance) as cage:
        windows = [Window(cage, name, painted) for name in NAMES]
        ledger = Ledger(cage, windows)
        try:
            for index, part, seed in steps:
                _step(windows[index], part, seed, ledger, run)
            _end(windows, ledger, run)
        except Exception as problem:
            run.fault, run.detail = kind_of(problem), traceback.format_exc(limit=-6)
        run.seen = ledger.seen
        for window in windows:
            if window.open:
                window.kill(Random(0))
    return run


def _step(window: Window, part: float, seed: int, ledger: Ledger, run: Run, act: str = "") -> None:
    acts = window.may()
    act = act or Random(part).choices(list(acts), list(acts.values()))[0]
    ledger.before(window)
    run.told.append(f"{window.name} {act}")
    window.act(act, Random(seed), ledger.ids)
    session = window.session
    run.told[-1] += "" if session is None else f" ({session.id[11:]}, {session.match.game.key})"
    run.acts[act] += 1
    ledger.after(window, act)


def _end(windows: Sequence[Window], ledger: Ledger, run: Run) -> None:
    for number, window in enumerate(windows):
        if window.open:
            _step(window, 0.0, 0, ledger, run, "close" if (number + len(run.told)) % 2 else "kill")
    _step(windows[0], 0.0, 0, ledger, run, "start")
    for match_id in ledger.ids:
        held_here = windows[0].app.storage.claim(match_id)
        assert held_here, f"{match_id} lies open in no window"
    _step(windows[0], 0.0, 0, ledger, run, "close")


# --- many of them


@dataclass(frozen=True, slots=True)
class Task:
    seed: int
    number: int

    @property
    def chance(self) -> str:
        return f"{self.seed} {self.number}"


def run_reported(task: Task) -> tuple[Run, str]:
    """Make one run; what is wrong, with the few steps that show it, or nothing."""
    steps, painted = script(task.seed, task.number), task.number % PAINTED == 0
    run = play(steps, task.chance, painted)
    gc.collect()
    if not run.fault:
        return run, ""

    def shows(fewer: tuple[Step, ...]) -> bool:
        return bool(fewer) and play(fewer, task.chance, painted).fault == run.fault

    short = shrink(steps, shows, TRIES)
    again = play(short, task.chance, painted)
    lines = [f"run {task.number} of seed {task.seed}: {run.fault}", *again.told, again.detail, repr(short)]
    return run, "\n".join(lines)


@dataclass(slots=True)
class Tally:
    runs: int = 0
    acts: Counter[str] = field(default_factory=Counter)
    seen: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def add(self, run: Run, told: str) -> None:
        self.runs += 1
        self.acts += run.acts
        self.seen += run.seen
        if told:
            self.faults.append(told)


def run_many(seed: int, runs: int) -> Tally:
    """Make so many runs one after the other, up to the first fault."""
    tally = Tally()
    while tally.runs < runs and not tally.faults:
        tally.add(*run_reported(Task(seed, tally.runs)))
    return tally


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--run", type=int, default=None, help="this run alone")


def main(given: argparse.Namespace) -> int:
    """Run the command; return 1 if there was any fault."""
    if given.run is not None:
        run, told = run_reported(Task(given.seed, given.run))
        print(told or "\n".join([*run.told, "no fault"]))
        return bool(told)
    tally, began = Tally(), time.monotonic()
    tasks = [Task(given.seed, number) for number in range(given.runs)]
    with ProcessPoolExecutor(given.jobs, get_context("spawn"), set_up_process) as pool:
        for run, told in pool.map(run_reported, tasks, chunksize=5):
            tally.add(run, told)
            if told:
                print(told, file=sys.stderr, flush=True)
            if tally.runs % LINE == 0:
                print(f"{tally.runs} runs, {tally.acts.total()} steps, {len(tally.faults)} faults", flush=True)
    print(", ".join(f"{name} {count}" for name, count in tally.acts.most_common()))
    print(", ".join(f"{name} {count}" for name, count in sorted(tally.seen.items())))
    took = time.monotonic() - began
    print(f"{tally.runs} runs, {tally.acts.total()} steps in {took:.0f} s: {len(tally.faults)} faults")
    return bool(tally.faults)

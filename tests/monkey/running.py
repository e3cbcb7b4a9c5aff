"""Runs of the monkey: life after life, and what they add up to."""

from __future__ import annotations

import importlib
import pkgutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

import scenes
from rules import KEYS
from scenes.stack import Scene
from tests.monkey.cutting import as_python, cut
from tests.monkey.living import Life, live
from tests.monkey.places import PLACES
from tests.monkey.scripts import life, lives


@dataclass(slots=True)
class Tally:
    """What came of a run."""

    events: int = 0
    steps: int = 0
    lives: int = 0
    visits: Counter[tuple[str, str]] = field(default_factory=Counter)
    looked: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    """Each with what was said, and with a test that shows it."""

    def add(self, lived: Life, told: str) -> None:
        """One life, and what `lead` tells of it."""
        self.events += lived.events
        self.steps += len(lived.heard)
        self.lives += 1
        self.visits += lived.visits
        self.looked += lived.looked
        if told:
            self.faults.append(told)

    def told(self) -> Iterator[str]:
        """Screens and games with their events, and the share of each in a hundred."""
        whole = max(1, self.visits.total())
        for (scene, game), events in sorted(self.visits.items()):
            yield f"  {scene + ' ' + game:40}{events:9}{100 * events / whole:7.2f} %"
        yield "looked at: " + ", ".join(f"{name.replace('_', ' ')} {n}" for name, n in self.looked.items())


@dataclass(frozen=True, slots=True)
class Task:
    """One life of a run."""

    seed: int
    number: int
    window: bool = False
    processes: bool = False
    cuts: bool = True
    """Whether what shows a fault is cut down."""
    pictures: bool = True
    """Whether pixels are compared."""

    @property
    def chance(self) -> str:
        """The seed of its cage."""
        return f"{self.seed} {self.number}"


def lead(task: Task) -> tuple[Life, str]:
    """Live one life; what is wrong, with a test that shows it, or nothing."""
    driver = "x11" if task.window else "dummy"
    script = life(task.seed, task.number, tuple(PLACES))
    lived = live(script, task.chance, driver=driver, processes=task.processes, pictures=task.pictures)
    if lived.fault is None:
        return lived, ""
    told = f"life {task.number} of seed {task.seed}, step {lived.fault.step}: {lived.fault.kind}\n{lived.fault.told}"
    if task.cuts:
        short, thorough = cut(script, task.chance, lived, driver, task.processes)
        heard = live(short, task.chance, thorough=thorough, driver=driver, processes=task.processes).heard
        told += as_python(short, task.chance, lived.fault.kind, heard)
    return lived, told


def roam(seed: int, events: int, pictures: bool = True) -> Tally:
    """So many events at least, and every place at least once, up to the first fault."""
    tally = Tally()
    while (tally.lives < lives(tuple(PLACES)) or tally.events < events) and not tally.faults:
        tally.add(*lead(Task(seed, tally.lives, pictures=pictures)))
    return tally


# --- what there is to be seen

OF_A_GAME = (
    *("MatchScene", "SetupScene", "RulebookScene", "LessonsScene", "CoachScene", "EditingScene", "TryoutScene"),
    *("TryoutMatch", "ReviewScene"),
)
"""Screens that there are of every game."""


@cache
def screens() -> frozenset[tuple[str, str]]:
    """Every screen that the app has, and of every game where it is one of a game's."""
    for module in pkgutil.walk_packages(scenes.__path__, "scenes."):
        if "bench" not in module.name and not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    found = {one.__name__ for one in _kinds(Scene) if one.__module__.startswith("scenes.") and not _kinds_of(one)}
    found |= {"MatchScene", "Dialog"}
    return frozenset((name, key) for name in found for key in (KEYS if name in OF_A_GAME else ("",)))


def _kinds(kind: type[Scene]) -> Iterator[type[Scene]]:
    yield kind
    for one in kind.__subclasses__():
        yield from _kinds(one)


def _kinds_of(kind: type[Scene]) -> list[type[Scene]]:
    """Screens of the app that are made of this one, which then is none itself."""
    return [one for one in kind.__subclasses__() if one.__module__.startswith("scenes.")]


def unseen(tally: Tally) -> set[tuple[str, str]]:
    """The screens on which nothing was done."""
    anywhere = {(scene, "") for scene, _ in tally.visits}
    return set(screens() - tally.visits.keys() - anywhere)

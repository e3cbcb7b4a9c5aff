"""Kills the app in mid-match again and again, and checks that everything shown on the screen is still there.

    python -m tests.soak painted [--seed N] [--kills N] [--jobs J] [--games KEY ...]

The real app plays in a window on a screen of its own (Xvfb). The screen is looked at about every 15 ms, and the list
of turns read from the picture; nobody asks the app. After `STOOD` seconds on the screen a list counts. The app is
killed (SIGKILL) at a random moment, half of the times just after the list has changed, and started again in the same
home. The first list that the screen then shows must be the last one that counted, one that was seen after it, or one
that goes on from it. Where it isn't, both pictures are kept in `var/painted`, and the code is 1.

By the seed computers play, or persons whose pieces and cups are taken with the mouse, quickly or slowly. It also says
how long they play before each kill; what is on the screen then depends on the machine as well.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import patch

import pygame

from rules import KEYS, get
from rules.errors import RecordError
from rules.record import Player
from scenes.app.atomic_files import read_whole
from scenes.app.storage import Storage
from scenes.table.game_ui import ui_of
from scenes.table.record_headers import PACE
from scenes.table.session import Session
from tests.bench.processes import environment
from tests.bench.screen import Screen, xvfb
from tests.checks import present
from tests.journeys.driver import ROOT, SIZE, command
from tests.journeys.places import spots
from tests.soak.painted_list import Turns, read_turns

LIVES: Final = 8
"""Kills of a match, unless it is over before."""
MOST: Final = 4
"""The most matches for each wanted kill."""
SETTLED_SECONDS: Final = 0.1
"""Seconds after which something shown must not be lost."""
SOON_SECONDS: Final = (0.1, 0.16)
"""Seconds from a change of the list until a kill just after it."""
STILL: Final = {"normal": 0.06, "fast": 0.06, "off": -1.0}
"""Seconds after which a list isn't fading in any more, by the speed of the animation; "off" has no fades."""
PACES: Final = {"normal": ("0.3", "0.6"), "fast": ("0.3", "0.6"), "off": ("0.15", "0.3")}
"""Seconds between turns of computers: longer than it takes to see the first list after a start."""
LATEST: Final = 4.0
"""The longest time from the first list until the kill, in seconds."""
PAUSE: Final = 0.008
"""Seconds between two looks at the screen; a look takes as long again."""
PATIENCE: Final = 60.0
"""Seconds within which the list must be shown after a start."""
GIVEN_UP: Final = 20.0
"""Seconds without a change after which a kill that was to follow one comes nonetheless."""
BY_HAND: Final = ("double-draughts", "duck-chess", "unstacked-draughts", "ducart")
"""Games whose pieces and cups are taken with the mouse."""
VAR: Final = ROOT / "var" / "painted"


@dataclass(slots=True)
class Shot:
    """A list of turns, and the period in which it was at least shown."""

    turns: Turns | None
    """The list, None if there was none."""
    since: float
    until: float
    """Seconds of the monotonic clock."""
    seen: bytes

    @property
    def stood(self) -> bool:
        return self.turns is not None and self.until - self.since >= SETTLED_SECONDS


@dataclass(slots=True)
class Film:
    screen: Screen
    shots: list[Shot] = field(default_factory=list)
    _kept: int = 0
    """The number of the first shot whose picture is kept."""

    def look(self) -> Shot:
        begun, seen, now = time.monotonic(), self.screen.look(), time.monotonic()
        last = self.shots[-1] if self.shots else None
        if last is None or seen != last.seen:
            turns = read_turns(picture(seen))
            if last is None or not _same(turns, last.turns):
                last = Shot(turns, now, begun, seen)
                self.shots.append(last)
        last.until, last.seen = begun, seen
        if last.stood and self._kept < len(self.shots):
            for old in self.shots[self._kept : -1]:
                old.seen = b""
            self._kept = len(self.shots) - 1
        time.sleep(PAUSE)
        return last

    def judge(self, found: Shot) -> str:
        """Compare the list after the next start with the film: "same", "later", "further", or what is wrong."""
        shots = [shot for shot in self.shots if shot.turns is not None]
        number, stood = next(pair for pair in reversed(list(enumerate(shots))) if pair[1].stood)
        assert found.turns is not None and stood.turns is not None
        if _same(found.turns, stood.turns):
            return "same"
        if any(_same(found.turns, shot.turns) for shot in shots[number + 1 :]):
            return "later"
        back = next((ago for ago in range(1, number + 1) if _same(found.turns, shots[number - ago].turns)), None)
        if back is not None:
            return f"lost: it is as it was {back} changes before"
        newer = (shot.turns for shot in shots[number:])
        further = any(found.turns.holds(turns) for turns in newer if turns is not None)
        return "further" if further else "lost: it shows something else"

    @property
    def last_stood(self) -> Shot | None:
        """Return the last list that was shown long enough to count: it must not be lost."""
        return next((shot for shot in reversed(self.shots) if shot.stood), None)


def _same(one: Turns | None, two: Turns | None) -> bool:
    return one is two if one is None or two is None else one.same(two)


class Hands:
    """A player who moves pieces with the mouse: any legal move, by the file of the match."""

    def __init__(self, screen: Screen, home: Path, key: str, rng: Random) -> None:
        self._screen, self._home, self._rng = screen, home, rng
        self._spots = spots(key, ui_of(key).view().bottom_seat)
        self._due = 0.0

    def act(self) -> None:
        if time.monotonic() < self._due:
            return
        self._due = time.monotonic() + self._rng.uniform(0.05, 0.3)
        try:
            match = Session.load("", read_whole(match_file(self._home))).match
        except (OSError, RecordError, LookupError):  # over, or between two names
            return
        if match.outcome() is not None:
            return
        gesture = match.position.gesture(self._rng.choice(match.position.legal_moves()))
        self._screen.press_key("return")  # whatever waits for a player, or asks
        for target in (*sorted(gesture.pick), *filter(None, [gesture.drop])):
            if target in self._spots:
                self._screen.click_at(self._spots[target].box.centre)
        self._screen.move((1, SIZE[1] - 2))  # bare table


def match_file(home: Path) -> Path:
    """Return the file of the unfinished match. Raises LookupError if there is none."""
    return sorted((home / "matches").glob("*.tablier"))[0]


@dataclass
class Tally:
    kills: int = 0
    told: Counter[str] = field(default_factory=Counter)
    """How often the list was the "same", a "later" one or "further" after the next start."""
    ended: int = 0
    """Kills after the match was over, which don't count."""
    changes: int = 0
    faults: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.kills += other.kills
        self.told += other.told
        self.ended += other.ended
        self.changes += other.changes
        self.faults += other.faults

    def __str__(self) -> str:
        told = ", ".join(f"{self.told[name]} {name}" for name in ("same", "later", "further"))
        return f"{self.kills} kills, {self.changes} lists seen: {told}, {len(self.faults)} faults"


class KilledMatch:
    def __init__(self, key: str, home: Path, screen: Screen, name: str) -> None:
        self._home, self._screen, self._name = home, screen, name
        rng = self._rng = Random(name)
        by_hand = key in BY_HAND and rng.random() < 0.5
        self._hands = Hands(screen, home, key, rng) if by_hand else None
        animation = rng.choice(tuple(STILL))
        self._still = STILL[animation]
        lay(key, home, rng, by_hand, animation)
        self.tally = Tally()

    def run(self, kills: int) -> Tally:
        """Kill the app so often at most, until the match is over or something is lost."""
        film, words = Film(self._screen), self._home.parent / "stderr"
        while True:
            with running(self._home, self._screen, words) as app:
                before, film = film, Film(self._screen)
                found = self._first(film, app, begins=before.last_stood is None)
                if before.last_stood is not None and not self._compare(before, found):
                    return self.tally
                if found is None or self.tally.kills == kills:
                    return self.tally
                self._wait(film)
            self.tally.changes += sum(shot.turns is not None for shot in film.shots)
            if film.last_stood is None:
                return self.tally
            if not list((self._home / "matches").glob("*.tablier")) and any((self._home / "finished").iterdir()):
                self.tally.ended += 1
                return self.tally

    def _first(self, film: Film, app: subprocess.Popen[bytes], begins: bool) -> Shot | None:
        """Return the first list seen after a start; a person plays until then only if the match `begins`."""
        ends = time.monotonic() + PATIENCE
        while time.monotonic() < ends and app.poll() is None:
            shot = film.look()
            if shot.turns is not None and shot.until - shot.since >= self._still:
                shot.turns = read_turns(picture(shot.seen))
                return shot
            if self._hands is not None and begins:
                self._hands.act()
        self.tally.faults.append(f"{self._name}: no list after a start, code {app.poll()}")
        return None

    def _wait(self, film: Film) -> None:
        rng, soon = self._rng, self._rng.random() < 0.5
        ends = time.monotonic() + rng.uniform(0.2, LATEST)
        while time.monotonic() < ends or film.last_stood is None:
            self._go_on(film)
        if soon:
            count, ends = len(film.shots), time.monotonic() + GIVEN_UP
            while len(film.shots) == count and time.monotonic() < ends:
                self._go_on(film)
            ends = time.monotonic() + rng.uniform(*SOON_SECONDS)
            while time.monotonic() < ends:
                self._go_on(film)

    def _go_on(self, film: Film) -> None:
        film.look()
        if self._hands is not None:
            self._hands.act()

    def _compare(self, before: Film, found: Shot | None) -> bool:
        self.tally.kills += 1
        stood = present(before.last_stood, "match that stood")
        told = "lost: the match isn't on the table" if found is None else before.judge(found)
        if told in ("same", "later", "further"):
            self.tally.told[told] += 1
            return True
        name = f"{self._name} {self.tally.kills}".replace(" ", "-")
        keep(stood.seen, VAR / f"{name}-before.png")
        if found is not None:
            keep(found.seen, VAR / f"{name}-after.png")
        lasted = f"{stood.until - stood.since:.2f} s"
        self.tally.faults.append(f"{self._name}, kill {self.tally.kills}: {told}; it had stood for {lasted}")
        return False


def picture(seen: bytes) -> pygame.Surface:
    return pygame.image.frombuffer(seen, SIZE, "BGRA")


def keep(seen: bytes, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    opaque = pygame.image.frombuffer(pygame.image.tobytes(picture(seen), "RGB"), SIZE, "RGB")
    pygame.image.save(opaque, path)


@contextmanager
def own_screen() -> Iterator[Screen]:
    """Provide an X screen that nothing else uses."""
    with xvfb(SIZE) as (name, _), Screen(name) as screen:
        yield screen


@contextmanager
def running(home: Path, screen: Screen, words: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run the app until it is killed; its standard error goes to the file `words`."""
    shown = environment(home, DISPLAY=screen.name, SDL_VIDEO_WINDOW_POS="0,0", PYTHONPATH=str(ROOT))
    shown.pop("SDL_VIDEODRIVER", None)
    with words.open("ab") as said:
        app = subprocess.Popen(command(), cwd=home, env=shown, stderr=said)
    try:
        yield app
    finally:
        app.kill()
        app.wait()


def lay(key: str, home: Path, rng: Random, by_hand: bool, animation: str) -> None:
    home.mkdir(parents=True)
    settings = {"window": SIZE, "language": "en", "animation": animation, "small_life": False, "caution": False}
    (home / "settings.json").write_text(json.dumps({**settings, "dice_by_hand": True}), encoding="utf-8")
    game = get(key)
    seats = game.play.usual_seats or game.play.seats.start
    players = tuple(Player("person", name) if by_hand else Player("computer", name, 1) for name in "ABCDEF"[:seats])
    with patch.dict(os.environ, {"TABLIER_HOME": str(home)}):
        storage = Storage()
    session = Session.begin(storage, game, game.play.options(**_options(key, rng)), players, rng=rng)
    pace = rng.choice(PACES[animation])
    session.record = replace(session.record, extra={**session.record.extra, PACE: pace})
    storage.remember_open(storage.save_match(session.id, session.text()))


def _options(key: str, rng: Random) -> dict[str, Any]:
    if key == "unstacked-draughts":
        return {"goal": 15, "mode": rng.choice(("assisted", "attentive"))}
    if key == "ducart":
        return {"timed": rng.random() < 0.5}
    return {}


def kill(key: str, seed: int, number: int, kills: int) -> Tally:
    tally = Tally()
    with own_screen() as screen:
        for match in range(MOST * kills):
            if tally.kills >= kills:
                break
            with tempfile.TemporaryDirectory(prefix="tablier-painted-", ignore_cleanup_errors=True) as folder:
                name = f"{seed} {key} {number} {match}"
                tally.add(KilledMatch(key, Path(folder) / "home", screen, name).run(kills - tally.kills))
    return tally


def kill_apps(
    kills: int, seed: int, jobs: int = 1, games: Sequence[str] = KEYS, tell: bool = False
) -> dict[str, Tally]:
    """Kill the app so many times, each game equally often, in `jobs` windows at once; return the results by game."""
    parts = []
    for place, key in enumerate(games):
        mine = kills // len(games) + (place < kills % len(games))
        parts += [(key, number, min(LIVES, mine - done)) for number, done in enumerate(range(0, mine, LIVES))]
    tallies = {key: Tally() for key in games}
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        runs = {pool.submit(kill, key, seed, number, count): key for key, number, count in parts}
        for run in as_completed(runs):
            one = run.result()
            tallies[runs[run]].add(one)
            for fault in one.faults:
                print(fault, file=sys.stderr, flush=True)
            if tell:
                print(f"{sum(tally.kills for tally in tallies.values())} of {kills}: {runs[run]}, {one}", flush=True)
    return tallies


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--jobs", type=int, default=1, help="windows at the same time, each on a screen of its own")
    parser.add_argument("--games", nargs="+", choices=KEYS, default=KEYS, metavar="KEY")


def main(given: argparse.Namespace) -> int:
    whole = Tally()
    for key, tally in kill_apps(given.kills, given.seed, given.jobs, given.games, tell=True).items():
        print(f"{key}: {tally}")
        whole.add(tally)
    print(whole)
    return 1 if whole.faults or whole.kills < given.kills else 0
